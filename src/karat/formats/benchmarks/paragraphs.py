"""Sentences of BenchIE's gold as paragraphs: the line of a sentence with all lines below it, which are read together.

Most paragraphs are plain: nothing in them has to be repaired, and no line stands where it should not. They are read
here, without a look at each line for all that may be wrong; all others are read line by line (``benchie_gold``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.errors import FormatError, InputError
from karat.formats.benchmarks.synsets import SENTENCE
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, is_blank, line_blocks, opened
from karat.formats.text.slots import SLOTS
from karat.model import Annotation, Fact, Sentence, Synset

KEY = "sent_id"
WORDS = r"[^][\n>]*+"
SLOT = rf"{WORDS}(?:\[{WORDS}\](?= |$){WORDS})*+"
ARROW = r"(?<= --)> (?!--)"
"""The end of an arrow, whose beginning the slot before it has taken; two arrows may not share a space."""
PLAIN_FACTS = re.compile(rf"(?:{SLOT}{ARROW}{SLOT}{ARROW}{SLOT}(?:\n++|\Z)|\n)*", re.MULTILINE)
"""Lines of three slots in which each bracket is closed before the next one, at the end of a word.

The outer group is not possessive: before Python 3.11.5 such a group matches wrongly if what is in it can backtrack.
"""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a file, joined by line breaks, and the number of the first."""

    path: Path
    number: int
    text: str

    def __iter__(self) -> Iterator[Line]:
        """Yield the lines that are not blank."""
        for number, text in enumerate(self.text.split("\n"), self.number):
            if not is_blank(text):
                yield Line(self.path, number, text)


@dataclass(frozen=True, slots=True)
class Paragraph(Lines):
    """The line of a sentence with the lines below it, of which none is that of a sentence."""

    sentence: Sentence


def paragraphs(path: Input, encoding: str = "utf-8") -> Iterator[Lines]:
    """Yield the paragraphs of a file, after the lines above the first; a file of blank lines is an error.

    The last paragraph before a line that cannot be read may break off.
    """
    empty = True
    with opened(path) as file:
        for number, texts in _divided(line_blocks(file, encoding)):
            sentence = _sentence_in(texts[0])
            empty = empty and sentence is None and all(map(is_blank, texts))
            text = "\n".join(texts)
            yield Lines(file.path, number, text) if sentence is None else Paragraph(file.path, number, text, sentence)
    if empty:
        raise FormatError(path, None, "at least one line", "an empty file")


def _divided(blocks: Iterator[tuple[int, Sequence[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Divide lines before each sentence; give the number of the first line and the lines."""
    first, waiting = 1, list[str]()
    in_sentence = False
    try:
        for number, texts in blocks:
            start = 0
            for place, text in enumerate(texts):
                if text.startswith(KEY) and SENTENCE.fullmatch(text):
                    waiting += texts[start:place]
                    if waiting:
                        yield first, waiting
                    first, waiting, start, in_sentence = number + place, [], place, True
            waiting += texts[start:]
            if not in_sentence:  # a long file may have no sentence at all
                yield first, waiting
                first, waiting = first + len(waiting), []
    except FormatError:
        if waiting:
            yield first, waiting
        raise
    if waiting:
        yield first, waiting


def _sentence_in(text: str) -> Sentence | None:
    """Read the line of a sentence; ``None`` of any other line."""
    found = SENTENCE.fullmatch(text) if text.startswith(KEY) else None
    return None if found is None else Sentence(found["id"], found["text"])


def sentence_of_paragraph(text: str) -> Sentence:
    """Read the first line of a paragraph."""
    sentence = _sentence_in(text.partition("\n")[0])
    assert sentence is not None
    return sentence


def is_plain(paragraph: Paragraph) -> bool:
    """Whether ``plain_annotation`` can read a paragraph, which this says in a fraction of the time.

    It may say no where it could.
    """
    synsets = _split_at_headers(paragraph)
    if synsets is None:
        return False
    ids = set()
    for synset in synsets:
        header, _, facts = synset.partition("\n")
        if not _is_plain_header(header) or not PLAIN_FACTS.fullmatch(facts):
            return False
        ids.add(header)
    return len(ids) == len(synsets)


def plain_annotation(paragraph: Paragraph) -> Annotation | None:
    """Read a plain paragraph; ``None`` of any other."""
    synset_texts = _split_at_headers(paragraph)
    if synset_texts is None:
        return None
    SLOTS.make_room()
    synsets: dict[str, Synset] = {}
    number = paragraph.number + 1
    try:
        for text in synset_texts:
            header, *texts = text.split("\n")
            id = header[:-1]
            if id in synsets or not _is_plain_header(header):
                return None
            synsets[id] = Synset(id, _plain_facts(texts, number + 1), line=number)
            number += 1 + len(texts)
    except (ValueError, InputError):  # another number of slots, or a slot that cannot be read as it is
        return None
    return Annotation(paragraph.sentence, tuple(synsets.values()))


def _split_at_headers(paragraph: Paragraph) -> list[str] | None:
    """Split a paragraph at the headers of its synsets; ``None`` if it has other lines before the first.

    A line that begins as that of a sentence, but is none, is an error.
    """
    if f"\n{KEY}" in paragraph.text:
        return None
    head, *synsets = paragraph.text.rstrip("\n").split(f"\n{paragraph.sentence.id}--> Cluster ")
    return None if "\n" in head else synsets


def _is_plain_header(rest: str) -> bool:
    """Whether a header goes on with a number, or letters, and a colon."""
    return rest[-1:] == ":" and rest[:-1].isalnum()


def _plain_facts(texts: list[str], number: int) -> tuple[Fact, ...]:
    """Read the facts of lines, of which the first has a number; blank ones are left out."""
    return tuple(
        [
            Fact(SLOTS[subject], SLOTS[relation], SLOTS[object_.rstrip(" ")], line=line)
            for line, text in enumerate(texts, number)
            if text
            for subject, relation, object_ in (text.split(" --> "),)
        ]
    )
