"""Slots as BenchIE writes them: words parted by single spaces, text in square brackets optional."""

from __future__ import annotations

from functools import lru_cache

from karat.errors import InputError
from karat.model import Chunk, Fact, Slot


# The facts of a sentence have many slots in common; equal ones become one object, which is also matched only once.
@lru_cache(1 << 14)
def parse_slot(text: str) -> tuple[Slot, tuple[str, ...]]:
    """Read a slot, with what had to be repaired in it.

    A chunk is one word, or all from the word with ``[`` to the first word, itself or later, with ``]``. It is optional
    as a whole, text glued to the bracket included: ``Bext[,]`` is one optional chunk. Words are parted by single
    spaces, so two spaces leave an empty chunk. A word with ``]`` and no ``[`` before it is left out, which is the
    reading that gives BenchIE's published totals. A ``[`` that is never closed is an error.

    >>> parse_slot("[the] hero of Ulm")[0].required
    ('hero', 'of', 'Ulm')
    """
    if not text:
        return Slot(()), ()
    chunks: list[Chunk] = []
    complaints: list[str] = []
    opened: list[str] = []
    for word in text.split(" "):
        if opened or "[" in word:
            opened.append(word)
            if "]" in word:
                chunks.append(_chunk(_bare(" ".join(opened)), True))
                opened = []
        elif "]" in word:
            complaints.append(f"{text!r} without {word!r}, whose bracket nothing opens")
        else:
            chunks.append(_chunk(word, False))
    if len(chunks) == 1 and not chunks[0].text and not chunks[0].optional:
        chunks.clear()
    if opened:
        raise InputError(f"a ']' that closes {' '.join(opened)!r}")
    return Slot(tuple(chunks)), tuple(complaints)


@lru_cache(1 << 14)
def _chunk(text: str, optional: bool) -> Chunk:
    return Chunk(text, optional)


def render_slot(slot: Slot) -> str:
    """Write a slot; reading it gives the same slot again if reading is where it came from."""
    return " ".join(f"[{chunk.text}]" if chunk.optional else chunk.text for chunk in slot.chunks)


def render_fact(fact: Fact) -> str:
    """Write a fact, its slots parted by arrows."""
    return " --> ".join(map(render_slot, fact))


def _bare(text: str) -> str:
    return text.replace("[", "").replace("]", "")
