"""Score parts of a system's documents by all metrics of a task, and join the scores of the parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.algebra import Metric, Scored, sharing
from karat.algebra.scores.corpus import AnyCorpus, Column, CompositeCorpus, Corpus, gathered, joined
from karat.algebra.scores.exact import Number
from karat.benchmarks.tasks import Choices, Task
from karat.one_line import one_line
from karat.results.blocks.workers import Workers, rate_teller, run_parts
from karat.results.measurement import Measurement
from karat.results.signatures import with_choices
from karat.results.tasks.contents import Contents
from karat.results.tasks.documents import SystemDocuments, pair_contents
from karat.results.tasks.source_documents import referred_task, task_reference

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.algebra.scores.corpus import Integers

PROGRESS_STEP = 100
"""The number of documents between two progress reports."""


@dataclass(frozen=True, slots=True)
class DocumentsPart:
    """Some documents of a system, and how they are scored; it can be sent to other processes."""

    task: str | Task
    options: Choices
    predicted: Contents
    gold: Contents
    time_limit: float | None
    by_type: bool

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class TypeScores:
    """The scores of the documents in which a type occurs, and their places among all documents."""

    places: Sequence[int]
    scores: AnyCorpus

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class MetricColumns:
    """The scores of documents by one metric: overall, and for each type."""

    scores: AnyCorpus
    by_type: Mapping[str, TypeScores]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class PartScores:
    """The scores of a part's documents by each metric, and how many documents are predicted exactly as the gold."""

    metrics: tuple[MetricColumns, ...]
    same_as_gold: int

    __repr__ = one_line


def limit_after_reading(time_limit: float | None, seconds: float, documents: int) -> float | None:
    """Take each document's share of the time that reading took off its limit."""
    return None if time_limit is None else max(time_limit - seconds / max(documents, 1), 0.0)


class DocumentClock:
    """Divides what is left of a document's time evenly among the searches that are still to come."""

    def __init__(self, time_limit: float | None, searches: int) -> None:
        self._end = None if time_limit is None else monotonic() + time_limit
        self._searches = searches

    def next_share(self) -> float | None:
        """The time limit of the next search in seconds; ``None`` for no limit."""
        if self._end is None:
            return None
        share = max(self._end - monotonic(), 0.0) / max(self._searches, 1)
        self._searches -= 1
        return share


@dataclass(slots=True)
class _Row:
    """One metric's scores while documents are being scored; those of a type with the places of their documents."""

    metric: Metric
    scores: list[Scored] = field(default_factory=list)
    by_type: dict[str, tuple[list[int], list[Scored]]] = field(default_factory=dict)

    def columns(self) -> MetricColumns:
        return MetricColumns(
            gathered(self.scores).packed,
            {kind: TypeScores(places, gathered(scores).packed) for kind, (places, scores) in self.by_type.items()},
        )


def score_documents(part: DocumentsPart) -> PartScores:
    """Score the documents of a part one by one."""
    task = referred_task(part.task)
    rows = [_Row(metric) for metric in task.metrics(part.options)]
    same_as_gold = 0
    for place, (predicted, gold) in enumerate(pair_contents(part.predicted, part.gold, task.align)):
        clock = DocumentClock(part.time_limit, len(rows) * (1 + part.by_type))
        # The metrics share intermediate results of one document.
        with sharing():
            for row in rows:
                row.scores.append(row.metric.score(predicted, gold, time_limit=clock.next_share()))
        if part.by_type and task.breakdown is not None:
            for row in rows:
                _add_types(row, place, task.breakdown(row.metric, predicted, gold, part.options, clock.next_share()))
        same_as_gold += predicted == gold
    return PartScores(tuple(row.columns() for row in rows), same_as_gold)


def _add_types(row: _Row, place: int, scores: Mapping[str, Scored]) -> None:
    for kind, score in scores.items():
        places, of_kind = row.by_type.setdefault(kind, ([], []))
        places.append(place)
        of_kind.append(score)


def score_system(
    task: Task,
    system: SystemDocuments,
    options: Choices,
    time_limit: float | None,
    tell: Callable[[str], None],
    workers: Workers,
    *,
    by_type: bool,
) -> PartScores:
    """Score all documents of a system, in parts."""
    reference = task_reference(task)
    ranges = list(system.gold.ranges())
    parts = (
        DocumentsPart(
            reference, options, system.predicted.between(*ends), system.gold.between(*ends), time_limit, by_type
        )
        for ends in ranges
    )
    tell(f"scoring {system.name}")

    documents_told = rate_teller(tell, f"scoring {system.name}", "documents", len(system))

    def told(count: int) -> None:
        before, done = ranges[count - 1]
        if done // PROGRESS_STEP > before // PROGRESS_STEP:
            documents_told(done)

    with closing(run_parts(score_documents, parts, workers, told)) as scored:
        return join_scores(scored, [start for start, _ in ranges])


def join_scores(parts: Iterable[PartScores], starts: Sequence[int]) -> PartScores:
    """Join the scores of parts, in order; ``starts`` are the places of their first documents."""
    scored = list(parts)
    metrics = [
        MetricColumns(joined([columns.scores for columns in of_metric]), dict(_joined_types(of_metric, starts)))
        for of_metric in zip(*(part.metrics for part in scored), strict=True)
    ]
    return PartScores(tuple(metrics), sum(part.same_as_gold for part in scored))


def _joined_types(parts: Sequence[MetricColumns], starts: Sequence[int]) -> Iterator[tuple[str, TypeScores]]:
    for kind in dict.fromkeys(kind for columns in parts for kind in columns.by_type):
        having = [
            (start, columns.by_type[kind])
            for start, columns in zip(starts, parts, strict=True)
            if kind in columns.by_type
        ]
        places = [start + place for start, scores in having for place in scores.places]
        yield kind, TypeScores(places, joined([scores.scores for _, scores in having]))


def measurements_of(
    metric: Metric,
    columns: MetricColumns,
    names: tuple[str, ...],
    kinds: Iterable[str],
    choices: Mapping[str, str],
) -> Iterator[Measurement]:
    """Yield the overall measurement, then one for each type; documents without a type have no mass in it."""
    signature = with_choices(metric.signature, choices)
    yield Measurement(metric.name, None, names, columns.scores, signature)
    for kind in sorted(kinds):
        signed = with_choices(signature, {"type": kind})
        yield Measurement(metric.name, kind, names, _of_type(columns, kind), signed, by_type=True)


def _of_type(columns: MetricColumns, kind: str) -> AnyCorpus:
    of_kind = columns.by_type.get(kind) or TypeScores((), columns.scores.take([]))
    return _spread(of_kind.scores, of_kind.places, len(columns.scores))


def _spread(scores: AnyCorpus, places: Sequence[int], count: int) -> AnyCorpus:
    """Put scores at their places among all documents; the others have no mass."""
    if isinstance(scores, CompositeCorpus):
        return CompositeCorpus([_spread(part, places, count) for part in scores.parts], scores.combination)
    where = np.asarray(places, dtype=np.int64)
    bounds: list[Number | None] = [None] * count
    for place, bound in zip(places, scores.bounds, strict=True):
        bounds[place] = bound
    columns = [_spread_column(Column.of(column), where, count) for column in scores.columns]
    found: Corpus[Any] = Corpus(columns, tuple(bounds), scores.shape)
    return found


def _spread_column(column: Column, places: NDArray[np.int64], count: int) -> Column:
    def filled(values: Integers, other: int) -> Integers:
        spread: Integers = np.full(count, other, dtype=values.dtype)
        spread[places] = values
        return spread

    return Column(filled(column.tops, 0), None if column.bottoms is None else filled(column.bottoms, 1))


def count_unproved(scores: AnyCorpus) -> int:
    """Count the documents whose score is not proved to be the best."""
    return len(_unproved(scores))


def _unproved(scores: AnyCorpus) -> set[int]:
    if isinstance(scores, CompositeCorpus):
        return set().union(*map(_unproved, scores.parts))
    if all(bound is None for bound in scores.bounds):
        return set()
    searched = enumerate(zip(scores.columns[0], scores.bounds, strict=True))
    return {place for place, (matched, bound) in searched if bound is not None and bound != matched}
