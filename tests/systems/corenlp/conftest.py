"""Servers that the tests of CoreNLP's client ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
