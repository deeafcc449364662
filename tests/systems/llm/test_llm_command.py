"""``karat run llm`` against a local server: interrupted and resumed, within a budget, with the key in no file."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from interrupting import interrupt_and_resume
from misbehaving_server import Server, saying, slow, with_headers

from karat.cli import main

from .conftest import KEY, asked_sentence, extracting

WORKERS = 4
FRESH_CACHE = """
import sys
from karat.cli import main
at = sys.argv.index("--cache") + 1
main([*sys.argv[1:at], sys.argv[-1] + ".answers", *sys.argv[at:]])
"""
"""A command line whose cache is beside its output, so that two outputs share no answers."""
TEXTS = [f"Ann{number} saw Bob{number} in Ulm" for number in range(24)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with sentences, which is also the user's home and cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("KARAT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "sentences.txt").write_text("\n".join(TEXTS) + "\n")
    return tmp_path


@pytest.fixture
def karat(place: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run ``karat run llm`` in this process; give the exit code, standard output and error."""

    def call(server: Server, *arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(command(server, *arguments))
        code = stop.value.code
        return (code if isinstance(code, int) else int(bool(code))), *capsys.readouterr()

    return call


def command(server: Server, *arguments: str) -> list[str]:
    return ["run", "llm", "sentences.txt", "--endpoint", server.url, "--model", "m", *arguments]


def start(server: Server, *arguments: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "karat", *command(server, *arguments)]
    return subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 30
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def test_a_run(karat, serve) -> None:
    server = serve()
    code, out, err = karat(server, "-o", "out.jsonl", "--price-in", "1", "--price-out", "2", "--limit", "3")
    assert (code, out) == (0, "")
    head, first, *_ = lines("out.jsonl")
    assert (head["system"], head["settings"]["model"], head["samples"]) == ("llm", "m", 1)
    assert first == {
        "karat": "result",
        "id": "1",
        "sentence": TEXTS[0],
        "extractions": [{"relation": "saw", "arguments": ["Ann0", "Bob0 in Ulm"]}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "cost": 0.00012},
    }
    assert "300 tokens in prompts, 30 in answers, at a cost of 0.0004" in err


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["SIGINT", "SIGKILL"])
def test_interrupted_and_resumed(place: Path, serve, how: signal.Signals) -> None:
    """The file becomes that of a run without interruption, and no answer that has come is asked for again."""
    server = serve(answer=lambda request: slow(0.05, extracting(request)))
    # Without a cache for the whole run first: the interrupted one must not find its answers.
    arguments = [*command(server, "--workers", str(WORKERS)), "--cache"]
    wrapper = [sys.executable, "-c", FRESH_CACHE]
    interrupt_and_resume(arguments, place, signal=how, results=6, program=wrapper)
    times = Counter(asked_sentence(request) for request in server.asked)
    assert set(times) == set(TEXTS)
    again = sum(times.values()) - 2 * len(TEXTS)
    # Requests under way are lost to SIGKILL; after SIGINT, their answers are waited for and kept.
    assert 0 <= again <= (0 if how == signal.SIGINT else WORKERS)


def test_answers_before_their_turn_survive_sigkill(place: Path, serve, karat) -> None:
    """The first sentence has no answer yet, so that the file has no line; the others have theirs."""

    def answer(request: dict[str, Any]) -> Any:
        return slow(20, extracting(request)) if "Ann0 " in asked_sentence(request) else extracting(request)

    server = serve(answer=answer)
    process = start(server, "-o", "out.jsonl", "--workers", "2", "--limit", "6", "--answers", "text")
    wait_for(lambda: len(list((place / "cache").rglob("*.json"))) >= 3, process)
    process.kill()
    process.communicate()
    assert not Path("out.jsonl").exists() or Path("out.jsonl").read_bytes() == b""
    server.answer = extracting
    code, _, _ = karat(server, "-o", "out.jsonl", "--limit", "6", "--answers", "text")
    assert code == 0
    times = Counter(asked_sentence(request) for request in server.asked)
    assert times[TEXTS[0]] == 2
    assert sum(times.values()) <= 6 + 2
    assert len(lines("out.jsonl")) == 7


def test_a_budget_stops_the_run_and_a_higher_one_goes_on(karat, serve) -> None:
    server = serve()
    prices = ("--price-in", "10", "--price-out", "100", "--answer-tokens", "20", "--answers", "text", "-o", "out.jsonl")
    code, _, err = karat(server, *prices, "--max-cost", "0.03")
    assert code == 1
    assert err.startswith("--max-cost: expected at most 0.03 in all, found 0.0")
    assert "a higher --max-cost goes on from here" in err
    assert err.endswith("of 24 are done and kept in out.jsonl\n")  # the same command would stop again
    asked = len(server.asked)
    assert 5 <= asked <= 15  # each costs 0.002
    code, _, err = karat(server, *prices, "--max-cost", "0.03")
    assert code == 1
    assert len(server.asked) * 0.002 <= 0.03  # what was spent counts
    code, _, _ = karat(server, *prices, "--max-cost", "1")
    assert (code, len(server.asked)) == (0, len(TEXTS))
    code, _, _ = karat(server, *prices[:-1], "whole.jsonl")
    assert Path("out.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    assert len(server.asked) == len(TEXTS)


def test_a_run_that_stops_after_failures_counts_them_as_failures(karat, serve) -> None:
    server = serve()
    server.answer = lambda request: (
        extracting(request) if len(server.asked) <= 2 else (400, {"error": {"message": "no"}})
    )
    code, _, err = karat(server, "-o", "out.jsonl", "--answers", "text", "--workers", "1")
    assert code == 1
    assert err.endswith("6 of 24 are done (4 failed) and kept in out.jsonl; the same command goes on\n")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--max-cost", "1", "--price-in", "1"], ["--max-cost", "--price-in", "--price-out"]),
        (["--shots", "2"], ["--shots", "--demonstrations"]),
    ],
)
def test_options_are_named_as_they_are_typed(karat, serve, arguments: list[str], named: list[str]) -> None:
    code, _, err = karat(serve(), *arguments)
    assert code == 2
    assert [name for name in named if name not in err] == []
    assert "_" not in err


def test_a_server_that_is_gone_stops_the_run_and_the_same_command_goes_on(karat, serve) -> None:
    server = serve()
    server.answer = lambda request: (
        (403, {"error": {"message": "no"}}) if len(server.asked) > 10 else extracting(request)
    )
    code, _, err = karat(server, "-o", "out.jsonl")
    assert code == 1
    assert err.count("\n") == 1
    assert "found status 403: no" in err
    server.answer = extracting
    before = len(server.asked)
    code, _, _ = karat(server, "-o", "out.jsonl")
    assert code == 0
    assert len(lines("out.jsonl")) == 25
    assert len(server.asked) - before == len(TEXTS) - 10


def test_failures_are_retried_on_request(karat, serve) -> None:
    server = serve()
    server.answer = lambda request: saying("I cannot.") if "Ann1 " in asked_sentence(request) else extracting(request)
    code, _, err = karat(server, "-o", "out.jsonl", "--limit", "3")
    assert code == 0
    assert "1 failed: refused: I cannot. (sentence '2')" in err
    assert lines("out.jsonl")[2]["failure"] == "refused: I cannot."
    server.answer = extracting
    code, _, _ = karat(server, "-o", "out.jsonl", "--limit", "3", "--retry-failures")
    assert lines("out.jsonl")[2]["extractions"] == [{"relation": "saw", "arguments": ["Ann1", "Bob1 in Ulm"]}]
    assert len(server.asked) == 4


def test_estimated_tokens_are_called_so(karat, serve) -> None:
    code, _, err = karat(serve(saying("[]")), "-o", "out.jsonl", "--limit", "2")
    assert code == 0
    assert "in answers (in part estimated)" in err
    assert lines("out.jsonl")[1]["usage"]["is_estimated"] is True


def test_samples(karat, serve) -> None:
    server = serve()
    code, _, _ = karat(server, "-o", "out.jsonl", "--limit", "2", "--samples", "3", "--model-seed", "5")
    assert code == 0
    assert [(line["id"], line["sample"]) for line in lines("out.jsonl")[1:]] == [
        (id, sample) for sample in (1, 2, 3) for id in ("1", "2")
    ]
    assert Counter(request["seed"] for request in server.asked) == {5: 2, 6: 2, 7: 2}


def test_a_dry_run_asks_nobody(karat, serve, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    server = serve()
    code, out, err = karat(
        server, "--dry-run", "--demonstrations", "karat-sample", "--price-in", "1", "--price-out", "2"
    )
    assert (code, err, server.asked) == (0, "", [])
    assert f"Sentence: {TEXTS[0]}\nTuples:\n" in out
    assert out.count("Sentence: ") == 4
    assert "24 requests\n" in out
    assert out.splitlines()[-1].startswith("cost")
    assert not (place / "cache").exists()


def test_the_key_is_in_no_file_and_no_message(place: Path, serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server repeats the key in answers, refusals, errors and headers; libraries log all that they can.

    In the end it stops the run, with a traceback.
    """

    def answer(request: dict[str, Any]) -> Any:
        key = request["key"]
        assert key == f"Bearer {KEY}"
        if len(server.asked) > 10:
            return 401, {"error": {"message": f"Incorrect API key provided: {key}"}}
        match len(server.asked) % 4:
            case 0:
                return saying(json.dumps([["told", "Ann", key]]))
            case 1:
                return saying(None, refusal=f"Not with {key}.")
            case 2:
                return with_headers(500, f"You sent {key}", X_Key=key)
        return 400, {"error": {"message": f"Bad key: {key}"}}

    server = serve(answer=answer)
    monkeypatch.setenv("OPENAI_LOG", "debug")
    # One prompt at a time: rows are written in order, so that a first one that waits to be sent again holds up all.
    process = start(server, "-o", "out.jsonl", "--answers", "text", "--debug", "--workers", "1")
    command_line = Path(f"/proc/{process.pid}/cmdline")
    listed = command_line.read_bytes() if command_line.exists() else b""
    out, err = process.communicate(timeout=60)
    assert "HTTP Response" in err  # the libraries' logs are there
    assert "Traceback" in err
    assert "found status 401: Incorrect API key provided: Bearer [key]" in err
    files = [path for path in place.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} >= {".jsonl", ".json"}
    assert "[key]" in Path("out.jsonl").read_text()
    secret = KEY.removeprefix("sk-")
    assert [path.name for path in files if secret.encode() in path.read_bytes()] == []
    assert secret not in out + err
    assert secret.encode() not in listed
