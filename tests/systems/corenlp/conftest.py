"""Servers that the tests of CoreNLP's client ask, and a user who has nothing yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_corenlp import Behaviour, FakeServer

from karat.systems.corenlp import client


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., FakeServer]]:
    """Start servers with the given behaviours."""
    monkeypatch.setattr(client, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(client, "GRACE_PERIOD", 0.1)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # must not be followed
    started: list[FakeServer] = []

    def start(*behaviours: Behaviour) -> FakeServer:
        started.append(FakeServer(*behaviours))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without settings and without mvn."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setenv("KARAT_CACHE", str(tmp_path / "cache"))
    for name in ("KARAT_MAVEN", "CORENLP_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "home" / "bin"))
    (tmp_path / "home" / ".m2").mkdir(parents=True)
    return tmp_path / "home"
