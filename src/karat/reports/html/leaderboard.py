"""A leaderboard of many evaluations: one sorted table with filters, as a page that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.reports.html.elements import Html, element, scrolling
from karat.reports.html.page import Section, document
from karat.reports.html.signatures import signature_list
from karat.reports.html.sorting import Domain, f1_cell, f1_domain, heading, number, value_cell
from karat.reports.tables.table import counted, marked_warning, printable
from karat.results.evaluation import Evaluation
from karat.results.statistics.comparison import SIGNIFICANT
from karat.results.statistics.standings import Standing, choices, different_choices, standings

COLUMNS = ("rank", "system", "F1", "P", "R", "extractions", "family", "benchmark", "metric", "choices", "run", "karat")
NUMBERS = frozenset({"F1", "P", "R", "extractions"})
ID = "leaderboard"


def leaderboard(runs: Sequence[tuple[str, Evaluation]]) -> str:
    """Write evaluations, each with the name of its run, as one page."""
    rows = standings(runs)
    benchmarks = list(dict.fromkeys(row.evaluation.benchmark for row in rows))
    metrics = list(dict.fromkeys(row.measurement.label for row in rows))
    systems = dict.fromkeys(row.system.name for row in rows)
    content = [
        *(
            element("p", marked_warning(f"{printable(run)}: {printable(text)}"), class_="warning", role="alert")
            for run, evaluation in runs
            for text in evaluation.warnings()
        ),
        element("p", " ".join(_about(rows))),
        element(
            "div",
            _choice("Benchmark", "benchmark", benchmarks, None if len(benchmarks) > 1 else benchmarks[0]),
            _choice("Metric", "metric", metrics, metrics[0]),
            element("label", "Search", element("input", type="search", id="by-text", data_filters=ID), class_="wide"),
            class_="filters",
        ),
        element("p", f"{len(rows)} rows", id=f"{ID}-count", class_="count", role="status"),
        _table(rows),
        element("h3", "Signatures"),
        signature_list([row.measurement.signature for row in rows]),
    ]
    subtitle = (
        f"{counted(len(systems), 'system')}, {counted(len(benchmarks), 'benchmark')}, {counted(len(runs), 'run')}"
    )
    return document("Leaderboard", subtitle, [Section("table", "Systems", content)])


def _about(rows: Sequence[Standing]) -> Iterator[str]:
    """Say how ranks are made, and what is not ranked together."""
    level = f"{SIGNIFICANT:g}".removeprefix("0")
    yield (
        "By benchmark and metric, the best F1 first. A rank is 1 plus the number of systems that are above by more "
        f"than chance (paired t test, p < {level} after Holm's correction); = marks a rank that several systems share."
    )
    for (benchmark, metric), different in different_choices(rows).items():
        yield (
            f"{printable(benchmark)} was scored by {metric} with different choices, which are ranked apart: "
            f"{'; '.join(map(printable, different.values()))}."
        )
    apart = {
        (row.evaluation.benchmark, row.measurement.label)
        for row in rows
        if len({each.group for each in rows if each.metric == row.metric}) > 1
    }
    for benchmark, metric in sorted(apart - different_choices(rows).keys()):
        yield f"Runs on {printable(benchmark)} by {metric} have different sentences or gold, and are ranked apart."
    versions = sorted({row.evaluation.version for row in rows})
    if len(versions) > 1:
        yield f"Runs of different versions of Karat ({', '.join(versions)}) are ranked together."


def _choice(label: str, key: str, names: Sequence[str], chosen: str | None) -> Html:
    options = [element("option", "all", value="")]
    options += [element("option", printable(name), value=name, selected=name == chosen) for name in names]
    return element("label", label, element("select", options, id=f"by-{key}", data_filters=ID, data_key=key))


def _table(rows: Sequence[Standing]) -> Html:
    shown = different_choices(rows)
    families = any(row.system.family is not None for row in rows)
    left_out = {*([] if shown else ["choices"]), *([] if families else ["family"])}
    columns = [name for name in COLUMNS if name not in left_out]
    head = element("tr", (heading(name, text=name not in NUMBERS) for name in columns))
    domains = {
        metric: f1_domain(row.measurement.f1 for row in rows if row.metric == metric)
        for metric in dict.fromkeys(row.metric for row in rows)
    }
    body = element(
        "tbody",
        (
            _row(
                row,
                domains[row.metric],
                (row.system.family or "") if families else None,
                _choices(row, shown) if shown else None,
            )
            for row in rows
        ),
    )
    return scrolling(element("table", element("thead", head), body, class_="sortable", id=ID), "Leaderboard")


def _choices(row: Standing, different: dict[tuple[str, str], dict[str, str]]) -> str:
    """Say which of the choices that differ a row has; empty where none differ."""
    return different.get((row.evaluation.benchmark, row.measurement.label), {}).get(
        choices(row.measurement.signature), ""
    )


def _row(row: Standing, domain: Domain, family: str | None, own: str | None) -> Html:
    measurement, evaluation = row.measurement, row.evaluation
    rank = "—" if row.rank is None else f"{'=' if row.shared else ''}{row.rank}"
    cells = [
        number(rank, value=row.rank, class_="text"),
        element("th", printable(row.system.name), scope="row", class_="text"),
        f1_cell(measurement.f1, domain),
        value_cell(measurement.precision),
        value_cell(measurement.recall),
        number(f"{row.system.extractions:,}", value=row.system.extractions),
        None if family is None else element("td", printable(family), class_="text"),
        element("td", printable(evaluation.benchmark), class_="text"),
        element("td", measurement.label, class_="text"),
        None if own is None else element("td", printable(own), class_="text"),
        element("td", printable(row.run), class_="text"),
        element("td", evaluation.version, class_="text"),
    ]
    return element("tr", cells, data_benchmark=evaluation.benchmark, data_metric=measurement.label)
