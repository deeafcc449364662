"""The first files of people who tag names or extract relations: each is read as its author expects, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.errors import FormatError, InputError
from karat.formats import guess, read_documents
from karat.model import MarkedText, Relation, TypedMention

ADA, OSLO = TypedMention(0, 1, "PER"), TypedMention(3, 3, "LOC")
TAGGED = "Ada B-PER\nLind I-PER\nleft O\nOslo B-LOC\n"


@pytest.mark.parametrize(
    ("text", "name", "predicted", "gold"),
    [
        pytest.param(TAGGED, "tags", [ADA, OSLO], [ADA, OSLO], id="BIO"),
        pytest.param(TAGGED.replace(" ", "\t"), "tags", [ADA, OSLO], [ADA, OSLO], id="tabs"),
        pytest.param("Ada I-PER\nLind I-PER\nleft O\nOslo I-LOC\n", "tags", [ADA, OSLO], [ADA, OSLO], id="IOB1"),
        pytest.param("Ada B-PER\nLind E-PER\nleft O\nOslo S-LOC\n", "tags", [ADA, OSLO], [ADA, OSLO], id="BIOES"),
        pytest.param(
            "Ada N B-NP B-PER\nLind N I-NP I-PER\nleft V B-VP O\nOslo N B-NP B-LOC\n",
            "tags",
            [ADA, OSLO],
            [ADA, OSLO],
            id="CoNLL-2003: chunks before names are no gold",
        ),
        pytest.param(
            "Ada N B-NP O\nLind N I-NP O\n", "tags", [], [], id="CoNLL-2003 without a name in the first sentences"
        ),
        pytest.param(
            "Ada B-PER B-PER\nLind I-PER I-PER\nleft O O\nOslo B-LOC O\n",
            "conlleval",
            [ADA],
            [ADA, OSLO],
            id="conlleval",
        ),
        pytest.param(
            "Ada\tNNP\tB-PER\tB-PER\nLind\tNNP\tI-PER\tI-PER\nleft\tVBD\tO\tO\nOslo\tNNP\tB-LOC\tO\n",
            "conlleval",
            [ADA],
            [ADA, OSLO],
            id="conlleval with parts of speech and tabs",
        ),
        pytest.param(
            "Ada B-PER O\nLind I-PER O\nleft O O\nOslo B-LOC O\n",
            "conlleval",
            [],
            [ADA, OSLO],
            id="conlleval where nothing was found",
        ),
        pytest.param("B-PER I-PER O B-LOC\n", "tag-lines", [ADA, OSLO], [ADA, OSLO], id="a line of tags"),
    ],
)
def test_tags(
    file: Callable[..., Path], text: str, name: str, predicted: list[TypedMention], gold: list[TypedMention]
) -> None:
    path = file(text, "a.txt")
    assert guess(path, kinds=("spans",)).name == name
    for is_gold, spans in ((False, predicted), (True, gold)):
        (document,) = read_documents(path, "spans", gold=is_gold)
        assert list(document.content.spans) == spans
        assert len(document.content.tokens) == (len(text.split()) if name == "tag-lines" else text.count("\n"))


SENTENCE = ["Ada", "Lind", "left", "Oslo"]
JSON_SPANS = [
    pytest.param({"tokens": SENTENCE, "ner_tags": ["B-PER", "I-PER", "O", "B-LOC"]}, id="tokens and tags"),
    pytest.param({"words": SENTENCE, "labels": ["B-PER", "E-PER", "O", "S-LOC"]}, id="words and labels"),
    pytest.param({"text": "Ada Lind left Oslo", "entities": [[0, 8, "PER"], [14, 18, "LOC"]]}, id="spaCy"),
    pytest.param({"text": "Ada Lind left Oslo", "label": [[0, 8, "PER"], [14, 18, "LOC"]]}, id="doccano"),
    pytest.param(
        {
            "text": "Ada Lind left Oslo",
            "spans": [{"start": 0, "end": 9, "label": "PER"}, {"start": 14, "end": 18, "label": "LOC"}],
        },
        id="Prodigy, with a space at a border",
    ),
    pytest.param(
        {
            "text": "Ada Lind left Oslo",
            "entities": [
                {"entity_group": "PER", "score": 0.9, "word": "Ada Lind", "start": 0, "end": 8},
                {"entity_group": "LOC", "score": 0.9, "word": "Oslo", "start": 14, "end": 18},
            ],
        },
        id="a pipeline's answer",
    ),
    pytest.param(
        {
            "text": "Ada Lind left Oslo",
            "entities": [
                {"entity": "B-PER", "score": 0.9, "index": 1, "word": "Ada", "start": 0, "end": 3},
                {"entity": "I-PER", "score": 0.9, "index": 2, "word": "Li", "start": 4, "end": 6},
                {"entity": "B-PER", "score": 0.4, "index": 3, "word": "##nd", "start": 6, "end": 8},
                {"entity": "B-LOC", "score": 0.9, "index": 5, "word": "Oslo", "start": 14, "end": 18},
            ],
        },
        id="a pipeline's answer, ungrouped",
    ),
    pytest.param(
        {
            "text": "Ada Lind left Oslo",
            "ents": [{"start": 0, "end": 8, "label": "PER"}, {"start": 14, "end": 18, "label": "LOC"}],
            "sents": [{"start": 0, "end": 18}],
            "tokens": [{"id": i, "start": start, "end": start + 4} for i, start in enumerate((0, 4, 9, 14))],
            "spans": {"rough": [{"start": 0, "end": 3, "label": "X", "kb_id": ""}]},
        },
        id="spaCy's Doc.to_json()",
    ),
    pytest.param(
        {
            "text": "Ada Lind left Oslo",
            "_task_hash": 7,
            "tokens": [{"text": "Ada", "start": 0, "end": 3, "id": 0, "ws": True}],
            "spans": [
                {"start": 0, "end": 8, "token_start": 0, "token_end": 1, "label": "PER"},
                {"start": 14, "end": 18, "token_start": 3, "token_end": 3, "label": "LOC"},
            ],
            "_view_id": "ner_manual",
            "answer": "accept",
        },
        id="Prodigy's task",
    ),
    pytest.param(
        {
            "tokens": SENTENCE,
            "entities": [{"type": "PER", "start": 0, "end": 2}, {"type": "LOC", "start": 3, "end": 4}],
        },
        id="entities by tokens",
    ),
]


@pytest.mark.parametrize("value", JSON_SPANS)
@pytest.mark.parametrize("form", ["a line", "a list", "indented"])
def test_spans_in_json(file: Callable[..., Path], value: object, form: str) -> None:
    path = file(json.dumps(value if form == "a line" else [value], indent=1 if form == "indented" else None), "a.json")
    assert guess(path, kinds=("spans",)).name == "json-spans"
    (document,) = read_documents(path, "spans")
    assert (document.id, document.content) == ("1", MarkedText(tuple(SENTENCE), (ADA, OSLO)))


def test_what_spacy_writes_is_read(file: Callable[..., Path]) -> None:
    spacy = pytest.importorskip("spacy")
    doc = spacy.blank("en")("Ada Lind can't leave Oslo, 10km away.")
    doc.set_ents([spacy.tokens.Span(doc, 0, 2, "PER"), spacy.tokens.Span(doc, 5, 6, "LOC")])
    (document,) = read_documents(file(json.dumps(doc.to_json()), "a.json"), "spans")
    assert [document.content.tokens[span.left : span.right + 1] for span in document.content.spans] == [
        ("Ada", "Lind"),
        ("Oslo",),
    ]


@pytest.mark.parametrize(
    ("pieces", "spans"),
    [
        pytest.param([("B-X", 0, 1), ("I-X", 1, 2), ("I-X", 3, 4)], [(0, 1)], id="a word by its first piece"),
        pytest.param([("B-X", 0, 2), ("B-X", 3, 4)], [(0, 0), (1, 1)], id="two spans side by side"),
        pytest.param([("I-X", 0, 2), ("I-X", 5, 6)], [(0, 0), (2, 2)], id="a token between them is outside"),
        pytest.param([("I-X", 1, 2)], [], id="the first piece is outside"),
        pytest.param([("B-X", 5, 9)], [(2, 5)], id="a piece of several tokens"),
        pytest.param([("S-X", 5, 9), ("I-X", 9, 10)], [(2, 5), (6, 6)], id="a single piece of several tokens"),
        pytest.param([("B-X", 0, 2), ("O", 3, 4)], [(0, 0)], id="outside, written out"),
    ],
)
def test_tagged_pieces(file: Callable[..., Path], pieces: list[tuple[str, int, int]], spans: list[object]) -> None:
    entities = [{"entity": tag, "start": start, "end": end} for tag, start, end in pieces]
    value = {"text": "ab c U.S.x", "entities": entities}
    (document,) = read_documents(file(json.dumps(value), "a.json"), "spans")
    assert [(span.left, span.right) for span in document.content.spans] == spans


def test_each_character_of_chinese_is_a_token(file: Callable[..., Path]) -> None:
    value = {"text": "他2019年去奥斯陆。", "entities": [[7, 10, "LOC"]]}
    (document,) = read_documents(file(json.dumps(value), "a.json"), "spans")
    assert document.content == MarkedText(
        ("他", "2019", "年", "去", "奥", "斯", "陆", "。"), (TypedMention(4, 6, "LOC"),)
    )


LIVES = Relation("lives in", "Ada", "Oslo")
RELATION = {"head": "Ada", "type": "lives in", "tail": "Oslo"}
TEXT = "Ada left Oslo"
EVERYDAY = [
    pytest.param([{"text": TEXT, "relations": [RELATION]}], TEXT, id="a list of documents"),
    pytest.param({"id": 7, "text": TEXT, "relations": [RELATION]}, "7", id="a line with an id"),
    pytest.param({"sentence": TEXT, "triples": [["Ada", "lives in", "Oslo"]]}, TEXT, id="triples in order"),
    pytest.param({"text": TEXT, **RELATION}, TEXT, id="a relation a line"),
    pytest.param(
        {"text": TEXT, "subject": "Ada", "relation": "lives in", "object": "Oslo"}, TEXT, id="subject, object"
    ),
    pytest.param([RELATION], "1", id="REBEL's function"),
    pytest.param([[RELATION]], "1", id="REBEL's function, inputs in a list"),
    pytest.param(
        {"text": TEXT, "relations": [{"head": {"text": "Ada"}, "label": "lives in", "tail": {"text": "Oslo"}}]},
        TEXT,
        id="mentions as objects",
    ),
    pytest.param(
        {
            "text": TEXT,
            "tokens": TEXT.split(),
            "entities": [{"text": "Ada"}, {"text": "Oslo"}],
            "relations": [RELATION],
        },
        TEXT,
        id="tokens and entities beside words",
    ),
    pytest.param(
        {
            "text": TEXT,
            "entities": [{"text": "Ada", "type": "PER"}, {"name": "Oslo"}],
            "relations": [{"head": 0, "type": "lives in", "tail": 1}],
        },
        TEXT,
        id="indexes of entities with words",
    ),
]


@pytest.mark.parametrize(("value", "name"), EVERYDAY)
@pytest.mark.parametrize("indent", [None, 1], ids=["one line", "indented"])
def test_relations_in_json(file: Callable[..., Path], value: object, name: str, indent: int | None) -> None:
    path = file(json.dumps(value, indent=indent), "a.json")
    assert guess(path, kinds=("relations",)).name == "string-relations"
    (document,) = read_documents(path, "relations")
    assert (document.id, document.content.relations) == (name, (LIVES,))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"text,head,relation,tail\n{TEXT},Ada,lives in,Oslo\nBo slept,,,\n", id="CSV"),
        pytest.param(f"text\thead\ttail\ttype\n{TEXT}\tAda\tOslo\tlives in\nBo slept\t\t\t\n", id="TSV"),
        pytest.param(f'Subject;Predicate;Object;Text\n"Ada";"lives in";Oslo;{TEXT}\n;;;Bo slept\n', id="semicolons"),
    ],
)
def test_relations_in_a_table(file: Callable[..., Path], text: str) -> None:
    path = file(text, "a.txt")
    assert guess(path, kinds=("relations",)).name == "string-relations"
    first, second = read_documents(path, "relations")
    assert (first.id, first.content.relations) == (TEXT, (LIVES,))
    assert (second.id, second.content.relations) == ("Bo slept", ())


def test_rows_of_one_text_are_one_document(file: Callable[..., Path]) -> None:
    rows = [{"text": TEXT, **RELATION}, {"text": "Bo", **RELATION}, {"text": TEXT, **RELATION, "type": "left"}]
    found = list(read_documents(file("\n".join(map(json.dumps, rows)), "a.jsonl"), "relations"))
    assert [(document.id, len(document.content.relations)) for document in found] == [(TEXT, 2), ("Bo", 1)]


def test_a_text_that_comes_again_is_another_document_and_an_id_an_error(file: Callable[..., Path]) -> None:
    line = {"text": TEXT, "relations": [RELATION]}
    path = file("\n".join(map(json.dumps, [line, line])), "a.jsonl")
    assert [document.id for document in read_documents(path, "relations")] == [TEXT, f"{TEXT}#2"]
    path = file("\n".join(json.dumps({"id": "d", **line}) for _ in range(2)), "b.jsonl")
    with pytest.raises(FormatError, match=r"b\.jsonl:2: expected each document once, found 'd' again, first on line 1"):
        list(read_documents(path, "relations"))


def test_rebel_lines_are_documents(file: Callable[..., Path]) -> None:
    path = file("<s><triplet> Ada <subj> Oslo <obj> lives in</s>\n<s></s>\n", "a.txt")
    first, second = read_documents(path, "relations")
    assert (first.id, first.content.relations, second.content.relations) == ("1", (LIVES,), ())


@pytest.mark.parametrize(
    ("kind", "format", "text", "message"),
    [
        pytest.param("spans", "conlleval", "Ada B-PER\n", "a.txt:1: expected 3 columns, a token first", id="no gold"),
        pytest.param(
            "spans",
            "conlleval",
            "Ada NNP B-PER\n",
            "expected a tag such as O, B-PER or I-PER in the last column but one, which is the gold's, found 'NNP'",
            id="no tag",
        ),
        pytest.param("spans", "tag-lines", "O O\nO PER\n", "a.txt:2: expected tags .* alone, found 'PER'", id="a word"),
        pytest.param(
            "relations",
            "string-relations",
            '{"text": "a", "relations": [{"head": "b", "tail": "c"}]}',
            r"a.txt:1: expected a relation with head, type and tail, .* in relations\[0\], found",
            id="no type",
        ),
        pytest.param(
            "relations",
            "string-relations",
            '{"text": "a", "relations": [{"head": 0, "type": "x", "tail": 1}]}',
            "words, or one of the 0 entities, from 0, in relations.0..head, found 0",
            id="an index of nothing",
        ),
        pytest.param(
            "spans",
            "json-spans",
            '{"tokens": ["a"], "ner_tags": [3]}',
            r"a.txt:1: expected a tag's name, such as B-PER, in place of its number in ner_tags\[0\], found 3",
            id="numbers of tags",
        ),
        pytest.param(
            "spans",
            "json-spans",
            '{"tokens": ["a"], "tags": ["O", "O"]}',
            "expected a tag for each of the 1 tokens in tags, found 2",
            id="a tag too many",
        ),
        pytest.param(
            "spans",
            "json-spans",
            '{"text": "Ada left", "spans": [{"start": 0, "end": 3, "label": "PER"}], "answer": "reject"}',
            'expected a task that was accepted in answer, found "reject"',
            id="a task that an annotator rejected",
        ),
        pytest.param(
            "spans",
            "json-spans",
            '{"text": "Oslo", "entities": [[0, 2, "X"]]}',
            r"expected the borders of words in entities\[0\], found 'Os' at 0 to 2, which cuts one",
            id="half a word",
        ),
        pytest.param(
            "spans",
            "json-spans",
            '{"text": "Oslo", "entities": [[0, 9, "X"]]}',
            "expected characters of the text, below 4, the end after the last, in .*found 0 to 9",
            id="past the end",
        ),
        pytest.param(
            "spans",
            "json-spans",
            '{"text": "Oslo", "entities": [{"start": 0}]}',
            "expected an entity: .* found",
            id="no entity",
        ),
        pytest.param(
            "spans", "json-spans", '{"tokens": ["a"]}', "expected tags of the tokens, or entities", id="no tags"
        ),
        pytest.param(
            "relations",
            "string-relations",
            "a,b\nc,d\n",
            "a.txt:1: expected a header with head, type and tail, and text or id, found 'a,b'",
            id="no header",
        ),
        pytest.param(
            "relations",
            "string-relations",
            "text,head,type,tail\na,b,c\n",
            "a.txt:2: expected 4 fields, as the header has, found 3",
            id="a field short",
        ),
    ],
)
def test_faults(file: Callable[..., Path], kind: str, format: str, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_documents(file(text, "a.txt"), kind, format))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("left O\nAda PER\n", r"a.txt:2: expected .*\(tags\), found 'Ada PER'", id="types without B or I"),
        pytest.param("left O\nAda B\n", r"a.txt:2: .* in line 1 \(tags\), found 'Ada B'", id="tags without a type"),
        pytest.param("Ada PER\nLind PER\n", "a.txt:1: expected spans in one of these formats: tags", id="none at all"),
    ],
)
def test_a_file_that_is_nearly_of_a_format_is_told_which(file: Callable[..., Path], text: str, found: str) -> None:
    with pytest.raises(FormatError, match=found):
        guess(file(text, "a.txt"), kinds=("spans",))
