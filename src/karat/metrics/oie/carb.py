"""CaRB (Bhardwaj et al., 2019): graded word overlap, matched separately for precision and recall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from string import punctuation

from karat import algebra as k
from karat.algebra.plans.swept_corpus import Curve, Step, SweptCorpus, sweep
from karat.algebra.solvers.assignment import Cell
from karat.formats.benchmarks.carb_gold import as_scored, without_empty_ends
from karat.metrics.oie.oie_metric import Choices, Extractions, Measured, OieMetric
from karat.model import Extraction, TupleAnnotation
from karat.one_line import one_line

BE = frozenset({"be", "is", "am", "are", "was", "were", "been", "being"})
_SAYING = ("said", "told", "added", "adds", "says")

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_NO_PUNCTUATION = str.maketrans("", "", punctuation)

CACHE_SIZE = 256
"""For how many predictions a gold tuple caches its shares, which precision and recall both need."""

Words = tuple[str, ...]
Shares = tuple[k.Number, k.Number]


def sentence_key(text: str) -> str:
    """Make a key by which sentences are compared: no spaces, bracket codes or ASCII punctuation."""
    for code, sign in _BRACKETS.items():
        text = text.replace(code, sign)
    return text.replace(" ", "").translate(_NO_PUNCTUATION)


# Hashed and compared by identity, which is fast and all that the cache needs.
@dataclass(frozen=True, slots=True, eq=False)
class WordTuple:
    """A tuple's words: the relation's, the first argument's and all others' together."""

    relation: Words
    arguments: tuple[Words, ...]
    saying: bool
    """Whether the relation is a verb of saying, for which subject and object may be exchanged."""
    shares: dict[WordTuple, Shares] = field(default_factory=dict, repr=False)
    """Cache: word precision and recall of the predictions that this gold tuple was compared with."""

    __repr__ = one_line


def word_tuple(extraction: Extraction) -> WordTuple:
    """Split an extraction into words; arguments after the first are joined."""
    first, others = extraction.arguments[:1], extraction.arguments[1:]
    arguments = (*first, " ".join(others)) if others else first
    saying = any(map(extraction.relation.__contains__, _SAYING))
    return WordTuple(
        tuple(extraction.relation.split()), tuple([tuple(argument.split()) for argument in arguments]), saying
    )


@lru_cache(1 << 16)
def _share(matched: int, words: int) -> k.Number:
    return Fraction(matched, words) if words and matched != words else int(bool(words))


def _shared_words(predicted: Words, gold: Words) -> tuple[int, list[str]]:
    unmatched = list(predicted)
    for word in gold:
        if word in unmatched:
            unmatched.remove(word)
    return len(predicted) - len(unmatched), unmatched


def _compare(predicted: WordTuple, gold: WordTuple, arguments: tuple[Words, ...]) -> Shares:
    if len(arguments) < len(gold.arguments):
        return 0, 0
    matched, unmatched = _shared_words(predicted.relation, gold.relation)
    if "be" in unmatched and not BE.isdisjoint(gold.relation):
        matched += 1
    if not matched:
        return 0, 0
    predicted_words, gold_words = len(predicted.relation), len(gold.relation)
    for own, words in zip(arguments, gold.arguments, strict=False):
        gold_words += len(words)
        predicted_words += len(own)
        matched += _shared_words(own, words)[0]
    return _share(matched, predicted_words), _share(matched, gold_words)


def _computed_shares(predicted: WordTuple, gold: WordTuple) -> Shares:
    pair = _compare(predicted, gold, predicted.arguments)
    if gold.saying and len(predicted.arguments) == 2:
        pair = max(pair, _compare(predicted, gold, predicted.arguments[::-1]))
    return pair


def shares(predicted: WordTuple, gold: WordTuple) -> Shares:
    """Compute word precision and recall of one pair; for a verb of saying also with exchanged arguments."""
    pair = gold.shares.get(predicted)
    if pair is None:
        pair = _computed_shares(predicted, gold)
        if len(gold.shares) > CACHE_SIZE:
            gold.shares.clear()
        gold.shares[predicted] = pair
    return pair


def word_precision(predicted: WordTuple, gold: WordTuple) -> k.Number:
    """Compute the share of the predicted words that are in the same slot of the gold tuple."""
    return shares(predicted, gold)[0]


def word_recall(predicted: WordTuple, gold: WordTuple) -> k.Number:
    """Compute the share of the gold words that are in the same slot of the prediction."""
    return shares(predicted, gold)[1]


def compare_tuples(predicted: list[WordTuple], gold: list[WordTuple]) -> tuple[list[Cell], list[Cell]]:
    """Compute word precision and recall of all pairs, and keep what is above 0.

    What ``CARB`` gives for each side, but each pair is compared once. Relations without a common word have neither.
    """
    rows_of: dict[str, list[int]] = {}
    for row, one in enumerate(predicted):
        for word in _predicted_keys(one):
            rows_of.setdefault(word, []).append(row)
    precisions: list[Cell] = []
    recalls: list[Cell] = []
    for column, other in enumerate(gold):
        for row in {row for word in _gold_keys(other) for row in rows_of.get(word, ())}:
            precision, recall = _computed_shares(predicted[row], other)
            if precision:
                precisions.append((row, column, precision))
            if recall:
                recalls.append((row, column, recall))
    return precisions, recalls


def _predicted_keys(predicted: WordTuple) -> Words:
    return (*predicted.relation, "be") if "be" in predicted.relation else predicted.relation


def _gold_keys(gold: WordTuple) -> Words:
    return gold.relation if BE.isdisjoint(gold.relation) else (*gold.relation, "be")


_KEYS = (_predicted_keys, _gold_keys)

# checked=False: with the credit for `be`, `is` against `is be` has a recall above 1, as in carb.py.
CARB = k.sides(
    precision=k.match(k.function(word_precision, keys=_KEYS, own=1, checked=False), k.GREEDY),
    recall=k.match(k.function(word_recall, keys=_KEYS, own=1, checked=False), k.BEST_PER_GOLD),
    empty=1,
).named("carb")
"""Precision is 1 where nothing is predicted, as in CaRB's program."""


@dataclass(frozen=True, slots=True)
class CarbGold:
    """A sentence's gold tuples as words."""

    annotation: TupleAnnotation
    tuples: tuple[WordTuple, ...]

    __repr__ = one_line


def carb_gold(annotation: TupleAnnotation, *, context: bool = False) -> CarbGold:
    """Prepare a sentence's gold as CaRB reads it; ``context`` keeps arguments marked ``C: ``."""
    scored = without_empty_ends(annotation) if context else as_scored(annotation)
    return CarbGold(annotation, tuple(map(word_tuple, scored.extractions)))


def carb_curve(extractions: Iterable[Sequence[Extraction]], gold: Sequence[CarbGold]) -> Curve:
    """Score a system's output at each of its confidences, and find the best one."""
    return swept_carb(extractions, gold).best()


def swept_carb(extractions: Iterable[Sequence[Extraction]], gold: Sequence[CarbGold]) -> SweptCorpus:
    """Score a system's output, sentence by sentence, at each of its confidences."""
    documents: list[list[Step]] = []
    for predicted, sentence in zip(extractions, gold, strict=True):
        confidences = [extraction.confidence for extraction in predicted]
        tuples = list(map(word_tuple, predicted))
        documents.append(sweep(CARB, tuples, sentence.tuples, confidences, compare_tuples))
    return SweptCorpus.of(documents, [len(sentence.tuples) for sentence in gold], CARB.normaliser)


@dataclass(frozen=True, kw_only=True)
class _CarbOnTuples(OieMetric):
    __repr__ = one_line

    def measure(self, extractions: Extractions, gold: Sequence[CarbGold], choices: Choices) -> Iterator[Measured]:
        yield Measured(self.name, None, swept_carb(extractions, gold), self.metric.signature)


def _word_tuples(extractions: Sequence[Extraction]) -> list[WordTuple]:
    return list(map(word_tuple, extractions))


def _gold_tuples(gold: CarbGold) -> tuple[WordTuple, ...]:
    return gold.tuples


CARB_ON_TUPLES = _CarbOnTuples(
    metric=CARB, title="CaRB", gold="tuples", predicted=_word_tuples, wanted=_gold_tuples, swept=True
)
"""Measured at the confidence with the best F1."""
