"""Run a command over a batch of sentences: write its input, wait for its end, read its results."""

from __future__ import annotations

import json
import shlex
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from threading import Lock

from karat.errors import InputError
from karat.formats.format import OUTPUT_KINDS, Format
from karat.formats.guessing import guess
from karat.formats.problems import Problems
from karat.formats.reading import read_rows
from karat.formats.registry import format_named
from karat.model import Extraction, Row, Sentence
from karat.model.alignment import align, normalise_spelling
from karat.systems import processes
from karat.systems.command.options import FOLDER, INPUT, OUTPUT, SAMPLE, CommandOptions
from karat.systems.processes import CommandProcess, Completed, split_command

LINES_SHOWN = 3
"""How many of the last lines on standard error a failure has."""

OF_THE_BATCH = ("file", "sentence_number", "printed")
"""What readers keep of a program's own count or files, which would differ with the size of the batch."""


class BatchError(Exception):
    """A batch failed; the reason is in one line."""


class BatchRunner:
    """Runs a command over batches.

    ``running`` registers a process as long as it runs, so that it can be killed by another thread. The format, where
    it is not named, is guessed from the first results that have anything in them, and kept.
    """

    def __init__(
        self, options: CommandOptions, running: Callable[[CommandProcess], AbstractContextManager[object]]
    ) -> None:
        self.options = options
        self._running = running
        self._format = format_named(options.result_format) if options.result_format is not None else None
        self._guessing = Lock()

    def run(self, texts: Sequence[str], sample: int) -> list[tuple[Extraction, ...]]:
        """Extract from texts, of which no two are the same and none is blank."""
        with tempfile.TemporaryDirectory(prefix="karat-") as name:
            folder = Path(name)
            try:
                return self._run_in(folder, texts, sample)
            except BatchError as error:
                # What is recorded must not depend on where the temporary files were.
                raise BatchError(str(error).replace(f"{folder}/", "").replace(str(folder), FOLDER)) from None

    def _run_in(self, folder: Path, texts: Sequence[str], sample: int) -> list[tuple[Extraction, ...]]:
        given, output, sentences = folder / "input.txt", folder / "output", folder / "sentences"
        rendered = render_input(texts, self.options.send_as)
        given.write_bytes(rendered)
        sentences.write_bytes(render_input(texts, "lines"))
        places = {INPUT: str(given), OUTPUT: str(output), FOLDER: str(folder), SAMPLE: str(sample)}
        completed, said = self._complete(places, None if INPUT in self.options.command else rendered)
        if completed.stopped is not None:
            raise BatchError(f"{completed.stopped}{said}")
        if completed.code != 0:
            raise BatchError(f"expected exit code 0, found {completed.code}{said}")
        if self.options.result is not None:
            output = Path(self.options.directory or "", fill(self.options.result, places))
        elif OUTPUT not in self.options.command:
            output.write_bytes(completed.output)
        del completed  # its output may be large, and is read again from the file
        if not output.is_file():
            raise BatchError(f"expected results in {output}, found no file{said}")
        if output.stat().st_size > processes.MOST_OUTPUT:
            raise BatchError(f"expected at most {processes.MOST_OUTPUT >> 20} MB of results, found more{said}")
        try:
            return self._read(output, sentences, texts)
        except InputError as error:
            raise BatchError(f"{_first_line(error)}{said}") from None

    def _complete(self, places: dict[str, str], sent: bytes | None) -> tuple[Completed, str]:
        options = self.options
        words: Sequence[str] | str
        if options.shell:
            words = fill(options.command, {name: shlex.quote(place) for name, place in places.items()})
        else:
            words = [fill(word, places) for word in split_command(options.command)]
        process = CommandProcess(words, options.command, directory=options.directory, reads=sent is not None)
        with self._running(process):
            completed = process.complete(sent, options.timeout)
        last = " / ".join(process.last_lines(LINES_SHOWN))
        return completed, f"; it said {last!r}" if last else ""

    def _read(self, results: Path, sentences: Path, texts: Sequence[str]) -> list[tuple[Extraction, ...]]:
        format = self._chosen(results)
        numbered = [Sentence(str(number), text) for number, text in enumerate(texts, 1)]
        if format.blocks is None:
            if _is_blank(results):
                return [()] * len(texts)
            rows = list(read_rows(results, format, problems=Problems()))
            rows = _with_texts_of_batch(rows, numbered)
        else:
            own = list(read_rows(results, format, problems=Problems()))
            rows = list(read_rows(results, format, problems=Problems(), sentences=sentences))
            _check_order(own, rows, numbered)
        aligned = align(rows, numbered)
        for row in aligned.unmatched:
            found = f"{row.sentence!r:.80}" if row.sentence is not None else f"number {row.sentence_id!r:.40}"
            raise InputError(f"expected a sentence of the input, or its number from 1 on, found {found}")
        return [tuple(map(_without_batch, extractions)) for extractions in aligned.extractions]

    def _chosen(self, results: Path) -> Format:
        with self._guessing:
            if self._format is None:
                if _is_blank(results):
                    raise InputError("expected results whose format can be guessed, found none; name the format")
                self._format = guess(results, kinds=OUTPUT_KINDS, option="--result-format")
            return self._format


def _is_blank(file: Path) -> bool:
    with file.open("rb") as content:
        return not any(chunk.strip() for chunk in iter(lambda: content.read(processes.CHUNK), b""))


def render_input(texts: Sequence[str], format: str) -> bytes:
    """Write sentences as a program wants them, each on a line: alone, after its number and a tab, or as JSON."""
    match format:
        case "numbered":
            lines = [f"{number}\t{text}" for number, text in enumerate(texts, 1)]
        case "json":
            lines = [
                json.dumps({"id": str(number), "sentence": text}, ensure_ascii=False)
                for number, text in enumerate(texts, 1)
            ]
        case _:
            lines = list(texts)
    return "".join(f"{line}\n" for line in lines).encode()


def fill(text: str, places: dict[str, str]) -> str:
    """Put paths in the place of their names in braces; other braces stay."""
    for name, place in places.items():
        text = text.replace(name, place)
    return text


def _with_texts_of_batch(rows: Sequence[Row], sentences: Sequence[Sentence]) -> list[Row]:
    """Give each row the text of its sentence, where the program spelt it in its own way or cut it in two.

    The sentence is the only one of the batch that contains the letters and digits of the row's text. In a batch of one,
    it can be no other.
    """
    compact = {sentence.text: _letters_and_digits(sentence.text) for sentence in sentences}
    known: dict[str, str] = {}
    for row in align(rows, sentences).unmatched:
        if row.sentence is None or row.sentence in known:
            continue
        part = _letters_and_digits(row.sentence)
        candidates = [text for text, whole in compact.items() if part and part in whole]
        if len(sentences) == 1:
            known[row.sentence] = sentences[0].text
        elif len(candidates) == 1:
            known[row.sentence] = candidates[0]
    return [replace(row, sentence=known.get(row.sentence or "", row.sentence)) for row in rows]


def _letters_and_digits(text: str) -> str:
    return "".join(sign for sign in normalise_spelling(text).casefold() if sign.isalnum())


def _check_order(own: Sequence[Row], paired: Sequence[Row], sentences: Sequence[Sentence]) -> None:
    """Refuse a block that names another sentence of the batch than the one it is paired with.

    A text that is none of the batch is a spelling of the program's own, and is not judged.
    """
    texts = [sentence.text for sentence in sentences]
    meant: dict[str, frozenset[int]] = {}
    for printed, row in zip(own, paired, strict=True):
        if printed.sentence is None or row.sentence is None:
            continue
        if printed.sentence not in meant:
            meant[printed.sentence] = align([Row(None, sentence=printed.sentence)], sentences).named
        if meant[printed.sentence] - {texts.index(row.sentence)}:
            raise InputError(f"expected a block of {row.sentence!r:.60}, found one of {printed.sentence!r:.60}")


def _without_batch(extraction: Extraction) -> Extraction:
    other = tuple((name, text) for name, text in extraction.other if name not in OF_THE_BATCH)
    return extraction if len(other) == len(extraction.other) else replace(extraction, other=other)


def _first_line(error: InputError) -> str:
    first, *others = str(error).split("\n")
    return f"{first} (and {len(others)} more)" if others else first
