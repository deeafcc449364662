"""WiRe57 (Léchelle, Gotti and Langlais, 2019): word overlap of tuples, slot by slot, matched greedily by F1."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from karat import algebra as k
from karat.metrics.oie.carb import CarbGold
from karat.metrics.oie.oie_metric import OieMetric
from karat.model import Extraction

Share = Literal["precision", "recall", "f1"]
SHARES: tuple[Share, ...] = ("precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class WireSlot:
    """A slot's words, and how many of them are *real*: in the sentence, not inferred by the annotator."""

    words: tuple[str, ...]
    real: int

    def found(self, words: Sequence[str], multiset: bool) -> int:
        """How many of the words stand here: each time they occur (as published), or as often as they stand here."""
        if multiset:
            return (Counter(words) & Counter(self.words)).total()
        return sum(word in self.words for word in words)


@dataclass(frozen=True, slots=True)
class WireTuple:
    """First argument, relation and second argument, and the arguments after them."""

    slots: tuple[WireSlot, WireSlot, WireSlot]
    others: tuple[WireSlot, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all slots."""
        return tuple(word for slot in (*self.slots, *self.others) for word in slot.words)


@dataclass(frozen=True, slots=True)
class Overlap:
    """Words matched, words predicted, real words of the gold."""

    matched: int
    predicted: int
    gold: int


def overlap(predicted: WireTuple, gold: WireTuple, multiset: bool = False) -> Overlap | None:
    """Compare slot by slot; ``None`` where a slot with real gold words shares none with the prediction.

    Arguments after the second need share nothing; those that only the prediction has cost nothing.
    """
    matched = words = real = 0
    for mine, theirs in zip(predicted.slots, gold.slots, strict=True):
        found = theirs.found(mine.words, multiset)
        if not found and theirs.real:
            return None
        if mine.words:
            matched, words, real = matched + found, words + len(mine.words), real + theirs.real
    for place, theirs in enumerate(gold.others):
        real += theirs.real
        if place < len(predicted.others):
            mine = predicted.others[place]
            matched, words = matched + theirs.found(mine.words, multiset), words + len(mine.words)
    return Overlap(matched, words, real)


@dataclass(frozen=True, slots=True)
class WordShare:
    """Word precision, recall or F1 of a pair; ``clip`` holds recall at 1, which repeated or inferred words can pass."""

    share: Share
    clip: bool = False
    multiset: bool = False

    def __call__(self, predicted: WireTuple, gold: WireTuple) -> k.Number:
        """Compare two tuples."""
        found = overlap(predicted, gold, self.multiset)
        # A pair of which one side has no words to divide by scores 0.
        if found is None or not found.matched or not found.gold:
            return 0
        precision, recall = Fraction(found.matched, found.predicted), Fraction(found.matched, found.gold)
        if self.clip:
            recall = min(recall, Fraction(1))
        if self.share == "f1":
            return 2 * precision * recall / (precision + recall)
        return precision if self.share == "precision" else recall


def _words(tuple_: WireTuple) -> tuple[str, ...]:
    return tuple_.words


def wire57(*, clip: bool = False, multiset: bool = False, optimal: bool = False) -> k.Sides:
    """Build the metric: pairs are chosen by their F1, and count by their precision and by their recall.

    ``clip`` holds a pair's recall at 1; ``multiset`` matches a word no more often than the gold slot has it;
    ``optimal`` chooses the pairs of the largest total F1 in place of the greedy ones. None of them is published.
    """
    kind = "".join([*(["clipped_"] if clip else []), *(["multiset_"] if multiset else []), "word_"])
    precision, recall, f1 = (
        k.function(WordShare(share, clip, multiset), f"{kind}{share}", keys=_words, own=1, checked=False)
        for share in SHARES
    )
    constraint = k.ONE_TO_ONE if optimal else k.GREEDY
    return k.sides(precision=k.match(precision, constraint, by=f1), recall=k.match(recall, constraint, by=f1))


WIRE57 = wire57().named("wire57")
"""As published: a pair's recall can pass 1."""

WIRE57_CLIPPED = wire57(clip=True).named("wire57_clipped")
"""The same with every pair's recall held at 1."""


def same_words(predicted: WireTuple, gold: WireTuple) -> int:
    """1 where all slots of the gold tuple have the prediction's words, inferred ones included."""
    pairs = zip(gold.others, predicted.others, strict=False)
    return int(
        all(mine.words == theirs.words for mine, theirs in zip(predicted.slots, gold.slots, strict=True))
        and len(gold.others) <= len(predicted.others)
        and all(mine.words == theirs.words for theirs, mine in pairs)
    )


def _slots(tuple_: WireTuple) -> tuple[tuple[tuple[str, ...], ...]]:
    """All three slots as one key, so that tuples without a word can be the same too."""
    return (tuple(slot.words for slot in tuple_.slots),)


WIRE57_EXACT = k.match(k.function(same_words, keys=_slots, own=1), k.N_TO_N).f1.named("wire57_exact")
"""Predictions that are some gold tuple word by word, and gold tuples that some prediction is."""


@dataclass(frozen=True, slots=True)
class OfPairs:
    """How many pairs were matched, and their mean precision and recall (the paper's figures *of matches*)."""

    pairs: int
    precision: float | None
    recall: float | None


def of_pairs(documents: Iterable[tuple[Sequence[WireTuple], Sequence[WireTuple]]], metric: k.Sides = WIRE57) -> OfPairs:
    """Average over the matched pairs alone, leaving out what was predicted in vain and what was missed."""
    found = [
        (metric.precision.inner.similarity(*pair), metric.recall.inner.similarity(*pair))  # type: ignore[attr-defined]
        for predicted, gold in documents
        for match in metric.alignment(predicted, gold).matches
        for pair in [(match.predicted, match.gold)]
    ]
    if not found:
        return OfPairs(0, None, None)
    return OfPairs(
        len(found),
        float(Fraction(sum(one for one, _ in found)) / len(found)),
        float(Fraction(sum(other for _, other in found)) / len(found)),
    )


def wire_tuple(extraction: Extraction, inferred: Sequence[int] = ()) -> WireTuple:
    """The words of an extraction; ``inferred`` says how many of the relation's, then of each argument's, are not real.

    An argument that is missing has no words.
    """
    texts = [extraction.relation, *extraction.arguments]
    slots = [
        WireSlot(words := tuple(text.split()), len(words) - (inferred[place] if place < len(inferred) else 0))
        for place, text in enumerate(texts)
    ]
    relation, first, second, *others = [*slots, *[WireSlot((), 0)] * (3 - len(slots))]
    return WireTuple((first, relation, second), tuple(others))


def wire_gold(extraction: Extraction) -> WireTuple:
    """A gold tuple's words; those with the index ``inf`` are inferred, and without indexes all are real."""
    said = dict(extraction.other)
    names = ["arg1", "rel", "arg2", *(f"arg3+[{place}]" for place in range(len(extraction.arguments) - 2))]
    if any(f"{name}.{key}" not in said for name in names for key in ("words", "words_indexes")):
        return wire_tuple(extraction)
    first, relation, second, *others = (_slot(said, name) for name in names)
    return WireTuple((first, relation, second), tuple(others))


def _slot(said: dict[str, str], name: str) -> WireSlot:
    words, indexes = (json.loads(said[f"{name}.{key}"]) for key in ("words", "words_indexes"))
    return WireSlot(tuple(words), sum(index != "inf" for index in indexes))


def _wire_tuples(extractions: Sequence[Extraction]) -> list[WireTuple]:
    return list(map(wire_tuple, extractions))


def _gold_tuples(gold: CarbGold) -> list[WireTuple]:
    return list(map(wire_gold, gold.annotation.extractions))


def _on_tuples(metric: k.Metric, title: str) -> OieMetric:
    # Arguments after the second are compared one by one, never joined.
    return OieMetric(
        metric=metric, title=title, gold="tuples", predicted=_wire_tuples, wanted=_gold_tuples, nary="apart"
    )


WIRE57_ON_TUPLES = _on_tuples(WIRE57, "WiRe57")
WIRE57_CLIPPED_ON_TUPLES = _on_tuples(WIRE57_CLIPPED, "WiRe57, clipped")
WIRE57_EXACT_ON_TUPLES = _on_tuples(WIRE57_EXACT, "WiRe57, exact")
