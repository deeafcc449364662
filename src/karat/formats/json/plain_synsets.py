"""Lines with synsets as Karat writes them, read from their text without the lists that JSON would make of them.

A line is divided into texts, each of which is JSON by itself, so that the line is JSON and means nothing else. Slots
that occur again are read once, and those of a line without escapes need not be read at all to be counted. Of a line
that is written otherwise, the usual reader says what is wrong, or reads it.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

from karat.formats.json.loading import peek_json
from karat.formats.text.slots import CHUNKS, MOST_CHUNKS
from karat.model import Annotation, Chunk, Fact, Sentence, Slot, Synset

TEXT = r'"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+"'
BEGINNING = re.compile(rf'\{{"karat": "synsets", "sentence": \{{"id": ({TEXT}), "text": ({TEXT})\}}, "synsets": \[')
"""How a line begins that Karat, or a program that writes its keys in the same order, has written."""

ID_KEY = '{"id": '
SYNSET = re.compile(rf'({TEXT}), "facts": \[')
"""What follows the first key of a synset."""
SLOT = r"\[[^][]*+(?:\[[^][]*+\][^][]*+)*+\]"
FACT = re.compile(rf"\[({SLOT}), ({SLOT}), ({SLOT})\](?:, |\Z)")
AROUND_FACT = len("[, , ], ")
BETWEEN = ", "
SIMPLE_TEXT = r'"[^"\\\x00-\x1f,]*+(?:,(?! )[^"\\\x00-\x1f,]*+)*+"'
SIMPLE_PIECE = rf"(?:{SIMPLE_TEXT}|\[{SIMPLE_TEXT}\])"
SIMPLE_SLOT = rf"\[{SIMPLE_PIECE}(?:{BETWEEN}{SIMPLE_PIECE})*+\]"
SIMPLE_FACT = re.compile(rf"\[({SIMPLE_SLOT}), ({SIMPLE_SLOT}), ({SIMPLE_SLOT})\](?:{BETWEEN}|\Z)")
"""A fact without escapes; what is between chunks is in none of them."""


def plain_annotation(text: str, number: int) -> Annotation | None:
    """Read a line with its number; ``None`` if it is written otherwise, or wrong."""
    try:
        sentence, synsets = _divide(text)
        try:
            read = _read(synsets, number, SIMPLE_FACT, _Slots())
        except ValueError:
            read = _read(synsets, number, FACT, _SlotsByChunks())
    except (ValueError, TypeError):
        return None
    return Annotation(sentence, read)


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


def _divide(text: str) -> tuple[Sentence, list[str]]:
    """Divide a line into its sentence and the texts of its synsets."""
    beginning = BEGINNING.match(text)
    if beginning is None or not text.endswith("]}"):
        raise ValueError(text)
    sentence = Sentence(_unquoted(beginning[1]), _unquoted(beginning[2]))
    start, *synsets = f"{text[beginning.end() : -2]}{BETWEEN}".split(ID_KEY)
    if start != ("" if synsets else BETWEEN):
        raise ValueError(start)
    return sentence, synsets


def _facts(text: str, fact: re.Pattern[str]) -> tuple[str, list[tuple[str, str, str]]]:
    """Divide a synset into its id and the slots of its facts."""
    beginning = SYNSET.match(text)
    if beginning is None or not text.endswith("]}, "):
        raise ValueError(text)
    facts = text[beginning.end() : -4]
    found = fact.findall(facts)
    if facts and sum(map(len, chain.from_iterable(found))) + AROUND_FACT * len(found) != len(facts) + len(BETWEEN):
        raise ValueError(facts)  # something stands between the facts
    return beginning[1], found


def _read(synsets: list[str], number: int, fact: re.Pattern[str], slots: _Slots) -> tuple[Synset, ...]:
    return tuple([_synset(synset, number, fact, slots) for synset in synsets])


def _synset(text: str, number: int, fact: re.Pattern[str], slots: _Slots) -> Synset:
    id, found = _facts(text, fact)
    facts = [Fact(slots[subject], slots[relation], slots[object_], line=number) for subject, relation, object_ in found]
    return Synset(_unquoted(id), tuple(facts), line=number)


class _Slots(dict[str, Slot]):
    """The slots of a sentence by their JSON; equal ones are one object, which is also matched only once."""

    def __missing__(self, text: str) -> Slot:
        slot = self[text] = Slot(tuple(map(PIECES.__getitem__, text[1:-1].split(BETWEEN))))
        return slot


class _SlotsByChunks(_Slots):
    """Slots that may be written in several ways; those with the same chunks are one object."""

    def __init__(self) -> None:
        super().__init__()
        self._by_chunks: dict[tuple[Chunk, ...], Slot] = {}

    def __missing__(self, text: str) -> Slot:
        chunks = tuple(map(_chunk, peek_json(text)))
        slot = self[text] = self._by_chunks.setdefault(chunks, Slot(chunks))
        return slot


class Pieces(dict[str, Chunk]):
    """Chunks by their JSON without escapes: a required one is a text, an optional one a list of one text."""

    def __missing__(self, text: str) -> Chunk:
        chunk = CHUNKS[(text[2:-2],)] if text.startswith("[") else CHUNKS[text[1:-1]]
        if len(self) >= MOST_CHUNKS:
            self.clear()
        self[text] = chunk
        return chunk


PIECES = Pieces()
"""The chunks that were read last."""


def _chunk(value: Any) -> Chunk:
    match value:
        case str(text):
            return CHUNKS[text]
        case [str(text)]:
            return CHUNKS[(text,)]
    raise ValueError(value)
