"""Run many commands quickly: a process that has imported Karat forks for each of them.

What goes wrong around a command is real: the system refuses to let its files grow, kills it in the middle of a write,
or denies it the rights of an administrator.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Self

LONGEST = 120
"""Seconds after which a command is killed."""

NEEDS = {
    "--html": ("altair", "vl_convert"),
    "--charts": ("altair", "vl_convert"),
    "--endpoint": ("openai",),
}
"""What is slow to import and waits until an option needs it."""


@dataclass(frozen=True)
class Run:
    """A command, and what happens to it.

    No file may grow beyond ``limit`` bytes: it meets an error, as on a full disk, or is ``killed`` there. Without
    ``rights``, an administrator is bound by a file's permissions, as everybody else is.
    """

    arguments: Sequence[str]
    folder: str
    limit: int | None = None
    killed: bool = False
    rights: bool = True


@dataclass(frozen=True)
class Ended:
    """The exit code of a command, minus the signal if it was killed, and what it printed."""

    code: int
    out: str
    err: str


class ForkedCommands:
    """The process that forks; ``cache`` is where Karat keeps what it downloads."""

    def __init__(self, cache: Path) -> None:
        environment = {**os.environ, "KARAT_CACHE": str(cache), "COLUMNS": "80", "NO_PROXY": "127.0.0.1"}
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)

    def run(self, *runs: Run) -> list[Ended]:
        """Start the commands at once, and wait for all of them."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([asdict(run) for run in runs]).encode() + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the process that forks has ended"
        return [Ended(**each) for each in json.loads(answer)]


def serve() -> None:
    """Answer each line with one."""
    import_commands()
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for line in requests:
        runs = [Run(**run) for run in json.loads(line)]
        for option in {word for run in runs for word in run.arguments}:
            for name in NEEDS.get(option, ()):
                import_module(name)
        started = [start(run) for run in runs]
        answers.write(json.dumps(wait_for(started)).encode() + b"\n")
        answers.flush()


def import_commands() -> None:
    """Import the modules of all commands."""
    from typer.main import get_command

    from karat.cli import app
    from karat.cli.lazy import loaded_command

    waiting: list[Any] = [get_command(app)]
    while waiting:
        command = loaded_command(waiting.pop())
        waiting += getattr(command, "commands", {}).values()


def start(run: Run) -> tuple[int, int, int]:
    """Fork; give the process, and where its output and its messages can be read."""
    (out, out_end), (err, err_end) = os.pipe(), os.pipe()
    pid = os.fork()
    if pid:
        os.close(out_end)
        os.close(err_end)
        return pid, out, err
    code = 70
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out_end, 1)
        os.dup2(err_end, 2)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 (an open file, not a path)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        code = call(run)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def call(run: Run) -> int:
    """Run the command under its conditions; give the exit code."""
    from karat.cli import main

    os.chdir(run.folder)
    signal.alarm(LONGEST)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not run.rights:
        give_up_rights()
    if run.killed:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it, so that writing is an error
    if run.limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (run.limit, run.limit))
    try:
        main(list(run.arguments))
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def give_up_rights() -> None:
    """Be bound by the permissions of files even as root, by the call ``capset`` of Linux."""
    if os.geteuid() != 0:
        return
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    none = (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None, use_errno=True).capset(header, none) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def wait_for(started: Sequence[tuple[int, int, int]]) -> list[dict[str, object]]:
    """Read what processes print until they end."""
    printed: dict[int, bytearray] = {pipe: bytearray() for _, *pipes in started for pipe in pipes}
    with selectors.DefaultSelector() as selector:
        for pipe in printed:
            selector.register(pipe, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                chunk = os.read(key.fd, 1 << 16)
                printed[key.fd] += chunk
                if not chunk:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    return [
        {
            "code": os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]),
            "out": printed[out].decode(),
            "err": printed[err].decode(),
        }
        for pid, out, err in started
    ]


if __name__ == "__main__":
    serve()
