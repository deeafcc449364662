"""The script that unpacks NLTK's data for the tests runs nothing that a file of weights asks for."""

from __future__ import annotations

import io
import os
import pickle

import pytest

from fetch_nltk_data import PlainUnpickler


def test_plain_values_are_read() -> None:
    weights = ({"bias": {"NN": 0.5}}, {"the": "DT"}, {"NN", "DT"})
    assert PlainUnpickler(io.BytesIO(pickle.dumps(weights, protocol=2))).load() == weights


def test_nothing_is_run() -> None:
    class Command:
        def __reduce__(self) -> object:
            return os.getcwd, ()

    with pytest.raises(pickle.UnpicklingError, match=r"expected plain values, found posix\.getcwd"):
        PlainUnpickler(io.BytesIO(pickle.dumps(Command(), protocol=2))).load()
