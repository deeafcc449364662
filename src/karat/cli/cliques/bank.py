"""``karat cliques bank``: count parse pairs in files of paired trees."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.options import Encoding, Json
from karat.cli.output import print_json, status
from karat.cli.written_files import REPLACED
from karat.cliques.bank import count_pairs, write_bank
from karat.reports.console import print_table
from karat.reports.tables.listing import Listing


def bank(
    pairs: Annotated[
        list[Path],
        typer.Argument(metavar="PAIRS", help="Files of trees in brackets: source, tab, target; packed or not."),
    ],
    output: Annotated[
        Path, typer.Option(metavar="FILE", help="Where the bank goes; packed if it ends in .gz."), REPLACED
    ],
    height: Annotated[int, typer.Option(help="How many levels of a tree count, the root being the first.")] = 3,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Count which parses are paraphrased by which others, without words and with trees cut at a height."""
    with status() as tell:
        tell("reading pairs")
        counted = count_pairs(pairs, height, encoding, lambda done: tell(f"counting: {done:,} pairs"))
        tell("writing")
        write_bank(output, counted)
    counts = {
        "height": counted.height,
        "pairs": counted.pairs,
        "distinct": counted.distinct,
        "sources": len(counted.targets),
        "targets": len({target for targets in counted.targets.values() for target in targets}),
    }
    if json:
        print_json({"output": str(output), **counts})
        return
    names = {
        "height": "levels of a parse",
        "pairs": "pairs",
        "distinct": "different pairs",
        "sources": "different sources",
        "targets": "different targets",
    }
    print_table(Listing((output.name, ""), [(names[name], f"{count:,}") for name, count in counts.items()]))
