"""Search for files that break Karat, by mutation: ``python tests/fuzz/search.py --cases 1000000 --workers 2``.

A finding is any exception that is not Karat's own, any case over 2 seconds or 500 MB, any loss that is not reported.
Each is written to a file in ``--findings``; ``--case N`` runs one case again and shows its traceback. Case N is the
same with every number of workers.
"""

from __future__ import annotations

import gc
import logging
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parent))

from mutation import mutate
from targets import Target, corpus, run_case, targets

MOST_SECONDS = 2.0
MOST_MEGABYTES = 500
GIVE_UP = 20
"""Seconds of computing after which a case is stopped."""
MOST_ADDRESSES = 8 << 30
"""What a process may allocate, so that an endless list ends in MemoryError before the machine does."""
CASES_BETWEEN_COLLECTIONS = 1_000
"""Each refused file leaves a traceback in a cycle, and with it a buffer of 64 KB that only a collection frees."""


class HangingError(Exception):
    """A case took too long."""


@dataclass
class Findings:
    """How many cases of each target were run, and what went wrong, once for each place in the code."""

    cases: Counter[str] = field(default_factory=Counter)
    found: dict[str, tuple[int, str, bytes, str]] = field(default_factory=dict)
    slowest: float = 0.0

    def add(self, other: Findings) -> None:
        self.cases += other.cases
        self.found = {**other.found, **self.found}
        self.slowest = max(self.slowest, other.slowest)


@cache
def prepare() -> tuple[list[Target], list[float], list[bytes], dict[str, list[bytes]]]:
    """List the targets, their weights added up, all seeds, and each target's seeds with its corpus."""
    every = targets()
    seeds = {target.name: [*target.seeds, *corpus(target.name)] for target in every}
    weights = list(accumulate(target.weight for target in every))
    return every, weights, [seed for target in every for seed in target.seeds], seeds


def case(number: int, seed: int, only: str | None = None) -> tuple[Target, bytes]:
    """Make a case from its number."""
    every, weights, others, seeds = prepare()
    choice = random.Random(f"{seed} {number}")
    target = choice.choices(every, cum_weights=weights)[0]
    if only is not None:
        chosen = [each for each in every if only in each.name]
        target = chosen[number % len(chosen)]
    return target, mutate(seeds[target.name], others, choice)


def search(numbers: range, seed: int, only: str | None = None) -> Findings:
    """Run the cases with these numbers."""
    findings = Findings()
    with tempfile.TemporaryDirectory(prefix="karat-fuzz-") as folder:
        for number in numbers:
            if number % CASES_BETWEEN_COLLECTIONS == 0:
                gc.collect()
            target, data = case(number, seed, only)
            findings.cases[target.name] += 1
            started, memory = time.process_time(), _megabytes()
            signal.setitimer(signal.ITIMER_VIRTUAL, GIVE_UP)
            try:
                run_case(target, data, Path(folder))
            except Exception as error:  # noqa: BLE001 (any is a finding)
                findings.found.setdefault(_place(target, error), (number, target.name, data, traceback.format_exc()))
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            taken = time.process_time() - started
            findings.slowest = max(findings.slowest, taken)
            if taken > MOST_SECONDS:
                findings.found.setdefault(f"slow: {target.name}", (number, target.name, data, f"{taken:.1f} s"))
            if (grown := _megabytes() - memory) > MOST_MEGABYTES:
                findings.found.setdefault(f"large: {target.name}", (number, target.name, data, f"{grown:.0f} MB"))
    return findings


def search_together(numbers: range, seed: int, workers: int, only: str | None = None) -> Findings:
    """Run the cases with these numbers, shared among processes."""
    step = min(20_000, max(1, -(-len(numbers) // workers)))
    parts = [numbers[start : start + step] for start in range(0, len(numbers), step)]
    findings = Findings()
    with ProcessPoolExecutor(workers, initializer=_prepare_process) as pool:
        for part in pool.map(search, parts, [seed] * len(parts), [only] * len(parts)):
            findings.add(part)
    return findings


def _prepare_process() -> None:
    """Make warnings errors, silence the log, and limit the memory and the time of a case."""
    warnings.simplefilter("error")
    logging.disable()
    gc.set_threshold(50_000)  # with the usual 700, looking for cycles takes a sixth of the time
    prepare()
    gc.freeze()  # the modules and seeds stay, so no collection need look at them
    signal.signal(signal.SIGVTALRM, _stop)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _stop(_: int, __: FrameType | None) -> None:
    raise HangingError(f"more than {GIVE_UP} s")


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _place(target: Target, error: Exception) -> str:
    """Name a failure by its kind and the last line of ours that it passed, so that each is reported once."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "karat" in frame.filename] or frames
    return f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno} in {target.name.split()[0]}"


def describe(findings: Findings) -> Iterator[str]:
    """Say how many cases were run, and list what was found."""
    total = sum(findings.cases.values())
    yield f"{total:,} cases of {len(findings.cases)} targets, the slowest {findings.slowest:.1f} s"
    for name, (number, target, data, trace) in sorted(findings.found.items()):
        yield f"{name}: case {number} of {target!r}, {len(data)} bytes: {trace.strip().splitlines()[-1][:300]}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, and fail if anything is found."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", help="targets whose name contains this")
    parser.add_argument("--case", type=int, help="run one case again")
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    options = parser.parse_args(arguments)
    if options.case is not None:
        target, data = case(options.case, options.seed, options.only)
        print(target.name, data, sep="\n")
        _prepare_process()
        with tempfile.TemporaryDirectory() as folder:
            run_case(target, data, Path(folder))
        return 0
    findings = search_together(
        range(options.first, options.first + options.cases), options.seed, options.workers, options.only
    )
    print(*describe(findings), sep="\n")
    for number, target, data, trace in findings.found.values():
        options.findings.mkdir(exist_ok=True)
        (options.findings / f"{target.replace(' ', '-')}-{number}").write_bytes(data)
        (options.findings / f"{target.replace(' ', '-')}-{number}.txt").write_text(trace, encoding="utf-8")
    return 1 if findings.found else 0


if __name__ == "__main__":
    sys.exit(main())
