"""A system's extractions, aligned with the sentences of the gold; rows that do not fit are refused or counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from karat.benchmarks.gold import Gold
from karat.formats import FileRecord
from karat.formats.json.map_option import JsonMap
from karat.formats.text.input_file import as_input
from karat.model import Extraction, Row
from karat.one_line import one_line
from karat.results.blocks.gold import BlockedGold
from karat.results.blocks.outputs import sort_output
from karat.results.checks.plausibility import check_words
from karat.results.options import Options
from karat.results.outputs import OutputReading, Source
from karat.results.preparation import prepare_extractions
from karat.results.slot_tokens import GoldTokens
from karat.results.system_result import Note


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
) -> Iterator[SystemOutput]:
    """Read an output and assign its extractions to sentences; a file may hold several systems.

    ``keep_placeholders`` leaves MinIE's placeholders for quantities as they are, for people who judge them.
    """
    how = OutputReading(format, encoding, None if sentences is None else as_input(sentences), columns, map)
    tokens = GoldTokens(gold)
    blocked = BlockedGold.in_memory(gold)
    for system in sort_output(name, source, blocked, options, how, keep_placeholders=keep_placeholders):
        extractions = system.block(0, blocked).load()
        prepared = prepare_extractions(extractions, gold, options, tokens=tokens)
        notes = [
            *system.notes,
            *check_words(extractions, gold, by_id=system.by_id),
            *prepared.counts.notes(),
            *(Note(what, count) for what, count in gold.notes),
            *system.later_notes,
        ]
        changes = {**system.changes, **({"tokens": options.tokens} if prepared.counts.changed else {})}
        yield SystemOutput(system.name, system.file, system.record, prepared.extractions, notes, changes)
