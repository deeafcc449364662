"""What of a plan is done and what there is to do, without doing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from karat.systems.experiment.checking import Checked, Checker, PendingRun
from karat.systems.experiment.evaluating import evaluation_inputs, is_current
from karat.systems.experiment.plan import Plan
from karat.systems.experiment.records import record_of
from karat.systems.experiment.state import State
from karat.systems.experiment.tasks import Task, select, tasks_of


def survey(
    plan: Plan,
    *,
    only: Iterable[str] = (),
    force: bool = False,
    retry_failures: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> list[tuple[str, str, str]]:
    """Check a plan, and say of each run and each evaluation whether it is done; nothing is written."""
    state = State(plan.folder, plan.path.parent, kept=False)
    tasks = tasks_of(plan)
    chosen = select(tasks, only)
    checked = Checker(plan, state, tell).check(tasks, chosen, force=force, retry_failures=retry_failures)
    checked.close()
    pending = {run.task.name: run for run in checked.pending}
    chosen_names = {task.name for task in chosen}
    found = [
        (task.system.name, task.benchmark.name, _state_of(task, pending, task.name in chosen_names))
        for task in tasks
        if task.origin != "none"
    ]
    return [*found, *_evaluations(plan, state, checked, tasks, pending)]


def _state_of(task: Task, pending: Mapping[str, PendingRun], chosen: bool) -> str:
    if task.output is not None and task.origin != "run":
        return f"output exists: {task.output.name}"
    record = record_of(task, {})
    if task.name not in pending:
        failed = f", {record.failed:,} failed" if record.failed else ""
        return (
            f"done: {record.results:,} sentences{failed}"
            if record.state == "done"
            else "left out by --only" * (not chosen)
        )
    run = pending[task.name]
    if run.anew:
        return f"to do: starts anew, {run.wanted:,} sentences"
    return f"to do: {run.wanted - run.done:,} of {run.wanted:,} sentences"


def _evaluations(
    plan: Plan, state: State, checked: Checked, tasks: list[Task], pending: Mapping[str, PendingRun]
) -> Iterator[tuple[str, str, str]]:
    for benchmark in plan.benchmarks:
        own = [task for task in tasks if task.benchmark is benchmark and task.origin != "none"]
        done = [task for task in own if record_of(task, {}).state == "done"]
        waits = any(task.name in pending for task in own)
        inputs = evaluation_inputs(plan, benchmark, checked.golds[benchmark.name], done)
        current = bool(done) and not waits and is_current(plan, state, benchmark.name, inputs)
        yield "evaluation", benchmark.name, "done" if current else "to do"
