from __future__ import annotations

import pytest

from karat.errors import FormatError
from karat.formats import Problems
from karat.formats.hindi_benchie import flattened, read
from karat.formats.slots import render_slot

START = "sent_id:1 \tAnn founded the firm in Ulm .\n------ Cluster 1 ------\n"


def facts(path, problems=None):
    (annotation,) = read(path, problems=problems or Problems())
    return [[" --> ".join(map(render_slot, fact)) for fact in synset.facts] for synset in annotation.synsets]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param("Ann --> founded --> a [big]{a} firm", ["Ann --> founded --> a [big] firm"], id="label dropped"),
        pytest.param("{a} big --> property --> firm", ["big --> property --> firm"], id="modifier as a fact"),
        pytest.param("Ann [here]{a} --> is --> x", ["Ann [here] --> is --> x"], id="label before an arrow"),
        pytest.param("a --> b --> c |OR| d --> e --> [f]{b} ", ["a --> b --> c", "d --> e --> [f]"], id="alternatives"),
        pytest.param(
            "a --> b --> x [of [the] y]{b}",
            ["a --> b --> x", "a --> b --> x of [the] y"],
            id="brackets inside brackets",
        ),
    ],
)
def test_facts(file, lines, found):
    assert facts(file(START + lines)) == [found]


def test_sentences_and_synsets(file):
    path = file(START + "a --> b --> c\n------ Cluster 2 ------\nd --> e --> f\n=====\nsent_id:2\tIt rained .\n")
    problems = Problems()
    annotations = list(read(path, problems=problems))
    assert [each.sentence.id for each in annotations] == ["1", "2"]
    assert [[synset.id for synset in each.synsets] for each in annotations] == [["1", "2"], []]
    assert problems.repairs == []


@pytest.mark.parametrize(
    ("text", "flat"),
    [
        ("a [b] c", ["a [b] c"]),
        ("a [b [c] d] e", ["a e", "a b [c] d e"]),
        ("[[a] b]", ["", "[a] b"]),
        ("[a [b [c]]]", ["", "a", "a b [c]"]),
        ("a] b", ["a] b"]),
    ],
)
def test_brackets_inside_brackets(text, flat):
    assert flattened(text) == flat


def test_a_note_is_left_out_and_reported(file):
    problems = Problems()
    assert facts(file(START + "a --> b --> c <--{only here}\n"), problems) == [["a --> b --> c"]]
    assert [(repair.line, repair.as_) for repair in problems.repairs] == [
        (3, "a fact without the note '<--{only here}'")
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "an empty file"),
        ("------ Cluster 1 ------\n", ":1: expected sent_id:ID<TAB>sentence first"),
        (START + "a --> b", ":3: expected subject --> relation --> object, found 'a --> b'"),
        (START + "a --> b --> [c", ":3: expected a ']' that closes '[c'"),
    ],
)
def test_bad_input(file, content, message):
    with pytest.raises(FormatError) as caught:
        list(read(file(content)))
    assert message in str(caught.value)


@pytest.mark.published
def test_published_counts(data):
    problems = Problems()
    annotations = list(read(data / "benchie_hindi/hindi_benchie_gold.txt", problems=problems))
    assert len(annotations) == 112
    assert sum(len(annotation.synsets) for annotation in annotations) == 191
    assert [repair.line for repair in problems.repairs] == [108, 131, 508, 853]
