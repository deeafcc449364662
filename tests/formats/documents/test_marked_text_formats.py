"""Spans, relations and events: tags, CoNLL04, DyGIE++ and OneIE, each with its faults."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.errors import FormatError, InputError
from karat.formats import guess, read_documents
from karat.formats.documents.tags import spans_of
from karat.model import Argument, Event, MarkedText, Mention, Relation, Trigger, TypedMention

TOKENS = ("Ada", "Lind", "left", "Oslo")
ADA, OSLO = TypedMention(0, 1, "person"), TypedMention(3, 3, "place")
LEFT = Event(
    Trigger(Mention(2, 2), "move"), frozenset({Argument(Mention(0, 1), "who"), Argument(Mention(3, 3), "from")})
)
ALL = MarkedText(TOKENS, (ADA, OSLO), (Relation("lived-in", ADA, OSLO),), (LEFT,))


@pytest.mark.parametrize(
    ("tags", "spans"),
    [
        pytest.param("B-A I-A O B-B", [(0, 1, "A"), (3, 3, "B")], id="IOB2"),
        pytest.param("I-A I-A B-A O", [(0, 1, "A"), (2, 2, "A")], id="IOB1: B only between neighbours"),
        pytest.param("B-A E-A S-B O", [(0, 1, "A"), (2, 2, "B")], id="IOBES"),
        pytest.param("B-A I-A L-A U-B", [(0, 2, "A"), (3, 3, "B")], id="BILOU"),
        pytest.param("O I-A I-B O", [(1, 1, "A"), (2, 2, "B")], id="an inner tag of another type starts a span"),
        pytest.param("E-A I-A S-A I-A", [(0, 0, "A"), (1, 1, "A"), (2, 2, "A"), (3, 3, "A")], id="ends end"),
        pytest.param("B-A B-A B-A I-A", [(0, 0, "A"), (1, 1, "A"), (2, 3, "A")], id="to the last token"),
        pytest.param("O O", [], id="none"),
        pytest.param("", [], id="no token"),
        pytest.param("B-A-B I-A-B", [(0, 1, "A-B")], id="a type with a hyphen"),
    ],
)
def test_tags(tags: str, spans: list[tuple[int, int, str]]) -> None:
    assert [(span.left, span.right, span.type) for span in spans_of(tags.split())] == spans


def test_a_file_of_tags(file: Callable[..., Path]) -> None:
    path = file("-DOCSTART- -X- O\n\nAda NNP B-person\nLind NNP I-person\n\n\nOslo NNP S-place\n", "a.bio")
    found = list(read_documents(path, "spans"))
    assert [document.id for document in found] == ["1", "2"]
    assert found[0].content == MarkedText(("Ada", "Lind"), (ADA,))
    assert found[1].content.spans == (TypedMention(0, 0, "place"),)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        pytest.param("Ada B-x\nLind\n", 2, "expected 2 columns, a token first, found 1: 'Lind'", id="a column missing"),
        pytest.param("Ada N B-x\nLind I-x\n", 2, "expected 3 columns, .* found 2", id="another count"),
        pytest.param("Ada B-x\nLind person\n", 2, "a tag such as O, .* found 'person'", id="no tag"),
    ],
)
def test_faults_of_tags(file: Callable[..., Path], text: str, line: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        list(read_documents(file(text), "spans", "tags"))
    assert caught.value.line == line


CONLL04 = {
    "tokens": list(TOKENS),
    "entities": [{"type": "person", "start": 0, "end": 2}, {"type": "place", "start": 3, "end": 4}],
    "relations": [{"type": "lived-in", "head": 0, "tail": 1}],
    "orig_id": 7,
}
DYGIE = {
    "doc_key": "d",
    "sentences": [["Ada", "Lind"], ["left", "Oslo"]],
    "ner": [[[0, 1, "person"]], [[3, 3, "place"]]],
    "relations": [[], [[0, 1, 3, 3, "lived-in"]]],
    "events": [[], [[[2, "move"], [0, 1, "who"], [3, 3, "from"]]]],
}
ONEIE_OUTPUT = {
    "doc_id": "d",
    "sent_id": "d-0",
    "tokens": list(TOKENS),
    "graph": {
        "entities": [[0, 2, "person", "NAM", 0.9], [3, 4, "place", "NAM", 0.8]],
        "triggers": [[2, 3, "move", 0.7]],
        "relations": [[0, 1, "lived-in", 0.5]],
        "roles": [[0, 0, "who", 0.5], [0, 1, "from", 0.5]],
    },
}
ONEIE_INPUT = {
    "doc_id": "d",
    "sent_id": "d-0",
    "tokens": list(TOKENS),
    "entity_mentions": [
        {"id": "e1", "start": 0, "end": 2, "entity_type": "person", "mention_type": "NAM", "text": "Ada Lind"},
        {"id": "e2", "start": 3, "end": 4, "entity_type": "place", "mention_type": "NAM", "text": "Oslo"},
    ],
    "relation_mentions": [
        {
            "id": "r1",
            "relation_type": "lived-in",
            "arguments": [{"entity_id": "e1", "role": "Arg-1"}, {"entity_id": "e2", "role": "Arg-2"}],
        }
    ],
    "event_mentions": [
        {
            "id": "v1",
            "event_type": "move",
            "trigger": {"text": "left", "start": 2, "end": 3},
            "arguments": [{"entity_id": "e1", "role": "who"}, {"entity_id": "e2", "role": "from"}],
        }
    ],
}


@pytest.mark.parametrize(
    ("written", "name", "kind", "id_", "content"),
    [
        pytest.param(
            [CONLL04], "conll04", "relations", "7", MarkedText(ALL.tokens, ALL.spans, ALL.relations), id="list"
        ),
        pytest.param(
            {"dev": [CONLL04]},
            "conll04",
            "spans",
            "dev/7",
            MarkedText(ALL.tokens, ALL.spans, ALL.relations),
            id="split",
        ),
        pytest.param(DYGIE, "dygie", "events", "d", ALL, id="dygie"),
        pytest.param(ONEIE_OUTPUT, "oneie", "relations", "d-0", ALL, id="oneie output"),
        pytest.param(ONEIE_INPUT, "oneie", "events", "d-0", ALL, id="oneie input"),
    ],
)
def test_the_same_sentence_in_each_format(
    file: Callable[..., Path], written: object, name: str, kind: str, id_: str, content: MarkedText
) -> None:
    path = file(json.dumps(written), "a.json")
    assert guess(path, kinds=(kind,)).name == name
    (document,) = read_documents(path, kind)
    assert (document.id, document.content) == (id_, content)


def test_dygie_predictions_stand_beside_the_gold(file: Callable[..., Path]) -> None:
    line = {**DYGIE, "predicted_ner": [[], [[3, 3, "firm", 9.1, 0.9]]], "predicted_relations": [[], []]}
    path = file(json.dumps(line))
    (predicted,) = read_documents(path, "relations")
    (gold,) = read_documents(path, "relations", gold=True)
    assert predicted.content.spans == (TypedMention(3, 3, "firm"),)
    assert predicted.content.relations == ()
    assert gold.content == ALL


def test_conll04_a_sentence_a_line(file: Callable[..., Path]) -> None:
    other = {**CONLL04, "orig_id": 8}
    path = file(f"{json.dumps(CONLL04)}\n{json.dumps(other)}\n")
    assert guess(path, kinds=("relations",)).name == "conll04"
    assert [document.id for document in read_documents(path, "relations")] == ["7", "8"]


def test_a_sentence_that_stands_twice_keeps_both(file: Callable[..., Path]) -> None:
    path = file(json.dumps([CONLL04, CONLL04]))
    assert [document.id for document in read_documents(path, "relations")] == ["7", "7#2"]


def changed(base: dict[str, object], **new: object) -> str:
    return json.dumps({**base, **new})


@pytest.mark.parametrize(
    ("kind", "name", "text", "message"),
    [
        pytest.param(
            "relations",
            "conll04",
            "[" + changed(CONLL04, entities=[{"type": "x", "start": 3, "end": 5}]) + "]",
            r"a span within the 4 tokens in \[0\].entities\[0\], found 3 to 5",
            id="span too far",
        ),
        pytest.param(
            "relations",
            "conll04",
            "[" + changed(CONLL04, relations=[{"type": "x", "head": 0, "tail": 2}]) + "]",
            r"one of the 2 entities, from 0 in \[0\].relations\[0\].tail, found 2",
            id="no such entity",
        ),
        pytest.param("relations", "conll04", "[{]", "a.txt:1: expected JSON", id="no JSON"),
        pytest.param(
            "spans", "dygie", changed(DYGIE, ner=[[]]), "a list for each of the 2 sentences", id="a list short"
        ),
        pytest.param(
            "spans", "dygie", changed(DYGIE, ner=[[], [[3, 4, "x"]]]), "below 4, in ner.*found", id="past the end"
        ),
        pytest.param(
            "relations",
            "conll04",
            "[" + changed(CONLL04, entities=[{"type": "x", "start": 3, "end": 2}]) + "]",
            "a span within the 4 tokens in .*found 3 to 2",
            id="conll04: ends before it begins",
        ),
        pytest.param(
            "spans",
            "dygie",
            changed(DYGIE, ner=[[], [[3, 2, "x"]]]),
            "a first and a last token, .*found",
            id="dygie: ends before it begins",
        ),
        pytest.param(
            "events",
            "oneie",
            changed(ONEIE_OUTPUT, graph={"entities": [[2, 2, "x"]], "triggers": [], "relations": [], "roles": []}),
            "a span within the .* tokens in .*found 2 to 2",
            id="oneie: ends before it begins",
        ),
        pytest.param("events", "dygie", changed(DYGIE, events=[[], [[]]]), "trigger and arguments", id="empty event"),
        pytest.param("events", "dygie", "{}", "the key 'doc_key'", id="no key"),
        pytest.param("events", "dygie", "[]", "a JSON object", id="no object"),
        pytest.param(
            "events",
            "oneie",
            changed(ONEIE_OUTPUT, graph={"entities": [], "triggers": [], "relations": [], "roles": [[0, 0, "x"]]}),
            r"an edge: \[place below 0",
            id="an edge to nothing",
        ),
        pytest.param(
            "events",
            "oneie",
            changed(ONEIE_INPUT, entity_mentions=[]),
            "the id of an entity of the sentence as entity_id",
            id="an unknown id",
        ),
    ],
)
def test_faults(file: Callable[..., Path], kind: str, name: str, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_documents(file(text, "a.txt"), kind, name))
