"""OpenIE6's output: a sentence, then its triples with their confidence (Kolluru et al., 2020)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from karat.errors import InputError
from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.lines import Line
from karat.formats.text.tuple_parts import below_sentences, by_sentence, render_triple, triple_parts
from karat.model import Extraction, Row

SCORED = re.compile(r"(?P<score>[-+]?[\d.]+(?:[eE][-+]?\d+)?|[-+]?inf): ?\(")
CONTEXT = ("[enabler=", "[attrib=")


def parse(line: Line, problems: Problems) -> Extraction | None:
    """Read a line: an extraction, or ``None`` for a sentence."""
    scored = SCORED.match(line.text)
    if scored is None:
        return None
    inner = line.text[scored.end() :].rstrip()
    if not inner.endswith(")"):
        raise line.error(expected="confidence: (subject; relation; object)", found=repr(line.text))
    relation, arguments = triple_parts(line, inner[:-1], "; ", problems)
    return Extraction(relation, arguments, line.number_from(scored["score"], "confidence"))


def render(rows: Iterable[Row]) -> Iterator[str]:
    """Write each sentence with its extractions as triples, their later arguments joined, and a blank line."""
    for row, extractions in by_sentence(iter(rows), "openie6"):
        assert row.sentence is not None
        if SCORED.match(row.sentence) or not row.sentence.strip() or "\n" in row.sentence or "\r" in row.sentence:
            raise InputError(f"openie6 cannot hold this sentence: expected one line of words, found {row.sentence!r}")
        yield row.sentence
        for extraction in extractions:
            yield f"{float(extraction.confidence)!r}: {render_triple(extraction.triple, 'openie6')}"
        yield ""


def _fits(head: Sequence[str]) -> bool:
    scored = [SCORED.match(text) is not None for text in head]
    return (
        not scored[0]
        and any(scored)
        and not any("\t" in text for text in head)
        and not any(sign in text for text in head for sign in CONTEXT)
        and not any(text.strip() == "No extractions found." for text in head)
    )


_blocks = partial(below_sentences, parse)

OPENIE6 = Format(
    name="openie6",
    title="OpenIE6 output: a sentence, then its triples with their confidence",
    kind="extractions",
    looks="a sentence alone on its line, then lines of the form 0.38: (subject; relation; object)",
    read=partial(blocks.rows, _blocks),
    fits=_fits,
    render=render,
    blocks=_blocks,
)
