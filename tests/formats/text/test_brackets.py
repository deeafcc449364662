from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InputError
from karat.formats.text.brackets import parse_tree, render_tree
from karat.model import Tree

ANN = Tree("NP", (Tree("NNP", (Tree("Ann"),)),))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        pytest.param("(NP (NNP Ann))", ANN, id="one line"),
        pytest.param(" ( NP\n\t(NNP  Ann) )\n", ANN, id="white space anywhere"),
        pytest.param("((NP (NNP Ann)))", Tree("", (ANN,)), id="no label around the sentence"),
        pytest.param("(X a b)", Tree("X", (Tree("a"), Tree("b"))), id="two words"),
        pytest.param("(X)", Tree("X"), id="a label alone"),
        pytest.param("(X a (Y b) c)", Tree("X", (Tree("a"), Tree("Y", (Tree("b"),)), Tree("c"))), id="mixed"),
    ],
)
def test_trees(text, tree):
    assert parse_tree(text) == tree
    assert parse_tree(render_tree(tree)) == tree


def test_rendering():
    assert render_tree(Tree("S", (ANN, Tree("VP", (Tree("left"),))))) == "(S (NP (NNP Ann)) (VP left))"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a tree in brackets, found nothing"),
        ("Ann", "expected '(', found 'Ann' at character 1"),
        ("(NP (NNP Ann)", "expected ')' for the '(' at character 1, found the end"),
        ("(NP (NNP Ann", "expected ')' for the '(' at character 5, found the end"),
        ("(NP Ann))", "expected the end of the tree, found ')' at character 9"),
        ("(NP Ann) (VP left)", "expected the end of the tree, found '(' at character 10"),
        ("(NP ())", "expected a label or a tree inside the brackets, found ')' at character 6"),
    ],
)
def test_brackets_that_do_not_match(text, message):
    with pytest.raises(InputError) as caught:
        parse_tree(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("tree", [Tree("a b"), Tree("a("), Tree("S", (Tree(""),)), Tree("")], ids=repr)
def test_what_cannot_be_written(tree):
    with pytest.raises(InputError, match="cannot hold this label"):
        render_tree(tree)


def test_deep_trees_need_no_recursion():
    deep = "(X " * 5_000 + "a" + ")" * 5_000
    assert render_tree(parse_tree(deep)) == deep


words = st.text(alphabet="abXY-", min_size=1, max_size=4)


@given(
    st.recursive(st.builds(Tree, words), lambda inner: st.builds(Tree, words, st.lists(inner, max_size=3).map(tuple)))
)
def test_trees_read_back_equal(tree):
    assert parse_tree(render_tree(tree)) == tree
