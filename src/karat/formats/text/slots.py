"""Slots as BenchIE writes them: words separated by single spaces, optional text in square brackets."""

from __future__ import annotations

from karat.errors import InputError
from karat.model import Chunk, Fact, Slot


def parse_slot(text: str) -> tuple[Slot, tuple[str, ...]]:
    """Read a slot; give it with its repairs.

    A chunk is one word, or the words from one with ``[`` up to the next with ``]``. Such a chunk is optional as a
    whole, including text attached to the bracket: ``Bext[,]`` is one optional chunk. Words are separated by single
    spaces, so two spaces leave an empty chunk. A word with ``]`` but no ``[`` before it is left out, which gives
    BenchIE's published totals. A ``[`` that is never closed is an error.

    >>> parse_slot("[the] hero of Ulm")[0].required
    ('hero', 'of', 'Ulm')
    """
    SLOTS.make_room()
    try:
        return SLOTS[text], ()
    except ValueError:
        return _parse_with_repairs(text)


def _parse_with_repairs(text: str) -> tuple[Slot, tuple[str, ...]]:
    if not text:
        return Slot(()), ()
    chunks: list[Chunk] = []
    complaints: list[str] = []
    opened: list[str] = []
    for word in text.split(" "):
        if opened or "[" in word:
            opened.append(word)
            if "]" in word:
                chunks.append(CHUNKS[(_bare(" ".join(opened)),)])
                opened = []
        elif "]" in word:
            complaints.append(f"{text!r} without {word!r}, whose bracket nothing opens")
        else:
            chunks.append(CHUNKS[word])
    if len(chunks) == 1 and not chunks[0].text and not chunks[0].optional:
        chunks.clear()
    if opened:
        raise InputError(f"a ']' that closes {' '.join(opened)!r}")
    return Slot(tuple(chunks)), tuple(complaints)


class Chunks(dict[str | tuple[str], Chunk]):
    """Makes chunks: a required one of its text, an optional one of a tuple of its text. Equal ones are one object.

    >>> Chunks()["hero"], Chunks()[("the",)]
    (Chunk(text='hero', optional=False), Chunk(text='the', optional=True))
    """

    def __missing__(self, key: str | tuple[str]) -> Chunk:
        if isinstance(key, str):
            chunk = Chunk(key)
        else:
            (text,) = key
            if not isinstance(text, str):
                raise TypeError(f"expected a text, found {text!r}")
            chunk = Chunk(text, optional=True)
        if len(self) >= MOST_CHUNKS:
            self.clear()
        self[key] = chunk
        return chunk


MOST_CHUNKS = 1 << 16
CHUNKS = Chunks()
"""The chunks that were made last, as all gold repeats its words."""


class WrittenChunks(dict[str, Chunk]):
    """Chunks by how they are written in a slot; a bracket that is not closed, or not opened, is a ``ValueError``.

    >>> WrittenChunks()["hero"], WrittenChunks()["[of Ulm]"]
    (Chunk(text='hero', optional=False), Chunk(text='of Ulm', optional=True))
    """

    def __missing__(self, text: str) -> Chunk:
        if ("[" in text) != ("]" in text):
            raise ValueError("a bracket that is not closed, or not opened")
        chunk = CHUNKS[(_bare(text),) if "[" in text else text]
        if len(self) >= MOST_CHUNKS:
            self.clear()
        self[text] = chunk
        return chunk


WRITTEN_CHUNKS = WrittenChunks()


def _plain_chunks(words: list[str]) -> tuple[Chunk, ...]:
    """Read chunks that need no repair; others are a ``ValueError``."""
    try:
        return tuple(map(WRITTEN_CHUNKS.__getitem__, words))
    except ValueError:
        return tuple(map(WRITTEN_CHUNKS.__getitem__, _join_brackets(words)))


def _join_brackets(words: list[str]) -> list[str]:
    """Join the words from one that opens a bracket up to the next that closes one."""
    joined: list[str] = []
    opened = ""
    for word in words:
        if opened:
            opened = f"{opened} {word}"
            if "]" in word:
                joined.append(opened)
                opened = ""
        elif "[" in word and "]" not in word:
            opened = word
        else:
            joined.append(word)
    return [*joined, opened] if opened else joined


class Slots(dict[str, Slot]):
    """Slots by their texts, those without repairs; a text that needs one is a ``ValueError``.

    The facts of a sentence have many slots in common; equal ones are one object, which is also matched only once.
    """

    def __missing__(self, text: str) -> Slot:
        slot = self[text] = Slot(_plain_chunks(text.split(" ")) if text else ())
        return slot

    def make_room(self) -> None:
        """Forget all slots if there are many; if possible between two sentences, for those of one to stay together."""
        if len(self) >= MOST_SLOTS:
            self.clear()


MOST_SLOTS = 1 << 14
SLOTS = Slots()
"""The slots that were read last."""


def render_slot(slot: Slot) -> str:
    """Write a slot; a slot that was read from a file is written so that it reads back equal."""
    return " ".join(f"[{chunk.text}]" if chunk.optional else chunk.text for chunk in slot.chunks)


def render_fact(fact: Fact) -> str:
    """Write a fact, its slots separated by arrows."""
    return " --> ".join(map(render_slot, fact))


def _bare(text: str) -> str:
    return text.replace("[", "").replace("]", "")
