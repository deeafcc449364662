"""``karat list``: the benchmarks, formats, metrics and systems that Karat knows."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from karat.benchmarks import BENCHMARKS
from karat.benchmarks.tasks import TASKS, metrics_of
from karat.cli.options import Json
from karat.cli.output import echo, print_json
from karat.cli.panels import KaratGroup
from karat.formats import FORMATS
from karat.metrics import METRICS, OIE_METRICS
from karat.reports.lists import print_listing
from karat.reports.tables.listing import Listing
from karat.results.short_signatures import explain_digest, spell_out
from karat.systems.registry import SYSTEMS

app = typer.Typer(
    cls=KaratGroup,
    help="List the benchmarks, formats, metrics and systems that Karat knows.",
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
    print_listing(Listing(("benchmark", "what", "language", "metrics", "outputs"), rows, right=(4,)))


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
    print_listing(Listing(("format", "what", "holds", "written"), rows))


@app.command(epilog="Example: karat list metrics --json")
def metrics(json: Json = False) -> None:
    """List the named metrics, what uses them, and their definitions in the notation of the metric algebra."""
    used_by = users_of_metrics()
    if json:
        print_json(
            [
                {
                    "name": metric.name,
                    "used_by": used_by.get(metric.name, []),
                    "definition": str(metric),
                    "signature": metric.signature,
                }
                for metric in METRICS
            ]
        )
        return
    rows = [(metric.name, ", ".join(used_by.get(metric.name, ["Python"])), str(metric)) for metric in METRICS]
    print_listing(Listing(("metric", "used by", "definition"), rows))


@app.command(epilog="Example: karat list systems --json")
def systems(json: Json = False) -> None:
    """List the systems that `karat run` can run, and the extras of Karat that they need."""
    if json:
        print_json([{"name": known.name, "what": known.summary, "extra": known.extra} for known in SYSTEMS])
        return
    rows = [(known.name, known.summary, known.extra or "") for known in SYSTEMS]
    print_listing(Listing(("system", "what", "needs"), rows))


@app.command(epilog="Example: karat list signature 'benchie|nary:triples|v:0.1.0'")
def signature(
    short: Annotated[
        list[str] | None, typer.Argument(metavar="SHORT", help="Short signatures, or metrics; all if not given.")
    ] = None,
    json: Json = False,
) -> None:
    """Spell out short signatures: every choice behind a score, also those at their defaults.

    A table shows `benchie|v:0.1.0` where all choices are at their defaults, and names those that are not. A metric's
    name alone stands for its defaults in this version. A metric of your own is shown with a digest, from which its
    definition cannot be told: the JSON of the scores has it.
    """
    wanted = [part for text in short or [] for part in each_metric(text)] or [metric.name for metric in METRICS]
    digested = {text: known for text in wanted if (known := explain_digest(text)) is not None}
    spelled_out = {text: None if text in digested else spell_out(text) for text in wanted}
    if json:
        print_json([{"short": text, "signature": full} for text, full in spelled_out.items()])
        return
    for text, full in spelled_out.items():
        echo(digested.get(text) or (full if len(spelled_out) == 1 else f"{text}: {full}"))


def each_metric(short: str) -> list[str]:
    r"""Divide a signature of several metrics, also one that was broken into lines where it was printed.

    >>> each_metric("muc,lea|\n  v:1")
    ['muc|v:1', 'lea|v:1']
    """
    metrics, bar, choices = re.sub(r"\n\s*", "", short).partition("|")
    return [f"{metric}{bar}{choices}" for metric in metrics.split(",")]


def users_of_metrics() -> dict[str, list[str]]:
    """The commands that use each metric: `evaluate` and, inside cliques, `cliques score`; or `score` with a task."""
    used_by = {metric.name: ["evaluate", "cliques score"] for metric in OIE_METRICS}
    for task in TASKS:
        for name in metrics_of(task):
            used_by.setdefault(name, []).append(f"score {task.name}")
    return used_by
