"""Parses from a file, looked up by text, in place of a tagger."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from karat.errors import InputError
from karat.formats.reading import read_documents
from karat.formats.text.input_file import InputFile
from karat.model import ParsedSentence, Word


class FileParses:
    """The parses of a file in CoNLL-U or CoreNLP's JSON.

    A text is matched with the parse whose words have the same characters, white space ignored, or with several
    consecutive parses if the parser split the text into sentences. ``name`` is the file's name with the beginning of
    its checksum.
    """

    def __init__(self, path: str | os.PathLike[str], format: str | None = None, encoding: str = "utf-8") -> None:
        with InputFile(path) as file:
            documents = list(read_documents(file, "dependencies", format, encoding))
            record = file.record()
        self.path = file.path
        self.name = f"{self.path.name}-{record.sha256[:8]}" if record is not None else self.path.name
        parses: list[ParsedSentence] = [document.content for document in documents]
        self._parses = [parse for parse in parses if parse.words]
        self._texts = [_text(parse) for parse in self._parses]
        self._places = {text: place for place, text in reversed([*enumerate(self._texts)])}

    def tag(self, texts: Sequence[str]) -> list[tuple[Word, ...]]:
        """Give each text's words."""
        return [self._words(text) for text in texts]

    def _words(self, text: str) -> tuple[Word, ...]:
        characters = "".join(text.split())
        if not characters:
            return ()
        if (place := self._places.get(characters)) is not None:
            return self._parses[place].words
        for start in self._starts.get(characters[0], ()):
            left, stop = characters, start
            while left and stop < len(self._texts) and left.startswith(self._texts[stop]):
                left = left.removeprefix(self._texts[stop])
                stop += 1
            if not left:
                return _joined(self._parses[start:stop])
        raise InputError(f"{self.path}: expected a parse of {text!r:.80}, found none with its characters")

    @cached_property
    def _starts(self) -> dict[str, list[int]]:
        """The indexes of sentences by their first character."""
        found: dict[str, list[int]] = {}
        for place, text in enumerate(self._texts):
            found.setdefault(text[0], []).append(place)
        return found


def _text(parse: ParsedSentence) -> str:
    return "".join("".join(token.form.split()) for token in parse.tokens)


def _joined(parses: Sequence[ParsedSentence]) -> tuple[Word, ...]:
    """Join sentences, numbering the words through."""
    words: list[Word] = []
    for parse in parses:
        before = len(words)
        words += [replace(word, governor=word.governor + before) if word.governor else word for word in parse.words]
    return tuple(words)
