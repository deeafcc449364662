"""``karat cliques distance``: how far apart the sentences of cliques are in syntax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import typer

from karat.cli.cliques.options import CheckWords, Cliques, OtherBenchmark, Trees
from karat.cli.cliques.stats import cliques_from
from karat.cli.options import ChartFormat, ChartPage, Charts, Encoding, Json
from karat.cli.output import echo, print_json, say, status
from karat.cli.pictures import check_drawing, write_pictures
from karat.errors import InputError
from karat.model import Clique
from karat.reports.console import print_table
from karat.reports.html import Chart, Theme, syntax_charts
from karat.reports.lists import make_console
from karat.reports.tables.cliques import tabulate_syntax, tabulate_syntax_by_clique
from karat.reports.tables.table import counted
from karat.results.cliques.syntax import DISCOUNTS, SyntaxByDiscount, syntax_by_discount
from karat.syntax.hws import MIN_RUN


def distance(
    cliques: Cliques = None,
    benchmark: OtherBenchmark = None,
    trees: Trees = None,
    measure: Annotated[
        Literal["hws", "kernel"], typer.Option(help="HWS distance, or similarity by the convolution tree kernel.")
    ] = "hws",
    discount: Annotated[
        list[float] | None,
        typer.Option(metavar="NUMBER", help="HWS: weight of each later run, again for more; 0.1 … 1 unless given."),
    ] = None,
    height: Annotated[
        int | None, typer.Option(metavar="LEVELS", help="HWS: levels of the trees to keep; all unless given.")
    ] = None,
    min_run: Annotated[
        int | None, typer.Option(metavar="LABELS", help="HWS: least length of a common run; 2 unless given.")
    ] = None,
    decay: Annotated[
        list[float] | None,
        typer.Option(metavar="NUMBER", help="Kernel: weight of each rule, again for more; 0.1 … 1 unless given."),
    ] = None,
    words: Annotated[
        bool | None, typer.Option("--words/--no-words", help="Kernel: compare words too, as by default, or not.")
    ] = None,
    by_clique: Annotated[bool, typer.Option("--by-clique", help="A row for each clique too.")] = False,
    check_words: CheckWords = True,
    encoding: Encoding = "utf-8",
    json: Json = False,
    html: ChartPage = None,
    charts: Charts = None,
    chart_format: ChartFormat = "svg",
) -> None:
    """Average a syntactic measure over the pairs of each clique and over all cliques, by discount.

    Charts show both measures, that which was not asked for with the usual discounts (Figures 3 and 4 of ROBUST).
    """
    belongs: dict[str, dict[str, Any]] = {
        "hws": {"--discount": discount, "--height": height, "--min-run": min_run},
        "kernel": {"--decay": decay, "--words": words},
    }
    _check(measure, belongs)
    drawing = check_drawing(html, charts)
    with status() as tell:
        tell("reading cliques")

        name, read = cliques_from(cliques, benchmark, trees, check_words, encoding)
        _check_trees(name, read)
        tell("comparing trees")
        syntax = syntax_by_discount(
            read,
            measure,
            discount or decay or DISCOUNTS,
            height=height,
            min_run=MIN_RUN if min_run is None else min_run,
            words=words is not False,
        )
        if drawing:
            tell("drawing")
            other = syntax_by_discount(read, "kernel" if measure == "hws" else "hws")
            write_pictures(
                lambda theme: _draw_both([syntax, other], theme),
                f"Syntax within the cliques of {name}",
                counted(len(read), "clique"),
                html,
                charts,
                chart_format,
            )
    if json:
        options = (
            {"height": height, "min_run": min_run or MIN_RUN} if measure == "hws" else {"words": words is not False}
        )
        print_json({"cliques_of": name, **_object(syntax, options, by_clique)})
        return
    _print(name, syntax, by_clique)


def _draw_both(found: Sequence[SyntaxByDiscount], theme: Theme) -> Sequence[Chart]:
    """Both measures, the distance first."""
    return syntax_charts(sorted(found, key=lambda each: each.measure), theme)


def _check(measure: str, belongs: dict[str, dict[str, Any]]) -> None:
    """Refuse an option of the other measure, which would do nothing."""
    for other, options in belongs.items():
        for name, value in options.items():
            if other != measure and value is not None:
                raise typer.BadParameter(f"expected --measure {other} with it, found {measure}", param_hint=name)


def _check_trees(name: str, cliques: Sequence[Clique]) -> None:
    bare = [member.sentence.id for clique in cliques for member in clique.members if member.tree is None]
    if bare:
        found = f"{len(bare):,} without, the first {bare[0]!r}"
        raise InputError(f"{name}: expected a tree for each sentence, in the file or by --trees, found {found}")


def _object(syntax: SyntaxByDiscount, options: dict[str, Any], by_clique: bool) -> dict[str, Any]:
    return {
        "measure": syntax.measure,
        **options,
        "cliques_with_pairs": sum(clique.pairs > 0 for clique in syntax.cliques),
        "averages": [
            {"discount": discount, "mean": average}
            for discount, average in zip(syntax.discounts, syntax.averages, strict=True)
        ],
        **(
            {
                "cliques": [
                    {"id": clique.id, "pairs": clique.pairs, "means": list(clique.means)} for clique in syntax.cliques
                ]
            }
            if by_clique
            else {}
        ),
    }


def _print(name: str, syntax: SyntaxByDiscount, by_clique: bool) -> None:
    what = "HWS distance" if syntax.measure == "hws" else "kernel similarity"
    echo(f"{what} within the cliques of {name}")
    echo()
    print_table(tabulate_syntax(syntax))
    if by_clique:
        echo()
        print_table(tabulate_syntax_by_clique(syntax, make_console().width))
    if single := sum(not clique.pairs for clique in syntax.cliques):
        say(f"{single:,} of {len(syntax.cliques):,} cliques have one sentence, so no pair, and are left out")
