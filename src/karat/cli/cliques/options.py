"""Options that all commands share which score cliques."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

SPREAD = 0.1
"""Cliques whose F1 spreads less are counted, unless another threshold is given."""

Outputs = Annotated[
    list[str] | None, typer.Argument(metavar="OUT", help="Systems' outputs: FILE, named by its stem, or NAME=FILE.")
]
CliqueBenchmark = Annotated[
    str | None,
    typer.Option("--benchmark", metavar="NAME", help="A benchmark of cliques: robust or karat-sample-cliques."),
]
CliqueFile = Annotated[
    Path | None, typer.Option("--gold", metavar="CLIQUES", help="A file of cliques with gold in place of a benchmark.")
]
OutputFormat = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help="The format of OUT; guessed if not given.")
]
GoldFormat = Annotated[
    str | None, typer.Option("--gold-format", metavar="NAME", help="The format of --gold; guessed if not given.")
]
Encoding = Annotated[str, typer.Option(help="The encoding of the files.")]
Inside = Annotated[
    str, typer.Option(metavar="NAME", help="The metric of the sentences in cliques, as `karat list metrics` names it.")
]
RoundingChoice = Annotated[
    Literal["exact", "published"],
    typer.Option(help="Keep the values of a clique's sentences exact, or round them as published figures are."),
]
MissingChoice = Annotated[
    Literal["error", "empty"],
    typer.Option(help="Refuse an output without a clique's sentence, or score that as empty."),
]
StandIn = Annotated[
    bool,
    typer.Option("--stand-in", help="Let an original's tuples stand in for gold that its paraphrases have not."),
]
Input = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The systems' input, a sentence a line, for outputs that do not repeat it."),
]
Synsets = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Fact synsets of the cliques' sentences, for BenchIE inside.")
]
