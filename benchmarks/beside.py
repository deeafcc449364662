"""Speed of this checkout beside another one: each case of the speed comparison, Karat alone, in turns.

``python benchmarks/beside.py CHECKOUT [--only PATTERN] [--rounds K]``. Both checkouts run their own cases, each in a
process of its own; the best time of all rounds counts, which other work on the machine disturbs least. Exits 1 where a
case takes more than a tenth longer here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from bench import shown
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parents[1]
SLOWER = 1.10

WORKER = """
import fnmatch, importlib, json, sys
from pathlib import Path
folder = Path(sys.argv[1])
sys.path.insert(0, str(folder))
from case import enter
cases = [case for path in sorted(folder.glob("cases_*.py")) for case in importlib.import_module(path.stem).CASES]
cases = {f"{case.name}|{case.size}": case for case in cases if fnmatch.fnmatch(case.name, f"*{sys.argv[2]}*")}
print(json.dumps(list(cases)), flush=True)
given, contestants = {}, {}
for line in sys.stdin:
    name = line.strip()
    if name not in contestants:
        given[name] = cases[name].prepare()
        contestants[name] = enter(cases[name].karat, given[name])
    contestants[name].measure(given[name])
    print(json.dumps(min(contestants[name].samples)), flush=True)
"""


class Checkout:
    """A checkout's cases, run in a process of its own."""

    def __init__(self, root: Path, pattern: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER, str(root / "benchmarks"), pattern],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(root / "src")},
        )
        self.cases: list[str] = self._read()

    def measure(self, case: str) -> float:
        """Run a case once more, and give the best time so far."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{case}\n")
        self._process.stdin.flush()
        seconds: float = self._read()
        return seconds

    def _read(self):  # type: ignore[no-untyped-def]
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


def main() -> int:
    parser = ArgumentParser(description="This checkout beside another one, in CPU time of Karat alone.")
    parser.add_argument("checkout", type=Path, metavar="CHECKOUT", help="the other checkout")
    parser.add_argument("--only", default="", metavar="PATTERN", help="cases whose name contains this (*, ? allowed)")
    parser.add_argument("--rounds", type=int, default=7, help="measurements of which the best is taken")
    arguments = parser.parse_args()
    other, this = (Checkout(root.resolve(), arguments.only) for root in (arguments.checkout, HERE))
    table = Table(title="CPU time, best of all rounds")
    for heading in ("case", "size"):
        table.add_column(heading)
    for heading in ("other", "this", "this ÷ other", ""):
        table.add_column(heading, justify="right")
    slower = 0
    for case in this.cases:
        if case not in other.cases:
            continue
        for _ in range(arguments.rounds):
            before, now = other.measure(case), this.measure(case)
        slower += now > SLOWER * before
        mark = "SLOWER" if now > SLOWER * before else ""
        table.add_row(*case.split("|"), shown(before), shown(now), f"{now / before:.2f}", mark)
    Console(width=max(Console().width, 110)).print(table)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
