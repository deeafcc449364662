"""A CoreNLP server of our own: start it, wait until it is ready, say why it failed, and end it in every case."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import tempfile
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from karat.errors import ServiceError
from karat.systems.corenlp.client import Address
from karat.systems.corenlp.guarded import start_guarded, stop_guarded

START_PERIOD = 120.0
"""Seconds that the server has to open its port. Weights are loaded later, when they are first needed."""
MAIN_CLASS = "edu.stanford.nlp.pipeline.StanfordCoreNLPServer"
LISTENING = re.compile(rb"listening at \S*:(\d+)")
TELLING = re.compile(r"\b\w*(Error|Exception)\b|^Caused by|Could not|Unrecognized|Invalid")
CALL = re.compile(r"(at )?[\w.$/<>]+\([\w.$ ]*(:\d+)?\)")
"""A line of a stack trace."""
TAIL = 20_000
"""How many bytes of the end of the server's messages are searched for the reason of a failure."""
SHOWN = 300


class Server:
    """A running server, on a free port that the system chooses.

    It asks for a password that is made anew each time, because CoreNLP listens on all of the machine's addresses. Java
    ends when memory runs out; otherwise the server would stay without ever answering again.
    """

    def __init__(self, class_path: Sequence[Path], *, java: str = "java", memory: str = "3g", threads: int = 2) -> None:
        program = shutil.which(java)
        if program is None:
            raise ServiceError(f"{java}: expected Java 8 or newer to start CoreNLP, found no such program")
        name, password = f"karat-{os.getpid()}-{secrets.token_hex(4)}", secrets.token_urlsafe(18)
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the server runs)
        command = [
            program,
            f"-Xmx{memory}",
            "-XX:+UseSerialGC",  # needs the least memory
            "-XX:+ExitOnOutOfMemoryError",
            "-Djava.awt.headless=true",
            "-Dfile.encoding=UTF-8",
            "-cp",
            os.pathsep.join(str(path.absolute()) for path in class_path),
            MAIN_CLASS,
            *("-server_id", name, "-port", "0", "-threads", str(threads), "-maxCharLength", "0", "-quiet", "true"),
            *("-username", "karat", "-password", password),
        ]
        self._process = start_guarded(command, self._log)
        self._finalizer = weakref.finalize(self, _stop, self._process, self._log)
        try:
            port = self._wait_for_port()
        except BaseException:
            self.stop()
            raise
        self.address = Address(f"http://127.0.0.1:{port}", "karat", password)

    @property
    def running(self) -> bool:
        """Whether the server has not ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End the server and wait for its end."""
        self._finalizer()

    def last_words(self) -> str:
        """Give the error among the server's last messages, or the last of them, on one line."""
        lines = [line.strip() for line in self._tail().decode("utf-8", errors="replace").splitlines() if line.strip()]
        telling = [number for number, line in enumerate(lines) if TELLING.search(line) and not CALL.match(line)]
        last = telling[-1] if telling else len(lines) - 1
        words = [line for line in lines[last : last + 2] if not CALL.match(line)] if lines else ["nothing"]
        text = " ".join(" ".join(words).split())
        return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."

    def _wait_for_port(self) -> int:
        deadline = time.monotonic() + START_PERIOD
        while time.monotonic() < deadline:
            ended = not self.running  # asked before the messages are read, so that none is missed
            if found := LISTENING.search(self._tail()):
                return int(found[1])
            if ended:
                code = self._process.returncode
                expected = "CoreNLP's server to start"
                raise ServiceError(f"expected {expected}, found that it ended with code {code}: {self.last_words()}")
            time.sleep(0.05)
        raise ServiceError(
            f"expected CoreNLP's server to start within {START_PERIOD:g} s, found it silent: {self.last_words()}"
        )

    def _tail(self) -> bytes:
        if self._log.closed:
            return b""
        size = os.fstat(self._log.fileno()).st_size
        start = max(0, size - TAIL)
        # The server writes to the same open file; reading must not move its position.
        return os.pread(self._log.fileno(), size - start, start)


def _stop(process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
    stop_guarded(process)
    log.close()
