"""Synthetic sentences with fact synsets and extractions, drawn from distributions measured on BenchIE's gold.

Only numbers come from BenchIE: how long its sentences are, how many synsets they have, how many facts a synset has,
how many words and optional chunks a slot, and how often its systems are right. All words are made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from random import Random

import numpy as np

SYLLABLES = ("ba", "den", "kor", "lim", "mo", "nas", "pel", "ri", "sto", "tun", "ve", "zal", "gu", "fir", "hes", "ja")
DRAWS = 1 << 16
"""How many words a vocabulary has, counted with their frequency, so that drawing one is a look into a list."""
SHORTEST, LONGEST, MOST_FACTS = 7, 75, 112

Chunk = tuple[str, bool]
"""The words of a chunk, and whether it is optional."""
Slot = tuple[Chunk, ...]
Fact = tuple[Slot, Slot, Slot]


@dataclass(frozen=True, slots=True)
class Shape:
    """The distributions of one gold; the lists give the share of sentences or slots with 0 (or 1), 1 (or 2), … ."""

    median_length: float
    spread_of_length: float
    synsets: tuple[float, ...]
    median_facts: float
    spread_of_facts: float
    subject: tuple[float, ...]
    relation: tuple[float, ...]
    object: tuple[float, ...]
    optional: tuple[float, float, float]
    """The share of words in a subject, a relation and an object, but for the last, that are in optional chunks."""


ENGLISH = Shape(
    median_length=23,
    spread_of_length=0.35,
    synsets=(0.013, 0.067, 0.163, 0.15, 0.223, 0.11, 0.08, 0.077, 0.047, 0.017, 0.017, 0.01, 0.013, 0.01, 0.003),
    median_facts=4,
    spread_of_facts=0.87,
    subject=(0.28, 0.248, 0.145, 0.095, 0.072, 0.029, 0.019, 0.027, 0.02, 0.013, 0.016, 0.036),
    relation=(0.226, 0.156, 0.136, 0.123, 0.098, 0.075, 0.056, 0.044, 0.032, 0.021, 0.012, 0.021),
    object=(0.082, 0.163, 0.163, 0.138, 0.116, 0.082, 0.07, 0.046, 0.04, 0.029, 0.02, 0.051),
    optional=(0.54, 0.35, 0.36),
)
GERMAN = Shape(
    median_length=20.5,
    spread_of_length=0.37,
    synsets=(0.01, 0.147, 0.203, 0.227, 0.17, 0.073, 0.063, 0.037, 0.027, 0.013, 0.007, 0.007, 0.007, 0.009),
    median_facts=1.9,
    spread_of_facts=0.6,
    subject=(0.37, 0.308, 0.137, 0.067, 0.054, 0.022, 0.021, 0.008, 0.013),
    relation=(0.309, 0.205, 0.142, 0.081, 0.065, 0.056, 0.031, 0.033, 0.023, 0.011, 0.011, 0.033),
    object=(0.043, 0.143, 0.141, 0.11, 0.113, 0.093, 0.069, 0.06, 0.049, 0.027, 0.038, 0.114),
    optional=(0.6, 0.26, 0.33),
)
SHAPES = {"english": ENGLISH, "german": GERMAN}


@dataclass(frozen=True, slots=True)
class System:
    """How often a system is right, and what is wrong where it is not, as shares of its wrong extractions."""

    name: str
    right: float
    shifted_border: float
    overlong_object: float
    other_subject: float


SYSTEMS = (
    System("ada", 0.50, 0.55, 0.20, 0.10),
    System("bel", 0.43, 0.60, 0.10, 0.15),
    System("cyd", 0.31, 0.40, 0.40, 0.10),
    System("dor", 0.11, 0.45, 0.05, 0.25),
    System("eve", 0.39, 0.50, 0.30, 0.05),
    System("fay", 0.20, 0.30, 0.45, 0.10),
    System("gil", 0.37, 0.55, 0.25, 0.10),
    System("hal", 0.03, 0.15, 0.60, 0.05),
)
"""Precisions as those of BenchIE's systems; what is left of the wrong ones are spans taken at random."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a system took from a sentence."""

    subject: str
    relation: str
    object: str
    confidence: float


@dataclass(frozen=True, slots=True)
class SentenceWithFacts:
    """One sentence of the corpus: its gold, and each system's extractions."""

    number: int
    words: tuple[str, ...]
    synsets: tuple[tuple[Fact, ...], ...]
    extractions: tuple[tuple[Extraction, ...], ...]

    @property
    def id(self) -> str:
        return str(self.number + 1)

    @property
    def text(self) -> str:
        return " ".join(self.words)


class Corpus:
    """Sentences that depend on the seed and their number alone, so that any range can be made by itself.

    The extractions of all systems add up to ``extractions`` exactly; longer sentences tend to have more.
    """

    def __init__(self, extractions: int, sentences: int, systems: int, shape: Shape, seed: int) -> None:
        self.sentences = sentences
        self.systems = tuple(
            SYSTEMS[number] if number < len(SYSTEMS) else System(f"system{number + 1}", 0.3, 0.5, 0.25, 0.1)
            for number in range(systems)
        )
        self.shape = shape
        self.seed = seed
        self._words = vocabulary(Random(seed))
        numbers = np.random.default_rng(seed)
        lengths = numbers.lognormal(np.log(shape.median_length), shape.spread_of_length, sentences)
        self._lengths = np.clip(lengths.round(), SHORTEST, LONGEST).astype(np.int64)
        shares = _shares(extractions, systems)
        self._counts = np.stack([_counts(self._lengths, share, numbers) for share in shares], axis=1)
        self._synsets = list(accumulate(shape.synsets))
        self._slots = [list(accumulate(shares)) for shares in (shape.subject, shape.relation, shape.object)]

    def sentence(self, number: int) -> SentenceWithFacts:
        """Make one sentence with its gold and extractions."""
        random = Random(f"{self.seed} {number}")
        words = self._sentence(random, int(self._lengths[number]))
        synsets = tuple(self._synset(random, words) for _ in range(_index(self._synsets, random.random())))
        extractions = tuple(
            tuple(_extraction(random, system, words, synsets) for _ in range(count))
            for system, count in zip(self.systems, self._counts[number].tolist(), strict=True)
        )
        return SentenceWithFacts(number, words, synsets, extractions)

    def __iter__(self) -> Iterator[SentenceWithFacts]:
        return map(self.sentence, range(self.sentences))

    def _sentence(self, random: Random, length: int) -> tuple[str, ...]:
        drawn = [self._words[random.getrandbits(16)] for _ in range(length - 1)]
        return (drawn[0].capitalize(), *drawn[1:], ".")

    def _synset(self, random: Random, words: tuple[str, ...]) -> tuple[Fact, ...]:
        """Facts of one clause that differ in where subject, relation and object begin and end."""
        last = len(words) - 1  # the full stop is in no slot
        lengths = [1 + _index(slot, random.random()) for slot in self._slots]
        start = random.randrange(max(1, last - sum(lengths) + 1))
        relation_start = min(start + lengths[0], last - 2)
        object_start = min(relation_start + lengths[1], last - 1)
        end = min(object_start + lengths[2], last)
        optional = self._optional(random, words, (start, relation_start, object_start, end))
        drawn = self.shape.median_facts * random.lognormvariate(0, self.shape.spread_of_facts)
        wanted = min(MOST_FACTS, max(1, round(drawn)))
        facts: dict[Fact, None] = {}
        for attempt in range(4 * wanted):
            if attempt == 0:
                borders = (start, relation_start, object_start, end)
            else:
                moved = object_start + random.randint(-3, 3)
                inner = min(max(moved, relation_start + 1), end - 1)
                borders = (
                    start if random.random() < 0.8 else random.randrange(start, relation_start),
                    relation_start,
                    inner,
                    end if random.random() < 0.4 else min(max(end + random.randint(-3, 3), inner + 1), last),
                )
            facts[_fact(words, borders, optional)] = None
            if len(facts) == wanted:
                break
        return tuple(facts)

    def _optional(self, random: Random, words: tuple[str, ...], borders: tuple[int, int, int, int]) -> set[int]:
        """Positions of words that are optional unless they are the last of a slot."""
        start, relation_start, object_start, end = borders
        shares = self.shape.optional
        spans = ((start, relation_start), (relation_start, object_start), (object_start, end))
        return {
            position
            for (first, after), share in zip(spans, shares, strict=True)
            for position in range(first, after)
            if random.random() < share
        }


def _fact(words: tuple[str, ...], borders: tuple[int, int, int, int], optional: set[int]) -> Fact:
    subject, relation, last_slot, end = borders
    return (
        _slot(words, subject, relation, optional),
        _slot(words, relation, last_slot, optional),
        _slot(words, last_slot, end, optional),
    )


def _slot(words: tuple[str, ...], start: int, end: int, optional: set[int]) -> Slot:
    """A required chunk for each word, an optional one for each run of at most three optional words."""
    chunks: list[Chunk] = []
    run = 0
    for position in range(start, end):
        if position in optional and position < end - 1:
            if 0 < run < 3 and position % 3 == 0:
                chunks[-1] = (f"{chunks[-1][0]} {words[position]}", True)
                run += 1
            else:
                chunks.append((words[position], True))
                run = 1
        else:
            chunks.append((words[position], False))
            run = 0
    return tuple(chunks)


def _extraction(
    random: Random, system: System, words: tuple[str, ...], synsets: tuple[tuple[Fact, ...], ...]
) -> Extraction:
    """One extraction, right with the system's precision; confidences are higher where it is right."""
    is_right = bool(synsets) and random.random() < system.right
    confidence = round(random.betavariate(5, 2) if is_right else random.betavariate(3, 3), 4)
    if not synsets:
        return Extraction(*_random_spans(random, words), confidence)
    fact = random.choice(random.choice(synsets))
    subject, relation, rest = (
        " ".join(text for text, is_optional in slot if not is_optional or random.random() < 0.6) for slot in fact
    )
    if not is_right:
        kind = random.random()
        if kind < system.shifted_border:
            taken = rest.split()
            extra = words[random.randrange(len(words) - 1)]
            rest = " ".join(taken[1:]) if len(taken) > 1 and kind < system.shifted_border / 2 else f"{rest} {extra}"
        elif kind < system.shifted_border + system.overlong_object:
            rest = " ".join((rest, *words[random.randrange(len(words) // 2, len(words) - 1) : -1]))
        elif kind < system.shifted_border + system.overlong_object + system.other_subject:
            subject = " ".join(text for text, _ in random.choice(random.choice(synsets))[2])
        else:
            return Extraction(*_random_spans(random, words), confidence)
    return Extraction(subject, relation, rest, confidence)


def _random_spans(random: Random, words: tuple[str, ...]) -> tuple[str, str, str]:
    first, second, third, fourth = sorted(random.sample(range(len(words)), 4))
    return " ".join(words[first:second]), " ".join(words[second:third]), " ".join(words[third:fourth])


def vocabulary(random: Random) -> list[str]:
    """Draws of made-up words, the n-th most frequent of which comes with a frequency in proportion to 1/n (Zipf)."""
    different = list(dict.fromkeys("".join(random.choices(SYLLABLES, k=1 + number % 4)) for number in range(30_000)))
    weights = list(accumulate(1 / rank for rank in range(1, len(different) + 1)))
    return random.choices(different, cum_weights=weights, k=DRAWS)


def _counts(lengths: np.ndarray, extractions: int, numbers: np.random.Generator) -> np.ndarray:
    """Divide a number of extractions among sentences, in proportion to their length and to chance."""
    weights = np.cumsum(lengths * numbers.lognormal(0, 0.6, len(lengths)))
    # The last is set, so that rounding loses no extraction.
    borders = np.floor(weights * (extractions / weights[-1])).astype(np.int64)
    borders[-1] = extractions
    return np.diff(borders, prepend=0)


def _shares(total: int, parts: int) -> list[int]:
    return [total // parts + (number < total % parts) for number in range(parts)]


def _index(cumulated: list[float], drawn: float) -> int:
    """The index of the first cumulated share above a number; shares that add up to less than 1 leave it to the last."""
    for index, share in enumerate(cumulated):
        if drawn < share:
            return index
    return len(cumulated) - 1
