"""``karat list``: the benchmarks, formats and metrics that Karat knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from karat.algebra import Metric
from karat.benchmarks import BENCHMARKS
from karat.cli.options import Json
from karat.cli.output import print_json
from karat.formats import FORMATS
from karat.metrics import METRICS
from karat.metrics.oie.benchie import BENCHIE
from karat.metrics.oie.carb import CARB

app = typer.Typer(
    help="List the benchmarks, formats and metrics that Karat knows.",
    epilog="Example: karat list benchmarks",
    no_args_is_help=True,
)


@app.command(epilog="Example: karat list benchmarks --json")
def benchmarks(json: Json = False) -> None:
    """List the names that `karat evaluate --benchmark` takes."""
    if json:
        print_json(
            [
                {
                    "name": known.name,
                    "title": known.title,
                    "language": known.language,
                    "synsets": known.synsets is not None,
                    "tuples": bool(known.tuples),
                    "cliques": known.cliques is not None,
                    "metrics": list(known.scored_by),
                    "outputs": [name for name, _ in known.outputs],
                }
                for known in BENCHMARKS
            ]
        )
        return
    rows = [
        (known.name, known.title, known.language, ", ".join(known.scored_by), str(len(known.outputs) or ""))
        for known in BENCHMARKS
    ]
    print_rows(("benchmark", "what", "language", "metrics", "outputs"), rows, right=4)


@app.command(epilog="Example: karat list formats --json")
def formats(json: Json = False) -> None:
    """List the file formats that are read and written."""
    if json:
        print_json(
            [
                {
                    "name": known.name,
                    "title": known.title,
                    "holds": known.kind,
                    "looks": known.looks,
                    "written": known.render is not None,
                }
                for known in FORMATS
            ]
        )
        return
    print_rows(
        ("format", "what", "holds", "written"),
        [(known.name, known.title, known.kind, "yes" if known.render else "no") for known in FORMATS],
    )


@app.command(epilog="Example: karat list metrics --json")
def metrics(json: Json = False) -> None:
    """List the named metrics, each in the notation of the metric algebra."""
    known = named_metrics()
    if json:
        print_json(
            [{"name": metric.name, "definition": str(metric), "signature": metric.signature} for metric in known]
        )
        return
    print_rows(("metric", "definition"), [(metric.name, str(metric)) for metric in known])


def named_metrics() -> list[Metric]:
    """All metrics by name, those of open information extraction first."""
    return list({metric.name: metric for metric in (BENCHIE, CARB, *METRICS)}.values())


def print_rows(header: Sequence[str], rows: Iterable[Sequence[str]], right: int | None = None) -> None:
    """Print a table whose first column is never folded; the column at ``right`` has numbers."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for index, name in enumerate(header):
        table.add_column(name, justify="right" if index == right else "left", overflow="fold", no_wrap=index == 0)
    for row in rows:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)
