"""The tables of an experiment: systems by benchmark, what is missing, and what the runs took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.reports.tables.evaluation import explain_stars
from karat.reports.tables.layout import lines
from karat.reports.tables.table import Cell, Column, Section, Table, counted, missing_intervals, printable
from karat.results.checks.unmatched import FAILED
from karat.results.experiment import Experiment, RunRecord, RunTotals
from karat.results.short_signatures import short_signatures
from karat.results.signatures import joined_signatures
from karat.results.statistics.estimate import format_value
from karat.results.statistics.ranking import listed_names

STOPPED, WAITING, NO_OUTPUT = "stopped", "not run", "—"
SHOWN = {"stopped": STOPPED, "waiting": WAITING, "none": NO_OUTPUT}
"""What stands in place of a number."""
OTHERS = "other systems"
ALL = "all benchmarks"


def tabulate_experiment(experiment: Experiment, benchmarks: Sequence[str] | None = None) -> Table:
    """Make a row for each system and a column for each benchmark: F1 by its first metric."""
    names = experiment.benchmarks if benchmarks is None else tuple(benchmarks)
    columns = tuple(Column(metric_of(experiment, name), main=True, group=printable(name)) for name in names)
    cells = {name: _cells(experiment, name) for name in names}
    by_family: dict[str, list[tuple[str, tuple[Cell, ...]]]] = {}
    for system in experiment.systems:
        family = experiment.families.get(system, OTHERS) if experiment.families else ""
        row = (name_of(experiment, system), tuple(cells[name][system] for name in names))
        by_family.setdefault(family, []).append(row)
        if experiment.samples(system) > 1:
            deviations = [experiment.f1_deviation(system, name) for name in names]
            shown = tuple(Cell("" if value is None else format_value(value)) for value in deviations)
            by_family[family].append((printable(f"{system}, standard deviation"), shown))
    families = sorted(by_family, key=lambda family: family == OTHERS)  # systems without a family come last
    sections = [Section(printable(family), tuple(by_family[family])) for family in families]
    evaluations = [experiment[name] for name in names if name in experiment.evaluations]
    signatures = list(dict.fromkeys(system.first.signature for one in evaluations for system in one))
    levels = [one.resampling.level for one in evaluations if one.resampling is not None]
    return Table(
        title_of(experiment),
        columns,
        tuple(sections),
        tuple(_legend(experiment, names, sections)),
        tuple(joined_signatures(signatures)) if signatures else (),
        tuple(warnings_of(experiment, names)),
        level=levels[0] if levels else None,
        short_signatures=tuple(short_signatures(signatures)) if signatures else (),
    )


def title_of(experiment: Experiment) -> str:
    """Say what was run on what."""
    sizes = (counted(len(experiment.systems), "system"), counted(len(experiment.benchmarks), "benchmark"))
    return " · ".join([printable(experiment.title), *sizes])


def metric_of(experiment: Experiment, benchmark: str) -> str:
    """Name the value that a benchmark's column shows; F1 alone if nothing was scored."""
    evaluation = experiment.evaluations.get(benchmark)
    return "F1" if evaluation is None else f"{evaluation.systems[0].first.label} F1"


def name_of(experiment: Experiment, system: str) -> str:
    """Name a system as its row is named."""
    samples = experiment.samples(system)
    return printable(f"{system}, mean of {samples} samples" if samples > 1 else system)


def _cells(experiment: Experiment, benchmark: str) -> dict[str, Cell]:
    """The cell of each system in a benchmark's column."""
    significant = experiment.below_best(benchmark)[1] if benchmark in experiment.evaluations else set[str]()
    best = experiment.best(benchmark)
    cells = {}
    for system in experiment.systems:
        f1 = experiment.f1(system, benchmark)
        if f1 is None:
            cells[system] = Cell(SHOWN.get(experiment.run(system, benchmark).state, NO_OUTPUT))
        else:
            is_best = f1.value is not None and f1.value == best
            cells[system] = Cell(format_value(f1.value), f1.interval, is_best, system in significant)
    return cells


def warnings_of(experiment: Experiment, benchmarks: Sequence[str]) -> Iterator[str]:
    """Say which runs stopped, how many sentences failed, and what the evaluations warn about."""
    stopped: dict[tuple[str, str | None], list[str]] = {}
    for run in experiment.runs:
        if run.benchmark in benchmarks and run.state == "stopped":
            stopped.setdefault((run.system, run.reason), []).append(run.benchmark)
    for (system, reason), names in stopped.items():
        yield printable(f"{system} on {listed_names(names)}: {reason}")
    for run in experiment.runs:
        if run.benchmark in benchmarks and run.state == "done" and run.failed:
            yield printable(f"{run.system} on {run.benchmark}: {failures_of(run)}")
    for name in benchmarks:
        for result in experiment.evaluations.get(name, ()):
            # Failures are told above, with their reasons.
            notes = [note for note in result.notes if note.warning and note.what != FAILED]
            yield from (printable(f"{result.name} on {name}: {note}") for note in notes)


def failures_of(run: RunRecord | RunTotals) -> str:
    """Say how many sentences failed, and why."""
    reasons = "; ".join(f"{count} × {reason}" if len(run.failures) > 1 else reason for reason, count in run.failures)
    return f"{counted(run.failed, 'sentence')} failed and counted as without extraction: {reasons}"


def _legend(experiment: Experiment, benchmarks: Sequence[str], sections: Sequence[Section]) -> Iterator[str]:
    compared = [experiment[name] for name in benchmarks if name in experiment.evaluations]
    compared = [evaluation for evaluation in compared if evaluation.comparisons]
    if compared:
        yield f"{explain_stars(compared[0], sections)}, on each benchmark by itself"
    for evaluation in compared:
        ranking = evaluation.ranking()
        if ranking is not None and len(evaluation) > 2 and not evaluation.samples:
            name, label = printable(evaluation.benchmark), evaluation.systems[0].first.label
            yield f"On {name} by {label}, {printable(ranking.sentence)}"
    if any(experiment[name].samples for name in benchmarks if name in experiment.evaluations):
        yield "Means of samples have an interval for sentences and samples together, and are not tested"
    yield from missing_intervals(sections)
    states = {run.state for run in experiment.runs if run.benchmark in benchmarks}
    if "stopped" in states or "waiting" in states:
        yield f"{STOPPED}, {WAITING}: no number, because not all sentences are done"
    if "none" in states:
        yield f"{NO_OUTPUT}: not part of the plan"


def fitting_tables(experiment: Experiment, width: int) -> list[Table]:
    """Divide the benchmarks among as many tables as a width needs; a single column may still be too wide."""
    groups: list[list[str]] = [[]]
    for name in experiment.benchmarks:
        if groups[-1] and _width(tabulate_experiment(experiment, [*groups[-1], name]), width) > width:
            groups.append([])
        groups[-1].append(name)
    return [tabulate_experiment(experiment, group) for group in groups]


def _width(table: Table, width: int) -> int:
    return max(sum(len(span.text) for span in line) for line in lines(table, width))


def tabulate_runs(experiment: Experiment) -> Table:
    """Make a section of each benchmark with what each run took, and one of the sums."""
    counts_tokens = experiment.totals().prompt_tokens is not None
    names = ("extractions", "sentences", "failed", *(("tokens in", "tokens out", "cost") if counts_tokens else ()))
    sections = []
    for benchmark in experiment.benchmarks:
        rows = []
        for system in experiment.systems:
            run = experiment.run(system, benchmark)
            if run.state == "none":
                continue
            extractions = [result.extractions for result in experiment.results(system, benchmark)]
            done = "" if run.results is None else f"{run.results:,}"
            if run.sentences is not None and run.results != run.sentences:
                done = f"{run.results or 0:,} of {run.sentences:,}"
            shown = f"{sum(extractions):,}" if extractions else SHOWN.get(run.state, NO_OUTPUT)
            rows.append((printable(system), (Cell(shown), Cell(done), *_took(run, counts_tokens))))
        if rows:
            sections.append(Section(printable(benchmark), tuple(rows)))
    if len(experiment.benchmarks) > 1:
        rows = []
        for system in experiment.systems:
            totals = experiment.totals(system)
            if totals.results:
                cells = (Cell(""), Cell(f"{totals.results:,}"), *_took(totals, counts_tokens))
                rows.append((printable(system), cells))
        if rows:
            sections.append(Section(ALL, tuple(rows)))
    legend = ("cost: in the currency in which the plan gives the prices",) * counts_tokens
    return Table(f"{printable(experiment.title)} · runs", tuple(map(Column, names)), tuple(sections), legend)


def _took(run: RunRecord | RunTotals, counts_tokens: bool) -> tuple[Cell, ...]:
    """How many sentences failed, and tokens and cost if any run counts them."""
    failed = "" if run.results is None else f"{run.failed:,}"
    tokens = (run.prompt_tokens, run.completion_tokens)
    usage = (*("" if count is None else f"{count:,}" for count in tokens), format_cost(run.cost))
    return tuple(map(Cell, (failed, *(usage if counts_tokens else ()))))


def format_cost(cost: float | None) -> str:
    """Write a sum of money, small ones in more digits.

    >>> format_cost(12.3456), format_cost(0.00123), format_cost(0.0), format_cost(None)
    ('12.35', '0.0012', '0.00', '')
    """
    if cost is None:
        return ""
    return f"{cost:,.2f}" if cost >= 1 or cost == 0 else f"{cost:.4f}"
