"""``karat gold``: write, count, check and compare gold standards."""

from __future__ import annotations

import typer

from karat.cli.lazy import Entry, lazy_group

COMMANDS = (
    Entry(
        "init",
        "karat.cli.gold.init:init",
        "Write a gold file to fill in, for the sentences of a file.",
        "karat gold init sentences.txt -o gold.txt",
    ),
    Entry(
        "from",
        "karat.cli.gold.from_triples:from_triples",
        "Make gold of a file of triples: each triple is a fact, to be given further wordings by hand.",
        "karat gold from triples.json -o gold.txt",
    ),
    Entry(
        "stats",
        "karat.cli.gold.stats:stats",
        "Count sentences, synsets, facts and the extractions that they stand for, without listing these.",
        "karat gold stats --benchmark karat-sample",
    ),
    Entry(
        "lint",
        "karat.cli.gold.lint:lint",
        "Find errors, oddities and doubtful lines in a gold file.",
        "karat gold lint gold.txt --fix better.txt",
    ),
    Entry(
        "agreement",
        "karat.cli.gold.agreement:agreement",
        "Measure how far two annotators agree on facts: the mean of each one's recall by the other.",
        "karat gold agreement ann.txt ben.txt",
    ),
)

app = typer.Typer(
    cls=lazy_group(COMMANDS),
    help="Write, count, check and compare gold standards.",
    epilog="Example: karat gold stats gold.txt",
    no_args_is_help=True,
)
