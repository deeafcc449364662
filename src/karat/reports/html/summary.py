"""The top of a report: the findings in words, one row a system, and every number with its interval."""

from __future__ import annotations

from karat.reports.html.elements import Content, Html, element, scrolling
from karat.reports.html.families import family_means
from karat.reports.html.figures.scores import by_f1
from karat.reports.html.findings import findings, lead, tiles
from karat.reports.html.samples import sample_means
from karat.reports.html.sorting import f1_cell, f1_domain, heading, number, value_cell
from karat.reports.html.what_to_fix import fix_first, what_to_fix
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.table import Cell, Section, Table, marked_warning, printable
from karat.results.evaluation import Evaluation
from karat.results.explanation.fixes import Diagnosis
from karat.results.explanation.profile import ErrorProfile
from karat.results.measurement import VALUES
from karat.results.statistics.estimate import Estimate

SCORES = {"precision": "P", "recall": "R"}


def summary(
    evaluation: Evaluation, profiles: tuple[ErrorProfile, ...], focus: str, diagnosis: Diagnosis | None
) -> list[Content]:
    """Make warnings, what can be told apart, what to fix in the system in focus, findings, and all numbers."""
    numbers = tabulate_evaluation(evaluation)
    fixes = () if diagnosis is None else diagnosis.fixes()
    return [
        *(element("p", marked_warning(text), class_="warning", role="alert") for text in numbers.warnings),
        element("p", said, class_="lead") if (said := lead(evaluation)) else None,
        fix_first(focus, fixes, evaluation.sample),
        element(
            "dl",
            (element("div", element("dt", name), element("dd", said)) for name, said in tiles(evaluation)),
            class_="tiles",
        ),
        element("ul", (element("li", text) for text in findings(evaluation, numbers, profiles)), class_="findings"),
        summary_table(evaluation, focus),
        *family_means(evaluation),
        *sample_means(evaluation),
        element(
            "details",
            element("summary", "Every number with its interval"),
            whole_table(numbers),
            class_="numbers",
        ),
        *([] if diagnosis is None or not fixes else what_to_fix(focus, str(diagnosis.judge), fixes, evaluation.sample)),
    ]


def summary_table(evaluation: Evaluation, focus: str) -> Html:
    """One row a system, the best first: the rank, the first metric in full, F1 by the others."""
    keys = evaluation.labels
    first, *others = [one.label for one in evaluation.systems[0].measurements]
    ranking = evaluation.ranking()
    ranks = {rank.system: rank.rank for rank in ranking.ranks} if ranking else {}
    best = _best_values(evaluation)
    domain = f1_domain([system.f1 for system in evaluation]) if len(evaluation) > 1 else None
    rows = []
    for name in by_f1(evaluation):
        system = evaluation[name]
        main, *rest = [system[key] for key in keys]
        cells = [
            _rank(ranks.get(name), list(ranks.values())) if ranking else None,
            element("th", printable(name), scope="row"),
            f1_cell(main.f1, domain, bold=_is_best(main.f1, best[*main.key, "f1"])),
            element("td", printable(system.family or ""), class_="text") if evaluation.families else None,
            *(
                value_cell(getattr(main, value), bold=_is_best(getattr(main, value), best[*main.key, value]))
                for value in SCORES
            ),
            *(value_cell(one.f1, bold=_is_best(one.f1, best[*one.key, "f1"])) for one in rest),
            number(f"{system.extractions:,}", value=system.extractions),
        ]
        in_focus = len(evaluation) > 1 and name == focus
        rows.append(element("tr", cells, class_="focus" if in_focus else None))
    several = len(evaluation) > 1
    head = element(
        "tr",
        heading("rank", text=True) if ranking else None,
        heading("system", text=True, sortable=several),
        heading(f"{first} F1", sorted_down=several, sortable=several),
        heading("family", text=True, sortable=several) if evaluation.families else None,
        (heading(f"{first} {short}", sortable=several) for short in SCORES.values()),
        (heading(f"{label} F1", sortable=several) for label in others),
        heading("documents" if evaluation.task else "extractions", sortable=several),
    )
    classes = "sortable summary" if several else "summary"
    return scrolling(element("table", element("thead", head), element("tbody", rows), class_=classes), "Summary")


def _rank(rank: int | None, ranks: list[int]) -> Html:
    if rank is None:
        return number("—", value=None, class_="text")
    return number(f"{'=' if ranks.count(rank) > 1 else ''}{rank}", value=rank, class_="text")


def _best_values(evaluation: Evaluation) -> dict[tuple[str, str | None, str], float | None]:
    """The best precision, recall and F1 by each metric and facet; none where there is only one system."""
    several = len(evaluation) > 1
    best = {
        (*key, value): [getattr(system[key], value).value for system in evaluation] if several else []
        for key in evaluation.labels
        for value in VALUES
    }
    return {name: max((value for value in each if value is not None), default=None) for name, each in best.items()}


def _is_best(estimate: Estimate, best: float | None) -> bool:
    return estimate.value is not None and estimate.value == best


def whole_table(numbers: Table, label: str = "All numbers", rows: str = "system") -> Html:
    """The table as every other report has it, a group of rows for each section; ``rows`` says what a row is."""
    head = element(
        "tr",
        element("th", (len(numbers.sections) == 1 and numbers.sections[0].title) or rows, scope="col"),
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
