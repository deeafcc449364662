"""Outputs in blocks, one for each sentence, and pairing them with the sentences of the system's input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from karat.errors import FormatError
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content, lines
from karat.model import Extraction, Row
from karat.model.alignment import text_key

T = TypeVar("T")
Blocks = Callable[[Input, str, Problems], Iterator[tuple[int, Row]]]
"""Yields each row with the number of its block, from 0; an empty block is a row without an extraction."""


def rows(blocks: Blocks, path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Row]:
    """Yield the rows of all blocks; errors are raised together at the end."""
    with collect_problems(problems) as report:
        for _, row in blocks(path, encoding, report):
            yield row


def between_blank_lines(
    parse: Callable[[Line, Problems], Extraction | None], path: Input, encoding: str, problems: Problems
) -> Iterator[tuple[int, Row]]:
    """Yield each line's extraction; blank lines separate blocks.

    Stanford's program writes none, but users who run it sentence by sentence may add them.
    """
    number, open_ = -1, False
    for line in lines(path, encoding):
        if line.blank:
            open_ = False
            continue
        if not open_:
            number, open_ = number + 1, True
        try:
            yield number, Row(parse(line, problems), line=line.number)
        except FormatError as error:
            problems.add(error)


def below_headings(
    is_heading: Callable[[Line], bool],
    parse: Callable[[Line, Problems], Extraction],
    path: Input,
    encoding: str,
    problems: Problems,
    *,
    first: str,
    text: Callable[[Line], str] | None = None,
    nothing: str | None = None,
) -> Iterator[tuple[int, Row]]:
    """Yield the extractions below each heading, and a row without an extraction for a heading that has none.

    ``first`` is what an error expects where extractions come before any heading, ``text`` returns the sentence of a
    heading, and ``nothing`` is what a system writes if it finds no extraction.
    """
    heading: Line | None = None
    sentence: str | None = None
    number, has_extractions = -1, False
    for line in lines(path, encoding):
        if line.blank or (nothing is not None and line.text.strip() == nothing):
            continue
        if is_heading(line):
            if heading is not None and not has_extractions:
                yield number, Row(None, sentence=sentence, line=heading.number)
            heading, sentence = line, text(line) if text is not None else None
            number, has_extractions = number + 1, False
            continue
        has_extractions = True
        try:
            if heading is None:
                raise line.error(expected=first, found=repr(line.text))
            yield number, Row(parse(line, problems), sentence=sentence, line=line.number)
        except FormatError as error:
            problems.add(error)
    if heading is not None and not has_extractions:
        yield number, Row(None, sentence=sentence, line=heading.number)


def pair_with_sentences(
    blocks: Blocks, path: Input, sentences: Input, encoding: str = "utf-8", problems: Problems | None = None
) -> Iterator[Row]:
    """Yield the rows with the sentences of a file: its n-th line that is not blank is the sentence of the n-th block.

    It is an error if there are more or fewer blocks than sentences.
    """
    with collect_problems(problems) as report:
        texts = content(sentences, encoding)
        sentence: Line | None = None
        count = 0
        for number, row in blocks(path, encoding, report):
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


def complete_from_sentences(
    items: Iterable[T], path: Input, sentences: Input, encoding: str = "utf-8"
) -> Iterator[T | Row]:
    """Fill in whichever is missing, the sentence's text or its 1-based number.

    A number or a text that is not in the file is an error.
    """
    texts = [line.text for line in content(sentences, encoding)]
    numbers: dict[str, str] = {}
    for number, text in enumerate(texts, 1):
        numbers.setdefault(text_key(text), str(number))
    for item in items:
        if not isinstance(item, Row):
            yield item
        elif item.sentence is not None:
            found = numbers.get(text_key(item.sentence))
            if found is None:
                raise FormatError(path, item.line, f"a sentence of {sentences}", f"{item.sentence!r:.80}")
            yield replace(item, sentence_id=item.sentence_id or found)
        else:
            is_number = (item.sentence_id or "").isascii() and (item.sentence_id or "").isdigit()
            number = int(item.sentence_id or 0) if is_number and len(item.sentence_id or "") < 19 else 0
            if not 1 <= number <= len(texts):
                expected = f"a sentence's number from 1 to {len(texts)}, as {sentences} has them"
                raise FormatError(path, item.line, expected, f"{item.sentence_id!r}")
            yield replace(item, sentence=texts[number - 1])
