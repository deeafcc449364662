"""The tables of an experiment, and its page: what is done, what is missing, and what it cost."""

from __future__ import annotations

import csv
import io

import pytest

import karat
from karat.reports.csv import csv_of_experiment
from karat.reports.html import experiment_page
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.tables.experiment import fitting_tables, tabulate_experiment, tabulate_runs
from karat.reports.tables.layout import plain
from karat.results.experiment import Experiment, RunRecord

NO_ANSWER = "no connection; 7 of 24 sentences are done"


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    """Three systems and a model that stopped, on two benchmarks and one that nothing is done on."""
    evaluations = {name: karat.evaluate(benchmark=name) for name in ("karat-sample", "karat-sample-de")}
    failures = (("no answer within 60 s", 2), ("no JSON", 1))
    runs = [
        RunRecord("careful", "karat-sample", "done", output="careful.tsv"),
        RunRecord("careful", "karat-sample-de", "done", output="careful-de.tsv"),
        RunRecord("careful", "own <b>", "none"),
        RunRecord("greedy", "karat-sample", "done", output="greedy.tsv"),
        RunRecord("greedy", "karat-sample-de", "done", output="greedy-de.tsv"),
        RunRecord("greedy", "own <b>", "none"),
        RunRecord("naive", "karat-sample", "done", None, "o", "naive 1", "{}", 24, 24, failures),
        RunRecord("naive", "karat-sample-de", "done", None, "o", "naive 1", "{}", 8, 8),
        RunRecord("naive", "own <b>", "waiting", None, "o"),
        RunRecord("model", "karat-sample", "stopped", NO_ANSWER, "o", "llm m", "{}", 24, 7, (), 1200, 80, 0.012),
        RunRecord("model", "karat-sample-de", "stopped", NO_ANSWER, "o", "llm m", "{}", 24, 7, (), 1300, 90, 0.5),
        RunRecord("model", "own <b>", "waiting", None, "o"),
    ]
    return Experiment(
        "Baselines & a model",
        karat.__version__,
        ("careful", "greedy", "naive", "model"),
        ("karat-sample", "karat-sample-de", "own <b>"),
        tuple(runs),
        evaluations,
        {"careful": "rules", "greedy": "rules"},
        'benchmarks = ["karat-sample"]\n',
        {"karat-sample": "reports/karat-sample.html"},
    )


WARNINGS = """
Warning: model on karat-sample and karat-sample-de: no connection; 7 of 24
  sentences are done
Warning: naive on karat-sample: 3 sentences failed and counted as without
  extraction: 2 × no answer within 60 s; 1 × no JSON
Warning: naive on karat-sample-de: 0 of 11 extractions have credit by benchie,
  whose F1 is 0
"""

WITH_INTERVALS = """
                    karat-sample          karat-sample-de      own <b>
rules          benchie F1              benchie F1                   F1
careful           .626   [.546, .701]     .636   [.359, .860]        —
greedy            .200 * [.096, .345]     .171 * [.025, .477]        —

                    karat-sample          karat-sample-de      own <b>
other systems  benchie F1              benchie F1                   F1
naive             .042 * [.003, .162]     .000 * [.000, .438]  not run
model          stopped                 stopped                 not run
"""

WITHOUT = """
               karat-sample  karat-sample-de  own <b>
rules          benchie F1       benchie F1         F1
careful              .626             .636          —
greedy               .200 *           .171 *        —
"""


def test_the_summary_at_three_widths(experiment: Experiment) -> None:
    title = "Baselines & a model · 4 systems · 3 benchmarks"
    narrow, usual, wide = (fitting_tables(experiment, width) for width in (60, 80, 120))
    assert plain(usual[0], 80).startswith(f"{title} · 95 % intervals\n{WARNINGS}{WITH_INTERVALS}")
    assert WITH_INTERVALS in plain(wide[0], 120)
    assert plain(narrow[0], 60).startswith(f"{title}\n")
    assert WITHOUT in plain(narrow[0], 60)
    assert [len(tables) for tables in (narrow, usual, wide)] == [1, 1, 1]
    assert str(experiment).startswith(plain(usual[0], 80))


def test_many_benchmarks_have_several_tables(experiment: Experiment) -> None:
    tables = fitting_tables(experiment, 45)
    groups = [[column.group for column in table.columns] for table in tables]
    assert groups == [["karat-sample", "karat-sample-de"], ["own <b>"]]


def test_what_the_runs_took(experiment: Experiment) -> None:
    text = plain(tabulate_runs(experiment), 100)
    assert (
        """
all benchmarks                sentences  failed  tokens in  tokens out    cost
naive                                32       3
model                                14       0      2,500         170  0.5120
""".strip("\n")
        in text
    )
    assert "model                stopped    7 of 24       0      1,200          80  0.0120" in text


def test_other_forms(experiment: Experiment) -> None:
    table = tabulate_experiment(experiment)
    assert "| rules | greedy | .200 \\* \\[.096, .345\\] | .171 \\* \\[.025, .477\\] | — |" in markdown(table)
    assert r"naive & .042$^{*}$ {\scriptsize [.003, .162]}" in latex(table)
    rows = list(csv.DictReader(io.StringIO(csv_of_experiment(experiment))))
    stopped = [row for row in rows if row["system"] == "model"]
    assert [(row["benchmark"], row["state"], row["prompt_tokens"], row["f1"]) for row in stopped] == [
        ("karat-sample", "stopped", "1200", ""),
        ("karat-sample-de", "stopped", "1300", ""),
        ("own <b>", "waiting", "", ""),
    ]
    document = experiment.to_json()
    assert document["totals"]["cost"] == 0.512
    assert document["benchmarks"][2] == {"name": "own <b>", "scores": []}
    assert [score["rank"] for score in document["benchmarks"][0]["scores"]] == [1, 2, 3]


def test_the_page(experiment: Experiment) -> None:
    page = experiment_page(experiment)
    assert "<title>Baselines &amp; a model</title>" in page
    assert "own &lt;b&gt;" in page
    assert "own <b>" not in page
    assert page.count('class="star">*</span>') == 4
    assert '<a href="reports/karat-sample.html">' in page
    assert "No system is done on this benchmark yet." in page
    assert "model on karat-sample and karat-sample-de: no connection" in page
    assert "<dt>cost</dt><dd>0.5120</dd>" in page
    for link in ("summary", "benchmark-1", "benchmark-2", "benchmark-3", "runs", "making"):
        assert f'<section aria-labelledby="{link}-title" id="{link}"' in page or f'id="{link}"' in page


def test_names_and_numbers(experiment: Experiment) -> None:
    assert list(experiment) == ["karat-sample", "karat-sample-de"]
    assert len(repr(experiment)) <= 200
    with pytest.raises(karat.KaratError, match=r"unknown benchmark of the experiment with results 'own <b>'"):
        experiment["own <b>"]
    with pytest.raises(karat.KaratError, match="unknown run 'model/nowhere'"):
        experiment.run("model", "nowhere")
    assert [f"{run.system}/{run.benchmark}" for run in experiment.missing] == [
        "naive/own <b>",
        "model/karat-sample",
        "model/karat-sample-de",
        "model/own <b>",
    ]
