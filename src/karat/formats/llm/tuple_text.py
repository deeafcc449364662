"""Tuples in the text of a language model's answer: one per line, in brackets or separated by bars."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from karat.formats.format import Format
from karat.formats.json.loading import peek_json
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.blocks import between_blank_lines
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.formats.text.tuple_parts import (
    MORE_PARTS,
    below_sentences,
    doubtful_commas,
    is_bracketed_tuple,
    parse_tuple,
    separator,
)
from karat.model import Extraction, Row

BULLET = re.compile(r"(?:[-*•]|\d{1,4}[.)])\s+")

NO_SENTENCE = ("(", "[", "{", "<", "#", "`", "-", "*")
NOT_IN_SENTENCE = re.compile(r"\t|\|| --> |^[\w.+-]+: ?[(\[]")


def parse(line: Line, problems: Problems) -> Extraction:
    """Read a line."""
    extraction = parse_tuple(line, _bare(line.text))
    for written in doubtful_commas(line.text, [extraction]):
        problems.repaired(line, MORE_PARTS, written)
    return extraction


def _bare(text: str) -> str:
    """Strip a bullet or a number before a tuple, and a comma or a full stop after it."""
    text = text.strip()
    bullet = BULLET.match(text)
    text = text[bullet.end() :] if bullet else text
    without = text.rstrip(" ,.;")
    return without if is_bracketed_tuple(without) else text


def is_tuple(text: str) -> bool:
    """Tell whether a line is a tuple and nothing else."""
    bare = _bare(text)
    if "\t" in text or "<|>" in text or isinstance(peek_json(text), list | dict):
        return False
    if is_bracketed_tuple(bare):
        inner = bare[1:-1]
        return len(inner.split(separator(inner))) >= 3 and not bare.startswith(("( ", "[[", "[{", "<triplet>", '["'))
    return bare.count(" | ") >= 2


def _fits(head: Sequence[str]) -> bool:
    return all(map(is_tuple, head)) or _has_sentences(head)


def _has_sentences(head: Sequence[str]) -> bool:
    """Tell whether the tuples, in brackets, stand below their sentences."""
    others = [text for text in head if not _is_below_sentence(text)]
    return 0 < len(others) < len(head) and head[0] is others[0] and all(map(_may_be_sentence, others))


def _may_be_sentence(text: str) -> bool:
    bare = text.strip()
    return (
        " " in bare and not bare.startswith(NO_SENTENCE) and not bare.endswith(":") and not NOT_IN_SENTENCE.search(bare)
    )


def _is_below_sentence(text: str) -> bool:
    """Tell whether a line is a tuple in brackets, which may lack an object."""
    bare = _bare(text)
    return is_bracketed_tuple(bare) and (is_tuple(text) or (";" in bare and not bare.startswith("( ")))


def _parse_below(line: Line, problems: Problems) -> Extraction | None:
    """Read a line: a tuple, or ``None`` for a sentence."""
    if _is_below_sentence(line.text):
        return parse(line, problems)
    if not _may_be_sentence(line.text):
        raise line.error(expected="a sentence, or below it a tuple in brackets", found=f"{line.text!r:.80}")
    return None


def _blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the tuples of each block: those below a sentence, or between blank lines if the first line is a tuple."""
    first = next((line.text for line in lines(path, encoding) if not line.blank), "")
    if not first or is_tuple(first) or not _may_be_sentence(first):
        return between_blank_lines(parse, path, encoding, problems)
    return below_sentences(_parse_below, path, encoding, problems)


TUPLE_TEXT = Format(
    name="tuple-text",
    title="Tuples in text, as language models answer, alone or below their sentences",
    kind="extractions",
    looks="lines of (subject, relation, object), (subject; relation; object) or subject | relation | object, "
    "or of tuples in brackets below their sentence",
    read=partial(blocks.rows, _blocks),
    fits=_fits,
    blocks=_blocks,
)
