"""Tuples in brackets below their sentences; for what is read see test_everyday_shapes.py."""

from __future__ import annotations

import pytest

from karat.errors import FormatError
from karat.formats import read_rows


@pytest.mark.parametrize("broken", ["(Ann; is in", "Here are more:", "Ann | is in | Ulm"])
def test_a_line_that_is_neither_sentence_nor_tuple_is_refused(file, broken):
    path = file("Ann founded Bext .\n(Ann; founded; Bext)\n" * 30 + f"{broken}\n")
    with pytest.raises(FormatError) as caught:
        list(read_rows(path))
    assert str(caught.value) == f"{path}:61: expected a sentence, or below it a tuple in brackets, found {broken!r}"
