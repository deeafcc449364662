"""Measure what each stage of a large karat evaluate takes, and put the plan for a billion extractions in the manual.

``python benchmarks/stages.py [--extractions N] [--folder DIR] [--write]``. One process does all stages; on a cluster
the workers score, and the process that was started does the rest. ``--write`` puts the table into docs/cluster.md.
"""

from __future__ import annotations

import tempfile
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from pkgutil import resolve_name
from typing import Any
from unittest import mock

from measured_page import PAGE, circumstances, replace_section
from scale import WORKLOADS, make_corpus

import karat

CLUSTER = PAGE.with_name("cluster.md")
GOLD, OUTPUTS, SCORING, REST = "gold", "outputs", "scoring", "rest"
STAGES = {
    GOLD: ("read the gold, divide it into parts", "the machine that runs `karat`"),
    OUTPUTS: ("read the outputs (tables with tabs), divide them into parts", "the machine that runs `karat`"),
    SCORING: ("score, with verdicts", "workers"),
    REST: ("join, intervals, comparisons", "the machine that runs `karat`"),
}
MEASURED = {
    GOLD: "karat.results.blocks.gold_reading.store_gold",
    OUTPUTS: "karat.results.scoring.sort_output",
    SCORING: "karat.results.blocks.scoring.score_block",
}
"""The functions that do a stage; the rest is what remains."""

WORKERS = (1, 4, 16, 64)
BILLION = 10**9


def measure(folder: Path) -> dict[str, float]:
    """Evaluate the systems of a folder, and give the seconds of CPU that each stage took."""
    spent: defaultdict[str, float] = defaultdict(float)

    def timed(stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            started = time.process_time()
            result = function(*arguments, **options)
            if stage == OUTPUTS:
                result = list(result)  # it gives one system after the other
            spent[stage] += time.process_time() - started
            return result

        return run

    karat.evaluate(benchmark="karat-sample")  # imports what is needed
    with ExitStack() as patches:
        for stage, name in MEASURED.items():
            patches.enter_context(mock.patch(name, timed(stage, resolve_name(name))))
        started = time.process_time()
        karat.evaluate(sorted(folder.glob("*.tsv")), gold=folder / "gold.jsonl", workers=1)
        total = time.process_time() - started
    if spent.keys() != MEASURED.keys():
        raise ValueError(f"{folder}: expected an input so large that it is scored in parts")
    return {**spent, REST: total - sum(spent.values())}


def plan(micros: dict[str, float]) -> str:
    """The table of stages by their microseconds an extraction, and what follows for several numbers of workers."""
    lines = ["| step | where | CPU an extraction | for 10^9 |", "|---|---|---:|---:|"]
    for stage, (what, where) in STAGES.items():
        hours = f"{micros[stage] * BILLION / 1e6 / 3600:.1f} {'core-hours' if stage == SCORING else 'hours'}"
        lines.append(f"| {what} | {where} | {micros[stage]:.1f} µs | {hours} |")
    alone = sum(micros.values()) - micros[SCORING]
    by_workers = [
        f"{alone + micros[SCORING] / workers:.0f} µs on {workers} {'core' if workers == 1 else 'workers'}"
        for workers in WORKERS
    ]
    follows = (
        f"So an extraction takes about {alone:.0f} + {micros[SCORING]:.0f} / *workers* µs: {_listed(by_workers)}. "
        f"With more than {micros[SCORING] / alone:.0f} workers, most of the time goes into the one process that reads "
        "the inputs and joins the results."
    )
    return "\n".join([*lines, "", follows])


def _listed(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--extractions", type=int, default=300_000)
    parser.add_argument("--folder", type=Path, help="where the files are kept for the next run; else they are removed")
    parser.add_argument("--write", action="store_true", help="write the table into docs/cluster.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        spent = measure(make_corpus(WORKLOADS[0], options.extractions, options.folder or Path(temporary)))
    micros = {stage: 1e6 * seconds / options.extractions for stage, seconds in spent.items()}
    text = f"{plan(micros)}\n\n{circumstances(('numpy', 'scipy'))} {options.extractions:,} extractions."
    print(text)
    if options.write:
        replace_section(CLUSTER, "benchmarks/stages.py", text)


if __name__ == "__main__":
    main()
