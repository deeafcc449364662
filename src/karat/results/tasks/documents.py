"""Read a task's documents, prepare them for its metrics, and pair them with the gold, or divide both into units."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from karat.benchmarks.tasks.task import Choices, Task, resolve_choices
from karat.errors import InputError
from karat.formats import FORMATS, FileRecord, Format, InputFile, format_named, guess
from karat.model import Document, ParsedSentence
from karat.one_line import one_line
from karat.results.blocks.scratch import scratch_folder
from karat.results.blocks.workers import LARGE, Workers, choose_workers, run_parts
from karat.results.options import Reading
from karat.results.outputs import Source, check_format, named_outputs, open_outputs
from karat.results.system_result import Note
from karat.results.tasks.contents import Absent, Contents, ContentsWriter
from karat.results.tasks.document_pairs import check_mentions, check_tokens, pair_names
from karat.results.tasks.source_documents import SourceDocuments, SourceRequest, read_source

POSITIONAL = ("spans", "relations", "events", "coreference")
"""Kinds of documents whose mentions are compared by the positions of their tokens, which must be the gold's."""

Outputs = Source | Sequence[Source] | Mapping[str, Source | Iterable[Document]]


@dataclass(frozen=True, slots=True)
class Storage:
    """Where the documents are kept, in a scratch folder or in memory, and the processes that read files into it.

    ``words`` keeps the words of the documents, which scoring does not need.
    """

    folder: Path | None = None
    workers: Workers = field(default_factory=Workers)
    words: bool = False

    __repr__ = one_line


@contextmanager
def storage_for(
    outputs: Mapping[str, object],
    gold: object,
    workers: int | None = None,
    cluster: str | None = None,
    scratch: Source | None = None,
) -> Iterator[Storage]:
    """Keep small inputs in memory, unless processes, a cluster or a scratch folder are asked for."""
    size = _size([*outputs.values(), gold])
    chosen = choose_workers(workers, cluster, size if size >= LARGE else 0)
    if chosen.is_serial and scratch is None and size < LARGE:
        yield Storage()
        return
    with scratch_folder(scratch) as folder:
        yield Storage(folder, chosen)


def _size(sources: Iterable[object]) -> int:
    """The size of all files; one on the network whose size is not known counts as large."""
    sizes = [(source, source.size()) for source in sources if isinstance(source, InputFile)]
    return sum((LARGE if source.url else 0) if size is None else size for source, size in sizes)


@dataclass(frozen=True, slots=True)
class SystemDocuments:
    """A system's documents paired with the gold's, in the gold's order, and how many the system has.

    ``gold_words`` and ``predicted_words`` have the words of each document on both sides, if they are kept. ``align`` is
    the task's.
    """

    name: str
    file: str
    record: FileRecord | None
    count: int
    names: Sequence[str]
    predicted: Contents
    gold: Contents
    notes: tuple[Note, ...]
    gold_words: Contents
    predicted_words: Contents | None = None
    align: Callable[[Any, Any], Any] | None = None

    __repr__ = one_line

    def __len__(self) -> int:
        return len(self.names)

    def at(self, places: Sequence[int]) -> SystemDocuments:
        """Take some of the documents."""
        return replace(
            self,
            names=[self.names[place] for place in places],
            predicted=self.predicted.at(places),
            gold=self.gold.at(places),
            gold_words=self.gold_words.at(places),
            predicted_words=None if self.predicted_words is None else self.predicted_words.at(places),
        )

    def words(self) -> Iterator[tuple[str, ...]]:
        """Yield the gold's words of each document, or else the system's."""
        if self.predicted_words is None:
            yield from self.gold_words
            return
        for gold, predicted in zip(self.gold_words, self.predicted_words, strict=True):
            yield gold or (() if predicted is Absent.DOCUMENT else predicted)

    def __iter__(self) -> Iterator[tuple[str, Any, Any]]:
        """Yield the name of each document, and its predicted and gold content."""
        for name, (predicted, gold) in zip(
            self.names, pair_contents(self.predicted, self.gold, self.align), strict=True
        ):
            yield name, predicted, gold


@dataclass(frozen=True, slots=True)
class TaskDocuments:
    """The documents of all systems, and the record of the gold's file, if it was a file of its own."""

    systems: list[SystemDocuments]
    gold_record: FileRecord | None

    __repr__ = one_line


def pair_contents(
    predicted: Contents, gold: Contents, align: Callable[[Any, Any], Any] | None = None
) -> Iterator[tuple[Any, Any]]:
    """Yield the predicted and the gold content of each document; one that the system lacks is empty."""
    for found, expected in zip(predicted, gold, strict=True):
        if found is Absent.DOCUMENT:
            yield type(expected)(), expected
        else:
            yield found if align is None else align(found, expected), expected


def load_systems(
    task: Task,
    outputs: Outputs,
    gold: Source | Iterable[Document] | None,
    options: Choices,
    reading: Reading,
    tell: Callable[[str], None] = lambda _: None,
    storage: Storage = Storage(words=True),
) -> TaskDocuments:
    """Read all systems and the gold; without a gold file, all outputs must contain the same gold."""
    tell("reading gold")
    sources = open_outputs(named_outputs(outputs))
    _check_reading(task, sources, gold, reading)
    positional = task.kind in POSITIONAL and options.get("mentions") != "strings"
    check = positional and gold is not None
    # Coreference shows where words differ.
    keep_words = storage.words or task.kind == "coreference"
    usual = SourceRequest(task, None, options, encoding=reading.encoding, keep_words=keep_words, index_tokens=check)
    gold_request = replace(usual, source=gold, format=reading.gold_format)
    requests = [replace(usual, source=source, format=reading.format, system=name) for name, source in sources.items()]
    gold_documents: SourceDocuments
    if gold is None:
        gold_documents, *documents = [
            _gold_in_outputs(task, sources, usual, reading, storage),
            *_read_all(requests, storage),
        ]
    else:
        gold_documents, *documents = _read_all([gold_request, *requests], storage)
    for source in sources.values():
        if isinstance(source, InputFile):
            source.close()
    gold_record = gold_documents.record if gold is not None else None
    if task.units:
        by_name = dict(zip(sources, documents, strict=True))
        units = divide_into_units(task, by_name, gold_documents, options, storage.folder, keep_words=storage.words)
        return TaskDocuments(
            [_system_of_units(name, source, by_name[name], units[name]) for name, source in sources.items()],
            gold_record,
        )
    return TaskDocuments(
        [
            _pair_system(name, source, each, gold_documents, task, reading.missing, check=check, carried=gold is None)
            for (name, source), each in zip(sources.items(), documents, strict=True)
        ],
        gold_record,
    )


def _system_of_units(name: str, source: object, documents: SourceDocuments, units: Units) -> SystemDocuments:
    file = str(source) if isinstance(source, InputFile) else ""
    return SystemDocuments(
        name, file, documents.record, len(documents.names), units.names, units.predicted, units.gold, (), units.words
    )


def _read_all(requests: Sequence[SourceRequest], storage: Storage) -> Iterator[SourceDocuments]:
    """Read sources, several files at a time if there are processes for it."""
    if storage.folder is not None:
        folder = storage.folder
        first = sum(1 for _ in folder.iterdir())
        requests = [
            replace(request, scratch=folder / f"documents-{number}") for number, request in enumerate(requests, first)
        ]
    # What comes through a pipe can be read by this process alone.
    at_once = all(isinstance(each.source, InputFile) and each.source.size() is not None for each in requests)
    # The workers of a cluster need not see the inputs.
    processes = min(storage.workers.processes, len(requests)) if at_once and storage.folder is not None else 1
    return run_parts(read_source, requests, Workers(processes))


def _pair_system(
    name: str,
    source: object,
    documents: SourceDocuments,
    gold: SourceDocuments,
    task: Task,
    missing: str,
    *,
    check: bool,
    carried: bool,
) -> SystemDocuments:
    paired = pair_names(name, documents, gold, missing)
    carried_notes = (
        (Note("documents scored against the gold in the system's own file", len(gold.names)),) if carried else ()
    )
    notes: list[Note] = []
    if check and task.kind == "coreference":
        notes = check_mentions(documents, gold, paired.places)
    elif check:
        notes = check_tokens(name, documents, gold, paired.places)
    return SystemDocuments(
        name,
        str(source) if isinstance(source, InputFile) else "",
        documents.record,
        len(documents.names),
        gold.names,
        documents.contents.at(paired.places),
        gold.contents,
        (*carried_notes, *paired.notes, *notes),
        gold.words,
        documents.words.at(paired.places) if len(documents.words) and not paired.by_order else None,
        task.align,
    )


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
    task: Task,
    sources: Mapping[str, Source | Iterable[Document]],
    request: SourceRequest,
    reading: Reading,
    storage: Storage,
) -> SourceDocuments:
    """Read the gold that the outputs contain."""
    first: SourceDocuments | None = None
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
        (gold,) = _read_all([replace(request, source=source, format=format.name)], storage)
        if first is not None and not _same_documents(gold, first):
            raise InputError(f"{name}: expected the same gold in each output, found another; name one with --gold")
        first = gold
    assert first is not None
    return first


def _same_documents(one: SourceDocuments, other: SourceDocuments) -> bool:
    """Tell whether two sources have the same documents, in any order."""
    places = {name: place for place, name in enumerate(one.names)}
    if places.keys() != set(other.names):
        return False
    in_order = one.contents.at([places[name] for name in other.names])
    return all(mine == theirs for mine, theirs in zip(in_order, other.contents, strict=True))


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
) -> dict[str, Any]:
    """Read the documents of a system, or of the gold if no system is named, and prepare them for the metrics."""
    documents = read_source(SourceRequest(task, source, options, format, encoding, system))
    return dict(zip(documents.names, documents.contents, strict=True))


# Units: parts of the text that all systems share


@dataclass(frozen=True, slots=True)
class Units:
    """The units of a system: their names, contents on both sides, and the gold's words."""

    names: Sequence[str]
    predicted: Contents
    gold: Contents
    words: Contents

    __repr__ = one_line


def divide_into_units(
    task: Task,
    systems: Mapping[str, SourceDocuments],
    gold: SourceDocuments,
    options: Choices,
    folder: Path | None = None,
    *,
    keep_words: bool = False,
) -> dict[str, Units]:
    """Make the units of each system; with a scratch folder, only one block of documents is in memory at a time."""
    assert task.units is not None
    names: list[str] = []

    def file(number: int, what: str) -> Path | None:
        return None if folder is None else folder / f"units-{number}.{what}"

    with ExitStack() as stack:
        predicted = {name: stack.enter_context(ContentsWriter(file(n, "predicted"))) for n, name in enumerate(systems)}
        expected = {name: stack.enter_context(ContentsWriter(file(n, "gold"))) for n, name in enumerate(systems)}
        words = stack.enter_context(ContentsWriter(file(0, "words") if keep_words else None))
        for blocks, gold_block in _blocks(task, systems, gold, options, whole=folder is None):
            units = task.units(blocks, gold_block, options)
            found = [name for name, _, _ in next(iter(units.values()))]
            names += found
            for system, of_system in units.items():
                for _, ours, theirs in of_system:
                    predicted[system].add(ours)
                    expected[system].add(theirs)
            for forms in _words_of_units(found, gold_block) if keep_words else ():
                words.add(forms)
        all_words = words.finish()
        return {name: Units(names, predicted[name].finish(), expected[name].finish(), all_words) for name in systems}


Block = dict[str, ParsedSentence]


def _blocks(
    task: Task, systems: Mapping[str, SourceDocuments], gold: SourceDocuments, options: Choices, *, whole: bool
) -> Iterator[tuple[dict[str, Block], Block]]:
    """Yield the documents of each system and of the gold by name, block by block, or all at once."""
    files = (gold, *systems.values())
    ends: Iterable[Sequence[int]] = [[len(each.names) for each in files]]
    if not whole and task.blocks is not None:
        contents = {name: each.contents for name, each in systems.items()}
        ends = task.blocks(contents, gold.contents, options)
    starts: Sequence[int] = [0] * len(files)
    for block in ends:
        gold_block, *others = (_between(*each) for each in zip(files, starts, block, strict=True))
        yield dict(zip(systems, others, strict=True)), gold_block
        starts = block


def _between(documents: SourceDocuments, start: int, end: int) -> Block:
    return dict(zip(documents.names[start:end], documents.contents.between(start, end), strict=True))


def _words_of_units(names: Sequence[str], gold: Block) -> list[tuple[str, ...]]:
    """Collect the gold's words of each unit, which begins with the sentence that it is named by."""
    starts = set(names)
    words: dict[str, list[str]] = {}
    unit: list[str] = []
    for name, sentence in gold.items():
        if name in starts:
            unit = words.setdefault(name, [])
        unit += [word.form for word in sentence.words]
    return [tuple(words.get(name, ())) for name in names]
