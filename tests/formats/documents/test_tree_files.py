"""Trees from files of their own reach the sentences they are of, or an error says where they do not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from karat.errors import FormatError, FormatErrors
from karat.formats.documents.parses import read_trees, same_words, with_trees
from karat.formats.text.brackets import parse_tree, render_tree
from karat.model import Clique, Member, Sentence

TREES = (
    "(ROOT (S (NP (NNP Ann)) (VP (VBD left)) (. .)))",
    "(ROOT (S (PRP It) (VP (VBD was) (NP (NNP Ann)) (SBAR (WHNP (WP who)) (VP (VBD left)))) (. .)))",
    "(ROOT (S (NP (NNP Bob)) (VP (VBD stayed)) (. .)))",
)
CLIQUES = [
    Clique("0", (Member(Sentence("0", "Ann left ."), ()), Member(Sentence("1", "It was Ann who left ."), ()))),
    Clique("2", (Member(Sentence("2", "Bob stayed ."), ()),)),
]


def lines(folder: Path, *texts: str) -> Path:
    path = folder / "trees.txt"
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def corenlp(folder: Path, *parses: object) -> Path:
    path = folder / "trees.json"
    sentences = [{"index": number, "parse": parse} for number, parse in enumerate(parses)]
    path.write_text(json.dumps({"sentences": sentences}, indent=1), encoding="utf-8")
    return path


@pytest.mark.parametrize("write", [lines, corenlp])
def test_trees_by_order(write, tmp_path):
    found = with_trees(CLIQUES, write(tmp_path, *TREES))
    assert [[render_tree(member.tree) for member in clique.members] for clique in found] == [[*TREES[:2]], [TREES[2]]]
    assert [[member.sentence for member in clique.members] for clique in found] == [
        [member.sentence for member in clique.members] for clique in CLIQUES
    ]


def test_corenlp_breaks_lines_within_a_tree(tmp_path):
    path = corenlp(tmp_path, "(ROOT\n  (S\n    (NP (NNP Ann))\n    (VP (VBD left))\n    (. .)))")
    assert [render_tree(each.tree) for each in read_trees(path)] == [TREES[0]]


def test_blank_lines_and_earlier_trees_do_not_count(tmp_path):
    found = with_trees(with_trees(CLIQUES, lines(tmp_path, *TREES)), lines(tmp_path, "", *TREES[:2], "", TREES[2], ""))
    assert found == with_trees(CLIQUES, lines(tmp_path, *TREES))


@pytest.mark.parametrize(
    ("write", "trees", "message"),
    [
        pytest.param(
            lines,
            [TREES[0], TREES[1][:-1], TREES[2]],
            "trees.txt:2: expected a tree in brackets, "
            "found one that is not: expected ')' for the '(' at character 1, found the end",
            id="a bracket is missing",
        ),
        pytest.param(
            lines,
            [TREES[0] + ")", *TREES[1:]],
            "trees.txt:1: expected a tree in brackets, "
            "found one that is not: expected the end of the tree, found ')' at character 48",
            id="a bracket too many",
        ),
        pytest.param(
            corenlp,
            [*TREES[:2], "(S"],
            "trees.json: expected a tree in brackets in sentences[2].parse, "
            "found one that is not: expected ')' for the '(' at character 1, found the end",
            id="in JSON",
        ),
        pytest.param(corenlp, [1], "trees.json: expected a text in sentences[0].parse, found 1", id="no text"),
        pytest.param(
            lines,
            TREES[:2],
            "trees.txt: expected 3 trees, one for each sentence of the cliques, found 2",
            id="too few",
        ),
        pytest.param(
            lines,
            [*TREES, TREES[2]],
            "trees.txt: expected 3 trees, one for each sentence of the cliques, found 4",
            id="too many",
        ),
        pytest.param(
            lines,
            [TREES[0], TREES[2]],
            "trees.txt:2: expected a tree of sentence '1' ('It was Ann who left .'), found one of 'Bob stayed .'",
            id="one left out in the middle",
        ),
        pytest.param(
            corenlp,
            [TREES[2], TREES[1], TREES[0]],
            "trees.json: expected a tree of sentence '0' ('Ann left .') in sentences[0].parse, "
            "found one of 'Bob stayed .'",
            id="another order",
        ),
        pytest.param(lines, [], "trees.txt: expected at least one line, found an empty file", id="empty"),
    ],
)
def test_errors_say_where(write, trees, message, tmp_path):
    with pytest.raises(FormatError) as caught:
        with_trees(CLIQUES, write(tmp_path, *trees))
    assert str(caught.value) == f"{tmp_path}/{message}"


def test_all_wrong_lines_at_once(tmp_path):
    with pytest.raises(FormatErrors) as caught:
        with_trees(CLIQUES, lines(tmp_path, "(S", TREES[1], "S)"))
    assert [error.line for error in caught.value.errors] == [1, 3]


def test_words_need_not_be_compared(tmp_path):
    found = with_trees(CLIQUES, lines(tmp_path, *reversed(TREES)), check_words=False)
    assert render_tree(found[1].members[0].tree) == TREES[0]


@pytest.mark.parametrize(
    ("tree", "text", "expected"),
    [
        pytest.param("(NP (-LRB- -LRB-) (NN a) (-RRB- -RRB-))", "(a)", True, id="brackets"),
        pytest.param("(NP (-LRB- -lrb-) (NN a) (-RRB- -rrb-))", "-LRB- a -RRB-", True, id="codes in the text too"),
        pytest.param("(S (`` ``) (NN it) ('' ''))", "\u201cIt\u201d", True, id="quotation, capitals"),
        pytest.param("(S (MD ca) (RB n't))", "can't", True, id="cut in another way"),
        pytest.param(r"(CD 1\/2)", "\u00bd", True, id="a fraction"),
        pytest.param("(S (NP (-NONE- *T*-1)) (VP (VB go)))", "go", True, id="a trace"),
        pytest.param("(S (VB go))", "going", False, id="another word"),
        pytest.param("(S (VB go) (NN on))", "on go", False, id="another order"),
    ],
)
def test_which_words_are_the_same(tree, text, expected):
    assert same_words(parse_tree(tree), text) is expected
