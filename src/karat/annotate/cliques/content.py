"""What an item of a clique project shows: one clique in one of the two stages."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from karat.annotate.cliques.state import Tuple
from karat.one_line import one_line

CORRECTION, TUPLES = 1, 2
"""The stages: paraphrases are corrected, then tuples are annotated."""


@dataclass(frozen=True, slots=True)
class CliqueSentence:
    """The original or a paraphrase."""

    id: str
    text: str
    original: bool = False

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "text": self.text, "original": self.original}


@dataclass(frozen=True, slots=True)
class Content:
    """A clique in a stage, the original first; ``given`` are the tuples that the original had in its file."""

    stage: int
    clique: str
    sentences: tuple[CliqueSentence, ...]
    given: tuple[Tuple, ...] = ()

    __repr__ = one_line

    @property
    def key(self) -> str:
        """The item's key."""
        return f"{self.clique}/{self.stage}"

    @property
    def original(self) -> CliqueSentence:
        return self.sentences[0]

    @property
    def paraphrases(self) -> tuple[CliqueSentence, ...]:
        return self.sentences[1:]

    @property
    def sentences_to_do(self) -> tuple[CliqueSentence, ...]:
        """The sentences that are worked on and checked: all but an original that needs no work."""
        if self.stage == CORRECTION or self.given:
            return self.paraphrases
        return self.sentences

    def to_json(self) -> dict[str, Any]:
        """Give the content as the page has it."""
        return {
            "stage": self.stage,
            "clique": self.clique,
            "sentences": [sentence.to_json() for sentence in self.sentences],
            "given": [each.to_json() for each in self.given],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Content:
        """Read what ``to_json`` gave."""
        sentences = tuple(CliqueSentence(**sentence) for sentence in value["sentences"])
        return cls(value["stage"], value["clique"], sentences, tuple(map(Tuple.from_json, value["given"])))


def form(text: str) -> str:
    """Leave out what makes no difference in form: case, punctuation and spaces.

    >>> form("Ann, too, slept.") == form("ann too slept")
    True
    """
    kept = (each for each in unicodedata.normalize("NFC", text).lower() if unicodedata.category(each)[0] not in "PZC")
    return "".join(kept)
