"""A short notation for tagged words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.model import Word
from karat.syntax import Tagged


@pytest.fixture
def tagged() -> Callable[[str], Tagged]:
    """Read ``form/upos/xpos/governor/relation`` for each word."""

    def read(text: str) -> Tagged:
        rows = [part.split("/") for part in text.split()]
        return tuple(Word(form, form, upos, xpos, (), int(up), relation) for form, upos, xpos, up, relation in rows)

    return read
