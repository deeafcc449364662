"""Processes of commands, each in a process group of its own, so that a command ends with everything it started."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from karat.errors import InputError, ServiceError

GRACE_PERIOD = 5.0
"""Seconds that a command has to end by itself once its input is closed."""

DRAIN_PERIOD = 1.0
"""Seconds to wait for the rest of the output after a command has ended; a child of it may hold the pipe open."""

MOST_OUTPUT = 2**28
"""The largest number of bytes that a command may print for one batch: 256 MB."""

MOST_ERRORS = 10_000
"""How many bytes of the end of standard error are kept."""

CHUNK = 2**16


@dataclass(frozen=True, slots=True)
class Completed:
    """What a command printed before it ended, its exit code, and why it was stopped; then its output is not kept."""

    output: bytes | bytearray
    code: int
    stopped: str | None = None


def split_command(command: str) -> list[str]:
    """Split a command into its words as a shell does, without expanding anything."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"expected a command, found {command!r}: {str(error).lower()}") from None
    if not words:
        raise InputError("expected a command, found nothing")
    return words


class CommandProcess:
    """A running command, called ``name`` in messages.

    A text instead of words is run by the shell. Standard error is read all the time, and its end is kept, so that a
    command that prints without end neither blocks nor fills the disk.
    """

    def __init__(
        self, words: Sequence[str] | str, name: str, *, directory: Path | None = None, reads: bool = True
    ) -> None:
        self.name = name
        self._errors = bytearray()
        self._too_much = False
        try:
            self._process = subprocess.Popen(  # noqa: S603 (the user's own command; a shell only if asked for)
                words,
                shell=isinstance(words, str),
                stdin=subprocess.PIPE if reads else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=directory,
                start_new_session=True,
            )
        except OSError as error:
            if directory is not None and not directory.is_dir():
                raise ServiceError(f"{directory}: expected a directory to run the command in, found none") from None
            reason = (error.strerror or str(error)).lower()
            raise ServiceError(f"{name}: expected a command that starts, found {reason}") from None
        except ValueError as error:  # a NUL in a word
            raise InputError(f"expected a command, found {name!r}: {error}") from None
        self._drain = _start(self._read_errors)

    @property
    def input(self) -> IO[bytes]:
        """The command's standard input."""
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def output(self) -> IO[bytes]:
        """The command's standard output."""
        assert self._process.stdout is not None
        return self._process.stdout

    def complete(self, sent: bytes | None, timeout: float) -> Completed:
        """Send the input, if there is any, and wait until the command ends; after ``timeout`` seconds it is killed.

        Whatever happens, no process of the group is left. What a child of the command prints after the command's end
        is ignored.
        """
        printed = bytearray()
        reader = _start(self._collect, printed)
        if sent is not None:
            _start(self._send, sent)
        stopped = None
        try:
            self._process.wait(timeout)
            reader.join(DRAIN_PERIOD)
        except subprocess.TimeoutExpired:
            stopped = f"expected an end within {timeout:g} s, found none"
        finally:
            self.kill()
        reader.join(DRAIN_PERIOD)
        if self._too_much:
            stopped = f"expected at most {MOST_OUTPUT >> 20} MB of output, found more"
        if stopped is not None:
            printed = bytearray()
        # It may be large, and is copied only if a child that has left the group may still add to it.
        return Completed(bytes(printed) if reader.is_alive() else printed, self._process.wait(), stopped)

    def end(self, grace: float = GRACE_PERIOD) -> int | None:
        """Wait until the command ends; the exit code, or ``None`` if it is still running after the grace period."""
        try:
            return self._process.wait(grace)
        except subprocess.TimeoutExpired:
            return None

    def close_input(self) -> None:
        """Close the command's standard input, which tells most commands to end."""
        with suppress(OSError):  # it may have ended without reading its input
            self.input.close()

    def kill(self) -> None:
        """Kill the command and everything it started that is still in its group."""
        with suppress(OSError):  # nothing of the group is left
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()

    def last_lines(self, count: int = 1) -> list[str]:
        """The last lines on standard error that are not blank, shortened."""
        if self._process.poll() is not None:
            self._drain.join(DRAIN_PERIOD)
        # A progress bar overwrites its line with carriage returns.
        text = bytes(self._errors).decode("utf-8", errors="replace").replace("\r", "\n")
        return [f"{line.strip():.200}" for line in text.split("\n") if line.strip()][-count:]

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with suppress(OSError, ValueError), self._process.stderr as errors:
            while chunk := os.read(errors.fileno(), CHUNK):
                self._errors += chunk
                del self._errors[:-MOST_ERRORS]

    def _collect(self, printed: bytearray) -> None:
        with suppress(OSError, ValueError), self.output as output:
            while chunk := os.read(output.fileno(), CHUNK):
                if len(printed) + len(chunk) > MOST_OUTPUT:
                    self._too_much = True
                    self.kill()
                    return
                printed += chunk

    def _send(self, sent: bytes) -> None:
        with suppress(OSError):  # a command need not read all of its input
            self.input.write(sent)
        self.close_input()


def _start(function: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=function, args=arguments, daemon=True)
    thread.start()
    return thread
