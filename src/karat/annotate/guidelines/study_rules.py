"""The guideline for labelling extractions: the rules F1 to F12 and A1 to A3, with examples of both labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from karat.annotate.guidelines.guideline import read_texts
from karat.annotate.study.extractions import extraction_from_json, extraction_to_json
from karat.metrics.oie.people.lexicon import (
    INTENTIONS,
    MODALS,
    NEGATIVE_ADVERBS,
    NEGATIVE_CONJUNCTIONS,
    NEGATIVE_DETERMINERS,
    NEGATIVE_PHRASES,
    NEGATIVE_PREPOSITIONS,
    NEGATIVE_PRONOUNS,
    POSSIBLE_ADJECTIVES,
    POSSIBLE_ADVERBS,
)
from karat.model import Extraction
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class LabelledExample:
    """An extraction of a sentence, whether it is correct by the rule, and why."""

    sentence: str
    extraction: Extraction
    correct: bool
    note: str

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "sentence": self.sentence,
            "extraction": extraction_to_json(self.extraction),
            "correct": self.correct,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the guideline, for one of the two labels.

    ``broken`` says what it means to break it; a rule that only ``permits`` something cannot be broken by itself.
    """

    id: str
    label: str
    title: str
    text: str
    broken: str
    examples: tuple[LabelledExample, ...]
    permits: bool = False

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "id": self.id,
            "label": self.label,
            "title": self.title,
            "text": self.text,
            "broken": self.broken,
            "permits": self.permits,
            "examples": [example.to_json() for example in self.examples],
        }


@dataclass(frozen=True, slots=True)
class LabelText:
    """What one of the two labels asks."""

    id: str
    title: str
    text: str

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {"id": self.id, "title": self.title, "text": self.text}


@dataclass(frozen=True, slots=True)
class StudyGuideline:
    """The whole guideline; texts have paragraphs with blank lines between, ``**bold**``, ``*examples*`` and code."""

    intro: str
    labels: tuple[LabelText, ...]
    rules: tuple[Rule, ...]

    __repr__ = one_line

    def rule(self, id: str) -> Rule:
        """Find a rule by its number, as ``F4``."""
        return next(rule for rule in self.rules if rule.id == id)

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "intro": self.intro,
            "labels": [label.to_json() for label in self.labels],
            "rules": [rule.to_json() for rule in self.rules],
        }


@cache
def study_guideline() -> StudyGuideline:
    """Return the guideline of studies.

    >>> [rule.id for rule in study_guideline().rules if rule.permits]
    ['F11', 'F12']
    """
    texts = read_texts("study")
    labels = (LabelText(id, label["title"], label["text"].strip()) for id, label in texts["label"].items())
    return StudyGuideline(texts["intro"].strip(), tuple(labels), tuple(map(_rule, texts["rule"])))


def _named(words: Iterable[str]) -> str:
    return ", ".join(f"*{word}*" for word in sorted(words))


WORDS = {
    "negations": _named(
        NEGATIVE_ADVERBS
        | NEGATIVE_DETERMINERS
        | NEGATIVE_PRONOUNS
        | NEGATIVE_CONJUNCTIONS
        | NEGATIVE_PREPOSITIONS
        | set(map(" ".join, NEGATIVE_PHRASES))
    ),
    "modals": _named(MODALS),
    "adverbs": _named(POSSIBLE_ADVERBS),
    "verbs": _named(INTENTIONS),
    "adjectives": _named(POSSIBLE_ADJECTIVES),
}
"""Words that rules name, from the list that facet P and the extractor read."""


def _rule(fields: dict[str, Any]) -> Rule:
    return Rule(
        fields["id"],
        fields["label"],
        fields["title"],
        fields["text"].strip().format_map(WORDS),
        fields["broken"],
        tuple(map(_example, fields["example"])),
        fields.get("permits", False),
    )


def _example(fields: dict[str, Any]) -> LabelledExample:
    quantities = [{"id": id, "text": text} for id, text in fields.get("quantities", ())]
    extraction = extraction_from_json({**fields, "quantities": quantities})
    return LabelledExample(fields["sentence"], extraction, fields["correct"], fields["note"])
