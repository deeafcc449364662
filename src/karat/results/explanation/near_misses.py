"""Near misses: wrong extractions that one small change would make right, and the change."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.facts import Facts, Triple
from karat.metrics.oie.slots import Split, Tokens, bits
from karat.model import Fact, Slot, Synset
from karat.one_line import one_line
from karat.results.explanation.slot_differences import SlotDifference, slot_difference

SLOT_NAMES = ("subject", "relation", "object")

NEGATIONS = frozenset((
    "not", "n't", "n’t", "cannot", "never", "no", "none", "nobody", "nothing", "neither", "nor", "without",
    "nicht", "nie", "niemals", "nichts", "niemand", "ohne", "kein", "keine", "keinem", "keinen", "keiner", "keines",
    "ne", "n'", "n’", "pas", "jamais", "aucun", "aucune", "rien",
    "不", "没", "沒", "无", "無", "未", "非", "没有", "沒有",
    "नहीं", "न", "मत", "ना",
))  # fmt: skip
SUPPORTS = frozenset({"do", "does", "did"})
"""Auxiliaries that English needs only with a negation, and that are lost or added together with it."""


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
    """A change, the first gold fact that would then accept the extraction, and a description in words."""

    kind: NearMissKind
    synset: Synset
    fact: Fact
    detail: str

    __repr__ = one_line

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


def without_case(text: str) -> list[str]:
    """Split into words without regard to case."""
    return text.casefold().split()


def without_punctuation(text: str) -> list[str]:
    """Split into words without punctuation marks."""
    return "".join(each for each in text if not unicodedata.category(each).startswith("P")).split()


def by_character(text: str) -> str:
    """Make each character a word, so that white space does not matter."""
    return "".join(text.split())


FOLDS: tuple[tuple[NearMissKind, Split, str], ...] = (
    (NearMissKind.WHITE_SPACE, by_character, "right but for the spaces between its words"),
    (NearMissKind.CASE, without_case, "right but for upper and lower case"),
    (NearMissKind.PUNCTUATION, without_punctuation, "right but for punctuation"),
)


class NearMisses:
    """Finds near misses against a sentence's gold; indexes are built when first needed, and kept."""

    def __init__(self, gold: FactGold) -> None:
        self.gold = gold
        self._folded: dict[NearMissKind, Facts] = {}
        self._optional: frozenset[str] | None = None
        self._differences: dict[tuple[Tokens, Slot], SlotDifference] = {}

    def of(self, triple: Triple) -> tuple[NearMiss, ...]:
        """Find all changes that would make a wrong extraction right, each with the first fact in file order.

        If a change of case, punctuation or white space is enough, words are not reported as extra or missing. Where a
        fact accepts the words as they are, a rule has refused the extraction for another reason, and none is found.
        """
        if self.gold.facts.accepting(triple):
            return ()
        folded = tuple(self._by_fold(triple))
        return (*folded, *self._by_order(triple), *(() if folded else self._by_word(triple)))

    def difference(self, words: Tokens, slot: Slot) -> SlotDifference:
        """Compute ``slot_difference``, with a cache."""
        key = (words, slot)
        if key not in self._differences:
            self._differences[key] = slot_difference(words, slot)
        return self._differences[key]

    def _by_fold(self, triple: Triple) -> Iterator[NearMiss]:
        for kind, fold, detail in FOLDS:
            if kind not in self._folded:
                self._folded[kind] = Facts(self.gold.annotation.synsets, fold)
            folded = tuple(tuple(fold(" ".join(slot))) for slot in triple)
            if facts := self._folded[kind].accepting(folded):
                yield NearMiss(kind, *self._first(facts), detail)

    def _by_order(self, triple: Triple) -> Iterator[NearMiss]:
        joined = (tuple(word for slot in triple for word in slot),)
        if divided := self.gold.facts.accepting(joined, "C"):
            detail = "all its words in order, but divided differently into subject, relation and object"
            yield NearMiss(NearMissKind.SLOT_BORDER, *self._first(divided), detail)
        if swapped := self.gold.facts.accepting(triple[::-1]):
            yield NearMiss(NearMissKind.SWAPPED, *self._first(swapped), "right with subject and object exchanged")

    def _by_word(self, triple: Triple) -> Iterator[NearMiss]:
        """Among facts that accept two slots, find those whose third slot differs in one word or a negation."""
        subject, relation, object_ = self.gold.facts.slots(triple)
        close = (relation & object_, subject & object_, subject & relation)
        near_misses: dict[NearMissKind, NearMiss] = {}
        for number in bits(close[0] | close[1] | close[2]):
            slot = next(slot for slot in range(3) if close[slot] >> number & 1)
            synset, fact = self._fact(number)
            difference = self.difference(triple[slot], tuple(fact)[slot])
            kind_and_detail = self._classify(difference, SLOT_NAMES[slot])
            if kind_and_detail is not None:
                kind, detail = kind_and_detail
                near_misses.setdefault(kind, NearMiss(kind, synset, fact, detail))
        yield from (near_misses[kind] for kind in NearMissKind if kind in near_misses)

    def _classify(self, difference: SlotDifference, slot: str) -> tuple[NearMissKind, str] | None:
        extra, missing = difference.extra, difference.missing
        if not extra and _is_negation(missing):
            return NearMissKind.NEGATION, f"the {slot} has lost {_quoted(missing)}"
        if not missing and _is_negation(extra):
            return NearMissKind.NEGATION, f"the {slot} says {_quoted(extra)}, which the gold does not"
        if len(extra) + len(missing) != 1:
            return None
        (word,) = extra or missing
        detail = f"the {slot} has {word!r} too many" if extra else f"the {slot} lacks {word!r}"
        if word in self._optional_words():
            return NearMissKind.OPTIONAL_WORD, f"{detail}, which other facts of the sentence have as optional"
        return (NearMissKind.EXTRA_WORD if extra else NearMissKind.MISSING_WORD), detail

    def _optional_words(self) -> frozenset[str]:
        """Collect the words that are an optional chunk by themselves in some fact of the sentence."""
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

    def _first(self, facts: int) -> tuple[Synset, Fact]:
        return self._fact(next(bits(facts)))

    def _fact(self, number: int) -> tuple[Synset, Fact]:
        synset_index, fact_index = self.gold.facts.place(number)
        synset = self.gold.annotation.synsets[synset_index]
        return synset, synset.facts[fact_index]


def _is_negation(words: tuple[str, ...]) -> bool:
    lower = {word.casefold() for word in words}
    return bool(lower & NEGATIONS) and lower <= NEGATIONS | SUPPORTS


def _quoted(words: tuple[str, ...]) -> str:
    return repr(" ".join(words))
