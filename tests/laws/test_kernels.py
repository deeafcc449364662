"""Kernels (appendix B): Gram matrices on random samples have no negative eigenvalue.

Lemma 5 rests on Kriege et al. (2016), whose *strong* kernels satisfy κ(x, y) ≥ min(κ(x, z), κ(z, y)); that κ(x, x) is
the largest, which Definition 3 asks for, is not enough. So Σ↔[κ], F↔[κ] and J↔[κ] are tested where κ is strong in that
sense, and a sample on which Σ↔[κ] of another kernel fails is kept as a test too.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat import algebra as k

numbers = st.integers(0, 4)
paths = st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 1))
mentions = k.match(k.equal)
overlap = k.match(mentions.f1, k.N_TO_N, literal=True)


def collections(elements: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(elements, max_size=5).map(tuple)


def gram(similarity: Callable[[Any, Any], Any], sample: list[Any]) -> np.ndarray:
    return np.array([[float(similarity(x, y)) for y in sample] for x in sample])


def least_eigenvalue(matrix: np.ndarray) -> float:
    return float(np.linalg.eigvalsh(matrix).min())


KERNELS = [
    pytest.param(k.equal, numbers, id="Lemma 1: δ"),
    pytest.param(k.product(k.equal, mentions), st.tuples(numbers, collections(numbers)), id="Lemma 2: δ × Σ↔[δ]"),
    pytest.param(k.match(k.equal, k.N_TO_N), collections(numbers), id="Lemma 3: Σ~[δ]"),
    pytest.param(k.match(mentions.f1, k.N_TO_N), collections(collections(numbers)), id="Lemma 3: Σ~[F↔[δ]]"),
    pytest.param(mentions, collections(numbers), id="Lemma 5: Σ↔[δ]"),
    pytest.param(k.match(k.levels), collections(paths), id="Lemma 5: Σ↔ of paths of one length"),
    pytest.param(mentions.f1, collections(numbers), id="Lemma 7: F↔[δ]"),
    pytest.param(k.match(k.levels).f1, collections(paths), id="Lemma 7: F↔ of paths"),
    pytest.param(overlap.f1, collections(collections(numbers)), id="Lemma 7: F~[F↔[δ]], as it is written"),
    pytest.param(mentions.jaccard, collections(numbers), id="Lemma 8: J↔[δ]"),
    pytest.param(k.match(k.levels).jaccard, collections(paths), id="Lemma 8: J↔ of paths"),
    pytest.param(overlap.jaccard, collections(collections(numbers)), id="Lemma 8: J~[F↔[δ]], as it is written"),
    pytest.param(
        k.product(mentions.f1, mentions.jaccard),
        st.tuples(collections(numbers), collections(numbers)),
        id="F↔[δ] × J↔[δ]",
    ),
]


@pytest.mark.parametrize(("kernel", "objects"), KERNELS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_no_eigenvalue_is_negative(kernel: k.Similarity, objects: st.SearchStrategy[Any], data: st.DataObject) -> None:
    sample = data.draw(st.lists(objects, min_size=2, max_size=12))
    matrix = gram(kernel.similarity, sample)
    assert np.array_equal(matrix, matrix.T)
    assert least_eigenvalue(matrix) >= -1e-9


@pytest.mark.parametrize(
    ("kernel", "objects"), [(k.equal, list(range(5))), (k.levels, list(product((0, 1), repeat=3)))], ids=["δ", "paths"]
)
def test_these_are_strong_in_the_sense_of_kriege(kernel: k.Similarity, objects: list[Any]) -> None:
    for x, y, z in product(objects, repeat=3):
        assert kernel.similarity(x, y) >= min(kernel.similarity(x, z), kernel.similarity(z, y))


def test_being_most_like_oneself_is_not_enough_for_lemma_5() -> None:
    """F↔[δ] is a kernel with κ(x, x) ≥ κ(x, y), and yet Σ↔ of it is none on these collections."""
    kappa = mentions.f1
    a, ab, b = ("a",), ("a", "b"), ("b",)
    assert kappa.similarity(a, b) < min(kappa.similarity(a, ab), kappa.similarity(ab, b))
    sample = [(a,), (ab,), (b,), (a, b)]
    assert least_eigenvalue(gram(kappa.similarity, [a, ab, b])) >= -1e-9
    assert least_eigenvalue(gram(k.match(kappa).similarity, sample)) < -0.18
