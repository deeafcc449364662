"""Outputs in blocks, one for each line of a system's input, and how they get the sentences of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from karat.errors import FormatError
from karat.formats.lines import Line, content
from karat.formats.problems import Problems, gathered
from karat.model import Row

Blocks = Callable[[Path, str, Problems], Iterator[tuple[int, Row]]]
"""Yields each row with the number of its block, counted from 0; an empty block is a row without an extraction."""


def rows(blocks: Blocks, path: Path, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Row]:
    """Yield the rows of all blocks; wrong lines are reported together at the end."""
    with gathered(problems) as kept:
        for _, row in blocks(path, encoding, kept):
            yield row


def paired(
    blocks: Blocks, path: Path, sentences: Path, encoding: str = "utf-8", problems: Problems | None = None
) -> Iterator[Row]:
    """Yield the rows with the sentences of a file, whose first line that is not blank belongs to the first block.

    A number of blocks other than that of the sentences is an error, for then some block is with a wrong one.
    """
    with gathered(problems) as kept:
        texts = content(sentences, encoding)
        sentence: Line | None = None
        count = 0
        for number, row in blocks(path, encoding, kept):
            while count <= number:
                sentence = next(texts, None)
                if sentence is None:
                    expected = f"{count} blocks, one for each sentence of {sentences}"
                    raise FormatError(path, row.line, expected, "one more")
                count += 1
            assert sentence is not None
            yield replace(row, sentence_id=None, sentence=sentence.text)
        left = sum(1 for _ in texts)
        if left:
            raise FormatError(path, None, f"{count + left} blocks, one for each sentence of {sentences}", f"{count}")
