"""Measure facet P as a choice: how it ranks BenchIE's systems, and what padding and repeating do to a score.

``KARAT_DATA`` must name the folder of the benchmarks' data. Without ``--write`` the tables are printed; with it they
are put into docs/metrics/people.md.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from people_labels import put_figures
from scipy.stats import kendalltau

from karat.benchmarks import benchmark_named, load_gold
from karat.metrics.oie.benchie import people_rule
from karat.model import Extraction, Sentence
from karat.results import Evaluation, Options, evaluate
from karat.results.explanation.verdicts import extractions_by_sentence
from karat.results.statistics.estimate import format_value
from karat.results.statistics.ranking import Rank

PAGE = Path(__file__).parents[1] / "docs" / "metrics" / "people.md"

BENCHMARK = "benchie-en"
FACETS = ("default", "C", "P")
SIGNIFICANT = 0.05

Output = Mapping[str, Sequence[Extraction]]
"""A system's extractions by the id of their sentence."""
Change = Callable[[Sequence[Extraction], Sentence], list[Extraction]]
Scores = Mapping[str, Mapping[str, tuple[float, float, float]]]
"""Precision, recall and F1, by change and system."""


def rank_systems() -> Evaluation:
    """Score the systems that come with BenchIE under the facets that are compared."""
    return evaluate(benchmark=BENCHMARK, options=Options(FACETS, metrics=("benchie",)))


def outputs_of(evaluation: Evaluation) -> dict[str, Output]:
    """Collect each system's extractions as they were scored."""
    return {system.name: extractions_by_sentence(system.verdicts) for system in evaluation}


def pad_object(extraction: Extraction, sentence: Sentence) -> Extraction:
    """Let the object go on to the end of the sentence, from where its last word stands last; else pad it with all."""
    tokens, words = list(sentence.tokens), extraction.triple[2].split()
    places = [place for place, token in enumerate(tokens) if words and token == words[-1]]
    return _with_arguments(extraction, "", " ".join(tokens[places[-1] + 1 if places else 0 :]))


def pad_arguments(extraction: Extraction, sentence: Sentence) -> Extraction:
    """Put all words of the sentence that the extraction lacks behind its subject, and behind its object."""
    own = {word for slot in extraction.triple for word in slot.split()}
    rest = " ".join(token for token in sentence.tokens if token not in own)
    return _with_arguments(extraction, rest, rest)


def _with_arguments(extraction: Extraction, subject: str, object_: str) -> Extraction:
    old_subject, _, old_object = extraction.triple
    arguments = (f"{old_subject} {subject}".strip(), f"{old_object} {object_}".strip())
    return replace(extraction, arguments=arguments)


def respell(extraction: Extraction) -> Extraction:
    """Write an extraction in capitals, with a full stop."""
    return replace(
        extraction,
        relation=extraction.relation.upper(),
        arguments=tuple(f"{argument} .".upper() for argument in extraction.arguments),
    )


CHANGES: dict[str, Change] = {
    "as they are": lambda found, _: list(found),
    "object to the end": lambda found, sentence: [pad_object(each, sentence) for each in found],
    "arguments with the rest": lambda found, sentence: [pad_arguments(each, sentence) for each in found],
    "each also to the end": lambda found, sentence: [*found, *(pad_object(each, sentence) for each in found)],
    "three times": lambda found, _: [*found, *found, *map(respell, found)],
}
"""What is done to every extraction of a system."""


def score_changed(evaluation: Evaluation, names: Sequence[str] = ()) -> Scores:
    """Score each system, or those that are named, by facet P after each change."""
    outputs = {name: output for name, output in outputs_of(evaluation).items() if not names or name in names}
    return {name: _score(outputs, change) for name, change in CHANGES.items()}


def _score(outputs: Mapping[str, Output], change: Change) -> dict[str, tuple[float, float, float]]:
    gold = [facts for facts in load_gold(benchmark_named(BENCHMARK)).facts if facts is not None]
    rule = people_rule()
    scores = {}
    for name, output in outputs.items():
        changed = [change(output.get(facts.sentence.id, ()), facts.sentence) for facts in gold]
        total = rule.corpus(changed, [rule.prepared(facts) for facts in gold]).total
        scores[name] = (total.precision or 0.0, total.recall or 0.0, total.f1 or 0.0)
    return scores


def swapped_pairs(evaluation: Evaluation, facet: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the pairs that a facet ranks otherwise than exact matching, and whether by more than chance in both."""
    differences = {(pair.a, pair.b, pair.facet): pair.comparison for pair in evaluation.comparisons}
    for (one, other, measured), loose in differences.items():
        exact = differences[one, other, "default"]
        if measured == facet and (exact.difference or 0.0) * (loose.difference or 0.0) < 0:
            better, worse = (one, other) if (loose.difference or 0.0) > 0 else (other, one)
            certain = all(each.p_holm is not None and each.p_holm < SIGNIFICANT for each in (exact, loose))
            yield better, worse, certain


def rank_correlation(evaluation: Evaluation, facet: str) -> float:
    """Compute Kendall's τ-b of the systems' F1 by a facet with that by exact matching."""
    values = [[system["benchie", each].f1.value for system in evaluation] for each in ("default", facet)]
    return float(kendalltau(*values).statistic)


def ranking_table(evaluation: Evaluation) -> Iterator[str]:
    """Write F1 and rank of each system under each facet, and precision and recall under P, the best by P first."""
    yield f"| system | {' | '.join(f'F1 by {facet}' for facet in FACETS)} | P and R by P |"
    yield f"|---|{'---|' * (len(FACETS) + 1)}"
    ranks = {facet: {each.system: each.rank for each in _ranks(evaluation, facet)} for facet in FACETS}
    for system in sorted(evaluation, key=lambda each: -(each["benchie", "P"].f1.value or 0.0)):
        cells = [f"{system['benchie', facet].f1} ({ranks[facet][system.name]})" for facet in FACETS]
        people = system["benchie", "P"]
        values = f"{format_value(people.precision.value)}, {format_value(people.recall.value)}"
        yield f"| {system.name} | {' | '.join(cells)} | {values} |"


def _ranks(evaluation: Evaluation, facet: str) -> Sequence[Rank]:
    ranking = evaluation.ranking("benchie", facet)
    assert ranking is not None, "several systems were tested"
    return ranking.ranks


def changes_table(scores: Scores) -> Iterator[str]:
    """Write precision, recall and F1 by facet P of each system after each change."""
    yield f"| system | {' | '.join(CHANGES)} |"
    yield f"|---|{'---|' * len(CHANGES)}"
    unchanged = scores["as they are"]
    for system in sorted(unchanged, key=lambda name: -unchanged[name][2]):
        cells = [" ".join(format_value(value) for value in scores[change][system]) for change in CHANGES]
        yield f"| {system} | {' | '.join(cells)} |"


def tables(evaluation: Evaluation, scores: Scores) -> Iterator[str]:
    """Write what is measured, as the page has it."""
    yield ""
    yield from ranking_table(evaluation)
    yield ""
    for facet in FACETS[1:]:
        swapped = [
            f"{better} above {worse}{', by more than chance in both' if certain else ''}"
            for better, worse, certain in swapped_pairs(evaluation, facet)
        ]
        tau = format_value(rank_correlation(evaluation, facet))
        yield f"{facet} against exact matching: Kendall's τ {tau}; turned around are {'; '.join(swapped) or 'none'}."
        yield ""
    yield "Precision, recall and F1 by P:"
    yield ""
    yield from changes_table(scores)
    yield ""


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/metrics/people.md")
    write = parser.parse_args().write
    evaluation = rank_systems()
    lines = list(tables(evaluation, score_changed(evaluation)))
    if write:
        put_figures(PAGE, "choice", lines)
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
