"""A system's extractions, aligned with the sentences of the gold; rows that do not fit are refused or counted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats import FileRecord
from karat.formats.benchmarks.carb_views import CARB_VIEWS
from karat.formats.json.map_option import JsonMap
from karat.formats.problems import Problems
from karat.formats.python_objects import rows_from
from karat.model import Aligned, Extraction, Row, align
from karat.one_line import one_line
from karat.results.checks.plausibility import check_words
from karat.results.checks.sentence_ids import check_start, known_ids, respell_ids, shift_ids
from karat.results.checks.unmatched import check_missing, check_run, check_unmatched, remove_prompt
from karat.results.options import Options
from karat.results.outputs import Source, by_system, read_output
from karat.results.parts.preparation import prepare_extractions
from karat.results.quantities import with_quantities
from karat.results.slot_tokens import GoldTokens
from karat.results.system_result import Note

REPAIRED_SHARE = 0.05
"""The share of rows beyond which repairs are worth a warning."""
REPAIRED = "places in the file repaired or left out when it was read, as named on standard error"
REPAIRED_ONCE = REPAIRED.replace("places", "place", 1)
QUANTITIES = "extractions with the words of quantities in place of MinIE's placeholders"


@dataclass(frozen=True, slots=True)
class SystemOutput:
    """A system's extractions for each sentence of the gold (``found``), and notes on what was changed or left out.

    ``changes`` are the fields of ``Reading`` that say how its texts were changed.
    """

    name: str
    file: str
    record: FileRecord | None
    found: list[list[Extraction]]
    notes: list[Note]
    changes: Mapping[str, str] = field(default_factory=dict)

    __repr__ = one_line


def read_system(
    name: str,
    source: Source | Iterable[Row],
    gold: Gold,
    options: Options,
    format: str | None = None,
    encoding: str = "utf-8",
    sentences: Source | None = None,
    *,
    columns: str | Sequence[str] | None = None,
    map: JsonMap | None = None,
    keep_placeholders: bool = False,
    tokens: GoldTokens | None = None,
) -> Iterator[SystemOutput]:
    """Read an output and assign its extractions to sentences; a file may hold several systems.

    ``keep_placeholders`` leaves MinIE's placeholders for quantities as they are, for people who judge them. ``tokens``
    are those of the gold, if other outputs need them as well.
    """
    if not isinstance(source, (str, os.PathLike)):
        source = rows_from(source, name, frozenset(sentence.id for sentence in gold.sentences))
    problems = Problems()
    rows, input_file = read_output(source, format, encoding, sentences, columns=columns, map=map, problems=problems)
    problems.log_repairs()
    file, record = "", None
    if input_file is not None:
        file, record = str(input_file), input_file.record()
        input_file.close()
    for system, own in by_system(name, rows).items():
        found, notes, changes = _extractions(file or system, own, gold, options, keep_placeholders, tokens)
        notes += note_repairs(len(problems.repairs), len(rows))
        yield SystemOutput(system, file, record, found, notes, changes)


def note_repairs(repairs: int, rows: int) -> list[Note]:
    """Note how many places of a file with so many rows were repaired."""
    if not repairs:
        return []
    return [Note(REPAIRED if repairs > 1 else REPAIRED_ONCE, repairs, warning=repairs > REPAIRED_SHARE * rows)]


def _extractions(
    file: str, rows: list[Row], gold: Gold, options: Options, keep_placeholders: bool, tokens: GoldTokens | None
) -> tuple[list[list[Extraction]], list[Note], dict[str, str]]:
    """Assign the rows to sentences and keep the extractions that the options select."""
    rows, notes = _apply_view(file, rows, options.view) if options.view else (rows, [])
    changes = {}
    rows, replaced = (rows, 0) if keep_placeholders else with_quantities(file, rows)
    if replaced:
        changes["quantities"] = "words"
        notes.append(Note(QUANTITIES, replaced))
    rows, aligned, placing_notes = place_rows(file, rows, gold, options)
    notes += placing_notes
    notes += check_run(rows, aligned, gold)
    if gold.cliques:
        notes += check_missing(file, aligned.named, gold, options)
    by_id = any(row.sentence is None and row.sentence_id is not None for row in rows)
    notes += check_words(aligned.extractions, gold, by_id=by_id)
    prepared = prepare_extractions(aligned.extractions, gold, options, tokens=tokens)
    notes += prepared.counts.notes()
    if prepared.counts.changed:
        changes["tokens"] = options.tokens
    return prepared.extractions, [*notes, *(Note(what, count) for what, count in gold.notes)], changes


def place_rows(
    file: str,
    rows: list[Row],
    gold: Gold,
    options: Options,
    read_again: Callable[[], Iterable[Row]] | None = None,
) -> tuple[list[Row], Aligned, list[Note]]:
    """Assign rows to the sentences of the gold; rows that do not fit are refused or noted, as the options say.

    ``read_again`` gives the same rows with their extractions, if ``rows`` do not have them.
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
    return rows, aligned, [*notes, *check_unmatched(file, rows, aligned, gold, options, written)]


def _apply_view(file: str, rows: list[Row], view: str) -> tuple[list[Row], list[Note]]:
    """Keep the rows that CaRB's reader for a system keeps; if it keeps none, the view is for another system."""
    kept = list(CARB_VIEWS[view](rows))
    before, after = (sum(row.extraction is not None for row in side) for side in (rows, kept))
    return kept, note_view(file, view, before, after)


def note_view(file: str, view: str, before: int, after: int) -> list[Note]:
    """Note how many extractions a view leaves out."""
    if before and not after:
        raise InputError(f"{file}: expected extractions that CaRB's reader for {view} keeps, found none of {before}")
    count = before - after
    return [Note(f"extractions left out, as CaRB's reader for {view} does", count)] if count else []
