"""Sentences and their trees from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from karat.cliques.originals import read_originals
from karat.errors import InputError
from karat.formats.text.brackets import parse_tree
from karat.model import Extraction, Sentence

TREE = "(ROOT (S (NP (NNP Ann)) (VP (VBD saw) (NP (NN snow))) (. .)))"


def read(text: str, trees: str | None = None):
    Path("in").write_text(text)
    if trees is not None:
        Path("trees").write_text(trees)
    return read_originals(Path("in"), None if trees is None else Path("trees"))


def test_lines(files: Path) -> None:
    first, _, last = read_originals(Path("in.txt"), Path("in.trees"))
    assert first.sentence == Sentence("0", "Ann saw snow .")
    assert first.tree == parse_tree(TREE)
    assert last.sentence == Sentence("2", "Snow fell .")


def test_ids_before_a_tab(files: Path) -> None:
    (member,) = read("a-7\tAnn saw snow .\n", TREE)
    assert member.sentence == Sentence("a-7", "Ann saw snow .")


def test_unified_json_keeps_its_tuples(files: Path) -> None:
    clique = {"id": 5, "ori_sent": "Ann saw snow .", "ori_args": [["saw", "Ann", "snow"]], "paraphrases": []}
    (member,) = read(json.dumps([{**clique, "ori_tree": TREE}]))
    assert (member.sentence.id, member.extractions) == ("5", (Extraction("saw", ("Ann", "snow")),))
    assert member.tree == parse_tree(TREE)
    (same,) = read(json.dumps([clique]), TREE)
    assert same == member


def test_words_that_a_parser_spells_anew(files: Path) -> None:
    Path("in").write_text("He cannot\n")
    Path("trees").write_text("(S (NP He) (VP can not be))\n")
    (member,) = read_originals(Path("in"), Path("trees"), check_words=False)
    assert member.tree is not None
    with pytest.raises(InputError, match="trees:1: expected a tree of sentence '0'"):
        read_originals(Path("in"), Path("trees"))


@pytest.mark.parametrize(
    ("text", "trees", "message"),
    [
        pytest.param(
            "Ann saw snow .\n",
            None,
            "in:1: expected a tree, in the JSON or in a file of trees, found none",
            id="no trees",
        ),
        pytest.param(
            "Ann saw snow .\nBen too\n",
            TREE,
            "trees: expected 2 trees, one for each sentence of the cliques, found 1",
            id="too few trees",
        ),
        pytest.param(
            "Ann saw snow .\n",
            "(S (NP",
            "trees:1: expected a tree in brackets, found one that is not: ",
            id="an open bracket",
        ),
        pytest.param(
            "Ben ate fish\n",
            TREE,
            "trees:1: expected a tree of sentence '0' ('Ben ate fish'), found one of 'Ann saw snow .'",
            id="of another sentence",
        ),
        pytest.param(
            "Ann saw snow .\n",
            "(S (NP (NNP)) (VP (VBD)))",
            "trees:1: expected a tree of sentence '0' ('Ann saw snow .'), found one of 'NNP VBD'",
            id="no words",
        ),
        pytest.param(
            "a\tb\tc\n",
            TREE,
            "in:1: expected a sentence, or an id, a tab and a sentence, found 'a\\tb\\tc'",
            id="two tabs",
        ),
        pytest.param(
            "a\tAnn\na\tBen\n", TREE, "in:2: expected an id of its own, found 'a' as at in:1", id="an id twice"
        ),
        pytest.param(
            "Ann left\nBen left\nAnn left \n",
            TREE,
            "in:3: expected each sentence once, found 'Ann left' as at in:1",
            id="a sentence twice",
        ),
        pytest.param("", TREE, "in: expected at least one line, found an empty file", id="empty"),
        pytest.param("[]", TREE, "in: expected at least one clique, found none", id="no clique"),
    ],
)
def test_what_is_wrong_is_named(files: Path, text: str, trees: str | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, trees)
    assert str(caught.value).startswith(message)
