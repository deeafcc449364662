"""The table of an evaluation: systems by metric, with what is best and what is significantly below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from karat.metrics import scores_cliques
from karat.reports.tables.families import OVER, explain_means, mean_cells, mean_deltas, rows_by_family
from karat.reports.tables.marks import Marks
from karat.reports.tables.pairs import name_test
from karat.reports.tables.samples import explain_samples, rows_with_samples, sample_cells
from karat.reports.tables.table import (
    HEADERS,
    Cell,
    Column,
    Section,
    Table,
    counted,
    missing_intervals,
    printable,
    turned,
)
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.short_signatures import short_signatures
from karat.results.signatures import joined_signatures
from karat.results.statistics.estimate import format_interval, format_value
from karat.results.statistics.intervals import Interval
from karat.results.statistics.systems import too_few_resamples
from karat.results.system_result import SystemResult

FACETS = {"C": "C slots joined", "M": "M no optional words", "E": "E entities as arguments", "P": "P as people judge"}
DELTA = "Δ to originals"
STAND_IN = "Stand-in gold: originals' tuples in place of the paraphrases' own, so these are no figures of the benchmark"


def tabulate_evaluation(evaluation: Evaluation) -> Table:
    """Make a section of each metric, or for a single system one section of all its metrics."""
    several = len(evaluation) > 1
    swept = any(len(measurement.curve) > 1 for system in evaluation for measurement in system.measurements)
    compared = any(system.overestimate is not None for system in evaluation)
    columns = [*(Column(header, value == "f1") for value, header in HEADERS.items())]
    columns += [Column("to best")] if several else []
    columns += [Column("AUC"), Column("conf. ≥")] if swept else []
    columns += [Column(OVER)] if compared else []
    samples = evaluation.samples
    sections = []
    below: list[Section] = []  # a distance stands below what it is measured from
    for key in evaluation.labels:
        measured = [system[key] for system in evaluation]
        marks = Marks(evaluation, measured)
        rows = []
        for system, measurement in zip(evaluation, measured, strict=True):
            cells = [marks.value(measurement, value) for value in VALUES]
            cells += [marks.to_best(system.name)] if several else []
            cells += marks.swept(measurement) if swept else []
            cells += [_over(system, measurement)] if compared else []
            rows.append((printable(system.name), tuple(cells)))
        rows = rows_by_family(evaluation, rows, partial(mean_cells, key, columns))
        rows = rows_with_samples(rows, samples, partial(sample_cells, key, measured[0].asked, columns))
        sections.append(Section(_heading(measured[0]), tuple(rows)))
        sections += below
        below = [_deltas(evaluation, measured, len(columns))] if measured[0].delta else []
    sections += below
    # Of all systems, for an output can be read in another way than the others.
    signatures = list(dict.fromkeys(one.signature for system in evaluation for one in system.measurements))
    return Table(
        title_of(evaluation),
        tuple(columns),
        tuple(sections) if several else (turned(printable(evaluation.systems[0].name), sections),),
        tuple(_legend(evaluation, sections, swept, compared)),
        tuple(joined_signatures(signatures)),
        tuple(map(printable, evaluation.warnings())),
        level=evaluation.resampling.level if evaluation.resampling else None,
        short_signatures=tuple(short_signatures(signatures)),
    )


def _heading(one: Measurement) -> str:
    return f"{one.label}, stand-in gold" if one.stand_in else one.label


def _deltas(evaluation: Evaluation, measured: Sequence[Measurement], columns: int) -> Section:
    """What each system loses from the originals to the worst of each clique."""
    rows = []
    for system, measurement in zip(evaluation, measured, strict=True):
        cells = format_delta(measurement)
        rows.append((printable(system.name), (*cells, *[Cell()] * (columns - len(cells)))))
    rows = rows_by_family(evaluation, rows, partial(mean_deltas, measured[0].key, columns))
    return Section(f"{DELTA}, stand-in gold" if measured[0].stand_in else DELTA, tuple(rows))


def format_delta(measurement: Measurement) -> list[Cell]:
    """Precision, recall and F1 less those of the originals."""
    assert measurement.delta is not None, "all systems were measured alike"
    return [
        Cell(format_value(value, signed=True), _interval(found, asked=measurement.asked and value is not None))
        for value, found in zip(measurement.delta.values, measurement.delta.intervals, strict=True)
    ]


def _interval(found: Interval | None, *, asked: bool) -> str:
    low, high = (found.low, found.high) if found else (None, None)
    return format_interval(low, high, signed=True, asked=asked)


def _over(system: SystemResult, one: Measurement) -> Cell:
    return Cell(format_value(system.overestimate, signed=True)) if one.metric == "carb" else Cell()


def title_of(evaluation: Evaluation) -> str:
    """Say what was scored on what."""
    return " · ".join(
        [printable(evaluation.benchmark), ", ".join(_sizes(evaluation)), counted(len(evaluation), "system")]
    )


def _sizes(evaluation: Evaluation) -> Iterator[str]:
    """How many sentences or documents were scored, and how many cliques; and which metrics have fewer of them."""
    measured = evaluation.systems[0].measurements
    cliques = [one for one in measured if scores_cliques(one.metric)]
    others = [one for one in measured if not scores_cliques(one.metric)]
    for noun, group in (("document" if evaluation.task else "sentence", others), ("clique", cliques)):
        if group:
            most = max(len(one.sentences) for one in group)
            yield counted(most, noun)
            yield from (f"{one.label} on {len(one.sentences)}" for one in group if len(one.sentences) < most)


def _legend(evaluation: Evaluation, sections: Sequence[Section], swept: bool, compared: bool) -> Iterator[str]:
    if evaluation.comparisons:
        yield explain_stars(evaluation, sections)
        ranking = None if too_few_resamples(evaluation.comparisons) else evaluation.ranking()
        if ranking is not None and len(evaluation) > 2:
            yield f"By {evaluation.systems[0].first.label}, {printable(ranking.sentence)}"
    yield from missing_intervals(sections)
    if evaluation.sample is not None:
        yield f"Scores are of all sentences; examples and causes of mistakes are of a sample, {evaluation.sample}"
    measured = evaluation.systems[0].measurements
    yield from explain_facets(measured)
    if any(one.delta for one in evaluation.systems[0].measurements):
        yield f"robust: the worst sentence of each clique; {DELTA}: robust less robust-originals"
    if any(one.stand_in for system in evaluation for one in system.measurements):
        yield STAND_IN
    yield from explain_means(evaluation)
    yield from explain_samples(evaluation)
    if swept:
        yield "conf. ≥: the lowest confidence kept, where F1 is best"
    if compared:
        yield _overestimates(evaluation)


def explain_stars(evaluation: Evaluation, sections: Sequence[Section]) -> str:
    """Say what a star means, or why there is none."""
    test = name_test(evaluation.comparisons[0].comparison.method)
    if any(cell.marked for section in sections for _, cells in section.rows for cell in cells):
        return f"* F1 below the best by more than chance: {test}"
    if too_few_resamples(evaluation.comparisons):
        return f"Too few resamples to tell whether an F1 is below the best by more than chance: {test}"
    return f"No F1 is below the best by more than chance: {test}"


def explain_facets(measured: Sequence[Measurement]) -> Iterator[str]:
    """Say what the facets among the measurements are."""
    facets = [FACETS[one.facet] for one in measured if one.facet in FACETS and not one.by_type]
    if facets:
        yield f"Facets: {' · '.join(dict.fromkeys(facets))}"


def _overestimates(evaluation: Evaluation) -> str:
    """Say how much CaRB overestimates, and whether it would choose another system."""
    over = sorted(system.overestimate for system in evaluation if system.overestimate is not None)
    ends = list(dict.fromkeys(format_value(value, signed=True) for value in (over[0], over[-1])))
    if all(end.startswith("+") for end in ends):
        sentence = f"CaRB's F1 is {' to '.join(ends)} over BenchIE's"
    elif ends == [format_value(0.0)]:
        sentence = "CaRB's F1 equals BenchIE's in the digits shown"
    else:
        sentence = f"CaRB's F1 minus BenchIE's is {' to '.join(ends)}"
    facts, words = (_best_by(evaluation, metric) for metric in ("benchie", "carb"))
    if len(evaluation) > 1 and facts != words:
        sentence += f", and its best system is {printable(words)}, not {printable(facts)}"
    return sentence


def _best_by(evaluation: Evaluation, metric: str) -> str:
    return max(evaluation, key=lambda system: system[metric].f1.value or 0.0).name
