"""What the tables of evaluations and of pairs say below their numbers."""

from __future__ import annotations

import pytest

import karat
from karat.benchmarks import sample_path
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.pairs import tabulate_pairs


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
