"""Read the benchmarks of a plan: names, or tables with a gold file and options of evaluations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from karat.benchmarks import benchmark_named
from karat.results.options import Options
from karat.systems.experiment.plan import PlannedBenchmark
from karat.systems.experiment.problems import Place, PlanProblems

PER_OUTPUT = ("view", "ids_from")
"""Options of evaluations that depend on one system's output, so that a benchmark in a plan has no use for them."""

OF_SOURCE = tuple(each.name for each in fields(PlannedBenchmark) if each.name != "options")
OF_OPTIONS = tuple(each.name for each in fields(Options) if each.name not in PER_OUTPUT)
EXAMPLE = '["benchie-en", {gold = "gold.txt"}]'


def read_benchmarks(problems: PlanProblems, given: object) -> list[PlannedBenchmark]:
    """Read a list of names and tables, or a table for each name."""
    entries = list(_entries(given))
    if not entries:
        found = "none" if given in (None, [], {}) else repr(given)
        problems.add(("benchmarks",), f"expected a list such as {EXAMPLE}, found {found}")
    read = [_read_benchmark(problems, ("benchmarks", place), table) for place, table in entries]
    benchmarks = [benchmark for benchmark in read if benchmark is not None]
    problems.check_names(("benchmarks",), [benchmark.name for benchmark in benchmarks])
    return benchmarks


def _entries(given: object) -> Iterator[tuple[str, object]]:
    """Yield each benchmark's table with its place in the plan: its name, or its number in a list."""
    if isinstance(given, dict):
        for name, table in given.items():
            yield name, {"name": name, **table} if isinstance(table, dict) else table
    elif isinstance(given, list):
        for number, each in enumerate(given, 1):
            yield str(number), {"benchmark": each} if isinstance(each, str) else each


def _read_benchmark(problems: PlanProblems, place: Place, table: object) -> PlannedBenchmark | None:
    if not isinstance(table, dict):
        problems.add(place, f"expected a benchmark's name or a table, found {table!r}")
        return None
    problems.unknown_keys(place, table, sorted({*OF_SOURCE, *OF_OPTIONS}))
    source = problems.fields(PlannedBenchmark, {key: table[key] for key in OF_SOURCE if key in table}, place)
    values = problems.fields(Options, {key: table[key] for key in OF_OPTIONS if key in table}, place)
    _resolve(values, problems.path.parent)
    options = problems.made(place, lambda: Options(**values))
    _resolve(source, problems.path.parent)
    if "gold" in source and "benchmark" in source:
        problems.add(place, "expected benchmark or gold, found both")
    if "gold" in source:
        source.setdefault("name", source["gold"].stem)
    else:
        source.setdefault("benchmark", source.get("name"))
        source.setdefault("name", source["benchmark"])
    if source["name"] is None:
        if not problems.found:
            problems.add(place, "expected a benchmark's name or a gold file, found neither")
        return None
    known = source.get("benchmark")
    if known is not None:
        problems.made(place, lambda: benchmark_named(known))
        for key in ("gold_format", "carb_gold"):
            if key in source:
                problems.add((*place, key), "expected gold beside it, found none")
    return PlannedBenchmark(**source, options=options or Options())


def _resolve(source: dict[str, Any], folder: Path) -> None:
    """Let paths begin at the plan's folder."""
    for key, value in source.items():
        if isinstance(value, Path):
            source[key] = folder / value
        elif key == "carb_gold":
            source[key] = tuple(folder / each for each in value)
