"""Put the words of MinIE's quantities back in place of their placeholders, which no gold has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from karat.errors import FormatError, FormatErrors
from karat.model import Row

PLACEHOLDER = re.compile(r"\bQUANT_[SRO]_\d+\b")
LETTERS = "QUANT_"
MOST_ERRORS = 10
"""How many unknown placeholders are reported line by line."""


class Quantities:
    """Replaces the placeholders of one row after the other; counts the extractions that change, collects errors.

    A placeholder whose words the output does not give is an error: the extraction could never be right.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.replaced = 0
        self._errors: list[FormatError] = []
        self._more_errors = 0

    def replace(self, row: Row) -> Row:
        """Give the row with the words of its quantities."""
        extraction = row.extraction
        if extraction is None:
            return row
        slots_before = (extraction.relation, *extraction.arguments)
        # Nearly no slot has the letters, and looking for them takes a tenth of the time.
        if LETTERS not in "".join(slots_before) or not any(map(PLACEHOLDER.search, slots_before)):
            return row
        words = {quantity.id: quantity.text for quantity in extraction.quantities}
        slots = []
        for slot in slots_before:
            for id in PLACEHOLDER.findall(slot):
                if id not in words:
                    self._add(row, id, words)
            slots.append(PLACEHOLDER.sub(partial(_replacement, words), slot))
        self.replaced += 1
        return replace(row, extraction=replace(extraction, relation=slots[0], arguments=tuple(slots[1:])))

    def _add(self, row: Row, id: str, words: Iterable[str]) -> None:
        if len(self._errors) < MOST_ERRORS:
            self._errors.append(_unknown_placeholder(self.file, row, id, words))
        else:
            self._more_errors += 1

    def check(self) -> None:
        """Raise the errors, if any: a single one as it is, several together."""
        if len(self._errors) == 1:
            raise self._errors[0]
        if self._errors:
            raise FormatErrors(self._errors, self._more_errors)


def _replacement(words: Mapping[str, str], placeholder: re.Match[str]) -> str:
    return words.get(placeholder[0], placeholder[0])


def _unknown_placeholder(file: str, row: Row, id: str, words: Iterable[str]) -> FormatError:
    known = f"only {', '.join(words)}" if words else "no quantities"
    return FormatError(Path(file), row.line, f"the words of {id} among the quantities of its extraction", known)
