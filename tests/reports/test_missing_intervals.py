"""An interval that cannot be had is a dash with its reason, in every report; two alike systems are said to be alike."""

from __future__ import annotations

import csv as readers
import io
import re
from pathlib import Path

import pytest

import karat
from karat.reports.csv import csv, csv_of_pairs
from karat.reports.html import html
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.notebook import html as notebook
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.layout import plain
from karat.reports.tables.pairs import tabulate_pairs
from karat.results.statistics.systems import Pair

GOLD = """\
sent_id:1\tAnn left Ulm .
1--> Cluster 1:
Ann --> left --> Ulm

sent_id:2\tBob sang .
2--> Cluster 1:
Bob --> sang --> loudly
"""
REASON = "no interval, because fewer than two sentences (documents, cliques) bear on it"


@pytest.fixture
def evaluation(tmp_path: Path) -> karat.Evaluation:
    """Two systems that predict the same, and in one sentence only: precision rests on that one."""
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    for name in ("one", "two"):
        (tmp_path / f"{name}.tsv").write_text("1\tAnn\tleft\tUlm\n", encoding="utf-8")
    return karat.evaluate(
        [tmp_path / "one.tsv", tmp_path / "two.tsv"],
        gold=tmp_path / "gold.txt",
        options=karat.Options(facets=("default",)),
    )


def test_the_estimate_says_why(evaluation: karat.Evaluation) -> None:
    precision, recall = evaluation["one"]["benchie"].precision, evaluation["one"]["benchie"].recall
    assert (precision.value, precision.low, precision.high) == (1, None, None)
    assert precision.without == "fewer than two sentences (documents, cliques) bear on it"
    assert str(precision) == "1.000 [—]"
    assert recall.without is None
    assert recall.low is not None


def test_the_reason_is_left_out_where_no_interval_is_shown(evaluation: karat.Evaluation) -> None:
    table = tabulate_evaluation(evaluation)
    assert REASON in " ".join(plain(table).split())
    assert "[—]" not in plain(table, 40)
    for form in (plain, latex, markdown, notebook):
        assert "[—]" not in form(table.without_intervals())


def test_what_was_not_asked_for_is_not_missed(evaluation: karat.Evaluation) -> None:
    plainly = karat.evaluate(benchmark="karat-sample", resampling=None)
    assert plainly["careful"].f1.without is None
    assert "[—]" not in str(plainly)


def test_tables(evaluation: karat.Evaluation) -> None:
    table = tabulate_evaluation(evaluation)
    assert re.search(r"one +1\.000 \[—\] ", plain(table, 120))
    assert f"[—]: {REASON}" in plain(table, 120)
    assert r"| benchie | one | **1.000** \[—\] |" in markdown(table)
    assert r"\[—\]: no interval, because" in markdown(table)
    # LaTeX shows the intervals of F1 only, which has one here.
    assert "[---]" not in latex(table)
    assert "no interval, because" not in latex(table)
    assert "[—]</span>" in notebook(table)
    assert f"[—]: {REASON}" in notebook(table)


def test_the_html_report(evaluation: karat.Evaluation) -> None:
    pytest.importorskip("altair")
    text = html(evaluation)
    assert " [—]</span>" in text
    assert f"[—]: {REASON}" in text


def test_csv(evaluation: karat.Evaluation) -> None:
    first, *_ = readers.DictReader(io.StringIO(csv(evaluation)))
    assert (first["precision"], first["precision_low"], first["recall_low"] != "") == ("1.0", "", True)
    assert first["no_interval"] == "precision: fewer than two sentences (documents, cliques) bear on it"
    assert "no_interval" not in csv(karat.evaluate(benchmark="karat-sample"))


@pytest.mark.parametrize(("value", "missing"), [("precision", True), ("recall", False)])
def test_pairs(evaluation: karat.Evaluation, value: str, missing: bool) -> None:
    pair = Pair("one", "two", "benchie", "default", evaluation.compare("one", "two", value=value))
    assert pair.comparison.difference == 0
    assert pair.comparison.p == (None if missing else 1)
    table = tabulate_pairs(evaluation, [pair], value)
    assert (f"[—]: {REASON}" in table.legend) == missing
    assert (
        "one and two have the same scores throughout by benchie; the interval says how far apart they may be elsewhere"
        in table.legend
    )
    (row,) = readers.DictReader(io.StringIO(csv_of_pairs(evaluation, [pair], value)))
    assert bool(row.get("no_interval")) == missing
