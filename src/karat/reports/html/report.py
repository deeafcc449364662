"""The report of an evaluation: one HTML file to look at, to print and to send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from karat.reports.html.elements import Content, Html, element
from karat.reports.html.examples.browser import MOST_EXAMPLES, example_browser
from karat.reports.html.examples.data import ExampleData, diagnosis_of
from karat.reports.html.examples.head_to_head import head_to_head
from karat.reports.html.figures.chart import Chart
from karat.reports.html.figures.evaluation import charts
from karat.reports.html.figures.theme import PAGE
from karat.reports.html.making import making
from karat.reports.html.packing import pack
from karat.reports.html.page import Section, document, figure
from karat.reports.html.robustness import robustness_section
from karat.reports.html.summary import summary
from karat.reports.html.units import unit_of
from karat.reports.tables.table import counted, printable
from karat.results.buckets import BucketTable
from karat.results.cliques.robustness import THRESHOLD
from karat.results.evaluation import Evaluation
from karat.results.explanation.fixes import Diagnosis
from karat.results.explanation.profile import error_profiles

ROBUSTNESS = ("robustness", "Robustness", None)
CHART_SECTIONS = {
    "f1": ("scores", "Scores", None),
    "carb-against-benchie": ("overestimate", "What word overlap hides", "CaRB against BenchIE"),
    "originals-against-worst": ROBUSTNESS,
    "clique-variance": ROBUSTNESS,
    "variance-by-syntax": ROBUSTNESS,
    "cliques": ROBUSTNESS,
    "precision-recall": ("curves", "Precision and recall", None),
    "slot-errors": ("errors", "What goes wrong", "Errors"),
    "error-buckets": ("errors", "What goes wrong", "Errors"),
}
"""Which section a chart belongs to: its id, its title, and what the contents call it; others are of sentences."""
MOST_DIAGNOSED = 10_000
"""Systems with more extractions are diagnosed only if they are named as the focus: it takes a second for 2,000."""
SENTENCES = ("sentences", "Which sentences are hard", "Sentences")
CLIQUES = ("sentences", "Which cliques are hard", "By length")


def html(
    evaluation: Evaluation,
    *,
    buckets: Sequence[BucketTable] = (),
    interactive: bool = False,
    most_examples: int | None = MOST_EXAMPLES,
    threshold: float = THRESHOLD,
    focus: str | None = None,
    more: Sequence[Section] = (),
) -> str:
    """Write an evaluation as one HTML file that needs no network.

    ``buckets`` are shown beside the buckets by length. ``interactive`` brings Vega along, so that charts answer the
    pointer; ``most_examples`` caps how many extractions of each system are in the file. Cliques
    whose F1 spreads less than ``threshold`` are counted. ``focus`` names the system whose faults the summary tells; by
    default the first one. ``more`` sections, such as a task's errors, come before the method.
    """
    name = evaluation.systems[0].name if focus is None else evaluation[focus].name
    drawn = charts(evaluation, PAGE, buckets, focus=name if len(evaluation) > 1 else None)
    profiles = error_profiles(evaluation)
    diagnoses = {
        system.name: diagnosis_of(system, None if system.name == focus else MOST_DIAGNOSED) for system in evaluation
    }
    sections = [
        Section("summary", "Summary", summary(evaluation, profiles, name, diagnoses[name])),
        *_of_charts(evaluation, drawn, threshold),
        *_examples(evaluation, diagnoses, most_examples, name),
        *more,
        Section("making", "How the numbers were made", making(evaluation), "Method"),
    ]
    units = counted(len(evaluation.systems[0].first.sentences), unit_of(evaluation))
    names = ", ".join(printable(system.name) for system in evaluation)
    title = f"{printable(evaluation.benchmark)}: {counted(len(evaluation), 'system')}"
    return document(title, f"{names} on {units}", sections, drawn if interactive else ())


def _of_charts(evaluation: Evaluation, drawn: Sequence[Chart], threshold: float) -> Iterator[Section]:
    """Put charts that belong together into one section."""
    groups: dict[tuple[str, str, str | None], list[Chart]] = {}
    others = CLIQUES if unit_of(evaluation) == "clique" else SENTENCES
    for chart in drawn:
        groups.setdefault(CHART_SECTIONS.get(chart.name, others), []).append(chart)
    for group, found in groups.items():
        id, title, short = group
        content: Sequence[Content] = [_titled(chart, len(found) > 1) for chart in found]
        if group == ROBUSTNESS:
            content = robustness_section(evaluation, content, threshold)
        yield Section(id, title, content, short)


def _titled(chart: Chart, several: bool) -> list[Html]:
    return [*([element("h3", chart.title)] if several else []), figure(chart)]


def _examples(
    evaluation: Evaluation, diagnoses: Mapping[str, Diagnosis | None], most: int | None, focus: str
) -> Iterator[Section]:
    """Head to head, where all systems have the same gold facts, and the browser of examples with their data."""
    if evaluation.grounds is None or not any(system.verdicts for system in evaluation):
        return
    data = ExampleData(evaluation, diagnoses, most)
    if data.comparable:
        yield Section("head-to-head", "Head to head", head_to_head(data, focus))
    packed = element("script", pack(data.to_json()), type="application/octet-stream", id="examples-data")
    yield Section("examples", "Examples", [example_browser(data), packed])
