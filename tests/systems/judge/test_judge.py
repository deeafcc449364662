"""A judge is asked once about each extraction, its answers are recorded, and scores come from the file alone."""

from __future__ import annotations

import json
from pathlib import Path

import misbehaving_server
import pytest
from misbehaving_server import Behaviour, saying, with_headers

from .conftest import ANSWERS, KEY, REPLAY, ROWS, extraction_of, judge, judging, write_output


@pytest.mark.parametrize("workers", [1, 3])
def test_answers_are_recorded_and_replayed_without_a_server(folder, serve, karat, workers: int) -> None:
    server = serve()
    code, out, err = karat(*judge(server, "--workers", workers))
    assert (code, out) == (0, "3 extractions that no synset has exactly\n")
    assert "answers.jsonl: 3 answers added\n" in err
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
    assert "answers.jsonl: 0 answers added\n" in karat(*judge(server))[2]
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
    assert "answers.jsonl: 2 answers added\n" in karat(*judge(server))[2]
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
