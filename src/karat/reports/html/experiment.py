"""The report of an experiment: systems by benchmark, each benchmark in short, runs and costs, and the plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from karat.reports.html.elements import Content, Html, element, scrolling, table
from karat.reports.html.findings import lead
from karat.reports.html.page import Section, document
from karat.reports.html.signatures import signature_list
from karat.reports.html.sorting import f1_cell, f1_domain, heading, number
from karat.reports.html.summary import summary_table, whole_table
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.experiment import (
    NO_OUTPUT,
    SHOWN,
    format_cost,
    metric_of,
    name_of,
    tabulate_experiment,
    tabulate_runs,
    warnings_of,
)
from karat.reports.tables.pairs import tabulate_pairs
from karat.reports.tables.table import counted, marked_warning, printable
from karat.results.evaluation import Evaluation
from karat.results.experiment import Experiment


def experiment_page(experiment: Experiment) -> str:
    """Write an experiment as one HTML file that needs no network."""
    sections = [
        Section("summary", "Summary", _summary(experiment)),
        *(_benchmark(experiment, name) for name in experiment.benchmarks),
        Section("runs", "Runs and costs", _runs(experiment)),
        Section("making", "How the numbers were made", _making(experiment), "Method"),
    ]
    systems, benchmarks = counted(len(experiment.systems), "system"), counted(len(experiment.benchmarks), "benchmark")
    names = ", ".join(map(printable, experiment.systems))
    return document(printable(experiment.title), f"{systems} on {benchmarks}: {names}", sections)


def _summary(experiment: Experiment) -> list[Content]:
    numbers = tabulate_experiment(experiment)
    return [
        *_warnings(list(warnings_of(experiment, experiment.benchmarks))),
        element(
            "dl",
            (element("div", element("dt", name), element("dd", said)) for name, said in _tiles(experiment)),
            class_="tiles",
        ),
        _table(experiment),
        *(element("p", f"{text}.", class_="quiet") for text in numbers.legend if not text.startswith("On ")),
    ]


def _warnings(texts: Sequence[str]) -> list[Html]:
    """One warning as a paragraph, several as a list."""
    if len(texts) < 2:
        return [element("p", marked_warning(text), class_="warning", role="alert") for text in texts]
    points = element("ul", (element("li", text) for text in texts))
    return [element("div", element("p", f"{len(texts)} warnings"), points, class_="warning", role="alert")]


def _tiles(experiment: Experiment) -> Iterator[tuple[str, Content]]:
    """The most important numbers of the runs."""
    planned = [run for run in experiment.runs if run.state != "none"]
    done = sum(run.state == "done" for run in planned)
    yield "runs done", [f"{done:,}", element("small", f"of {len(planned):,}")]
    totals = experiment.totals()
    if totals.results:
        yield "sentences processed", f"{totals.results:,}"
        yield "failed sentences", f"{totals.failed:,}"
    if totals.prompt_tokens is not None:
        tokens = totals.prompt_tokens + (totals.completion_tokens or 0)
        yield "tokens", f"{tokens:,}"
    if totals.cost is not None:
        yield "cost", format_cost(totals.cost)


def _table(experiment: Experiment) -> Html:
    """One row a system, one column a benchmark; what is missing is said in words."""
    several = len(experiment.systems) > 1
    families = bool(experiment.families)
    head = element(
        "tr",
        heading("system", text=True, sortable=several),
        heading("family", text=True, sortable=several) if families else None,
        (
            heading(f"{printable(name)} {metric_of(experiment, name)}", sortable=several)
            for name in experiment.benchmarks
        ),
    )
    columns = [_column(experiment, name) for name in experiment.benchmarks]
    rows = []
    for system in experiment.systems:
        family = printable(experiment.families.get(system, ""))
        cells = [
            element("th", name_of(experiment, system), scope="row", class_="text"),
            element("td", family, class_="text") if families else None,
            *(column[system] for column in columns),
        ]
        rows.append(element("tr", cells))
    classes = "sortable summary" if several else "summary"
    whole = element("table", element("thead", head), element("tbody", rows), class_=classes)
    return scrolling(whole, "Systems by benchmark")


def _column(experiment: Experiment, benchmark: str) -> dict[str, Html]:
    """The cell of each system on a benchmark."""
    estimates = {system: experiment.f1(system, benchmark) for system in experiment.systems}
    known = [each for each in estimates.values() if each is not None]
    domain = f1_domain(known) if len(known) > 1 else None
    significant = experiment.below_best(benchmark)[1] if benchmark in experiment.evaluations else set[str]()
    best = experiment.best(benchmark)
    cells = {}
    for system, f1 in estimates.items():
        if f1 is None:
            said = SHOWN.get(experiment.run(system, benchmark).state, NO_OUTPUT)
            cells[system] = number(element("span", said, class_="quiet"), value=None)
        else:
            bold = f1.value is not None and f1.value == best
            cells[system] = f1_cell(f1, domain, bold=bold, marked=system in significant if significant else None)
    return cells


def _benchmark(experiment: Experiment, name: str) -> Section:
    id = f"benchmark-{experiment.benchmarks.index(name) + 1}"
    evaluation = experiment.evaluations.get(name)
    title = printable(name)
    if evaluation is None:
        return Section(id, title, element("p", "No system is done on this benchmark yet.", class_="quiet"))
    content: list[Content] = [
        *_warnings(tabulate_evaluation(evaluation).warnings),
        element("p", said, class_="lead") if (said := lead(evaluation)) else None,
        summary_table(evaluation, focus=""),
        _details("Every number with its interval", whole_table(tabulate_evaluation(evaluation))),
        *_tests(evaluation),
    ]
    if name in experiment.reports:
        link = element("a", "The full report of this benchmark", href=experiment.reports[name])
        content.append(element("p", link, " has charts, errors, examples and systems head to head."))
    return Section(id, title, content)


def _tests(evaluation: Evaluation) -> Iterator[Html]:
    """The paired tests; of more than two systems, by the first metric only."""
    if evaluation.comparisons:
        found = tabulate_pairs(evaluation, evaluation.comparisons)
        shown = replace(found, sections=found.sections[:1])
        yield _details("Systems in pairs, with tests", whole_table(shown, "Systems in pairs", "pair"))


def _details(summary: str, *content: Content) -> Html:
    return element("details", element("summary", summary), *content, class_="numbers")


def _runs(experiment: Experiment) -> list[Content]:
    content: list[Content] = [whole_table(tabulate_runs(experiment), "Runs", "system")]
    failures = [(run, reason, count) for run in experiment.runs for reason, count in run.failures]
    if failures:
        rows = [
            (printable(run.system), printable(run.benchmark), f"{count:,}", printable(reason))
            for run, reason, count in failures
        ]
        content += [
            element("h3", "Failures"),
            table(("system", "benchmark", "sentences", "reason"), rows, class_="texts"),
        ]
    return content


def _making(experiment: Experiment) -> list[Content]:
    programs: dict[tuple[str, str, str], list[str]] = {}
    for run in experiment.runs:
        if run.program is not None:
            programs.setdefault((run.system, run.program, run.settings or ""), []).append(run.benchmark)
    signatures = [
        measurement.signature
        for evaluation in experiment.evaluations.values()
        for system in evaluation
        for measurement in system.measurements
    ]
    return [
        element("p", "Each benchmark is evaluated by itself; its full report names its files with their checksums."),
        *_programs(programs),
        *([element("h3", "Signatures"), signature_list(signatures)] if signatures else []),
        *_plan(experiment.plan),
    ]


def _programs(programs: Mapping[tuple[str, str, str], Sequence[str]]) -> Sequence[Html]:
    """What was run, in which version and with which settings, and on which benchmarks."""
    if not programs:
        return ()
    rows = [
        (printable(system), printable(", ".join(names)), printable(program), element("code", printable(settings)))
        for (system, program, settings), names in programs.items()
    ]
    shown = table(("system", "benchmarks", "program", "settings"), rows, class_="texts programs")
    return (element("h3", "Systems"), shown)


def _plan(text: str) -> Sequence[Html]:
    if not text:
        return ()
    return (element("h3", "Plan"), element("pre", text.strip("\n"), tabindex=0, aria_label="Plan"))
