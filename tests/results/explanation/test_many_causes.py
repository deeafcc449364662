"""Causes in sentences with very many extractions and facts: found as by trying each, and in few steps."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from karat.metrics.oie.benchie import FactGold, triples
from karat.metrics.oie.facts import MOST_COMPARED, Row, SlotWords, Triple, count_different, triple_words
from karat.model import Annotation, Chunk, Extraction, Fact, Sentence, Slot, Synset
from karat.results.explanation.fixes import GoldFacts
from karat.results.explanation.verdicts import judge


def slot(text: str) -> Slot:
    return Slot(tuple(Chunk(word.strip("[]"), word.startswith("[")) for word in text.split()))


def fact(*texts: str) -> Fact:
    return Fact(*map(slot, texts))


def slots(triple: Triple, row: Row) -> tuple[bool, ...]:
    return tuple(pattern.accepts(words) for words, pattern in zip(triple, row, strict=True))


def distance(triple: Triple, row: Row) -> tuple[int, int]:
    """Wrong slots, then different words."""
    words = [SlotWords(frozenset(pattern.symbols), frozenset(pattern.required)) for pattern in row]
    return slots(triple, row).count(False), count_different(triple_words(triple), words)


@pytest.mark.parametrize("seed", range(60))
def test_the_closest_fact_and_extraction_are_those_found_by_trying_each(seed: int) -> None:
    draw = random.Random(seed)

    def text(words: list[str]) -> str:
        return " ".join(draw.choices(words, k=draw.randint(1, 3)))

    synsets = tuple(
        Synset(
            str(number),
            tuple(fact(*(text(["a", "b", "c", "[a]", "[d]"]) for _ in range(3))) for _ in range(1 + seed % 3)),
        )
        for number in range(8)
    )
    extractions = [Extraction(text(list("abce")), (text(list("abde")), text(list("abc")))) for _ in range(12)]
    gold = FactGold(Annotation(Sentence("1", "a b c"), synsets))
    rows, split = gold.facts.rows, triples(extractions)
    for extraction, triple in zip(extractions, split, strict=True):
        first = max(rows, key=lambda row: sum(slots(triple, row)))
        alike = [place for place, row in enumerate(rows) if slots(triple, row) == slots(triple, first)]
        place = min(alike, key=lambda place: distance(triple, rows[place]))
        assert gold.facts.closest(triple) == (place, slots(triple, first))
        verdict = judge(extraction, gold)
        assert verdict.gold is [fact for synset in synsets for fact in synset.facts][place]
    (sentence,) = GoldFacts([gold]).diagnose({"1": extractions}, "benchie", "default", "first").sentences
    for missed in sentence.missed:
        if missed.cause in ("fact not extracted", "credited to another fact"):
            places = [place for place, row in enumerate(rows) if synsets[place // (1 + seed % 3)] is missed.synset]
            (wrong, _), number, place = min(
                (distance(triple, rows[place]), number, place)
                for number, triple in enumerate(split)
                for place in places
            )
            if wrong == 3:
                assert missed.extraction is None
            else:
                assert missed.extraction is extractions[number]
                assert missed.fact is missed.synset.facts[place % (1 + seed % 3)]


@contextmanager
def counted_calls() -> Iterator[list[int]]:
    calls = [0]

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        calls[0] += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def calls_for(size: int) -> int:
    synsets = tuple(
        Synset(str(number), (fact("Ann", f"moved r{number}", f"to b{number % 13} Oslo"),)) for number in range(size)
    )
    extractions = [
        Extraction(f"moved r{3 * number}", ("Ann", f"to Oslo b{number % 13} c{number}")) for number in range(size)
    ]
    gold = GoldFacts([FactGold(Annotation(Sentence("1", "Ann moved to Oslo ."), synsets))])
    with counted_calls() as calls:
        gold.diagnose({"1": extractions}, "benchie", "P", "all")
    return calls[0]


def test_steps_grow_with_the_sentence_not_with_its_pairs() -> None:
    """Beyond the number of facts, and of extractions, that are compared by their words."""
    calls_for(20)
    small, large = calls_for(2 * MOST_COMPARED), calls_for(4 * MOST_COMPARED)
    assert large < 3 * small
