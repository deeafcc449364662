"""Measure how time grows with the size of hostile inputs, and write the table of docs/growth.md.

``python benchmarks/growth.py`` prints the table; with ``--write`` it also puts it into the page, with the date.
"""

from __future__ import annotations

import gc
import os
import platform
from argparse import ArgumentParser
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import monotonic, process_time

from cases_growth import GROWTH, Growth

PAGE = Path(__file__).parents[1] / "docs" / "growth.md"
MARKER = "<!-- measured by benchmarks/growth.py -->"


def seconds(growth: Growth, size: int) -> tuple[float, float, object]:
    """The processor's time for one size, the time by the clock, and the result."""
    given = growth.prepare(size)
    gc.collect()
    clock, processor = monotonic(), process_time()
    result = growth.work(given)
    return process_time() - processor, monotonic() - clock, result


def row(growth: Growth) -> str:
    """One line of the table: n and seconds; with a time limit also the clock's, and whether the score is proved."""
    growth.work(growth.prepare(growth.sizes[0]))  # imports what is imported on first use
    cells = []
    for size in growth.sizes:
        taken, elapsed, result = seconds(growth, size)
        clock = f" ({elapsed:.2f} s by the clock)" if "within" in growth.name else ""
        unproved = "" if getattr(result, "optimal", True) else ", not proved"
        cells.append(f"{size:,}: {taken:.2f} s{clock}{unproved}")
    return f"| {growth.what} | " + " | ".join(cells) + " |"


def measured() -> str:
    """The table, with the date and the versions."""
    libraries = ", ".join(f"{name} {version(name)}" for name in ("karat", "numpy", "scipy"))
    date, python = f"{datetime.now(UTC):%Y-%m-%d}", platform.python_version()
    load = f"{os.getloadavg()[0]:.0f} processes running"
    lines = [
        f"Measured on {date} with {libraries}, Python {python}, {os.cpu_count()} cores and {load}, in processor time.",
        "",
        "| work | n: time | | | |",
        "|---|---|---|---|---|",
        *map(row, GROWTH),
    ]
    return "\n".join(lines)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table into docs/growth.md")
    options = parser.parse_args()
    table = measured()
    print(table)
    if options.write:
        before, _, _ = PAGE.read_text(encoding="utf-8").partition(MARKER)
        PAGE.write_text(f"{before}{MARKER}\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
