"""The documents of a task: read, made ready for its metrics, and put beside the gold."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from karat.benchmarks.task import Choices, Pairs, Task
from karat.errors import AlignmentError, InputError
from karat.formats import FileRecord, Format, InputFile, format_named, guess, read_documents
from karat.model import Document, MarkedText
from karat.results.options import Reading
from karat.results.outputs import Source, check_format, named_outputs, open_outputs
from karat.results.system_result import Note

Tokens = dict[str, tuple[str, ...]]
"""The tokens of documents by name."""

Outputs = Source | Sequence[Source] | Mapping[str, Source | Iterable[Document]]


@dataclass(frozen=True, slots=True)
class SystemDocuments:
    """A system's documents beside the gold's, and how many it has."""

    name: str
    file: str
    record: FileRecord | None
    count: int
    pairs: Pairs
    notes: tuple[Note, ...]


def loaded(
    task: Task,
    outputs: Outputs,
    gold: Source | Iterable[Document] | None,
    options: Choices,
    reading: Reading,
    tell: Callable[[str], None] = lambda _: None,
) -> list[SystemDocuments]:
    """Read all systems and the gold; without a gold file, each output must carry the gold, and all the same."""
    tell("reading gold")
    sources = open_outputs(named_outputs(outputs))
    _check_reading(task, sources, gold, reading)
    gold_tokens: Tokens = {}
    tokens: dict[str, Tokens] = {name: {} for name in sources}
    truth = (
        _carried(task, sources, options, reading)
        if gold is None
        else documents_of(task, gold, options, reading.gold_format, reading.encoding, tokens=gold_tokens)
    )
    found = {
        name: documents_of(task, source, options, reading.format, reading.encoding, name, tokens[name])
        for name, source in sources.items()
    }
    own = (Note("documents scored against the gold in the system's own file", len(truth)),) if gold is None else ()
    units = task.units(found, truth, options) if task.units else None
    systems = []
    for name, source in sources.items():
        pairs, notes = (units[name], []) if units else paired_documents(name, found[name], truth, reading.missing)
        file, record = "", None
        if isinstance(source, InputFile):
            file, record = str(source), source.record()
            source.close()
        if options.get("mentions") != "strings":
            notes = [*notes, *_other_words(name, tokens[name], gold_tokens)]
        systems.append(SystemDocuments(name, file, record, len(found[name]), pairs, (*own, *notes)))
    return systems


def _check_reading(
    task: Task, sources: Mapping[str, object], gold: Source | Iterable[Document] | None, reading: Reading
) -> None:
    """Refuse what would be ignored."""
    check_format(reading.format, sources.values())
    if reading.gold_format is not None and not isinstance(gold, (str, os.PathLike)):
        raise InputError(f"expected a gold file in format {reading.gold_format!r}, found none")
    if reading.missing == "empty" and task.units is not None:
        raise InputError(f"{task.name}: expected the same text of each system, so that none of it can be missing")


def _carried(
    task: Task, sources: Mapping[str, Source | Iterable[Document]], options: Choices, reading: Reading
) -> dict[str, Any]:
    """The gold that the outputs hold themselves."""
    first: dict[str, Any] | None = None
    for name, source in sources.items():
        if not task.carries_gold or not isinstance(source, (str, os.PathLike)):
            raise InputError(f"{task.name}: expected a gold file, found none")
        format = _format_of(source, task, reading)
        if format.gold is None:
            raise InputError(f"{source}: expected a gold file, for {format.name} holds no gold itself, found none")
        truth = documents_of(task, source, options, format.name, reading.encoding)
        if first is not None and truth != first:
            raise InputError(f"{name}: expected the same gold in each output, found another; name one with --gold")
        first = truth
    assert first is not None
    return first


def _format_of(source: Source, task: Task, reading: Reading) -> Format:
    if reading.format is not None:
        return format_named(reading.format, task.kind)
    return guess(source, reading.encoding, kinds=(task.kind,), option="--format")


def documents_of(
    task: Task,
    source: Source | Iterable[Document] | None,
    options: Choices,
    format: str | None = None,
    encoding: str = "utf-8",
    system: str | None = None,
    tokens: Tokens | None = None,
) -> dict[str, Any]:
    """Read the documents of a system, or of the gold where no system is named, and make them ready for the metrics.

    The tokens of marked text are put into ``tokens``.
    """
    what = "the gold" if system is None else system
    if source is None:
        raise InputError(f"{task.name}: expected a gold file, found none")
    prepare = (task.prepare_gold or task.prepare) if system is None else task.prepare
    found: dict[str, Any] = {}
    if isinstance(source, (str, os.PathLike)):
        what = str(source)
        option = "--gold-format" if system is None else "--format"
        documents: Iterable[Document] = read_documents(
            source, task.kind, format, encoding, gold=system is None, option=option
        )
    else:
        documents = source
    for document in documents:
        if document.id in found:
            raise InputError(f"{what}: expected each document once, found {document.id!r} twice")
        found[document.id] = prepare(document.content, options)
        if tokens is not None and isinstance(document.content, MarkedText) and document.content.tokens:
            tokens[document.id] = document.content.tokens
    if not found:
        raise InputError(f"{what}: expected documents, found none")
    return found


def paired_documents(
    name: str, found: Mapping[str, Any], truth: Mapping[str, Any], missing: str = "error"
) -> tuple[Pairs, list[Note]]:
    """Put each document of the gold beside the system's."""
    if len(found) == len(truth) and found.keys() != truth.keys() and (_numbered(found) or _numbered(truth)):
        note = Note("documents paired with the gold by their order, for want of ids", len(found))
        return [(key, mine, truth[key]) for key, mine in zip(truth, found.values(), strict=True)], [note]
    unknown = [document for document in found if document not in truth]
    if unknown:
        raise AlignmentError(f"{name}: expected documents of the gold, found {_some(unknown)}")
    absent = [document for document in truth if document not in found]
    if absent and missing != "empty":
        raise AlignmentError(f"{name}: expected every document of the gold, found none for {_some(absent)}")
    notes = [Note("of the gold's documents are not the system's and count as empty", len(absent))] if absent else []
    return [(document, found.get(document, type(content)()), content) for document, content in truth.items()], notes


def _other_words(name: str, found: Tokens, truth: Tokens) -> list[Note]:
    """Refuse documents with more or fewer tokens than in the gold, for places mean nothing there; count other words."""
    both = [document for document in found if document in truth]
    for document in both:
        mine, expected = len(found[document]), len(truth[document])
        if mine != expected:
            raise AlignmentError(
                f"{name}: expected the gold's tokens, {expected} in document {document!r}, found {mine}"
            )
    other = sum(found[document] != truth[document] for document in both)
    return [Note("documents with other words than the gold's, though as many", other)] if other else []


def _numbered(documents: Mapping[str, Any]) -> bool:
    return all(name == str(number) for number, name in enumerate(documents, 1))


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in islice(names, 3))
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
