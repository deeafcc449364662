"""A server that judges, and outputs for it to judge."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from misbehaving_server import Behaviour, Server, saying

from karat.cli import main
from karat.systems import pausing

GOLD = """sent_id:1\tAnn and Ben sold the mill .
1--> Cluster 1:
Ann --> sold --> [the] mill
1--> Cluster 2:
Ben --> sold --> [the] mill

sent_id:2\tCleo came .
2--> Cluster 1:
Cleo --> came -->

sent_id:3\tIt rained .
"""
ROWS = [
    ("Ann and Ben sold the mill .", "Ann and Ben", "sold", "the mill"),  # the judge: both facts
    ("Ann and Ben sold the mill .", "Ben", "sold", "mill"),  # exact, so it is not asked about
    ("Ann and Ben sold the mill .", "Ann", "bought", "the mill"),  # the judge: none
    ("Cleo came .", "Cleo", "arrived", "there"),  # the judge: the fact
    ("It rained .", "It", "rained", "today"),  # no fact to state
]
KEY = "sk-secret-0123456789abcdefghij"
ASKED = re.compile(r"Extraction: \((.*)\)\Z")
ANSWERS = {"Ann and Ben; sold; the mill": "1, 2", "Ann; bought; the mill": "None.", "Cleo; arrived; there": "Answer: 1"}


def extraction_of(request: dict[str, Any]) -> str:
    found = ASKED.search(request["messages"][-1]["content"])
    assert found is not None
    return found[1]


def judging(request: dict[str, Any]) -> Behaviour:
    return saying(ANSWERS[extraction_of(request)])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("KARAT_MEANING_WEIGHTS", "no such folder")
    monkeypatch.setattr(pausing, "FIRST", 0.01)
    (tmp_path / "gold.txt").write_text(GOLD)
    write_output(tmp_path / "mine.tsv", ROWS)
    return tmp_path


def write_output(path: Path, rows: list[tuple[str, ...]]) -> None:
    path.write_text(
        "".join(f"{sentence}\t0.9\t{relation}\t{subject}\t{object_}\n" for sentence, subject, relation, object_ in rows)
    )


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    started: list[Server] = []

    def serve(*replies: Behaviour, answer: Callable[[dict[str, Any]], Behaviour] | None = None) -> Server:
        server = Server(*replies)
        server.answer = answer if answer is not None or replies else judging
        started.append(server.start())
        return server

    yield serve
    for server in started:
        server.stop()


@pytest.fixture
def karat(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def karat(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        found = capsys.readouterr()
        return int(stop.value.code or 0), found.out, found.err

    return karat


def judge(server: Server | str, *more: object) -> tuple[object, ...]:
    url = server if isinstance(server, str) else server.url
    return ("judge", "mine.tsv", "--gold", "gold.txt", "--endpoint", url, "--model", "m", "-o", "answers.jsonl", *more)


SCORE = ("evaluate", "mine.tsv", "--gold", "gold.txt", "--metric", "meaning", "--no-intervals", "--json")
REPLAY = (*SCORE, "--meaning-answers", "answers.jsonl")
