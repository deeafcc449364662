"""Synthetic documents with coreference clusters, and sentences with labelled spans, each with a system's prediction.

The rates below are round numbers of the size that news text and good systems have; they are not measured on any corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from corpus_sentences import vocabulary

WORDS_A_DOCUMENT, SPREAD = 120, 0.5
MENTIONS_A_WORD, NESTED = 0.11, 0.12
LENGTHS = tuple(accumulate((0.52, 0.24, 0.12, 0.07, 0.05)))
"""Shares of mentions of 1, 2, … words."""
MISSED, INVENTED, MOVED, WRONG = 0.13, 0.06, 0.07, 0.12
"""Shares of mentions or spans that a system misses, invents, ends a word later, or gives another entity or type."""
TYPES = ("person", "place", "company", "date", "product")
SPANS_A_WORD, WORDS_A_SENTENCE = 0.08, 23

Span = tuple[int, int]
"""First word and word after the last."""


@dataclass(frozen=True, slots=True)
class LabelledDocument:
    """Words, and the gold and predicted label of each span: an entity's number, or a type's name."""

    id: str
    words: tuple[str, ...]
    gold: dict[Span, str]
    predicted: dict[Span, str]


class Documents:
    """Documents that depend on the seed and their number alone."""

    def __init__(self, documents: int, seed: int) -> None:
        self.documents = documents
        self.seed = seed
        self.words = vocabulary(Random(seed))

    def __iter__(self) -> Iterator[LabelledDocument]:
        return map(self.document, range(self.documents))

    def document(self, number: int) -> LabelledDocument:
        raise NotImplementedError

    def draw_words(self, random: Random, median: int) -> tuple[str, ...]:
        length = max(5, round(median * random.lognormvariate(0, SPREAD)))
        return tuple(self.words[random.getrandbits(16)] for _ in range(length))


class CoreferenceDocuments(Documents):
    """Entities of four mentions in the mean, of which some are nested; predictions miss, move and confuse some."""

    def document(self, number: int) -> LabelledDocument:
        """Make one document."""
        random = Random(f"{self.seed} coreference {number}")
        words = self.draw_words(random, WORDS_A_DOCUMENT)
        spans = list(_spans(random, len(words), MENTIONS_A_WORD))
        for start, end in tuple(spans):
            if end - start > 1 and random.random() < NESTED:
                spans.append((start, start + 1))
        entities = max(1, len(spans) // 4)
        # The square makes some entities frequent and many rare.
        gold = {span: str(int(entities * random.random() ** 2)) for span in spans}
        predicted = _predict(random, gold, len(words), lambda: str(random.randrange(entities)))
        return LabelledDocument(f"document-{number + 1}", words, gold, predicted)


class SpanDocuments(Documents):
    """Sentences with spans of five types, none of which overlap."""

    def document(self, number: int) -> LabelledDocument:
        """Make one sentence."""
        random = Random(f"{self.seed} spans {number}")
        words = self.draw_words(random, WORDS_A_SENTENCE)
        gold = {span: random.choice(TYPES) for span in _spans(random, len(words), SPANS_A_WORD)}
        predicted = _predict(random, gold, len(words), lambda: random.choice(TYPES))
        return LabelledDocument(str(number + 1), words, gold, _without_overlaps(predicted))


def _spans(random: Random, words: int, rate: float) -> Iterator[Span]:
    """Spans one after the other, with at least one word between them."""
    position = 0
    while position < words:
        if random.random() < rate:
            drawn = random.random()
            length = next((number for number, share in enumerate(LENGTHS, 1) if drawn < share), len(LENGTHS))
            yield position, min(position + length, words)
            position += length
        position += 1


def _predict(random: Random, gold: dict[Span, str], words: int, other: Callable[[], str]) -> dict[Span, str]:
    predicted: dict[Span, str] = {}
    for (start, end), label in gold.items():
        chance = random.random()
        if chance < MISSED:
            continue
        span = (start, end + 1) if chance < MISSED + MOVED and end < words else (start, end)
        predicted.setdefault(span, other() if chance > 1 - WRONG else label)
        if random.random() < INVENTED:
            place = random.randrange(words)
            predicted.setdefault((place, place + 1), other())
    return predicted


def _without_overlaps(spans: dict[Span, str]) -> dict[Span, str]:
    kept: dict[Span, str] = {}
    last = 0
    for span in sorted(spans):
        if span[0] >= last:
            kept[span] = spans[span]
            last = span[1]
    return kept
