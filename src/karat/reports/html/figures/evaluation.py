"""All charts of an evaluation, and the same as files for papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from karat.formats.files import make_folder, write_bytes
from karat.reports.html.figures.chart import Chart, ChartFormat
from karat.reports.html.figures.cliques import clique_charts
from karat.reports.html.figures.curves import precision_recall_chart
from karat.reports.html.figures.errors import bucket_chart, slot_chart
from karat.reports.html.figures.scores import by_f1, facet_chart, overestimate_chart
from karat.reports.html.figures.sentences import sentence_chart
from karat.reports.html.figures.theme import PAPER, Theme
from karat.results.buckets import LENGTH, BucketTable, by_sentence
from karat.results.evaluation import Evaluation
from karat.results.explanation.profile import error_profiles


def charts(
    evaluation: Evaluation, theme: Theme = PAPER, buckets: Sequence[BucketTable] = (), *, focus: str | None = None
) -> tuple[Chart, ...]:
    """Make every chart for which the evaluation has numbers.

    ``buckets`` are what to show by bucket of sentences beside their length, which is shown unless all are alike.
    ``focus`` names the system whose dots have a colour of their own.
    """
    return tuple(_charts(evaluation, theme, buckets, focus))


def _charts(evaluation: Evaluation, theme: Theme, buckets: Sequence[BucketTable], focus: str | None) -> Iterator[Chart]:
    names = by_f1(evaluation)
    yield facet_chart(evaluation, theme, focus)
    if (found := overestimate_chart(evaluation, theme)) is not None:
        yield found
    yield from clique_charts(evaluation, theme)
    yield precision_recall_chart(evaluation, theme)
    profiles = sorted(error_profiles(evaluation), key=lambda profile: names.index(profile.system))
    if profiles:
        yield slot_chart(profiles, theme, focus)
        yield bucket_chart(profiles, theme)
    if evaluation.keeps_sentences and all(table.by != LENGTH.name for table in buckets):
        lengths = by_sentence(evaluation, LENGTH)
        if len(lengths.buckets) > 1:
            yield sentence_chart(lengths, theme)
    yield from (sentence_chart(table, theme) for table in buckets)


def write_charts(all_charts: Sequence[Chart], folder: Path, format: ChartFormat) -> list[Path]:
    """Write each chart into a folder, which is made if it is not there."""
    make_folder(folder)
    paths = []
    for chart in all_charts:
        path = folder / f"{chart.name}.{format}"
        write_bytes(path, chart.drawn(format))
        paths.append(path)
    return paths
