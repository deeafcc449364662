"""Mentions: both ends are included, so the last token is never before the first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.errors import InputError
from karat.model import Form, FormedMention, Mention, SplitMention, TypedMention


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(Mention, id="plain"),
        pytest.param(lambda left, right: TypedMention(left, right, "x"), id="typed"),
        pytest.param(lambda left, right: FormedMention(left, right, Form.NAME), id="with a form"),
        pytest.param(lambda left, right: SplitMention(left, right, ()), id="with gaps"),
    ],
)
def test_a_mention_does_not_end_before_it_begins(make: Callable[[int, int], Mention]) -> None:
    assert (make(3, 3).left, make(3, 4).right) == (3, 4)
    with pytest.raises(InputError, match=r"whose last token is not before its first, found \w+\(left=3, right=2"):
        make(3, 2)
