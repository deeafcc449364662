"""Near misses: wrong extractions that one small change would make right, and which change that is."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.patterns import Tokens, Triple
from karat.model import Annotation, Chunk, Fact, Slot, Synset
from karat.results.explanation.slot_differences import SlotDifference, slot_difference
from karat.results.explanation.verdicts import FactIndex

SLOT_NAMES = ("subject", "relation", "object")

NEGATIONS = frozenset((
    "not", "n't", "n’t", "cannot", "never", "no", "none", "nobody", "nothing", "neither", "nor", "without",
    "nicht", "nie", "niemals", "nichts", "niemand", "ohne", "kein", "keine", "keinem", "keinen", "keiner", "keines",
    "ne", "n'", "n’", "pas", "jamais", "aucun", "aucune", "rien",
    "不", "没", "沒", "无", "無", "未", "非", "没有", "沒有",
    "नहीं", "न", "मत", "ना",
))  # fmt: skip
SUPPORTS = frozenset({"do", "does", "did"})
"""Words that English needs only beside a negation, and that are lost or added together with it."""


class NearMissKind(StrEnum):
    """The small change that would make an extraction right."""

    WHITE_SPACE = "white space"
    CASE = "case"
    PUNCTUATION = "punctuation"
    SLOT_BORDER = "slot border"
    SWAPPED = "swapped arguments"
    NEGATION = "negation"
    OPTIONAL_WORD = "optional token"
    EXTRA_WORD = "extra token"
    MISSING_WORD = "missing token"


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A change and the first gold fact that would then accept the extraction; ``detail`` says it in words."""

    kind: NearMissKind
    synset: Synset
    fact: Fact
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


def without_case(text: str) -> str:
    """Fold upper and lower case together."""
    return text.casefold()


def without_punctuation(text: str) -> str:
    """Drop punctuation marks; a word of nothing else vanishes."""
    return "".join(sign for sign in text if not unicodedata.category(sign).startswith("P"))


def by_character(text: str) -> str:
    """Make each character a word, so that white space does not matter."""
    return " ".join("".join(text.split()))


FOLDS: tuple[tuple[NearMissKind, Callable[[str], str], str], ...] = (
    (NearMissKind.WHITE_SPACE, by_character, "right but for the spaces between its words"),
    (NearMissKind.CASE, without_case, "right but for upper and lower case"),
    (NearMissKind.PUNCTUATION, without_punctuation, "right but for punctuation"),
)


class NearMisses:
    """A sentence's gold made ready for finding near misses; what it takes is made when first asked for, and kept."""

    def __init__(self, gold: FactGold, index: FactIndex | None = None) -> None:
        self.gold = gold
        self.index = index if index is not None else FactIndex(gold)
        self._folded: dict[NearMissKind, FactIndex] = {}
        self._optional: frozenset[str] | None = None
        self._known: dict[tuple[Tokens, Slot], SlotDifference] = {}

    def of(self, triple: Triple) -> tuple[NearMiss, ...]:
        """All changes that would make a wrong extraction right, one fact each: the first in file order.

        A word in another case is not called a word too many as well.
        """
        folded = tuple(self._by_fold(triple))
        return (*folded, *self._by_order(triple), *(() if folded else self._by_word(triple)))

    def difference(self, words: Tokens, slot: Slot) -> SlotDifference:
        """``slot_difference``, kept."""
        key = (words, slot)
        if key not in self._known:
            self._known[key] = slot_difference(words, slot)
        return self._known[key]

    def _by_fold(self, triple: Triple) -> Iterator[NearMiss]:
        for kind, fold, detail in FOLDS:
            if kind not in self._folded:
                self._folded[kind] = FactIndex(FactGold(_folded(self.gold.annotation, fold)))
            folded = tuple(tuple(fold(" ".join(slot)).split()) for slot in triple)
            place = _first(self._folded[kind], folded)
            if place is not None:
                yield NearMiss(kind, *self._at(place), detail)

    def _by_order(self, triple: Triple) -> Iterator[NearMiss]:
        joined = (tuple(word for slot in triple for word in slot),)
        for synset, patterns in zip(self.gold.annotation.synsets, self.gold.synsets("C"), strict=True):
            place = patterns.accepting(joined)
            if place is not None:
                detail = "all its words in order, but parted elsewhere into subject, relation and object"
                yield NearMiss(NearMissKind.SLOT_BORDER, synset, synset.facts[place], detail)
                break
        swapped = _first(self.index, triple[::-1])
        if swapped is not None:
            yield NearMiss(NearMissKind.SWAPPED, *self._at(swapped), "right with subject and object exchanged")

    def _by_word(self, triple: Triple) -> Iterator[NearMiss]:
        """Of facts that accept two slots, look at the third: one word, or a negation, may be all that differs."""
        subject, relation, object_ = self.index.accepting(triple)
        close = (relation & object_, subject & object_, subject & relation)
        found: dict[NearMissKind, NearMiss] = {}
        for place in _bits(close[0] | close[1] | close[2]):
            number = next(slot for slot in range(3) if close[slot] >> place & 1)
            synset, fact = self._at(place)
            difference = self.difference(triple[number], tuple(fact)[number])
            named = self._named(difference, SLOT_NAMES[number])
            if named is not None and named[0] not in found:
                found[named[0]] = NearMiss(named[0], synset, fact, named[1])
        yield from (found[kind] for kind in NearMissKind if kind in found)

    def _named(self, difference: SlotDifference, slot: str) -> tuple[NearMissKind, str] | None:
        extra, missing = difference.extra, difference.missing
        if not extra and _is_negation(missing):
            return NearMissKind.NEGATION, f"the {slot} has lost {_quoted(missing)}"
        if not missing and _is_negation(extra):
            return NearMissKind.NEGATION, f"the {slot} says {_quoted(extra)}, which the gold does not"
        if len(extra) + len(missing) != 1:
            return None
        (word,) = extra or missing
        free = word in self._optional_words()
        said = f"the {slot} has {word!r} too many" if extra else f"the {slot} lacks {word!r}"
        if free:
            return NearMissKind.OPTIONAL_WORD, f"{said}, which other facts of the sentence have as optional"
        return (NearMissKind.EXTRA_WORD if extra else NearMissKind.MISSING_WORD), said

    def _optional_words(self) -> frozenset[str]:
        """The words that some fact of the sentence has as an optional chunk of its own."""
        if self._optional is None:
            self._optional = frozenset(
                chunk.tokens[0]
                for synset in self.gold.annotation.synsets
                for fact in synset.facts
                for slot in fact
                for chunk in slot.chunks
                if chunk.optional and len(chunk.tokens) == 1
            )
        return self._optional

    def _at(self, place: int) -> tuple[Synset, Fact]:
        number, fact = self.index.places[place]
        synset = self.gold.annotation.synsets[number]
        return synset, synset.facts[fact]


def _folded(annotation: Annotation, fold: Callable[[str], str]) -> Annotation:
    def slot_of(slot: Slot) -> Slot:
        return Slot(tuple(Chunk(fold(chunk.text), chunk.optional) for chunk in slot.chunks))

    synsets = (
        Synset(synset.id, tuple(Fact(*map(slot_of, fact)) for fact in synset.facts)) for synset in annotation.synsets
    )
    return Annotation(annotation.sentence, tuple(synsets))


def _first(index: FactIndex, triple: Triple) -> int | None:
    subject, relation, object_ = index.accepting(triple)
    return next(_bits(subject & relation & object_), None)


def _is_negation(words: tuple[str, ...]) -> bool:
    lower = {word.casefold() for word in words}
    return bool(lower & NEGATIONS) and lower <= NEGATIONS | SUPPORTS


def _quoted(words: tuple[str, ...]) -> str:
    return repr(" ".join(words))


def _bits(places: int) -> Iterator[int]:
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low
