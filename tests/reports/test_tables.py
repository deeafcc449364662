"""One small table in every form."""

from __future__ import annotations

import io
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

import karat
from karat.benchmarks import sample_path
from karat.reports.console import print_table
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.notebook import html
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.layout import folded, plain, wrapped
from karat.reports.tables.pairs import tabulate_pairs
from karat.reports.tables.table import Cell, Column, Section, Table
from karat.results.signatures import joined_signatures

NASTY = r"a&b_50%<i>|$x^{2}~\#*"
TABLE = Table(
    "two systems",
    (Column("P"), Column("F1", main=True), Column("to best")),
    (
        Section(
            "carb",
            (
                (
                    NASTY,
                    (Cell(".700", "[.600, .800]", best=True), Cell(".650", "[.550, .750]", best=True), Cell("best")),
                ),
                ("系统", (Cell(".600", "[.500, .700]"), Cell("—"), Cell("−.100", marked=True))),
            ),
        ),
    ),
    ("* below the best by more than chance",),
    ("carb|v:1",),
)


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        pytest.param(
            80,
            [
                r"carb                      P                 F1               to best",
                r"a&b_50%<i>|$x^{2}~\#*  .700 [.600, .800]  .650 [.550, .750]   best",
                r"系统                   .600 [.500, .700]     —               −.100 *",
            ],
            id="all intervals",
        ),
        pytest.param(
            60,
            [
                r"carb                      P    F1               to best",
                r"a&b_50%<i>|$x^{2}~\#*  .700  .650 [.550, .750]   best",
                r"系统                   .600     —               −.100 *",
            ],
            id="the main column's",
        ),
        pytest.param(
            48,
            [
                r"carb               P    F1               to best",
                r"a&b_50%<i>|$x^",
                r"{2}~\#*         .700  .650 [.550, .750]   best",
                r"系统            .600     —               −.100 *",
            ],
            id="names folded",
        ),
        pytest.param(
            42,
            [
                r"carb                      P    F1  to best",
                r"a&b_50%<i>|$x^{2}~\#*  .700  .650   best",
                r"系统                   .600     —  −.100 *",
            ],
            id="no intervals",
        ),
    ],
)
def test_what_fits_is_shown(width, lines):
    found = plain(TABLE, width).splitlines()
    assert found[2 : 2 + len(lines)] == lines
    assert max(map(cell_len, found)) <= width


def printed(**options):
    file = io.StringIO()
    print_table(TABLE, Console(file=file, width=60, highlight=False, **options))
    return file.getvalue()


def test_no_codes_where_there_is_no_terminal():
    assert printed() == plain(TABLE, 60) + "\n"


def test_bold_on_a_terminal_and_no_colour_ever():
    found = printed(force_terminal=True, color_system="standard")
    assert "\x1b[1m.700\x1b[0m" in found
    assert set(re.findall(r"\x1b\[([\d;]*)m", found)) == {"0", "1", "2"}
    assert re.sub(r"\x1b\[[\d;]*m", "", found) == plain(TABLE, 60) + "\n"


def test_html_escapes_every_text():
    nasty = "<script>&\"'"
    table = Table(
        nasty, (Column(nasty),), (Section(nasty, ((nasty, (Cell(nasty, nasty, marked=True),)),)),), (nasty,), (nasty,)
    )
    found = html(table)
    assert "<script" not in found
    assert found.count("&lt;script&gt;&amp;&quot;&#x27;") == 8
    assert "<b>.700</b>" in html(TABLE)


def test_markdown():
    assert markdown(TABLE).splitlines() == [
        "**two systems**",
        "",
        "|  |  | P | F1 | to best |",
        "| --- | --- | ---: | ---: | ---: |",
        r"| carb | a\&b\_50%\<i\>\|\$x^\{2\}\~\\\#\* | **.700** \[.600, .800\] | **.650** \[.550, .750\] | best |",
        r"| carb | 系统 | .600 \[.500, .700\] | — | −.100 \* |",
        "",
        r"\* below the best by more than chance",
        "",
        "```text",
        "carb|v:1",
        "```",
    ]


def test_latex():
    assert latex(TABLE).splitlines() == [
        "% two systems",
        "% * below the best by more than chance",
        "% carb|v:1",
        r"% needs \usepackage{booktabs}",
        r"\begin{tabular}{lrrr}",
        r"\toprule",
        r"& P & F1 & to best \\",
        r"\midrule",
        r"\multicolumn{4}{l}{\textit{carb}} \\",
        (
            r"a\&b\_50\%\textless{}i\textgreater{}\textbar{}\$x\textasciicircum{}\{2\}\textasciitilde{}\textbackslash{}"
            r"\#* & \textbf{.700} {\scriptsize [.600, .800]} & \textbf{.650} {\scriptsize [.550, .750]} & best \\"
        ),
        r"系统 & .600 {\scriptsize [.500, .700]} & --- & $-$.100$^{*}$ \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


@pytest.mark.parametrize("name", ["line\nbreak", "line\x1bbreak", "line\u2028break"])
def test_a_name_keeps_to_its_line(name):
    evaluation = karat.evaluate(
        {name: sample_path("de/careful.tsv"), "other": sample_path("de/greedy.tsv")}, "karat-sample-de"
    )
    for text in (str(evaluation), markdown(tabulate_evaluation(evaluation)), latex(tabulate_evaluation(evaluation))):
        assert text.count("line break") == 4
    assert "line break − other" in plain(tabulate_pairs(evaluation, evaluation.comparisons))


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("abcdef", 4, ["abcd", "ef"]),
        ("系统系统", 5, ["系统", "系统"]),
        ("", 4, [""]),
    ],
)
def test_folded(text, width, pieces):
    assert folded(text, width) == pieces


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("one two three", 8, ["one two", "  three"]),
        ("a:1|b:2|c:3", 8, ["a:1|b:2|", "  c:3"]),
        ("unbreakable", 4, ["unbreakable"]),
        ("", 4, [""]),
    ],
)
def test_wrapped(text, width, pieces):
    assert wrapped(text, width) == pieces


def test_signatures_that_differ_in_more_than_the_facet_stay_apart():
    assert joined_signatures(["a|facet:C|x:1", "a|facet:M|x:2", "a|facet:E|x:1", "b|facet:C|x:1"]) == [
        "a|facet:C,E|x:1",
        "a|facet:M|x:2",
        "b|facet:C|x:1",
    ]


@pytest.mark.parametrize(
    ("resamples", "starts"),
    [
        pytest.param(50, ("Too few resamples", "Too few resamples"), id="3 pairs / 51 is more than .05"),
        pytest.param(100, ("* F1 below", "* F1 differs"), id="3 pairs / 101 is less"),
    ],
)
def test_too_few_resamples_are_not_taken_for_no_difference(resamples, starts):
    systems = {name: sample_path(f"en/{name}.tsv") for name in ("careful", "greedy", "naive")}
    resampling = karat.Resampling("bca", resamples=resamples)
    found = karat.evaluate(systems, "karat-sample", resampling=resampling, test="randomisation")
    tables = tabulate_evaluation(found), tabulate_pairs(found, found.comparisons)
    assert [table.legend[0].startswith(start) for table, start in zip(tables, starts, strict=True)] == [True, True]
