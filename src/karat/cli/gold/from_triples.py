"""``karat gold from``: gold made of a file of triples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.gold.writing import write_gold
from karat.cli.options import Encoding, FileFormat, Force, GoldToWrite
from karat.cli.output import check_target, say
from karat.errors import FormatError
from karat.formats import InputFile, choose_format, describe_guess, guess, read_items
from karat.formats.triples_as_gold import facts_of_triples
from karat.model import Row, TupleAnnotation
from karat.results.system_result import Note


def from_triples(
    triples: Annotated[
        Path,
        typer.Argument(
            metavar="TRIPLES", help="Triples with their sentences: a table, JSON, a system's output, CaRB's gold."
        ),
    ],
    output: GoldToWrite = None,
    force: Force = False,
    format: FileFormat = None,
    columns: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help="The columns of TRIPLES if it is a table: sentence,subject,relation,object."
        ),
    ] = None,
    sentences: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The sentences, one in each line, if TRIPLES has only their numbers."),
    ] = None,
    encoding: Encoding = "utf-8",
) -> None:
    """Make gold of a file of triples: each triple is a fact, to be given further wordings by hand.

    Rows of a table with the same value in a column called synset, fact or group are wordings of one fact. Words in
    square brackets are optional.
    """
    check_target(output, force)
    file = InputFile(triples)
    chosen = choose_format(format, columns) or guess(file, encoding, option="--format")
    if format is None and columns is None:
        say(describe_guess(file, encoding))
    items = []
    for item in read_items(file, chosen, encoding, sentences=sentences):
        if not isinstance(item, (Row, TupleAnnotation)):
            raise FormatError(file, None, "triples", f"gold that has facts already (format {chosen.name})")
        items.append(item)
    made = facts_of_triples(items, file.path, "; give the sentences, one in each line, with --sentences FILE")
    write_gold(made.annotations, output)
    facts = sum(len(annotation.synsets) for annotation in made.annotations)
    say(*(f"{file}: {Note(what, count)}" for what, count in made.notes))
    if output is not None:
        said = [
            f"{count} {noun}{'s' * (count != 1)}"
            for count, noun in ((len(made.annotations), "sentence"), (facts, "fact"))
        ]
        say(f"{output}: {' with '.join(said)} written")
