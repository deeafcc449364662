"""OIE2016 (Stanovsky and Dagan, 2016; Stanovsky et al., 2018): an extraction with enough gold words is right.

Two programs of this name were published. They differ in ways that change every figure; see :class:`Release`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, isfinite, log
from string import punctuation

from karat import algebra as k
from karat.algebra.plans.swept_corpus import Step, SweptCorpus, area_by_recall, matched_first
from karat.errors import UnknownNameError
from karat.metrics.oie import nltk_data
from karat.metrics.oie.carb import CarbGold, sentence_key
from karat.metrics.oie.nltk_data import noun_lemma
from karat.metrics.oie.oie_metric import Choices, Extractions, Measured, OieMetric
from karat.model import Extraction
from karat.one_line import one_line

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


def oie2016_key(text: str) -> str:
    """Make CaRB's key of a sentence, without characters outside ASCII."""
    return sentence_key(text.encode("ascii", "ignore").decode())


@dataclass(frozen=True, slots=True)
class Release:
    """A published program.

    The share of common words must be above ``least``. ``gated`` requires that the predicates share a word, too;
    ``reuse`` lets a prediction match several gold tuples; ``squared`` is the fault by which a sentence without
    predictions counts the square of its number of gold tuples; ``finite`` reads infinite confidences as 0.
    """

    name: str
    least: float
    gated: bool
    reuse: bool
    squared: bool
    finite: bool


SUPERVISED_OIE = Release("supervised-oie", 0.5, gated=False, reuse=False, squared=True, finite=True)
"""The program of 2018, which the published figures of the test part come from."""

OIE_BENCHMARK = Release("oie-benchmark", 0.25, gated=True, reuse=True, squared=False, finite=False)
"""The program of 2016, in the last state of its repository."""


def oie2016(
    release: Release = SUPERVISED_OIE,
    matcher: str = "lexical",
    lemma: Lemma = noun_lemma,
    cleaned: Cleaned | None = None,
) -> k.Normalised:
    """Build the metric of a release with one of its matchers.

    ``lemma`` is used to compare predicates: by default WordNet's lemmas of nouns, as published; ``str`` keeps words as
    they are.
    """
    by_name = matchers(release.least, lemma if release.gated else None, cleaned)
    if matcher not in by_name:
        raise UnknownNameError("matcher", matcher, by_name)
    # All matches have the same weight, so greedy means: each gold tuple in order takes the first unused prediction.
    if release.reuse:
        return k.match(by_name[matcher], k.ONE_TO_N, ties=k.FIRST).covered_f1.named("oie2016")
    return k.match(by_name[matcher], k.GREEDY).f1.named("oie2016")


OIE2016 = oie2016()
"""Each gold tuple, in order, takes the first unused prediction that has more than half of its words."""


def swept_oie2016(
    extractions: Iterable[Sequence[Extraction]],
    gold: Sequence[Sequence[Extraction]],
    release: Release = SUPERVISED_OIE,
    metric: k.Normalised | None = None,
    *,
    as_published: bool = False,
    splits_conjunctions: bool = False,
) -> SweptCorpus:
    """Score a system's output, sentence by sentence, at each of its confidences.

    All predictions are matched once, then those below a confidence are dropped. ``as_published`` reproduces the
    release's fault in counting the gold. ``splits_conjunctions`` ignores unmatched predictions that share their
    predicate with a matched one of the sentence, as the older release does for systems that split conjunctions.
    """
    metric = metric or (OIE2016 if release == SUPERVISED_OIE else oie2016(release))
    documents: list[list[Step]] = []
    sizes = []
    for sentence, tuples in zip(extractions, gold, strict=True):
        predicted = _without_split_conjunctions(sentence, tuples, metric) if splits_conjunctions else list(sentence)
        confidences = [_confidence(extraction, release) for extraction in predicted]
        documents.append(matched_first(metric, predicted, tuples, confidences))
        sizes.append(len(tuples) ** 2 if as_published and release.squared and not sentence else len(tuples))
    return SweptCorpus.of(documents, sizes, metric.normaliser, to_full_recall=True)


def _confidence(extraction: Extraction, release: Release) -> float:
    confidence = extraction.confidence
    return 0.0 if release.finite and not isfinite(confidence) else confidence


def _without_split_conjunctions(
    predicted: Sequence[Extraction], gold: Sequence[Extraction], metric: k.Normalised
) -> list[Extraction]:
    alignment = metric(predicted, gold).alignment
    assert alignment is not None, "one sentence has an alignment"
    used = {id(match.predicted) for match in alignment.matches}
    predicates = {match.predicted.relation for match in alignment.matches}
    return [extraction for extraction in predicted if id(extraction) in used or extraction.relation not in predicates]


def published_auc(points: Sequence[tuple[float, float]]) -> float:
    """Compute the area as published: (recall, precision) are written with twelve digits, then sorted by recall."""
    return area_by_recall([(float(f"{recall:.12g}"), float(f"{precision:.12g}")) for recall, precision in points])


@dataclass(frozen=True, kw_only=True)
class _Oie2016OnTuples(OieMetric):
    __repr__ = one_line

    def measure(self, extractions: Extractions, gold: Sequence[CarbGold], choices: Choices) -> Iterator[Measured]:
        swept = swept_oie2016(extractions, list(map(self.wanted, gold)), as_published=choices.as_published)
        obeyed = {"release": SUPERVISED_OIE.name, "unpredicted": "n²" if choices.as_published else "n"}
        yield Measured(self.name, None, swept, self.metric.signature, obeyed)


def _gold_extractions(gold: CarbGold) -> tuple[Extraction, ...]:
    return gold.annotation.extractions


OIE2016_ON_TUPLES = _Oie2016OnTuples(
    metric=OIE2016, title="OIE2016", gold="tuples", wanted=_gold_extractions, obeys=("as_published",), swept=True
)
"""Measured by the release that the published figures come from, at the confidence with the best F1."""
