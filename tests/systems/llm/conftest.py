"""A server that answers like a model, and systems that ask it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from misbehaving_server import Behaviour, Server, saying

from karat.systems import pausing
from karat.systems.llm import Llm, LlmOptions

KEY = "sk-secret-0123456789abcdefghij"
QUESTION = re.compile(r"Sentence: (.*)\nTuples:\Z")


def asked_sentence(request: dict[str, Any]) -> str:
    """The sentence that a request is about."""
    found = QUESTION.search(request["messages"][-1]["content"])
    assert found is not None, request["messages"]
    return found[1]


def extracting(request: dict[str, Any]) -> Behaviour:
    """Answer as a model would: the second word is the relation, the others are arguments."""
    first, relation, *others = asked_sentence(request).split()
    tuples: Any = [[relation, first, " ".join(others)]]
    answer = {"tuples": tuples} if "response_format" in request else tuples
    return saying(json.dumps(answer), usage={"prompt_tokens": 100, "completion_tokens": 10})


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Server]]:
    """Start a server: with replies in order, or one that extracts, or with ``answer`` by request."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(pausing, "FIRST", 0.01)
    started: list[Server] = []

    def serve(*replies: Behaviour, answer: Callable[[dict[str, Any]], Behaviour] | None = None) -> Server:
        server = Server(*replies)
        server.answer = answer if answer is not None or replies else extracting
        started.append(server.start())
        return server

    yield serve
    for server in started:
        server.stop()


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Llm]]:
    """Make a system that asks a server, with a cache of the test's own."""
    made: list[Llm] = []

    def make(server: Server, **options: Any) -> Llm:
        given = {"cache": tmp_path / "cache", "retries": 2, "timeout": 5.0, "answers": "text", **options}
        made.append(Llm(LlmOptions(server.url, "m", **given)))
        return made[-1]

    yield make
    for system in made:
        system.close()
