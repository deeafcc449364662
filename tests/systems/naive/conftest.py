"""The naive system with each tagger; a test skips, saying so, where a tagger or its weights are absent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from karat.errors import DataError, MissingExtraError
from karat.systems.naive import Naive, NaiveOptions
from karat.systems.naive.system import TaggerName


@cache
def _made(tagger: TaggerName) -> Naive | str:
    system = Naive(NaiveOptions(tagger=tagger))
    try:
        _ = system.version
    except (MissingExtraError, DataError) as error:
        return str(error)
    return system


@pytest.fixture(scope="session")
def naive() -> Callable[[TaggerName], Naive]:
    """Make the system with a tagger; each is loaded once."""

    def make(tagger: TaggerName) -> Naive:
        made = _made(tagger)
        if isinstance(made, str):
            pytest.skip(made)
        return made

    return make
