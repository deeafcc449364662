"""WiRe57 (Léchelle, Gotti and Langlais, 2019): word overlap of tuples, slot by slot, matched greedily by F1."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from karat import algebra as k
from karat.errors import InputError, quoted
from karat.metrics.oie.carb import CarbGold
from karat.metrics.oie.oie_metric import OieMetric
from karat.model import Extraction

Share = Literal["precision", "recall", "f1"]
SHARES: tuple[Share, ...] = ("precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class WireSlot:
    """A slot's words, and how many of them are *real*, that is, in the sentence and not inferred by the annotator."""

    words: tuple[str, ...]
    real: int

    def count(self, words: Sequence[str], multiset: bool) -> int:
        """Count the words that are in this slot: each occurrence (as published), or at most as often as here."""
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
        return tuple(word for slot in (*self.slots, *self.others) for word in slot.words)


@dataclass(frozen=True, slots=True)
class Overlap:
    """Counts of a pair: matched words, predicted words, real gold words."""

    matched: int
    predicted: int
    gold: int


def overlap(predicted: WireTuple, gold: WireTuple, multiset: bool = False) -> Overlap | None:
    """Compare slot by slot; ``None`` if a slot with real gold words shares no word with the prediction.

    Arguments after the second need not share a word; those that only the prediction has are ignored.
    """
    matched = words = real = 0
    for slot, gold_slot in zip(predicted.slots, gold.slots, strict=True):
        shared = gold_slot.count(slot.words, multiset)
        if not shared and gold_slot.real:
            return None
        if slot.words:
            matched, words, real = matched + shared, words + len(slot.words), real + gold_slot.real
    for index, gold_slot in enumerate(gold.others):
        real += gold_slot.real
        if index < len(predicted.others):
            slot = predicted.others[index]
            matched, words = matched + gold_slot.count(slot.words, multiset), words + len(slot.words)
    return Overlap(matched, words, real)


@dataclass(frozen=True, slots=True)
class WordShare:
    """Word precision, recall or F1 of a pair; ``clip`` limits recall to 1, which repeated or inferred words exceed."""

    share: Share
    clip: bool = False
    multiset: bool = False

    def __call__(self, predicted: WireTuple, gold: WireTuple) -> k.Number:
        counts = overlap(predicted, gold, self.multiset)
        # A zero denominator gives 0.
        if counts is None or not counts.matched or not counts.gold:
            return 0
        precision, recall = Fraction(counts.matched, counts.predicted), Fraction(counts.matched, counts.gold)
        if self.clip:
            recall = min(recall, Fraction(1))
        if self.share == "f1":
            return 2 * precision * recall / (precision + recall)
        return precision if self.share == "precision" else recall


def _words(tuple_: WireTuple) -> tuple[str, ...]:
    return tuple_.words


def wire57(*, clip: bool = False, multiset: bool = False, optimal: bool = False) -> k.Sides:
    """Build the metric: pairs are matched by their F1, and scored by their precision and their recall.

    ``clip`` limits a pair's recall to 1; ``multiset`` matches a word at most as often as the gold slot has it;
    ``optimal`` maximises the total F1 instead of matching greedily. The published metric does none of these.
    """
    kind = "".join([*(["clipped_"] if clip else []), *(["multiset_"] if multiset else []), "word_"])
    precision, recall, f1 = (
        k.function(WordShare(share, clip, multiset), f"{kind}{share}", keys=_words, own=1, checked=False)
        for share in SHARES
    )
    constraint = k.ONE_TO_ONE if optimal else k.GREEDY
    return k.sides(precision=k.match(precision, constraint, by=f1), recall=k.match(recall, constraint, by=f1))


WIRE57 = wire57().named("wire57")
"""As published: a pair's recall can exceed 1."""

WIRE57_CLIPPED = wire57(clip=True).named("wire57_clipped")
"""The same with every pair's recall limited to 1."""


def same_words(predicted: WireTuple, gold: WireTuple) -> int:
    """Return 1 if all slots of the gold tuple have the prediction's words, inferred ones included."""
    pairs = zip(gold.others, predicted.others, strict=False)
    return int(
        all(mine.words == theirs.words for mine, theirs in zip(predicted.slots, gold.slots, strict=True))
        and len(gold.others) <= len(predicted.others)
        and all(mine.words == theirs.words for theirs, mine in pairs)
    )


def _slots(tuple_: WireTuple) -> tuple[tuple[tuple[str, ...], ...]]:
    """Make one key of the three slots, so that tuples without a word can be equal, too."""
    return (tuple(slot.words for slot in tuple_.slots),)


WIRE57_EXACT = k.match(k.function(same_words, keys=_slots, own=1), k.N_TO_N).f1.named("wire57_exact")
"""Predictions that equal some gold tuple word by word, and gold tuples that equal some prediction."""


@dataclass(frozen=True, slots=True)
class OfPairs:
    """The number of matched pairs, and their mean precision and recall (the paper's figures *of matches*)."""

    pairs: int
    precision: float | None
    recall: float | None


def of_pairs(documents: Iterable[tuple[Sequence[WireTuple], Sequence[WireTuple]]], metric: k.Sides = WIRE57) -> OfPairs:
    """Average over the matched pairs only, without unmatched predictions and missed gold tuples."""
    pairs = [
        (metric.precision.inner.similarity(*pair), metric.recall.inner.similarity(*pair))  # type: ignore[attr-defined]
        for predicted, gold in documents
        for match in metric.alignment(predicted, gold).matches
        for pair in [(match.predicted, match.gold)]
    ]
    if not pairs:
        return OfPairs(0, None, None)
    return OfPairs(
        len(pairs),
        float(Fraction(sum(precision for precision, _ in pairs)) / len(pairs)),
        float(Fraction(sum(recall for _, recall in pairs)) / len(pairs)),
    )


def wire_tuple(extraction: Extraction, inferred: Sequence[int] = ()) -> WireTuple:
    """Split an extraction into words; a missing argument has none.

    ``inferred`` is the number of inferred words of the relation, then of each argument.
    """
    texts = [extraction.relation, *extraction.arguments]
    slots = [
        WireSlot(words := tuple(text.split()), len(words) - (inferred[index] if index < len(inferred) else 0))
        for index, text in enumerate(texts)
    ]
    relation, first, second, *others = [*slots, *[WireSlot((), 0)] * (3 - len(slots))]
    return WireTuple((first, relation, second), tuple(others))


def wire_gold(extraction: Extraction) -> WireTuple:
    """Split a gold tuple into words; those with the index ``inf`` are inferred, without indexes all are real."""
    if not has_own_words(extraction):
        return wire_tuple(extraction)
    fields, names = dict(extraction.other), _slot_names(extraction)
    first, relation, second, *others = (_slot(fields, name) for name in names)
    return WireTuple((first, relation, second), tuple(others))


def has_own_words(extraction: Extraction) -> bool:
    """Whether a gold tuple lists its words, as WiRe57's does; they are not divided as the text of its sentences."""
    fields = dict(extraction.other)
    return all(f"{name}.{key}" in fields for name in _slot_names(extraction) for key in ("words", "words_indexes"))


def _slot_names(extraction: Extraction) -> list[str]:
    return ["arg1", "rel", "arg2", *(f"arg3+[{index}]" for index in range(len(extraction.arguments) - 2))]


def _slot(fields: dict[str, str], name: str) -> WireSlot:
    words = _listed(fields, f"{name}.words")
    if not all(isinstance(word, str) for word in words):
        raise _wrong(fields, f"{name}.words")
    return WireSlot(tuple(words), sum(index != "inf" for index in _listed(fields, f"{name}.words_indexes")))


def _listed(fields: dict[str, str], key: str) -> list[Any]:
    try:
        value = json.loads(fields[key])
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, list):
        raise _wrong(fields, key)
    return value


def _wrong(fields: dict[str, str], key: str) -> InputError:
    return InputError(f"gold's field {key!r}: expected a list of words in JSON, found {quoted(fields[key])}")


def _wire_tuples(extractions: Sequence[Extraction]) -> list[WireTuple]:
    return list(map(wire_tuple, extractions))


def _gold_tuples(gold: CarbGold) -> list[WireTuple]:
    return list(map(wire_gold, gold.annotation.extractions))


def _on_tuples(metric: k.Metric, title: str) -> OieMetric:
    # nary: arguments after the second are compared one by one, never joined.
    return OieMetric(
        metric=metric, title=title, gold="tuples", predicted=_wire_tuples, wanted=_gold_tuples, nary="apart"
    )


WIRE57_ON_TUPLES = _on_tuples(WIRE57, "WiRe57")
WIRE57_CLIPPED_ON_TUPLES = _on_tuples(WIRE57_CLIPPED, "WiRe57, clipped")
WIRE57_EXACT_ON_TUPLES = _on_tuples(WIRE57_EXACT, "WiRe57, exact")
