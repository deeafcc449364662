"""Everyday files: what newcomers have at hand is read as they mean it, or refused with a message that says what to do.

The manual's page *What files Karat reads* shows this table; ``KARAT_GOLDEN=renew`` writes it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from karat.errors import KaratError
from karat.model import Extraction, Row
from karat.results.outputs import read_output

PAGE = Path(__file__).parents[2] / "docs" / "what-karat-reads.md"
MARKER = "<!-- shapes: made by tests/formats/test_everyday_shapes.py, write above this line -->"
ANN = "Ann founded Bext in Ulm ."
BO = "Bo slept ."


@dataclass(frozen=True)
class Shape:
    """A file and what it means: its rows, or the message that refuses it, after the file's name.

    ``options`` are given to ``read_output`` beside the file; ``typed`` is the same on the command line. ``shown`` is
    what the manual shows of a file that is not plain text.
    """

    title: str
    text: str | bytes
    rows: tuple[Row, ...] = ()
    message: str = ""
    name: str = "mine.txt"
    options: Mapping[str, Any] = field(default_factory=dict)
    typed: str = ""
    shown: str = ""


def numbered(id: str, *parts: str, confidence: float = 1.0, other: tuple[tuple[str, str], ...] = ()) -> Row:
    """A triple, or more, of the sentence with this id; without parts, the sentence has none."""
    return Row(_extraction(parts, confidence, other), sentence_id=id)


def said(sentence: str, *parts: str, confidence: float = 1.0, other: tuple[tuple[str, str], ...] = ()) -> Row:
    """A triple, or more, of the sentence with this text; without parts, the sentence has none."""
    return Row(_extraction(parts, confidence, other), sentence=sentence)


def both(id: str, row: Row) -> Row:
    """The same with the sentence's id."""
    return replace(row, sentence_id=id)


def _extraction(parts: tuple[str, ...], confidence: float, other: tuple[tuple[str, str], ...]) -> Extraction | None:
    if not parts:
        return None
    subject, relation, *others = parts
    return Extraction(relation, (subject, *others), confidence, other=other)


TABLES = [
    Shape(
        "Tabs, no header: sentence id, subject, relation, object",
        "1\tAnn\tfounded\tBext in Ulm\n2\tBo\tslept\t\n",
        (numbered("1", "Ann", "founded", "Bext in Ulm"), numbered("2", "Bo", "slept", "")),
        name="mine.tsv",
    ),
    Shape(
        "Tabs, no header, as CaRB has it: sentence, confidence, relation, arguments",
        f"{ANN}\t0.9\tfounded\tAnn\tBext\tin Ulm\n{BO}\t0.5\tslept\tBo\n",
        (
            said(ANN, "Ann", "founded", "Bext", "in Ulm", confidence=0.9),
            said(BO, "Bo", "slept", confidence=0.5),
        ),
        name="mine.tsv",
    ),
]

JSON = [
    Shape(
        "JSON lines: a sentence and its triples",
        f'{{"sentence": "{ANN}", "triples": [["Ann", "founded", "Bext"]]}}\n',
        (said(ANN, "Ann", "founded", "Bext"),),
        name="mine.jsonl",
    ),
]

GROUPS = {"Tables": TABLES, "JSON and answers of language models": JSON}
SHAPES = [shape for shapes in GROUPS.values() for shape in shapes]


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.title for shape in SHAPES])
def test_an_everyday_file(shape: Shape, file: Callable[..., Path]) -> None:
    path = file(shape.text, shape.name)
    if not shape.message:
        rows, _ = read_output(path, None, "utf-8", None, **shape.options)
        assert rows == list(shape.rows)
        return
    with pytest.raises(KaratError) as caught:
        read_output(path, None, "utf-8", None, **shape.options)
    assert str(caught.value).replace(f"{path.parent}{os.sep}", "") == shape.message


def test_titles_are_distinct() -> None:
    assert len({shape.title for shape in SHAPES}) == len(SHAPES)


def test_the_manual_shows_every_shape() -> None:
    by_hand, marker, _ = PAGE.read_text(encoding="utf-8").partition(MARKER)
    assert marker
    whole = f"{by_hand}{MARKER}\n\n{rendered()}"
    if os.environ.get("KARAT_GOLDEN") == "renew":
        PAGE.write_text(whole, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == whole


def rendered() -> str:
    """The part of the page that shows the table."""
    blocks = []
    for group, shapes in GROUPS.items():
        blocks.append(f"## {group}")
        for shape in shapes:
            text = shape.text if isinstance(shape.text, str) else shape.shown
            blocks += [f"### {shape.title}", fenced(text.rstrip("\n"), shape.name)]
            if shape.typed:
                blocks.append(f"With `{shape.typed}`:")
            blocks.append(fenced("\n".join(map(in_words, shape.rows)) or shape.message, said_of(shape)))
    return "\n\n".join(blocks) + "\n"


def said_of(shape: Shape) -> str:
    return "refused" if shape.message else "read as"


def fenced(text: str, title: str) -> str:
    return f'```text title="{title}"\n{text}\n```'


def in_words(row: Row) -> str:
    """A row as the page shows it: sentence, triple, confidence."""
    names = [f"sentence {row.sentence_id}"] if row.sentence_id is not None else []
    names += [f"“{row.sentence}”"] if row.sentence is not None else []
    if row.extraction is None:
        return f"{' '.join(names) or 'a sentence'}: nothing"
    subject, *others = row.extraction.arguments or ("",)
    parts = "; ".join((subject, row.extraction.relation, *others))
    confidence = f", confidence {row.extraction.confidence:g}" if row.extraction.confidence != 1 else ""
    kept = "".join(f", {name}: {value}" for name, value in row.extraction.other)
    return f"{' '.join(names) + ': ' if names else ''}({parts}){confidence}{kept}"
