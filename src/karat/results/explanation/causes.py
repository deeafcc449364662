"""Causes: why an extraction is wrong, and the near misses, which one small change would make right.

Every wrong extraction has exactly one cause, and every missed fact has one: docs/what-to-fix.md defines them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from karat.errors import UnknownNameError
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.facts import Facts, Triple
from karat.metrics.oie.slots import Split, bits
from karat.model import Fact, Synset
from karat.one_line import one_line
from karat.results.explanation.slot_differences import SLOT_NAMES, SlotDifference, slot_difference


class Cause(StrEnum):
    """Why an extraction is wrong or a fact is missed, and how near an extraction is; the first that applies counts."""

    NO_GOLD = "sentence without gold facts"
    CREDIT_TAKEN = "credit taken by another extraction"
    WHITE_SPACE = "white space"
    CASE = "case"
    PUNCTUATION = "punctuation"
    SLOT_BORDER = "slot border"
    SWAPPED = "swapped arguments"
    NEGATION = "negation"
    OPTIONAL_WORD = "optional token"
    EXTRA_WORD = "extra token"
    MISSING_WORD = "missing token"
    LONG_SUBJECT = "too long a subject"
    LONG_RELATION = "too long a relation"
    LONG_OBJECT = "too long an object"
    SHORT_SUBJECT = "too short a subject"
    SHORT_RELATION = "too short a relation"
    SHORT_OBJECT = "too short an object"
    OTHER_SUBJECT = "wrong subject"
    OTHER_RELATION = "wrong relation"
    OTHER_OBJECT = "wrong object"
    SUBJECT_AND_RELATION = "wrong subject and relation"
    SUBJECT_AND_OBJECT = "wrong subject and object"
    RELATION_AND_OBJECT = "wrong relation and object"
    NO_SLOT = "no slot right"
    SILENT = "nothing extracted from the sentence"
    NOT_EXTRACTED = "fact not extracted"
    CREDITED_ELSEWHERE = "credited to another fact"


ONE_WORD = (Cause.OPTIONAL_WORD, Cause.EXTRA_WORD, Cause.MISSING_WORD)
"""Near misses by a single word, whose cause is that the slot is too long, too short or wrong."""

CAUSES = tuple(cause for cause in Cause if cause not in ONE_WORD)
"""What can be the cause of a mistake."""

LONG = (Cause.LONG_SUBJECT, Cause.LONG_RELATION, Cause.LONG_OBJECT)
SHORT = (Cause.SHORT_SUBJECT, Cause.SHORT_RELATION, Cause.SHORT_OBJECT)
OTHER = (Cause.OTHER_SUBJECT, Cause.OTHER_RELATION, Cause.OTHER_OBJECT)
TWO_SLOTS = (Cause.RELATION_AND_OBJECT, Cause.SUBJECT_AND_OBJECT, Cause.SUBJECT_AND_RELATION)
"""Two wrong slots, by the index of the right one."""

LEFT_OUT = frozenset({Cause.NO_GOLD, Cause.CREDIT_TAKEN, Cause.NO_SLOT})
"""Causes of extractions that no gold fact can repair; they can only be left out."""

OF_FACTS = frozenset({Cause.SILENT, Cause.NOT_EXTRACTED, Cause.CREDITED_ELSEWHERE})
"""Causes of missed facts that no wrong extraction comes close to."""


def cause_named(name: str) -> Cause:
    """Find a cause by its name in any case, or by words that only one name has.

    >>> cause_named("Too long an object") is cause_named("long object") is Cause.LONG_OBJECT
    True
    """
    words = name.casefold().replace("-", " ").replace("_", " ").split()
    names = {cause.value: cause for cause in CAUSES}
    if (wanted := " ".join(words)) in names:
        return names[wanted]
    having = [cause for known, cause in names.items() if words and set(words) <= set(known.split())]
    if len(having) == 1:
        return having[0]
    raise UnknownNameError("kind", wanted, [cause.value for cause in having] or names)


def cause_of_differences(differences: Sequence[SlotDifference]) -> Cause:
    """Name the cause by the slots that differ from the closest fact, and how."""
    wrong = [slot for slot, difference in enumerate(differences) if not difference.agrees]
    if len(wrong) == 1:
        (slot,) = wrong
        difference = differences[slot]
        if not difference.missing:
            return LONG[slot]
        return OTHER[slot] if difference.extra else SHORT[slot]
    if len(wrong) == 2:
        (right,) = {0, 1, 2} - set(wrong)
        return TWO_SLOTS[right]
    return Cause.NO_SLOT


NEGATIONS = frozenset((
    "not", "n't", "n’t", "cannot", "never", "no", "none", "nobody", "nothing", "neither", "nor", "without",
    "nicht", "nie", "niemals", "nichts", "niemand", "ohne", "kein", "keine", "keinem", "keinen", "keiner", "keines",
    "ne", "n'", "n’", "pas", "jamais", "aucun", "aucune", "rien",
    "不", "没", "沒", "无", "無", "未", "非", "没有", "沒有",
    "नहीं", "न", "मत", "ना",
))  # fmt: skip
SUPPORTS = frozenset({"do", "does", "did"})
"""Auxiliaries that English needs only with a negation, and that are lost or added together with it."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A change, the gold fact that would then accept the extraction, and a description in words.

    Of several such facts it is the closest one, or else the first.
    """

    kind: Cause
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


FOLDS: tuple[tuple[Cause, Split, str], ...] = (
    (Cause.WHITE_SPACE, by_character, "right but for the spaces between its words"),
    (Cause.CASE, without_case, "right but for upper and lower case"),
    (Cause.PUNCTUATION, without_punctuation, "right but for punctuation"),
)


class NearMisses:
    """Finds near misses against a sentence's gold; indexes are built when first needed, and kept."""

    def __init__(self, gold: FactGold) -> None:
        self.gold = gold
        self._folded: dict[Cause, Facts] = {}

    def of(self, triple: Triple, closest: int | None = None) -> tuple[NearMiss, ...]:
        """Find all changes that would make a wrong extraction right; ``closest`` is the number of its closest fact.

        If a change of case, punctuation or white space is enough, words are not reported as extra or missing. Where a
        fact accepts the words as they are, a rule has refused the extraction for another reason, and none is found.
        """
        facts = self.gold.facts
        if facts.accepting(triple):
            return ()
        joined = (tuple(word for slot in triple for word in slot),)
        divided = "all its words in order, but divided differently into subject, relation and object"
        exchanged = "right with subject and object exchanged"
        folded = tuple(self._folds(triple))
        changes = [
            *folded,
            (Cause.SLOT_BORDER, facts.accepting(joined, "C"), divided),
            (Cause.SWAPPED, facts.accepting(triple[::-1]), exchanged),
            *(() if folded else self._words(triple, closest)),
        ]
        preferred = 0 if closest is None else 1 << closest
        return tuple(
            NearMiss(kind, *self._first(found & preferred or found), detail) for kind, found, detail in changes if found
        )

    def _folds(self, triple: Triple) -> Iterator[tuple[Cause, int, str]]:
        for kind, fold, detail in FOLDS:
            if kind not in self._folded:
                self._folded[kind] = Facts(self.gold.annotation.synsets, fold)
            folded = tuple(tuple(fold(" ".join(slot))) for slot in triple)
            if facts := self._folded[kind].accepting(folded):
                yield kind, facts, detail

    def _words(self, triple: Triple, closest: int | None) -> Iterator[tuple[Cause, int, str]]:
        """Among facts that accept two slots, find those whose third slot differs in one word or a negation."""
        subject, relation, object_ = self.gold.facts.slots(triple)
        close = (relation & object_, subject & object_, subject & relation)
        found: dict[Cause, tuple[int, str]] = {}
        for number in sorted(bits(close[0] | close[1] | close[2]), key=lambda number: (number != closest, number)):
            slot = next(slot for slot in range(3) if close[slot] >> number & 1)
            _, fact = self._first(1 << number)
            change = self._change(slot_difference(triple[slot], tuple(fact)[slot]), SLOT_NAMES[slot])
            if change is not None:
                kind, detail = change
                found.setdefault(kind, (1 << number, detail))
        yield from ((kind, *found[kind]) for kind in Cause if kind in found)

    def _change(self, difference: SlotDifference, slot: str) -> tuple[Cause, str] | None:
        extra, missing = difference.extra, difference.missing
        if not extra and _is_negation(missing):
            return Cause.NEGATION, f"the {slot} has lost {_quoted(missing)}"
        if not missing and _is_negation(extra):
            return Cause.NEGATION, f"the {slot} says {_quoted(extra)}, which the gold does not"
        if len(extra) + len(missing) != 1:
            return None
        (word,) = extra or missing
        detail = f"the {slot} has {word!r} too many" if extra else f"the {slot} lacks {word!r}"
        if word in self._optional_words:
            return Cause.OPTIONAL_WORD, f"{detail}, which other facts of the sentence have as optional"
        return (Cause.EXTRA_WORD if extra else Cause.MISSING_WORD), detail

    @cached_property
    def _optional_words(self) -> frozenset[str]:
        """The words that are an optional chunk by themselves in some fact of the sentence."""
        patterns = {pattern for row in self.gold.facts.rows for pattern in row}
        return frozenset(
            pattern.symbols[start] for pattern in patterns for start, stop in pattern.skips if stop == start + 1
        )

    def _first(self, facts: int) -> tuple[Synset, Fact]:
        synset_index, fact_index = self.gold.facts.place(next(bits(facts)))
        synset = self.gold.annotation.synsets[synset_index]
        return synset, synset.facts[fact_index]


def _is_negation(words: tuple[str, ...]) -> bool:
    lower = {word.casefold() for word in words}
    return bool(lower & NEGATIONS) and lower <= NEGATIONS | SUPPORTS


def _quoted(words: tuple[str, ...]) -> str:
    return repr(" ".join(words))
