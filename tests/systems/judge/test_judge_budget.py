"""A judge is asked within a budget, what it costs is recorded with its answers, and a dry run asks nobody."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from misbehaving_server import Behaviour, saying, slow

from karat.errors import BudgetError, InputError
from karat.model import Usage
from karat.systems.chat import Completion
from karat.systems.journal import Journal, open_journal
from karat.systems.judge.asking import Judge, JudgeQuestion, ask_judge
from karat.systems.judge.options import JudgeOptions
from karat.systems.judge.recording import AnswerRecord

from .conftest import ANSWERS, REPLAY, ROWS, extraction_of, judge, write_output

PRICED = ("--price-in", 10, "--price-out", 100, "--answer-tokens", 20)
ONE_OF_THREE = 1600
"""Tokens for one question: it may use up to 1,000 or so, and uses 820."""


def counting(request: dict[str, Any]) -> Behaviour:
    """Judge, and say how many tokens were used: 0.01 with the prices above."""
    return saying(ANSWERS[extraction_of(request)], usage={"prompt_tokens": 800, "completion_tokens": 20})


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_what_an_answer_cost_is_recorded_and_said(folder: Path, serve, karat) -> None:
    server = serve(answer=counting)
    code, _, err = karat(*judge(server, *PRICED))
    assert code == 0
    used = "used for all answers of the file: 2,400 tokens in prompts, 60 in answers, at a cost of 0.0300\n"
    assert err.endswith(f"answers.jsonl: 3 answers added\n{used}")
    cost = {"prompt_tokens": 800, "completion_tokens": 20, "cost": 0.01}
    assert [line["usage"] for line in lines(folder / "answers.jsonl")] == [cost] * 3
    assert [request["max_tokens"] for request in server.asked] == [20] * 3
    assert karat(*judge(server, *PRICED))[2].endswith(f"answers.jsonl: 0 answers added\n{used}")


@pytest.mark.parametrize(
    ("limit", "low", "high", "spent"),
    [
        pytest.param("--max-cost", 0.019, 1, "0.01", id="cost"),
        pytest.param("--max-tokens", ONE_OF_THREE, 100_000, "820", id="tokens"),
    ],
)
def test_a_budget_stops_before_the_question_that_might_exceed_it_and_a_higher_one_goes_on(
    folder: Path, serve, karat, limit: str, low: float, high: float, spent: str
) -> None:
    server = serve(answer=counting)
    code, _, err = karat(*judge(server, *PRICED, limit, low))
    assert (code, len(server.asked)) == (1, 1)
    said = err.splitlines()[-1]
    assert said.startswith(f"{limit}: expected at most {low:,} in all, found {spent} spent and up to ")
    assert said.endswith(f"a higher {limit} goes on from here; answers.jsonl: 1 answer added")
    assert len(lines(folder / "answers.jsonl")) == 1
    assert karat(*judge(server, *PRICED, limit, low))[0] == 1
    assert len(server.asked) == 1  # what the file has cost counts
    assert karat(*judge(server, *PRICED, limit, high))[0] == 0
    assert len(server.asked) == 3
    assert karat(*REPLAY)[0] == 0


def test_questions_at_once_share_the_budget(folder: Path, serve, karat) -> None:
    server = serve(answer=lambda request: slow(0.1, counting(request)))
    code, _, err = karat(*judge(server, *PRICED, "--max-tokens", ONE_OF_THREE, "--workers", 3))
    assert (code, len(server.asked), server.most_at_once) == (1, 1, 1)
    assert err.splitlines()[-1].endswith("answers.jsonl: 1 answer added")


def test_nothing_is_asked_without_a_budget_for_it(folder: Path, serve, karat) -> None:
    server = serve()
    code, _, err = karat(*judge(server, "--max-tokens", 0))
    assert (code, server.asked) == (1, [])
    assert "--max-tokens: expected at most 0 in all, found 0 spent and up to " in err
    assert not (folder / "answers.jsonl").exists()


def test_answers_that_are_there_need_neither_budget_nor_server(folder: Path, serve, karat) -> None:
    server = serve(answer=counting)
    karat(*judge(server))
    server.shutdown()
    assert karat(*judge(server, "--max-tokens", 0))[0] == 0


def test_an_attempt_that_may_have_been_charged_counts(folder: Path, serve, karat) -> None:
    server = serve(slow(5, saying("1")), saying("1"))
    code, _, err = karat(*judge(server, *PRICED, "--max-tokens", ONE_OF_THREE, "--timeout", 0.2, "--retries", 3))
    assert (code, len(server.asked)) == (1, 1)
    assert err.splitlines()[-1].startswith("--max-tokens: expected at most 1,600 in all, found ")


def test_a_server_that_counts_more_than_it_may_is_asked_no_more(folder: Path, serve, karat) -> None:
    used = {"prompt_tokens": 9000, "completion_tokens": 1000}
    server = serve(answer=lambda request: saying(ANSWERS[extraction_of(request)], usage=used))
    code, _, err = karat(*judge(server, *PRICED, "--max-tokens", 15_000))
    assert (code, len(server.asked)) == (1, 1)
    assert "found 10,000 spent" in err


def test_tokens_that_no_server_counted_are_estimated(folder: Path, serve, karat) -> None:
    write_output(folder / "mine.tsv", ROWS[:1])
    assert "(in part estimated)" in karat(*judge(serve(), *PRICED))[2]
    (line,) = lines(folder / "answers.jsonl")
    assert line["usage"]["is_estimated"]
    assert line["usage"]["prompt_tokens"] > 200


def test_an_answer_that_breaks_off_is_none(folder: Path, serve, karat) -> None:
    write_output(folder / "mine.tsv", ROWS[:1])
    code, out, _ = karat(*judge(serve(saying("1, 2", finish="length"))))
    assert (code, out.splitlines()[1:]) == (0, ["without an answer, counted as wrong: 1"])
    (line,) = lines(folder / "answers.jsonl")
    assert (line["answer"], line["refusal"]) == (None, "broke off at the limit of tokens")


def test_the_other_name_of_the_limit(folder: Path, serve, karat) -> None:
    def particular(request: dict[str, Any]) -> Behaviour:
        if "max_tokens" in request:
            return 400, {"error": {"message": "Use 'max_completion_tokens' instead."}}
        return counting(request)

    server = serve(answer=particular)
    assert karat(*judge(server, "--answer-tokens", 30))[0] == 0
    assert [request.get("max_completion_tokens") for request in server.asked] == [None, 30, 30, 30]


QUESTIONS = [JudgeQuestion("Which facts?", 1), JudgeQuestion("Which others?", 1)]


def test_an_answer_under_way_at_an_interrupt_is_kept(folder: Path, serve) -> None:
    server = serve(slow(0.4, saying("1")))
    with open_journal(Path("a.jsonl"), b"{", "answers") as journal:
        asked = Judge(JudgeOptions(server.url, "m"), AnswerRecord(journal, "m"))
        threading.Thread(target=asked.ask, args=(QUESTIONS[0],), daemon=True).start()
        while not server.asked:
            time.sleep(0.01)
        asked.close()
    (line,) = lines(folder / "a.jsonl")
    assert (line["id"], line["answer"]) == (QUESTIONS[0].id, "1")
    with pytest.raises(BudgetError):
        asked.ask(QUESTIONS[1])


def test_ctrl_c_keeps_the_answers_under_way(folder: Path, serve, karat) -> None:
    server = serve(answer=lambda request: slow(0.5, counting(request)))
    command = [sys.executable, "-m", "karat", *map(str, judge(server, "--workers", 2))]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        while len(server.asked) < 2:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=30)[1]
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, said
    assert "Traceback" not in said
    assert len(lines(folder / "answers.jsonl")) == len(server.asked) == 2
    assert karat(*judge(server))[0] == 0
    assert len(server.asked) == 3


def test_a_second_answer_to_a_question_and_one_after_the_end_are_not_recorded(folder: Path) -> None:
    with open_journal(Path("a.jsonl"), b"{", "answers") as journal:
        record = AnswerRecord(journal, "m")
        for text in ("1", "2"):
            record.add("x", Completion(text), Usage(5, 1))
        record.close()
        record.add("y", Completion("1"), Usage(5, 1))
    assert [line["answer"] for line in lines(folder / "a.jsonl")] == ["1"]
    assert record.usage == Usage(5, 1)


def test_a_full_disk_ends_the_run_and_no_other_answer_is_paid_for(
    folder: Path, serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Journal, __: bytes) -> None:
        raise InputError("a.jsonl: cannot be written (no space)")

    monkeypatch.setattr(Journal, "add", fail)
    server = serve(saying("1"))
    with pytest.raises(InputError, match="no space"):
        ask_judge(QUESTIONS, JudgeOptions(server.url, "m", max_tokens=5000), Path("a.jsonl"))
    assert len(server.asked) == 1


def test_a_dry_run_asks_nobody(folder: Path, serve, karat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    server = serve(answer=counting)
    code, out, err = karat(*judge(server, *PRICED, "--dry-run"))
    assert (code, err, server.asked) == (0, "", [])
    assert not (folder / "answers.jsonl").exists()
    assert out.startswith("[system]\nYou are given a sentence")
    assert "Extraction: (Ann and Ben; sold; the mill)\n" in out
    assert "\n3 requests\n" in out
    most = {line.split()[0]: line.split()[-1] for line in out.splitlines() if line.startswith("cost")}
    karat(*judge(server, *PRICED))
    assert float(most["cost"]) > 3 * 0.01  # which is what it does cost
    before = (folder / "answers.jsonl").read_bytes()
    code, out, _ = karat(*judge(server, "--dry-run"))
    assert (code, out.count("\n0 requests, 3 answers are on disk already\n")) == (0, 1)
    assert "cost" not in out
    assert (folder / "answers.jsonl").read_bytes() == before


def test_a_dry_run_refuses_what_a_run_does(folder: Path, karat) -> None:
    (folder / "answers.jsonl").write_text('{"id": "x", "answer": "1", "model": "another"}\n')
    code, _, err = karat(*judge("http://127.0.0.1:1/v1", "--dry-run"))
    assert code == 1
    assert err.endswith("answers.jsonl:1: expected answers of http://127.0.0.1:1/v1 m, found one of another\n")


@pytest.mark.parametrize("usage", [{"prompt_tokens": -1, "completion_tokens": 1, "cost": 0}, 7])
def test_a_damaged_cost_is_an_error_that_names_its_line(folder: Path, karat, usage: object) -> None:
    line = {"id": "x", "answer": "1", "model": "http://127.0.0.1:1/v1 m", "usage": usage}
    (folder / "answers.jsonl").write_text(json.dumps(line) + "\n")
    code, _, err = karat(*judge("http://127.0.0.1:1/v1"))
    assert code == 1
    assert err.splitlines()[-1].startswith("answers.jsonl:1: ")


def test_a_cost_needs_prices(folder: Path, karat) -> None:
    code, _, err = karat(*judge("http://127.0.0.1:1/v1", "--max-cost", 1, "--price-in", 1))
    assert code == 2
    assert "expected --price-in and --price-out beside it" in " ".join(err.replace("│", " ").split())
    with pytest.raises(InputError, match="max_cost: expected price_in and price_out"):
        JudgeOptions("http://127.0.0.1:1/v1", "m", max_cost=1)
