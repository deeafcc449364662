"""What of a plan is done and what there is to do, without doing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from karat.systems.experiment.checking import Checked, Checker, PendingRun
from karat.systems.experiment.evaluating import evaluation_inputs, is_current
from karat.systems.experiment.plan import Plan
from karat.systems.experiment.records import record_of
from karat.systems.experiment.state import State
from karat.systems.experiment.tasks import Task, select, tasks_of
from karat.systems.llm import Llm
from karat.systems.llm.preview import preview


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
    try:
        pending = {run.task.name: describe_work(run, checked) for run in checked.pending}
    finally:
        checked.close()
    chosen_names = {task.name for task in chosen}
    found = [
        (task.system.name, task.benchmark.name, pending.get(task.name) or _state_of(task, task.name in chosen_names))
        for task in tasks
        if task.origin != "none"
    ]
    return [*found, *_evaluations(plan, state, checked, tasks, pending)]


def describe_work(run: PendingRun, checked: Checked) -> str:
    """Say how many sentences a run has to do and, of a language model, how many tokens it will use and at what cost."""
    anew = "starts anew, " if run.anew else ""
    work = f"to do: {anew}{run.wanted - run.done:,} of {run.wanted:,} sentences"
    if not isinstance(run.system, Llm):
        return work
    sentences = checked.golds[run.task.benchmark.name].sentences
    estimate = preview(run.system, sentences[run.done :] if run.system.samples == 1 else sentences)
    tokens = f"some {estimate.prompts.likely + estimate.answers.likely:,} tokens"
    if estimate.likely_cost is None or estimate.most_cost is None:
        return f"{work}, {tokens}"
    return f"{work}, {tokens}, cost about {estimate.likely_cost:.4g}, at most {estimate.most_cost:.4g}"


def _state_of(task: Task, chosen: bool) -> str:
    """Say what is there of a task that has nothing to do."""
    if task.output is not None and task.origin != "run":
        return f"output exists: {task.output.name}"
    record = record_of(task, {})
    if record.state != "done":
        return "" if chosen else "left out by --only"
    failed = f", {record.failed:,} failed" if record.failed else ""
    return f"done: {record.results:,} sentences{failed}"


def _evaluations(
    plan: Plan, state: State, checked: Checked, tasks: list[Task], pending: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    for benchmark in plan.benchmarks:
        own = [task for task in tasks if task.benchmark is benchmark and task.origin != "none"]
        done = [task for task in own if record_of(task, {}).state == "done"]
        waits = any(task.name in pending for task in own)
        inputs = evaluation_inputs(plan, benchmark, checked.golds[benchmark.name], done)
        current = bool(done) and not waits and is_current(plan, state, benchmark.name, inputs)
        yield "evaluation", benchmark.name, "done" if current else "to do"
