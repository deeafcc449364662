"""Stanford OpenIE's four outputs: default and ollie without sentences, reverb and qa_srl with them.

Angeli et al., 2015.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.systems.openie6 import CONTEXT, SCORED
from karat.formats.systems.openie6 import parse as parse_scored
from karat.formats.text import blocks
from karat.formats.text.lines import Line
from karat.model import Extraction


def parse_brackets(line: Line, problems: Problems) -> Extraction:
    """Read a line of the ollie output."""
    extraction = parse_scored(line, problems)
    if extraction is None:
        raise line.error(expected="confidence: (subject; relation; object)", found=repr(line.text))
    return extraction


def _fits_brackets(head: Sequence[str]) -> bool:
    return all(SCORED.match(text) and "\t" not in text for text in head) and not any(
        sign in text for text in head for sign in CONTEXT
    )


_brackets = partial(blocks.between_blank_lines, parse_brackets)

STANFORD_OLLIE = Format(
    name="stanford-ollie",
    title="Stanford OpenIE ollie output: triples with their confidence, without sentences",
    kind="extractions",
    looks="lines of the form 1.000: (subject; relation; object) and no others",
    read=partial(blocks.rows, _brackets),
    fits=_fits_brackets,
    blocks=_brackets,
)
