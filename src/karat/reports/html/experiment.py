"""The report of an experiment: systems by benchmark, each benchmark in short, runs and costs, and the plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from karat.reports.html.elements import Content, Html, element, scrolling, table
from karat.reports.html.findings import lead
from karat.reports.html.page import Section, document
from karat.reports.html.signatures import signature_list
from karat.reports.html.sorting import Domain, f1_cell, f1_domain, heading, number
from karat.reports.html.summary import summary_table, whole_table
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.experiment import (
    SHOWN,
    format_cost,
    metric_of,
    tabulate_experiment,
    tabulate_runs,
    warnings_of,
)
from karat.reports.tables.pairs import tabulate_pairs
from karat.reports.tables.table import counted, marked_warning, printable
from karat.results.evaluation import Evaluation
from karat.results.experiment.experiment import Experiment


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
        yield "of these failed", f"{totals.failed:,}"
    if totals.prompt_tokens is not None:
        tokens = totals.prompt_tokens + (totals.completion_tokens or 0)
        yield "tokens", f"{tokens:,}"
    if totals.cost is not None:
        yield "cost", format_cost(totals.cost)


def _table(experiment: Experiment) -> Html:
    """One row a system, one column a benchmark; what is missing is said in words."""
    several = len(experiment.rows()) > 1
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
    compared = {name: experiment.below_best(name) for name in experiment.evaluations}
    domains = {
        name: f1_domain([system.f1 for system in evaluation]) if len(evaluation) > 1 else None
        for name, evaluation in experiment.evaluations.items()
    }
    rows = []
    for system, row in experiment.rows():
        family = printable(experiment.families.get(system, ""))
        cells = [
            element("th", printable(row), scope="row", class_="text"),
            element("td", family, class_="text") if families else None,
            *(
                _cell(experiment, system, row, name, compared.get(name), domains.get(name))
                for name in experiment.benchmarks
            ),
        ]
        rows.append(element("tr", cells))
    classes = "sortable summary" if several else "summary"
    whole = element("table", element("thead", head), element("tbody", rows), class_=classes)
    return scrolling(whole, "Systems by benchmark")


def _cell(
    experiment: Experiment,
    system: str,
    row: str,
    benchmark: str,
    compared: tuple[dict[str, float | None], set[str]] | None,
    domain: Domain | None,
) -> Html:
    result = next((each for each in experiment.results(system, benchmark) if each.name == row), None)
    if result is None or compared is None:
        said = SHOWN.get(experiment.run(system, benchmark).state, "—")
        return number(element("span", said, class_="quiet"), value=None)
    differences, significant = compared
    best = len(differences) > 1 and differences[row] == 0
    return f1_cell(result.f1, domain, bold=best, marked=row in significant)


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
    ran = [run for run in experiment.runs if run.program is not None]
    rows = list(
        dict.fromkeys(
            (printable(run.system), printable(run.program or ""), printable(run.settings or "")) for run in ran
        )
    )
    signatures = [
        measurement.signature
        for evaluation in experiment.evaluations.values()
        for system in evaluation
        for measurement in system.measurements
    ]
    return [
        element("p", "Each benchmark is evaluated by itself; its full report names its files with their checksums."),
        *(
            [
                element("h3", "Systems"),
                table(
                    ("system", "program", "settings"),
                    [(name, program, element("code", settings)) for name, program, settings in rows],
                    class_="texts",
                ),
            ]
            if rows
            else []
        ),
        *([element("h3", "Signatures"), signature_list(signatures)] if signatures else []),
        *_plan(experiment.plan),
    ]


def _plan(text: str) -> Sequence[Html]:
    if not text:
        return ()
    return (element("h3", "Plan"), element("pre", text.strip("\n"), tabindex=0, aria_label="Plan"))
