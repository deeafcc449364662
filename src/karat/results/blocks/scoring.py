"""Score systems block by block, and add up the results as if all sentences had been scored at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import accumulate, chain, islice
from pathlib import Path
from time import monotonic
from typing import overload

from karat.benchmarks.gold import Gold, OutlinedGold
from karat.model import Annotation
from karat.one_line import one_line
from karat.results.blocks.block import Block, Masses, ScoredBlock, SystemInBlock, VerdictBlocks, score_block
from karat.results.blocks.gold import BlockedGold
from karat.results.blocks.outputs import SortedOutput
from karat.results.blocks.workers import Workers, processes_for, rate_teller, run_parts
from karat.results.checks.plausibility import ORDERS, Order, Placed, check_numbers, check_sample, sample_step
from karat.results.cliques.scores import is_whole, measure_cliques
from karat.results.measurement import Measurement
from karat.results.measuring import join_measured
from karat.results.options import Options, Reading
from karat.results.output_statistics import OutputCounts, OutputStatistics
from karat.results.outputs import family_of
from karat.results.preparation import PreparedCounts
from karat.results.system_result import Note, SystemResult
from karat.results.verdict_files.sample import Sample
from karat.results.verdict_files.verdict_file import VerdictSink


@dataclass(frozen=True, slots=True)
class ScoredBlocks:
    """The results of systems, the gold facts that are kept of the sentences, and who scored most of the blocks."""

    systems: list[SystemResult]
    annotations: tuple[Annotation, ...]
    workers: Workers


def score_blocks(
    gold: BlockedGold,
    outputs: Sequence[tuple[SortedOutput, Reading]],
    options: Options,
    workers: Workers | None,
    folder: Path | None,
    *,
    sample: Sample | None = None,
    sink: VerdictSink | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> ScoredBlocks:
    """Score systems whose extractions are sorted into blocks.

    Without ``workers``, as many processes score as pay, by the time that the first block takes here.
    ``sample`` are the sentences whose verdicts and facts are kept, ``None`` for all; ``sink`` gets all verdicts, which
    wait in ``folder`` if there are many blocks. Whether words are divided as in their sentences depends on all
    extractions of a system: blocks are scored as the first one suggests, and those for which the whole decides
    otherwise are scored again.
    """
    systems = {system.name: system for system, _ in outputs}
    assert len(systems) == len(outputs), "each system has a name of its own"
    verdicts = None if sink is None else VerdictBlocks(sink.form, None if folder is None else folder / "verdicts")
    blocks = _Blocks(gold, systems, options, sample, verdicts)
    total = len(gold.outline.ids)
    tell("scoring")
    told = rate_teller(tell, "scoring", "sentences", total)
    started = monotonic()
    results = [score_block(blocks.block(0, {}))]
    if workers is None:
        workers = processes_for(monotonic() - started, gold.count - 1)
    if folder is not None and not workers.is_serial:
        blocks.gold = gold.write(folder / "gold")
    guessed = {name: part.prepared.evidence.divided for name, part in results[0].systems.items()}
    others = (blocks.block(number, guessed) for number in range(1, gold.count))
    with closing(
        run_parts(score_block, others, workers, lambda done: told(min((done + 1) * gold.size, total)))
    ) as scored:
        results += scored
    divided = {name: _prepared(results, name).evidence.divided for name in systems}
    again = [
        result.number
        for result in results
        if any(
            divided[name] != guessed[name] and (part.prepared.evidence.unlike or part.prepared.evidence.joined)
            for name, part in result.systems.items()
        )
    ]
    # Without blocks, no pool is needed: the cluster may be gone by now.
    pool = workers if again else Workers()
    with closing(run_parts(score_block, (blocks.block(number, divided) for number in again), pool)) as repeated:
        for result in repeated:
            results[result.number] = result
    if sink is not None and verdicts is not None:
        for result in results:
            sink.append(result.verdicts if verdicts.folder is None else verdicts.read(result.number))
    return ScoredBlocks(
        [_system_result(system, reading, results, blocks) for system, reading in outputs],
        tuple(chain.from_iterable(result.annotations for result in results)),
        workers,
    )


class _Blocks:
    """Makes the blocks that are scored."""

    def __init__(
        self,
        gold: BlockedGold,
        systems: Mapping[str, SortedOutput],
        options: Options,
        sample: Sample | None,
        verdicts: VerdictBlocks | None,
    ) -> None:
        self.gold = gold
        self.systems = systems
        self.options = options
        self._sample = sample
        self._verdicts = verdicts
        self._starts = {
            name: list(accumulate((system.counts.get(number, 0) for number in range(gold.count)), initial=0))
            for name, system in systems.items()
        }
        """For each system, the numbers of extractions before each block, and at last of all."""

    def block(self, number: int, divided: Mapping[str, bool]) -> Block:
        """Make the block with a number; ``divided`` says which systems' words are."""
        gold = self.gold
        return Block(
            number,
            number * gold.size,
            gold.block(number),
            {name: system.block(number, gold) for name, system in self.systems.items()},
            self.options,
            gold.outline.applicable,
            {name: _words_to_check(self._starts[name], number) for name in self.systems},
            divided,
            self._sample,
            self._verdicts,
        )


def _words_to_check(starts: Sequence[int], number: int) -> range:
    """Choose the extractions of a block that are among the evenly spaced ones of all blocks.

    ``starts`` are the numbers of extractions before each block, and at last of all.

    >>> [list(_words_to_check([0, 250, 400, 600], number)) for number in range(3)][1][:3]
    [2, 5, 8]
    """
    step = sample_step(starts[-1])
    return range(-starts[number] % step, starts[number + 1] - starts[number], step)


def _prepared(results: Sequence[ScoredBlock], name: str) -> PreparedCounts:
    total = PreparedCounts()
    for result in results:
        total += result.systems[name].prepared
    return total


def _system_result(
    output: SortedOutput, reading: Reading, results: Sequence[ScoredBlock], blocks: _Blocks
) -> SystemResult:
    """Add up what a system scored on each block."""
    gold, options = blocks.gold, blocks.options
    parts = [result.systems[output.name] for result in results]
    prepared = _prepared(results, output.name)
    reading = replace(reading, **output.changes, **({"tokens": options.tokens} if prepared.changed else {}))
    whole, cliques = gold.of_cliques, parts[0].cliques
    of_cliques = [] if whole is None else list(measure_cliques(cliques, whole, options, reading))
    added = add_up([part.masses for part in parts], whole or gold.outline, options, reading, of_cliques)
    return SystemResult(
        str(output.name),
        output.file,
        added.statistics.extractions,
        added.measurements,
        tuple(chain.from_iterable(part.verdicts for part in parts)),
        (
            *output.notes,
            *_check_words(output, parts, gold),
            *prepared.notes(),
            *(Note(what, count) for what, count in gold.outline.notes),
            *output.later_notes,
            *added.notes,
        ),
        added.statistics,
        cliques if whole is not None and is_whole(whole, options) else (),
        family=family_of(output.name),
    )


@dataclass(frozen=True, slots=True)
class AddedUp:
    """A system's results on all sentences; the notes are about its numbers."""

    measurements: tuple[Measurement, ...]
    statistics: OutputStatistics
    notes: tuple[Note, ...]

    __repr__ = one_line


def add_up(
    masses: Sequence[Masses],
    gold: OutlinedGold,
    options: Options,
    reading: Reading,
    cliques: Sequence[Measurement] = (),
) -> AddedUp:
    """Add up the masses of blocks, which are given in the gold's order; ``cliques`` are the measurements by ROBUST."""
    measurements = join_measured([each.measured for each in masses], gold, options, reading, cliques)
    statistics = OutputCounts.joined(each.counts for each in masses).statistics
    sentences = sum(each.measured.sentences for each in masses)

    def exchanges() -> Counter[Order]:
        right = Counter(dict.fromkeys(ORDERS, 0))
        for each in masses:
            right.update(each.exchanges)
        return right

    notes = check_numbers(measurements[0], sentences, statistics, exchanges)
    return AddedUp(tuple(measurements), statistics, tuple(notes))


def _check_words(output: SortedOutput, parts: Sequence[SystemInBlock], gold: BlockedGold) -> Iterator[Note]:
    pairs = list(chain.from_iterable(part.words for part in parts))
    outline = gold.outline
    sampled = Gold(outline.name, tuple(sentence for _, sentence in pairs), (), (), (), key=outline.key)
    placed = _AllExtractions(gold, output)
    return check_sample(
        [(extraction, place) for place, (extraction, _) in enumerate(pairs)],
        sampled,
        len(placed),
        lambda: (placed, gold.with_all_texts()),
        by_id=output.by_id,
    )


class _AllExtractions(Sequence[Placed]):
    """All extractions of a system with the places of their sentences, read from the blocks each time."""

    def __init__(self, gold: BlockedGold, output: SortedOutput) -> None:
        self._gold = gold
        self._output = output

    def __len__(self) -> int:
        return sum(self._output.counts.values())

    def __iter__(self) -> Iterator[Placed]:
        for number in sorted(self._output.counts):
            by_sentence = self._output.block(number, self._gold).load()
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
