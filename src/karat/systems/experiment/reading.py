"""Read a plan: TOML with the tables ``experiment``, ``systems`` and ``benchmarks``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from karat.errors import FormatError
from karat.formats.text.lines import read_text
from karat.results.scoring import check_test
from karat.results.statistics.comparison import PairedTest
from karat.results.statistics.resampling import IntervalMethod, Resampling
from karat.systems.experiment.benchmark_tables import read_benchmarks
from karat.systems.experiment.plan import Plan
from karat.systems.experiment.problems import PlanProblems
from karat.systems.experiment.system_tables import read_systems
from karat.systems.secrets import find_secrets

TABLES = ("experiment", "systems", "benchmarks")


@dataclass(frozen=True, slots=True)
class ExperimentTable:
    """The keys of ``[experiment]``."""

    title: str | None = None
    folder: Path | None = None
    seed: int | None = None
    limit: int | None = None
    reports: bool = True
    interval: IntervalMethod = "korn-graubard"
    level: float = 0.95
    resamples: int = 10_000
    test: PairedTest = "t"

    def resampling(self) -> Resampling | None:
        """Make the settings of intervals; ``None`` if they are left out."""
        made = Resampling(self.interval, self.resamples, self.seed or 0, self.level)
        resampling = made if self.resamples else None
        check_test(self.test, resampling)
        return resampling


def read_plan(path: Path) -> Plan:
    """Read a plan; its paths begin at its folder. All problems are raised together."""
    text = read_text(path)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _wrong_toml(path, error) from None
    except (RecursionError, ValueError):  # brackets without end, a number of thousands of digits
        raise FormatError(path, None, "TOML", "values that are nested too deeply, or a number too long") from None
    return make_plan(path, document, text)


def make_plan(path: Path, document: dict[str, Any], text: str = "") -> Plan:
    """Make a plan of a document."""
    problems = PlanProblems(path)
    _refuse_secrets(problems, document)
    problems.unknown_keys((), document, TABLES)
    table = problems.table(document, "experiment")
    problems.unknown_keys(("experiment",), table, [each.name for each in fields(ExperimentTable)])
    settings = ExperimentTable(**problems.fields(ExperimentTable, table, ("experiment",)))
    resampling = problems.made(("experiment",), settings.resampling)
    if settings.limit is not None and settings.limit < 1:
        problems.add(("experiment", "limit"), f"expected 1 or more, found {settings.limit}")
    benchmarks = read_benchmarks(problems, document.get("benchmarks"))
    names = [benchmark.name for benchmark in benchmarks]
    systems = read_systems(problems, problems.table(document, "systems"), names)
    problems.raise_all()
    return Plan(
        path,
        text,
        settings.title or path.stem,
        path.parent / (settings.folder or f"{path.stem}-results"),
        tuple(systems),
        tuple(benchmarks),
        settings.limit,
        settings.reports,
        settings.seed,
        resampling,
        settings.test,
    )


def _wrong_toml(path: Path, error: tomllib.TOMLDecodeError) -> FormatError:
    message, _, place = str(error).partition(" (at ")
    line = re.match(r"line (\d+)", place)
    return FormatError(path, int(line[1]) if line else None, "TOML", f"{message[:1].lower()}{message[1:]}")


def _refuse_secrets(problems: PlanProblems, document: dict[str, Any]) -> None:
    """Report each secret without showing it, and remove it, so that no other message shows it."""
    for place in list(find_secrets(document)):
        problems.add(
            place, "expected no key or password in a plan, found what looks like one; set it in the environment"
        )
        owner: Any = document
        for name in place[:-1]:
            owner = owner[int(name)] if isinstance(owner, list) else owner[name]
        if isinstance(owner, list):
            owner[int(place[-1])] = "removed"
        else:
            owner.pop(place[-1])
