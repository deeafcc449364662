"""The ``karat`` command itself: exit codes, one clear line, tracebacks only on request."""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Callable

import pytest
import typer

import karat.cli
from karat.cli import main
from karat.errors import FormatError, KaratError
from karat.version import __version__

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat`` with the arguments; give its exit code and what it printed."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        code = stop.value.code
        assert code is None or isinstance(code, int)
        return (code or 0, *capsys.readouterr())

    return run


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Replace the commands by one, ``fail``, that raises the error."""

    def failing(error: BaseException) -> None:
        app = typer.Typer(pretty_exceptions_enable=False)
        app.callback()(lambda: None)

        @app.command()
        def fail(words: list[str] = typer.Argument(None)) -> None:  # noqa: B008 (typer's way to declare)
            print("words:", *(words or []))
            raise error

        monkeypatch.setattr(karat.cli, "app", app)

    return failing


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"karat {__version__}\n", "")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(run: Run, option: str) -> None:
    code, out, err = run(option)
    assert (code, err) == (0, "")
    assert "Usage: karat" in out
    assert "how much gold is in your extractions" in out


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        pytest.param(("crab",), "No such command 'crab'", id="unknown command"),
        pytest.param(("--crab",), "No such option: --crab", id="unknown option"),
    ],
)
def test_wrong_usage_is_2(run: Run, arguments: tuple[str, ...], found: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert found in err


def test_no_command_shows_the_help(run: Run) -> None:
    code, out, err = run()
    assert code == 2
    assert "Usage: karat" in out + err


@pytest.mark.parametrize(
    ("error", "line"),
    [
        pytest.param(KaratError("unknown metric 'crab'"), "unknown metric 'crab'", id="ours"),
        pytest.param(
            FormatError("a.tsv", 3, "4 fields", "2"), "a.tsv:3: expected 4 fields, found 2", id="a place in a file"
        ),
        pytest.param(
            PermissionError(errno.EACCES, "Permission denied", "gold.txt"), "gold.txt: permission denied", id="refused"
        ),
        pytest.param(
            PermissionError(errno.EACCES, "Permission denied", b"gold.txt"),
            "gold.txt: permission denied",
            id="refused, name in bytes",
        ),
        pytest.param(OSError(errno.ENOSPC, "No space left on device"), "no space left on device", id="no file named"),
        pytest.param(
            KeyError("subject"),
            "a mistake in Karat itself: KeyError: 'subject'; run again with --debug to see where, and report it",
            id="our mistake",
        ),
        pytest.param(
            ValueError("one\ntwo"),
            "a mistake in Karat itself: ValueError: one two; run again with --debug to see where, and report it",
            id="our mistake, of two lines",
        ),
        pytest.param(
            KaratError("a \x1b]0;title\x07 in it"), r"a \x1b]0;title\x07 in it", id="ours, with codes of a terminal"
        ),
        pytest.param(
            AssertionError(),
            "a mistake in Karat itself: AssertionError; run again with --debug to see where, and report it",
            id="our mistake, without words",
        ),
        pytest.param(MemoryError(), "expected enough memory for this command, found too little", id="short of memory"),
    ],
)
def test_an_error_is_one_line_and_1(run: Run, failing: Callable[..., None], error: Exception, line: str) -> None:
    failing(error)
    assert run("fail") == (1, "words:\n", line + "\n")


@pytest.mark.parametrize("arguments", [("--debug", "fail"), ("fail", "--debug"), ("fail", "--debug", "--", "x")])
def test_debug_before_or_after_the_command(failing: Callable[..., None], arguments: tuple[str, ...]) -> None:
    failing(KaratError("unknown metric 'crab'"))
    with pytest.raises(KaratError, match="unknown metric"):
        main(arguments)


def test_debug_behind_two_dashes_is_a_word(run: Run, failing: Callable[..., None]) -> None:
    failing(KaratError("no"))
    assert run("fail", "--", "--debug") == (1, "words: --debug\n", "no\n")


def test_an_interrupt_is_130(run: Run, failing: Callable[..., None]) -> None:
    failing(KeyboardInterrupt())
    assert run("fail") == (130, "words:\n", "")


def test_a_broken_pipe_of_another_than_the_reader_is_an_error(run: Run, failing: Callable[..., None]) -> None:
    failing(BrokenPipeError(errno.EPIPE, "Broken pipe", "fifo"))
    assert run("fail") == (1, "words:\n", "fifo: broken pipe\n")


def python(*arguments: str, program: str | None = None) -> subprocess.Popen[str]:
    """Start Python with the arguments, or with the program."""
    return subprocess.Popen(
        [sys.executable, *(["-c", program] if program else arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.thorough
def test_python_m_karat() -> None:
    assert python("-m", "karat", "--version").communicate() == (f"karat {__version__}\n", "")


TALK = """
import sys, typer, karat.cli
from rich.console import Console
app = typer.Typer(pretty_exceptions_enable=False)
@app.command()
def talk():
    sys.stdin.read()
    for number in range({count}):
        {say}("line")
    {end}
karat.cli.app = app
karat.cli.main({arguments})
"""


@pytest.mark.thorough
def test_debug_shows_the_traceback() -> None:
    process = python(program=TALK.format(count=0, say="print", end="raise OSError('odd')", arguments=["--debug"]))
    _, err = process.communicate()
    assert process.returncode == 1
    assert err.startswith("Traceback (most recent call last)")
    assert err.endswith("OSError: odd\n")


@pytest.mark.thorough
@pytest.mark.parametrize("say", ["print", "Console().print", "typer.echo"])
@pytest.mark.parametrize("count", [pytest.param(1, id="at the end"), pytest.param(2000, id="in the middle")])
def test_a_reader_that_has_seen_enough_is_no_error(say: str, count: int) -> None:
    with python(program=TALK.format(count=count, say=say, end="pass", arguments=[])) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.close()
        err = process.stderr.read()
    assert (process.returncode, err) == (0, "")
