"""Operations on trees of any depth: cutting, removing words, listing labels."""

from __future__ import annotations

import pytest

from karat.errors import InputError
from karat.formats.text.brackets import parse_tree, render_tree
from karat.model import Tree
from karat.syntax.trees import level_order, prune, skeleton, without_words, without_wrapper

ANN = "(S (NP (NNP Ann)) (VP (VBD left) (NP (NN home))) (. .))"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(f"(ROOT {ANN})", ANN, id="ROOT"),
        pytest.param(f"(TOP {ANN})", ANN, id="TOP"),
        pytest.param(f"( {ANN})", ANN, id="no label"),
        pytest.param(f"( (ROOT {ANN}))", ANN, id="two wrappers"),
        pytest.param(ANN, ANN, id="none"),
        pytest.param("(ROOT (NP (NN one)) (NP (NN two)))", "(ROOT (NP (NN one)) (NP (NN two)))", id="two children"),
        pytest.param("(ROOT word)", "(ROOT word)", id="the child is a word"),
        pytest.param("(S (S (NN a)))", "(S (S (NN a)))", id="another label"),
    ],
)
def test_wrapper_by_hand(given, expected):
    assert render_tree(without_wrapper(parse_tree(given))) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(ANN, "(S (NP NNP) (VP VBD (NP NN)) .)", id="a sentence"),
        pytest.param("(NP (DT the) cat)", "(NP DT)", id="a word beside a part of speech"),
        pytest.param("(NN cat)", "(NN)", id="one word"),
        pytest.param("(NN)", "(NN)", id="the root stays"),
    ],
)
def test_words_by_hand(given, expected):
    assert render_tree(without_words(parse_tree(given))) == expected


@pytest.mark.parametrize(
    ("height", "expected"),
    [
        pytest.param(1, "(S)", id="the root is the first level"),
        pytest.param(2, "(S NP VP .)", id="two"),
        pytest.param(3, "(S (NP NNP) (VP VBD NP) (. .))", id="three"),
        pytest.param(5, ANN, id="as many as there are"),
        pytest.param(99, ANN, id="more than there are"),
    ],
)
def test_prune_by_hand(height, expected):
    assert render_tree(prune(parse_tree(ANN), height)) == expected


def test_the_order_goes_by_levels():
    tree = parse_tree("(S (NP (NNP Ann)) (VP (VBD left)))")
    assert level_order(tree) == ("S", "NP", "VP", "NNP", "VBD", "Ann", "left")


@pytest.mark.parametrize(
    ("height", "expected"),
    [
        pytest.param(None, "S NP VP . NNP VBD NP NN", id="whole"),
        pytest.param(3, "S NP VP . NNP VBD NP", id="three levels"),
        pytest.param(1, "S", id="one"),
    ],
)
def test_skeleton_by_hand(height, expected):
    assert " ".join(level_order(skeleton(parse_tree(f"(ROOT {ANN})"), height))) == expected


@pytest.mark.parametrize("height", [0, -1])
def test_a_height_without_levels_is_refused(height):
    with pytest.raises(InputError, match=rf"^height: expected at least 1 level, found {height}$"):
        prune(parse_tree(ANN), height)


def test_depth_is_no_limit():
    deep = Tree("NN", (Tree("word"),))
    for _ in range(20_000):
        deep = Tree("X", (deep,))
    assert len(level_order(skeleton(Tree("ROOT", (deep,))))) == 20_001
    assert len(level_order(prune(deep, 12_345))) == 12_345
