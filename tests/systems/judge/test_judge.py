"""A judge is asked once about each extraction, its answers are recorded, and scores come from the file alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import misbehaving_server
import pytest
from misbehaving_server import Behaviour, Server, saying, with_headers

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

    def serve(*replies: Behaviour) -> Server:
        server = Server(*replies)
        server.answer = None if replies else judging
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


@pytest.mark.parametrize("workers", [1, 3])
def test_answers_are_recorded_and_replayed_without_a_server(folder, serve, karat, workers: int) -> None:
    server = serve()
    code, out, err = karat(*judge(server, "--workers", workers))
    assert (code, out) == (0, "3 extractions that no synset has exactly\n")
    assert err.endswith("answers.jsonl: 3 answers added\n")
    assert sorted(map(extraction_of, server.asked)) == sorted(ANSWERS)
    assert [message["role"] for message in server.asked[0]["messages"]] == ["system", "user"]
    server.shutdown()
    code, out, _ = karat(*REPLAY)
    (system,) = json.loads(out)["systems"]
    (score,) = system["scores"]
    # Right: both facts at once, the exact one, Cleo's. Wrong: bought, and what the sentence has no fact for.
    assert (code, score["precision"], score["recall"]) == (0, 3 / 5, 1)
    assert f"|judge:{server.url} m|answers:" in score["signature"]
    assert karat(*REPLAY)[1] == out


def test_a_second_run_asks_only_what_is_new(folder: Path, serve, karat) -> None:
    write_output(folder / "mine.tsv", ROWS[:2])
    server = serve()
    assert karat(*judge(server))[0] == 0
    write_output(folder / "mine.tsv", ROWS[2:])
    assert karat(*judge(server))[0] == 0
    assert len(server.asked) == 3
    assert karat(*judge(server))[2].endswith("answers.jsonl: 0 answers added\n")
    assert len(server.asked) == 3
    write_output(folder / "mine.tsv", ROWS)
    assert karat(*REPLAY)[0] == 0


def test_what_was_not_asked_is_an_error(folder: Path, serve, karat) -> None:
    write_output(folder / "mine.tsv", ROWS[:2])
    karat(*judge(serve()))
    write_output(folder / "mine.tsv", ROWS)
    code, out, err = karat(*REPLAY)
    assert (code, out) == (1, "")
    assert err.splitlines()[-1] == (
        "answers.jsonl: expected an answer about 'Ann; bought; the mill' in sentence 1, found none; "
        "karat judge with the same outputs and gold asks for it"
    )


@pytest.mark.parametrize(
    ("behaviour", "found"),
    [
        pytest.param(misbehaving_server.CUT, "Connection error", id="cut"),
        pytest.param((200, b"\xff"), "what is no JSON", id="no JSON"),
        pytest.param((200, {"choices": []}), "an answer without a message", id="no message"),
        pytest.param(with_headers(401, f"wrong key {KEY}"), "wrong key [key]", id="a key sent back"),
        pytest.param(with_headers(500, "out of order"), "out of order", id="a fault"),
    ],
)
def test_a_server_that_misbehaves_ends_in_one_line(
    folder: Path, serve, karat, behaviour: Behaviour, found: str
) -> None:
    code, _, err = karat(*judge(serve(behaviour), "--retries", 0, "--timeout", 5))
    assert code == 1
    last = err.splitlines()[-1]
    assert found in last
    assert "expected an answer of m" in last
    assert KEY not in err
    assert not (folder / "answers.jsonl").exists()


def test_answers_before_a_failure_stay_and_the_next_run_continues(folder: Path, serve, karat) -> None:
    server = serve(saying("1, 2"), with_headers(400, "no"))
    assert karat(*judge(server, "--retries", 0))[0] == 1
    kept = (folder / "answers.jsonl").read_text()
    assert len(kept.splitlines()) == 1
    (folder / "answers.jsonl").write_text(kept + '{"id": "ha')  # as a killed run leaves it
    server.answer = judging
    assert karat(*judge(server))[2].endswith("answers.jsonl: 2 answers added\n")
    assert (folder / "answers.jsonl").read_text().startswith(kept)
    assert karat(*REPLAY)[0] == 0


def test_answers_that_name_no_fact_are_counted_and_shown(folder: Path, serve, karat) -> None:
    server = serve(saying("It may state\nthe first one"), saying("9"), saying(None, refusal="I cannot say"))
    code, out, _ = karat(*judge(server))
    assert code == 0
    assert out.splitlines() == [
        "3 extractions that no synset has exactly",
        "without an answer, counted as wrong: 1",
        "answers that name no fact, counted as wrong: 2",
        "  It may state the first one",
        "  9",
    ]
    (system,) = json.loads(karat(*REPLAY)[1])["systems"]
    assert system["scores"][0]["precision"] == 1 / 5


def test_another_model_does_not_write_into_the_file(folder: Path, serve, karat) -> None:
    server = serve()
    karat(*judge(server))
    before = (folder / "answers.jsonl").read_bytes()
    code, _, err = karat(*judge(server, "--temperature", 1))
    assert code == 1
    assert f"answers.jsonl:1: expected answers of {server.url} m temperature=1.0, found one of {server.url} m" in err
    assert (folder / "answers.jsonl").read_bytes() == before


def test_gold_of_tuples_cannot_be_judged(folder: Path, serve, karat) -> None:
    (folder / "gold.txt").write_text("Cleo came .\tcame\tCleo\tthere\tthen\nIt rained .\trained\tIt\ttoday\tlong\n")
    write_output(folder / "mine.tsv", ROWS[3:])
    code, _, err = karat(*judge("http://127.0.0.1:1/v1", "--gold-format", "carb-gold"))
    assert code == 1
    assert "expected gold with fact synsets, found only tuples" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(("judge", "mine.tsv"), "--endpoint", id="no endpoint"),
        pytest.param(
            ("judge", "mine.tsv", "--endpoint", "http://h/v1", "--model", "m", "-o", "a.jsonl"), "neither", id="no gold"
        ),
        pytest.param(
            ("judge", "--gold", "gold.txt", "--endpoint", "http://h/v1", "--model", "m", "-o", "a.jsonl"),
            "OUT",
            id="no output",
        ),
        pytest.param(
            ("explain", "mine.tsv", "--gold", "gold.txt", "--meaning-answers", "a.jsonl", "--metric", "meaning"),
            "--sentence",
            id="no sentence to explain",
        ),
        pytest.param(
            ("explain", "mine.tsv", "--gold", "gold.txt", "--meaning-answers", "a.jsonl", "--sentence", "1"),
            "--metric",
            id="another metric to explain",
        ),
    ],
)
def test_wrong_usage(folder: Path, karat, arguments: tuple[str, ...], said: str) -> None:
    code, _, err = karat(*arguments)
    assert code == 2
    assert said in err


def test_explain_says_what_the_judge_found(folder: Path, serve, karat) -> None:
    karat(*judge(serve()))
    code, out, _ = karat(
        *("explain", "mine.tsv", "--gold", "gold.txt", "--metric", "meaning"),
        *("--meaning-answers", "answers.jsonl", "--sentence", "1"),
    )
    assert code == 0
    said = " ".join(out.split())
    assert "the judge finds it in synsets 1, 2" in said
    assert "the judge finds it in no synset" in said


LABELS = [(*row, label) for row, label in zip(ROWS, ("1", "1", "0", "1", "1"), strict=True)]


def test_agreement_with_people_by_recorded_answers(folder: Path, serve, karat) -> None:
    """The judge and people differ in the last row alone, for whose sentence the gold has no fact."""
    karat(*judge(serve()))
    lines = ["sentence\tsubject\trelation\tobject\tlabel\tsystem", *("\t".join((*row, "mine")) for row in LABELS)]
    (folder / "labels.tsv").write_text("\n".join(lines) + "\n")
    asked = ("--labels", "labels.tsv", "--gold", "gold.txt", "--meaning-answers", "answers.jsonl", "--resamples", 0)
    code, out, err = karat("agreement", "meaning", "benchie", *asked, "--json")
    assert code == 0, err
    by_judge, exact = (each["agreement"] for each in json.loads(out)["metrics"])
    assert [by_judge[name] for name in ("both", "only_verdict", "only_people", "neither")] == [3, 0, 1, 1]
    assert [exact[name] for name in ("both", "only_verdict", "only_people", "neither")] == [1, 0, 3, 1]
    code, _, err = karat("agreement", "benchie", *asked)
    assert code == 1
    assert err.splitlines()[-1] == "expected meaning for --meaning-answers, found benchie"
