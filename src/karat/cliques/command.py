"""Paraphrases from any command that answers each JSON line with one.

The command is started once and kept running. For each line on its standard input, ``{"number": 0, "sentence": …,
"source": …, "target": …}``, it must print a line ``{"text": …}`` on its standard output and flush it. If the answer has
a number, it must be that of the question.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from karat.cliques.paraphrasers import answer_from
from karat.cliques.parses import render_labels
from karat.errors import FormatError, InputError, ServiceError
from karat.formats.json.documents import object_on
from karat.formats.text.brackets import render_tree
from karat.formats.text.lines import Line
from karat.model import Tree
from karat.systems.chat import Refusal

TIMEOUT = 120.0
GRACE_PERIOD = 5.0
"""Seconds that a command has to end by itself once its input is closed."""


class CommandParaphraser:
    """A running command; ``timeout`` is the number of seconds an answer may take. One thread may ask at a time."""

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        self.command = command
        self.timeout = timeout
        self.name = f"command {command}"
        self._asked = 0
        self._failed = False
        self._waiting = False
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in close)
        try:
            words = shlex.split(command)
            if not words:
                raise InputError("expected a command, found nothing")
            self._process = subprocess.Popen(  # noqa: S603 (the user's own command, and no shell)
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr
            )
        except ValueError as error:
            self._stderr.close()
            raise InputError(f"expected a command, found {command!r}: {str(error).lower()}") from None
        except OSError as error:
            self._stderr.close()
            reason = (error.strerror or str(error)).lower()
            raise ServiceError(f"{command}: expected a command that starts, found {reason}") from None
        except InputError:
            self._stderr.close()
            raise
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._read_lines, daemon=True).start()

    def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
        """Ask the command and wait for its answer."""
        if not self._answers.empty() and (early := self._answers.get()) is not None:
            raise self._failure(f"expected one line for each line, found another one: {_shown(early)}")
        question = {
            "number": self._asked,
            "sentence": sentence,
            "source": render_tree(source),
            "target": render_labels(target),
        }
        self._asked += 1
        self._waiting = True
        self._send(json.dumps(question))
        try:
            answer = self._answers.get(timeout=self.timeout)
        except queue.Empty:
            self._process.kill()
            raise self._failure(
                f"expected an answer within {self.timeout:g} s, found none (a command must not buffer its lines)"
            ) from None
        self._waiting = False
        if answer is None:
            raise self._failure(f"expected an answer to each line, found {self._end()}")
        return self._read(answer, question["number"])

    def close(self) -> None:
        """End the command; an extra line that it printed is an error, as answers may have been mixed up."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it may have ended without reading its input
            self._process.stdin.close()
        try:
            self._process.wait(GRACE_PERIOD)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        try:
            if not self._failed and not self._waiting:  # after Ctrl-C an answer may still come
                with suppress(queue.Empty):  # a child of the command may hold its output open
                    if (extra := self._answers.get(timeout=GRACE_PERIOD)) is not None:
                        raise self._failure(f"expected one line for each line, found another one: {_shown(extra)}")
        finally:
            self._stderr.close()

    def _read_lines(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                self._answers.put(line)
        self._answers.put(None)

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode("utf-8") + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self._failure(f"expected a command that reads, found {self._end()}") from None

    def _read(self, answer: bytes, number: object) -> str | Refusal:
        try:
            text = answer.decode("utf-8").rstrip("\r\n")
            part = object_on(Line(Path(self.command), self._asked, text))
            answered_number = part.value.get("number", number)
            if answered_number != number:
                raise self._failure(f"expected the answer to number {number}, found one to {answered_number!r:.40}")
            return answer_from(part)
        except UnicodeDecodeError:
            raise self._failure(f"expected UTF-8, found {_shown(answer)}") from None
        except FormatError as error:
            raise self._failure(f"expected {error.expected}, found {error.found}") from None

    def _end(self) -> str:
        try:
            return f"exit code {self._process.wait(GRACE_PERIOD)}"
        except subprocess.TimeoutExpired:
            return "its output closed"

    def _failure(self, what: str) -> ServiceError:
        """Make an error, with the last line that the command wrote to its standard error."""
        self._failed = True
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - 10_000))
        lines = self._stderr.read().decode("utf-8", errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return ServiceError(f"{self.command}: {what}{f'; it said {last!r}' if last else ''}")


def _shown(answer: bytes) -> str:
    return f"{answer.decode('utf-8', errors='replace').rstrip()!r:.80}"
