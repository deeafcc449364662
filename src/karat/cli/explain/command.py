"""``karat explain``: why an extraction is right or wrong, what a sentence's facts became, what a system gets wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from karat.benchmarks import Gold
from karat.benchmarks.gold import no_gold_for
from karat.cli.explain.inputs import (
    Asked,
    check_sample,
    evaluation_in,
    gold_of,
    kept_gold,
    read,
    read_sentence,
)
from karat.cli.explain.mistakes import choose_systems, diagnose_systems, show_kind, show_missed, show_overview
from karat.cli.explain.saved_gold import saved_gold
from karat.cli.options import (
    BenchmarkName,
    CarbGold,
    ColumnNames,
    Encoding,
    ExplicitOnly,
    GoldFile,
    GoldFormat,
    IdsFrom,
    Json,
    JsonPaths,
    MeaningAnswers,
    Nary,
    OutputFormat,
    PeopleSteps,
    Tokens,
    UnknownSentences,
    refuse_beside,
)
from karat.cli.output import print_json, status
from karat.errors import InputError
from karat.formats.text.input_file import as_input
from karat.metrics import OIE_METRICS, OieMetric, metric_and_facet, oie_metric_named
from karat.metrics.oie.benchie import FACETS, PEOPLES_FACET, parse_steps
from karat.metrics.oie.oie_metric import FactRule
from karat.model import Extraction
from karat.reports.explanations import print_explanation, print_sentence
from karat.reports.lists import make_console
from karat.reports.matched_tuples import print_matches
from karat.results import Options, SystemResult
from karat.results.explanation.causes import cause_named
from karat.results.explanation.explanation import Explanation, GoldExplainer, sentence_explanation
from karat.results.explanation.json import explanation_object, sentence_object
from karat.results.explanation.matched_tuples import MatchExplanation, explain_matches, match_explanation_object
from karat.results.explanation.verdicts import extractions_by_sentence, verdicts


def explain(
    context: typer.Context,
    outputs: Annotated[
        list[str] | None,
        typer.Argument(metavar="OUT", help="Systems' outputs: FILE or NAME=FILE; or a run.json of `karat evaluate`."),
    ] = None,
    benchmark: BenchmarkName = None,
    gold: GoldFile = None,
    carb_gold: CarbGold = None,
    sentence: Annotated[str | None, typer.Option(metavar="ID", help="Explain this sentence.")] = None,
    extraction: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Explain the system's N-th extraction of that sentence.")
    ] = None,
    triple: Annotated[
        tuple[str, str, str] | None,
        typer.Option(metavar="SUBJECT RELATION OBJECT", help="Explain this triple, of no system, for that sentence."),
    ] = None,
    format: OutputFormat = None,
    columns: ColumnNames = None,
    map: JsonPaths = None,
    gold_format: GoldFormat = None,
    encoding: Encoding = "utf-8",
    explicit_only: ExplicitOnly = False,
    nary: Nary = "join",
    tokens: Tokens = "aligned",
    unknown: UnknownSentences = "error",
    ids_from: IdsFrom = None,
    system: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A system of OUT, may be repeated; all if not given.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(metavar="NAME", help='Show the mistakes of one kind, as "too long an object".'),
    ] = None,
    missed: Annotated[
        bool,
        typer.Option("--missed", help="Show the gold facts that are missed, by kind, with the closest extraction."),
    ] = False,
    examples: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="How many examples: of the kind (10 if not given), of each kind missed (5), of each sort in JSON (3).",
        ),
    ] = None,
    metric: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The metric to explain, as benchie or benchie-P; the benchmark's first if not given."
        ),
    ] = None,
    people_steps: PeopleSteps = None,
    meaning_answers: MeaningAnswers = None,
    json: Json = False,
) -> None:
    """Explain a system's mistakes, one sentence or one extraction.

    Without --sentence, shows what each kind of mistake costs a system, in F1, and what it gets wrong most (metrics of
    fact synsets only). With it, shows which facts of the sentence were found, by which extraction and pattern, and what
    is wrong with the other extractions. A metric of tuples, such as CaRB, shows what it matched with what, and with
    which credit.

    Example: karat explain mine.tsv --benchmark benchie-en --sentence 12
    """
    check_usage(outputs, benchmark, gold, sentence, extraction, triple)
    if sentence is not None:
        refuse_beside(context, "--sentence", ("kind", "missed", "examples"))
    cause = None if kind is None else cause_named(kind)
    if gold_format and gold is None:
        raise typer.BadParameter("expected --gold beside it", param_hint="--gold-format")

    with status() as tell:
        tell("reading")
        gold_file = as_input(gold) if gold is not None else None
        carb_files = [as_input(file) for file in carb_gold or ()]
        asked = Asked(outputs or [], benchmark, gold_file, gold_format, carb_files, format, encoding, columns, map)
        runs = {file: evaluation for file in asked.outputs if (evaluation := evaluation_in(file)) is not None}
        sample = check_sample(runs, sentence)
        saved = saved_gold(asked, runs, metric, sentence)
        if saved is not None:
            asked = replace(asked, gold=None, gold_format=None)
        loaded = gold_of(asked, list(runs.values())) if saved is None else saved
        chosen, facet = metric_to_explain(metric, loaded)
        check_metric(chosen, sentence, extraction)
        if people_steps is not None and facet != PEOPLES_FACET:
            raise typer.BadParameter("expected --metric benchie-P beside it", param_hint="--people-steps")
        if meaning_answers is not None and (chosen.name != "meaning" or sentence is None):
            raise typer.BadParameter(
                "expected --metric meaning and --sentence beside it", param_hint="--meaning-answers"
            )
        facets = (facet,) if facet == PEOPLES_FACET else chosen.facets[:1] or FACETS
        options = Options(
            facets,
            explicit_only=explicit_only,
            nary=nary,
            tokens=tokens,
            unknown=unknown,
            ids_from=ids_from,
            metrics=(chosen.name,),
            people_steps=parse_steps(people_steps),
            meaning_answers=meaning_answers,
        )
        if chosen.gold == "facts":
            systems = choose_systems(read(asked, runs, loaded, options), system or ())
            loaded = kept_gold(loaded, runs)
        elif triple is None:
            assert sentence is not None
            extractions = read_sentence(asked, runs, loaded, options, sentence)
    if chosen.gold == "tuples":
        assert sentence is not None
        predicted = extractions if triple is None else {"triple": [extraction_of(triple)]}
        show_matches(explain_matches(chosen, sentence, loaded, predicted), loaded.name, json)
        return
    explainer = GoldExplainer(
        replace(loaded, metrics=(chosen.name,)), facet, options.people_steps, options.meaning_answers
    )
    systems = [judge_again(each, loaded, explainer.rule) for each in systems]
    if triple is not None:
        assert sentence is not None
        show_triple(explainer, sentence, triple, json)
    elif sentence is None:
        diagnosed = diagnose_systems(explainer, systems, chosen.name, sample)
        if missed:
            show_missed(explainer, diagnosed, cause, examples, json)
        elif cause is not None:
            show_kind(explainer, diagnosed, cause, examples, json)
        else:
            show_overview(explainer, diagnosed, examples, json)
    elif extraction is None:
        show_sentence(explainer, sentence, systems, json)
    else:
        show_extractions(explainer, sentence, systems, extraction, json)


def metric_to_explain(name: str | None, gold: Gold) -> tuple[OieMetric, str | None]:
    """The metric that was named, with its facet, or the gold's first; one of fact synsets before one of tuples."""
    if name is not None:
        chosen, facet = metric_and_facet(name)
        if not has_gold(chosen, gold):
            raise no_gold_for([chosen], gold)
        return chosen, facet
    usable = [chosen for chosen in map(oie_metric_named, gold.metrics) if has_gold(chosen, gold)]
    usable.sort(key=lambda chosen: chosen.gold != "facts")
    if not usable:
        raise InputError(
            f"{gold.name}: expected gold of single sentences, found none; karat cliques explain shows cliques"
        )
    return usable[0], next(iter(usable[0].facets), None)


def judge_again(system: SystemResult, gold: Gold, rule: FactRule | None) -> SystemResult:
    """Judge a system's extractions by the rule that is explained, which may not be the one of its evaluation."""
    extractions = extractions_by_sentence(system.verdicts)
    by_sentence = [extractions.get(sentence.id, []) for sentence in gold.sentences]
    return replace(system, verdicts=tuple(verdicts(by_sentence, gold.facts, rule)))


def has_gold(metric: OieMetric, gold: Gold) -> bool:
    """Whether a sentence can be explained by a metric."""
    kinds = {"facts": gold.facts, "tuples": gold.tuples}
    return metric.applies_to([known for known in kinds.get(metric.gold, ()) if known is not None])


def check_metric(metric: OieMetric, sentence: str | None, extraction: int | None) -> None:
    """Refuse what only metrics of fact synsets can explain."""
    if metric.gold == "facts":
        return
    facts = ", ".join(each.name for each in OIE_METRICS if each.gold == "facts")
    if extraction is not None:
        raise typer.BadParameter(
            f"expected a metric of fact synsets ({facts}), found {metric.name}; without it all extractions are shown",
            param_hint="--extraction",
        )
    if sentence is None:
        raise typer.BadParameter(
            f"expected --sentence ID for {metric.name}; only {facts} have an overview of mistakes",
            param_hint="--metric",
        )


def check_usage(
    outputs: Sequence[str] | None,
    benchmark: str | None,
    gold: Path | None,
    sentence: str | None,
    extraction: int | None,
    triple: tuple[str, str, str] | None,
) -> None:
    """Refuse options that do not go together."""
    if benchmark is not None and gold is not None:
        raise typer.BadParameter("expected --benchmark or --gold, found both", param_hint="--benchmark")
    for name, value in (("--extraction", extraction), ("--triple", triple)):
        if value is not None and sentence is None:
            raise typer.BadParameter("expected --sentence beside it", param_hint=name)
    if triple is not None and extraction is not None:
        raise typer.BadParameter("expected --extraction or --triple, found both", param_hint="--triple")
    if triple is not None and outputs:
        raise typer.BadParameter("expected no output beside it, since the triple is no system's", param_hint="--triple")
    if triple is None and not outputs:
        raise typer.BadParameter("expected at least one system's output, found none", param_hint="OUT")


def show_sentence(explainer: GoldExplainer, sentence: str, systems: Sequence[SystemResult], json: bool) -> None:
    """Show one sentence across systems."""
    gold = explainer.sentence(sentence).gold
    explanations = {
        system.name: sentence_explanation(explain_sentence_of(explainer, system, sentence), gold) for system in systems
    }
    if json:
        print_json(
            {
                "benchmark": explainer.gold.name,
                "sentence": {"id": gold.sentence.id, "text": gold.sentence.text},
                "systems": [{"name": name, **sentence_object(each)} for name, each in explanations.items()],
            }
        )
        return

    print_sentence(explanations, gold.annotation.synsets, make_console())


def explain_sentence_of(explainer: GoldExplainer, system: SystemResult, sentence: str) -> list[Explanation]:
    """Explain a system's extractions of one sentence."""
    return explainer.explained(verdict for verdict in system.verdicts if verdict.sentence == sentence)


def show_extractions(
    explainer: GoldExplainer, sentence: str, systems: Sequence[SystemResult], number: int, json: bool
) -> None:
    """Show the N-th extraction that each system took from a sentence."""
    found = [
        (f"{system.name} {number}: ", explain_nth(explainer, system, sentence, number)) for system in systems
    ]  # fmt: skip
    show(explainer, found, json)


def explain_nth(explainer: GoldExplainer, system: SystemResult, sentence: str, number: int) -> Explanation:
    """Explain the N-th extraction of a sentence."""
    explainer.sentence(sentence)
    all_ = explain_sentence_of(explainer, system, sentence)
    if number > len(all_):
        raise InputError(f"{system.name}: expected an extraction {number} of sentence {sentence}, found {len(all_)}")
    return all_[number - 1]


def show_triple(explainer: GoldExplainer, sentence: str, triple: tuple[str, str, str], json: bool) -> None:
    """Show what would become of a triple."""
    show(explainer, [("", explainer.sentence(sentence).alone(extraction_of(triple)))], json)


def extraction_of(triple: tuple[str, str, str]) -> Extraction:
    """The extraction that was typed."""
    subject, relation, object_ = triple
    return Extraction(relation, (subject, object_))


def show_matches(explanation: MatchExplanation, benchmark: str, json: bool) -> None:
    """Show what a metric of tuples matched."""
    if json:
        print_json({"benchmark": benchmark, **match_explanation_object(explanation)})
    else:
        print_matches(explanation, make_console())


def show(explainer: GoldExplainer, explanations: Sequence[tuple[str, Explanation]], json: bool) -> None:
    """Show explanations one below the other."""
    if json:
        documents = [{"benchmark": explainer.gold.name, **explanation_object(each)} for _, each in explanations]
        print_json(documents[0] if len(documents) == 1 else documents)
        return

    console = make_console()
    for number, (title, each) in enumerate(explanations):
        if number:
            console.print()
        print_explanation(each, title, console)
