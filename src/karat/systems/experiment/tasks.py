"""What a plan asks for: each system on each benchmark, with the file that its extractions are in or go to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

from karat.benchmarks import benchmark_named, where
from karat.errors import InputError
from karat.one_line import one_line
from karat.systems.experiment.golds import language_of
from karat.systems.experiment.plan import Plan, PlannedBenchmark, PlannedSystem
from karat.systems.registry import system_named

Origin = Literal["run", "file", "published", "none"]
"""Where a system's extractions come from; ``none`` if the plan has no output of it for a benchmark."""


@dataclass(frozen=True, slots=True)
class Task:
    """A system on a benchmark; ``options`` are those of a run, ``output`` is the file of its extractions."""

    system: PlannedSystem
    benchmark: PlannedBenchmark
    origin: Origin
    output: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    __repr__ = one_line

    @property
    def name(self) -> str:
        """What ``--only`` calls it."""
        return f"{self.system.name}/{self.benchmark.name}"


def tasks_of(plan: Plan) -> list[Task]:
    """List each system on each benchmark, by system."""
    return [_task(plan, system, benchmark) for system in plan.systems for benchmark in plan.benchmarks]


def _task(plan: Plan, system: PlannedSystem, benchmark: PlannedBenchmark) -> Task:
    if benchmark.name not in system.benchmarks:
        return Task(system, benchmark, "none")
    if system.system is not None:
        path = plan.folder / "outputs" / benchmark.name / f"{system.name}.jsonl"
        return Task(system, benchmark, "run", path, _options(plan, system, benchmark))
    if system.published is not None:
        place = published_outputs(benchmark).get(system.published)
        return Task(system, benchmark, "none") if place is None else Task(system, benchmark, "published", where(*place))
    output = system.outputs.get(benchmark.name)
    return Task(system, benchmark, "none" if output is None else "file", output)


def published_outputs(benchmark: PlannedBenchmark) -> dict[str, tuple[str, str]]:
    """Where the outputs are that come with a benchmark."""
    return {} if benchmark.benchmark is None else dict(benchmark_named(benchmark.benchmark).outputs)


def _options(plan: Plan, system: PlannedSystem, benchmark: PlannedBenchmark) -> dict[str, Any]:
    """The options of a run: those of the plan, then language and seed for systems that have such options."""
    assert system.system is not None, "only a system that is run has options"
    options = {**system.options, **system.on.get(benchmark.name, {})}
    known = {each.name for each in fields(system_named(system.system).load_options())}
    for name, value in (("language", language_of(benchmark)), ("seed", plan.seed)):
        if name in known and value is not None:
            options.setdefault(name, value)
    return options


def select(tasks: Sequence[Task], only: Iterable[str]) -> list[Task]:
    """Choose tasks by ``SYSTEM``, ``SYSTEM/BENCHMARK`` or ``/BENCHMARK``, with ``*`` for any text; by default all."""
    patterns = list(only)
    if not patterns:
        return list(tasks)
    chosen = set()
    for pattern in patterns:
        system, _, benchmark = pattern.partition("/")
        matching = {
            task.name
            for task in tasks
            if fnmatchcase(task.system.name, system or "*") and fnmatchcase(task.benchmark.name, benchmark or "*")
        }
        if not matching:
            known = ", ".join(task.name for task in tasks)
            raise InputError(
                f"--only {pattern}: expected SYSTEM/BENCHMARK of the plan, found none such. Known: {known}"
            )
        chosen |= matching
    return [task for task in tasks if task.name in chosen]
