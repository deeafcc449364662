"""Outputs that do not repeat their sentences, and the file that gives them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from karat.errors import FormatError
from karat.formats import FORMATS, ITEM_KINDS, Problems, format_named, guess, read_items, read_rows

PAGES = Path(__file__).parents[3] / "docs" / "formats"
STANFORD = "1.0\ta\tr\tb\n1.0\tc\tr\td\n\n\n1.0\te\tr\tf\n"
ITEM_FORMATS = FORMATS.of_kinds(ITEM_KINDS)
IN_BLOCKS = [format for format in ITEM_FORMATS if format.blocks is not None]


@pytest.mark.parametrize(
    ("name", "text", "numbers"),
    [
        pytest.param("stanford", STANFORD, [1, 1, 2], id="stanford: blank lines"),
        pytest.param(
            "minie",
            "Output:\n(a;r)\n(b;r)\n\nOutput:\nNo extraction found.\n\nOutput:\n(c;r)\n",
            [1, 1, 2, 3],
            id="minie",
        ),
        pytest.param("minie-json", '{"facts": []}\n{"facts": []}\n', [1, 2], id="minie-json: empty answers"),
        pytest.param(
            "openie6", "A .\n1: (a; r; b)\n\nB .\nC .\n1: (c; r; d)\n", [1, 2, 3], id="openie6: new sentences"
        ),
        pytest.param("imojie", "C .\n( a ; r ; b )\n\nC .\n( c ; r ; d )\n", [1, 2], id="imojie: not the printed line"),
        pytest.param("clausie", None, None, id="clausie: no blocks"),
        pytest.param("rebel", "<triplet> a <subj> b <obj> r <subj> c <obj> r\n<s></s>\n", [1, 1, 2], id="rebel: lines"),
        pytest.param("graphrag", "<|COMPLETE|>(relationship<|>a<|>b<|>c)<|COMPLETE|>", [1, 2], id="graphrag: ends"),
        pytest.param("json-triples", '[["a", "r", "b"], ["c", "r", "d"]]\n[]\n', [1, 1, 2], id="json-triples: lines"),
        pytest.param("json-triples", '[[["a", "r", "b"]],\n []]', [1, 2], id="json-triples: one list of answers"),
        pytest.param("openie5-json", "[]\n[]\n", [1, 2], id="openie5-json: empty answers"),
        pytest.param(
            "ollie-serialised", "1\t(a; r; b)\tg\n1\t(c; r; d)\tg\n1\t(e; r; f)\th\n", [1, 1, 2], id="ollie: graphs"
        ),
        pytest.param("langchain-text", "(a, r, b)<|>(c, r, d)\nNONE\n", [1, 1, 2], id="langchain-text: lines"),
    ],
)
def test_blocks_get_the_sentences_in_order(file, name, text, numbers):
    if text is None:
        assert format_named(name).blocks is None
        return
    sentences = file("".join(f"\n{number}\n" for number in range(1, numbers[-1] + 1)), "input.txt")
    found = read_rows(file(text, "output.txt"), name, sentences=sentences)
    assert [int(row.sentence) for row in found] == numbers


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        pytest.param("A .\n", "output.txt:5: expected 1 blocks, one for each sentence of", id="too few"),
        pytest.param("A .\nB .\nC .\nD .\n", "output.txt: expected 4 blocks, one for each sentence of", id="too many"),
        pytest.param("", "input.txt: expected at least one line, found an empty file", id="none"),
    ],
)
def test_another_number_of_sentences_is_an_error(file, sentences, message):
    with pytest.raises(FormatError) as caught:
        list(read_items(file(STANFORD, "output.txt"), sentences=file(sentences, "input.txt")))
    assert message in str(caught.value)


def test_a_number_gets_its_sentence_and_a_sentence_its_number(file):
    sentences = file("A .\nB .\n", "input.txt")
    (numbered,) = read_rows(file("2\ta\tr\tb\n"), sentences=sentences)
    (written,) = read_rows(file("B  .\t0.5\tr\ta\tb\n"), "carb-tab", sentences=sentences)
    assert (numbered.sentence_id, numbered.sentence) == ("2", "B .")
    assert (written.sentence_id, written.sentence) == ("2", "B  .")


@pytest.mark.parametrize("format", IN_BLOCKS, ids=[format.name for format in IN_BLOCKS])
def test_the_example_on_the_page_can_be_paired(format, file):
    text = re.search(r'```text title=".*?"\n(.*?)\n```', (PAGES / f"{format.name}.md").read_text(), re.DOTALL)[1]
    path = file(text)
    count = 1 + max(number for number, _ in format.blocks(path, "utf-8", Problems()))
    sentences = file("".join(f"sentence {number}\n" for number in range(count)), "input.txt")
    found = list(read_rows(path, format, sentences=sentences, problems=Problems()))
    assert [row.extraction and row.extraction.triple for row in found] == [
        row.extraction and row.extraction.triple for row in format.read(path, problems=Problems())
    ]
    assert {row.sentence for row in found} == {f"sentence {number}" for number in range(count)}
    assert guess(path) is format
