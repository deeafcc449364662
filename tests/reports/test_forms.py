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
from karat.reports.tables.layout import plain
from karat.reports.tables.listing import Listing
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
        "% carb|v:1",
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        r"\begin{tabular}{lrrr}",
        r"\toprule",
        r"& P & F1 & to best \\",
        r"\midrule",
        r"\multicolumn{4}{l}{\textit{carb}} \\",
        (
            r"a\&b\_50\%\textless{}i\textgreater{}\textbar{}\$x\textasciicircum{}\{2\}\textasciitilde{}\textbackslash{}"
            r"\#* & \textbf{.700} & \textbf{.650} {\scriptsize [.550, .750]} & best \\"
        ),
        r"系统 & .600 & --- & $-$.100$^{*}$ \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\caption{two systems. * below the best by more than chance. The best is bold.}",
        r"\label{tab:two-systems}",
        r"\end{table}",
    ]


@pytest.mark.parametrize("name", ["line\nbreak", "line\x1bbreak", "line\u2028break"])
def test_a_name_keeps_to_its_line(name):
    evaluation = karat.evaluate(
        {name: sample_path("de/careful.tsv"), "other": sample_path("de/greedy.tsv")}, "karat-sample-de"
    )
    for text in (str(evaluation), markdown(tabulate_evaluation(evaluation)), latex(tabulate_evaluation(evaluation))):
        assert text.count("line break") == 4
    assert "line break − other" in plain(tabulate_pairs(evaluation, evaluation.comparisons))


def test_signatures_that_differ_in_more_than_the_facet_stay_apart():
    assert joined_signatures(["a|facet:C|x:1", "a|facet:M|x:2", "a|facet:E|x:1", "b|facet:C|x:1"]) == [
        "a|facet:C,E|x:1",
        "a|facet:M|x:2",
        "b|facet:C|x:1",
    ]


def test_a_listing_folds_what_may_be_folded():
    listing = Listing(("name", "what", "n"), [("[b]one", "a long text", "7"), ("two", "", "1,200")], right=(2,))
    file = io.StringIO()
    print_table(listing, Console(file=file, width=20))
    assert [line.rstrip() for line in file.getvalue().splitlines()] == [
        "name    what       n",
        "────────────────────",
        "[b]one  a          7",
        "        long",
        "        text",
        "two            1,200",
    ]


def test_a_caption_of_ones_own_is_escaped_and_followed_by_the_legend():
    (caption,) = (line for line in latex(TABLE, "Ours & theirs, 50% better").splitlines() if "caption" in line)
    assert caption == (
        r"\caption{Ours \& theirs, 50\% better. * below the best by more than chance. The best is bold.}"
    )


@pytest.mark.parametrize("name", ["[b] system", "*", "[", "**bold"])
def test_a_name_is_no_option_of_the_line_break_before_it(name):
    table = Table("t", (Column("P"),), (Section("", (("first", (Cell(".5"),)), (name, (Cell(".6"),)))),))
    assert f"{{}}{name} & .6 " in latex(table)
    assert not re.search(r"(\\\\|rule)\*?\s*[\[*]", latex(table))
