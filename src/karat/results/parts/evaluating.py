"""Score systems part by part, and join the results as if all sentences had been scored at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain, islice
from typing import overload

from karat.benchmarks.gold import Gold
from karat.model import Annotation, Extraction
from karat.results.checks.plausibility import Placed, check_sample, sample_step
from karat.results.options import Options, Reading
from karat.results.outputs import family_of
from karat.results.parallel.workers import Workers, run_parts
from karat.results.parts.gold_parts import GoldParts
from karat.results.parts.joining import join_parts
from karat.results.parts.part import Part
from karat.results.parts.part_results import PartResult, PartTask, SystemPart, VerdictBlocks, run_task
from karat.results.parts.preparation import PreparedCounts
from karat.results.parts.routing import RoutedSystem, StoredRows
from karat.results.system_result import Note, SystemResult
from karat.results.verdict_files.sample import Sample

Told = Callable[[int, int], None]
"""Gets the number of parts that are scored, and of all parts."""


@dataclass(frozen=True, slots=True)
class ScoredInParts:
    """The results of systems, the gold facts that are kept of the sentences of ``sample``, and the number of parts."""

    systems: list[SystemResult]
    annotations: tuple[Annotation, ...]
    parts: int


def score_in_parts(
    gold: GoldParts,
    routed: Sequence[tuple[RoutedSystem, Reading]],
    options: Options,
    workers: Workers,
    *,
    sample: Sample | None = None,
    blocks: VerdictBlocks | None = None,
    told: Told | None = None,
) -> ScoredInParts:
    """Score systems whose extractions lie in the files of parts.

    Whether words are divided as in their sentences depends on all extractions of a system: parts are scored as the
    first part suggests, and those for which the whole decides otherwise are scored again.
    """
    systems = {system.name: system for system, _ in routed}
    assert len(systems) == len(routed), "each system has a name of its own"
    tasks = _Tasks(gold, systems, options, sample, blocks)
    results = [run_task(tasks.task(0, dict.fromkeys(systems, False)))]
    guessed = {name: part.counts.evidence.divided for name, part in results[0].systems.items()}
    with closing(run_parts(run_task, tasks.all_after_first(guessed), workers, _counting(told, tasks.count))) as others:
        results += others
    divided = {name: _total(results, name).evidence.divided for name in systems}
    again = [
        result.number
        for result in results
        if any(
            divided[name] != (guessed[name] if result.number else False)
            and (part.counts.evidence.unlike or part.counts.evidence.joined)
            for name, part in result.systems.items()
        )
    ]
    # Without parts, no pool is needed: the cluster may be gone by now.
    repeating = workers if again else Workers()
    with closing(run_parts(run_task, (tasks.task(number, divided) for number in again), repeating)) as repeated:
        for result in repeated:
            results[result.number] = result
    return ScoredInParts(
        [_joined(system, reading, results, gold, options) for system, reading in routed],
        tuple(chain.from_iterable(result.annotations for result in results)),
        len(results),
    )


def _counting(told: Told | None, count: int) -> Callable[[int], None] | None:
    return None if told is None else lambda done: told(done + 1, count)


# Not slotted: cached properties need the instance's dictionary.
@dataclass(frozen=True)
class _Tasks:
    """Makes the tasks of all parts."""

    gold: GoldParts
    systems: Mapping[str, RoutedSystem]
    options: Options
    sample: Sample | None
    blocks: VerdictBlocks | None

    @property
    def count(self) -> int:
        return max(1, -(-len(self.gold.outline.ids) // self.gold.size))

    @cached_property
    def starts(self) -> dict[str, list[int]]:
        """For each system, the numbers of extractions before each part, and at last of all."""
        return {
            name: list(accumulate((system.counts.get(number, 0) for number in range(self.count)), initial=0))
            for name, system in self.systems.items()
        }

    def all_after_first(self, divided: Mapping[str, bool]) -> Iterator[PartTask]:
        return (self.task(number, divided) for number in range(1, self.count))

    def task(self, number: int, divided: Mapping[str, bool]) -> PartTask:
        return PartTask(
            part_of(self.gold, self.systems, number),
            self.options,
            self.gold.outline.applicable,
            {name: _words_to_check(self.starts[name], number) for name in self.systems},
            divided,
            self.sample,
            self.blocks,
        )


def part_of(gold: GoldParts, systems: Mapping[str, RoutedSystem], number: int) -> Part:
    """Make the part with a number."""
    first = number * gold.size
    sentences = min(gold.size, len(gold.outline.ids) - first)
    outputs = {name: StoredRows(system.files.path(number), sentences) for name, system in systems.items()}
    return Part(number, first, gold.part(number), outputs)


def _words_to_check(starts: Sequence[int], number: int) -> range:
    """Choose the extractions of a part that are among the evenly spaced ones of all parts.

    ``starts`` are the numbers of extractions before each part, and at last of all.

    >>> [list(_words_to_check([0, 250, 400, 600], number)) for number in range(3)][1][:3]
    [2, 5, 8]
    """
    step = sample_step(starts[-1])
    return range(-starts[number] % step, starts[number + 1] - starts[number], step)


def _total(results: Sequence[PartResult], name: str) -> PreparedCounts:
    total = PreparedCounts()
    for result in results:
        total += result.systems[name].counts
    return total


def _joined(
    system: RoutedSystem, reading: Reading, results: Sequence[PartResult], gold: GoldParts, options: Options
) -> SystemResult:
    """Join what a system scored on each part."""
    parts = [result.systems[system.name] for result in results]
    counts = _total(results, system.name)
    changes = {**system.changes, **({"tokens": options.tokens} if counts.changed else {})}
    joined = join_parts([part.scores for part in parts], gold.outline, options, replace(reading, **changes))
    return SystemResult(
        str(system.name),
        system.file,
        joined.statistics.extractions,
        joined.measurements,
        tuple(chain.from_iterable(part.verdicts for part in parts)),
        (
            *system.notes,
            *_check_words(system, parts, gold),
            *counts.notes(),
            *(Note(what, count) for what, count in gold.outline.notes),
            *system.later_notes,
            *joined.notes,
        ),
        joined.statistics,
        family=family_of(system.name),
    )


def _check_words(system: RoutedSystem, parts: Sequence[SystemPart], gold: GoldParts) -> Iterator[Note]:
    pairs = list(chain.from_iterable(part.words for part in parts))
    outline = gold.outline
    sampled = Gold(outline.name, tuple(sentence for _, sentence in pairs), (), (), (), key=outline.key)
    placed = AllExtractions(gold, system)
    return check_sample(
        [(extraction, place) for place, (extraction, _) in enumerate(pairs)],
        sampled,
        len(placed),
        lambda: (placed, gold.with_all_texts()),
        by_id=system.by_id,
    )


class AllExtractions(Sequence[Placed]):
    """All extractions of a system with the places of their sentences, read from the files of parts each time."""

    def __init__(self, gold: GoldParts, system: RoutedSystem) -> None:
        self._gold = gold
        self._system = system

    def __len__(self) -> int:
        return sum(self._system.counts.values())

    def __iter__(self) -> Iterator[Placed]:
        for number in sorted(self._system.counts):
            stored = part_of(self._gold, {"": self._system}, number).outputs[""]
            by_sentence: Sequence[Sequence[Extraction]] = stored if isinstance(stored, Sequence) else stored.load()
            for place, extractions in enumerate(by_sentence, number * self._gold.size):
                for extraction in extractions:
                    yield extraction, place

    @overload
    def __getitem__(self, place: int) -> Placed: ...
    @overload
    def __getitem__(self, place: slice) -> list[Placed]: ...
    def __getitem__(self, place: int | slice) -> Placed | list[Placed]:
        if isinstance(place, slice):
            return list(islice(self, *place.indices(len(self))))
        return next(islice(self, place, None))
