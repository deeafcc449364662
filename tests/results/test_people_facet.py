"""BenchIE's facet P from files to tables: beside exact matching, alone, in reports, cliques, studies and saved runs."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import get_args

import pytest
from rich.console import Console
from typer.models import OptionInfo

import karat
from karat.benchmarks import benchmark_named, load_gold
from karat.benchmarks.gold import gold_from
from karat.cli.options import PeopleSteps
from karat.errors import InputError, KaratError
from karat.formats.text.slots import render_fact
from karat.metrics import OIE_METRICS, metric_and_facet, metric_inside
from karat.metrics.oie.benchie import BENCHIE_ON_FACTS, FACETS, people_rule, signed_steps
from karat.metrics.oie.people.steps import KEPT, PeopleStep
from karat.model import Extraction, Sentence
from karat.model.study import FactLabel, Label, Study, Task
from karat.reports.explanations import print_sentence
from karat.reports.html import html
from karat.reports.html.examples.browser import example_browser
from karat.reports.html.examples.data import REASON, ExampleData, diagnosis_of
from karat.results import Evaluation, Options
from karat.results.explanation.causes import Cause
from karat.results.explanation.explanation import Explainer, sentence_explanation
from karat.results.short_signatures import short_signatures, shorten, spell_out
from karat.results.study.automatic import against_gold

SOLD, SANG = "Ann sold two boats in Oslo .", "Bo sang well ."
GOLD = {
    SOLD: [("Ann", "sold", "[two] boats"), ("Ann", "sold [two] boats in", "Oslo")],
    SANG: [("Bo", "sang", "well")],
}
LONGER = (SOLD, "Ann", "sold", "two boats in Oslo")  # contains the first fact, with the words of the second
LOWER = (SANG, "bo", "sang", "well")
WRONG = (SOLD, "Oslo", "sold", "Ann")
EXACT = (SOLD, "Ann", "sold", "boats")
BOTH = Options(("default", "P"))
ALONE = Options(("P",))
LETTERS = Options(("default", "P"), people_steps=("letters",))


def evaluation_of(*rows: tuple[str, ...], options: Options = BOTH) -> Evaluation:
    return karat.evaluate({"mine": list(rows)}, gold=GOLD, options=options, resampling=None)


def test_p_is_known_but_shown_only_if_it_is_named() -> None:
    assert Options().facets == FACETS == ("default", "C", "M", "E")
    assert BENCHIE_ON_FACTS.facets == (*FACETS, "P")
    shown = karat.evaluate({"mine": [LONGER]}, gold=GOLD, resampling=None)
    assert [facet for _, facet in shown.labels] == [*FACETS]


def test_what_people_accept_beside_what_exact_matching_accepts() -> None:
    mine = evaluation_of(LONGER, WRONG, LOWER)["mine"]
    assert mine["benchie"].precision.value == 0
    assert mine["benchie", "P"].precision.value == pytest.approx(2 / 3)
    assert [verdict.correct for verdict in mine.verdicts] == [False, False, False]  # by the first facet
    assert [ruling.correct for ruling in mine.peoples_rulings()] == [True, False, True]


def test_fewer_steps_accept_less_and_are_in_the_signature() -> None:
    mine = evaluation_of(LONGER, WRONG, LOWER, options=LETTERS)["mine"]
    assert mine["benchie", "P"].precision.value == pytest.approx(1 / 3)
    assert "steps:letters" in mine["benchie", "P"].signature.split("|")
    assert "steps:" not in mine["benchie"].signature
    assert [ruling.correct for ruling in mine.peoples_rulings()] == [False, False, True]
    assert Options(people_steps=("contains", "letters", "letters")).people_steps == ("letters", "contains")


def test_the_steps_are_read_from_a_signature() -> None:
    signature = evaluation_of(LONGER, options=LETTERS)["mine"]["benchie", "P"].signature
    assert signed_steps(signature.split("|")) == (PeopleStep.LETTERS,)
    kept = evaluation_of(LONGER)["mine"]["benchie", "P"].signature
    assert signed_steps(kept.split("|")) == KEPT
    assert signed_steps(["benchie", "steps:none"]) == ()


@pytest.mark.parametrize("options", [BOTH, LETTERS, ALONE])
def test_short_signatures_of_p_are_spelled_out_again(options: Options) -> None:
    signature = evaluation_of(LONGER, options=options)["mine"]["benchie", "P"].signature
    short = shorten(signature)
    assert "facet:P" in short.split("|")
    assert spell_out(short) == signature


def test_alone_p_decides_on_every_extraction() -> None:
    mine = evaluation_of(LONGER, WRONG, LOWER, options=ALONE)["mine"]
    assert [verdict.correct for verdict in mine.verdicts] == [True, False, True]
    ruling = mine.verdicts[0].ruling
    assert ruling is not None
    assert "in Oslo" in ruling.reason
    assert [verdict.extraction.subject for verdict in mine.mistakes()] == ["Oslo"]
    assert {fix.cause for fix in mine.fixes()} >= {Cause.NOT_EXTRACTED}


def test_causes_by_p_are_those_of_its_steps() -> None:
    def wrong(options: Options) -> list[Cause]:
        return [
            each.cause for each in evaluation_of(LONGER, LOWER, options=options)["mine"].diagnosis("benchie", "P").wrong
        ]

    assert wrong(BOTH) == []
    assert wrong(LETTERS) == [Cause.SLOT_BORDER]
    exact = evaluation_of(LONGER, LOWER)["mine"].diagnosis("benchie", "default").wrong
    assert [each.cause for each in exact] == [Cause.SLOT_BORDER, Cause.CASE]


@pytest.mark.parametrize("options", [BOTH, LETTERS, ALONE])
def test_an_evaluation_reads_back(options: Options, tmp_path: Path) -> None:
    evaluation = evaluation_of(LONGER, WRONG, LOWER, options=options)
    evaluation.to_json(tmp_path / "run.json")
    again = karat.load(tmp_path / "run.json")
    assert again == evaluation
    assert again["mine"].peoples_rulings() == evaluation["mine"].peoples_rulings()
    assert again["mine"].diagnosis("benchie", "P").score == evaluation["mine"].diagnosis("benchie", "P").score


def test_tables_explain_the_facet() -> None:
    evaluation = evaluation_of(LONGER, LOWER)
    assert "Facets: P as people judge" in str(evaluation)
    assert "benchie-P" in evaluation.to_markdown()
    assert "benchie-P" in evaluation.to_latex(show=["benchie-P:f1"])
    assert list(evaluation.to_pandas().facet) == ["default", "P"]


def test_systems_are_compared_and_ranked_by_p() -> None:
    systems = {"loose": [LONGER, LOWER], "exact": [EXACT], "wrong": [WRONG]}
    evaluation = karat.evaluate(systems, gold=GOLD, options=BOTH)
    assert evaluation.compare("loose", "exact", "benchie", "P").difference > 0
    assert evaluation.compare("loose", "exact", "benchie").difference < 0
    both = evaluation.head_to_head("loose", "exact", "benchie", "P")
    assert [fact.synset.id for fact in both.both] == ["1"]
    assert len(evaluation.head_to_head("loose", "exact", "benchie").both) == 0


def test_the_browser_of_examples_shows_what_people_accept() -> None:
    evaluation = evaluation_of(LONGER, EXACT, WRONG, LOWER)
    data = ExampleData(evaluation, {system.name: diagnosis_of(system) for system in evaluation})
    reasons = [example[REASON + 1 :] for example in data.examples]
    assert [bool(reason) for reason in reasons] == [False, False, False, True]  # LONGER yields to EXACT
    assert "right as people judge" in str(example_browser(data))
    exact = evaluation_of(EXACT)
    none = ExampleData(exact, {system.name: diagnosis_of(system) for system in exact})
    assert "right as people judge" not in str(example_browser(none))


def test_the_report_says_how_much_people_accept() -> None:
    pytest.importorskip("altair")
    said = "Of the extractions that exact matching calls wrong, {} are right as people judge."
    assert said.format("67 % (mine)") in html(evaluation_of(LONGER, WRONG, LOWER))
    alone = html(evaluation_of(LONGER, WRONG, LOWER, options=ALONE))
    assert "right as people judge" not in alone


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(
            Options(("C",), people_steps=("letters",)),
            "expected facet P for --people-steps, found benchie-C",
            id="steps without P",
        ),
        pytest.param(
            Options(("P",), credit="all"),
            "expected another facet than P for --credit, found benchie-P",
            id="P credits every synset anyhow",
        ),
    ],
)
def test_options_that_would_do_nothing_are_refused(options: Options, said: str) -> None:
    with pytest.raises(InputError, match=said):
        evaluation_of(LONGER, options=options)


def test_reasons_quote_the_system_itself_whichever_came_first() -> None:
    spelled = (SANG, "Bo", "sang", "well .")
    exact = (SANG, "Bo", "sang", "well")
    systems = {"exact": [exact], "spelled": [spelled]}
    for names in (["exact", "spelled"], ["spelled", "exact"]):
        evaluation = karat.evaluate({name: systems[name] for name in names}, gold=GOLD, options=BOTH, resampling=None)
        reasons = {name: evaluation[name].peoples_rulings()[0].reason for name in names}
        assert reasons["exact"] == "synset 1 has it"
        assert reasons["spelled"].endswith("synset 1 has it in another spelling")


def test_an_unknown_step() -> None:
    with pytest.raises(KaratError, match="'leters'; did you mean 'letters'"):
        Options(people_steps=("leters",))


def test_rules_with_the_same_steps_share_the_prepared_gold() -> None:
    assert people_rule(("letters", "contains")) == people_rule(("contains", "letters"))
    assert people_rule() == people_rule(KEPT)


@pytest.mark.parametrize("facet", BENCHIE_ON_FACTS.facets)
def test_every_facet_can_be_used_alone(facet: str) -> None:
    gold = gold_from(GOLD)
    extractions = [[Extraction(relation, (subject, object_)) for _, subject, relation, object_ in (LONGER, EXACT)], []]
    metric, named = metric_and_facet(f"BENCHIE-{facet}")
    assert (metric, named) == (BENCHIE_ON_FACTS, facet)
    (measured,) = metric.measure(extractions, gold.facts, Options((facet,)))
    alone = metric_inside(f"benchie-{facet}")
    scores = [
        alone.metric.score(alone.predicted(predicted), alone.wanted(facts))
        for predicted, facts in zip(extractions, gold.facts, strict=True)
    ]
    assert [score.masses for score in scores] == [score.masses for score in measured.scores]
    assert alone.name == ("benchie" if facet == "default" else f"benchie-{facet}")
    assert all(other.under(facet) is other for other in OIE_METRICS if other is not BENCHIE_ON_FACTS)


def test_cliques_with_p_inside(tmp_path: Path) -> None:
    clique = {
        "id": 0,
        "ori_sent": SOLD,
        "ori_args": [["sold", "Ann", "boats"]],
        "paraphrases": [{"id": 1, "sent": "Bo sang well .", "args": [["sang", "Bo", "well"]]}],
    }
    (tmp_path / "cliques.json").write_text(json.dumps([clique]), encoding="utf-8")
    (tmp_path / "facts.txt").write_text(
        f"sent_id:1\t{SOLD}\n1--> Cluster 1:\nAnn --> sold --> [two] boats\n1--> Cluster 2:\n"
        f"Ann --> sold [two] boats in --> Oslo\n\nsent_id:2\t{SANG}\n2--> Cluster 1:\nBo --> sang --> well\n",
        encoding="utf-8",
    )

    def f1(inside: str, **more: object) -> tuple[float | None, str]:
        evaluation = karat.evaluate(
            {"mine": [LONGER, LOWER]},
            gold=tmp_path / "cliques.json",
            synsets=tmp_path / "facts.txt",
            options=Options(inside=inside, metrics=("robust",), **more),
            resampling=None,
        )
        return evaluation["mine"]["robust", "originals"].f1.value, evaluation["mine"].first.signature

    assert f1("benchie")[0] == 0
    people, signature = f1("benchie-p")
    assert people == pytest.approx(2 / 3)  # one of one extraction, one of two facts
    assert {"in:benchie-P", f"steps:{'+'.join(KEPT)}"} <= set(signature.split("|"))
    letters, signature = f1("benchie-P", people_steps=("letters",))
    assert letters == 0
    assert "steps:letters" in signature.split("|")
    with pytest.raises(InputError, match="expected facet P for --people-steps, found"):
        f1("benchie", people_steps=("letters",))


def test_a_study_holds_p_against_peoples_labels() -> None:
    gold = gold_from(GOLD)
    tasks = [
        Task(str(number), Sentence("", text), Extraction(relation, (subject, object_)))
        for number, (text, subject, relation, object_) in enumerate((LONGER, WRONG, LOWER, EXACT))
    ]
    labels = [FactLabel.CORRECT, FactLabel.INCORRECT, FactLabel.CORRECT, FactLabel.CORRECT]
    study = Study("s", tuple(tasks), tuple(Label(str(number), "ann", label) for number, label in enumerate(labels)))
    exact, people = against_gold(study, gold, ["benchie", "benchie-p"])
    assert (exact.verdict, exact.both, exact.only_people, exact.neither) == ("benchie", 1, 2, 1)
    assert (people.verdict, people.both, people.only_people, people.neither) == ("benchie-P", 3, 0, 1)


@pytest.mark.parametrize("benchmark", ["karat-sample", "karat-sample-de", "karat-sample-zh"])
def test_the_samples_in_each_language(benchmark: str) -> None:
    evaluation = karat.evaluate(benchmark=benchmark, options=BOTH, resampling=None)
    facts = sum(len(gold.annotation.synsets) for gold in load_gold(benchmark_named(benchmark)).facts if gold)
    for system in evaluation:
        exact, people = system["benchie"].score.masses, system["benchie", "P"].score.masses
        assert people.matched_gold >= exact.matched_gold
        assert people.gold == exact.gold == facts


def test_a_synset_is_found_through_its_own_fact() -> None:
    gold = gold_from({SOLD: [("Ann", "sold", "boats"), ("Bo", "sold", "boats")]})
    facts = gold.facts[0]
    assert facts is not None
    explained = Explainer(facts, rule=people_rule(), facet="P").alone(Extraction("sold", ("Ann and Bo", "boats")))
    sentence = sentence_explanation([explained], facts)
    assert [[render_fact(fact) for fact in found.facts] for found in sentence.found] == [
        ["Ann --> sold --> boats"],
        ["Bo --> sold --> boats"],
    ]
    console = Console(file=StringIO(), width=200)
    print_sentence({"mine": sentence}, facts.annotation.synsets, console)
    assert "found by mine through Bo --> sold --> boats" in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_table_of_p_has_another_short_signature_than_one_of_exact_matching() -> None:
    exact, people = (
        short_signatures([evaluation_of(EXACT, options=Options((facet,)))["mine"]["benchie", facet].signature])
        for facet in ("default", "P")
    )
    assert [short.split("|")[:2] for short in people] == [["benchie", "facet:P"]]
    assert exact != people
    assert all(spell_out(short) for short in people)


def test_the_help_names_all_steps() -> None:
    (option,) = (each for each in get_args(PeopleSteps) if isinstance(each, OptionInfo))
    assert option.help is not None
    assert [name for name in (*PeopleStep, "none") if name not in option.help] == []


DENIED = {"sentence": SANG, "subject": "Bo", "relation": "sang", "object": "well", "polarity": "-"}


def test_marks_in_tables_json_and_python_reach_p(tmp_path: Path) -> None:
    table, lines = tmp_path / "mine.tsv", tmp_path / "mine.json"
    table.write_text("\n".join("\t".join(row) for row in (DENIED, DENIED.values())) + "\n", encoding="utf-8")
    lines.write_text(json.dumps([DENIED]), encoding="utf-8")
    for mine in (table, lines, [DENIED]):
        evaluation = karat.evaluate({"mine": mine}, gold=GOLD, options=BOTH, resampling=None)
        assert [verdict.correct for verdict in evaluation["mine"].verdicts] == [True]  # exact matching reads no marks
        (ruling,) = evaluation["mine"].peoples_rulings()
        assert ruling.reason == "synset 1 has these words, but not this polarity or modality"
