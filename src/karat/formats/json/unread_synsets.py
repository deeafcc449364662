"""Lines of Karat's own format with synsets, of which only the sentence is read: the rest can be read elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from karat.errors import FormatError
from karat.formats.format import KINDS
from karat.formats.json import jsonl
from karat.formats.json.loading import peek_json
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import InputFile, Shards
from karat.formats.text.lines import Line, lines
from karat.model import Annotation, Row, Sentence

TEXT = r'"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+"'
BEGINNING = re.compile(rf'\{{"karat": "synsets", "sentence": \{{"id": ({TEXT}), "text": ({TEXT})\}}, "synsets": \[')
"""How a line begins that Karat, or a program that writes its keys in the same order, has written."""


@dataclass(frozen=True, slots=True)
class UnreadSynsets:
    """A sentence, and the line that has its synsets."""

    sentence: Sentence
    line: Line

    @property
    def has_synsets(self) -> bool:
        """Whether the line has any synset."""
        return not self.line.text.endswith('"synsets": []}')

    @property
    def may_have_statements(self) -> bool:
        """Whether a synset may have statements, as those of Hindi-BenchIE."""
        return '"statements"' in self.line.text


def read_unread(file: InputFile, encoding: str, problems: Problems | None = None) -> Iterator[UnreadSynsets]:
    """Yield the sentences of a file in the gold's own format; errors are raised together at the end.

    A line that begins in another way is read whole, and what is wrong in the rest of a line is found by
    ``parse_synsets``.
    """
    for shard in file.shards if isinstance(file, Shards) else (file,):
        yield from _read_one(shard, encoding, problems)
        if shard is not file:
            shard.record()  # computed while the shard is open; there may be thousands
            shard.close()


def _read_one(file: InputFile, encoding: str, problems: Problems | None) -> Iterator[UnreadSynsets]:
    with collect_problems(problems) as report:
        for line in lines(file, encoding):
            if line.blank:
                continue
            sentence = sentence_at_beginning(line.text)
            if sentence is None:
                try:
                    sentence = parse_synsets(line).sentence
                except FormatError as error:
                    report.add(error)
                    continue
            yield UnreadSynsets(sentence, line)


def parse_synsets(line: Line) -> Annotation:
    """Read a line with synsets."""
    item = jsonl.parse(line)
    if not isinstance(item, Annotation):
        place = line.number if isinstance(item, Row) else None
        raise FormatError(line.path, place, KINDS[Annotation], KINDS[type(item)])
    return item


def sentence_at_beginning(text: str) -> Sentence | None:
    """Read the sentence at the beginning of a line; ``None`` if the line begins in another way."""
    beginning = BEGINNING.match(text)
    if beginning is None:
        return None
    try:
        return Sentence(_unquoted(beginning[1]), _unquoted(beginning[2]))
    except ValueError:
        return None


def _unquoted(text: str) -> str:
    value = text[1:-1] if "\\" not in text else peek_json(text)
    if not isinstance(value, str):
        raise ValueError(text)
    return value
