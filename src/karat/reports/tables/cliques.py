"""The tables of cliques without scores: how large they are, and how far their sentences are apart in syntax."""

from __future__ import annotations

from collections.abc import Iterator

from karat.reports.tables.gold import write_lengths, write_number
from karat.reports.tables.listing import Listing
from karat.results.cliques.syntax import CliqueStatistics, SyntaxByDiscount
from karat.results.statistics.estimate import format_value

MOST_LABELS = 12
"""How many labels of trees are named."""

WIDTH = 24
"""Columns of the bar that draws a value of 1."""

EIGHTHS = " ▏▎▍▌▋▊▉"


def tabulate_clique_statistics(title: str, counted: CliqueStatistics) -> Listing:
    """List what is counted, and how much of it there is."""
    return Listing((title, ""), list(_rows(counted)))


def _rows(counted: CliqueStatistics) -> Iterator[tuple[str, str]]:
    yield "cliques", f"{counted.cliques:,}"
    yield "sentences", f"{counted.sentences:,}"
    yield "paraphrases", f"{counted.paraphrases:,}"
    yield "sentences a clique", write_number(counted.mean_size, 3)
    yield "cliques of a size", ", ".join(f"{size}: {count:,}" for size, count in counted.sizes)
    yield "extractions", write_number(counted.extractions, 0)
    yield "  of originals", write_number(counted.original_extractions, 0)
    yield "  of paraphrases", write_number(counted.paraphrase_extractions, 0)
    yield "vocabulary", f"{counted.vocabulary:,}"
    yield "  of originals", f"{counted.original_vocabulary:,}"
    yield "  share not in originals", write_number(counted.new_vocabulary, 3)
    yield "tokens of an original", write_lengths(counted.original_lengths)
    yield "tokens of a paraphrase", write_lengths(counted.paraphrase_lengths)
    yield "words a paraphrase has new", write_number(counted.new_words, 3)
    if (trees := counted.trees) is not None:
        yield "trees", f"{trees.trees:,}"
        yield "  nodes", f"mean {write_number(trees.nodes.mean)}, most {trees.nodes.longest}"
        yield "  levels", f"mean {write_number(trees.levels.mean)}, most {trees.levels.longest}"
        labels = ", ".join(f"{label} {count:,}" for label, count in trees.labels[:MOST_LABELS])
        more = len(trees.labels) - MOST_LABELS
        yield "  labels", f"{len(trees.labels)}: {labels}{f' and {more} more' if more > 0 else ''}"


def tabulate_syntax(syntax: SyntaxByDiscount) -> Listing:
    """Make a row of each discount: the mean over cliques, the least and the most, and a bar of the mean."""
    parameter = "discount" if syntax.measure == "hws" else "decay"
    rows = [
        (
            f"{discount:g}",
            *map(format_value, (average, min(column, default=None), max(column, default=None))),
            bar(average),
        )
        for discount, average, column in zip(syntax.discounts, syntax.averages, syntax.columns, strict=True)
    ]
    return Listing((parameter, "mean", "least", "most", f"0 {'1':>{WIDTH - 2}}"), rows)


def tabulate_syntax_by_clique(syntax: SyntaxByDiscount, width: int) -> Listing:
    """Make a row of each clique, with two digits where the width has no room for three."""
    header = ("clique", "pairs", *(f"{discount:g}" for discount in syntax.discounts))
    for digits in (3, 2):
        rows = [
            (clique.id, str(clique.pairs), *(format_value(mean, digits=digits) for mean in clique.means))
            for clique in syntax.cliques
        ]
        widths = (max(map(len, column)) for column in zip(header, *rows, strict=True))
        if sum(column + 2 for column in widths) - 2 <= width:
            break
    return Listing(header, rows, right=range(1, len(header)))


def bar(value: float | None) -> str:
    """Draw a value from 0 to 1 as a line of blocks, to an eighth of a column.

    >>> bar(0.25), bar(0.01), bar(None)
    ('██████', '▎', '')
    """
    whole, part = divmod(round((value or 0) * WIDTH * 8), 8)
    return f"{'█' * whole}{EIGHTHS[part]}".rstrip()
