"""OLLIE's interactive output: a sentence, then its triples with enabler and attribution (Mausam et al., 2012)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.systems.openie6 import CONTEXT, SCORED
from karat.formats.text import blocks
from karat.formats.text.lines import Line
from karat.formats.text.tuple_parts import below_sentences, triple_parts
from karat.model import Attribution, Extraction

NOTHING = "No extractions found."


def parse(line: Line, problems: Problems) -> Extraction | None:
    """Read a line: an extraction, or ``None`` for a sentence."""
    scored = SCORED.match(line.text)
    if scored is None:
        return None
    score = line.number_from(scored["score"], "confidence")
    return extraction_from(line, line.text[scored.end() - 1 :].rstrip(), score, problems)


def extraction_from(line: Line, text: str, confidence: float, problems: Problems) -> Extraction:
    """Read ``(subject; relation; object)[enabler=…;attrib=…]``; the enabler is kept in ``other``."""
    inner, bracket, notes = _split_notes(text)
    if not (inner.startswith("(") and inner.endswith(")") and (not bracket or notes.endswith("]"))):
        raise line.error(expected="(subject; relation; object)[enabler=...;attrib=...]", found=repr(text))
    relation, arguments = triple_parts(line, inner[1:-1], "; ", problems)
    enabler, attribution = _notes(bracket + notes)
    return Extraction(
        relation,
        arguments,
        confidence,
        attribution=Attribution(attribution) if attribution is not None else None,
        other=(("enabler", enabler),) if enabler is not None else (),
    )


def _split_notes(text: str) -> tuple[str, str, str]:
    """Split before the first bracket with a note."""
    places = [place for place in (text.find(f"){sign}") for sign in CONTEXT) if place >= 0]
    if not places:
        return text, "", ""
    cut = min(places) + 1
    return text[:cut], "[", text[cut + 1 :]


def _notes(text: str) -> tuple[str | None, str | None]:
    """Read the enabler and the attribution, in one pair of brackets or in two, in either order."""
    inner = text[1:-1]
    first, second = ("enabler=", "attrib=") if inner.startswith("enabler=") else ("attrib=", "enabler=")
    notes = {first: inner.removeprefix(first)} if inner else {}
    for sign in (f";{second}", f"][{second}"):
        if sign in inner:
            before, _, notes[second] = inner.partition(sign)
            notes[first] = before.removeprefix(first)
            break
    return notes.get("enabler="), notes.get("attrib=")


def _fits(head: Sequence[str]) -> bool:
    scored = [SCORED.match(text) is not None for text in head]
    return (
        not scored[0]
        and not any("\t" in text for text in head)
        and (
            (any(scored) and any(sign in text for text in head for sign in CONTEXT))
            or any(text.strip() == NOTHING for text in head)
        )
    )


_blocks = partial(below_sentences, parse, nothing=NOTHING)

OLLIE = Format(
    name="ollie",
    title="OLLIE interactive output: a sentence, then its triples with enabler and attribution",
    kind="extractions",
    looks=f"a sentence alone on its line, then 0.87: (subject; relation; object)[attrib=words] or {NOTHING}",
    read=partial(blocks.rows, _blocks),
    fits=_fits,
    blocks=_blocks,
)
