"""Read a task's documents, prepare them for its metrics, and pair them with the gold."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from karat.benchmarks.tasks.task import Choices, Pairs, Task, resolve_choices
from karat.errors import AlignmentError, InputError
from karat.formats import FORMATS, FileRecord, Format, InputFile, format_named, guess, read_documents
from karat.model import Document, MarkedText, ParsedSentence
from karat.one_line import one_line
from karat.results.options import Reading
from karat.results.outputs import Source, check_format, named_outputs, open_outputs
from karat.results.system_result import Note

Tokens = dict[str, tuple[str, ...]]
"""The tokens of documents by name."""

POSITIONAL = ("spans", "relations", "events")
"""Kinds of documents whose mentions are compared by the positions of their tokens, which must be the gold's."""

SAME_AS_GOLD = "documents predicted exactly as the gold in the same file; does the file hold predictions?"
"""A file without predictions, read as a system's output, has its gold taken for them."""

Outputs = Source | Sequence[Source] | Mapping[str, Source | Iterable[Document]]


@dataclass(frozen=True, slots=True)
class SystemDocuments:
    """A system's documents paired with the gold's, how many the system has, and the words of each document."""

    name: str
    file: str
    record: FileRecord | None
    count: int
    pairs: Pairs
    notes: tuple[Note, ...]
    words: Tokens = field(default_factory=dict)

    __repr__ = one_line


def load_systems(
    task: Task,
    outputs: Outputs,
    gold: Source | Iterable[Document] | None,
    options: Choices,
    reading: Reading,
    tell: Callable[[str], None] = lambda _: None,
) -> list[SystemDocuments]:
    """Read all systems and the gold; without a gold file, all outputs must contain the same gold."""
    tell("reading gold")
    sources = open_outputs(named_outputs(outputs))
    _check_reading(task, sources, gold, reading)
    gold_tokens: Tokens = {}
    tokens: dict[str, Tokens] = {name: {} for name in sources}
    gold_documents = (
        _gold_in_outputs(task, sources, options, reading)
        if gold is None
        else documents_of(task, gold, options, reading.gold_format, reading.encoding, tokens=gold_tokens)
    )
    documents = {
        name: documents_of(task, source, options, reading.format, reading.encoding, name, tokens[name])
        for name, source in sources.items()
    }
    gold_notes = (
        (Note("documents scored against the gold in the system's own file", len(gold_documents)),)
        if gold is None
        else ()
    )
    units = task.units(documents, gold_documents, options) if task.units else None
    gold_words = _words_of_units(units, gold_documents) if units else gold_tokens
    systems = []
    for name, source in sources.items():
        pairs, notes = (
            (units[name], []) if units else pair_documents(name, documents[name], gold_documents, reading.missing)
        )
        file, record = "", None
        if isinstance(source, InputFile):
            file, record = str(source), source.record()
            source.close()
        if task.kind in POSITIONAL and options.get("mentions") != "strings":
            notes = [*notes, *_check_tokens(name, tokens[name], gold_tokens)]
        if gold is None and documents[name] == gold_documents:
            notes = [*notes, Note(SAME_AS_GOLD, len(gold_documents), warning=True)]
        words = tokens[name] | gold_words
        systems.append(SystemDocuments(name, file, record, len(documents[name]), pairs, (*gold_notes, *notes), words))
    return systems


def _check_reading(
    task: Task, sources: Mapping[str, object], gold: Source | Iterable[Document] | None, reading: Reading
) -> None:
    """Refuse options that would have no effect."""
    check_format(reading.format, sources.values())
    if reading.gold_format is not None and not isinstance(gold, (str, os.PathLike)):
        raise InputError(f"expected a gold file in format {reading.gold_format!r}, found none")
    if reading.missing == "empty" and task.units is not None:
        raise InputError(f"{task.name}: expected the same text of each system, so that none of it can be missing")


def _gold_in_outputs(
    task: Task, sources: Mapping[str, Source | Iterable[Document]], options: Choices, reading: Reading
) -> dict[str, Any]:
    """Read the gold that the outputs contain."""
    first: dict[str, Any] | None = None
    for name, source in sources.items():
        if not task.carries_gold or not isinstance(source, (str, os.PathLike)):
            raise InputError(f"{task.name}: expected a gold file, found none")
        format = _format_of(source, task, reading)
        if format.gold is None:
            others = [other.name for other in FORMATS.of_kinds((task.kind,)) if other.gold is not None]
            advice = f"; {' and '.join(others)} would" if others else ""
            raise InputError(
                f"{source}: expected a gold file, for {format.name} holds no gold itself{advice}, found none"
            )
        gold = documents_of(task, source, options, format.name, reading.encoding)
        if first is not None and gold != first:
            raise InputError(f"{name}: expected the same gold in each output, found another; name one with --gold")
        first = gold
    assert first is not None
    return first


def _format_of(source: Source, task: Task, reading: Reading, *, gold: bool = False) -> Format:
    named, option = (reading.gold_format, "--gold-format") if gold else (reading.format, "--format")
    if named is not None:
        return format_named(named, task.kind)
    return guess(source, reading.encoding, kinds=(task.kind,), option=option)


def choices_for(
    task: Task,
    outputs: Mapping[str, Source | Iterable[Document]],
    gold: Source | Iterable[Document] | None,
    reading: Reading,
    choices: Choices | None,
) -> dict[str, Any]:
    """Return all options of a task: those that are given, those that the files' formats imply, and the defaults.

    A given option that contradicts a file's format is an error.
    """
    given = dict(choices or {})
    files = [(source, False) for source in outputs.values()] + [(gold, True)] if task.implied else []
    implied: dict[str, Any] = {}
    for source, is_gold in files:
        if not isinstance(source, (str, os.PathLike)):
            continue
        format = _format_of(source, task, reading, gold=is_gold)
        for name, value in task.implied.get(format.name, {}).items():
            if given.get(name, value) != value:
                found = f"{source} in the format {format.name}, which has nothing else"
                raise InputError(f"{task.name}: expected {name}={value}, not {name}={given[name]}, for {found}")
            implied[name] = value
    return resolve_choices(task, implied | given)


def documents_of(
    task: Task,
    source: Source | Iterable[Document] | None,
    options: Choices,
    format: str | None = None,
    encoding: str = "utf-8",
    system: str | None = None,
    tokens: Tokens | None = None,
) -> dict[str, Any]:
    """Read the documents of a system, or of the gold if no system is named, and prepare them for the metrics.

    The words of documents that have them are added to ``tokens``.
    """
    what = "the gold" if system is None else system
    if source is None:
        raise InputError(f"{task.name}: expected a gold file, found none")
    prepare = (task.prepare_gold or task.prepare) if system is None else task.prepare
    prepared: dict[str, Any] = {}
    if isinstance(source, (str, os.PathLike)):
        what = str(source)
        option = "--gold-format" if system is None else "--format"
        documents: Iterable[Document] = read_documents(
            source, task.kind, format, encoding, gold=system is None, option=option
        )
    else:
        documents = source
    for document in documents:
        if document.id in prepared:
            raise InputError(f"{what}: expected each document once, found {document.id!r} twice")
        prepared[document.id] = prepare(document.content, options)
        if tokens is not None and (words := _words(document)):
            tokens[document.id] = words
    if not prepared:
        raise InputError(f"{what}: expected documents, found none")
    return prepared


def _words(document: Document) -> tuple[str, ...]:
    return document.content.tokens if isinstance(document.content, MarkedText) else document.tokens


def _words_of_units(units: Mapping[str, Pairs], gold: Mapping[str, ParsedSentence]) -> Tokens:
    """Collect the gold's words of each unit, which begins with the sentence that it is named by."""
    starts = {name for name, _, _ in next(iter(units.values()))}
    words: dict[str, list[str]] = {}
    unit: list[str] = []
    for name, sentence in gold.items():
        if name in starts:
            unit = words.setdefault(name, [])
        unit += [word.form for word in sentence.words]
    return {name: tuple(forms) for name, forms in words.items()}


def pair_documents(
    name: str, predicted: Mapping[str, Any], gold: Mapping[str, Any], missing: str = "error"
) -> tuple[Pairs, list[Note]]:
    """Pair each document of the gold with the system's."""
    if len(predicted) == len(gold) and predicted.keys() != gold.keys() and (_numbered(predicted) or _numbered(gold)):
        note = Note("documents paired with the gold by their order, since one side has no ids", len(predicted))
        return [(key, content, gold[key]) for key, content in zip(gold, predicted.values(), strict=True)], [note]
    unknown_ids = [id for id in predicted if id not in gold]
    if unknown_ids:
        raise AlignmentError(f"{name}: expected documents of the gold, found {_some(unknown_ids)}")
    absent_ids = [id for id in gold if id not in predicted]
    if absent_ids and missing != "empty":
        raise AlignmentError(f"{name}: expected every document of the gold, found none for {_some(absent_ids)}")
    notes = (
        [Note("of the gold's documents are not the system's and count as empty", len(absent_ids))] if absent_ids else []
    )
    return [(id, predicted.get(id, type(content)()), content) for id, content in gold.items()], notes


def _check_tokens(name: str, predicted: Tokens, gold: Tokens) -> list[Note]:
    """Refuse documents with another number of tokens than the gold, where positions mean nothing.

    Documents with as many tokens, but other words, are counted in a note.
    """
    in_both = [document for document in predicted if document in gold]
    for document in in_both:
        found, expected = len(predicted[document]), len(gold[document])
        if found != expected:
            raise AlignmentError(
                f"{name}: expected the gold's tokens, {expected} in document {document!r}, found {found}"
            )
    # Where a file has tags alone, its tokens are empty.
    known = [document for document in in_both if any(predicted[document]) and any(gold[document])]
    other = sum(predicted[document] != gold[document] for document in known)
    return [Note("documents with other words than the gold's, though as many", other)] if other else []


def _numbered(documents: Mapping[str, Any]) -> bool:
    return all(name == str(number) for number, name in enumerate(documents, 1))


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in islice(names, 3))
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
