"""Score one block of sentences: what a worker does, and what it sends back."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from os import urandom
from pathlib import Path

from karat.algebra.plans.swept_corpus import SweptCorpus
from karat.benchmarks.gold import Gold
from karat.metrics.oie.robust import CliqueScore
from karat.model import Annotation, Extraction, Sentence
from karat.one_line import one_line
from karat.results.blocks.gold import StoredGold
from karat.results.blocks.outputs import StoredExtractions
from karat.results.checks.plausibility import Order, count_exchanges
from karat.results.cliques.scores import score_cliques
from karat.results.explanation.verdicts import Verdict, judging_rule
from karat.results.explanation.verdicts import verdicts as judge
from karat.results.garbage_collection import garbage_collection_paused
from karat.results.measuring import MeasuredPart, measure_part
from karat.results.options import Options
from karat.results.output_statistics import OutputCounts
from karat.results.preparation import PreparedCounts, prepare_extractions
from karat.results.slot_tokens import GoldTokens
from karat.results.verdict_files.sample import Sample
from karat.results.verdict_files.verdict_file import VerdictForm, verdict_block


@dataclass(frozen=True, slots=True)
class VerdictBlocks:
    """The form of a verdict file, and the folder in which those of each block wait until they are joined.

    Without a folder, they are part of the result.
    """

    form: VerdictForm
    folder: Path | None

    def write(self, number: int, block: bytes) -> None:
        """Put the verdicts of a block in place as a whole: a worker that was taken for lost may write them again."""
        assert self.folder is not None
        self.folder.mkdir(exist_ok=True)
        unfinished = self.folder / f"{number}-{urandom(8).hex()}"
        unfinished.write_bytes(block)
        unfinished.replace(self.folder / f"{number}")

    def read(self, number: int) -> bytes:
        """Read the verdicts of a block."""
        assert self.folder is not None
        return (self.folder / f"{number}").read_bytes()


@dataclass(frozen=True, slots=True)
class Block:
    """A range of sentences, of which ``first`` is the index in the whole gold, and how they are scored.

    It can be sent to other processes. ``applicable`` are the metrics of the whole gold. ``word_samples`` are, for each
    system, the places of the extractions whose words are checked, counted in the block. ``divided`` says of each system
    whether its words are divided as its sentences are; the block decides for systems that are not in it. ``sample`` are
    the sentences whose verdicts and gold facts are kept, ``None`` for all.
    """

    number: int
    first: int
    gold: Gold | StoredGold
    outputs: Mapping[str, StoredExtractions]
    options: Options
    applicable: frozenset[str]
    word_samples: Mapping[str, Sequence[int]]
    divided: Mapping[str, bool]
    sample: Sample | None = None
    verdicts: VerdictBlocks | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Masses:
    """A system's scores on a block, without the extractions: small enough to send from one process to another.

    ``exchanges`` are the extractions that would be right with their slots in another order. They are counted only
    where the first metric gives no credit: they matter only if it gives none in any block.
    """

    measured: MeasuredPart
    counts: OutputCounts
    exchanges: Counter[Order]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SystemInBlock:
    """What a system scores on a block; ``words`` are the extractions whose words are checked, with their sentences."""

    masses: Masses
    prepared: PreparedCounts
    words: tuple[tuple[Extraction, Sentence], ...]
    verdicts: tuple[Verdict, ...]
    cliques: tuple[CliqueScore, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class ScoredBlock:
    """The results of all systems on a block, the gold facts that are kept, and verdicts as bytes of their file."""

    number: int
    systems: Mapping[str, SystemInBlock]
    annotations: tuple[Annotation, ...]
    verdicts: bytes = b""

    __repr__ = one_line


@garbage_collection_paused()
def score_block(block: Block) -> ScoredBlock:
    """Score all systems on a block."""
    gold = block.gold if isinstance(block.gold, Gold) else block.gold.load()
    size, options = len(gold.sentences), block.options
    tokens = GoldTokens(gold)
    kept = range(size) if block.sample is None else block.sample.within(block.first, block.first + size)
    judged_places = kept if block.verdicts is None else range(size)
    systems: dict[str, SystemInBlock] = {}
    all_verdicts: dict[str, Sequence[Verdict]] = {}
    for system, output in block.outputs.items():
        extractions = output.load()
        words = _word_sample(extractions, gold, block.word_samples[system])
        prepared = prepare_extractions(extractions, gold, options, divided=block.divided.get(system), tokens=tokens)
        cliques = score_cliques(prepared.extractions, gold, options) if gold.cliques else ()
        masses = score_extractions(prepared.extractions, gold, options, block.applicable, prepared.output)
        measured = [(each.metric, each.facet) for of_metric in masses.measured.by_metric.values() for each in of_metric]
        judged = tuple(
            judge(
                [prepared.extractions[place] for place in judged_places],
                [gold.facts[place] for place in judged_places],
                judging_rule(measured, options.people_steps, options.meaning_answers),
            )
        )
        all_verdicts[system] = judged
        if len(kept) < len(judged_places):
            ids = {gold.sentences[place].id for place in kept}
            judged = tuple(verdict for verdict in judged if verdict.sentence in ids)
        systems[system] = SystemInBlock(masses, prepared.counts, words, judged, cliques)
    written = b""
    if block.verdicts is not None:
        written = verdict_block(block.verdicts.form, gold, all_verdicts)
        if block.verdicts.folder is not None:
            block.verdicts.write(block.number, written)
            written = b""
    return ScoredBlock(block.number, systems, tuple(_annotation(gold, place) for place in kept), written)


def score_extractions(
    extractions: Sequence[Sequence[Extraction]],
    gold: Gold,
    options: Options,
    applicable: Collection[str] | None = None,
    counts: OutputCounts | None = None,
) -> Masses:
    """Score a system's extractions of some sentences, whose gold is given.

    ``applicable`` are the metrics that apply to the whole gold; by default, those that apply to the gold given.
    ``counts`` are those of the extractions, if they are known.
    """
    measured = measure_part(extractions, gold, options, applicable)
    has_credit = _has_credit(measured, options.metrics or gold.metrics, applicable)
    return Masses(
        measured,
        OutputCounts.of(extractions) if counts is None else counts,
        Counter() if has_credit else count_exchanges(extractions, gold.facts),
    )


def _has_credit(part: MeasuredPart, metrics: Sequence[str], applicable: Collection[str] | None) -> bool:
    """Whether the first metric gives any credit; not if the block has no gold for it."""
    for metric in metrics:
        measured = part.by_metric.get(metric)
        if measured:
            corpus = measured[0].corpus
            return bool((corpus.scores_at(-inf) if isinstance(corpus, SweptCorpus) else corpus).total.f1)
        if measured is None and applicable is not None and metric in applicable:
            return False
    return False


def _word_sample(
    extractions: Sequence[Sequence[Extraction]], gold: Gold, places: Sequence[int]
) -> tuple[tuple[Extraction, Sentence], ...]:
    starts = list(accumulate(map(len, extractions), initial=0))
    indices = [bisect_right(starts, place) - 1 for place in places]
    return tuple(
        (extractions[index][place - starts[index]], gold.sentences[index])
        for index, place in zip(indices, places, strict=True)
    )


def _annotation(gold: Gold, place: int) -> Annotation:
    facts = gold.facts[place]
    return Annotation(gold.sentences[place], ()) if facts is None else facts.annotation
