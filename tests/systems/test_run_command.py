"""``karat run``: what it says, how it is interrupted, and what happens to its file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import example_cli
import pytest
import typer
from interrupting import interrupt_and_resume

from karat.errors import InputError, ServiceError
from karat.systems import registry
from karat.systems.journal import open_journal
from karat.systems.run_file import EXPECTED, START
from karat.systems.system import Extracted, Result, Usage

ECHO = (sys.executable, str(Path(__file__).with_name("example_cli.py")))


@pytest.fixture(autouse=True)
def echo_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ``run_system`` find the system of the tests."""
    monkeypatch.setattr(registry, "SYSTEMS", (example_cli.ENTRY,))


@pytest.fixture
def sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six sentences, in the folder in which the test runs."""
    monkeypatch.chdir(tmp_path)
    path = Path("in.txt")
    path.write_text("".join(f"Ann saw snow {number} .\n" for number in range(1, 7)))
    return path


def run_echo(*arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run([*ECHO, "run", "echo", *arguments], capture_output=True, text=True, check=False, **settings)  # type: ignore[call-overload, no-any-return]


# What it says


def test_what_is_said_at_the_end(sentences: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example_cli.echo(sentences, output=Path("out.jsonl"))
    assert capsys.readouterr() == (
        "",
        "out.jsonl: 6 sentences, 6 extractions\nscore it with: karat evaluate out.jsonl --gold GOLD\n",
    )
    example_cli.echo(sentences, output=Path("out.jsonl"))
    assert capsys.readouterr().err.startswith("out.jsonl: 6 sentences (6 of 6 by earlier runs), 6 extractions\n")


def test_failures_are_counted_by_reason(sentences: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as stop:  # since all failed
        example_cli.echo(sentences, fails=["3", "snow"], output=Path("out.jsonl"))
    assert stop.value.exit_code == 1
    assert capsys.readouterr().err.splitlines()[1:4] == [
        "Warning: 5 failed: cannot say snow (sentences '1', '2', '4', …)",
        "Warning: 1 failed: cannot say 3 (sentence '3')",
        "the same command with --retry-failures processes them again",
    ]


def test_some_failures_are_no_failure_of_the_run(sentences: Path) -> None:
    assert run_echo(str(sentences), "--fails", "3", "-o", "out.jsonl").returncode == 0
    assert run_echo(str(sentences), "--fails", "snow", "-o", "none.jsonl").returncode == 1
    assert run_echo(str(sentences), "--fails", "snow").returncode == 1


def test_a_benchmark_is_named_in_what_to_type_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "my out.jsonl"
    example_cli.echo(benchmark="karat-sample", limit=1, samples=2, output=out)
    assert capsys.readouterr().err.splitlines() == [
        f"{out}: 1 sentence, 2 samples each, 2 extractions",
        f"score it with: karat evaluate '{out}' --benchmark karat-sample",
    ]


def test_usage_is_shown(sentences: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def extract(_: object, sentences: Sequence[object], sample: int = 1) -> Sequence[Result]:
        return [Extracted((), Usage(1000, 50, 0.25))]

    monkeypatch.setattr(example_cli.SlowEcho, "extract", extract)
    example_cli.echo(sentences, output=Path("out.jsonl"))
    assert capsys.readouterr().err.splitlines()[1] == (
        "used: 6,000 tokens in prompts, 300 in answers, at a cost of 1.5000"
    )


def test_lines_go_to_standard_output(sentences: Path) -> None:
    """They are the lines of the file, in UTF-8 whatever the terminal's encoding is."""
    sentences.write_text("Köln is old .\nIt rained .\n", "utf-8")
    printed = subprocess.run(
        [*ECHO, "run", "echo", "in.txt"], capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii"}
    )
    example_cli.echo(sentences, output=Path("out.jsonl"))
    assert printed.stdout == Path("out.jsonl").read_bytes()
    assert printed.stderr == b"2 sentences, 2 extractions\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "expected SENTENCES or --benchmark NAME, found neither"),
        ({"sentences": Path("a"), "benchmark": "b"}, "expected SENTENCES or --benchmark NAME, found both"),
        ({"sentences": Path("a"), "force": True}, r"expected a file \(-o FILE\) beside it, found none"),
        ({"sentences": Path("a"), "retry_failures": True}, r"expected a file \(-o FILE\) beside it, found none"),
    ],
)
def test_wrong_usage(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(typer.BadParameter, match=message):
        example_cli.echo(**arguments)  # type: ignore[arg-type]


# How it stops


@pytest.mark.parametrize(
    ("sent", "workers"),
    [(signal.SIGINT, "1"), (signal.SIGINT, "3"), (signal.SIGTERM, "1"), (signal.SIGTERM, "3"), (signal.SIGKILL, "3")],
)
def test_a_signal_and_then_the_same_command(
    sentences: Path, tmp_path: Path, sent: signal.Signals, workers: str
) -> None:
    sentences.write_text("".join(f"Ann saw snow {number} .\n" for number in range(100)))
    arguments = ["run", "echo", str(sentences), "--fails", "3", "--workers", workers]
    interrupted = interrupt_and_resume(arguments, tmp_path, signal=sent, results=5, program=ECHO)
    if sent != signal.SIGKILL:
        done = interrupted.kept.count(b"\n") - 1
        how = "interrupted" if sent == signal.SIGINT else "ended"
        failed = interrupted.kept.count(b'"failure"')
        counted = f" ({failed} failed)" if failed else ""
        assert interrupted.said == (
            f"{how}: {done} of 100 are done{counted} and kept in {tmp_path / 'interrupted.jsonl'}; "
            "the same command goes on\n"
        )


def test_the_system_is_closed_whatever_happens(sentences: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []
    monkeypatch.setattr(example_cli.SlowEcho, "close", lambda _: closed.append(True))
    example_cli.echo(sentences, output=Path("out.jsonl"))
    sentences.write_text("a bug\n")
    with pytest.raises(ServiceError):
        example_cli.echo(sentences, output=Path("other.jsonl"))
    assert closed == [True, True]


def test_an_unexpected_exception(sentences: Path) -> None:
    sentences.write_text("It rained .\nThere is a bug here .\nIt snowed .\n")
    stopped = run_echo("in.txt", "-o", "out.jsonl")
    assert stopped.returncode == 1
    assert stopped.stderr == (
        "echo: expected extractions of sentence '2', found ValueError: a bug in the system; "
        "1 of 3 are done and kept in out.jsonl; the same command goes on\n"
    )
    debugged = run_echo("in.txt", "-o", "out.jsonl", "--debug")
    assert debugged.returncode == 1
    assert "Traceback" in debugged.stderr
    assert 'raise ValueError("a bug in\\nthe system")' in debugged.stderr


FULL = """
import resource

import example_cli
from karat.cli import main
from karat.cli.run import running

example_cli.install()
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, -1))
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of a file's size")
def test_a_full_disk(sentences: Path) -> None:
    """What fits is kept, and the run goes on when there is room again."""
    command = [sys.executable, "-c", FULL, "run", "echo", "in.txt", "-o", "out.jsonl"]
    environment = {
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]),
        "PYTHONDONTWRITEBYTECODE": "1",  # or bytecode would be cut off, too
    }
    stopped = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert stopped.returncode == 1
    assert stopped.stderr.startswith("out.jsonl: cannot be written (File too large); ")
    assert stopped.stderr.endswith("of 6 are done and kept in out.jsonl; the same command goes on\n")
    assert Path("out.jsonl").stat().st_size == 1000
    example_cli.echo(sentences, output=Path("out.jsonl"))
    example_cli.echo(sentences, output=Path("whole.jsonl"))
    assert Path("out.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_device(sentences: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example_cli.echo(sentences, output=Path("/dev/null"))
    assert capsys.readouterr().err == "/dev/null: 6 sentences, 6 extractions\n"
    stopped = run_echo("in.txt", "-o", "/dev/full")
    assert (stopped.returncode, stopped.stderr) == (1, "/dev/full: cannot be written (No space left on device)\n")
    stopped = run_echo("in.txt", "-o", "/dev/null", "--retry-failures")
    assert "expected a file whose failures can be retried, found a pipe or a device" in stopped.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks of files that are advice")
@pytest.mark.parametrize("arguments", [{}, {"force": True}, {"retry_failures": True}])
def test_two_runs_at_once(sentences: Path, arguments: dict[str, bool]) -> None:
    example_cli.echo(sentences, output=Path("out.jsonl"))
    before = Path("out.jsonl").read_bytes()
    with (
        open_journal(Path("out.jsonl"), START, EXPECTED),
        pytest.raises(InputError, match=r"^out\.jsonl: expected a file that no other run writes to, found one"),
    ):
        example_cli.echo(sentences, output=Path("out.jsonl"), **arguments)  # type: ignore[arg-type]
    assert Path("out.jsonl").read_bytes() == before


def test_a_reader_that_leaves(sentences: Path) -> None:
    sentences.write_text("".join(f"Ann saw snow {number} .\n" for number in range(200)))
    command = f"{ECHO[0]} {ECHO[1]} run echo in.txt | head -n 2"
    printed = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert len(printed.stdout.splitlines()) == 2
    assert printed.stderr == ""
