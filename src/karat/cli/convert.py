"""``karat convert``: one format into another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from karat.cli.output import say
from karat.cli.written_files import REPLACED
from karat.errors import InputError
from karat.formats import (
    FORMATS,
    Format,
    InputFile,
    Item,
    Kind,
    Problems,
    choose_format,
    describe_guess,
    format_named,
    guess,
    read_items,
)
from karat.formats.conversion import convert_items, losses
from karat.formats.format import KINDS
from karat.formats.text.input_file import WrittenFile
from karat.formats.text.lines import check_rereadable

NOUNS = {"extractions": "extraction", "synsets": "sentence", "tuples": "sentence", "cliques": "clique"}


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The file to read.")],
    target: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The file to write, - for standard output; packed if it ends in .gz."),
        REPLACED,
    ],
    from_: Annotated[str | None, typer.Option("--from", help="The format of IN; guessed if not given.")] = None,
    to: Annotated[
        str | None, typer.Option("--to", help="The format of OUT; taken from its suffix if not given.")
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="The columns of IN if it is a table, as for `karat evaluate`."),
    ] = None,
    map: Annotated[
        list[str] | None,
        typer.Option(metavar="PART=PATH", help="Where the parts are if IN is JSON, as for `karat evaluate`."),
    ] = None,
    encoding: Annotated[str, typer.Option(help="The encoding of IN.")] = "utf-8",
    sentences: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The system's input, a sentence a line, if IN does not repeat it."),
    ] = None,
) -> None:
    """Convert a file from one format into another.

    OUT is written whole or not at all, and read back before it takes the place of a file that was there. What its
    format cannot hold is named; where the meaning would be lost, nothing is written.

    Example: karat convert minie.tsv minie.jsonl --from benchie
    """
    if target == Path("-"):
        target = Path("/dev/stdout")
    check_rereadable(source)  # it is read again at the end, to say what was lost
    file = InputFile(source)
    chosen = choose_format(from_, columns, map)
    read_as = chosen or guess(file, encoding, option="--from")
    if chosen is None:
        say(describe_guess(file, encoding))
    problems = Problems()
    first, items = _peeked(read_items(file, read_as, encoding, problems, sentences))
    kind = _kind(first, read_as)
    write_as = format_named(to) if to else _by_suffix(target, kind)
    counted = _Counted(items)
    lost: list[str] = []

    def read_back(part: Path) -> None:
        before = read_items(file, read_as, encoding, Problems(), sentences)
        lost.extend(_find_losses(before, WrittenFile(target, part), write_as))

    write_as.write(target, convert_items(counted, write_as), read_back)
    for repair in problems.repairs:
        say(str(repair))
    noun = NOUNS[kind] + "s" * (counted.number != 1)
    say(f"{target}: {counted.number} {noun} written as {write_as.name}")
    if lost:
        say(f"{target}: {write_as.name} cannot hold: {', '.join(lost)}")


class _Counted:
    """Count items while they are written."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items = items
        self.number = 0

    def __iter__(self) -> Iterator[Item]:
        for item in self.items:
            self.number += getattr(item, "extraction", item) is not None  # a row may say that nothing was found
            yield item


def _peeked(items: Iterator[Item]) -> tuple[Item | None, Iterator[Item]]:
    first = next(items, None)
    return first, items if first is None else chain([first], items)


def _kind(first: Item | None, format: Format) -> Kind:
    if first is not None:
        return KINDS[type(first)]
    return "extractions" if format.kind == "any" else format.kind


def _by_suffix(target: Path, kind: Kind) -> Format:
    formats = FORMATS.of_kinds(("any", kind))

    suffix = Path(target.stem).suffix if target.suffix == ".gz" else target.suffix
    for format in formats:
        if suffix in format.suffixes:
            return format
    written = ", ".join(each.name for each in formats if each.render)
    raise InputError(f"{target}: expected a suffix that names a format, such as .jsonl, or --to with one of {written}")


def _find_losses(before: Iterator[Item], written: WrittenFile, write_as: Format) -> list[str]:
    """Read both files again, side by side, and say what the second one lacks; it must be readable."""
    try:
        with written:
            return losses(before, write_as.read(written, "utf-8", Problems()))
    except InputError as error:
        first = str(error).split("\n", 1)[0]
        raise InputError(f"{first}: {write_as.name} cannot hold this, so nothing is written") from None
