"""A leaderboard of many evaluations: one sorted table with filters, as a page that stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from karat.reports.html.elements import Html, element, scrolling
from karat.reports.html.page import Section, document
from karat.reports.html.summary import bar
from karat.reports.tables.table import counted, marked_warning, printable
from karat.results.evaluation import Evaluation
from karat.results.measurement import Key, Measurement
from karat.results.statistics.estimate import Estimate, format_value
from karat.results.system_result import SystemResult

COLUMNS = ("rank", "system", "benchmark", "metric", "P", "R", "F1", "extractions", "run", "karat")
TEXTS = frozenset({"rank", "system", "benchmark", "metric", "run", "karat"})
ID = "leaderboard"


@dataclass(frozen=True, slots=True)
class Entry:
    """A system by one metric in one run; the rank is among those of the same benchmark and metric."""

    run: str
    evaluation: Evaluation
    system: SystemResult
    measurement: Measurement
    rank: int = 0

    @property
    def group(self) -> tuple[str, Key]:
        """The benchmark and metric within which it is ranked."""
        return self.evaluation.benchmark, self.measurement.key


def leaderboard(runs: Sequence[tuple[str, Evaluation]]) -> str:
    """Write evaluations, each with the name of its run, as one page."""
    entries = ranked(runs)
    benchmarks = list(dict.fromkeys(entry.evaluation.benchmark for entry in entries))
    metrics = list(dict.fromkeys(entry.measurement.label for entry in entries))
    systems = dict.fromkeys(entry.system.name for entry in entries)
    content = [
        *(
            element("p", marked_warning(f"{printable(run)}: {printable(text)}"), class_="warning", role="alert")
            for run, evaluation in runs
            for text in evaluation.warnings()
        ),
        element(
            "p",
            "By benchmark and metric, the best F1 first. Ranks are among the systems of one benchmark and metric; "
            "intervals that overlap say that two ranks may well be the other way round.",
        ),
        element(
            "div",
            _choice("Benchmark", "benchmark", benchmarks, None if len(benchmarks) > 1 else benchmarks[0]),
            _choice("Metric", "metric", metrics, metrics[0]),
            element("label", "Search", element("input", type="search", id="by-text", data_filters=ID), class_="wide"),
            class_="filters",
        ),
        element("p", f"{len(entries)} rows", id=f"{ID}-count", class_="count", role="status"),
        _table(entries),
        element("h3", "Signatures"),
        element(
            "ul",
            (
                element("li", element("code", text))
                for text in dict.fromkeys(entry.measurement.signature for entry in entries)
            ),
            class_="codes",
        ),
    ]
    subtitle = (
        f"{counted(len(systems), 'system')}, {counted(len(benchmarks), 'benchmark')}, {counted(len(runs), 'run')}"
    )
    return document("Leaderboard", subtitle, [Section("table", "Systems", content)])


def ranked(runs: Sequence[tuple[str, Evaluation]]) -> list[Entry]:
    """Sort by F1 within each benchmark and metric; undefined values last.

    Equal ones share a rank.
    """
    groups: dict[tuple[str, Key], list[Entry]] = {}
    for run, evaluation in runs:
        for system in evaluation:
            for one in system.measurements:
                entry = Entry(run, evaluation, system, one)
                groups.setdefault(entry.group, []).append(entry)
    found = []
    for group in groups.values():
        group.sort(key=lambda entry: -_number(entry.measurement.f1))
        values = [_number(entry.measurement.f1) for entry in group]
        found += [
            Entry(entry.run, entry.evaluation, entry.system, entry.measurement, values.index(value) + 1)
            for entry, value in zip(group, values, strict=True)
        ]
    return found


def _number(estimate: Estimate) -> float:
    return -1.0 if estimate.value is None else estimate.value


def _choice(label: str, key: str, names: Sequence[str], chosen: str | None) -> Html:
    options = [element("option", "all", value="")]
    options += [element("option", printable(name), value=name, selected=name == chosen) for name in names]
    return element("label", label, element("select", options, id=f"by-{key}", data_filters=ID, data_key=key))


def _table(entries: Sequence[Entry]) -> Html:
    head = element("tr", map(_heading, COLUMNS))
    whole = element(
        "table",
        element("thead", head),
        element("tbody", map(_row, entries)),
        class_="sortable",
        id=ID,
    )
    return scrolling(whole, "Leaderboard")


def _heading(name: str) -> Html:
    button = element("button", name, type="button", class_="sort")
    return element("th", button, scope="col", class_="text" if name in TEXTS else None)


def _row(entry: Entry) -> Html:
    measurement, evaluation = entry.measurement, entry.evaluation
    interval = element("span", f" {measurement.f1.interval}", class_="interval") if measurement.f1.interval else None
    cells = [
        element("td", f"{entry.rank}", class_="text"),
        element("th", printable(entry.system.name), scope="row", class_="text"),
        element("td", printable(evaluation.benchmark), class_="text"),
        element("td", measurement.label, class_="text"),
        _value(measurement.precision),
        _value(measurement.recall),
        element(
            "td",
            format_value(measurement.f1.value),
            interval,
            bar(measurement.f1),
            data_value=f"{_number(measurement.f1)!r}",
        ),
        element("td", f"{entry.system.extractions:,}", data_value=entry.system.extractions),
        element("td", printable(entry.run), class_="text"),
        element("td", evaluation.version, class_="text"),
    ]
    return element("tr", cells, data_benchmark=evaluation.benchmark, data_metric=measurement.label)


def _value(estimate: Estimate) -> Html:
    return element(
        "td", format_value(estimate.value), title=estimate.interval or None, data_value=f"{_number(estimate)!r}"
    )
