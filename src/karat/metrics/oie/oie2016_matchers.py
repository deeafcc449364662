"""OIE2016's matchers: when a prediction and a gold tuple count as the same (Stanovsky and Dagan, 2016).

There is no matcher of head words in either release of the program, though the paper speaks of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, log
from string import punctuation

from karat import algebra as k
from karat.metrics.oie import nltk_data
from karat.model import Extraction

Lemma = Callable[[str], str]
BLEU_LEAST = 0.4


def columns(extraction: Extraction) -> list[str]:
    """The predicate and the arguments of a row that was stripped: without empty arguments and spaces at its end."""
    return "\t".join((extraction.relation, *extraction.arguments)).rstrip().split("\t")


@lru_cache(1 << 16)
def words(extraction: Extraction) -> tuple[str, ...]:
    """All words, split at single spaces: two spaces in a row have an empty word between them."""
    return tuple(" ".join(columns(extraction)).split(" "))


def _argument_text(extraction: Extraction) -> str:
    return " ".join(columns(extraction)[1:])


def _equal_pairs(predicted: Sequence[str], gold: Sequence[str]) -> int:
    """Count the pairs of equal words, every pair: a word that each side has twice counts four times."""
    mine = Counter(predicted)
    return sum(times * mine[word] for word, times in Counter(gold).items())


def word_coverage(predicted: Extraction, gold: Extraction) -> k.Number:
    """Pairs of equal words for each gold word; with repeated words it can pass 1."""
    theirs = words(gold)
    return Fraction(_equal_pairs(words(predicted), theirs), len(theirs))


@dataclass(frozen=True, slots=True)
class GatedCoverage:
    """The same, where the predicates share a word by their lemmas; else 0."""

    lemma: Lemma

    def __call__(self, predicted: Extraction, gold: Extraction) -> k.Number:
        """Compare two tuples."""
        mine, theirs = ({self.lemma(word) for word in each.relation.split()} for each in (predicted, gold))
        return 0 if mine.isdisjoint(theirs) else word_coverage(predicted, gold)


def argument_coverage(predicted: Extraction, gold: Extraction) -> k.Number:
    """Pairs of equal words for each gold word, arguments only."""
    mine, theirs = (_argument_text(each).split(" ") for each in (predicted, gold))
    return Fraction(_equal_pairs(mine, theirs), len(theirs))


def character_coverage(predicted: Extraction, gold: Extraction) -> k.Number:
    """Pairs of equal characters for each gold character, arguments only: practically always more than enough.

    The published program compares so, since it takes a text for a list of words.
    """
    theirs = _argument_text(gold)
    return Fraction(_equal_pairs(_argument_text(predicted), theirs), len(theirs)) if theirs else 0


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Words in lower case without stop words and signs; NLTK's English stop words unless others are given."""

    stop_words: frozenset[str] | None = None

    def __call__(self, words: Sequence[str]) -> list[str]:
        """Clean words."""
        left_out = nltk_data.stop_words() if self.stop_words is None else self.stop_words
        lower = (word.lower() for word in words)
        return [word for word in lower if word not in left_out and not (len(word) == 1 and word in punctuation)]


@dataclass(frozen=True, slots=True)
class SameBag:
    """1 where both have the same cleaned words, in any order."""

    cleaned: Cleaned = Cleaned()

    def __call__(self, predicted: Extraction, gold: Extraction) -> k.Number:
        """Compare two tuples."""
        return int(Counter(self.cleaned(words(predicted))) == Counter(self.cleaned(words(gold))))


@dataclass(frozen=True, slots=True)
class SamePredicate:
    """1 where both predicates have the same cleaned words, in the same order."""

    cleaned: Cleaned = Cleaned()

    def __call__(self, predicted: Extraction, gold: Extraction) -> k.Number:
        """Compare two tuples."""
        return int(self.cleaned(predicted.relation.split(" ")) == self.cleaned(gold.relation.split(" ")))


def _grams(sequence: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    return (tuple(sequence[start : start + size]) for start in range(len(sequence) - size + 1))


def sentence_bleu(predicted: Extraction, gold: Extraction) -> float:
    """BLEU of the prediction against the gold, up to four words in a row, not smoothed: 0 where one has no match."""
    mine, theirs = words(predicted), words(gold)
    logs = 0.0
    for size in range(1, 5):
        found, reference = Counter(_grams(mine, size)), Counter(_grams(theirs, size))
        shared = (found & reference).total()
        if not shared:
            return 0.0
        logs += log(shared / found.total()) / 4
    brevity = min(0.0, 1 - len(theirs) / len(mine))
    return exp(brevity + logs)


def matchers(least: float, lemma: Lemma | None = None, cleaned: Cleaned | None = None) -> dict[str, k.Similarity]:
    """The matchers by name; ``least`` is what a share of words must pass, ``lemma`` the gate of the older release."""
    coverage = word_coverage if lemma is None else GatedCoverage(lemma)
    name = "word_coverage" if lemma is None else "gated_word_coverage"
    clean = cleaned or Cleaned()
    return {
        "lexical": k.function(coverage, name, keys=words, own=1, checked=False).above(least),
        "bag_of_words": k.function(SameBag(clean), "same_bag", own=1),
        "predicate": k.function(SamePredicate(clean), "same_predicate", own=1),
        "argument": k.function(argument_coverage, own=1, checked=False).above(least),
        "argument_published": k.function(character_coverage, own=1, checked=False).above(least),
        "bleu": k.function(sentence_bleu, own=1, checked=False).above(BLEU_LEAST),
    }
