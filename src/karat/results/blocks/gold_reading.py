"""Read gold that is too large to be read as a whole as a stream into the files of blocks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from karat.benchmarks.declarations import METRICS_OF_FORMAT
from karat.benchmarks.gold import USUAL_METRICS, VIEWS, records_of
from karat.errors import FormatError, InputError
from karat.formats import Format, InputFile, Problems, format_named, guess, kind_in, read_synsets, read_tuples
from karat.formats.json.unread_synsets import parse_synsets, read_unread
from karat.formats.text.input_file import as_input
from karat.metrics import OIE_METRICS
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import sentence_key
from karat.model import Annotation, Sentence, TupleAnnotation
from karat.results.blocks.gold import (
    ENTITIES,
    FACTS,
    LINES,
    TUPLES,
    BlockedGold,
    GoldOutline,
    SentenceIndex,
)
from karat.results.blocks.scratch import BlockFiles, read_values
from karat.results.blocks.workers import OFTEN

Source = str | os.PathLike[str]


MOST_WAITING = 4096
"""How many sentences wait in memory until they are written; each can have kilobytes of gold."""
FACTS_KIND, TUPLES_KIND = "synsets", "tuples"


@dataclass(frozen=True, slots=True)
class GoldFiles:
    """A gold file and what is added to it, as ``karat.evaluate`` has them."""

    gold: InputFile
    entities: Source | None = None
    carb_gold: Sequence[Source] = ()
    encoding: str = "utf-8"
    format: str | None = None


def store_gold(
    files: GoldFiles, folder: Path, size: int, told: Callable[[int], None] = lambda _: None
) -> BlockedGold | None:
    """Write gold to files of blocks; ``None`` if it must be read as a whole.

    That are cliques, rows of which facts are made, and tuples beside a file of entities. ``told`` gets the number of
    sentences that were read, now and then.
    """
    named, encoding = files.format, files.encoding
    gold_format = format_named(named) if named is not None else guess(files.gold, encoding, option="--gold-format")
    kind = kind_in(files.gold, gold_format, encoding)
    if kind not in (FACTS_KIND, TUPLES_KIND) or (kind == TUPLES_KIND and files.entities is not None):
        return None
    tuple_files = [(file, guess(file, encoding, usual="carb-gold")) for file in map(as_input, files.carb_gold)]
    entity_file = as_input(files.entities) if files.entities is not None else None
    store = _Store(BlockFiles(folder, MOST_WAITING), size, encoding, told)
    if kind == FACTS_KIND:
        store.add_facts(files.gold, gold_format)
        if entity_file is not None:
            store.add_entities(entity_file)
        store.add_tuples(tuple_files)
        read = [files.gold, *(file for file, _ in tuple_files), entity_file]
    else:
        tuple_files.insert(0, (files.gold, gold_format))
        store.add_sentences_with_tuples(tuple_files)
        read = [file for file, _ in tuple_files]
    store.files.flush()
    outline = GoldOutline(
        files.gold.stem,
        store.index.ids,
        kind == FACTS_KIND,
        store.has_tuples,
        frozenset(store.applicable),
        records_of(*read),
        tuple(store.problems.repairs),
        METRICS_OF_FORMAT.get(gold_format.name, USUAL_METRICS),
        format=named,
        encoding=encoding,
    )
    return BlockedGold(outline, size, files=store.files, index=store.index)


class _Store:
    """Writes annotations to the files of their blocks."""

    def __init__(self, files: BlockFiles, size: int, encoding: str, told: Callable[[int], None]) -> None:
        self.files = files
        self._told = told
        self.size = size
        self.encoding = encoding
        self.index = SentenceIndex(sentence_key)
        self.problems = Problems()
        self.has_tuples = False
        self.applicable: set[str] = set()
        self._undecided = [metric for metric in OIE_METRICS if metric.gold == "facts"]
        self._has_synsets = False

    def _write(self, place: int, kind: str, stored: object) -> None:
        block, within = divmod(place, self.size)
        self.files.add(block, (kind, within, stored))

    def add_facts(self, file: InputFile, format: Format) -> None:
        """Add sentences with their synsets."""
        if format.name == "jsonl":
            self._add_lines(file)
        else:
            for annotation in read_synsets(file, format, self.encoding, self.problems):
                self._note_metrics(annotation)
                self._add_sentence(annotation.sentence, FACTS, annotation)
        if not self._has_synsets:
            raise InputError(f"{file}: expected fact synsets, found sentences without any")

    def _add_lines(self, file: InputFile) -> None:
        """Add lines whose synsets are read where their block is scored, which takes most of the time of reading."""
        for unread in read_unread(file, self.encoding, self.problems):
            if unread.may_have_statements or (unread.has_synsets and not self._has_synsets):
                with suppress(FormatError):  # raised where the block is scored
                    self._note_metrics(parse_synsets(unread.line))
            line = unread.line
            self._add_sentence(unread.sentence, LINES, (str(line.path), line.number, line.text))
        if (repeated := self.index.repeated_id()) is not None:
            self.files.flush()
            (first, first_line), (again, again_line) = map(self._line_of, repeated)
            where = f"line {first_line}" if first == again else f"{first}:{first_line}"
            found = f"{self.index.ids[repeated[0]]!r}, which {where} has"
            raise FormatError(Path(again), again_line, "a sentence id of its own", found)

    def _line_of(self, place: int) -> tuple[str, int]:
        """The file and line of a sentence."""
        block, within = divmod(place, self.size)
        values = read_values(self.files.stored(block))
        path, number, _ = next(stored for _, each, stored in values if each == within)
        return path, number

    def _add_sentence(self, sentence: Sentence, kind: str, stored: object) -> None:
        self._write(len(self.index), kind, stored)
        self.index.add(sentence.id, sentence.text)
        if not len(self.index) % OFTEN:
            self._told(len(self.index))

    def _note_metrics(self, annotation: Annotation) -> None:
        """Note which metrics apply: those that apply to the gold of any sentence."""
        self._has_synsets = self._has_synsets or bool(annotation.synsets)
        applying = {metric.name for metric in self._undecided if metric.applies_to([FactGold(annotation)])}
        if applying:
            self.applicable |= applying
            self._undecided = [metric for metric in self._undecided if metric.name not in applying]

    def add_entities(self, file: InputFile) -> None:
        """Add the user's own synsets for facet E to the sentences with their ids."""
        for annotation in read_synsets(file, encoding=self.encoding, problems=self.problems):
            for place in self.index.with_id(annotation.sentence.id):
                self._write(place, ENTITIES, annotation)

    def add_tuples(self, files: Sequence[tuple[InputFile, Format]]) -> None:
        """Add tuples to the sentences with their texts."""
        for annotation in self._tuples(files):
            for place in self.index.with_text(annotation.sentence.text):
                self._write_tuples(place, annotation)

    def add_sentences_with_tuples(self, files: Sequence[tuple[InputFile, Format]]) -> None:
        """Add sentences with their tuples; sentences of several files are numbered consecutively."""
        places: dict[int, int] = {}
        for annotation in self._tuples(files):
            sentence = annotation.sentence
            place = places.setdefault(self.index.hash(sentence.text), len(places))
            if place == len(self.index):
                sentence = replace(sentence, id=sentence.id if len(files) == 1 else str(place + 1))
                self.index.add(sentence.id, sentence.text)
            self._write_tuples(place, replace(annotation, sentence=sentence))

    def _tuples(self, files: Sequence[tuple[InputFile, Format]]) -> Iterator[TupleAnnotation]:
        for file, format in files:
            view = VIEWS.get(format.name)
            for annotation in read_tuples(file, format, self.encoding, self.problems):
                yield view(annotation) if view else annotation

    def _write_tuples(self, place: int, annotation: TupleAnnotation) -> None:
        if not self.has_tuples:
            self.has_tuples = True
            self.applicable.update(metric.name for metric in OIE_METRICS if metric.gold == "tuples")
        self._write(place, TUPLES, annotation)
