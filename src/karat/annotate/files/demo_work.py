"""The work of the demo's two annotators: the sample's gold, with small changes drawn from a seed.

Each annotator leaves out one synset in five and one further wording in five, and takes one optional group of words in
five as required, in all triples of the synset alike. These are the differences that annotators of BenchIE report: a
missed fact, a missed wording, and what is optional. The first half of the sentences is done by both, the next quarter
by the first annotator only, and of the rest the second one has done every third.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from karat.model import Annotation, Chunk, Fact, Slot, Synset

CHANGED = 0.2
"""The share of synsets and wordings that are left out, and of optional groups that are taken as required."""

SEEDS = (19, 23)
"""The seeds of the two annotators."""


def work_of(annotator: int, gold: Sequence[Annotation]) -> list[Annotation]:
    """Give the finished sentences of the first (0) or the second (1) annotator, with that annotator's changes."""
    return [
        # Random, but always the same: nothing here is secret.
        change_annotation(annotation, Random(f"{SEEDS[annotator]} {annotation.sentence.id}"))  # noqa: S311
        for index, annotation in enumerate(gold)
        if is_done(annotator, index, len(gold))
    ]


def is_done(annotator: int, index: int, count: int) -> bool:
    """Whether an annotator has done the sentence with this index.

    >>> [[is_done(annotator, index, 8) for index in range(8)].count(True) for annotator in (0, 1)]
    [6, 5]
    """
    if index < count // 2:
        return True
    if index < 3 * count // 4:
        return annotator == 0
    return annotator == 1 and index % 3 == 0


def change_annotation(annotation: Annotation, random: Random) -> Annotation:
    """Leave out some synsets and wordings, and take some optional words as required; a first synset always stays."""
    synsets = [
        _change_synset(synset, random)
        for index, synset in enumerate(annotation.synsets)
        if random.random() >= CHANGED or not index
    ]
    numbered = (replace(synset, id=str(number)) for number, synset in enumerate(synsets, 1))
    return replace(annotation, synsets=tuple(numbered))


def _change_synset(synset: Synset, random: Random) -> Synset:
    facts = [fact for index, fact in enumerate(synset.facts) if random.random() >= CHANGED or not index]
    optional = sorted({chunk.text for fact in facts for slot in fact for chunk in slot.chunks if chunk.optional})
    required = frozenset(text for text in optional if random.random() < CHANGED)
    return replace(synset, facts=tuple(_require(fact, required) for fact in facts))


def _require(fact: Fact, required: frozenset[str]) -> Fact:
    """Make optional groups of words required, each word a chunk of its own."""
    return Fact(*(Slot(tuple(part for chunk in slot.chunks for part in _parts(chunk, required))) for slot in fact))


def _parts(chunk: Chunk, required: frozenset[str]) -> list[Chunk]:
    if not chunk.optional or chunk.text not in required:
        return [chunk]
    return [Chunk(word) for word in chunk.tokens]
