"""The table of an evaluation as cells, which the console, notebooks and every report lay out in their own ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from karat.results.evaluation import Evaluation, Pair, SystemResult
from karat.results.measurement import VALUES, Measurement
from karat.results.signatures import joined_signatures
from karat.results.statistics.estimate import NO_INTERVAL, TOO_FEW, Estimate, shown, shown_interval, shown_threshold
from karat.results.statistics.intervals import Interval

REAL = 0.05
"""A difference is marked as real where its p, adjusted by Holm, is below."""

HEADERS = dict(zip(VALUES, ("P", "R", "F1"), strict=True))
FACETS = {"C": "C slots joined", "M": "M no optional words", "E": "E entities as arguments"}
DELTA = "Δ to originals"
STAND_IN = "Stand-in gold: originals' tuples in place of the paraphrases' own, so these are no figures of the benchmark"
TESTS = {
    "t": "paired t test",
    "randomisation": "paired randomisation test",
    "exact": "paired randomisation test",
    "bootstrap": "paired bootstrap test",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A number as it is shown, its interval, whether it is the best of its kind, and whether it is marked as real."""

    text: str = ""
    interval: str = ""
    best: bool = False
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; ``main`` columns keep their intervals longest where room is short."""

    name: str
    main: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Rows below one heading, each a name and as many cells as the table has columns."""

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    def filled(self, column: int) -> bool:
        """Whether any row has something in the column."""
        return any(cells[column].text for _, cells in self.rows)


@dataclass(frozen=True, slots=True)
class Table:
    """Sections over common columns, what stands above them, and what explains them."""

    title: str
    columns: tuple[Column, ...]
    sections: tuple[Section, ...]
    legend: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()


def tabulate(evaluation: Evaluation) -> Table:
    """Make a section of each metric, or for a single system one section of all its metrics."""
    several = len(evaluation) > 1
    swept = any(len(one.curve) > 1 for system in evaluation for one in system.measurements)
    compared = _compared(evaluation)
    columns = [*(Column(header, value == "f1") for value, header in HEADERS.items())]
    columns += [Column("to best")] if several else []
    columns += [Column("AUC"), Column("conf. ≥")] if swept else []
    columns += [Column("over benchie")] if compared else []
    sections = []
    below: list[Section] = []  # a distance stands below what it is measured from
    for key in evaluation.labels:
        measured = [system[key] for system in evaluation]
        marks = _Marks(evaluation, measured)
        rows = []
        for system, one in zip(evaluation, measured, strict=True):
            cells = [marks.value(one, value) for value in VALUES]
            cells += [marks.to_best(system.name, one)] if several else []
            cells += marks.swept(one) if swept else []
            cells += [_over(system, one)] if compared else []
            rows.append((printable(system.name), tuple(cells)))
        sections.append(Section(_heading(measured[0]), tuple(rows)))
        sections += below
        below = [_deltas(evaluation, measured, len(columns))] if measured[0].delta else []
    sections += below
    return Table(
        _title(evaluation),
        tuple(columns),
        tuple(sections) if several else (turned(printable(evaluation.systems[0].name), sections),),
        tuple(_legend(evaluation, sections, swept, compared)),
        tuple(joined_signatures([one.signature for one in evaluation.systems[0].measurements])),
    )


def _heading(one: Measurement) -> str:
    return f"{one.label}, stand-in gold" if one.stand_in else one.label


def _deltas(evaluation: Evaluation, measured: Sequence[Measurement], columns: int) -> Section:
    """What each system loses from the originals to the worst of each clique."""
    rows = []
    for system, one in zip(evaluation, measured, strict=True):
        assert one.delta is not None, "all systems were measured alike"
        cells = [
            Cell(shown(value, signed=True), _around(found, asked=one.asked and value is not None))
            for value, found in zip(one.delta.values, one.delta.intervals, strict=True)
        ]
        rows.append((printable(system.name), (*cells, *[Cell()] * (columns - len(cells)))))
    return Section(f"{DELTA}, stand-in gold" if measured[0].stand_in else DELTA, tuple(rows))


def _around(found: Interval | None, *, asked: bool) -> str:
    low, high = (found.low, found.high) if found else (None, None)
    return shown_interval(low, high, signed=True, asked=asked)


def turned(title: str, sections: Sequence[Section]) -> Section:
    """Make one section of sections that have one row each."""
    return Section(title, tuple((section.title, section.rows[0][1]) for section in sections))


class _Marks:
    """What is best among the systems by one metric, and what is really below it."""

    def __init__(self, evaluation: Evaluation, measured: Sequence[Measurement]) -> None:
        self.several = len(measured) > 1
        self.best = {
            value: _largest([getattr(one, value).value for one in measured]) if self.several else None
            for value in VALUES
        }
        self.best_auc = _largest([one.auc for one in measured if len(one.curve) > 1]) if self.several else None
        leaders = [
            system.name
            for system, one in zip(evaluation, measured, strict=True)
            if self.best["f1"] is not None and one.f1.value == self.best["f1"]
        ]
        self.real = {
            name
            for pair in evaluation.comparisons
            if pair.key == measured[0].key and is_real(pair.comparison.p_holm)
            for name, other in ((pair.a, pair.b), (pair.b, pair.a))
            if other in leaders
        }

    def value(self, one: Measurement, value: str) -> Cell:
        estimate: Estimate = getattr(one, value)
        best = estimate.value is not None and estimate.value == self.best[value]
        return Cell(shown(estimate.value), estimate.interval, best)

    def to_best(self, name: str, one: Measurement) -> Cell:
        best, value = self.best["f1"], one.f1.value
        if best is None or value is None:
            return Cell(shown(None))
        if value == best:
            return Cell("best", best=True)
        return Cell(shown(value - best, signed=True), marked=name in self.real)

    def swept(self, one: Measurement) -> list[Cell]:
        if not one.curve:
            return [Cell(), Cell()]
        if len(one.curve) == 1 or one.threshold is None:
            return [Cell(shown(None)), Cell(shown(None))]
        auc = Cell(shown(one.auc), best=one.auc == self.best_auc)
        return [auc, Cell(shown_threshold(one.threshold))]


def _largest(values: Sequence[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def is_real(p: float | None) -> bool:
    """Whether an adjusted p is small enough to call a difference real."""
    return p is not None and p < REAL


def _compared(evaluation: Evaluation) -> bool:
    return any(overestimate(system) is not None for system in evaluation)


def overestimate(system: SystemResult) -> float | None:
    """How much more F1 CaRB gives than BenchIE's default facet does; ``None`` where one of them is missing."""
    found = {one.key: one.f1.value for one in system.measurements}
    words, facts = found.get(("carb", None)), found.get(("benchie", "default"))
    return None if words is None or facts is None else words - facts


def _over(system: SystemResult, one: Measurement) -> Cell:
    return Cell(shown(overestimate(system), signed=True)) if one.metric == "carb" else Cell()


def _title(evaluation: Evaluation) -> str:
    parts = [printable(evaluation.benchmark), ", ".join(_sizes(evaluation)), counted(len(evaluation), "system")]
    if evaluation.resampling is not None:
        parts.append(f"{evaluation.resampling.level * 100:g} % intervals")
    return " · ".join(parts)


def _sizes(evaluation: Evaluation) -> Iterator[str]:
    """How many sentences or documents were scored, and how many cliques; and which metrics have fewer of them."""
    measured = evaluation.systems[0].measurements
    cliques = [one for one in measured if one.metric == "robust"]
    others = [one for one in measured if one.metric != "robust"]
    for noun, group in (("document" if evaluation.task else "sentence", others), ("clique", cliques)):
        if group:
            most = max(len(one.sentences) for one in group)
            yield counted(most, noun)
            yield from (f"{one.label} on {len(one.sentences)}" for one in group if len(one.sentences) < most)


def printable(name: str) -> str:
    r"""Write a name, which may be any file's, so that it keeps to its line and says nothing to the terminal.

    >>> printable("a\tb\x1b[1m")
    'a b [1m'
    """
    return "".join(character if character.isprintable() else " " for character in name)


def counted(count: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "system"), counted(1200, "system")
    ('1 system', '1,200 systems')
    """
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def missing_intervals(sections: Sequence[Section]) -> list[str]:
    """Say why intervals that were asked for are not there, where some are not."""
    cells = (cell for section in sections for _, row in section.rows for cell in row)
    return [f"{NO_INTERVAL}: no interval, because {TOO_FEW}"] * any(cell.interval == NO_INTERVAL for cell in cells)


def _legend(evaluation: Evaluation, sections: Sequence[Section], swept: bool, compared: bool) -> Iterator[str]:
    if evaluation.comparisons:
        test = significance(evaluation.comparisons[0].comparison.method)
        if any(cell.marked for section in sections for _, cells in section.rows for cell in cells):
            yield f"* F1 below the best by more than chance: {test}"
        elif too_few_resamples(evaluation.comparisons):
            yield f"Too few resamples to tell whether an F1 is below the best by more than chance: {test}"
        else:
            yield f"No F1 is below the best by more than chance: {test}"
    yield from missing_intervals(sections)
    measured = evaluation.systems[0].measurements
    facets = [FACETS[one.facet] for one in measured if one.facet in FACETS and not one.by_type]
    if facets:
        yield f"Facets: {' · '.join(facets)}"
    if any(one.delta for one in evaluation.systems[0].measurements):
        yield f"robust: the worst sentence of each clique; {DELTA}: robust less robust-originals"
    if any(one.stand_in for system in evaluation for one in system.measurements):
        yield STAND_IN
    if swept:
        yield "conf. ≥: the lowest confidence kept, where F1 is best"
    if compared:
        yield _overestimates(evaluation)


def too_few_resamples(pairs: Sequence[Pair]) -> bool:
    """Whether a p cannot come out as real: with n resamples none is below 1 / (n + 1), times the pairs of a metric."""
    first = pairs[0]
    of_a_metric = sum(pair.key == first.key for pair in pairs)
    return any(
        pair.comparison.method in ("randomisation", "bootstrap")
        and not is_real(of_a_metric / (pair.comparison.resamples + 1))
        for pair in pairs
    )


def significance(method: str) -> str:
    """Name the test behind the marks."""
    return f"{TESTS[method]}, p < {shown(REAL, digits=2)} after Holm's correction"


def _overestimates(evaluation: Evaluation) -> str:
    """Say how much CaRB overestimates, and whether it would choose another system."""
    over = sorted(value for value in map(overestimate, evaluation) if value is not None)
    ends = [shown(value, signed=True) for value in dict.fromkeys((over[0], over[-1]))]
    said = f"CaRB's F1 is {' to '.join(ends)} over BenchIE's"
    facts, words = (_best_by(evaluation, metric) for metric in ("benchie", "carb"))
    if len(evaluation) > 1 and facts != words:
        said += f", and its best system is {printable(words)}, not {printable(facts)}"
    return said


def _best_by(evaluation: Evaluation, metric: str) -> str:
    return max(evaluation, key=lambda system: system[metric].f1.value or 0.0).name
