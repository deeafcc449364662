"""The protocol of taggers, and a cache of their results."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from karat.model import Word

Tagged = tuple[Word, ...]
"""A text's words, numbered from 1; governor 0 and relation ``_`` if they are unknown."""


class Tagger(Protocol):
    """Assigns parts of speech to words, and if it is a parser, governors too.

    A text of several sentences has several words with governor 0.
    """

    @property
    def name(self) -> str:
        """Program and weights with their versions; anything that changes the result changes the name."""

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text."""


def is_parsed(words: Tagged) -> bool:
    """Tell whether the words have governors; a text without words counts as parsed."""
    return not words or any(word.relation != "_" for word in words)


FILE = "tagged-1.sqlite"
"""The number in the name changes with the fields of a word."""

PATIENCE = 10
"""Seconds to wait for another process that writes."""


class Cached:
    """A tagger with a cache.

    If the cache's folder cannot be read or written, texts are tagged each time; a damaged file is replaced. Results are
    written in one transaction, so that several processes can write at once.
    """

    def __init__(self, tagger: Tagger, folder: Path) -> None:
        self.tagger = tagger
        self.file = folder / FILE

    @property
    def name(self) -> str:
        return self.tagger.name

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag the texts that are not in the cache, each once."""
        tagged = self._read(texts)
        missing = [text for text in dict.fromkeys(texts) if text not in tagged]
        if missing:
            new = dict(zip(missing, self.tagger.tag(missing), strict=True))
            self._write(new)
            tagged |= new
        return [tagged[text] for text in texts]

    def _read(self, texts: Iterable[str]) -> dict[str, Tagged]:
        if not self.file.exists():
            return {}
        cached: dict[str, Tagged] = {}
        try:
            with closing(self._open()) as database:
                for text in dict.fromkeys(texts):
                    query = "SELECT words FROM tagged WHERE tagger = ? AND text = ?"
                    row = database.execute(query, (self.name, _digest(text))).fetchone()
                    if row is not None:
                        cached[text] = _from_json(row[0])
        except sqlite3.OperationalError:  # locked for long, or not readable
            return cached
        except (sqlite3.DatabaseError, ValueError, TypeError):
            self._delete()
            return {}
        return cached

    def _write(self, new: dict[str, Tagged]) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open()) as database, database:
                rows = [(self.name, _digest(text), _to_json(words)) for text, words in new.items()]
                database.executemany("INSERT OR REPLACE INTO tagged VALUES (?, ?, ?)", rows)
        except (sqlite3.Error, OSError):
            return  # the disk is full or read-only; the texts are tagged all the same

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.file, timeout=PATIENCE)
        try:
            database.execute(
                "CREATE TABLE IF NOT EXISTS tagged (tagger TEXT, text TEXT, words TEXT, PRIMARY KEY (tagger, text))"
            )
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _delete(self) -> None:
        try:
            self.file.unlink(missing_ok=True)
        except OSError:
            return  # without permission to delete it, texts are tagged each time


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _to_json(words: Tagged) -> str:
    return json.dumps([astuple(word) for word in words])


def _from_json(text: str) -> Tagged:
    return tuple(
        Word(form, lemma, upos, xpos, tuple(features), governor, relation)
        for form, lemma, upos, xpos, features, governor, relation in json.loads(text)
    )
