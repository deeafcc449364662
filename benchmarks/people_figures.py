"""Measure how far each metric of Open IE agrees with people, for the page *Which metric should I believe?*.

People's labels are BenchIE-FL's (Lamarche and Langlais, 2024), of seven systems' extractions from 50 sentences of
BenchIE and from WiRe57's. Thresholds of graded metrics are found on the first and used on both. ``KARAT_DATA`` must
name the folder of the benchmarks' data. Without ``--write`` the tables are printed; with it they are put into
docs/which-metric.md, and the picture is drawn. Only totals of WiRe57's labels are ever shown: they are the test.
"""

from __future__ import annotations

import logging
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from people_labels import BENCHIE_50, DATASET, WIRE57, LabelFiles, put_figures

from karat import agreement
from karat.benchmarks import where
from karat.benchmarks.declarations import read_gold
from karat.benchmarks.gold import Gold
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import CarbGold, carb_gold
from karat.model import Extraction, TupleAnnotation
from karat.reports.html.figures.chart import Chart
from karat.reports.html.figures.coefficients import coefficient_panels
from karat.reports.html.figures.study.values import coefficient_value
from karat.reports.html.figures.theme import PAPER
from karat.results.agreement.coefficients import BOOTSTRAP
from karat.results.agreement.judging import AskedMetric, ScoreKind
from karat.results.agreement.measuring import MetricAgreement
from karat.results.statistics.estimate import format_value
from karat.results.statistics.resampling import Resampling

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "which-metric.md"
PICTURE = DOCS / "images" / "which-metric.svg"


@dataclass(frozen=True, slots=True)
class Part:
    """A file of labels, with the gold that it refers to and tuples of the same sentences."""

    title: str
    files: LabelFiles
    tuples: tuple[tuple[str, str], ...]


TUNING = Part(
    "BenchIE, 50 sentences",
    BENCHIE_50,
    (("carb", "gold/dev.tsv"), ("carb", "gold/test.tsv")),
)
TEST = Part(
    "WiRe57",
    WIRE57,
    (("wire57", "WiRe57_343-manual-oie.json"),),
)
PARTS = (TUNING, TEST)


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric as it is measured: by which score, and against tuples of their own or BenchIE's facts as tuples."""

    name: str
    metric: str
    score: ScoreKind = "precision"
    same_gold: bool = False


MEANING = Measure("`meaning`", "meaning")
MEASURES = (
    Measure("`benchie-P`, as people judge", "benchie-P"),
    Measure("`benchie_fl`", "benchie_fl"),
    MEANING,
    Measure("`benchie`, exact slots", "benchie"),
    Measure("`benchie-C`, slots joined", "benchie-C"),
    Measure("`benchie-E`, entities", "benchie-E"),
    Measure("`benchie-M`, no optional words", "benchie-M"),
    Measure("`carb`, similarity, same facts", "carb", "similarity", same_gold=True),
    Measure("`wire57`, similarity, same facts", "wire57", "similarity", same_gold=True),
    Measure("`carb`, precision, same facts", "carb", same_gold=True),
    Measure("`oie2016`, similarity, same facts", "oie2016", "similarity", same_gold=True),
    Measure("`wire57`, own tuples", "wire57"),
    Measure("`carb`, own tuples", "carb"),
    Measure("`carb`, similarity, own tuples", "carb", "similarity"),
    Measure("`oie2016`, own tuples", "oie2016"),
)

Found = Mapping[Measure, MetricAgreement]


@cache
def gold_of(part: Part) -> Gold:
    """Read the facts of a part, and the tuples that CaRB or WiRe57 has of its sentences."""
    return read_gold(where(DATASET, part.files.gold), None, [where(*place) for place in part.tuples])


@cache
def facts_as_tuples(part: Part) -> Gold:
    """Take every form of every fact for a tuple, with all of its optional words and with none."""
    gold = gold_of(part)
    return replace(gold, tuples=tuple(None if facts is None else _tuples(facts) for facts in gold.facts))


def _tuples(facts: FactGold) -> CarbGold:
    forms = [
        tuple(" ".join(slot.words if optional else slot.required) for slot in fact)
        for synset in facts.annotation.synsets
        for fact in synset.facts
        for optional in (True, False)
    ]
    extractions = tuple(Extraction(relation, (subject, object_)) for subject, relation, object_ in dict.fromkeys(forms))
    return carb_gold(TupleAnnotation(facts.annotation.sentence, extractions))


def measure(part: Part, measures: tuple[Measure, ...], resampling: Resampling | None = BOOTSTRAP) -> Found:
    """Measure the agreement of each with the labels of a part, at the thresholds of the tuning part."""
    found: dict[Measure, MetricAgreement] = {}
    for kind in {(each.score, each.same_gold): None for each in measures}:
        score, same_gold = kind
        chosen = [each for each in measures if (each.score, each.same_gold) == kind]
        graded = tuple(each.metric for each in chosen if AskedMetric.named(each.metric).metric.gold == "tuples")
        threshold = "best" if part is TUNING else thresholds(score, same_gold, graded)
        report = agreement(
            [each.metric for each in chosen],
            labels=where(DATASET, part.files.labels),
            gold=facts_as_tuples(part) if same_gold else gold_of(part),
            score=score,
            threshold=threshold if graded else None,
            resampling=resampling,
        )
        found |= dict(zip(chosen, report, strict=True))
    return {each: found[each] for each in measures}


@cache
def thresholds(score: ScoreKind, same_gold: bool, metrics: tuple[str, ...]) -> Mapping[str, float]:
    """Find the thresholds of graded metrics on the tuning part."""
    measures = tuple(Measure("", metric, score, same_gold) for metric in metrics)
    found = measure(TUNING, measures, None)
    return {each.metric: each.threshold.value for each in found.values() if each.threshold is not None}


def agreement_table(found: Found) -> Iterator[str]:
    """Write precision, recall, F1, κ and AC1 of each, with the threshold of those that are graded."""
    yield "| metric | accepts from | P | R | F1 | κ | AC1 |"
    yield "|---|---|---|---|---|---|---|"
    for measure, metric in found.items():
        own = metric.agreement
        least = "" if metric.threshold is None else format_value(metric.threshold.value)
        cells = [str(own.precision), str(own.recall), format_value(own.f1.value), str(own.kappa)]
        yield f"| {measure.name} | {least} | {' | '.join(cells)} | {format_value(own.ac1.value)} |"


def ranks_table(tuning: Found, test: Found) -> Iterator[str]:
    """Write Kendall's τ of each metric's precision and F1 of the systems with people's precision, on both parts."""
    yield f"| metric | τ of P, {TUNING.title} | τ of F1 | τ of P, {TEST.title} | τ of F1 |"
    yield "|---|---|---|---|---|"
    for measure in tuning:
        if measure.score == "precision":
            cells = [
                str(ranks.tau)
                for found in (tuning, test)
                for ranks in (found[measure].by_precision, found[measure].by_f1)
            ]
            yield f"| {measure.name} | {' | '.join(cells)} |"


def tables(tuning: Found, test: Found) -> Iterator[str]:
    """Write all tables of the page."""
    for part, found in ((TUNING, tuning), (TEST, test)):
        total = next(iter(found.values())).agreement
        accepted = total.both + total.only_people
        yield f"**{part.title}**: {total.items:,} extractions, of which people accept {accepted:,}"
        yield ""
        yield from agreement_table(found)
        yield ""
    yield "**Ranks of the seven systems**, against people's precision"
    yield ""
    yield from ranks_table(tuning, test)


def picture(tuning: Found, test: Found) -> Chart:
    """Draw κ of each metric on both parts, the best on the test part first."""
    order = sorted(tuning, key=lambda each: -(test[each].agreement.kappa.value or -1.0))
    names = {each: each.name.replace("`", "") for each in order}
    values = [
        {"row": names[each], "panel": part.title, "apart": False, **coefficient_value(found[each].agreement.kappa)}
        for part, found in ((TUNING, tuning), (TEST, test))
        for each in order
    ]
    best = order[0]
    return Chart(
        "which-metric",
        "Agreement of metrics with people",
        "Cohen's κ with 95 % intervals over sentences.",
        f"Dots of κ for {len(order)} ways to judge; the highest on WiRe57 is {names[best]}.",
        coefficient_panels(PAPER, values, [names[each] for each in order], [part.title for part in PARTS]),
        ("metric", *(part.title for part in PARTS)),
        tuple((names[each], *(str(found[each].agreement.kappa) for found in (tuning, test))) for each in order),
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put tables and picture into the manual")
    write = parser.parse_args().write
    # The reader quotes the rows that it repairs, and nobody should read rows of the test part.
    logging.getLogger("karat.formats").setLevel(logging.ERROR)
    tuning, test = (measure(part, MEASURES) for part in PARTS)
    lines = list(tables(tuning, test))
    if not write:
        print("\n".join(lines))
        return
    put_figures(PAGE, "people", lines)
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_bytes(picture(tuning, test).drawn("svg"))


if __name__ == "__main__":
    main()
