"""Paraphrases from any command that reads JSON lines and answers each with one.

It is started once and kept running. For each line on its standard input, ``{"number": 0, "sentence": …, "source": …,
"target": …}``, it prints one on its standard output, ``{"text": …}``, and must not hold it back in a buffer. Where the
answer has the number too, it is compared.
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
FAREWELL = 5.0
"""How many seconds a command has to end by itself once nothing more is asked."""


class CommandParaphraser:
    """A running command; ``timeout`` is how many seconds an answer may take. One thread may ask at a time."""

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        self.command = command
        self.timeout = timeout
        self.name = f"command {command}"
        self._asked = 0
        self._failed = False
        self._waiting = False
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in close)
        try:
            words = shlex.split(command)
            if not words:
                raise InputError("expected a command, found nothing")
            self._process = subprocess.Popen(  # noqa: S603 (the user's own command, and no shell)
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said
            )
        except ValueError as error:
            self._said.close()
            raise InputError(f"expected a command, found {command!r}: {str(error).lower()}") from None
        except OSError as error:
            self._said.close()
            reason = (error.strerror or str(error)).lower()
            raise ServiceError(f"{command}: expected a command that starts, found {reason}") from None
        except InputError:
            self._said.close()
            raise
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

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
        """Let the command end; a line too many that it printed is an error, as answers may have been mixed up."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it may have ended before, with what we had sent unread
            self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        try:
            if not self._failed and not self._waiting:  # Ctrl-C leaves an answer that nobody waits for
                with suppress(queue.Empty):  # a child of the command may hold its output open
                    if (left := self._answers.get(timeout=FAREWELL)) is not None:
                        raise self._failure(f"expected one line for each line, found another one: {_shown(left)}")
        finally:
            self._said.close()

    def _listen(self) -> None:
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
            found = part.value.get("number", number)
            if found != number:
                raise self._failure(f"expected the answer to number {number}, found one to {found!r:.40}")
            return answer_from(part)
        except UnicodeDecodeError:
            raise self._failure(f"expected UTF-8, found {_shown(answer)}") from None
        except FormatError as error:
            raise self._failure(f"expected {error.expected}, found {error.found}") from None

    def _end(self) -> str:
        try:
            return f"exit code {self._process.wait(FAREWELL)}"
        except subprocess.TimeoutExpired:
            return "its output closed"

    def _failure(self, what: str) -> ServiceError:
        """Say what was wrong, and the last that the command said of it."""
        self._failed = True
        size = self._said.seek(0, os.SEEK_END)
        self._said.seek(max(0, size - 10_000))
        lines = self._said.read().decode("utf-8", errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return ServiceError(f"{self.command}: {what}{f'; it said {last!r}' if last else ''}")


def _shown(answer: bytes) -> str:
    return f"{answer.decode('utf-8', errors='replace').rstrip()!r:.80}"
