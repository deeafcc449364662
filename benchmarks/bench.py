"""Speed: Karat beside its peers in one run, as ratios of CPU time.

``python benchmarks/bench.py [--only PATTERN] [--repeats K] [--json] [--write]``. ``--write`` also puts the table into
docs/performance.md. Only ratios within a run mean something; the
seconds are those of this machine at this moment.
"""

from __future__ import annotations

import fnmatch
import importlib
import json
import os
import platform
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from case import Case, Timing, measure
from measured_page import PAGE, circumstances, replace_section
from rich.console import Console
from rich.progress import track
from rich.table import Table

import karat

HERE = Path(__file__).parent
PEERS = ("metametric", "smatch", "smatchpp", "scorch", "seqeval", "nervaluate", "neleval")
"""Packages whose versions are named in the manual, where they are installed."""


def cases(pattern: str) -> Iterator[Case]:
    """All cases of the modules beside this one whose name matches."""
    for path in sorted(HERE.glob("cases_*.py")):
        for case in importlib.import_module(path.stem).CASES:
            if fnmatch.fnmatch(case.name, f"*{pattern}*"):
                yield case


def as_json(measured: list[tuple[Case, dict[str, Timing]]]) -> str:
    """One document: the machine's size, then each case with its seconds and ratios."""
    return json.dumps(
        {
            "karat": karat.__version__,
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "cases": [
                {
                    "name": case.name,
                    "size": case.size,
                    "target": case.target,
                    "limit": case.limit,
                    "seconds": {name: timing.seconds for name, timing in timings.items()},
                    "ratios": {name: ratio(timings, name) for name in case.peers},
                    "agrees": {name: timings[name].agrees for name in case.peers},
                }
                for case, timings in measured
            ],
        },
        indent=2,
    )


def ratio(timings: dict[str, Timing], name: str) -> float | None:
    """How many times longer a peer takes than Karat."""
    ours, theirs = timings["karat"].seconds, timings[name].seconds
    return theirs / ours if ours and theirs is not None else None


def as_table(measured: list[tuple[Case, dict[str, Timing]]]) -> Table:
    """A line for each contestant; the ratio is the peer's time divided by Karat's, so above 1 Karat is quicker."""
    table = Table(title=f"karat {karat.__version__}, CPU time, medians")
    table.add_column("case", no_wrap=True)
    table.add_column("size")
    table.add_column("who")
    for heading in ("time", "peer ÷ karat", "same result", "target"):
        table.add_column(heading, justify="right", no_wrap=heading == "time")
    for case, timings in measured:
        for number, (name, timing) in enumerate(timings.items()):
            first = number == 0
            table.add_row(
                case.name if first else "",
                case.size if first else "",
                name,
                timing.note or shown(timing.seconds),
                "" if first or timing.seconds is None else f"{ratio(timings, name):.2f}",
                "" if timing.agrees is None else "yes" if timing.agrees else "NO",
                verdict(case, timings) if first else "",
            )
        table.add_section()
    return table


def as_markdown(measured: list[tuple[Case, dict[str, Timing]]]) -> str:
    """The same table for the manual, a line for each case and peer."""
    lines = ["| case | size | Karat | peer | peer's time | peer ÷ Karat | target |", "|---|---|---:|---|---:|---:|---|"]
    for case, timings in measured:
        first = (case.name, case.size.replace("|", "\\|"), shown(timings["karat"].seconds))
        peers = list(case.peers) or [""]
        for number, name in enumerate(peers):
            timing = timings.get(name)
            spent = "" if timing is None else timing.note or shown(timing.seconds)
            times = "" if timing is None or timing.seconds is None else f"{ratio(timings, name):.1f}"
            named = first if number == 0 else ("", "", "")
            lines.append(
                f"| {' | '.join((*named, name, spent, times, verdict(case, timings) if number == 0 else ''))} |"
            )
    return "\n".join(lines)


def shown(seconds: float | None) -> str:
    """Seconds in a unit that leaves a few digits before the point."""
    if seconds is None:
        return "—"
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.2f} {unit}"
    return f"{seconds * 1e6:.1f} µs"


def verdict(case: Case, timings: dict[str, Timing]) -> str:
    """The target, and whether the quickest peer that ran is that much slower; or the limit, and whether it is kept."""
    if case.limit is not None:
        spent = timings["karat"].seconds
        return f"≤ {shown(case.limit)}{'' if spent is None else ' reached' if spent <= case.limit else ' MISSED'}"
    if case.target is None:
        return ""
    ratios = [found for name in case.peers if (found := ratio(timings, name)) is not None]
    reached = f" {'reached' if min(ratios) >= case.target else 'MISSED'}" if ratios else ""
    return f"≥ {case.target:g}{reached}"


def main() -> int:
    parser = ArgumentParser(description="Karat beside its peers in one run, as ratios of CPU time.")
    parser.add_argument("--only", default="", metavar="PATTERN", help="cases whose name contains this (*, ? allowed)")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of which the median is taken")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    parser.add_argument("--write", action="store_true", help="also put the table into docs/performance.md")
    arguments = parser.parse_args()
    if arguments.repeats < 1:
        parser.error("--repeats must be at least 1")
    chosen = list(cases(arguments.only))
    if not chosen:
        print(f"no case whose name contains {arguments.only!r}", file=sys.stderr)
        return 1
    progress = track(chosen, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    measured = [(case, measure(case, arguments.repeats)) for case in progress]
    if arguments.json:
        print(as_json(measured))
    else:
        # narrower, the names of cases and peers are cut off
        Console(width=max(Console().width, 130)).print(as_table(measured))
    if arguments.write:
        when = circumstances(("numpy", "scipy", *PEERS))
        replace_section(PAGE, "benchmarks/bench.py", f"{when}\n\n{as_markdown(measured)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
