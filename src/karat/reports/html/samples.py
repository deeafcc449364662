"""Systems that were run several times, in a report: means over their samples, and how much the samples vary."""

from __future__ import annotations

from karat.reports.html.elements import Content, Html, element, scrolling
from karat.reports.html.sorting import heading
from karat.reports.tables.samples import sample_cell
from karat.reports.tables.table import HEADERS, printable
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.samples import SampledSystem


def sample_means(evaluation: Evaluation) -> list[Content]:
    """A row for each system with samples and each metric; nothing without samples."""
    samples = evaluation.samples
    if not samples:
        return []
    names = [name for value in VALUES for name in (HEADERS[value], f"{HEADERS[value]} deviation")]
    head = element(
        "tr", (heading(name, text=place < 2, sortable=False) for place, name in enumerate(["system", "metric", *names]))
    )
    rows = (_row(sampled, one) for sampled in samples for one in evaluation.systems[0].measurements)
    table = element("table", element("thead", head), element("tbody", rows), class_="samples")
    said = (
        "Means over the samples of a system, with intervals for the choice of sentences and of samples together, "
        "and the standard deviation over samples."
    )
    return [element("h3", "Samples"), element("p", said, class_="quiet"), scrolling(table, "Samples")]


def _row(sampled: SampledSystem, one: Measurement) -> Html:
    cells: list[Content] = []
    for value in VALUES:
        mean, deviation = sample_cell(one.key, value, one.asked, sampled)
        interval = element("span", f" {mean.interval}", class_="interval") if mean.interval else None
        cells += [element("td", mean.text, interval), element("td", deviation.text)]
    size = element("small", f"mean of {len(sampled.systems)} samples", class_="quiet")
    name = element("th", printable(sampled.name), " ", size, scope="row")
    return element("tr", name, element("td", one.label, class_="text"), *cells)
