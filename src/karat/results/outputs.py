"""Systems' outputs: name them, and read their rows from any kind of file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from glob import glob, has_magic
from itertools import chain
from pathlib import Path
from typing import Self, TypeVar
from urllib.parse import urlsplit

from karat.benchmarks.clique_gold import check_cliques
from karat.benchmarks.declarations import ENCODING as BENCHMARK_ENCODING
from karat.errors import InputError
from karat.formats import (
    OUTPUT_KINDS,
    Format,
    InputFile,
    choose_format,
    format_named,
    guess,
    kind_in,
    read_cliques,
    read_items,
    read_rows,
)
from karat.formats.benchmarks.carb_gold import as_scored
from karat.formats.json.map_option import JsonMap
from karat.formats.problems import Problems
from karat.formats.text.input_file import ITS_NAME, STANDARD_INPUT, as_input, files_of
from karat.model import Clique, Row, TupleAnnotation
from karat.urls import find_url

T = TypeVar("T")
SAMPLE = re.compile(r".*( sample [1-9][0-9]*)", re.DOTALL)
"""What a run calls its samples."""
Source = str | os.PathLike[str]


class SystemName(str):
    """A system's name, which knows its family: ``minie@rule-based`` is *minie* of the family *rule-based*."""

    __slots__ = ("family",)

    family: str | None

    def __new__(cls, name: str, family: str | None = None) -> Self:
        """Make a name that is taken as it is, with ``@`` or without."""
        made = super().__new__(cls, name)
        made.family = family
        return made

    @classmethod
    def parse(cls, text: str) -> SystemName:
        """Read ``NAME`` or ``NAME@FAMILY``.

        >>> name = SystemName.parse("minie@rule-based")
        >>> str(name), name.family
        ('minie', 'rule-based')
        """
        if isinstance(text, SystemName):
            return text
        name, sign, family = text.rpartition("@")
        if sign and not (name and family):
            raise InputError(f"{text}: expected NAME or NAME@FAMILY, found no {'family' if name else 'name'}")
        return cls(name, family) if sign else cls(text)


def family_of(name: str) -> str | None:
    """The family that was given with a system's name."""
    return name.family if isinstance(name, SystemName) else None


class PublishedOutput(InputFile):
    """An output that comes with a benchmark; the options for format and encoding do not apply to it."""


def named_outputs(
    outputs: Source | Sequence[Source] | Mapping[str, Source | Iterable[T]],
) -> dict[str, Source | Iterable[T]]:
    """Name each output; two outputs with the same name are an error. Names are ``SystemName``, with their families.

    A folder is all its files, but for hidden ones, and a pattern such as ``outputs/*.txt`` all files that match; both
    in the order of their names. With a name, ``minie=parts/*.jsonl`` or ``minie=parts``, they are the shards of one
    output. Standard input, ``-``, is called *stdin*.
    """
    if isinstance(outputs, Mapping):
        by_name: dict[str, Source | Iterable[T]] = {SystemName.parse(name): each for name, each in outputs.items()}
        if len(by_name) < len(outputs):
            raise InputError(f"expected a name of its own for each system, found {', '.join(map(repr, outputs))}")
        return by_name
    sources = [outputs] if isinstance(outputs, (str, os.PathLike)) else list(outputs)
    named: dict[str, Source | Iterable[T]] = {}
    for source in chain.from_iterable(map(_files_of, sources)):
        name, file = _split(source)
        if name in named:
            raise InputError(
                f"two systems are called {name!r}: {named[name]} and {file}; expected NAME=FILE for one of them"
            )
        named[name] = file
    if not named:
        raise InputError("expected at least one system's output, found none")
    return named


def check_own_name(name: str, file: str, taken: dict[str, str]) -> None:
    """Refuse a system whose name another one has, where rows name their systems; ``taken`` are the files by names."""
    if name in taken:
        raise InputError(
            f"two systems are called {str(name)!r}: {taken[name]} and {file}; expected NAME=FILE for one of them, "
            "which of a file with several systems scores only the one that is called NAME"
        )
    taken[name] = file


def _files_of(source: Source) -> list[Source]:
    """Give the files of a folder, or those that a pattern matches; any other source is given back."""
    if isinstance(source, InputFile):
        return [source]
    if (url := find_url(source)) is not None:
        listed = files_of(url)
        if listed is None:
            return [source]
        if not listed:
            raise InputError(f"{url}: expected systems' outputs, found no file")
        return [*sorted(listed)]
    path = Path(source)
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
        if not files:
            raise InputError(f"{path}: expected systems' outputs in the folder, found no file")
        return [*files]
    if not has_magic(str(source)) or path.exists():
        return [source]
    # Path.glob takes no absolute pattern.
    matching = sorted(file for file in glob(str(source)) if Path(file).is_file())  # noqa: PTH207
    if not matching:
        if _is_named(source):
            return [source]  # the shards of one output
        raise InputError(f"{source}: expected files of this pattern, found none")
    return [*matching]


def _is_named(source: Source) -> bool:
    """Whether a text is NAME=FILE, and not the name of a file or a URL that contains the sign."""
    return isinstance(source, str) and "=" in source and find_url(source) is None and not Path(source).exists()


def _split(source: Source) -> tuple[str, Source]:
    if isinstance(source, str) and _is_named(source):
        name, _, file = source.partition("=")
        if not name or not file:
            raise InputError(f"{source}: expected FILE or NAME=FILE, found no {'file' if name else 'name'}")
        return SystemName.parse(name), file
    if str(source) == STANDARD_INPUT:
        return SystemName(ITS_NAME), source
    path = source if find_url(source) is None else urlsplit(str(source)).path
    return SystemName(Path(path).name.removesuffix(".gz").rsplit(".", 1)[0]), source


def open_outputs(sources: Mapping[str, Source | Iterable[T]]) -> dict[str, InputFile | Iterable[T]]:
    """Make an input file of each path, so that each file is opened only once."""
    return {
        name: as_input(source) if isinstance(source, (str, os.PathLike)) else source for name, source in sources.items()
    }


def read_output(
    source: Source | Iterable[Row],
    format: str | None,
    encoding: str,
    sentences: Source | None,
    *,
    columns: str | Sequence[str] | None = None,
    map: JsonMap | None = None,
    problems: Problems | None = None,
) -> tuple[list[Row], InputFile | None]:
    """Read an output's rows, and return its file; ``None`` if the rows themselves were given."""
    rows, file = stream_output(source, format, encoding, sentences, columns=columns, map=map, problems=problems)
    return list(rows), file


def stream_output(
    source: Source | Iterable[Row],
    format: str | None,
    encoding: str,
    sentences: Source | None,
    *,
    columns: str | Sequence[str] | None = None,
    map: JsonMap | None = None,
    problems: Problems | None = None,
) -> tuple[Iterator[Row], InputFile | None]:
    """Read an output's rows one by one, as ``read_output`` does."""
    if not isinstance(source, (str, os.PathLike)):
        return iter(source), None
    file = as_input(source)
    chosen, encoding = _format_of(file, format, encoding, columns, map)
    if kind_in(file, chosen, encoding) == "cliques":
        cliques = check_cliques(file, read_cliques(file, chosen, encoding), ids=False)
        return _rows_of_cliques(cliques), file
    if chosen.kind == "tuples":
        # Another benchmark's gold, scored like a system to see how complete it is.
        annotations = (item for item in read_items(file, chosen, encoding) if isinstance(item, TupleAnnotation))
        scored = (as_scored(annotation) for annotation in annotations)
        return (Row(extraction, None, item.sentence.text) for item in scored for extraction in item.extractions), file
    # Only formats in blocks need the sentences; other outputs in the same evaluation name theirs.
    wanted = sentences if chosen.blocks is not None else None
    return read_rows(file, chosen, encoding, problems, wanted), file


@dataclass(frozen=True, slots=True)
class OutputReading:
    """How outputs are read, as the arguments of ``evaluate`` say."""

    format: str | None = None
    encoding: str = "utf-8"
    sentences: InputFile | None = None
    columns: str | Sequence[str] | None = None
    map: JsonMap | None = None

    def rows(self, file: InputFile, problems: Problems) -> Iterator[Row]:
        """Read the rows of an output from its beginning."""
        rows, _ = stream_output(
            file, self.format, self.encoding, self.sentences, columns=self.columns, map=self.map, problems=problems
        )
        return rows


def _format_of(
    file: InputFile, format: str | None, encoding: str, columns: str | Sequence[str] | None, map: JsonMap | None
) -> tuple[Format, str]:
    """Find an output's format and encoding; the options do not apply to those that come with a benchmark."""
    if isinstance(file, PublishedOutput):
        format, encoding, columns, map = None, BENCHMARK_ENCODING, None, None
    chosen = choose_format(format, columns, map) or guess(file, encoding, kinds=OUTPUT_KINDS, option="--format")
    return chosen, encoding


def _rows_of_cliques(cliques: Iterable[Clique]) -> Iterator[Row]:
    """Yield the rows of each member's extractions; a member without any has a row without extraction."""
    for clique in cliques:
        for member in clique.members:
            for extraction in member.extractions or (None,):
                yield Row(extraction, None, member.sentence.text)


def system_of(row: Row) -> str | None:
    """Name the system that a row says it is of."""
    if row.system is None and row.extraction is not None:
        return dict(row.extraction.other).get("extractor")
    return row.system


def names_of_systems(name: str, systems: Iterable[str], run: str | None) -> dict[str, str]:
    """Name the systems of a file called ``name`` all of whose rows say which of these systems they are of.

    If ``name`` is one of them, it is taken alone. Samples are called ``NAME sample 1`` and so on. A run that comes from
    standard input keeps its system's name. ``run`` is the system of the first row if the file is a run.
    """
    found = list(systems)
    if name in found:
        return {name: name}
    if len(found) <= 1:
        from_a_pipe = run if name == ITS_NAME else None
        return {system: SystemName(from_a_pipe, family_of(name)) if from_a_pipe else name for system in found}
    is_run = name != ITS_NAME and run is not None
    return {
        system: SystemName(SAMPLE.sub(lambda found: name + found[1], system) if is_run else system, family_of(name))
        for system in found
    }


def check_format(
    format: str | None,
    sources: Iterable[object],
    columns: str | Sequence[str] | None = None,
    map: JsonMap | None = None,
) -> None:
    """Refuse a format, columns or paths if there is no file that they could apply to."""
    files = [
        source
        for source in sources
        if isinstance(source, (str, os.PathLike)) and not isinstance(source, PublishedOutput)
    ]
    if not files and (format, columns, map) != (None, None, None):
        named = "for the columns" if columns is not None else "for the paths of map"
        what = f"in format {format!r}" if format is not None else named
        raise InputError(f"expected a file {what}, found values that were read before")


def check_sentences(
    sentences: Source | None, sources: Iterable[Source | Iterable[Row]], format: str | None, encoding: str
) -> None:
    """Refuse a file of sentences if no output needs it."""
    outputs = list(sources)
    if sentences is not None and not any(in_blocks(source, format, encoding) for source in outputs):
        files = [source for source in outputs if isinstance(source, (str, os.PathLike))]
        raise InputError(
            f"{sentences}: expected an output that leaves its sentences out, found only outputs whose rows name them"
            f"{f', as {files[0]}' if files else ''}; --sentences gives a system's input to an output that does not "
            "repeat it, and is not needed here"
        )


def in_blocks(source: Source | Iterable[Row], format: str | None, encoding: str) -> bool:
    """Tell whether a file is in a format of blocks, whose sentences can be in another file."""
    if not isinstance(source, (str, os.PathLike)):
        return False
    if isinstance(source, PublishedOutput):
        format, encoding = None, BENCHMARK_ENCODING
    chosen = format_named(format) if format else guess(source, encoding, kinds=OUTPUT_KINDS, option="--format")
    return chosen.blocks is not None
