"""A server, its people, and what their browsers send."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from karat.annotate.api.access import ServerState
from karat.annotate.api.app import create_app
from karat.annotate.api.security.launch import LaunchTokens
from karat.annotate.api.security.passwords import hash_password
from karat.annotate.api.settings import ServerSettings
from karat.annotate.people import Person
from karat.annotate.project import NewItem, Project
from karat.annotate.store import Store

ORIGIN = "http://127.0.0.1"
PASSWORD = "seven grey herons"
SENTENCES = ("Ann met Ben in Oslo .", "The old mill burned down .", "Rain fell all night .")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
IDS = random.Random(19)


def new_id() -> str:
    """An id as the page makes them."""
    return "".join(IDS.choices(LETTERS, k=16))


class Browser(TestClient):
    """Somebody's browser: it keeps cookies, and sends the CSRF token and its origin with every change."""

    csrf: str | None = None

    def request(self, method: str, url: Any, **options: Any) -> Any:
        headers = dict(options.pop("headers", None) or {})
        if method.upper() not in ("GET", "HEAD"):
            headers = {"Origin": ORIGIN, **({"X-CSRF-Token": self.csrf} if self.csrf else {}), **headers}
        return super().request(method, url, headers=headers, **options)


@dataclass
class Office:
    """A server over a project whose sentences are all assigned to Ann and Ben."""

    app: FastAPI
    store: Store
    settings: ServerSettings
    project: Project
    people: dict[str, Person]
    browsers: list[Browser] = field(default_factory=list)

    @classmethod
    @contextmanager
    def open(cls, store: Store, page: Path, **settings: Any) -> Iterator[Office]:
        project = store.add_project("Sample", "synsets", "en", {"tagger": "none"})
        store.add_items(project.id, (NewItem(f"s{n}", text) for n, text in enumerate(SENTENCES, 1)))
        roles = {"Ann": "annotator", "Ben": "annotator", "Cleo": "curator", "Dora": "admin", "Eve": "annotator"}
        people = {name: store.add_person(name, role) for name, role in roles.items()}
        for name in ("Ann", "Ben"):
            store.assign(project.id, people[name].id)
        built = ServerSettings(page=page, **settings)
        office = cls(create_app(store, built), store, built, project, people)
        yield office
        office.close()

    @classmethod
    @contextmanager
    def again(cls, app: FastAPI, store: Store, page: Path) -> Iterator[Office]:
        """The server over a copy of its store."""
        settings = ServerSettings(page=page)
        app.state.server = ServerState(store, settings, LaunchTokens())
        people = {person.name: person for person in store.people()}
        office = cls(app, store, settings, store.projects()[0], people)
        yield office
        office.close()

    def close(self) -> None:
        for browser in self.browsers:
            browser.close()

    def browser(self, name: str | None = None) -> Browser:
        """A browser in which a person is signed in, or nobody is."""
        opened = Browser(self.app, base_url=ORIGIN, raise_server_exceptions=True)
        self.browsers.append(opened)
        if name is not None:
            token, opened.csrf = f"token-of-{name}-{new_id()}", f"csrf-of-{name}"
            self.store.add_session(token, self.people[name].id, opened.csrf)
            opened.cookies.set(self.settings.cookie_name, token)
        return opened

    def set_password(self, name: str, password: str = PASSWORD) -> None:
        self.store.set_password(self.people[name].id, hash_password(password))

    def item(self, number: int = 1) -> int:
        """The id of a sentence, counted from 1."""
        (row,) = self.store.items(self.project.id, after=number - 1, limit=1)
        return row.id

    def document(self, name: str, number: int = 1) -> int:
        """The id of a person's document of a sentence."""
        found = self.store.document_of(self.item(number), self.people[name].id)
        assert found is not None
        return found.id

    @property
    def path(self) -> str:
        return f"/api/projects/{self.project.id}"


def event(kind: str, payload: dict[str, Any], on: int, **more: Any) -> dict[str, Any]:
    """An event as the page sends it."""
    return {"client_id": new_id(), "kind": kind, "payload": payload, "on": on, **more}


def note(text: str, on: int) -> dict[str, Any]:
    return event("note", {"synset": None, "text": text}, on)


def done(on: int, is_done: bool = True) -> dict[str, Any]:
    return event("done", {"done": is_done}, on)


def added(on: int) -> dict[str, Any]:
    """A synset of one triple on the first sentence."""
    slots = {
        name: [{"text": SENTENCES[0].split()[index], "optional": False, "at": [index]}]
        for index, name in enumerate(("subject", "relation", "object"))
    }
    origin = {"round": 1, "way": "hand", "source": None}
    triple = {"id": new_id(), **slots, "wholesome": None, "origin": origin}
    return event("add", {"synset": new_id(), "triples": [triple]}, on, active_ms=1500)
