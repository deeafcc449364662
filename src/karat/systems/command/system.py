"""The system that runs a command: batches, the search for the sentence at fault, commands that are kept running."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import file_digest
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

from karat.errors import FormatError, InputError, ServiceError
from karat.formats.json.parts import Part, extraction_from
from karat.model import Sentence
from karat.model.alignment import text_key
from karat.systems.answering import AnsweringCommand
from karat.systems.command.batches import LINES_SHOWN, BatchError, BatchRunner, fill
from karat.systems.command.options import SAMPLE, CommandOptions, check_options
from karat.systems.processes import CommandProcess, split_command
from karat.systems.system import Extracted, Failure, Result

UNSENDABLE = "expected text in one line that UTF-8 can hold, found"


class Command:
    """A program outside Karat that extracts; several threads may use it."""

    name = "command"

    def __init__(self, options: CommandOptions) -> None:
        check_options(options)
        self.options = options
        self.version = describe_version(options)
        self.settings: Mapping[str, Any] = _settings(options)
        self.batch = options.batch if options.protocol == "batch" else 1
        self.workers = options.workers
        self.samples = options.samples
        self._batches = BatchRunner(options, self._registered)
        self._idle: dict[int, SimpleQueue[AnsweringCommand]] = {}
        self._lock = Lock()
        self._processes: set[CommandProcess | AnsweringCommand] = set()
        self._closed = False
        self._worked = False
        self._failures = 0

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        """Run the command over the distinct texts of the sentences, and give each sentence the result of its text."""
        # A sentence with a line break would count as two.
        texts = [text_key(sentence.text) for sentence in sentences]
        distinct = [text for text in dict.fromkeys(texts) if _reason_against(text) is None]
        if self.options.protocol == "lines":
            results = {text: self._ask(text, sample) for text in distinct}
        else:
            results = dict(zip(distinct, self._divided(distinct, sample), strict=True))
        return [results[text] if text in results else Failure(_reason_against(text) or "") for text in texts]

    def close(self) -> None:
        """Kill everything that still runs; commands that are kept running may end by themselves first."""
        with self._lock:
            self._closed = True
            processes = tuple(self._processes)
        for process in processes:
            process.kill()
        for command in [command for idle in self._idle.values() for command in _drained(idle)]:
            with suppress(ServiceError):  # an extra line after the last answer changes none of them
                command.close()

    # Batches

    def _divided(self, texts: Sequence[str], sample: int) -> list[Result]:
        if not texts:
            return []
        try:
            extractions = self._batches.run(texts, sample)
        except BatchError as error:
            if self.options.divide and len(texts) > 1:
                self._check_open()
                middle = len(texts) // 2
                return [*self._divided(texts[:middle], sample), *self._divided(texts[middle:], sample)]
            failure = self._failed(str(error))
            return [failure] * len(texts)
        self._worked = True
        return [Extracted(each) for each in extractions]

    @contextmanager
    def _registered(self, process: CommandProcess | AnsweringCommand) -> Iterator[None]:
        with self._lock:
            self._processes.add(process)
        try:
            if self._closed:
                process.kill()
            yield
        finally:
            with self._lock:
                self._processes.discard(process)
        self._check_open()

    def _check_open(self) -> None:
        if self._closed:
            raise ServiceError(f"{self.options.command}: expected a command that runs, found one that was stopped")

    def _failed(self, reason: str) -> Failure:
        """Record the failure, unless nothing has worked yet and it is one too many."""
        self._check_open()
        with self._lock:
            self._failures += 1
            if not self._worked and self.options.give_up and self._failures >= self.options.give_up:
                raise ServiceError(
                    f"{self.options.command}: expected a command that works, "
                    f"found {self._failures} failures and no result: {reason}"
                )
        return Failure(reason)

    # Commands that are kept running

    def _ask(self, text: str, sample: int) -> Result:
        """Ask a command that waits, or start another; one that fails is not asked again."""
        idle = self._idle.setdefault(sample, SimpleQueue())
        try:
            command = idle.get_nowait()
        except Empty:
            command = self._start(sample)
        try:
            with self._registered(command):
                result = _result(command, command.ask({"sentence": text}))
        except ServiceError as error:
            command.kill()
            return self._failed(str(error).removeprefix(f"{self.options.command}: "))
        except BaseException:
            command.kill()
            raise
        self._worked = True
        idle.put(command)
        return result

    def _start(self, sample: int) -> AnsweringCommand:
        options, sample_of = self.options, {SAMPLE: str(sample)}
        words: Sequence[str] | str
        if options.shell:
            words = fill(options.command, sample_of)
        else:
            words = [fill(word, sample_of) for word in split_command(options.command)]
        return AnsweringCommand(words, options.command, options.timeout, directory=options.directory, lines=LINES_SHOWN)


def _drained(queue: SimpleQueue[AnsweringCommand]) -> Iterator[AnsweringCommand]:
    with suppress(Empty):
        while True:
            yield queue.get_nowait()


def _result(command: AnsweringCommand, answer: Part) -> Result:
    try:
        if "failure" in answer:
            return Failure(" ".join(answer.text("failure").split()))
        return Extracted(tuple(extraction_from(part) for part in answer.items("extractions")))
    except FormatError as error:
        raise command.failure(f"expected {error.expected}, found {error.found}") from None


def _reason_against(text: str) -> str | None:
    """Say why a text cannot be sent."""
    if not text:
        return f"{UNSENDABLE} a blank sentence"
    if "\0" in text:
        return f"{UNSENDABLE} a NUL"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"{UNSENDABLE} {text[error.start]!r}"
    return None


def _settings(options: CommandOptions) -> dict[str, Any]:
    """Everything that can change an extraction; not how sentences are grouped, nor how long is waited.

    Nor where the command is run: the version has checksums of its files, and a folder may be moved between two runs.
    """
    settings: dict[str, Any] = {"command": options.command, "protocol": options.protocol}
    if options.protocol == "batch":
        settings |= {"send_as": options.send_as, "result_format": options.result_format}
    if options.result is not None:
        settings["result"] = options.result
    if options.shell:
        settings["shell"] = True
    return settings


def describe_version(options: CommandOptions) -> str:
    """Give the version as the user states it, then a checksum of each file that the command names."""
    stated = [options.program_version] if options.program_version else []
    for word in dict.fromkeys(split_command(options.command)):
        path = Path(options.directory or "", word)
        try:
            if path.is_file():
                with path.open("rb") as file:
                    stated.append(f"{path.name} sha256:{file_digest(file, 'sha256').hexdigest()[:12]}")
        except OSError as error:
            raise InputError(f"{path}: expected a file that can be read, found {error.strerror or error}") from None
    return ", ".join(stated) or "unknown"
