"""Check everything before anything runs: data, outputs that exist, and whether each system can be made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from karat.benchmarks import Gold
from karat.errors import InputError, KaratError, UnknownNameError
from karat.formats import InputFile
from karat.formats.text.lines import lines
from karat.model import RunHead
from karat.one_line import one_line
from karat.results.outputs import PublishedOutput
from karat.results.system_output import read_system
from karat.systems.experiment.evaluating import check_scoring, checksum, scoring_options
from karat.systems.experiment.golds import load_planned_gold
from karat.systems.experiment.plan import Plan, PlannedBenchmark
from karat.systems.experiment.run_files import RunFile, read_run_file
from karat.systems.experiment.state import State, as_json
from karat.systems.experiment.tasks import Task, published_outputs
from karat.systems.registry import make_system
from karat.systems.run_file import check_head
from karat.systems.running import fingerprint, head_of
from karat.systems.system import System

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PendingRun:
    """A run that has something to do.

    ``anew`` says that what is in its file was made with other settings and is replaced.
    """

    task: Task
    system: System
    done: int
    wanted: int
    anew: bool = False

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: the gold of each benchmark, the runs to do, the systems that were made, and notes to show."""

    golds: Mapping[str, Gold]
    pending: Sequence[PendingRun] = ()
    systems: list[System] = field(default_factory=list, repr=False)
    notes: Sequence[str] = ()

    __repr__ = one_line

    def close(self, system: System | None = None) -> None:
        """Close a system that is done, or all that are still open."""
        for each in [one for one in self.systems if system in (None, one)]:
            self.systems.remove(each)
            each.close()


class Checker:
    """Collects the problems of a plan that only its data and systems show."""

    def __init__(self, plan: Plan, state: State, tell: Callable[[str], None]) -> None:
        self.plan = plan
        self.state = state
        self.tell = tell
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.systems: list[System] = []

    def check(self, tasks: Sequence[Task], chosen: Sequence[Task], *, force: bool, retry_failures: bool) -> Checked:
        """Check all tasks, and make the systems of the chosen ones that have something to do."""
        golds = dict(self._golds())
        self._published()
        for task in tasks:
            if task.origin in ("file", "published") and task.benchmark.name in golds:
                self._attempt(_place(task), partial(self._output, task, golds))
        for benchmark in self.plan.benchmarks:
            if all(task.origin == "none" for task in tasks if task.benchmark is benchmark):
                self.notes.append(f"{benchmark.name}: no system of the plan is for it, or has an output for it")
        pending: list[PendingRun] = []
        for task in chosen:
            gold = golds.get(task.benchmark.name)
            if task.origin == "run" and gold is not None:
                pending += self._attempt(_place(task), partial(self._run, task, gold, force, retry_failures)) or ()
        checked = Checked(golds, pending, self.systems, self.notes)
        if self.problems:
            checked.close()
            raise InputError("\n".join(dict.fromkeys(self.problems)))
        return checked

    def _attempt(self, place: str, make: Callable[[], T]) -> T | None:
        """Make a value; an error becomes a problem of the plan."""
        try:
            return make()
        except KaratError as error:
            self.problems += [f"{self.plan.path}: {place}: {line}" for line in str(error).splitlines()]
            return None

    def _golds(self) -> Iterator[tuple[str, Gold]]:
        for benchmark in self.plan.benchmarks:
            self.tell(f"reading {benchmark.name}")
            place = f"benchmarks.{benchmark.name}"
            gold = self._attempt(place, partial(self._gold, benchmark))
            if gold is not None:
                yield benchmark.name, gold

    def _gold(self, benchmark: PlannedBenchmark) -> Gold:
        """Read the gold of a benchmark, and see that it can be scored as planned, unless it has been."""
        gold = load_planned_gold(benchmark, self.plan.limit)
        recorded = self.state.get("evaluations", benchmark.name) or {}
        if recorded.get("options") != as_json(asdict(benchmark.options)):
            check_scoring(self.plan, benchmark, gold)
        return gold

    def _published(self) -> None:
        """Refuse the name of a published output that no benchmark of the plan has."""
        known = list(dict.fromkeys(name for each in self.plan.benchmarks for name in published_outputs(each)))
        for system in self.plan.systems:
            if system.published is not None and system.published not in known:
                error = UnknownNameError("published output", system.published, known)
                self.problems.append(f"{self.plan.path}: systems.{system.name}.published: {error}")

    def _output(self, task: Task, golds: Mapping[str, Gold]) -> None:
        """Read an output that exists as its evaluation will, unless it has been evaluated before."""
        assert task.output is not None, "a task of this origin has an output"
        recorded = self.state.get("evaluations", task.benchmark.name) or {}
        if any(
            entry[0] == task.system.name and entry[-1] == checksum(task.output) for entry in recorded.get("systems", ())
        ):
            return
        self.tell(f"reading {task.output}")
        kind = PublishedOutput if task.origin == "published" else InputFile
        options = scoring_options(self.plan, task.benchmark)
        for _ in read_system(task.system.name, kind(task.output), golds[task.benchmark.name], options):
            pass

    def _run(self, task: Task, gold: Gold, force: bool, retry_failures: bool) -> list[PendingRun]:
        """Make the system of a run, and see what there is to do; refuse a file that is of another run."""
        assert task.output is not None, "a run has an output"
        path = task.output
        begun = read_run_file(path) if path.exists() else None
        try:
            system = self._system(task)
            head = head_of(system, gold.sentences, task.benchmark.name)
        except KaratError as error:
            # A report can be made where the systems are not, or without a key, as long as all of them are done.
            if begun is None or retry_failures or not self._was_done(task, begun, gold):
                raise
            self.notes.append(f"{task.name}: done, but its system could not be checked: {error}")
            return []
        anew = begun is not None and self._differs(path, head, force)
        done = 0 if begun is None or anew else begun.done
        failed = sum(count for _, count in begun.failures) if begun and retry_failures and not anew else 0
        wanted = head.sentences * head.samples
        if done == wanted and not failed:
            return []
        return [PendingRun(task, system, done - failed, wanted, anew)]

    def _was_done(self, task: Task, begun: RunFile, gold: Gold) -> bool:
        """Whether a run is complete and was made with the same options."""
        return (
            begun.complete
            and begun.head.system == task.system.system
            and begun.head.fingerprint == fingerprint(gold.sentences)
            and self.state.get("runs", task.name) == as_json(task.options, self.plan.path.parent)
        )

    def _differs(self, path: Path, head: RunHead, force: bool) -> bool:
        """Whether a file is of another run than the planned one, which is an error unless ``force`` replaces it."""
        try:
            check_head(next(lines(path)), head)
        except InputError:
            if not force:
                raise
            return True
        return False

    def _system(self, task: Task) -> System:
        """Make a system, one for each run: its budget and what it has counted belong to that run."""
        assert task.system.system is not None, "a run has a system"
        self.tell(f"preparing {task.system.name}")
        system = make_system(task.system.system, task.options)
        self.systems.append(system)
        return system


def _place(task: Task) -> str:
    return f"systems.{task.system.name} on {task.benchmark.name}"
