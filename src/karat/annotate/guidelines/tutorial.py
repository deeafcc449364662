"""The tutorial that annotators read before the examination (after ROBUST, section 2.2)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from karat.annotate.guidelines.guideline import read_texts, texts_of
from karat.annotate.language.tokens import main_language
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Step:
    """One page of the tutorial, and the section of the guideline that it is about."""

    id: str
    title: str
    text: str
    section: str

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return asdict(self)


@cache
def tutorial(language: str, kind: str = "synsets") -> tuple[Step, ...]:
    """Return the steps of a project's language and kind.

    >>> [step.id for step in tutorial("en")][:3]
    ['goal', 'triple', 'synset']
    """
    language = main_language(language)
    return tuple(
        Step(step["id"], step["title"], step["text"].strip(), step["section"])
        for step in read_texts(texts_of(kind, "tutorial")).get("step", ())
        if step.get("for", language) == language
    )
