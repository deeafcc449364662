"""Records of how each system got through each benchmark, from its files."""

from __future__ import annotations

from collections.abc import Mapping

from karat.errors import KaratError
from karat.results.experiment import RunRecord
from karat.systems.experiment.run_files import read_run_file
from karat.systems.experiment.tasks import Task


def record_of(task: Task, reasons: Mapping[str, str]) -> RunRecord:
    """Describe how far a task has got; ``reasons`` are those why runs stopped just now, by task."""
    system, benchmark = task.system.name, task.benchmark.name
    if task.origin == "none":
        return RunRecord(system, benchmark, "none")
    if task.origin != "run":
        return RunRecord(system, benchmark, "done", output=str(task.output))
    assert task.output is not None, "a run has an output"
    reason = reasons.get(task.name)
    try:
        begun = read_run_file(task.output) if task.output.exists() else None
    except KaratError as error:
        return RunRecord(system, benchmark, "stopped", str(error), str(task.output))
    if begun is None:
        return RunRecord(system, benchmark, "waiting" if reason is None else "stopped", reason, str(task.output))
    usage = begun.usage
    if reason is None and not begun.complete:
        reason = f"{begun.done} of {begun.wanted} sentences are done"
    return RunRecord(
        system,
        benchmark,
        "done" if begun.complete and task.name not in reasons else "stopped",
        reason,
        str(task.output),
        f"{begun.head.system} {begun.head.version}",
        begun.settings,
        begun.wanted,
        begun.done,
        begun.failures,
        None if usage is None else usage.prompt_tokens,
        None if usage is None else usage.completion_tokens,
        None if usage is None else usage.cost,
    )
