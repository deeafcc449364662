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
MOST_ERRORS = 10
"""How many unknown placeholders are reported line by line."""


def with_quantities(file: str, rows: Iterable[Row]) -> tuple[list[Row], int]:
    """Replace placeholders by their quantities' words, and count the extractions that change.

    A placeholder whose words the output does not give is an error: the extraction could never be right.
    """
    replaced: list[Row] = []
    errors: list[FormatError] = []
    count = 0
    for row in rows:
        extraction = row.extraction
        if extraction is not None and any(map(PLACEHOLDER.search, (extraction.relation, *extraction.arguments))):
            words = {quantity.id: quantity.text for quantity in extraction.quantities}
            slots = []
            for slot in (extraction.relation, *extraction.arguments):
                unknown = [id for id in PLACEHOLDER.findall(slot) if id not in words]
                errors += [_unknown_placeholder(file, row, id, words) for id in unknown]
                slots.append(PLACEHOLDER.sub(partial(_replacement, words), slot))
            row = replace(row, extraction=replace(extraction, relation=slots[0], arguments=tuple(slots[1:])))
            count += 1
        replaced.append(row)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise FormatErrors(errors[:MOST_ERRORS], max(0, len(errors) - MOST_ERRORS))
    return replaced, count


def _replacement(words: Mapping[str, str], placeholder: re.Match[str]) -> str:
    return words.get(placeholder[0], placeholder[0])


def _unknown_placeholder(file: str, row: Row, id: str, words: Iterable[str]) -> FormatError:
    known = f"only {', '.join(words)}" if words else "no quantities"
    return FormatError(Path(file), row.line, f"the words of {id} among the quantities of its extraction", known)
