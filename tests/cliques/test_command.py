"""Commands that paraphrase, and those that do not behave."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from karat.cliques.command import CommandParaphraser
from karat.errors import InputError, KaratError, ServiceError
from karat.formats.text.brackets import parse_tree
from karat.systems.chat import Refusal
from running_processes import is_alive

TREE = parse_tree("(S (NP Ann) (VP left))")
TARGET = parse_tree("(S (NP) (VP))")
LOOP = "import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n    "
ECHO = LOOP + "print(json.dumps({'text': asked['target'] + asked['source'] + asked['sentence']}), flush=True)"


@pytest.fixture
def command(tmp_path: Path) -> Callable[[str], str]:
    """Make a command of a Python program."""

    def command(program: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(program)
        return shlex.join([sys.executable, str(path)])

    return command


def ask(command: str, times: int = 1, timeout: float = 20) -> list[str | Refusal]:
    paraphraser = CommandParaphraser(command, timeout)
    try:
        return [paraphraser.paraphrase("Ann left", TREE, TARGET) for _ in range(times)]
    finally:
        paraphraser.close()


def test_one_process_answers_all(command) -> None:
    assert ask(command(ECHO), times=3) == ["(S (NP) (VP))(S (NP Ann) (VP left))Ann left"] * 3
    counting = (
        LOOP.replace("import json, sys", "import json, sys\nn = 0")
        + "n += 1; print(json.dumps({'text': str(n)}), flush=True)"
    )
    assert ask(command(counting), times=3) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param("{'text': None}", Refusal("no text"), id="null"),
        pytest.param("{'text': None, 'reason': 'too long'}", Refusal("too long"), id="with a reason"),
        pytest.param("{'text': 'Straße ☂'}", "Straße ☂", id="any letters"),
        pytest.param("{'text': 'x', 'number': asked['number'], 'score': 1}", "x", id="more keys"),
    ],
)
def test_answers(command, answer: str, expected: str | Refusal) -> None:
    assert ask(command(LOOP + f"print(json.dumps({answer}), flush=True)")) == [expected]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        pytest.param(
            "raise SystemExit('no model here')",
            "expected .*, found exit code 1; it said 'no model here'",
            id="ends at once",
        ),
        pytest.param(
            LOOP + "sys.exit(3)", "expected an answer to each line, found exit code 3", id="ends without an answer"
        ),
        pytest.param(LOOP + "1 / 0", "found exit code 1; it said 'ZeroDivisionError: division by zero'", id="fails"),
        pytest.param(
            LOOP + "print('sure', flush=True)", "expected a JSON object on one line, found .*'sure'", id="no JSON"
        ),
        pytest.param(LOOP + "print('[]', flush=True)", "expected a JSON object, found '\\[\\]'", id="no object"),
        pytest.param(LOOP + "print('{}', flush=True)", "expected the key 'text', found no key", id="no text"),
        pytest.param(LOOP + "print('{\"text\": 1}', flush=True)", "expected a text in text, found 1", id="a number"),
        pytest.param(
            LOOP + "print(json.dumps({'text': 'x', 'number': 9}), flush=True)",
            "expected the answer to number 0, found one to 9",
            id="another number",
        ),
        pytest.param(
            LOOP + "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "expected UTF-8, found", id="no UTF-8"
        ),
        pytest.param(
            LOOP + "print('{\"text\": \"x\"}\\n' * 2, end='', flush=True)",
            "expected one line for each line, found another one: ",
            id="two lines",
        ),
    ],
)
def test_misbehaviour_is_named(command, program: str, message: str) -> None:
    given = command(program)
    with pytest.raises(ServiceError, match=f"program.py: .*{message}"):
        ask(given)


def test_a_command_that_is_silent(command) -> None:
    with pytest.raises(ServiceError, match=r"expected an answer within 0.3 s, found none \(a command must not buffer"):
        ask(command(LOOP + "pass"), timeout=0.3)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "expected a command, found nothing"),
        ("say 'it", 'expected a command, found "say \'it": no closing quotation'),
        ("./no-such-program", "./no-such-program: expected a command that starts, found no such file or directory"),
    ],
)
def test_no_command(command: str, message: str) -> None:
    with pytest.raises(KaratError) as caught:
        CommandParaphraser(command)
    assert str(caught.value) == message
    assert isinstance(caught.value, InputError | ServiceError)


def test_an_interrupt_is_no_fault_of_the_command(command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while an answer is under way: it comes later, and is no line too many."""
    paraphraser = CommandParaphraser(command(ECHO), 20)
    running = paraphraser._running
    waiting = running._answers.get

    def interrupted(**_: object) -> object:
        monkeypatch.setattr(running, "_answers", answers)
        raise KeyboardInterrupt

    answers = running._answers
    monkeypatch.setattr(running, "_answers", SimpleNamespace(empty=lambda: True, get=interrupted))
    with pytest.raises(KeyboardInterrupt):
        paraphraser.paraphrase("Ann left", TREE, TARGET)
    paraphraser.close()
    assert waiting(timeout=20) is not None


HANGS = """
import pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
pathlib.Path("pid").write_text(str(child.pid))
for line in sys.stdin: time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="without /proc, processes cannot be looked at")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_command_with_all_it_started(
    command, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    target = {"source": "(S (NP) (VP))", "similarity": 0.5, "probability": 1.0, "parse": "(S (VP) (NP))"}
    sentence = {"id": "1", "sentence": "Ann left", "tree": "(S (NP Ann) (VP left))", "parse": "(S (NP) (VP))"}
    (tmp_path / "targets.jsonl").write_text(json.dumps({**sentence, "targets": [target]}))
    arguments = ["cliques", "paraphrase", "targets.jsonl", "--output", "out.jsonl", "--command", command(HANGS)]
    pid = tmp_path / "pid"
    # Whoever runs the tests may ignore Ctrl-C, as a job in the background does.
    heeding = f"import signal; signal.signal({signal.SIGINT:d}, signal.default_int_handler)"
    program = f"{heeding}; from karat.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    try:
        end = time.monotonic() + 60
        while not pid.exists() or not pid.read_text():
            assert process.poll() is None, process.stderr and process.stderr.read()
            assert time.monotonic() < end
            time.sleep(0.02)
        process.send_signal(number)
        process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == code
    assert not is_alive(pid.read_text())
