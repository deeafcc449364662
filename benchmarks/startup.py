"""How long commands take from a cold start, each in a fresh process, with the compiled modules of the run before.

``python benchmarks/startup.py [--repeats K] [--write]``. ``--write`` puts the table into docs/performance.md.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path

from measured_page import PAGE, circumstances, replace_section

import karat

SAMPLE = Path(karat.__file__).parent / "benchmarks" / "sample" / "en" / "careful.tsv"
EVALUATE = ("-m", "karat", "evaluate", str(SAMPLE), "--benchmark", "karat-sample")


@dataclass(frozen=True, slots=True)
class Start:
    """Something that a user starts: its name in the table, what Python is given, and how long it may take."""

    name: str
    arguments: tuple[str, ...]
    limit: float | None = None


STARTS = (
    Start("Python alone", ("-c", "pass")),
    Start("`import karat`", ("-c", "import karat"), 0.15),
    Start("`karat --help`", ("-m", "karat", "--help"), 0.4),
    Start("`karat evaluate` on the sample, `--no-intervals`", (*EVALUATE, "--no-intervals"), 0.7),
    Start("`karat evaluate` on the sample", EVALUATE),
)

Spent = tuple[float, float]
"""Seconds of CPU, and seconds that passed."""


def run(start: Start) -> Spent:
    """Run once, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *start.arguments], env=environment, capture_output=True, check=True)
    passed, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, passed


def measure(repeats: int) -> dict[str, Spent]:
    """Take medians of several runs, in turns; a first run compiles modules and is not counted."""
    for start in STARTS:
        run(start)
    runs: dict[str, list[Spent]] = {start.name: [] for start in STARTS}
    for _ in range(repeats):
        for start in STARTS:
            runs[start.name].append(run(start))
    return {
        name: (statistics.median(cpu for cpu, _ in each), statistics.median(clock for _, clock in each))
        for name, each in runs.items()
    }


def as_markdown(measured: dict[str, Spent]) -> str:
    """A row for each start."""
    rows = ["| | CPU | clock | goal |", "|---|---:|---:|---:|"]
    for start in STARTS:
        cpu, clock = measured[start.name]
        goal = "" if start.limit is None else f"≤ {start.limit:g} s"
        rows.append(f"| {start.name} | {cpu:.2f} s | {clock:.2f} s | {goal} |")
    return "\n".join(rows)


def main() -> int:
    parser = ArgumentParser(description="How long commands take from a cold start.")
    parser.add_argument("--repeats", type=int, default=9, help="runs of which the median is taken")
    parser.add_argument("--write", action="store_true", help="also put the table into docs/performance.md")
    arguments = parser.parse_args()
    table = as_markdown(measure(arguments.repeats))
    print(table)
    if arguments.write:
        libraries = ("numpy", "scipy", "typer", "rich")
        replace_section(PAGE, "benchmarks/startup.py", f"{circumstances(libraries)}\n\n{table}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
