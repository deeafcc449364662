from __future__ import annotations

import pytest

from karat.errors import FormatError, InputError
from karat.formats import Problems
from karat.formats.benchmarks.hindi_benchie import (
    HINDI_BENCHIE,
    flatten_slot,
    parse_parts,
    read,
    render,
    render_statement,
)
from karat.formats.conversion import losses
from karat.formats.json.jsonl import JSONL
from karat.formats.text.slots import render_slot
from karat.model import Annotation, Fact, OptionalPart, Sentence, Slot, Statement, Synset, Wording

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
    assert flatten_slot(text) == flat


def test_another_note_is_left_out_and_reported(file):
    problems = Problems()
    path = file(START + "a --> b --> c <--{only here} |OR| d --> e --> f\n")
    assert facts(path, problems) == [["a --> b --> c", "d --> e --> f"]]
    assert [(repair.line, repair.as_) for repair in problems.repairs] == [
        (3, "a fact without the note '<--{only here}'")
    ]


FULL = (
    "Ann --> founded --> the [big [old]{c}]{a} firm [in Ulm]{b}\n"
    "{a} big --> property --> firm\n"
    "{b} Ann --> founded in --> Ulm <--{not allowed in passive} |OR| firm --> in --> Ulm <--{allowed in passive}\n"
)


def test_statements_keep_labels_alternatives_and_passives(file):
    problems = Problems()
    (annotation,) = read(file(START + FULL), problems=problems)
    (synset,) = annotation.synsets
    inner = OptionalPart(("big", OptionalPart(("old",), "c")), "a")
    assert synset.statements == (
        Statement((Wording(("Ann",), ("founded",), ("the", inner, "firm", OptionalPart(("in", "Ulm"), "b"))),)),
        Statement((Wording(("big",), ("property",), ("firm",)),), "a"),
        Statement(
            (
                Wording(("Ann",), ("founded", "in"), ("Ulm",), swap=False),
                Wording(("firm",), ("in",), ("Ulm",), swap=True),
            ),
            "b",
        ),
    )
    assert [statement.line for statement in synset.statements] == [3, 4, 5]
    assert problems.repairs == []


@pytest.mark.parametrize("format", [HINDI_BENCHIE, JSONL], ids=lambda format: format.name)
def test_what_is_written_reads_back(file, tmp_path, format):
    text = START + FULL + "------ Cluster 3 ------\nd --> e --> f\n====\nsent_id:2\tIt rained .\n"
    before = list(read(file(text), problems=Problems()))
    path = tmp_path / "written"
    format.write(path, before)
    after = list(format.read(path, problems=Problems()))
    assert after == before
    assert losses(before, after) == []


def test_what_other_gold_cannot_hold_is_told(file):
    before = list(read(file(START + FULL), problems=Problems()))
    (annotation,) = before
    after = [Annotation(annotation.sentence, tuple(Synset(each.id, each.facts) for each in annotation.synsets))]
    assert losses(before, after) == ["the clusters' labels and alternatives of 1"]


@pytest.mark.parametrize(
    ("synset", "message"),
    [
        (Synset("1", (Fact(Slot(()), Slot(()), Slot(())),)), "needs the statements of cluster 1 of sentence 1"),
        (Synset("1", (), (Statement((Wording(("a b",), ("c",), ("d",)),)),)), "cannot hold this statement"),
        (Synset("1", (), (Statement((Wording(("x]",), ("c",), ("d",)),)),)), "cannot hold this statement"),
        (Synset("1", (), (Statement((Wording(("a",), ("c",), ("d",)),)),)), "expected the facts of its statements"),
        (Synset("1 2", ()), "cannot hold this id"),
    ],
)
def test_what_it_cannot_hold_is_refused(synset, message):
    with pytest.raises(InputError, match=message):
        list(render([Annotation(Sentence("1", "x"), (synset,))]))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a [b]{x} c", ("a", OptionalPart(("b",), "x"), "c")),
        ("[[a] b]{x}", (OptionalPart((OptionalPart(("a",)), "b"), "x"),)),
        ("a] b", ("b",)),
        ("a[b]", ("a", OptionalPart(("b",)))),
        ("", ()),
    ],
)
def test_parts_of_a_slot(text, parts):
    assert parse_parts(text) == parts


def test_a_statement_is_one_line():
    statement = Statement((Wording((OptionalPart(("a",), "x"),), ("b",), ("c",), swap=False),), "y")
    assert render_statement(statement) == "{y} [a]{x} --> b --> c <--{not allowed in passive}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "an empty file"),
        ("------ Cluster 1 ------\n", ":1: expected sent_id:ID<TAB>sentence first"),
        (START + "a --> b", ":3: expected subject --> relation --> object, found 'a --> b'"),
        (START + "a --> b --> [c", ":3: expected a ']' that closes '[c'"),
        (START + f"a --> b --> {'[' * 21}c{']' * 21}", ":3: expected at most 20 brackets inside one another, found"),
        (
            START + "a --> b --> " + "[c [d]] " * 40,
            ":3: expected brackets inside brackets with at most 1,000 forms, found more",
        ),
        (
            START + "{a} b --> c --> d\n{a} e --> f --> g",
            ":4: expected a label of its own in its cluster, found 'a', which line 3 has",
        ),
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
    assert [repair.line for repair in problems.repairs] == [853]
    statements = [statement for each in annotations for synset in each.synsets for statement in synset.statements]
    assert (len(statements), sum(statement.label is not None for statement in statements)) == (549, 238)
    assert sum(wording.swap is False for statement in statements for wording in statement.wordings) == 3


@pytest.mark.published
@pytest.mark.parametrize("name", ["hindi_benchie_gold", "english_benchie_gold", "english_hindi_benchie_gold"])
def test_the_published_files_read_back(data, tmp_path, name):
    before = list(read(data / f"benchie_hindi/{name}.txt", problems=Problems()))
    for format in (HINDI_BENCHIE, JSONL):
        path = tmp_path / format.name
        format.write(path, before)
        assert list(format.read(path, problems=Problems())) == before
