from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.systems.clauses import Clauses
from karat.systems.clauses.sentence import Parse


@pytest.fixture(scope="session")
def parse_english() -> Callable[[str], Parse]:
    system = Clauses()

    def parse(text: str) -> Parse:
        return system.parse([text])[0]

    return parse
