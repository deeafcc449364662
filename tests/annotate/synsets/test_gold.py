"""From gold to a state and back, and the tokens that words are aligned to."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.annotate.kind import Place
from karat.annotate.project import Item, Settings
from karat.annotate.synsets import SYNSETS
from karat.annotate.synsets.alignment import align_words
from karat.annotate.synsets.gold import annotation_from_state, state_from_annotation
from karat.benchmarks import sample_path
from karat.formats.benchmarks.benchie_gold import read
from karat.formats.problems import Problems
from karat.model import Annotation, Sentence, Synset
from pattern_strategies import UNTIDY_FACTS

DATA = Path(os.environ.get("KARAT_DATA", "missing"))
SAMPLES = [sample_path(f"{language}/gold.txt") for language in ("en", "de", "zh")]
PUBLISHED = [
    DATA / name
    for name in (
        "benchie/gold/2_annotators/benchie_gold_annotations_en.txt",
        "benchie/gold/benchie_gold_annotations_de.txt",
        "benchie/gold/benchie_gold_annotations_zh.txt",
        "benchie_fl/gold/benchie-annotated300.txt",
        "benchie_fl/gold/benchie-annotated50.txt",
        "benchie_fl/data/wire57-annotated57.txt",
    )
]


def check_round_trip(annotations: list[Annotation]) -> None:
    for annotation in annotations:
        state = state_from_annotation(annotation)
        item = Item(1, 1, 0, annotation.sentence.id, annotation.sentence.text)
        payload = {"synsets": SYNSETS.to_json(state)["synsets"]}
        SYNSETS.check(SYNSETS.initial_state(), "import", payload, Place(item, Settings()))
        assert annotation_from_state(SYNSETS.from_json(SYNSETS.to_json(state)), annotation.sentence) == annotation
        tokens = annotation.sentence.tokens
        for triple in state.triples():
            for chunk in (chunk for slot in triple.slots for chunk in slot if chunk.at is not None):
                assert [tokens[position] for position in chunk.at] == chunk.text.split()


@pytest.mark.parametrize("path", SAMPLES, ids=["en", "de", "zh"])
def test_round_trip_of_the_sample(path) -> None:
    check_round_trip(list(read(path)))


@pytest.mark.published
@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_round_trip_of_published_gold(path) -> None:
    if not path.exists():
        pytest.skip("needs KARAT_DATA")
    check_round_trip(list(read(path, problems=Problems())))


IDS = st.sampled_from(["1", "2", "2.2", "3", "9"])


@given(
    st.lists(st.tuples(IDS, st.lists(UNTIDY_FACTS, min_size=1, max_size=3)), max_size=4, unique_by=lambda pair: pair[0])
)
def test_round_trip_of_any_gold(synsets) -> None:
    annotation = Annotation(Sentence("1", "a b  a"), tuple(Synset(id, tuple(facts)) for id, facts in synsets))
    assert annotation_from_state(state_from_annotation(annotation), annotation.sentence) == annotation


@pytest.mark.parametrize(
    ("labels", "exported"),
    [
        pytest.param([None, None], ["1", "2"], id="numbered"),
        pytest.param(["3", None, None], ["3", "2", "4"], id="a number that is taken is passed over"),
        pytest.param([None, "1"], ["2", "1"], id="imported ids stay"),
        pytest.param(["2", "2"], ["2", "3"], id="an id twice"),
    ],
)
def test_ids_of_exported_synsets(labels, exported) -> None:
    annotation = next(iter(read(SAMPLES[0])))
    (synset, *_) = state_from_annotation(annotation).synsets
    state = replace(
        SYNSETS.initial_state(), synsets=tuple(replace(synset, id=f"s{i}", label=each) for i, each in enumerate(labels))
    )
    assert [each.id for each in annotation_from_state(state, annotation.sentence).synsets] == exported


@pytest.mark.parametrize(
    ("sentence", "words", "positions"),
    [
        pytest.param("Ann saw Eve", "Ann saw Eve", [0, 1, 2], id="plain"),
        pytest.param("the man saw the dog", "the dog", [3, 4], id="the word beside its neighbour"),
        pytest.param("the man saw the dog", "man saw the", [1, 2, 3], id="the word after its neighbour"),
        pytest.param("a b a c", "a a", [0, 2], id="a token is not used twice"),
        pytest.param("dog bites dog", "dog", [0], id="the first of equal ones"),
        pytest.param("he was seen by Ann", "Ann seen he", [4, 2, 0], id="another order"),
        pytest.param("to go or to stay", "stay to go", [4, 0, 1], id="back if need be"),
        pytest.param("to go or to stay", "wants to stay", [None, 3, 4], id="a word that is no token"),
        pytest.param("x y x z x y z", "x z", [2, 3], id="contiguous before earlier"),
        pytest.param("", "a", [None], id="no tokens"),
    ],
)
def test_alignment(sentence, words, positions) -> None:
    assert align_words(words.split(), sentence.split()) == positions


@given(st.lists(st.sampled_from("abcd"), max_size=8), st.lists(st.sampled_from("abcde"), max_size=6))
def test_words_are_aligned_to_equal_tokens(tokens, words) -> None:
    for word, position in zip(words, align_words(words, tokens), strict=True):
        assert position is None if word not in tokens else tokens[position] == word


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=8), st.data())
def test_a_part_of_the_sentence_is_aligned_without_a_break(tokens, data) -> None:
    start = data.draw(st.integers(0, len(tokens) - 1))
    part = tokens[start : data.draw(st.integers(start + 1, len(tokens)))]
    positions = align_words(part, tokens)
    assert positions == list(range(positions[0], positions[0] + len(part)))
