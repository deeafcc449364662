"""Write the rows of an output to the parts of the gold that their sentences belong to, in one pass.

Most rows have an id or a text that the gold has as it is. What happens to the others depends on all names of sentences
in the file (ids in another spelling, sentences inside a prompt, unknown sentences that are refused or left out): then
the rows are looked at together, without their extractions and with each name once, and read again if more of them fit.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from karat.benchmarks.gold import Gold
from karat.formats import FileRecord
from karat.formats.benchmarks.carb_views import CARB_VIEWS
from karat.model import Extraction, Row
from karat.model.extraction import PlainRow, row_of
from karat.one_line import one_line
from karat.results.checks.unmatched import note_gaps
from karat.results.options import Options
from karat.results.parts.gold_parts import GoldParts
from karat.results.parts.records import extraction_of, extraction_record
from karat.results.parts.scratch import RecordFiles, read_records
from karat.results.quantities import LETTERS, Quantities
from karat.results.system_output import QUANTITIES, note_view, place_rows
from karat.results.system_result import Note

MOST_REMEMBERED = 1 << 17
"""How many names of sentences are remembered with their places; rows of one sentence mostly come together."""

SOMETHING = Extraction("", ())
"""Stands for an extraction where only its sentence matters."""

MOST_WAITING = 1 << 12
"""How many records of a part are stored at once."""

ASIDE = -1

MOST_SKIPPED = 8
"""How many sentences an output may leave out before the next one is searched for among all."""


@dataclass(frozen=True, slots=True)
class StoredRows:
    """A system's extractions for one part, in a file."""

    path: Path
    sentences: int

    __repr__ = one_line

    def load(self) -> list[list[Extraction]]:
        """Read the extractions, sentence by sentence."""
        by_sentence: list[list[Extraction]] = [[] for _ in range(self.sentences)]
        for place, record in read_records(self.path):
            by_sentence[place].append(extraction_of(record))
        return by_sentence


@dataclass(frozen=True, slots=True)
class RoutedSystem:
    """A system whose extractions lie in the files of the parts.

    ``counts`` are the numbers of extractions in the parts that have any. ``notes`` are about the rows' sentences, and
    ``later_notes`` follow those about the extractions. ``by_id`` says whether sentences are named by their ids alone.
    """

    name: str
    file: str
    record: FileRecord | None
    files: RecordFiles
    counts: Mapping[int, int]
    notes: list[Note]
    by_id: bool
    changes: Mapping[str, str] = field(default_factory=dict)
    later_notes: list[Note] = field(default_factory=list)

    __repr__ = one_line


class SystemRows:
    """The rows of one system, which are written to parts as they come."""

    def __init__(self, file: str, gold: GoldParts, options: Options, folder: Path) -> None:
        self.file = file
        self.count = 0
        self.files = RecordFiles(folder)
        self.counts: Counter[int] = Counter()
        self._gold = gold
        self._index = gold.index
        self._options = options
        self._reader = RowReader(file, options)
        self._places: dict[tuple[str | None, str | None, bool], int] = {}
        self._codes = array("q")
        self._aside: dict[tuple[object, ...], int] = {}
        self._aside_rows: list[Row] = []
        self._next = 0
        self._has_own_ids = gold.index.repeated_id() is None
        self._named = bytearray(len(gold.index))
        self._by_id = False
        self._is_run = True
        self._failed = 0
        self._run_sentences: int | None = None
        self._run_ids: set[str | None] = set()

    def add_all(self, rows: Iterable[Row | PlainRow]) -> int:
        """Add rows, and give their number; plain values of known sentences are written without any objects."""
        number = 0
        last_id = last_sentence = None
        place = within = code = ASIDE
        part = 0
        records: list[Any] = []
        codes, has_view = self._codes, self._reader.has_view
        for number, row in enumerate(rows, 1):  # noqa: B007 - the last number is the count
            if has_view or isinstance(row, Row):
                self._store_all(part, records)
                self.add(row if isinstance(row, Row) else row_of(row))
                continue
            id, sentence, subject, relation, object_, confidence, _ = row
            if id != last_id or sentence != last_sentence or place == ASIDE:  # rows of a sentence mostly come together
                last_id, last_sentence = id, sentence
                place = self._place(id, sentence, of_run=False)
                new_part, within = divmod(place, self._gold.size)
                if new_part != part:
                    self._store_all(part, records)
                    part = new_part
                code = place << 2 | (sentence is not None) << 1 | 1
            if place == ASIDE or LETTERS in subject or LETTERS in relation or LETTERS in object_:
                self._store_all(part, records)
                self.add(row_of(row))
                continue
            codes.append(code)
            records.append((within, (relation, (subject, object_), confidence)))
            if len(records) == MOST_WAITING:
                self._store_all(part, records)
        self._store_all(part, records)
        return number

    def _store_all(self, part: int, records: list[Any]) -> None:
        """Write records to a part, and clear their list."""
        if records:
            self.files.add_all(part, records)
            self.count += len(records)
            self.counts[part] += len(records)
            records.clear()

    def add(self, written: Row) -> None:
        """Write a row to its part, or put it aside if its sentence is not known as it is."""
        row = self._reader.read(written)
        if row is None:
            return
        if not self.count:
            self._run_sentences = row.run_sentences
        self.count += 1
        if row.system is not None and self._run_sentences is not None:
            self._run_ids.add(row.sentence_id)
        if row.failure is not None:
            self._failed += 1
        place = self._place(row.sentence_id, row.sentence, of_run=row.system is not None)
        if place == ASIDE:
            self._codes.append(-1 - self._put_aside(row))
            return
        self._codes.append(place << 2 | (row.sentence is not None) << 1 | (row.extraction is not None))
        if row.extraction is not None:
            self._store(place, row.extraction)

    def _store(self, place: int, extraction: Extraction) -> None:
        part, within = divmod(place, self._gold.size)
        self.files.add(part, (within, extraction_record(extraction)))
        self.counts[part] += 1

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
        place = None if id is None else self._find_id(id)
        if sentence is not None and (place is None or not self._index.is_text(sentence, place)):
            by_text = self._index.find_text(sentence)
            if of_run and place is not None and self._index.has_text(place):
                place = None
            # A text that contradicts the id is counted, and one that the gold does not have may be misspelt.
            place = by_text if by_text is not None and place is None else None
        return ASIDE if place is None else place

    def _find_id(self, id: str) -> int | None:
        """Find the sentence with an id; most outputs are in the order of the gold, where it is one of the next."""
        ids, first = self._index.ids, self._next
        following = ids[first : first + MOST_SKIPPED] if self._has_own_ids else ()
        place = first + following.index(id) if id in following else self._index.find_id(id)
        if place is not None:
            self._next = place + 1
        return place

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

    def finish(self, name: str, record: FileRecord | None, read_again: Callable[[], Iterator[Row]]) -> RoutedSystem:
        """Decide on the rows that were put aside, and write those to their parts that fit.

        ``read_again`` gives the rows as they were given to ``add``.
        """
        self.files.flush()
        self._places.clear()
        notes, changes = self._reader.finish()
        named, failed = sum(self._named), self._failed
        if self._aside_rows:
            gold = self._gold.with_all_texts()
            _, aligned, placing_notes = place_rows(
                self.file,
                list(self._representatives(gold)),
                gold,
                self._options,
                lambda: filter(None, map(RowReader(self.file, self._options).read, read_again())),
            )
            notes += placing_notes
            named = len(aligned.named)
            failed -= sum(row.failure is not None for row in aligned.unmatched)
            routed = (code >> 2 if code >= 0 else None for code in self._codes)
            if any(before != after for before, after in zip(routed, aligned.places, strict=True)):
                self._write_again(read_again(), aligned.places)
        if self.count and self._is_run:
            unfinished = self._run_sentences is not None and len(self._run_ids) < self._run_sentences
            notes += note_gaps(failed, len(self._index) - named, unfinished=unfinished)
        return RoutedSystem(name, self.file, record, self.files, self.counts, notes, self._by_id, changes)

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

    def _write_again(self, rows: Iterable[Row], places: Iterable[int | None]) -> None:
        self.files.clear()
        self.counts.clear()
        reader = RowReader(self.file, self._options)
        for row, place in zip(filter(None, map(reader.read, rows)), places, strict=True):
            if place is not None and row.extraction is not None:
                self._store(place, row.extraction)
        self.files.flush()


class RowReader:
    """Reads each row as the options say: CaRB's view of a system, and words in place of MinIE's placeholders."""

    def __init__(self, file: str, options: Options) -> None:
        self._file = file
        self._view_name = options.view
        self._view = CARB_VIEWS[options.view] if options.view else None
        self._before = self._after = 0
        self._quantities = Quantities(file)

    @property
    def has_view(self) -> bool:
        return self._view is not None

    def read(self, row: Row) -> Row | None:
        """Give the row as it is scored; ``None`` if the view leaves it out."""
        if self._view is not None and row.extraction is not None:
            self._before += 1
            kept = list(self._view([row]))
            if not kept:
                return None
            row = kept[0]
            self._after += 1
        return self._quantities.replace(row)

    def finish(self) -> tuple[list[Note], dict[str, str]]:
        """Refuse what cannot be read so; else give notes, and the fields of ``Reading`` that say what was changed."""
        notes = note_view(self._file, self._view_name, self._before, self._after) if self._view_name else []
        self._quantities.check()
        if not self._quantities.replaced:
            return notes, {}
        return [*notes, Note(QUANTITIES, self._quantities.replaced)], {"quantities": "words"}
