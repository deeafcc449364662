"""The top of a report: the findings in words, one row a system, and every number with its interval."""

from __future__ import annotations

from collections.abc import Iterator

from karat.reports.html.elements import Content, Html, element, scrolling
from karat.reports.html.units import unit_of
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.table import Cell, Section, Table, marked_warning, printable
from karat.results.evaluation import Evaluation
from karat.results.explanation.near_misses import SLOT_NAMES
from karat.results.explanation.profile import ErrorProfile
from karat.results.measurement import VALUES
from karat.results.statistics.estimate import Estimate, format_value
from karat.results.system_result import SystemResult

SCORES = {"precision": "P", "recall": "R"}


def summary(evaluation: Evaluation, profiles: tuple[ErrorProfile, ...]) -> list[Html]:
    """Make warnings, tiles, findings, the table, and a fold with all numbers."""
    numbers = tabulate_evaluation(evaluation)
    return [
        *(element("p", marked_warning(text), class_="warning", role="alert") for text in numbers.warnings),
        element(
            "dl",
            (element("div", element("dt", name), element("dd", said)) for name, said in tiles(evaluation)),
            class_="tiles",
        ),
        element("ul", (element("li", text) for text in findings(evaluation, numbers, profiles)), class_="findings"),
        summary_table(evaluation),
        element(
            "details",
            element("summary", "Every number with its interval"),
            whole_table(numbers),
            class_="numbers",
        ),
    ]


def tiles(evaluation: Evaluation) -> Iterator[tuple[str, Content]]:
    """The most important numbers."""
    best = _best(evaluation)
    if best.f1.value is not None:
        several = len(evaluation) > 1
        said = [printable(best.name)] if several else []
        yield (
            f"{'best ' if several else ''}F1 by {best.first.label}",
            [
                format_value(best.f1.value),
                element("small", *said, *([f" {best.f1.interval}"] if best.f1.interval else [])),
            ],
        )
    over = [system.overestimate for system in evaluation if system.overestimate is not None]
    if over:
        mean = format_value(sum(over) / len(over), signed=True)
        yield "CaRB over BenchIE", [mean, element("small", "F1, mean over systems" if len(over) > 1 else "F1")]
    yield ("systems", f"{len(evaluation):,}")
    yield f"{unit_of(evaluation)}s", f"{len(best.first.sentences):,}"
    yield from _clique_tiles(evaluation)
    if evaluation.grounds is not None:
        facts = sum(len(annotation.synsets) for annotation in evaluation.grounds.annotations)
        if facts:
            yield "gold facts", f"{facts:,}"


def _clique_tiles(evaluation: Evaluation) -> Iterator[tuple[str, Content]]:
    """How many sentences are in the cliques."""
    if unit_of(evaluation) == "clique" and evaluation.grounds is not None:
        yield "sentences in them", f"{sum(len(clique.members) for clique in evaluation.grounds.cliques):,}"


def findings(evaluation: Evaluation, numbers: Table, profiles: tuple[ErrorProfile, ...]) -> Iterator[str]:
    """What the numbers say, in words."""
    best = _best(evaluation)
    if len(evaluation) > 1 and best.f1.value is not None:
        yield f"{printable(best.name)} has the best F1 by {best.first.label}: {best.f1}."
    for text in numbers.legend:
        if not text.startswith(("Facets:", "conf.", "robust:")):
            yield f"{text.removeprefix('* ')}{_marked(numbers) if text.startswith('* ') else ''}."
    yield from _loss(evaluation)
    compared = [profile for profile in profiles if profile.compared]
    if compared:
        worst = [profile.worst_slot for profile in compared]
        most = max(range(3), key=worst.count)
        whom = "In each system" if len(compared) > 1 else f"In {printable(compared[0].system)}"
        if worst.count(most) < len(compared):
            whom = f"In {worst.count(most)} of {len(compared)} systems"
        yield f"{whom}, wrong extractions are wrong in the {SLOT_NAMES[most]} most often."


def _loss(evaluation: Evaluation) -> Iterator[str]:
    """Say what is lost from the originals to the worst of each clique, by the system that loses most and by least."""
    losses = [
        (delta.values[-1], printable(system.name))
        for system in evaluation
        for one in system.measurements
        if (delta := one.delta) is not None and delta.values[-1] is not None
    ]
    if losses:
        ends = dict.fromkeys((min(losses), max(losses)))
        said = " to ".join(f"{format_value(value, signed=True)} ({name})" for value, name in ends)
        yield f"From the originals to the worst sentence of each clique, F1 changes by {said}."


def _marked(numbers: Table) -> str:
    """Name the systems that are marked under the first metric."""
    names = [name for name, cells in numbers.sections[0].rows if any(cell.marked for cell in cells)]
    return f" ({numbers.sections[0].title}: {', '.join(names)})" if names else ""


def _best(evaluation: Evaluation) -> SystemResult:
    return max(evaluation, key=lambda system: -1.0 if system.f1.value is None else system.f1.value)


def summary_table(evaluation: Evaluation) -> Html:
    """One row a system: the first metric in full with a bar, F1 by the others."""
    keys = evaluation.labels
    first, *others = [one.label for one in evaluation.systems[0].measurements]
    what = "documents" if evaluation.task else "extractions"
    names = [
        "system",
        what,
        *(f"{first} {short}" for short in SCORES.values()),
        f"{first} F1",
        *(f"{label} F1" for label in others),
    ]
    best = _best_values(evaluation)
    rows = []
    for system in evaluation:
        cells = [element("th", printable(system.name), scope="row"), element("td", f"{system.extractions:,}")]
        main, *rest = [system[key] for key in keys]
        cells += [_value(getattr(main, value), best[*main.key, value]) for value in SCORES]
        cells.append(element("td", _bold(main.f1, best[*main.key, "f1"]), " ", _interval(main.f1), bar(main.f1)))
        cells += [_value(one.f1, best[*one.key, "f1"]) for one in rest]
        rows.append(element("tr", cells))
    head = element("tr", (element("th", name, scope="col") for name in names))
    return scrolling(element("table", element("thead", head), element("tbody", rows), class_="summary"), "Summary")


def _best_values(evaluation: Evaluation) -> dict[tuple[str, str | None, str], float | None]:
    """The best precision, recall and F1 by each metric and facet; none where there is only one system."""
    several = len(evaluation) > 1
    best = {
        (*key, value): [getattr(system[key], value).value for system in evaluation] if several else []
        for key in evaluation.labels
        for value in VALUES
    }
    return {name: max((value for value in each if value is not None), default=None) for name, each in best.items()}


def _value(estimate: Estimate, best: float | None) -> Html:
    return element("td", _bold(estimate, best), title=estimate.interval or None)


def _bold(estimate: Estimate, best: float | None) -> Html | str:
    text = format_value(estimate.value)
    return element("b", text) if estimate.value is not None and estimate.value == best else text


def _interval(estimate: Estimate) -> Html | None:
    return element("span", estimate.interval, class_="interval") if estimate.interval else None


def bar(estimate: Estimate) -> Html | None:
    """A small bar with its interval, hidden from screen readers: the numbers stand beside it."""
    if estimate.value is None:
        return None
    line = None
    if estimate.low is not None and estimate.high is not None:
        line = element("b", style=f"left:{estimate.low:.1%};width:{max(0.0, estimate.high - estimate.low):.1%}")
    return element("span", element("i", style=f"width:{estimate.value:.1%}"), line, class_="bar", aria_hidden="true")


def whole_table(numbers: Table, label: str = "All numbers") -> Html:
    """The table as every other report has it, a group of rows for each section."""
    head = element(
        "tr",
        element("th", numbers.sections[0].title if len(numbers.sections) == 1 else "system", scope="col"),
        (element("th", column.name, scope="col") for column in numbers.columns),
    )
    groups = (_group(section, len(numbers.columns), len(numbers.sections) > 1) for section in numbers.sections)
    whole = element("table", element("caption", numbers.full_title()), element("thead", head), groups)
    return element("div", scrolling(whole, label), (element("p", text, class_="quiet") for text in numbers.legend))


def _group(section: Section, columns: int, titled: bool) -> Html:
    title = element("tr", element("th", section.title, scope="rowgroup", colspan=columns + 1)) if titled else None
    rows = (element("tr", element("th", name, scope="row"), map(_cell, cells)) for name, cells in section.rows)
    return element("tbody", title, rows)


def _cell(cell: Cell) -> Html:
    text: Content = element("b", cell.text) if cell.best else cell.text
    interval = element("span", f" {cell.interval}", class_="interval") if cell.interval else None
    return element("td", text, " *" if cell.marked else None, interval)
