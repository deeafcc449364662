"""Sort the rows of an output into the blocks of the gold that their sentences belong to, in one pass.

Most rows have an id or a text that the gold has as it is. What happens to the others depends on all names of sentences
in the file (ids in another spelling, sentences inside a prompt, unknown sentences that are refused or left out): then
the rows are looked at together, without their extractions and with each name once, and read again if more of them fit.
"""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats import FileRecord
from karat.formats.benchmarks.carb_views import CARB_VIEWS
from karat.formats.problems import Problems
from karat.formats.python_objects import rows_from
from karat.formats.text.input_file import as_input
from karat.model import Aligned, Extraction, Row, align
from karat.one_line import one_line
from karat.results.blocks.gold import BlockedGold
from karat.results.blocks.scratch import BlockFiles, read_values
from karat.results.blocks.workers import counted
from karat.results.checks.sentence_ids import check_start, known_ids, respell_ids, shift_ids
from karat.results.checks.unmatched import check_missing, check_unmatched, note_gaps, remove_prompt
from karat.results.options import Options
from karat.results.outputs import OutputReading, Source, names_of_systems, system_of
from karat.results.quantities import Quantities
from karat.results.system_result import Note

MOST_REMEMBERED = 1 << 17
"""How many names of sentences are remembered with their places; rows of one sentence mostly come together."""

SOMETHING = Extraction("", ())
"""Stands for an extraction where only its sentence matters."""

ASIDE = -1

REPAIRED_SHARE = 0.05
"""The share of rows beyond which repairs are worth a warning."""
REPAIRED = "places in the file repaired or left out when it was read, as named on standard error"
REPAIRED_ONCE = REPAIRED.replace("places", "place", 1)
QUANTITIES = "extractions with the words of quantities in place of MinIE's placeholders"


@dataclass(frozen=True, slots=True)
class StoredExtractions:
    """A system's extractions for one block, in a file or in memory."""

    values: Path | list[Any]
    sentences: int

    __repr__ = one_line

    def load(self) -> list[list[Extraction]]:
        """Read the extractions, sentence by sentence."""
        by_sentence: list[list[Extraction]] = [[] for _ in range(self.sentences)]
        for place, extraction in read_values(self.values):
            by_sentence[place].append(extraction)
        return by_sentence


@dataclass(frozen=True, slots=True)
class SortedOutput:
    """A system whose extractions are sorted into blocks.

    ``counts`` are the numbers of extractions in the blocks that have any. ``notes`` are about the rows' sentences, and
    ``later_notes`` follow those about the extractions. ``by_id`` says whether sentences are named by their ids alone.
    ``changes`` are the fields of ``Reading`` that say how texts were changed.
    """

    name: str
    file: str
    record: FileRecord | None
    files: BlockFiles
    counts: Mapping[int, int]
    notes: list[Note]
    by_id: bool
    changes: Mapping[str, str] = field(default_factory=dict)
    later_notes: list[Note] = field(default_factory=list)

    __repr__ = one_line

    def block(self, number: int, gold: BlockedGold) -> StoredExtractions:
        """Return the extractions of a block, or where they are."""
        sentences = min(gold.size, len(gold.outline.ids) - number * gold.size)
        return StoredExtractions(self.files.stored(number), sentences)


def sort_output(
    name: str,
    source: Source | Iterable[Row],
    gold: BlockedGold,
    options: Options,
    how: OutputReading,
    folder: Path | None = None,
    told: Callable[[int], None] = lambda _: None,
    *,
    keep_placeholders: bool = False,
) -> list[SortedOutput]:
    """Sort the rows of an output, which may hold several systems, into files in a folder, or in memory without one.

    ``told`` gets the number of rows that were read, now and then. ``keep_placeholders`` leaves MinIE's placeholders for
    quantities as they are, for people who judge them.
    """
    file = as_input(source) if isinstance(source, (str, os.PathLike)) else None
    given: Sequence[Row] = []
    problems = Problems()
    if file is None:
        given = list(rows_from(source, name, frozenset(gold.index.ids)))
    elif folder is None:
        given = list(counted(how.rows(file, problems), told))

    def rows(problems: Problems) -> Iterator[Row]:
        return how.rows(file, problems) if file is not None and folder is not None else iter(given)

    new_system = partial(_SystemRows, str(file or name), gold, options, keep_placeholders)
    sorted_rows = _sort(counted(rows(problems), told), new_system, folder)
    if sorted_rows is None:  # some rows name a system and others do not
        if folder is not None:
            folder, problems = folder / "whole", Problems()
        sorted_rows = _sort(counted(rows(problems), told), new_system, folder, is_one=True)
        assert sorted_rows is not None, "one system is never divided"
    problems.log_repairs()
    record = None if file is None else file.record()
    systems = []
    for system, (tag, own) in sorted_rows.by_system(name, partial(new_system, folder)).items():

        def read_again(tag: str | None = tag) -> Iterator[Row]:
            again = rows(Problems())
            return again if tag is None else (row for row in again if system_of(row) == tag)

        finished = own.finish(system, record, read_again)
        repairs = _note_repairs(len(problems.repairs), sorted_rows.count)
        systems.append(replace(finished, file="" if file is None else str(file), later_notes=repairs))
    if file is not None:
        file.close()
    return systems


def _note_repairs(repairs: int, rows: int) -> list[Note]:
    """Note how many places of a file with so many rows were repaired."""
    if not repairs:
        return []
    return [Note(REPAIRED if repairs > 1 else REPAIRED_ONCE, repairs, warning=repairs > REPAIRED_SHARE * rows)]


@dataclass(frozen=True, slots=True)
class _SortedRows:
    """The rows of a file, by what they call their system; ``None`` if they are all of one.

    ``run`` is the system of the first row, if the file is a run.
    """

    rows: dict[str | None, _SystemRows]
    count: int
    run: str | None

    def by_system(self, name: str, empty: Callable[[], _SystemRows]) -> dict[str, tuple[str | None, _SystemRows]]:
        """Name the systems of a file called ``name``."""
        if not self.rows:
            return {name: (None, empty())}
        if None in self.rows:
            return {name: (None, self.rows[None])}
        tags = [tag for tag in self.rows if tag is not None]
        return {named: (tag, self.rows[tag]) for tag, named in names_of_systems(name, tags, self.run).items()}


def _sort(
    rows: Iterator[Row], new_system: Callable[[Path | None], _SystemRows], folder: Path | None, *, is_one: bool = False
) -> _SortedRows | None:
    """Sort the rows of each system; ``None`` as soon as some name their system and others do not."""
    first = next(rows, None)
    if first is None:
        return _SortedRows({}, 0, None)
    is_one = is_one or system_of(first) is None
    systems: dict[str | None, _SystemRows] = {}
    count = 0
    for count, row in enumerate(chain([first], rows), 1):  # noqa: B007 - the last number is the count
        tag = None if is_one else system_of(row)
        if tag is None and not is_one:
            return None
        own = systems.get(tag)
        if own is None:
            own = systems[tag] = new_system(None if folder is None else folder / f"system-{len(systems)}")
        own.add(row)
    return _SortedRows(systems, count, first.system)


class _SystemRows:
    """The rows of one system, which are sorted as they come."""

    def __init__(
        self, file: str, gold: BlockedGold, options: Options, keep_placeholders: bool, folder: Path | None
    ) -> None:
        self.file = file
        self.count = 0
        self.files = BlockFiles(folder)
        self.counts: Counter[int] = Counter()
        self._gold = gold
        self._index = gold.index
        self._options = options
        self._new_reader = partial(_RowReader, file, options, keep_placeholders)
        self._reader = self._new_reader()
        self._places: dict[tuple[str | None, str | None, bool], int] = {}
        self._codes = array("q")
        """For each row its sentence's place, whether it has the text and an extraction; or which row aside it is."""
        self._aside: dict[tuple[object, ...], int] = {}
        self._aside_rows: list[Row] = []
        self._named = bytearray(len(gold.index))
        self._by_id = False
        self._is_run = True
        self._failed = 0
        self._run_sentences: int | None = None
        self._run_ids: set[str | None] = set()

    def add(self, written: Row) -> None:
        """Add a row to its block, or put it aside if its sentence is not known as it is."""
        row = self._reader.read(written)
        if row is None:
            return
        if not self.count:
            self._run_sentences = row.run_sentences
        self.count += 1
        is_of_run = row.system is not None
        if is_of_run and self._run_sentences is not None:
            self._run_ids.add(row.sentence_id)
        if row.failure is not None:
            self._failed += 1
        place = self._place(row.sentence_id, row.sentence, of_run=is_of_run)
        if place == ASIDE:
            self._codes.append(-1 - self._put_aside(row))
            return
        self._codes.append(place << 2 | (row.sentence is not None) << 1 | (row.extraction is not None))
        if row.extraction is not None:
            self._store(place, row.extraction)

    def _store(self, place: int, extraction: Extraction) -> None:
        block, within = divmod(place, self._gold.size)
        self.files.add(block, (within, extraction))
        self.counts[block] += 1

    def _place(self, id: str | None, sentence: str | None, *, of_run: bool) -> int:
        """Find the place of a sentence, or remember it; and note how sentences are named."""
        name = (id, sentence, of_run)
        place = self._places.get(name)
        if place is None:
            if sentence is None and id is not None:
                self._by_id = True
            if not of_run:
                self._is_run = False
            if len(self._places) >= MOST_REMEMBERED:
                self._places.clear()
            place = self._places[name] = self._find(id, sentence, of_run)
            if place != ASIDE:
                self._named[place] = 1
        return place

    def _find(self, id: str | None, sentence: str | None, of_run: bool) -> int:
        """Find the place of a sentence that the gold has as a row names it; see :func:`karat.model.align`."""
        if self._options.ids_from is not None:
            return ASIDE
        place = None if id is None else self._index.find_id(id)
        if sentence is not None and (place is None or place not in self._index.with_text(sentence)):
            by_text = self._index.find_text(sentence)
            if of_run and place is not None and self._index.has_text(place):
                place = None
            # A text that contradicts the id is counted, and one that the gold does not have may be misspelt.
            place = by_text if by_text is not None and place is None else None
        return ASIDE if place is None else place

    def _put_aside(self, row: Row) -> int:
        """Number the rows that are put aside, those of the same sentence alike."""
        alike = (row.sentence_id, row.sentence, row.system, row.extraction is None, row.failure)
        number = self._aside.get(alike)
        if number is None:
            number = self._aside[alike] = len(self._aside)
            extraction = None if row.extraction is None else SOMETHING
            self._aside_rows.append(
                Row(extraction, row.sentence_id, row.sentence, row.line, row.system, row.failure, row.run_sentences)
            )
        return number

    def finish(self, name: str, record: FileRecord | None, read_again: Callable[[], Iterator[Row]]) -> SortedOutput:
        """Decide on the rows that were put aside, and add those to their blocks that fit.

        ``read_again`` yields the rows as they were given to ``add``.
        """
        self.files.flush()
        self._places.clear()
        notes, changes = self._reader.finish()
        named, failed = frozenset(place for place, is_named in enumerate(self._named) if is_named), self._failed
        if self._aside_rows:
            gold = self._gold.with_all_texts()
            aligned, placing_notes = place_rows(
                self.file,
                list(self._representatives(gold)),
                gold,
                self._options,
                lambda: filter(None, map(self._new_reader().read, read_again())),
            )
            notes += placing_notes
            named = aligned.named
            failed -= sum(row.failure is not None for row in aligned.unmatched)
            placed = (code >> 2 if code >= 0 else None for code in self._codes)
            if any(before != after for before, after in zip(placed, aligned.places, strict=True)):
                self._store_again(read_again(), aligned.places)
        if self.count and self._is_run:
            unfinished = self._run_sentences is not None and len(self._run_ids) < self._run_sentences
            notes += note_gaps(failed, len(self._index) - len(named), unfinished=unfinished)
        if (cliques := self._gold.of_cliques) is not None:
            notes += check_missing(self.file, named, cliques, self._options)
        return SortedOutput(name, self.file, record, self.files, self.counts, notes, self._by_id, changes)

    def _representatives(self, gold: Gold) -> Iterator[Row]:
        """Yield a row for each one that was added; those of the same sentence are the same object."""
        known: dict[int, Row] = {}
        for code in self._codes:
            if code < 0:
                yield self._aside_rows[-1 - code]
                continue
            row = known.get(code)
            if row is None:
                place = code >> 2
                text = gold.sentences[place].text if code & 2 else None
                id = self._index.ids[place]
                own = text is None or self._index.find_id(id) == place  # else another sentence has the same id
                row = known[code] = Row(SOMETHING if code & 1 else None, id if own else None, text)
            yield row

    def _store_again(self, rows: Iterable[Row], places: Iterable[int | None]) -> None:
        self.files.clear()
        self.counts.clear()
        reader = self._new_reader()
        for row, place in zip(filter(None, map(reader.read, rows)), places, strict=True):
            if place is not None and row.extraction is not None:
                self._store(place, row.extraction)
        self.files.flush()


class _RowReader:
    """Reads each row as the options say: CaRB's view of a system, and words in place of MinIE's placeholders."""

    def __init__(self, file: str, options: Options, keep_placeholders: bool) -> None:
        self._file = file
        self._view_name = options.view
        self._view = CARB_VIEWS[options.view] if options.view else None
        self._before = self._after = 0
        self._quantities = None if keep_placeholders else Quantities(file)

    def read(self, row: Row) -> Row | None:
        """Return the row as it is scored; ``None`` if the view leaves it out."""
        if self._view is not None and row.extraction is not None:
            self._before += 1
            kept = list(self._view([row]))
            if not kept:
                return None
            row = kept[0]
            self._after += 1
        return row if self._quantities is None else self._quantities.replace(row)

    def finish(self) -> tuple[list[Note], dict[str, str]]:
        """Refuse what cannot be read so; else return notes, and the fields of ``Reading`` that say what was changed."""
        notes = self._note_view() if self._view_name else []
        if self._quantities is None:
            return notes, {}
        self._quantities.check()
        if not self._quantities.replaced:
            return notes, {}
        return [*notes, Note(QUANTITIES, self._quantities.replaced)], {"quantities": "words"}

    def _note_view(self) -> list[Note]:
        """Note how many extractions the view leaves out; if it keeps none, it is for another system."""
        keeps = f"CaRB's reader for {self._view_name}"
        if self._before and not self._after:
            raise InputError(f"{self._file}: expected extractions that {keeps} keeps, found none of {self._before}")
        count = self._before - self._after
        return [Note(f"extractions left out, as {keeps} does", count)] if count else []


def place_rows(
    file: str, rows: list[Row], gold: Gold, options: Options, read_again: Callable[[], Iterable[Row]]
) -> tuple[Aligned, list[Note]]:
    """Assign rows to the sentences of the gold; rows that do not fit are refused or noted, as the options say.

    ``read_again`` yields the same rows with their extractions.
    """
    as_written = rows
    rows, notes = respell_ids(rows, known_ids(gold, options.ids_from))
    if options.ids_from is not None:
        rows = shift_ids(file, rows, gold, options.ids_from)
    else:
        check_start(file, rows, gold, read_again)
    aligned = align(rows, gold.sentences, gold.key)
    rows, aligned, prompt_notes = remove_prompt(rows, aligned, gold)
    notes += prompt_notes
    written = {str(row.sentence_id): str(before.sentence_id) for row, before in zip(rows, as_written, strict=True)}
    return aligned, [*notes, *check_unmatched(file, rows, aligned, gold, options, written)]
