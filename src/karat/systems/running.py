"""Run a system over sentences: in order, from where an earlier run stopped, each result written as soon as it comes.

A run file has one line that says what was run, then a line for each sentence, sample by sample. An interrupted run is
therefore the beginning of the whole one, and when it is resumed, the file becomes equal to that of a run without
interruption, byte by byte.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from karat.benchmarks import benchmark_named
from karat.errors import InputError
from karat.formats.files import check_place
from karat.formats.json.run_lines import render_head, render_result
from karat.model import RunHead, Sentence
from karat.systems.calls import process, tasks_of
from karat.systems.journal import errors_of, open_journal
from karat.systems.registry import make_system
from karat.systems.retrying import retry
from karat.systems.run_file import EXPECTED, FIRST, START, results_in
from karat.systems.sentences import (
    Source,
    check_ids,
    check_output,
    given_sentences,
    read_sentences,
    sentences_of_benchmark,
)
from karat.systems.summary import Progress, RunSummary, Tally, Tell, tell_nobody
from karat.systems.system import System, count_spent
from karat.version import __version__


def run(
    system: str | System,
    sentences: Source | Iterable[str | Sentence] | None = None,
    output: Source | None = None,
    *,
    benchmark: str | None = None,
    limit: int | None = None,
    force: bool = False,
    retry_failures: bool = False,
    input_format: str | None = None,
    input_encoding: str = "utf-8",
    tell: Tell = tell_nobody,
    **options: Any,
) -> RunSummary:
    """Run a system over sentences and write what it extracts; a run that was interrupted goes on.

    ``system`` is a name with its ``options``, or anything that follows ``System``, which its owner closes.
    ``sentences`` is a file, or texts, or values of ``Sentence``; ``benchmark`` names a benchmark in their place,
    whose language is also that of a system that has such an option.
    ``limit`` takes only the first of them. ``force`` starts anew; ``retry_failures`` processes again what failed.
    """
    if output is None:
        raise InputError("expected a file for the extractions (output=…), found none")
    if isinstance(sentences, (str, os.PathLike)):
        check_output(Path(output), sentences)
    chosen = choose_sentences(sentences, benchmark, limit, input_format, input_encoding)
    if not isinstance(system, str):
        if options:
            raise InputError(f"expected options with a system's name only, found {', '.join(options)}")
        return run_to_file(system, chosen, Path(output), benchmark, force, retry_failures, tell)
    language = None if benchmark is None else benchmark_named(benchmark).language
    with closing(make_system(system, options, language)) as made:
        return run_to_file(made, chosen, Path(output), benchmark, force, retry_failures, tell)


def choose_sentences(
    sentences: Source | Iterable[str | Sentence] | None,
    benchmark: str | None,
    limit: int | None = None,
    format: str | None = None,
    encoding: str = "utf-8",
) -> tuple[Sentence, ...]:
    """Read the sentences of a file or a benchmark, or take those that are given."""
    if (sentences is None) == (benchmark is None):
        found = "neither" if sentences is None else "both"
        raise InputError(f"expected sentences or the name of a benchmark, found {found}")
    if benchmark is not None:
        chosen = sentences_of_benchmark(benchmark)
    elif isinstance(sentences, (str, os.PathLike)):
        chosen = read_sentences(sentences, format, encoding)
    else:
        chosen = given_sentences(sentences or ())
    if not chosen:
        raise InputError("expected at least one sentence, found none")
    check_ids(chosen)
    return chosen[:limit]


def head_of(system: System, sentences: Sequence[Sentence], benchmark: str | None = None) -> RunHead:
    """Describe a run of a system over sentences."""
    for name in ("batch", "workers", "samples"):
        if getattr(system, name) < 1:
            raise InputError(f"{system.name}: expected {name} of at least 1, found {getattr(system, name)}")
    return RunHead(
        system=system.name,
        version=system.version,
        settings=dict(system.settings),
        karat_version=__version__,
        sentences=len(sentences),
        fingerprint=fingerprint(sentences),
        samples=system.samples,
        benchmark=benchmark,
    )


def fingerprint(sentences: Sequence[Sentence]) -> str:
    """Compute the SHA-256 of the ids and texts of sentences."""
    digest = sha256()
    for sentence in sentences:
        digest.update(json.dumps([sentence.id, sentence.text]).encode() + b"\n")
    return digest.hexdigest()


def run_to_file(
    system: System,
    sentences: Sequence[Sentence],
    path: Path,
    benchmark: str | None = None,
    force: bool = False,
    retry_failures: bool = False,
    tell: Tell = tell_nobody,
) -> RunSummary:
    """Run a system and append each result to a file; what the file has already is not done again.

    A file with another run, or with something else, is an error and stays as it is, unless ``force`` replaces it with
    the first result. A pipe or a device has nothing to go on with.
    """
    check_place(path, appends=True)
    if path.suffix == ".gz":
        raise InputError(f"{path}: expected a file to append to, found the name of a packed one")
    head = head_of(system, sentences, benchmark)
    if path.exists() and not path.is_file():
        if retry_failures:
            raise InputError(f"{path}: expected a file whose failures can be retried, found a pipe or a device")
        with errors_of(path), path.open("wb", buffering=0) as file:
            return run_to_stream(system, sentences, file.write, benchmark, tell, path)
    if retry_failures and not force:
        retry(system, sentences, head, path, tell)
    with open_journal(path, START, EXPECTED) as journal:
        tally = Tally()
        if force:
            journal.discard()
        else:
            for result in results_in(journal.lines(FIRST), head, sentences):
                tally.add(result)
            journal.remove_tail()
            if not retry_failures:  # else it was counted before the retry
                count_spent(system, tally.usage)
        resumed, is_new = tally.done, force or not journal.complete
        _write_results(system, sentences, head, journal.add, tally, is_new, tell)
    return tally.summary(head, path, resumed)


def run_to_stream(
    system: System,
    sentences: Sequence[Sentence],
    write: Callable[[bytes], object],
    benchmark: str | None = None,
    tell: Tell = tell_nobody,
    path: Path | None = None,
) -> RunSummary:
    """Run a system and write each result to a stream, which cannot be resumed."""
    head, tally = head_of(system, sentences, benchmark), Tally()
    _write_results(system, sentences, head, write, tally, True, tell)
    return tally.summary(head, path, 0)


def _write_results(
    system: System,
    sentences: Sequence[Sentence],
    head: RunHead,
    write: Callable[[bytes], object],
    tally: Tally,
    is_new: bool,
    tell: Tell,
) -> None:
    """Process what is not done yet; the first line is written together with the first result."""
    resumed, total = tally.done, head.sentences * head.samples
    before = render_head(head) if is_new else b""
    tell(Progress(resumed, total, resumed, tally.failed))
    for result in process(system, tasks_of(sentences, head.samples, resumed)):
        write(before + render_result(result, head))
        before = b""
        tally.add(result)
        tell(Progress(tally.done, total, resumed, tally.failed))
