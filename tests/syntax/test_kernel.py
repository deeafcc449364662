"""The convolution tree kernel: values by hand, a list of all fragments to compare with, and the laws of a kernel."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.errors import InputError
from karat.formats.text.brackets import parse_tree
from karat.model import Tree
from karat.syntax.kernel import common_fragments, kernel, pairs_of_blocks, rules_of, similarity

HALF = Fraction(1, 2)

LEAVES = st.sampled_from(["a", "b"]).map(Tree)
TREES = st.recursive(
    st.builds(lambda label, word: Tree(label, (word,)), st.sampled_from(["A", "B"]), LEAVES),
    lambda inner: st.builds(
        lambda label, children: Tree(label, tuple(children)),
        st.sampled_from(["A", "B"]),
        st.lists(inner | LEAVES, min_size=1, max_size=3),
    ),
    max_leaves=7,
)


@pytest.mark.parametrize(
    ("a", "b", "one", "half"),
    [
        # the fragments: NP→Ann, VP→left, S→NP VP, and this with one or both of the two below it
        pytest.param(
            "(S (NP Ann) (VP left))",
            "(S (NP Ann) (VP left))",
            6,
            3 * HALF + 2 * HALF**2 + HALF**3,
            id="itself",
        ),
        pytest.param("(S (NP Ann) (VP left))", "(S (NP Bob) (VP left))", 3, 2 * HALF + HALF**2, id="one word differs"),
        pytest.param("(S (NP Ann) (VP left))", "(S (VP left) (NP Ann))", 2, 2 * HALF, id="the order differs"),
        pytest.param("(S (NP Ann) (VP left))", "(S (NP Ann) (VP left) (. .))", 2, 2 * HALF, id="one child more"),
        pytest.param("(NP (NN cat))", "(NP (NN cat) (NN cat))", 2, 2 * HALF, id="a fragment that is there twice"),
        pytest.param("(S (. .))", "(S .)", 0, 0, id="a word is not the label spelt like it"),
        pytest.param("(S (NP Ann))", "(ROOT (S (NP Ann)))", 3, 2 * HALF + HALF**2, id="a wrapper does not count"),
        pytest.param("(S (NP Ann))", "(VP (VB go))", 0, 0, id="nothing in common"),
        pytest.param("(S)", "(S)", 0, 0, id="one node: no fragment"),
    ],
)
def test_by_hand(a, b, one, half):
    a, b = parse_tree(a), parse_tree(b)
    assert kernel(a, b, 1) == one
    assert kernel(a, b, HALF) == half
    assert kernel(a, b, 0.5) == half


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        # S→NP VP, NP→NNP, VP→VBD, and S with one or both of them
        pytest.param("(S (NP (NNP Ann)) (VP (VBD left)))", "(S (NP (NNP Bob)) (VP (VBD ran)))", 6, id="same syntax"),
        pytest.param("(NP (DT the) (NN cat))", "(NP (DT a) (NN dog))", 1, id="parts of speech are leaves"),
        pytest.param("(NN cat)", "(NN dog)", 0, id="one word each: no fragment"),
        pytest.param("(S (NP) (VP (VBD ran)))", "(S (NP (NN a)) (VP (VBD ran)))", 1, id="a label that lost its words"),
    ],
)
def test_without_words_by_hand(a, b, expected):
    assert kernel(parse_tree(a), parse_tree(b), 1, words=False) == expected


@pytest.mark.parametrize(
    ("a", "b", "words", "expected"),
    [
        pytest.param("(S (NP Ann) (VP left))", "(S (NP Bob) (VP left))", True, 3 / 6, id="half of the fragments"),
        pytest.param("(NP (NN cat))", "(NP (NN cat) (NN cat))", True, 2 / math.sqrt(3 * 8), id="2 of 3 and 8"),
        pytest.param("(S)", "(S)", True, 1, id="one node and the same"),
        pytest.param("(S)", "(NP)", True, 0, id="one node and another"),
        pytest.param("(S)", "(S (NP Ann))", True, 0, id="one node and more"),
        pytest.param("(NN cat)", "(NN dog)", False, 1, id="the same part of speech"),
    ],
)
def test_similarity_by_hand(a, b, words, expected):
    assert similarity(parse_tree(a), parse_tree(b), 1, words=words) == pytest.approx(expected, rel=1e-15)


def fragments(tree):
    """All fragments of a tree, each as nested tuples with the number of its rules, listed at each node."""
    everything = Counter()

    def rooted(node):
        choices = [
            [((child.label, not child.children), 0)] + (rooted(child) if child.children else [])
            for child in node.children
        ]
        found = [
            ((node.label, tuple(part for part, _ in chosen)), 1 + sum(rules for _, rules in chosen))
            for chosen in product(*choices)
        ]
        everything.update(found)
        return found

    rooted(tree)
    return everything


@given(TREES, TREES, st.fractions(Fraction(1, 10), 1, max_denominator=10))
def test_it_counts_what_listing_finds(a, b, decay):
    one, other = fragments(a), fragments(b)
    expected = sum(times * other[each] * decay ** each[1] for each, times in one.items())
    assert kernel(a, b, decay) == expected
    assert kernel(a, b, float(decay)) == pytest.approx(float(expected))


@given(TREES, TREES, st.floats(0.01, 1), st.booleans())
def test_laws(a, b, decay, words):
    value = similarity(a, b, decay, words=words)
    assert 0 <= value <= 1
    assert similarity(b, a, decay, words=words) == value
    assert similarity(a, a, decay, words=words) == 1


@settings(deadline=None)  # the first eigenvalues wait for a library to load
@given(st.lists(TREES, min_size=2, max_size=8), st.sampled_from([0.1, 0.5, 1]), st.booleans())
def test_it_is_positive_semidefinite(trees, decay, words):
    gram = np.array([[similarity(a, b, decay, words=words) for a in trees] for b in trees])
    assert np.linalg.eigvalsh(gram).min() >= -1e-9


@pytest.mark.parametrize("decay", [1, 1.0, 0.9])
def test_numbers_that_no_float_holds(decay):
    wide = Tree("S", tuple(Tree("NN", (Tree(f"w{number}"),)) for number in range(2_000)))
    other = Tree("S", (Tree("NN", (Tree("another"),)), *wide.children[1:]))
    count = kernel(wide, wide, decay)
    if decay == 1:
        assert count == 2**2000 + 2000
    else:
        assert count == Fraction(0.9) * (1 + Fraction(0.9)) ** 2000 + 2000 * Fraction(0.9)
    assert similarity(wide, wide, decay) == 1
    assert similarity(wide, other, decay) == pytest.approx(1 / (1 + decay))


def test_only_nodes_of_the_same_rule_are_paired():
    a, b = rules_of(parse_tree("(S (NP Ann) (VP left))")), rules_of(parse_tree("(S (NP Bob) (VP left))"))
    assert common_fragments(a, b).pairs == ((), (0,))


@given(TREES, TREES, st.sampled_from([Fraction(1, 3), 0.3, 0.9, 1, 1.0]), st.booleans())
def test_blocks_are_pairs(a, b, decay, words):
    one, other = rules_of(a, words=words), rules_of(b, words=words)
    looped = common_fragments(one, other)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("karat.syntax.kernel.MANY", 0)
        in_blocks = common_fragments(one, other)
    assert in_blocks.weight(decay) == looped.weight(decay)  # to the last digit
    assert pairs_of_blocks(in_blocks.blocks) == looped.pairs


@pytest.mark.parametrize("decay", [Fraction(1, 2), 0.5, 1])
def test_a_rule_that_all_nodes_follow(decay):
    chain = Tree("w")
    for _ in range(100):
        chain = Tree("X", (chain,))
    found = common_fragments(rules_of(chain), rules_of(chain))
    assert sum(block.size for block in found.blocks) == 99 * 99 + 1  # only the lowest node has a word
    # X→X of length n is there 100 − n times in each tree; with the word once in each
    expected = sum((100 - n) ** 2 * decay**n for n in range(1, 100)) + sum(decay**n for n in range(1, 101))
    assert found.weight(decay) == (expected if decay == 1 else pytest.approx(expected, rel=1e-12))
    assert type(found.weight(decay)) is type(decay)


def test_blocks_of_numbers_that_are_exact_as_no_float():
    full = Tree("X", (Tree("w"), Tree("w")))
    for _ in range(6):
        full = Tree("X", (full, full))
    rules = rules_of(full)
    found = common_fragments(rules, rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("karat.syntax.kernel.MOST_CELLS", len(rules.rules) ** 2 - 1)
        looped = common_fragments(rules, rules)
    assert found.blocks
    assert not looped.blocks
    assert found.weight(1) == looped.weight(1) > 2**53
    assert found.weight(0.9) == looped.weight(0.9)


def test_depth_is_no_limit():
    deep = Tree("word")
    for number in range(5_000):
        deep = Tree(f"X{number}", (deep,))
    # from each of the n nodes down, fragments of 1 to as many rules as there are below
    assert kernel(deep, deep, 1) == 5_000 * 5_001 // 2


@pytest.mark.parametrize("decay", [0, -0.5, 1.01, float("nan")])
def test_a_decay_that_is_none(decay):
    with pytest.raises(InputError, match=r"^decay: expected a number above 0 and up to 1, found"):
        kernel(parse_tree("(S a)"), parse_tree("(S a)"), decay)
