"""Conduct an experiment: check, run what is not done, evaluate what has changed, and write the report."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from karat.errors import KaratError
from karat.formats.files import make_folder
from karat.results import Evaluation
from karat.results.experiment import Experiment, RunRecord
from karat.systems.experiment.checking import Checked, Checker, PendingRun
from karat.systems.experiment.evaluating import evaluate_benchmark
from karat.systems.experiment.plan import Plan
from karat.systems.experiment.reading import read_plan
from karat.systems.experiment.records import record_of
from karat.systems.experiment.state import State
from karat.systems.experiment.tasks import Task, select, tasks_of
from karat.systems.experiment.writing import write_benchmark_pages, write_summaries
from karat.systems.running import run_to_file
from karat.systems.summary import Progress
from karat.version import __version__


class Watcher:
    """Is told what an experiment does; this one keeps silent."""

    def step(self, text: str) -> None:
        """Hear what is done now."""

    def checked(self, pending: Sequence[PendingRun]) -> None:
        """Hear what there is to run, once everything is checked."""

    def progress(self, task: Task, progress: Progress) -> None:
        """Hear how far a run is."""

    def stopped(self, task: Task, reason: str) -> None:
        """Hear that a run stopped early; the others go on."""

    def note(self, text: str) -> None:
        """Hear something that the user should know."""


SILENT = Watcher()


def experiment(
    plan: str | os.PathLike[str] | Plan,
    *,
    only: Iterable[str] = (),
    force: bool = False,
    retry_failures: bool = False,
    watcher: Watcher = SILENT,
) -> Experiment:
    """Run what a plan asks for and is not done, evaluate it, write the report, and return the results.

    ``only`` chooses runs by ``SYSTEM``, ``SYSTEM/BENCHMARK`` or ``/BENCHMARK``. ``force`` starts anew the runs whose
    system, version or settings differ from the plan's; ``retry_failures`` processes again the sentences that failed. A
    run that stops does not stop the others: it is among ``missing`` in the result, and goes on the next time.
    """
    planned = plan if isinstance(plan, Plan) else read_plan(Path(plan))
    make_folder(planned.folder)
    state = State(planned.folder, planned.path.parent)
    tasks = tasks_of(planned)
    chosen = select(tasks, only)
    checker = Checker(planned, state, watcher.step)
    checked = checker.check(tasks, chosen, force=force, retry_failures=retry_failures)
    try:
        for system in [each for each in checked.systems if each not in [run.system for run in checked.pending]]:
            checked.close(system)  # it was made to be compared with what is done
        watcher.checked(checked.pending)
        for note in checked.notes:
            watcher.note(note)
        reasons = _run_all(state, checked, retry_failures, watcher)
    finally:
        checked.close()
    records = [record_of(task, reasons) for task in tasks]
    evaluations = _evaluate_all(planned, state, checked, tasks, records, watcher)
    pages, missing = write_benchmark_pages(planned, evaluations if planned.reports else {}, watcher.step)
    if missing is not None:
        watcher.note(f"no full reports of the benchmarks: {missing}")
    result = Experiment(
        planned.title,
        __version__,
        tuple(system.name for system in planned.systems),
        tuple(benchmark.name for benchmark in planned.benchmarks),
        tuple(records),
        evaluations,
        {system.name: system.family for system in planned.systems if system.family is not None},
        planned.text,
        pages,
    )
    write_summaries(planned, result)
    return result


def _run_all(state: State, checked: Checked, retry_failures: bool, watcher: Watcher) -> dict[str, str]:
    """Do the pending runs; give the reasons why some of them stopped, by task."""
    reasons = {}
    for pending in checked.pending:
        task = pending.task
        assert task.output is not None, "a run has an output"
        state.put("runs", task.name, task.options)
        try:
            make_folder(task.output.parent)
            run_to_file(
                pending.system,
                checked.golds[task.benchmark.name].sentences,
                task.output,
                task.benchmark.name,
                pending.anew,
                retry_failures,
                partial(watcher.progress, task),
            )
        except (KaratError, OSError) as error:
            reasons[task.name] = " ".join(str(error).split())
            watcher.stopped(task, reasons[task.name])
        finally:
            checked.close(pending.system)
    return reasons


def _evaluate_all(
    plan: Plan,
    state: State,
    checked: Checked,
    tasks: Sequence[Task],
    records: Sequence[RunRecord],
    watcher: Watcher,
) -> dict[str, Evaluation]:
    """Evaluate each benchmark on which a system is done."""
    evaluations = {}
    for benchmark in plan.benchmarks:
        done = [
            task
            for task, record in zip(tasks, records, strict=True)
            if task.benchmark is benchmark and record.state == "done"
        ]
        if done:
            gold = checked.golds[benchmark.name]
            evaluations[benchmark.name] = evaluate_benchmark(plan, state, benchmark, gold, done, watcher.step)
    return evaluations
