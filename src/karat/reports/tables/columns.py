"""The table that papers print: a row for each system, and the columns that were chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from karat.errors import UnknownNameError
from karat.reports.tables.evaluation import DELTA, explain_facets, explain_stars, format_delta, title_of
from karat.reports.tables.families import explain_means, mean_cell, rows_by_family
from karat.reports.tables.marks import Marks
from karat.reports.tables.samples import explain_samples, rows_with_samples, sample_cell
from karat.reports.tables.table import HEADERS, Cell, Column, Section, Table, missing_intervals, printable
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.short_signatures import short_signatures
from karat.results.signatures import joined_signatures
from karat.results.statistics.families import Family
from karat.results.statistics.samples import SampledSystem

SHORT_VALUES = {"p": "precision", "r": "recall", "f": "f1"}

OTHER_HEADERS = {"auc": "AUC", "delta": "Δ F1"}
"""Values that only some metrics have: the area under the curve, and the difference to the originals of cliques."""

Chosen = tuple[Measurement, str]
"""A measurement of the first system, which stands for all systems, and the value to show."""


def tabulate_columns(evaluation: Evaluation, show: Sequence[str] = ()) -> Table:
    """Make a row of each system.

    ``show`` names the columns: ``benchie-C:f1`` is one value, ``carb`` all three. By default they are precision, recall
    and F1 by the first metric, and F1 by each other one.
    """
    chosen = list(_parse(evaluation, show)) if show else list(_usual(evaluation))
    keys = dict.fromkeys(one.key for one, _ in chosen)
    marks = {key: Marks(evaluation, [system[key] for system in evaluation]) for key in keys}
    rows = [
        (
            printable(system.name),
            tuple(_cell(marks[one.key], system.name, system[one.key], value) for one, value in chosen),
        )
        for system in evaluation
    ]
    rows = rows_by_family(evaluation, rows, partial(_means, chosen))
    rows = rows_with_samples(rows, evaluation.samples, partial(_samples, chosen))
    sections = (Section("", tuple(rows)),)
    signatures = list(dict.fromkeys(system[key].signature for system in evaluation for key in keys))
    return Table(
        title_of(evaluation),
        tuple(Column((HEADERS | OTHER_HEADERS)[value], value == "f1", one.label) for one, value in chosen),
        sections,
        tuple(_legend(evaluation, sections, chosen)),
        tuple(joined_signatures(signatures)),
        tuple(map(printable, evaluation.warnings())),
        level=evaluation.resampling.level if evaluation.resampling else None,
        short_signatures=tuple(short_signatures(signatures)),
    )


def _usual(evaluation: Evaluation) -> Iterator[Chosen]:
    first, *others = [one for one in evaluation.systems[0].measurements if not one.by_type]
    yield from ((first, value) for value in VALUES)
    if first.delta is not None:
        yield first, "delta"
    yield from ((one, "f1") for one in others)


def _parse(evaluation: Evaluation, show: Sequence[str]) -> Iterator[Chosen]:
    """Look up ``METRIC[:VALUE]``; labels and values may be in any case, and values shortened to P, R or F.

    A metric whose types were scored also stands for its types, unless one of them is named.
    """
    system = evaluation.systems[0]
    labels = {one.label.lower(): one.label for one in system.measurements}
    named: list[tuple[Measurement, Sequence[str]]] = []
    for text in show:
        label, _, value = text.strip().rpartition(":") if ":" in text else (text.strip(), "", "")
        measurement = system.labelled(labels.get(label.lower(), label))
        value = SHORT_VALUES.get(value.lower(), value.lower())
        values = _values_of(measurement)
        if value and value not in values:
            raise UnknownNameError(f"value of {measurement.label}", value, values)
        named.append((measurement, [value] if value else VALUES))
    with_types_named = {one.metric for one, _ in named if one.by_type}
    for measurement, shown in named:
        alone = measurement.by_type or measurement.metric in with_types_named
        types = [one for one in system.measurements if one.by_type and one.metric == measurement.metric and not alone]
        yield from ((one, value) for one in (measurement, *types) for value in shown)


def _values_of(measurement: Measurement) -> list[str]:
    """The values that a measurement has."""
    return [*VALUES, *(["auc"] if measurement.curve else []), *(["delta"] if measurement.delta else [])]


def _cell(marks: Marks, system: str, measurement: Measurement, value: str) -> Cell:
    """A value with its interval; an F1 significantly below the best has a star."""
    if value == "auc":
        return marks.swept(measurement)[0]
    if value == "delta":
        return format_delta(measurement)[VALUES.index("f1")]
    cell = marks.value(measurement, value)
    marked = value == "f1" and system in marks.significant
    return Cell(cell.text, cell.interval, cell.best, marked)


def _means(chosen: Sequence[Chosen], family: Family) -> tuple[Cell, ...]:
    return tuple(mean_cell(one.key, "delta_f1" if value == "delta" else value, family) for one, value in chosen)


def _samples(chosen: Sequence[Chosen], sampled: SampledSystem) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    cells = [sample_cell(one.key, value, one.asked, sampled) for one, value in chosen]
    return tuple(mean for mean, _ in cells), tuple(deviation for _, deviation in cells)


def _legend(evaluation: Evaluation, sections: Sequence[Section], chosen: Sequence[Chosen]) -> Iterator[str]:
    if evaluation.comparisons and any(value == "f1" for _, value in chosen):
        yield explain_stars(evaluation, sections)
    yield from missing_intervals(sections)
    yield from explain_facets([one for one, _ in chosen])
    yield from explain_means(evaluation)
    yield from explain_samples(evaluation)
    if any(value == "delta" for _, value in chosen):
        yield f"Δ F1: {DELTA}"
