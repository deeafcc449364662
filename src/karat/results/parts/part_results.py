"""Score one part: what a worker does, and what it sends back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from os import urandom
from pathlib import Path

from karat.benchmarks.gold import Gold
from karat.model import Annotation, Extraction, Sentence
from karat.one_line import one_line
from karat.results.explanation.verdicts import Verdict, judging_rule
from karat.results.explanation.verdicts import verdicts as judge
from karat.results.garbage_collection import garbage_collection_paused
from karat.results.options import Options
from karat.results.parts.part import Part
from karat.results.parts.part_scores import PartScores, score_part
from karat.results.parts.preparation import PreparedCounts, prepare_extractions
from karat.results.slot_tokens import GoldTokens
from karat.results.verdict_files.rows import VerdictForm, verdict_block
from karat.results.verdict_files.sample import Sample


@dataclass(frozen=True, slots=True)
class VerdictBlocks:
    """Where the verdicts on each part are written until they are joined to one file."""

    folder: Path
    form: VerdictForm

    @classmethod
    def in_folder(cls, folder: Path, form: VerdictForm) -> VerdictBlocks:
        """Make the folder."""
        folder.mkdir()
        return cls(folder, form)

    def write(self, part: int, block: bytes) -> None:
        """Put the block of a part in place as a whole: a worker that was taken for lost may write it once more."""
        unfinished = self.folder / f"{part}-{urandom(8).hex()}"
        unfinished.write_bytes(block)
        unfinished.replace(self._path(part))

    def read(self, part: int) -> bytes:
        """Read the block of a part."""
        return self._path(part).read_bytes()

    def _path(self, part: int) -> Path:
        return self.folder / f"{part}"


@dataclass(frozen=True, slots=True)
class PartTask:
    """A part and how it is scored.

    ``word_samples`` are, for each system, the places of the extractions whose words are checked, counted in the part.
    ``divided`` says of each system whether its words are divided as its sentences are. ``sample`` are the sentences
    whose verdicts and gold facts are kept, ``None`` for all; ``applicable`` are the metrics of the whole gold.
    """

    part: Part
    options: Options
    applicable: frozenset[str]
    word_samples: Mapping[str, Sequence[int]]
    divided: Mapping[str, bool]
    sample: Sample | None = None
    blocks: VerdictBlocks | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SystemPart:
    """What one system scores on a part; ``words`` are the extractions whose words are checked, with their sentences."""

    scores: PartScores
    counts: PreparedCounts
    words: tuple[tuple[Extraction, Sentence], ...]
    verdicts: tuple[Verdict, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class PartResult:
    """The results of all systems on a part, and the gold facts that are kept."""

    number: int
    systems: Mapping[str, SystemPart]
    annotations: tuple[Annotation, ...]

    __repr__ = one_line


@garbage_collection_paused()
def run_task(task: PartTask) -> PartResult:
    """Score all systems on a part."""
    gold, outputs = task.part.load()
    tokens = GoldTokens(gold)
    first = task.part.first
    kept = range(len(gold.sentences)) if task.sample is None else task.sample.within(first, first + len(gold.sentences))
    results: dict[str, SystemPart] = {}
    all_verdicts: dict[str, Sequence[Verdict]] = {}
    for system, extractions in outputs.items():
        words = _word_sample(extractions, gold, task.word_samples[system])
        prepared = prepare_extractions(extractions, gold, task.options, divided=task.divided[system], tokens=tokens)
        scores = score_part(prepared.extractions, gold, task.options, task.applicable, prepared.output)
        rule = judging_rule(_keys(scores), task.options.people_steps, task.options.meaning_answers)
        judged_places = range(len(gold.sentences)) if task.blocks is not None else kept
        judged = tuple(
            judge(
                [prepared.extractions[place] for place in judged_places],
                [gold.facts[place] for place in judged_places],
                rule,
            )
        )
        all_verdicts[system] = judged
        if len(kept) < len(judged_places):
            ids = {gold.sentences[place].id for place in kept}
            judged = tuple(verdict for verdict in judged if verdict.sentence in ids)
        results[system] = SystemPart(scores, prepared.counts, words, judged)
    if task.blocks is not None:
        task.blocks.write(task.part.number, verdict_block(task.blocks.form, gold, all_verdicts))
    return PartResult(task.part.number, results, tuple(_annotation(gold, place) for place in kept))


def _keys(scores: PartScores) -> list[tuple[str, str | None]]:
    """List the metrics and facets that were measured, in the order of measurements."""
    measured = scores.measured.by_metric
    return [(each.metric, each.facet) for name in measured for each in measured[name]]


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
