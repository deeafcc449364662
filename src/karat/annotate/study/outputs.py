"""Systems' outputs as extractions to label: read as ``karat evaluate`` reads them, equal ones joined.

Nothing is left out: a study labels implicit extractions and those with two parts like any other, and placeholders of
quantities stay, so that labellers can judge them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from karat.annotate.study.options import SystemTotals
from karat.benchmarks import Gold, benchmark_named, load_gold
from karat.errors import AlignmentError, InputError
from karat.formats import InputFile
from karat.formats.json.map_option import JsonMap
from karat.formats.text.input_file import as_input
from karat.formats.text.lines import content
from karat.model import Extraction, Row, Sentence
from karat.model.alignment import text_key
from karat.one_line import one_line
from karat.results.options import Options
from karat.results.outputs import in_blocks, named_outputs, open_outputs, read_output
from karat.results.system_output import SystemOutput, read_system

Source = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An extraction that one system or several gave; ``confidences`` are theirs, ``None`` where a system has none."""

    sentence: Sentence
    extraction: Extraction
    clause: str | None
    confidences: Mapping[str, float | None]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Pool:
    """All extractions of all systems, by sentence, what each system gave in all, and remarks of the readers."""

    candidates: tuple[Candidate, ...]
    systems: Mapping[str, SystemTotals]
    notes: tuple[str, ...] = ()

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class HowToRead:
    """The options of ``karat evaluate`` that say how outputs are read, and where their sentences are."""

    format: str | None = None
    encoding: str = "utf-8"
    columns: str | None = None
    map: JsonMap | None = None
    sentences: Source | None = None
    benchmark: str | None = None
    ids_from: int | None = None
    unknown: Literal["error", "ignore"] = "error"

    __repr__ = one_line

    def __post_init__(self) -> None:
        if self.sentences is not None and self.benchmark is not None:
            raise InputError("expected --sentences or --benchmark, found both")

    @property
    def options(self) -> Options:
        """The options of the reader; people see what a system wrote, not how a metric divides it into words."""
        return Options(tokens="exact", unknown=self.unknown, ids_from=self.ids_from)


def read_pool(
    outputs: Sequence[Source] | Mapping[str, Source],
    how: HowToRead = HowToRead(),
) -> Pool:
    """Read the systems' outputs, named as for ``karat evaluate``, and join equal extractions."""
    named: dict[str, Source | Iterable[Row]] = named_outputs(outputs)
    files = {name: file for name, file in open_outputs(named).items() if isinstance(file, InputFile)}
    if how.benchmark is not None:
        gold = load_gold(benchmark_named(how.benchmark))
        read = [output for name, file in files.items() for output in _read_file(name, file, gold, how)]
    elif how.sentences is not None:
        sentences = [
            Sentence(str(number), line.text.strip())
            for number, line in enumerate(content(as_input(how.sentences), how.encoding), 1)
        ]
        gold = _as_gold(str(how.sentences), sentences)
        read = [output for name, file in files.items() for output in _read_file(name, file, gold, how)]
    else:
        rows = {name: _rows_with_sentences(file, how) for name, file in files.items()}
        gold = _as_gold("the outputs", sentences_of(row for each in rows.values() for row in each))
        read = [
            output
            for name, own in rows.items()
            for output in read_system(name, own, gold, how.options, keep_placeholders=True)
        ]
    return join(gold.sentences, read)


def _read_file(name: str, file: Source, gold: Gold, how: HowToRead) -> Iterable[SystemOutput]:
    leaves_sentences_out = how.sentences is not None and in_blocks(file, how.format, how.encoding)
    return read_system(
        name,
        file,
        gold,
        how.options,
        how.format,
        how.encoding,
        how.sentences if leaves_sentences_out else None,
        columns=how.columns,
        map=how.map,
        keep_placeholders=True,
    )


def _rows_with_sentences(file: Source, how: HowToRead) -> list[Row]:
    """Read the rows of a file, each of which must have its sentence."""
    rows, input_file = read_output(file, how.format, how.encoding, None, columns=how.columns, map=how.map)
    for row in rows:
        if not row.sentence:
            place = f"{input_file}:{row.line}" if row.line else str(input_file)
            found = "none" if row.sentence_id is None else f"its id {row.sentence_id!r}"
            raise AlignmentError(
                f"{place}: expected the text of the sentence, found {found}; give the sentences by --sentences FILE or "
                "--benchmark NAME"
            )
    return rows


def sentences_of(rows: Iterable[Row]) -> list[Sentence]:
    """List the sentences of rows in order, each once, with the ids of the rows if these tell all sentences apart.

    >>> [sentence.id for sentence in sentences_of([Row(None, "7", "Ann slept ."), Row(None, None, "It rained .")])]
    ['1', '2']
    """
    texts: dict[str, str] = {}
    ids: dict[str, str | None] = {}
    for row in rows:
        assert row.sentence is not None, "checked when it was read"
        key = text_key(row.sentence)
        if texts.setdefault(key, row.sentence.strip()) and ids.setdefault(key, row.sentence_id) is None:
            ids[key] = row.sentence_id
    have_ids = None not in ids.values() and len(set(ids.values())) == len(ids)
    return [
        Sentence(str(ids[key]) if have_ids else str(number), text)
        for number, (key, text) in enumerate(texts.items(), 1)
    ]


def _as_gold(name: str, sentences: Sequence[Sentence]) -> Gold:
    """Make sentences known to the reader of outputs, which finds them by id or text."""
    nothing = (None,) * len(sentences)
    return Gold(name, tuple(sentences), nothing, nothing, ())


def join(sentences: Sequence[Sentence], outputs: Iterable[SystemOutput]) -> Pool:
    """Join the equal extractions of each sentence; of a system's equal ones the most confident counts."""
    joined: list[dict[Extraction, _Joined]] = [{} for _ in sentences]
    systems: dict[str, SystemTotals] = {}
    notes: list[str] = []
    for output in outputs:
        name = str(output.name)
        if name in systems:
            raise InputError(f"two systems are called {name!r}; expected NAME=FILE for one of them")
        # Formats without confidences give 1 to every extraction.
        has_confidence = any(extraction.confidence != 1 for found in output.found for extraction in found)
        count = 0
        for by_extraction, found in zip(joined, output.found, strict=True):
            for extraction in found:
                seen = by_extraction.setdefault(as_shown(extraction), _Joined({}))
                count += name not in seen.confidences
                seen.add(name, extraction, has_confidence)
        systems[name] = SystemTotals(count, len(sentences))
        notes += [f"{name}: {note}" for note in output.notes]
    candidates = tuple(
        Candidate(sentence, extraction, seen.clause, seen.confidences)
        for sentence, by_extraction in zip(sentences, joined, strict=True)
        for extraction, seen in by_extraction.items()
    )
    return Pool(candidates, systems, tuple(notes))


@dataclass(slots=True)
class _Joined:
    """What the systems say of an extraction."""

    confidences: dict[str, float | None]
    clause: str | None = None

    def add(self, system: str, extraction: Extraction, has_confidence: bool) -> None:
        before = self.confidences.get(system)
        known = extraction.confidence if has_confidence else None
        self.confidences[system] = known if before is None or known is None else max(before, known)
        self.clause = self.clause or dict(extraction.other).get("clause")


def as_shown(extraction: Extraction) -> Extraction:
    """Keep what labellers see and what makes extractions equal: slots, factuality, attribution and quantities.

    Empty arguments at the end are no slots: a system that writes them would be known by its empty boxes.
    """
    arguments = [" ".join(argument.split()) for argument in extraction.arguments]
    while len(arguments) > 1 and not arguments[-1]:
        arguments.pop()
    return Extraction(
        " ".join(extraction.relation.split()),
        tuple(arguments),
        polarity=extraction.polarity,
        modality=extraction.modality,
        attribution=extraction.attribution,
        quantities=extraction.quantities,
    )
