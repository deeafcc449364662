"""OIE2016's matchers: when a prediction and a gold tuple count as the same (Stanovsky and Dagan, 2016).

The paper describes a matcher of head words, but neither release of the program has one.
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
    """List predicate and arguments as read from a stripped row: without spaces and empty arguments at the end."""
    return "\t".join((extraction.relation, *extraction.arguments)).rstrip().split("\t")


@lru_cache(1 << 16)
def words(extraction: Extraction) -> tuple[str, ...]:
    """Split an extraction at single spaces: two spaces in a row have an empty word between them."""
    return tuple(" ".join(columns(extraction)).split(" "))


def _argument_text(extraction: Extraction) -> str:
    return " ".join(columns(extraction)[1:])


def _equal_pairs(predicted: Sequence[str], gold: Sequence[str]) -> int:
    """Count all pairs of equal words: a word that each side has twice counts four times."""
    predicted_times = Counter(predicted)
    return sum(times * predicted_times[word] for word, times in Counter(gold).items())


def word_coverage(predicted: Extraction, gold: Extraction) -> k.Number:
    """Divide the pairs of equal words by the gold words; repeated words can take it above 1."""
    gold_words = words(gold)
    return Fraction(_equal_pairs(words(predicted), gold_words), len(gold_words))


@dataclass(frozen=True, slots=True)
class GatedCoverage:
    """Word coverage, but 0 where the predicates share no lemma."""

    lemma: Lemma

    def __call__(self, predicted: Extraction, gold: Extraction) -> k.Number:
        predicted_lemmas, gold_lemmas = (
            {self.lemma(word) for word in extraction.relation.split()} for extraction in (predicted, gold)
        )
        return 0 if predicted_lemmas.isdisjoint(gold_lemmas) else word_coverage(predicted, gold)


def argument_coverage(predicted: Extraction, gold: Extraction) -> k.Number:
    """Divide the pairs of equal words by the gold words, arguments only."""
    predicted_words, gold_words = (_argument_text(extraction).split(" ") for extraction in (predicted, gold))
    return Fraction(_equal_pairs(predicted_words, gold_words), len(gold_words))


def character_coverage(predicted: Extraction, gold: Extraction) -> k.Number:
    """Divide the pairs of equal characters by the gold characters, arguments only; nearly always far above 1.

    The published program does so because it treats a string as a list of words.
    """
    gold_text = _argument_text(gold)
    return Fraction(_equal_pairs(_argument_text(predicted), gold_text), len(gold_text)) if gold_text else 0


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Lower words, and remove stop words (by default NLTK's English ones) and punctuation marks."""

    stop_words: frozenset[str] | None = None

    def __call__(self, words: Sequence[str]) -> list[str]:
        stop_words = nltk_data.stop_words() if self.stop_words is None else self.stop_words
        lower = (word.lower() for word in words)
        return [word for word in lower if word not in stop_words and not (len(word) == 1 and word in punctuation)]


@dataclass(frozen=True, slots=True)
class SameBag:
    """1 if both have the same cleaned words, in any order."""

    cleaned: Cleaned = Cleaned()

    def __call__(self, predicted: Extraction, gold: Extraction) -> k.Number:
        return int(Counter(self.cleaned(words(predicted))) == Counter(self.cleaned(words(gold))))


@dataclass(frozen=True, slots=True)
class SamePredicate:
    """1 if both predicates have the same cleaned words, in the same order."""

    cleaned: Cleaned = Cleaned()

    def __call__(self, predicted: Extraction, gold: Extraction) -> k.Number:
        return int(self.cleaned(predicted.relation.split(" ")) == self.cleaned(gold.relation.split(" ")))


def _grams(sequence: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    return (tuple(sequence[start : start + size]) for start in range(len(sequence) - size + 1))


def sentence_bleu(predicted: Extraction, gold: Extraction) -> float:
    """Compute unsmoothed BLEU-4 of the prediction against the gold: 0 where any n-gram size has no match."""
    predicted_words, gold_words = words(predicted), words(gold)
    logs = 0.0
    for size in range(1, 5):
        candidate, reference = Counter(_grams(predicted_words, size)), Counter(_grams(gold_words, size))
        shared = (candidate & reference).total()
        if not shared:
            return 0.0
        logs += log(shared / candidate.total()) / 4
    brevity = min(0.0, 1 - len(gold_words) / len(predicted_words))
    return exp(brevity + logs)


def matchers(least: float, lemma: Lemma | None = None, cleaned: Cleaned | None = None) -> dict[str, k.Similarity]:
    """Build the matchers by name; coverage must be above ``least``, ``lemma`` gates it as in the older release."""
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
