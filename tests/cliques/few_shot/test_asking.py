"""Answers are recorded one by one, and a run that stopped goes on."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from karat.cli import main
from karat.cliques.few_shot.answers import read_answers
from karat.cliques.few_shot.asking import ask
from karat.cliques.few_shot.demonstrations import Demonstrations
from karat.cliques.few_shot.prompts import prompts, render
from karat.errors import FormatError, InputError, ServiceError
from karat.formats.files import write_lines
from karat.systems.chat import Refusal


class Echo:
    """Answers with the last word before the full stop; fails from some question on."""

    name = "echo temperature=0"

    def __init__(self, fail_after=None):
        self.asked = []
        self.fail_after = fail_after

    def ask(self, messages):
        if self.fail_after is not None and len(self.asked) >= self.fail_after:
            raise ServiceError("echo: expected an answer, found none")
        self.asked.append([message.role for message in messages])
        word = re.findall(r"Sentence: .*?(\w+) \.\n", messages[-1].content)[-1]
        return {"years": Refusal("refused: no"), "then": Refusal("an empty answer")}.get(word, f'[["is", "{word}"]]')


@pytest.fixture
def made(sample):
    return list(prompts(sample, Demonstrations([]), (0,)))


@pytest.mark.parametrize("workers", [1, 4])
def test_every_prompt_is_asked_once(made, tmp_path, workers):
    model, output, told = Echo(), tmp_path / "a.jsonl", []
    assert ask(made, model, output, workers=workers, tell=told.append) == 27
    assert told == list(range(1, 28))
    assert model.asked == [["system", "user"]] * 27
    found = read_answers(output, [prompt.id for prompt in made])
    assert found["0/0"].extractions[0].arguments == ("laboratory",)
    assert (found["20/0"].failure, found["20/0"].text) == ("refusal", "refused: no")
    assert found["24/0"].failure == "empty"
    again = Echo()
    assert ask(made, again, output) == 0
    assert again.asked == []


def test_a_prompt_that_is_a_text_is_one_message(sample, tmp_path):
    model = Echo()
    ask(list(prompts(sample[:1], Demonstrations([]), (0,), form="text")), model, tmp_path / "a.jsonl")
    assert model.asked == [["user"]] * 4


@pytest.mark.parametrize("workers", [1, 4])
def test_what_was_answered_before_a_failure_stays(made, tmp_path, workers):
    output = tmp_path / "a.jsonl"
    with pytest.raises(ServiceError, match="echo: expected an answer"):
        ask(made, Echo(fail_after=5), output, workers=workers)
    kept = output.read_text().splitlines()
    assert 5 <= len(kept) < 5 + workers
    assert ask(made, Echo(), output) == 27 - len(kept)
    assert output.read_text().splitlines()[: len(kept)] == kept
    assert len(read_answers(output, [prompt.id for prompt in made])) == 27


def test_a_line_that_breaks_off_is_asked_for_again(made, tmp_path):
    output = tmp_path / "a.jsonl"
    ask(made, Echo(), output)
    whole = output.read_bytes()
    output.write_bytes(whole[:-10])
    assert ask(made, Echo(), output) == 1
    assert output.read_bytes() == whole


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"id": "99/0", "answer": ""}, "a.jsonl:1: expected the id of a prompt in id, found '99/0'"),
        (
            {"id": "0/0", "answer": "", "model": "other"},
            "a.jsonl:1: expected answers of echo temperature=0, found one of other",
        ),
    ],
)
def test_answers_to_other_questions_or_of_another_model_are_refused(made, tmp_path, line, message):
    (tmp_path / "a.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.raises(FormatError, match=re.escape(message)):
        ask(made, Echo(), tmp_path / "a.jsonl")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param('{"a": 1}', "a.jsonl:1: expected recorded answers, found '{\"a\": 1}'", id="JSON without end"),
        pytest.param("my notes", "a.jsonl:1: expected recorded answers, found 'my notes'", id="a text without end"),
        pytest.param(
            "[1,\n2]", "a.jsonl:1: expected a JSON object on one line, found", id="lines, the last without end"
        ),
    ],
)
def test_a_file_of_something_else_stays_as_it_is(made, tmp_path, text, message):
    output, model = tmp_path / "a.jsonl", Echo()
    output.write_text(text)
    with pytest.raises(FormatError, match=re.escape(message)):
        ask(made, model, output)
    assert (output.read_text(), model.asked) == (text, [])


def test_a_place_where_nothing_can_be_written(made, tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        ask(made, Echo(), tmp_path / "none" / "a.jsonl")


class Server(BaseHTTPRequestHandler):
    """A chat endpoint that has one answer for everything."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = {"role": "assistant", "content": f'[["asked", "{asked["model"]}", "{len(asked["messages"])}"]]'}
        body = json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": asked["model"],
                "choices": [{"index": 0, "finish_reason": "stop", "message": answer}],
                "usage": {"prompt_tokens": 300, "completion_tokens": 20, "total_tokens": 320},
            }
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def endpoint():
    pytest.importorskip("openai")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def command(made, tmp_path, endpoint, capsys):
    """Runs ``karat cliques ask`` with 27 prompts; gives its exit code and what it says."""
    (tmp_path / "p.jsonl").write_text("".join(f"{line}\n" for line in render(made)))

    def run(*more):
        fixed = ("--endpoint", endpoint, "--model", "m", "--output", str(tmp_path / "a.jsonl"))
        with pytest.raises(SystemExit) as stop:
            main(["cliques", "ask", str(tmp_path / "p.jsonl"), *fixed, *more])
        return stop.value.code or 0, capsys.readouterr().err

    return run


def test_the_command_asks_an_endpoint(made, tmp_path, command):
    output = tmp_path / "a.jsonl"
    used = "used for all answers of the file: 8,100 tokens in prompts, 540 in answers\n"
    assert command() == (0, f"{output}: 27 answers added, 27 in all\n{used}")
    found = read_answers(output, [prompt.id for prompt in made])
    assert {(each.extractions[0].relation, *each.extractions[0].arguments) for each in found.values()} == {
        ("asked", "m", "2")
    }


PRICED = ("--price-in", "10", "--price-out", "100")


@pytest.mark.parametrize(
    ("limit", "low", "high"),
    [
        pytest.param(("--max-cost",), "0.025", "1", id="cost"),  # 0.005 an answer
        pytest.param(("--answer-tokens", "100", "--max-tokens"), "3000", "100000", id="tokens"),
    ],
)
def test_a_budget_stops_and_a_higher_one_goes_on(made, tmp_path, command, limit, low, high):
    output = tmp_path / "a.jsonl"
    answer_tokens = () if "--answer-tokens" in limit else ("--answer-tokens", "50")
    code, said = command(*PRICED, *answer_tokens, *limit, low)
    assert code == 1
    assert said.startswith(f"{limit[-1]}: expected at most ")
    assert said.endswith(f"a higher {limit[-1]} goes on from here\n")
    kept = [json.loads(line) for line in output.read_text().splitlines()]
    assert 0 < len(kept) < 27
    assert all(line["usage"] == {"prompt_tokens": 300, "completion_tokens": 20, "cost": 0.005} for line in kept)
    assert command(*PRICED, *answer_tokens, *limit, low)[0] == 1
    assert len(output.read_text().splitlines()) == len(kept)  # what the file has cost counts
    code, said = command(*PRICED, *limit, high)
    assert (code, said.endswith("540 in answers, at a cost of 0.1350\n")) == (0, True)
    assert len(read_answers(output, [prompt.id for prompt in made])) == 27


def test_a_cost_needs_prices(command):
    code, said = command("--max-cost", "1")
    assert (code, "--price-in and --price-out beside it" in " ".join(said.split())) == (2, True)


SLOW = """
import threading, time, sys
from pathlib import Path
from karat.cliques.few_shot.asking import ask
from karat.cliques.few_shot.prompts import read

class Slow:
    name = "slow"
    asked = 0
    def ask(self, messages):
        self.asked += 1
        if self.asked > 2:
            Path("waiting").touch()
            time.sleep(60)
        return "[]"

ask(read(Path("p.jsonl")), Slow(), Path("a.jsonl"), workers=int(sys.argv[1]))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signals on this system")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_need_not_wait_for_an_answer(made, tmp_path, workers):
    write_lines(tmp_path / "p.jsonl", render(made))
    program = [sys.executable, "-c", SLOW, str(workers)]
    process = subprocess.Popen(program, cwd=tmp_path, stderr=subprocess.PIPE, preexec_fn=_heed_interrupts)
    give_up = time.monotonic() + 50
    while not (tmp_path / "waiting").exists() and time.monotonic() < give_up:
        time.sleep(0.02)
    time.sleep(0.2)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=50)
    assert b"KeyboardInterrupt" in said
    assert time.monotonic() - start < 30  # of the 60 that the answer takes
    lines = (tmp_path / "a.jsonl").read_text().splitlines(keepends=True)
    assert [json.loads(line)["answer"] for line in lines] == ["[]"] * 2


def _heed_interrupts():
    signal.signal(signal.SIGINT, signal.default_int_handler)
