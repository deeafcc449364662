"""Measure how the time and memory of karat evaluate and karat score grow with the input, and keep it in the manual.

``python benchmarks/scale.py [--largest N] [--only NAME] [--folder DIR] [--write]``. Each measurement is a process of
its own that reads synthetic files (``corpus.py``) and prints its result. CPU time is that of the process and those it
started; memory is that of the largest of them. ``--write`` puts table and pictures into docs/performance.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from measured_page import PAGE, circumstances, replace_section

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
PICTURES = PAGE.parent / "images"


@dataclass(frozen=True, slots=True)
class Workload:
    """Something that is measured at several sizes; ``command`` gives what karat is called with in a folder."""

    name: str
    what: str
    unit: str
    sizes: tuple[int, ...]
    corpus: Callable[[int], Sequence[str]]
    command: Callable[[Path], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Run:
    """What a process took, and the scores that it printed."""

    cpu: float
    clock: float
    megabytes: float
    scores: object = field(repr=False)


@dataclass(frozen=True, slots=True)
class Measured:
    """A size, measured in one process and with two workers."""

    size: int
    serial: Run
    workers: Run | None


def _evaluate(folder: Path) -> list[str]:
    outputs = [str(path) for path in sorted(folder.glob("*.tsv"))]
    return ["evaluate", *outputs, "--gold", str(folder / "gold.jsonl")]


def _score(task: str, ending: str) -> Callable[[Path], list[str]]:
    def command(folder: Path) -> list[str]:
        return ["score", task, str(folder / f"predicted.{ending}"), "--gold", str(folder / f"gold.{ending}")]

    return command


WORKLOADS = (
    Workload(
        "evaluate",
        "`karat evaluate`: four systems on gold of fact synsets, BenchIE with four facets, intervals, verdicts; ten "
        "extractions a sentence, 24 words a sentence, 24 facts a sentence",
        "extractions",
        SIZES,
        lambda size: ["extractions", "--extractions", str(size)],
        _evaluate,
    ),
    Workload(
        "coreference",
        "`karat score coreference`: CoNLL-2012 files, 136 words a document in the mean, all metrics",
        "documents",
        (1_000, 3_000, 10_000, 30_000, 100_000),
        lambda size: ["coreference", "--documents", str(size)],
        _score("coreference", "conll"),
    ),
    Workload(
        "spans",
        "`karat score spans`: tagged tokens, 26 words a document in the mean, all metrics",
        "documents",
        (1_000, 3_000, 10_000, 30_000, 100_000),
        lambda size: ["spans", "--documents", str(size)],
        _score("spans", "bio"),
    ),
)


def make_corpus(workload: Workload, size: int, folder: Path) -> Path:
    """Write the files of a size, unless they are there from an earlier run."""
    target = folder / f"{workload.name}-{size}"
    if not (target / ".whole").exists():
        script = Path(__file__).parent / "corpus.py"
        subprocess.run([sys.executable, str(script), *workload.corpus(size), str(target)], check=True)
        (target / ".whole").touch()
    return target


def run(arguments: Sequence[str]) -> Run:
    """Run karat in a process of its own."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(
            [sys.executable, "-m", "karat", *arguments, "--json"], stdout=printed, stderr=subprocess.DEVNULL
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        clock = time.monotonic() - started
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, process.args)
        printed.seek(0)
        systems = json.load(printed)["systems"]
    scores = {system["name"]: system["scores"] for system in systems}
    return Run(used.ru_utime + used.ru_stime, clock, used.ru_maxrss / 1024, scores)


def measure(workload: Workload, largest: int, folder: Path, workers: int) -> Iterator[Measured]:
    """Measure each size up to the largest; the two largest also with several workers, which pay only there."""
    sizes = [size for size in workload.sizes if size <= largest]
    for size in sizes:
        command = workload.command(make_corpus(workload, size, folder))
        serial = run([*command, "--workers", "1"])
        parallel = run([*command, "--workers", str(workers)]) if size in sizes[-2:] else None
        yield Measured(size, serial, parallel)


def table(workload: Workload, measured: Sequence[Measured], workers: int) -> str:
    """A row for each size."""
    headings = (
        workload.unit,
        "CPU",
        "µs each",
        "÷ row above",
        "clock",
        "memory",
        f"{workers} workers: CPU",
        "clock",
        "memory",
        "same digits",
    )
    lines = [f"| {' | '.join(headings)} |", "|" + "---:|" * len(headings)]
    before: float | None = None
    for each in measured:
        micro = 1e6 * each.serial.cpu / each.size
        cells = [
            f"{each.size:,}",
            f"{each.serial.cpu:.1f} s",
            f"{micro:.1f}",
            "" if before is None else f"{micro / before:.2f}",
            f"{each.serial.clock:.1f} s",
            f"{each.serial.megabytes:,.0f} MB",
        ]
        if each.workers is not None:
            same = "yes" if each.workers.scores == each.serial.scores else "NO"
            cells += [
                f"{each.workers.cpu:.1f} s",
                f"{each.workers.clock:.1f} s",
                f"{each.workers.megabytes:,.0f} MB",
                same,
            ]
        else:
            cells += [""] * 4
        before = micro
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=1_000_000, help="the largest number of extractions or documents")
    parser.add_argument("--only", default="", help="the workloads whose name contains this")
    parser.add_argument("--folder", type=Path, help="where the files are kept for the next run; else they are removed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write table and pictures into docs/performance.md")
    options = parser.parse_args()
    sections = []
    by_workload: dict[str, list[Measured]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        for workload in WORKLOADS:
            if options.only not in workload.name:
                continue
            measured = list(measure(workload, options.largest, folder, options.workers))
            by_workload[workload.name] = measured
            section = f"{workload.what}:\n\n{table(workload, measured, options.workers)}"
            print(f"{section}\n", flush=True)
            sections.append(section)
    when = circumstances(("numpy", "scipy", "joblib"))
    print(when)
    if options.write:
        # It draws with packages whose memory would count as that of the processes above.
        from scale_charts import write_pictures

        pictures = write_pictures(by_workload, PICTURES)
        replace_section(PAGE, "benchmarks/scale.py", "\n\n".join([when, *pictures, *sections]))


if __name__ == "__main__":
    main()
