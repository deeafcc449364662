"""PropS output: confidence, sentence, predicate, then each argument after its role (Stanovsky et al., 2016)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from karat.formats.format import Format
from karat.formats.problems import parse_each
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, Row

FIELDS = "confidence, sentence and predicate, then pairs of role and argument, all tab-separated"


def parse(line: Line) -> Row:
    """Read a line; arguments keep the space that PropS ends them with, and ``other`` has each one's ``role``."""
    confidence, *rest = line.text.split("\t")
    if len(rest) == 3 and not rest[2]:
        rest.pop()  # a predicate without arguments ends in a tab
    if len(rest) < 2 or len(rest) % 2:
        raise line.error(expected=FIELDS, found=f"{len(rest) + 1} fields: {line.text!r}")
    sentence, predicate, *pairs = rest
    extraction = Extraction(
        predicate,
        tuple(pairs[1::2]),
        line.number_from(confidence, "confidence"),
        other=tuple(("role", role) for role in pairs[::2]),
    )
    return Row(extraction, sentence=sentence, line=line.number)


def _fits(head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    return all(
        len(fields) >= 3
        and tabs.is_number(fields[0])
        and (len(fields) % 2 or (len(fields) == 4 and not fields[3]))
        and not any(" " in role for role in fields[3::2])
        for fields in rows
    ) and any(tabs.is_sentence(fields[1]) and not tabs.is_bracketed(fields[1]) for fields in rows)


PROPS = Format(
    name="props",
    title="PropS output: confidence, sentence, predicate, roles and arguments",
    kind="extractions",
    looks="an odd number of tab-separated fields, the first a number, the second a sentence, the fourth one word",
    read=partial(parse_each, parse),
    fits=_fits,
)
