"""What the tables of evaluations and of pairs say below their numbers."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import karat
from karat.benchmarks import sample_path
from karat.reports.tables.evaluation import _overestimates, tabulate_evaluation
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


@pytest.mark.parametrize(
    ("over", "sentence"),
    [
        pytest.param([0.217, 0.1041], "CaRB's F1 is +.104 to +.217 over BenchIE's", id="both over"),
        pytest.param([0.217], "CaRB's F1 is +.217 over BenchIE's", id="one"),
        pytest.param([0.0], "CaRB's F1 equals BenchIE's in the digits shown", id="equal"),
        pytest.param([0.0004, -0.0004], "CaRB's F1 equals BenchIE's in the digits shown", id="equal in three digits"),
        pytest.param([0.0, 0.2], "CaRB's F1 minus BenchIE's is .000 to +.200", id="one is not over"),
        pytest.param([-0.25], "CaRB's F1 minus BenchIE's is −.250", id="under"),
    ],
)
def test_a_difference_that_rounds_to_zero_is_not_over(over, sentence):
    class System(SimpleNamespace):
        def __getitem__(self, metric):
            return SimpleNamespace(f1=SimpleNamespace(value=0.5))

    systems = [System(name=f"s{index}", overestimate=value) for index, value in enumerate(over)]
    assert _overestimates(systems) == sentence
