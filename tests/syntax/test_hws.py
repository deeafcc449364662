"""HWS distance: a table computed by hand, its laws, and a slow literal implementation to compare with."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InputError
from karat.formats.text.brackets import parse_tree
from karat.syntax.hws import CommonRuns, Run, common_runs, hws

LABELS = st.lists(st.sampled_from(["S", "NP", "VP", "PP", "NN", "DT"]), max_size=14)
DISCOUNTS = st.floats(0, 1)

TABLE = [
    pytest.param("S NP VP", "S NP VP", [(0, 0, 3)], 0, 0, id="itself"),
    pytest.param("S NP VP NN VBD", "S NP VP . NN VBD", [(0, 0, 3), (3, 4, 2)], 0.2, 0.02, id="one label put in"),
    pytest.param("S NP VP PP", "S NP VP ADVP", [(0, 0, 3)], 0.25, 0.25, id="the last label differs"),
    pytest.param("S NP VP", "S NP VP NN", [(0, 0, 3)], 0, 0, id="the beginning"),
    pytest.param(
        "S NP VP PRP VBD NP DT NN",
        "S NP VP DT NN VBD NP DT NN",
        [(0, 0, 3), (4, 5, 4)],
        0.375,
        0.15,
        id="two runs",
    ),
    pytest.param("S NP VP NN VBD NP NN", "S PP NP VP IN NP VBD NN", [(1, 2, 2)], 0.714286, 0.714286, id="one run of 2"),
    pytest.param("A B C X D E", "D E Y A B C", [(0, 3, 3), (4, 0, 2)], 0.333333, 0.183333, id="in turned order"),
    pytest.param("A B X C D E", "C D E Y A B Z", [(3, 0, 3), (0, 4, 2)], 0.333333, 0.183333, id="the later first"),
    pytest.param("A B A C", "B A B C", [(0, 1, 2)], 0.5, 0.5, id="positions count once"),
    pytest.param("S NP", "S VP", [], 1, 1, id="nothing long enough"),
    pytest.param("S", "S NP VP", [(0, 0, 1)], 0, 0, id="shorter than the least run"),
    pytest.param("", "", [], 0, 0, id="both empty"),
    pytest.param("", "S", [], 1, 1, id="one empty"),
]


@pytest.mark.parametrize(("a", "b", "runs", "half", "most"), TABLE)
def test_table(a, b, runs, half, most):
    a, b = a.split(), b.split()
    assert [(run.first, run.second, run.length) for run in common_runs(a, b).runs] == runs
    assert hws(a, b, 0.5) == pytest.approx(half, abs=5e-7)
    assert hws(a, b, 0.95) == pytest.approx(most, abs=5e-7)


@pytest.mark.parametrize(("discount", "expected"), [(0.5, 0.651786), (0.95, 0.217946)])
def test_runs_of_one_are_an_option(discount, expected):
    a, b = ("S", "NP", "VP", "NN", "VBD", "NP", "NN"), ("S", "PP", "NP", "VP", "IN", "NP", "VBD", "NN")
    assert hws(a, b, discount, min_run=1) == pytest.approx(expected, abs=5e-7)


def test_runs_are_told_in_the_order_of_the_arguments():
    longer, shorter = ("S", "NP", "VP", ".", "NN", "VBD"), ("S", "NP", "VP", "NN", "VBD")
    assert common_runs(longer, shorter) == CommonRuns((Run(0, 0, 3), Run(4, 3, 2)), (6, 5))


@pytest.mark.parametrize(
    ("height", "expected"),
    [
        pytest.param(None, 1 - 3 / 6, id="S NP VP NNP VBD PP IN and S NP VP DT NN VBD"),
        pytest.param(3, 1 - 3 / 6, id="S NP VP NNP VBD PP and S NP VP DT NN VBD"),
        pytest.param(2, 0, id="S NP VP twice"),
    ],
)
def test_trees_by_hand(height, expected):
    a = parse_tree("(ROOT (S (NP (NNP Ann)) (VP (VBD left) (PP (IN early)))))")
    b = parse_tree("(S (NP (DT The) (NN guest)) (VP (VBD left)))")
    assert hws(a, b, height=height) == expected


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        pytest.param(["A"], {"discount": 1.5}, "discount: expected a number from 0 to 1, found 1.5", id="discount"),
        pytest.param(["A"], {"discount": float("nan")}, "discount: expected a number from 0 to 1, found nan", id="nan"),
        pytest.param(["A"], {"min_run": 0}, "min_run: expected at least 1, found 0", id="least run"),
        pytest.param(["A"], {"height": 2}, "expected trees to cut at a height, found a list of labels", id="height"),
        pytest.param("S NP", {}, "expected a tree or a list of labels, found the text 'S NP'", id="a text"),
    ],
)
def test_what_cannot_be_compared(arguments, options, message):
    with pytest.raises(InputError) as caught:
        hws(arguments, arguments, **options)
    assert str(caught.value).endswith(message)


def literal(a, b, min_run):
    """The definition word by word: runs as (i, j, length) in the order they count, with a and b in their order."""
    a, b = sorted([list(a), list(b)], key=lambda each: (len(each), each))
    free_a, free_b = set(range(len(a))), set(range(len(b)))
    taken = []
    while True:
        candidates = [
            (-length, i + j, i, j)
            for i in range(len(a))
            for j in range(len(b))
            for length in range(min(min_run, len(a)), len(a) + 1)
            if a[i : i + length] == b[j : j + length]
            and free_a >= set(range(i, i + length))
            and free_b >= set(range(j, j + length))
            and length
            and i + length <= len(a)
            and j + length <= len(b)
        ]
        if not candidates:
            return sorted(taken, key=lambda run: (run[0] + run[1], run[0]))
        negative, _, i, j = min(candidates)
        free_a -= set(range(i, i - negative))
        free_b -= set(range(j, j - negative))
        taken.append((i, j, -negative))


def literal_distance(a, b, discount, min_run):
    if not a or not b:
        return 0 if a == b else 1
    total = sum(length * discount**number for number, (_, _, length) in enumerate(literal(a, b, min_run)))
    return 1 - total / min(len(a), len(b))


def test_every_small_pair_agrees_with_the_literal_reading():
    sequences = [each for length in range(7) for each in product("ABC", repeat=length)]
    pairs = [(a, b) for a in sequences for b in sequences if len(a) + len(b) <= 6]
    assert len(pairs) == sum((length + 1) * 3**length for length in range(7))
    for a, b in pairs:
        for min_run in (1, 2):
            assert hws(a, b, 0.7, min_run=min_run) == pytest.approx(literal_distance(a, b, 0.7, min_run)), (a, b)


@given(LABELS, LABELS, st.integers(1, 4))
def test_longer_pairs_agree_with_the_literal_reading(a, b, min_run):
    turned = (len(b), b) < (len(a), a)
    runs = [(run.first, run.second, run.length) for run in common_runs(a, b, min_run=min_run).runs]
    assert [(j, i, length) if turned else (i, j, length) for i, j, length in runs] == literal(a, b, min_run)


@given(LABELS, LABELS, DISCOUNTS, st.integers(1, 4))
def test_laws(a, b, discount, min_run):
    distance = hws(a, b, discount, min_run=min_run)
    assert 0 <= distance <= 1
    assert hws(b, a, discount, min_run=min_run) == distance
    assert hws(a, a, discount, min_run=min_run) == 0


@given(LABELS, LABELS, DISCOUNTS, DISCOUNTS)
def test_a_smaller_discount_never_brings_nearer(a, b, one, other):
    runs = common_runs(a, b)
    assert runs.distance(min(one, other)) >= runs.distance(max(one, other)) - 1e-12
