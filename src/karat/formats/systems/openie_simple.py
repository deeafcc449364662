"""The simple format of OpenIE 4 and 5: a sentence, then its tuples (Mausam, 2016)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.lines import Line
from karat.formats.text.tuple_parts import below_sentences
from karat.model import Extraction

SCORED = re.compile(r"(?P<score>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?) (?P<context>Context\(|(?=\())")
TYPED = ("L:", "T:")


def parse(line: Line, _: Problems) -> Extraction | None:
    """Read a line: an extraction, or ``None`` for a sentence.

    An argument's type stands before it, ``L:`` for places and ``T:`` for times; it goes to ``other``, a ``type`` for
    each argument after the subject, if any has one.
    """
    scored = SCORED.match(line.text)
    if scored is None:
        return None
    context, rest = None, line.text[scored.end() :].rstrip()
    if scored["context"]:
        context, found, rest = rest.partition("):(")
        rest = f"({rest}" if found else ""
    if not (rest.startswith("(") and rest.endswith(")")):
        raise line.error(expected="confidence [Context(words):](subject; relation; arguments)", found=repr(line.text))
    subject, *others = rest[1:-1].split("; ")
    if not others:
        raise line.error(expected="(subject; relation; arguments)", found=repr(rest))
    relation, *arguments = others
    types = [text[:1] if text.startswith(TYPED) else "" for text in arguments]
    return Extraction(
        relation,
        (subject, *(text[2:] if type_ else text for type_, text in zip(types, arguments, strict=True))),
        line.number_from(scored["score"], "confidence"),
        context=context,
        other=tuple(("type", type_) for type_ in types) if any(types) else (),
    )


def _fits(head: Sequence[str]) -> bool:
    scored = [SCORED.match(text) is not None and text.rstrip().endswith(")") for text in head]
    return not scored[0] and any(scored) and not any("\t" in text for text in head)


_blocks = partial(below_sentences, parse)

OPENIE_SIMPLE = Format(
    name="openie-simple",
    title="OpenIE 4 and 5, simple format: a sentence, then its tuples",
    kind="extractions",
    looks="a sentence alone on its line, then lines of the form 0.92 (subject; relation; argument; L:place)",
    read=partial(blocks.rows, _blocks),
    fits=_fits,
    blocks=_blocks,
)
