"""``karat study ask``: a language model labels a study, over HTTP."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from karat.annotate.project import NewItem
from karat.annotate.store import Store
from karat.cli import main

sys.path.append(str(Path(__file__).parents[2] / "annotate"))

from chat_server import Asked, ChatServer

pytest.importorskip("openai")

SENTENCES = ("Ann sold the mill .", "Ben may buy a boat .", "It rained .")


def judge(messages: Asked) -> str:
    question = messages[-1]["content"]
    if "rained" in question:
        return "It depends."
    return f'{{"fact": "{"incorrect" if "may" in question else "correct"}", "attribution": "none", "rules": []}}'


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ChatServer(judge) as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A study of three tasks."""
    folder = tmp_path / "my study"
    unknown = {"polarity": None, "modality": None, "attribution": None, "quantities": []}
    with Store.open(folder) as store:
        project = store.add_project("Study", "study", "en", {"tagger": "none"})
        hidden = {"sources": [], "repeat_of": None, "stratum": None}
        contents = (
            {"sentence_id": str(number), "clause": None, "extraction": {"relation": "r", "arguments": ["a"], **unknown}}
            for number, _ in enumerate(SENTENCES)
        )
        store.add_items(
            project.id,
            (
                NewItem(f"000{number}", text, content=content, hidden=hidden)
                for number, (text, content) in enumerate(zip(SENTENCES, contents, strict=True), 1)
            ),
        )
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(["study", "ask", *arguments])
    captured = capsys.readouterr()
    return int(stop.value.code or 0), captured.out, captured.err


def test_it_labels_and_says_what_it_could_not_read(
    folder: Path, server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = (str(folder), "--endpoint", server.url, "--model", "m/1")
    code, out, err = run(capsys, *arguments)
    assert (code, out.splitlines()) == (
        0,
        [
            "m/1, 0 shots (LLM): 2 of 3 answers give both labels",
            "incorrect without a rule: 1",
            "no label: 1",
            "  0003: no label: It depends.",
        ],
    )
    journal = folder / "answers-1-m-1-0-shots.jsonl"
    assert err.startswith(f"{journal}: 3 answers added, 3 in all\nused for all answers of the file: ")
    assert len(journal.read_text().splitlines()) == 4
    code, out, _ = run(capsys, *arguments, "--json")
    report = json.loads(out)
    assert (code, report["asked"], report["answers"], report["labelled"], report["without_rule"]) == (0, 0, 3, 2, 1)
    assert report["failures"] == [{"task": "0003", "failure": "no label", "answer": "It depends."}]
    with Store.open(folder, create=False) as store:
        assert [(each.name, each.machine) for each in store.people()] == [("m/1, 0 shots", True)]


def test_a_budget_stops_and_a_higher_one_goes_on(
    folder: Path, server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = (str(folder), "--endpoint", server.url, "--model", "m", "--answer-tokens", "50", "--max-tokens")
    code, _, err = run(capsys, *arguments, "100")
    assert (code, len(server.asked)) == (1, 0)
    needed = re.search(r"found 0 spent and up to ([\d,]+) for the next request", err)
    assert needed is not None, err
    code, _, err = run(capsys, *arguments, str(int(needed[1].replace(",", "")) + 200))
    assert code == 1
    assert err.startswith("--max-tokens: expected at most ")
    with Store.open(folder, create=False) as store:
        assert [(each.name, each.machine) for each in store.people()] == [("m, 0 shots", True)]  # and its labels
    assert len(server.asked) == 1
    code, out, _ = run(capsys, *arguments, "100000", "--json")
    assert (code, len(server.asked), json.loads(out)["usage"]["prompt_tokens"] > 0) == (0, 3, True)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--shots", "1"], "expected 1 task that people have finished and agree on, to show 1 in each prompt, found 0"),
        (["--project", "Other"], "unknown project 'Other'"),
        (["--endpoint", "localhost"], "expected an address that begins with http:// or https://, found 'localhost'"),
        (["--answers", "/none/a.jsonl"], "/none/a.jsonl: expected a directory /none, found none"),
    ],
)
def test_errors_are_one_line(
    folder: Path, server: ChatServer, capsys: pytest.CaptureFixture[str], more: list[str], message: str
) -> None:
    code, out, err = run(capsys, str(folder), "--endpoint", server.url, "--model", "m", *more)
    assert (code, out) == (1, "")
    assert message in err
    assert len(err.splitlines()) == 1
    with Store.open(folder, create=False) as store:
        assert store.people() == []
