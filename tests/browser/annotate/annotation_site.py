"""A real annotation server on loopback, and the projects, people and pages of a test."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import karat
from karat.annotate.api.security.passwords import hash_password
from karat.annotate.event import NewEvent
from karat.annotate.project import NewItem
from karat.annotate.store import Store

if TYPE_CHECKING:
    from karat.annotate.people import Person
    from karat.annotate.project import Project

PAGE = Path(karat.__file__).parent / "annotate" / "page" / "index.html"
PASSWORD = "seven grey herons"
NUMBERS = count(1)
SLOTS = ("subject", "relation", "object")

Sentence = str | tuple[str, Mapping[str, Any] | None]
"""A sentence, alone or with its analysis."""


@cache
def password_hash() -> str:
    """The hash of everybody's password; made once, as it takes its time on purpose."""
    return hash_password(PASSWORD)


def analysed(tagged: str, **findings: Any) -> tuple[str, dict[str, Any]]:
    """A sentence and its analysis: ``the/DET? bridge/NOUN``, where ``?`` marks a word suggested as optional."""
    tokens: list[dict[str, Any]] = []
    start = 0
    for word in tagged.split():
        text, _, tag = word.rpartition("/")
        pos = tag.rstrip("?")
        tokens.append(
            {
                "text": text,
                "start": start,
                "end": start + len(text),
                "pos": pos,
                "lemma": text.lower(),
                "space": True,
                "predicate": pos == "VERB",
                "argument": pos in ("NOUN", "PROPN"),
                "optional": tag.endswith("?"),
                "why": "A.1.3 determiner" if tag.endswith("?") else None,
                "group": None,
            }
        )
        start += len(text) + 1
    lists = ("groups", "passives", "coreferent", "verb_order", "clauses", "conjunctions")
    analysis = {"tokens": tokens, **{name: [] for name in lists}, "tagger": "by hand", **findings}
    return " ".join(token["text"] for token in tokens), analysis


def text_of(chunks: Sequence[Mapping[str, Any]]) -> str:
    return " ".join(f"[{chunk['text']}]" if chunk["optional"] else chunk["text"] for chunk in chunks)


def new_id() -> str:
    return f"test{next(NUMBERS):012}"


def as_triple(text: str, tokens: Sequence[str]) -> dict[str, Any]:
    """A triple of a document, from ``Ann --> lives in --> [the] tent``."""
    slots = {}
    for slot, words in zip(SLOTS, text.split(" --> "), strict=True):
        chunks = []
        for optional, required in re.findall(r"\[([^\]]+)\]|(\S+)", words):
            found = [tokens.index(word) for word in (optional or required).split()]
            chunks.append({"text": optional or required, "optional": bool(optional), "at": found})
        slots[slot] = chunks
    return {"id": new_id(), **slots, "wholesome": None, "origin": {"round": 1, "way": "hand", "source": None}}


@dataclass
class Work:
    """A project of one test, and who works on it."""

    site: Site
    project: Project
    people: dict[str, Person] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/projects/{self.project.id}"

    def item(self, number: int) -> int:
        """The id of a sentence, counted from 0."""
        return self.site.store.items(self.project.id, limit=50)[number].id

    def item_path(self, number: int) -> str:
        return f"{self.path}/items/{self.item(number)}"

    def state(self, number: int, person: str | None) -> dict[str, Any]:
        """What the store has of one person's work, or of the merged document."""
        document = self.site.store.document_of(self.item(number), None if person is None else self.people[person].id)
        assert document is not None
        state: dict[str, Any] = document.state
        return state

    def write(self, number: int, person: str, facts: Sequence[Sequence[str]], done: bool = False) -> None:
        """Put facts into a document, written as ``facts`` gives them."""
        item = self.site.store.item(self.item(number))
        document = self.site.store.document_of(item.id, self.people[person].id)
        assert document is not None
        events = [
            NewEvent(
                new_id(),
                "add",
                {"synset": new_id(), "triples": [as_triple(each, item.tokens) for each in synset]},
                on=0,
                active_ms=9000 * len(synset),
            )
            for synset in facts
        ]
        if done:
            events.append(NewEvent(new_id(), "done", {"done": True}, 0))
        numbered = [replace(event, on=document.version + place) for place, event in enumerate(events)]
        self.site.store.append(document.id, self.people[person].id, numbered)

    def facts(self, number: int, person: str | None) -> list[list[str]]:
        """The triples of each synset as the store has them: ``Ann --> sleeps in --> [the] tent``."""
        return [
            [" --> ".join(text_of(triple[slot]) for slot in SLOTS) for triple in synset["triples"]]
            for synset in self.state(number, person)["synsets"]
        ]


def free_name(store: Store, name: str, number: int, *, plain: bool) -> str:
    """A name for a person that nobody has yet: a plain one, as pictures of the manual show it, if it is free."""
    if plain and store.person_by_name(name.title()) is None:
        return name.title()
    return f"{name}-{os.getpid()}-{number}"


@dataclass
class Site:
    """A server process, and the same store opened beside it."""

    folder: Path
    process: subprocess.Popen[str]
    url: str
    store: Store

    @classmethod
    def start(cls, folder: Path) -> Site:
        """Start a server on an empty folder, as a user does."""
        command = [sys.executable, "-m", "karat", "annotate", "open", str(folder), "--port", "0", "--no-browser"]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": "200", "NO_COLOR": "1"},
        )
        assert process.stdout is not None
        heard = ""
        for line in process.stdout:
            heard += line
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                return cls(folder, process, found[0], Store.open(str(folder)))
        raise AssertionError(f"the server did not start:\n{heard}")

    def stop(self) -> None:
        """End the server as Ctrl-C does."""
        self.store.close()
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(timeout=20) == 0
        assert self.process.stdout is not None
        self.process.stdout.close()

    def add_work(
        self,
        sentences: Sequence[Sentence],
        people: Mapping[str, str],
        *,
        language: str = "en",
        assign: Sequence[str] | None = None,
        title: str | None = None,
        **settings: Any,
    ) -> Work:
        """Make a project with its people, each ``name: role``.

        Names get a number, so that tests do not meet; with a title, for the manual, they do not.
        """
        number = next(NUMBERS)
        settings = {"tagger": "none", **settings}
        work = Work(self, self.store.add_project(title or f"Project {number}", "synsets", language, settings))
        translated = settings.get("translation", False)
        rows = [(text, None) if isinstance(text, str) else text for text in sentences]
        self.store.add_items(
            work.project.id,
            (
                NewItem(str(key), "" if translated else text, text if translated else None, analysis)
                for key, (text, analysis) in enumerate(rows, start=1)
            ),
        )
        for name, role in people.items():
            full_name = free_name(self.store, name, number, plain=title is not None)
            work.people[name] = self.store.add_person(full_name, role, password_hash())
            self.store.add_member(work.project.id, work.people[name].id)
        for name in people if assign is None else assign:
            self.store.assign(work.project.id, work.people[name].id, None)
        return work
