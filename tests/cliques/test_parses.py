"""Parse strings, and that the quick way to them gives what the tree does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.cliques.parses import _parse, _scan, has_words, parse_string, parse_tokens
from karat.errors import InputError

TREE = "(ROOT (S (NP (DT The) (NN tide)) (VP (VBD came) (PP (IN in) (NP (NN fog)))) (. .)))"


@pytest.mark.parametrize(
    ("text", "height", "parse"),
    [
        pytest.param(TREE, 1, "(S)", id="the root is the first level"),
        pytest.param(TREE, 2, "(S (NP) (VP) (.))", id="two levels"),
        pytest.param(TREE, 3, "(S (NP (DT) (NN)) (VP (VBD) (PP)) (.))", id="three levels"),
        pytest.param(TREE, 9, "(S (NP (DT) (NN)) (VP (VBD) (PP (IN) (NP (NN)))) (.))", id="all, without words"),
        pytest.param("(TOP (ROOT (S (NP Ann) (VP left))))", 2, "(S (NP) (VP))", id="two wrappers"),
        pytest.param("( (S (NP Ann) (VP left)) )", 2, "(S (NP) (VP))", id="a bracket without label"),
        pytest.param("(ROOT (S (NP Ann)) (S (NP Bob)))", 2, "(ROOT (S) (S))", id="two sentences: no wrapper"),
        pytest.param("(S (NP (DT) (NN)) (VP))", 3, "(S (NP (DT) (NN)) (VP))", id="words gone already"),
        pytest.param("( S\n(NP  Ann)(VP left) )", 2, "(S (NP) (VP))", id="other spaces"),
        pytest.param("(S (NP (DT the) boat) (VP))", 3, "(S (NP (DT)))", id="a constituent without words is a word"),
    ],
)
def test_parse_strings(text: str, height: int, parse: str) -> None:
    assert parse_string(text, height) == parse
    assert parse_string(parse, height) == parse


LABELS = st.sampled_from(["S", "NP", "VP", "ROOT", "TOP", ""])
TEXTS = st.recursive(
    st.one_of(st.just("word"), LABELS.map("({} word)".format), LABELS.map("({})".format)),
    lambda inner: st.tuples(LABELS, st.lists(inner, min_size=1, max_size=4)).map(
        lambda t: f"({t[0]} {' '.join(t[1])})"
    ),
    max_leaves=12,
)


@given(TEXTS, st.integers(1, 6))
def test_the_quick_way_gives_the_same(text: str, height: int) -> None:
    if (quick := _scan(text, height)) is not None:
        assert quick == _parse(text, height)


@given(st.text("()  SN", max_size=25), st.integers(1, 3))
def test_the_quick_way_refuses_what_is_no_tree(text: str, height: int) -> None:
    if (quick := _scan(text, height)) is not None:
        assert quick == _parse(text, height)


def test_the_quick_way_is_taken() -> None:
    assert _scan(TREE, 3) is not None
    assert _scan("(S (NP (DT)))", 3) is not None


@pytest.mark.parametrize("text", ["", "word", "(S", "(S (NP a)))", "(S ())", "(S a) (S b)"])
def test_no_tree(text: str) -> None:
    with pytest.raises(InputError, match="expected"):
        parse_string(text)


def test_no_level() -> None:
    with pytest.raises(InputError, match="height: expected at least 1 level, found 0"):
        parse_string(TREE, 0)


@pytest.mark.parametrize(
    ("text", "words"), [("(S (NP Ann))", True), ("(S (NP) (VP))", False), ("(S (NP) dog)", True), ("( S )", False)]
)
def test_words(text: str, words: bool) -> None:
    assert has_words(text) is words


def test_tokens() -> None:
    assert parse_tokens("(S (NP) (,))") == ["(", "S", "(", "NP", ")", "(", ",", ")", ")"]
