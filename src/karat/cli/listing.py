"""``karat list``: the benchmarks, formats and metrics that Karat knows."""

from __future__ import annotations

import typer

from karat.algebra import Metric
from karat.benchmarks import BENCHMARKS
from karat.cli.options import Json
from karat.cli.output import print_json
from karat.formats import FORMATS
from karat.metrics import METRICS
from karat.metrics.oie.benchie import BENCHIE
from karat.metrics.oie.carb import CARB
from karat.reports.console import print_table
from karat.reports.tables.listing import Listing

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
    print_table(Listing(("benchmark", "what", "language", "metrics", "outputs"), rows, right=(4,)))


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
    rows = [(known.name, known.title, known.kind, "yes" if known.render else "no") for known in FORMATS]
    print_table(Listing(("format", "what", "holds", "written"), rows))


@app.command(epilog="Example: karat list metrics --json")
def metrics(json: Json = False) -> None:
    """List the named metrics, each in the notation of the metric algebra."""
    known = named_metrics()
    if json:
        print_json(
            [{"name": metric.name, "definition": str(metric), "signature": metric.signature} for metric in known]
        )
        return
    print_table(Listing(("metric", "definition"), [(metric.name, str(metric)) for metric in known]))


def named_metrics() -> list[Metric]:
    """All metrics by name, those of open information extraction first."""
    return list({metric.name: metric for metric in (BENCHIE, CARB, *METRICS)}.values())
