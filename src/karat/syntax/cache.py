"""Tagged texts kept on disk, so that the same text is tagged once by each version of a tagger."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path

from karat.model import Word
from karat.syntax.tagger import Tagged, Tagger

FILE = "tagged-1.sqlite"
"""The number changes with what is kept of a word."""

PATIENCE = 10
"""Seconds to wait for another process that writes."""


class Cached:
    """A tagger that looks into a cache first.

    A cache is a convenience: where its folder cannot be read or written, texts are tagged each time, and a damaged file
    is begun anew. What is written is written whole (one transaction), also when several processes write at once.
    """

    def __init__(self, tagger: Tagger, folder: Path) -> None:
        self.tagger = tagger
        self.file = folder / FILE

    @property
    def name(self) -> str:
        """The tagger's."""
        return self.tagger.name

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag the texts that are not known, each once."""
        known = self._known(texts)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            new = dict(zip(missing, self.tagger.tag(missing), strict=True))
            self._keep(new)
            known |= new
        return [known[text] for text in texts]

    def _known(self, texts: Iterable[str]) -> dict[str, Tagged]:
        if not self.file.exists():
            return {}
        found: dict[str, Tagged] = {}
        try:
            with closing(self._open()) as base:
                for text in dict.fromkeys(texts):
                    query = "SELECT words FROM tagged WHERE tagger = ? AND text = ?"
                    row = base.execute(query, (self.name, _digest(text))).fetchone()
                    if row is not None:
                        found[text] = _from_json(row[0])
        except sqlite3.OperationalError:  # locked for long, or not readable
            return found
        except (sqlite3.DatabaseError, ValueError, TypeError):
            self._forget()
            return {}
        return found

    def _keep(self, new: dict[str, Tagged]) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with closing(self._open()) as base, base:
                rows = [(self.name, _digest(text), _to_json(words)) for text, words in new.items()]
                base.executemany("INSERT OR REPLACE INTO tagged VALUES (?, ?, ?)", rows)
        except (sqlite3.Error, OSError):
            return  # a full or read-only disk; the words are there all the same

    def _open(self) -> sqlite3.Connection:
        base = sqlite3.connect(self.file, timeout=PATIENCE)
        try:
            base.execute(
                "CREATE TABLE IF NOT EXISTS tagged (tagger TEXT, text TEXT, words TEXT, PRIMARY KEY (tagger, text))"
            )
        except sqlite3.Error:
            base.close()
            raise
        return base

    def _forget(self) -> None:
        try:
            self.file.unlink(missing_ok=True)
        except OSError:
            return  # whoever may not delete it tags each time


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _to_json(words: Tagged) -> str:
    return json.dumps([astuple(word) for word in words])


def _from_json(text: str) -> Tagged:
    return tuple(
        Word(form, lemma, upos, xpos, tuple(features), governor, relation)
        for form, lemma, upos, xpos, features, governor, relation in json.loads(text)
    )
