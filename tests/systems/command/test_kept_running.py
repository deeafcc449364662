"""Commands that are kept running and answer a line of JSON with one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from command_programs import ANSWER, LINES, LOOP, SENTENCES, command

from karat.errors import ServiceError
from karat.model import Extraction, Sentence
from karat.systems import answering
from karat.systems.command import Command, CommandOptions
from karat.systems.system import Extracted, Failure, Result

COUNT = "open(sys.argv[1], 'a').write('x')\n"


def ask(given: str, **options: object) -> list[Result]:
    system = Command(CommandOptions(given, protocol="lines", **options))  # type: ignore[arg-type]
    try:
        return [result for sentence in SENTENCES for result in system.extract([sentence])]
    finally:
        system.close()


def outcome(results: list[Result]) -> list[str]:
    return [each.reason if isinstance(each, Failure) else each.extractions[0].subject for each in results]


def test_one_process_answers_all(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    results = ask(command(tmp_path, COUNT + LINES, str(starts)))
    assert results[0] == Extracted((Extraction("founded", ("Ann", "Bext")),))
    assert outcome(results) == ["Ann", "Bo", "Cy", "Di", "Ed"]
    assert starts.read_text() == "x"


def test_it_takes_one_sentence_at_a_time(tmp_path: Path) -> None:
    system = Command(CommandOptions(command(tmp_path, LINES), protocol="lines", workers=3))
    assert (system.batch, system.workers) == (1, 3)
    assert system.settings == {"command": system.options.command, "protocol": "lines"}


@pytest.mark.parametrize(
    ("misbehaviour", "reason", "starts"),
    [
        pytest.param(
            "print(json.dumps({'failure': 'no  verb\\nhere'}), flush=True)",
            "no verb here",
            "x",
            id="says it failed",
        ),
        pytest.param(
            "sys.stderr.write('one\\ntwo\\n'); sys.exit(4)",
            "expected an answer to each line, found exit code 4; it said 'one / two'",
            "xx",
            id="dies",
        ),
        pytest.param(
            "time.sleep(60)",
            "expected an answer within 2 s, found none (a command must not buffer its lines)",
            "xx",
            id="hangs",
        ),
        pytest.param(
            "print('hello', flush=True)",
            "expected a JSON object on one line, found expecting value at character 1: 'hello'",
            "xx",
            id="garbage",
        ),
        pytest.param("print('{}', flush=True)", "expected the key 'extractions', found no key", "xx", id="no list"),
        pytest.param(
            "print(json.dumps({'extractions': [{'relation': 'r'}]}), flush=True)",
            "expected the key 'arguments' in extractions[0], found 'relation'",
            "xx",
            id="no arguments",
        ),
        pytest.param(
            "print(json.dumps({'extractions': [], 'number': 99}), flush=True)",
            "expected the answer to number 2, found one to 99",
            "xx",
            id="the answer to another question",
        ),
    ],
)
def test_a_failure_is_of_one_sentence(tmp_path: Path, misbehaviour: str, reason: str, starts: str) -> None:
    """The command is started anew, unless it said itself that it failed."""
    program = COUNT + LOOP + f"if 'Cy' in text: {misbehaviour}\n    else: {ANSWER}"
    count = tmp_path / "starts"
    results = outcome(ask(command(tmp_path, program, str(count)), timeout=2.0))
    assert results == ["Ann", "Bo", reason, "Di", "Ed"]
    assert count.read_text() == starts


def test_an_extra_line_is_a_failure_of_the_next_sentence(tmp_path: Path) -> None:
    """Nothing tells which of the lines was the answer, so none is taken for the next one."""
    program = LOOP + 'print(end=\'{"extractions": []}\\n{"more": 1}\\n\', flush=True); time.sleep(.2)\n'
    system = Command(CommandOptions(command(tmp_path, program), protocol="lines"))
    first = system.extract(SENTENCES[:1])
    time.sleep(0.3)
    second = system.extract(SENTENCES[1:2])
    system.close()
    assert first == [Extracted()]
    assert second == [Failure("expected one line for each line, found another one: '{\"more\": 1}'")]


def test_a_command_that_never_works_stops_the_run(tmp_path: Path) -> None:
    with pytest.raises(ServiceError, match=r"found 2 failures and no result: expected .*; it said 'no weights'"):
        ask(command(tmp_path, "sys.exit('no weights')"), give_up=2)


def test_a_long_sentence_that_is_not_read(tmp_path: Path) -> None:
    """It is larger than what a pipe holds."""
    system = Command(CommandOptions(command(tmp_path, "time.sleep(60)"), protocol="lines", timeout=0.3))
    (result,) = system.extract([Sentence("1", "word " * 100_000)])
    system.close()
    assert isinstance(result, Failure)
    assert result.reason.startswith("expected an answer within 0.3 s, found none")


@pytest.mark.parametrize(
    "endless",
    [
        pytest.param("while True: sys.stdout.write('x' * 1000)", id="a line without end"),
        pytest.param("for line in sys.stdin: print('x' * 2**22, flush=True)", id="a line that is too long"),
    ],
)
def test_an_answer_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endless: str) -> None:
    monkeypatch.setattr(answering, "MOST_ANSWER", 2**20)
    system = Command(CommandOptions(command(tmp_path, endless), protocol="lines", timeout=30))
    (result,) = system.extract(SENTENCES[:1])
    system.close()
    assert result == Failure("expected an answer of at most 1 MB, found a longer one")


def test_lines_that_nobody_asked_for_are_bounded(tmp_path: Path) -> None:
    """The command has to wait, so that what it prints cannot fill the memory."""
    printed = tmp_path / "printed"
    line = "x" * 2**16
    program = (
        f"for number in range(1000): print('{line}', flush=True); pathlib.Path(sys.argv[1]).write_text(str(number))"
    )
    system = Command(CommandOptions(command(tmp_path, LOOP + ANSWER + program, str(printed)), protocol="lines"))
    running = system._start(1)
    try:
        running._process.close_input()
        end = time.monotonic() + 20
        while not running._answers.full() and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.2)
        assert running._answers.qsize() == 2
        assert int(printed.read_text()) < 10
    finally:
        running.kill()


def test_closing_lets_it_end_by_itself(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    ask(command(tmp_path, LINES + "pathlib.Path(sys.argv[1]).write_text('')", str(ended)))
    assert ended.exists()
