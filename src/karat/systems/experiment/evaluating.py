"""Evaluate the finished outputs of a benchmark, unless the same evaluation is there already."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import file_digest
from pathlib import Path
from typing import Any

from karat.benchmarks import Gold
from karat.formats import InputFile
from karat.formats.files import make_folder
from karat.model import Row
from karat.results import Evaluation, Options, evaluate, load
from karat.results.outputs import PublishedOutput, SystemName
from karat.systems.experiment.plan import Plan, PlannedBenchmark
from karat.systems.experiment.state import State, as_json
from karat.systems.experiment.tasks import Task
from karat.version import __version__


def evaluation_path(plan: Plan, benchmark: str) -> Path:
    """Where the evaluation of a benchmark is written."""
    return plan.folder / "results" / f"{benchmark}.json"


def page_path(plan: Plan, benchmark: str) -> Path:
    """Where the full report of a benchmark is written."""
    return plan.folder / "reports" / f"{benchmark}.html"


def scoring_options(plan: Plan, benchmark: PlannedBenchmark) -> Options:
    """The options of an evaluation; with a limit, outputs that were made elsewhere may have sentences beyond it."""
    return benchmark.options if plan.limit is None else replace(benchmark.options, unknown="ignore")


def check_scoring(plan: Plan, benchmark: PlannedBenchmark, gold: Gold) -> None:
    """Score an empty output, which refuses options and metrics that the gold cannot serve."""
    nothing = [Row(None, sentence.id, sentence.text) for sentence in gold.sentences]
    evaluate({"nothing": nothing}, gold=gold, options=scoring_options(plan, benchmark), resampling=None)


def evaluation_inputs(plan: Plan, benchmark: PlannedBenchmark, gold: Gold, tasks: Sequence[Task]) -> dict[str, Any]:
    """Everything that an evaluation depends on: files by their checksums, options, and the version of Karat."""
    inputs = {
        "version": __version__,
        "gold": [file.sha256 for file in gold.files],
        "limit": plan.limit,
        "options": asdict(benchmark.options),
        "resampling": None if plan.resampling is None else asdict(plan.resampling),
        "test": plan.test,
        "systems": [
            [task.system.name, task.system.family, task.origin, task.output, checksum(task.output)] for task in tasks
        ],
    }
    if benchmark.options.meaning_answers is not None:
        inputs["meaning_answers"] = checksum(benchmark.options.meaning_answers)
    read: dict[str, Any] = as_json(inputs, plan.path.parent)
    return read


def is_current(plan: Plan, state: State, benchmark: str, inputs: Mapping[str, Any]) -> bool:
    """Whether the evaluation that is there was made from these inputs, and has not been changed since."""
    recorded = state.get("evaluations", benchmark)
    path = evaluation_path(plan, benchmark)
    return recorded is not None and path.is_file() and recorded == {**inputs, "result": checksum(path)}


def evaluate_benchmark(
    plan: Plan,
    state: State,
    benchmark: PlannedBenchmark,
    gold: Gold,
    tasks: Sequence[Task],
    tell: Callable[[str], None],
) -> Evaluation:
    """Evaluate the outputs of finished tasks on a benchmark, or load the evaluation that was made from the same."""
    path = evaluation_path(plan, benchmark.name)
    inputs = evaluation_inputs(plan, benchmark, gold, tasks)
    if is_current(plan, state, benchmark.name, inputs):
        return load(path)
    tell(f"evaluating {benchmark.name}")
    sources: dict[str, InputFile] = {SystemName(task.system.name, task.system.family): _source(task) for task in tasks}
    evaluation = evaluate(
        sources,
        gold=gold,
        options=scoring_options(plan, benchmark),
        resampling=plan.resampling,
        test=plan.test,
        progress=lambda step: tell(f"{benchmark.name}: {step}"),
    ).made_by(shlex.join(["karat", "experiment", str(plan.path)]))
    make_folder(path.parent)
    page_path(plan, benchmark.name).unlink(missing_ok=True)  # before the results change, so that it is never stale
    evaluation.save(path)
    state.put("evaluations", benchmark.name, {**inputs, "result": checksum(path)})
    return evaluation


def _source(task: Task) -> InputFile:
    assert task.output is not None, "only tasks with an output are evaluated"
    return PublishedOutput(task.output) if task.origin == "published" else InputFile(task.output)


def checksum(path: Path | None) -> str | None:
    """Compute the SHA-256 of a file; ``None`` if there is none."""
    if path is None or not path.is_file():
        return None
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
