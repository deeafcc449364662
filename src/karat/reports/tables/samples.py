"""Rows of a table for systems that were run several times: the mean of their samples and how much they vary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from karat.reports.tables.families import Row
from karat.reports.tables.table import HEADERS, Cell, Column, printable
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Key
from karat.results.statistics.estimate import format_interval, format_value
from karat.results.statistics.samples import SampledSystem


def rows_with_samples(
    rows: Sequence[Row],
    samples: Sequence[SampledSystem],
    cells: Callable[[SampledSystem], tuple[tuple[Cell, ...], tuple[Cell, ...]]],
) -> list[Row]:
    """Put the mean and the standard deviation of each system's samples below the last of them."""
    below: dict[str, list[Row]] = {}
    for sampled in samples:
        name, (means, deviations) = printable(sampled.name), cells(sampled)
        below[printable(sampled.systems[-1])] = [
            (f"{name}, mean of {len(sampled.systems)} samples", means),
            (f"{name}, standard deviation", deviations),
        ]
    return [row for each in rows for row in (each, *below.get(each[0], ()))]


def sample_cells(
    key: Key, asked: bool, columns: Sequence[Column], sampled: SampledSystem
) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Give means and standard deviations by one metric, below the columns that have them."""
    by_header = {HEADERS[value]: sample_cell(key, value, asked, sampled) for value in VALUES}
    chosen = [by_header.get(column.name, (Cell(), Cell())) for column in columns]
    return tuple(mean for mean, _ in chosen), tuple(deviation for _, deviation in chosen)


def sample_cell(key: Key, value: str, asked: bool, sampled: SampledSystem) -> tuple[Cell, Cell]:
    """Give one mean with its interval, and the standard deviation; values other than P, R and F1 have none."""
    if value not in VALUES:
        return Cell(), Cell()
    mean, index = sampled[key], VALUES.index(value)
    found = mean.intervals[index]
    ends = (found.low, found.high) if found else (None, None)
    number = mean.values[index]
    interval = format_interval(*ends, asked=asked and number is not None)
    return Cell(format_value(number), interval), Cell(format_value(mean.deviations[index]))


def explain_samples(evaluation: Evaluation) -> Iterator[str]:
    """Say what the rows of samples are, if there are any."""
    if evaluation.samples:
        yield "Means of samples: their intervals cover the choice of sentences and that of samples"
        if evaluation.resampling is not None:
            yield "Samples are not tested: stars and ranks are of the other systems"
