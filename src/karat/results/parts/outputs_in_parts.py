"""Read an output as a stream and write its rows to the parts of the gold; a file may hold several systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

from karat.formats.json.map_option import JsonMap
from karat.formats.problems import Problems
from karat.formats.python_objects import rows_from
from karat.formats.text.input_file import InputFile
from karat.model import Row
from karat.model.extraction import PlainRow
from karat.results.options import Options
from karat.results.outputs import names_of_systems, stream_output, stream_plain_output, system_of
from karat.results.parallel.progress import counted
from karat.results.parts.gold_parts import GoldParts
from karat.results.parts.routing import RoutedSystem, SystemRows
from karat.results.system_output import note_repairs


@dataclass(frozen=True, slots=True)
class OutputReading:
    """How outputs are read, as the arguments of ``evaluate`` say."""

    format: str | None = None
    encoding: str = "utf-8"
    sentences: InputFile | None = None
    columns: str | Sequence[str] | None = None
    map: JsonMap | None = None

    def plain_rows(self, source: InputFile | Sequence[Row], problems: Problems) -> Iterator[Row | PlainRow]:
        """Read the same rows as ``rows``, as plain values where the format can be read so."""
        return stream_plain_output(
            source, self.format, self.encoding, self.sentences, columns=self.columns, map=self.map, problems=problems
        )

    def rows(self, source: InputFile | Sequence[Row], problems: Problems) -> Iterator[Row]:
        """Read the rows of an output from its beginning."""
        rows, _ = stream_output(
            source, self.format, self.encoding, self.sentences, columns=self.columns, map=self.map, problems=problems
        )
        return rows


def route_output(
    name: str,
    source: InputFile | Iterable[Row],
    gold: GoldParts,
    options: Options,
    how: OutputReading,
    folder: Path,
    told: Callable[[int], None] = lambda _: None,
) -> list[RoutedSystem]:
    """Write the rows of an output, which is read once if all its sentences are known, to files in a folder.

    ``told`` gets the number of rows that were read, now and then.
    """
    if not isinstance(source, InputFile):
        source = list(rows_from(source, name, frozenset(gold.index.ids)))
    file = str(source) if isinstance(source, InputFile) else ""
    new_system = partial(SystemRows, file or str(name), gold, options)
    routed = _route(counted(how.plain_rows(source, problems := Problems()), told), new_system, folder)
    if routed is None:  # some rows name a system and others do not
        again = counted(how.plain_rows(source, problems := Problems()), told)
        routed = _route(again, new_system, folder / "whole", is_one=True)
        assert routed is not None, "one system is never divided"
    problems.log_repairs()
    record = source.record() if isinstance(source, InputFile) else None
    systems = []
    for system, rows in routed.by_system(name, partial(new_system, folder)).items():
        tag, own = rows

        def read_again(tag: str | None = tag) -> Iterator[Row]:
            rows = how.rows(source, Problems())
            return rows if tag is None else (row for row in rows if system_of(row) == tag)

        finished = own.finish(system, record, read_again)
        repairs = note_repairs(len(problems.repairs), routed.count)
        systems.append(replace(finished, file=file, later_notes=repairs))
    if isinstance(source, InputFile):
        source.close()
    return systems


@dataclass(frozen=True, slots=True)
class _Routed:
    """The rows of a file, by what they call their system; ``None`` if they are all of one."""

    rows: dict[str | None, SystemRows]
    count: int
    run: str | None
    """The system of the first row, if the file is a run."""

    def by_system(self, name: str, empty: Callable[[], SystemRows]) -> dict[str, tuple[str | None, SystemRows]]:
        """Name the systems of a file called ``name``."""
        if not self.rows:
            return {name: (None, empty())}
        if None in self.rows:
            return {name: (None, self.rows[None])}
        tags = [tag for tag in self.rows if tag is not None]
        return {named: (tag, self.rows[tag]) for tag, named in names_of_systems(name, tags, self.run).items()}


def _route(
    rows: Iterator[Row | PlainRow], new_system: Callable[[Path], SystemRows], folder: Path, *, is_one: bool = False
) -> _Routed | None:
    """Write rows to the parts of their systems; ``None`` as soon as some name their system and others do not."""
    first = next(rows, None)
    if first is None:
        return _Routed({}, 0, None)
    run = first.system if isinstance(first, Row) else None
    rows = chain([first], rows)
    if is_one or _tag(first) is None:
        own = new_system(folder / "system-0")
        return _Routed({None: own}, own.add_all(rows), run)
    systems: dict[str | None, SystemRows] = {}
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - the last number is the count
        tag = _tag(row)
        if tag is None:
            return None
        if tag not in systems:
            systems[tag] = new_system(folder / f"system-{len(systems)}")
        systems[tag].add_all([row])
    return _Routed(systems, count, run)


def _tag(row: Row | PlainRow) -> str | None:
    return system_of(row) if isinstance(row, Row) else None
