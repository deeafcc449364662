"""Commands that are started once and answer each line of JSON on standard input with one on standard output.

Each question has a ``number``, counted from 0. If the answer has a number, it must be that of the question. A command
must flush each line that it prints.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from karat.errors import FormatError, ServiceError
from karat.formats.json.documents import object_on
from karat.formats.json.parts import Part
from karat.formats.text.lines import Line
from karat.systems.processes import GRACE_PERIOD, CommandProcess

EARLY_LINES = 2
"""How many lines are read before they are asked for; a command that prints more has to wait."""

MOST_ANSWER = 2**26
"""The largest number of bytes of an answer: 64 MB."""


class AnsweringCommand:
    """A command that is kept running; ``timeout`` is the number of seconds an answer may take.

    One thread may ask at a time. Every fault of the command is a ``ServiceError``, after which nothing more may be
    asked.
    """

    def __init__(
        self, words: Sequence[str] | str, name: str, timeout: float, *, directory: Path | None = None, lines: int = 1
    ) -> None:
        self.name = name
        self.timeout = timeout
        self._lines_shown = lines
        self._asked = 0
        self._failed = False
        self._waiting = False
        self._too_long = False
        self._process = CommandProcess(words, name, directory=directory)
        self._answers: queue.Queue[bytes | None] = queue.Queue(EARLY_LINES)
        threading.Thread(target=self._read_lines, daemon=True).start()

    def ask(self, question: Mapping[str, Any]) -> Part:
        """Send a question with its number, and wait for the answer, a JSON object."""
        if not self._answers.empty():
            if (early := self._answers.get()) is not None:
                raise self.failure(f"expected one line for each line, found another one: {_shown(early)}")
            self._answers.put(None)  # the command has ended, which the missing answer tells
        number = self._asked
        self._asked += 1
        self._waiting = True
        line = json.dumps({"number": number, **question}).encode() + b"\n"
        threading.Thread(target=self._send, args=(line,), daemon=True).start()
        try:
            answer = self._answers.get(timeout=self.timeout)
        except queue.Empty:
            self._process.kill()
            raise self.failure(
                f"expected an answer within {self.timeout:g} s, found none (a command must not buffer its lines)"
            ) from None
        self._waiting = False
        if answer is None and self._too_long:
            raise self.failure(f"expected an answer of at most {MOST_ANSWER >> 20} MB, found a longer one")
        if answer is None:
            raise self.failure(f"expected an answer to each line, found {self._end()}")
        return self._read(answer, number)

    def failure(self, what: str) -> ServiceError:
        """Make an error, with the last lines that the command wrote to its standard error."""
        self._failed = True
        last = " / ".join(self._process.last_lines(self._lines_shown))
        return ServiceError(f"{self.name}: {what}{f'; it said {last!r}' if last else ''}")

    def kill(self) -> None:
        """End the command at once, with everything it started."""
        self._failed = True
        self._process.kill()
        self._process.close_input()

    def close(self) -> None:
        """End the command; an extra line that it printed is an error, as answers may have been mixed up."""
        self._process.close_input()
        try:
            self._process.end()
        finally:
            self._process.kill()
        if not self._failed and not self._waiting:  # after Ctrl-C an answer may still come
            with suppress(queue.Empty):  # a child that left the group may hold the output open
                if (extra := self._answers.get(timeout=GRACE_PERIOD)) is not None:
                    raise self.failure(f"expected one line for each line, found another one: {_shown(extra)}")

    def _read_lines(self) -> None:
        with self._process.output as output:
            while line := output.readline(MOST_ANSWER + 1):
                if len(line) > MOST_ANSWER:
                    self._too_long = True
                    self._process.kill()
                    break
                self._answers.put(line)
        self._answers.put(None)

    def _send(self, line: bytes) -> None:
        """Send a line from a thread of its own: a command that does not read blocks a long one."""
        with suppress(OSError, ValueError):  # it has ended, which the missing answer tells
            self._process.input.write(line)
            self._process.input.flush()

    def _read(self, answer: bytes, number: int) -> Part:
        try:
            text = answer.decode("utf-8").rstrip("\r\n")
            part = object_on(Line(Path(self.name), number + 1, text))
        except UnicodeDecodeError:
            raise self.failure(f"expected UTF-8, found {_shown(answer)}") from None
        except FormatError as error:
            raise self.failure(f"expected {error.expected}, found {error.found}") from None
        answered_number = part.value.get("number", number)
        if answered_number != number:
            raise self.failure(f"expected the answer to number {number}, found one to {answered_number!r:.40}")
        return part

    def _end(self) -> str:
        code = self._process.end()
        return "its output closed" if code is None else f"exit code {code}"


def _shown(answer: bytes) -> str:
    return f"{answer[:1000].decode('utf-8', errors='replace').rstrip()!r:.80}"
