from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.syntax.spacy import SpacyTagger
from karat.systems.clauses.schemes.clearnlp import from_clearnlp
from karat.systems.clauses.sentence import Parse


@pytest.fixture(scope="session")
def parse_english() -> Callable[[str], Parse]:
    tagger = SpacyTagger()

    def parse(text: str) -> Parse:
        return from_clearnlp(text, tagger.tag([text])[0])

    return parse
