"""CaRB's gold without implicit tuples, beside the file that BenchIE's authors made of it (section 4.1)."""

from __future__ import annotations

from collections import Counter

import pytest

from karat.benchmarks import Gold, benchmark_named, load_gold
from karat.benchmarks.gold import only_explicit
from karat.metrics.oie.carb import sentence_key
from karat.model import Extraction

pytestmark = pytest.mark.published

Tuple = tuple[str, ...]


def tuples_of(gold: Gold) -> dict[str, Counter[Tuple]]:
    """The tuples of each sentence, by its key, without differences in white space and empty columns."""
    return {
        sentence_key(sentence.text): Counter(map(tidy, tuples.annotation.extractions))
        for sentence, tuples in zip(gold.sentences, gold.tuples, strict=True)
        if tuples is not None
    }


def tidy(extraction: Extraction) -> Tuple:
    slots = [" ".join(slot.split()) for slot in (extraction.relation, *extraction.arguments)]
    while not slots[-1]:
        slots.pop()
    return tuple(slots)


@pytest.fixture(scope="module")
def carb(data: object) -> list[Gold]:
    return [load_gold(benchmark_named(name)) for name in ("carb-dev", "carb-test")]


def total(gold: dict[str, Counter[Tuple]]) -> int:
    return sum(counter.total() for counter in gold.values())


def test_what_is_left_of_the_tuples_of_benchies_sentences(carb: list[Gold]) -> None:
    """Of 1,256 tuples 782 are explicit; the authors keep 783, of which 779 are the same.

    They keep four with a word of their own in a late argument, as `in Wales`, and leave out three with a context.
    """
    published = tuples_of(load_gold(benchmark_named("carb-benchie")))
    sentences = [sentence_key(sentence.text) for sentence in load_gold(benchmark_named("benchie-en")).sentences]
    every = {key: counter for gold in carb for key, counter in tuples_of(gold).items()}
    explicit = {key: counter for gold in carb for key, counter in tuples_of(only_explicit(gold)).items()}
    of_sentences = {key: explicit[key] for key in sentences if key in explicit}
    assert (len(sentences), total({key: every[key] for key in sentences})) == (300, 1256)
    assert (len(of_sentences), total(of_sentences)) == (290, 782)
    assert (len(published), total(published)) == (291, 783)
    both = sum((counter & of_sentences.get(key, Counter())).total() for key, counter in published.items())
    assert both == 779


def test_what_is_left_of_all_tuples(carb: list[Gold]) -> None:
    left = [(total(tuples_of(gold)), total(tuples_of(only_explicit(gold)))) for gold in carb]
    assert left == [(2548, 1644), (2715, 1716)]
