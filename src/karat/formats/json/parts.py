"""Checked values out of JSON, each with its path for messages; and extractions in Karat's own JSON."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from karat.errors import FormatError, cut_path
from karat.formats.text.lines import Line
from karat.model import Attribution, Extraction, Modality, Polarity, Quantity, Span

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Part:
    """A value inside a line's JSON; ``place`` is its path, such as ``synsets[2].id``."""

    line: Line
    value: Any
    place: str

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    @property
    def shown(self) -> str:
        """The value as JSON, shortened for messages."""
        text = json.dumps(self.value, ensure_ascii=False)
        return text if len(text) <= 60 else f"{text[:57]}..."

    def error(self, expected: str, found: str) -> FormatError:
        """Build an error about this value; the caller raises it."""
        place = f" in {cut_path(self.place)}" if self.place else ""
        return self.line.error(expected=f"{expected}{place}", found=found)

    def only(self, *known: str) -> None:
        """Refuse unknown keys, whose values would be lost."""
        for key in self.object():
            if key not in known:
                raise self.error(f"the keys {', '.join(known)}", repr(key))

    def inner(self, key: str) -> Part:
        """Return the value of a required key."""
        value = self.object()
        if key not in value:
            raise self.error(f"the key {key!r}", ", ".join(map(repr, value)) or "no key")
        return Part(self.line, value[key], f"{self.place}.{key}" if self.place else key)

    def text(self, key: str) -> str:
        """Return the text of a required key."""
        part = self.inner(key)
        if not isinstance(part.value, str):
            raise part.error("a text", part.shown)
        return part.value

    def name(self, key: str) -> str:
        """Return the text or the whole number of a required key, as a text."""
        part = self.inner(key)
        if isinstance(part.value, bool) or not isinstance(part.value, (str, int)):
            raise part.error("a text or a whole number", part.shown)
        return str(part.value)

    def optional(self, key: str) -> str | None:
        """Return the text of a key, or ``None`` if it is missing."""
        return self.text(key) if key in self else None

    def choice(self, key: str, choices: type[Choice]) -> Choice | None:
        """Return one of the allowed texts, or ``None`` if the key is missing."""
        text = self.optional(key)
        if text is None:
            return None
        if text not in list(choices):
            raise self.inner(key).error(f"one of {', '.join(choices)}", repr(text))
        return choices(text)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Return true or false, or the default if the key is missing."""
        if key not in self:
            return default
        part = self.inner(key)
        if not isinstance(part.value, bool):
            raise part.error("true or false", part.shown)
        return part.value

    def whole_number(self, key: str) -> int:
        """Return the whole number of a required key."""
        part = self.inner(key)
        if not isinstance(part.value, int) or isinstance(part.value, bool):
            raise part.error("a whole number", part.shown)
        return part.value

    def items(self, key: str) -> list[Part]:
        """Return the elements of a required list."""
        return self.inner(key).members("a list")

    def members(self, expected: str) -> list[Part]:
        """Return the elements of this list."""
        if not isinstance(self.value, list):
            raise self.error(expected, self.shown)
        return [Part(self.line, each, f"{self.place}[{index}]") for index, each in enumerate(self.value)]

    def texts(self, count: int | None = None) -> tuple[str, ...]:
        """Return the elements of this list of texts, which must be ``count`` if that is given."""
        expected = "a list of texts" if count is None else f"a list of {count} texts"
        members = self.members(expected)
        if count not in (None, len(members)) or not all(isinstance(each.value, str) for each in members):
            raise self.error(expected, self.shown)
        return tuple(each.value for each in members)

    def object(self) -> dict[str, Any]:
        """Return this object."""
        if not isinstance(self.value, dict):
            raise self.error("a JSON object", self.shown)
        return self.value


def extraction_from(part: Part) -> Extraction:
    """Read an extraction."""
    keys = ("context", "polarity", "modality", "attribution", "quantities", "spans", "other")
    part.only("relation", "arguments", "confidence", *keys)
    return Extraction(
        relation=part.text("relation"),
        arguments=part.inner("arguments").texts(),
        confidence=number_from(part.inner("confidence")) if "confidence" in part else 1.0,
        context=part.optional("context"),
        polarity=part.choice("polarity", Polarity),
        modality=part.choice("modality", Modality),
        attribution=_attribution(part.inner("attribution")) if "attribution" in part else None,
        quantities=tuple(Quantity(*each.texts(2)) for each in part.items("quantities")) if "quantities" in part else (),
        spans=tuple(_spans(each) for each in part.items("spans")) if "spans" in part else (),
        other=tuple(_pair(each) for each in part.items("other")) if "other" in part else (),
    )


def extraction_object(extraction: Extraction) -> dict[str, Any]:
    """Write an extraction without default values."""
    value: dict[str, Any] = {"relation": extraction.relation, "arguments": list(extraction.arguments)}
    if extraction.confidence != 1.0:
        value["confidence"] = extraction.confidence
    for key in ("context", "polarity", "modality"):
        if getattr(extraction, key) is not None:
            value[key] = getattr(extraction, key)
    if extraction.attribution is not None:
        keys = ("source", "predicate", "polarity", "modality")
        texts = {key: getattr(extraction.attribution, key) for key in keys}
        value["attribution"] = {key: text for key, text in texts.items() if text is not None}
    if extraction.quantities:
        value["quantities"] = [[quantity.id, quantity.text] for quantity in extraction.quantities]
    if extraction.spans:
        value["spans"] = extraction.spans
    if extraction.other:
        value["other"] = extraction.other
    return value


def number_from(part: Part) -> float:
    """Read a number, such as a confidence, that is not infinite."""
    value = part.value
    try:
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            return float(value)
    except OverflowError:
        pass  # a whole number that no float can hold
    raise part.error("a number", part.shown)


def _attribution(part: Part) -> Attribution:
    part.only("source", "predicate", "polarity", "modality")
    return Attribution(
        part.text("source"),
        part.optional("predicate"),
        part.choice("polarity", Polarity),
        part.choice("modality", Modality),
    )


def _pair(part: Part) -> tuple[str, str]:
    name, text = part.texts(2)
    return name, text


def _spans(part: Part) -> tuple[Span, ...] | None:
    if part.value is None:
        return None
    return tuple(_span(each) for each in part.members("a list of spans, or null"))


def _span(part: Part) -> Span:
    match part.value:
        case [int(start), int(end)] if not isinstance(start, bool) and not isinstance(end, bool):
            return start, end
    raise part.error("a list of 2 whole numbers (first, after the last)", part.shown)
