"""Measurements are found by metric and facet or type, whatever those are called."""

from __future__ import annotations

from pathlib import Path

import pytest

import karat
from karat.benchmarks import sample_path
from karat.errors import UnknownNameError
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.results import Evaluation, Resampling
from karat.results.system_result import SystemResult
from karat.results.tasks.scoring import score

GOLD = "Ada B-default\nOslo B-C\n\nUlm B-default\nBonn B-C\n\nKiel B-C\n"
MINE = "Ada B-default\nOslo O\n\nUlm B-default\nBonn B-C\n\nKiel O\n"
OTHER = "Ada O\nOslo B-C\n\nUlm O\nBonn B-C\n\nKiel B-C\n"
FEW = Resampling(resamples=100)


@pytest.fixture(scope="module")
def by_type(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    """Spans of types that are called as facets of BenchIE are."""
    folder = tmp_path_factory.mktemp("types")
    for name, text in (("gold", GOLD), ("mine", MINE), ("other", OTHER)):
        (folder / f"{name}.bio").write_text(text, encoding="utf-8")
    outputs = [folder / "mine.bio", folder / "other.bio"]
    return score("spans", outputs, folder / "gold.bio", resampling=FEW, by_type=True)


def test_a_type_called_default_replaces_nothing(by_type: Evaluation) -> None:
    mine = by_type["mine"]
    assert mine["span"] is mine["span", None]
    assert (mine["span"].recall.value, mine["span", "default"].recall.value) == (3 / 5, 2 / 2)
    assert mine["span", "C"].recall.value == 1 / 3
    assert mine["span"].label == "span"
    assert mine["span", "default"].label == "span-default"
    keys = [one.key for one in mine.measurements]
    assert len(set(keys)) == len(keys)


def test_intervals_are_those_of_their_own_measurement(by_type: Evaluation) -> None:
    one = by_type["mine"]["span", "default"]
    # Found in both of the two documents that have one: (1/40)^(1/2) is the lower end of Clopper and Pearson's 2 of 2.
    assert (one.recall.low, one.recall.high) == (pytest.approx(0.025**0.5), 1)
    whole = by_type["mine"]["span"].recall
    assert whole.low is not None
    assert whole.low < 3 / 5 < (whole.high or 0)


def test_pairs_are_of_their_own_measurement(by_type: Evaluation) -> None:
    differences = {pair.key: pair.comparison.difference for pair in by_type.comparisons if pair.metric == "span"}
    assert differences["span", "default"] == 1 - 0
    assert differences["span", "C"] == pytest.approx(2 * 1 / 4 - 1)
    assert by_type.compare("mine", "other", facet="default").difference == 1


def test_a_type_called_c_has_no_legend_of_benchie(by_type: Evaluation) -> None:
    table = tabulate_evaluation(by_type)
    assert not any("slots joined" in line for line in table.legend)
    assert [section.title for section in table.sections][:3] == ["span", "span-C", "span-default"]


def test_types_in_json(by_type: Evaluation, tmp_path: Path) -> None:
    rows = by_type.to_json(tmp_path / "run.json")["systems"][0]["scores"]
    found = {(row["metric"], row.get("facet")): row for row in rows}
    assert found["span", None]["recall"] == 3 / 5
    assert "by_type" not in found["span", None]
    assert (found["span", "default"]["recall"], found["span", "default"]["by_type"]) == (1, True)
    assert karat.load(tmp_path / "run.json") == by_type


@pytest.fixture(scope="module")
def sample() -> Evaluation:
    outputs = {name: sample_path(f"en/{name}.tsv") for name in ("careful", "greedy")}
    return karat.evaluate(outputs, "karat-sample", resampling=FEW)


@pytest.mark.parametrize(
    ("metric", "facet", "key"),
    [
        pytest.param(None, None, ("benchie", "default"), id="the first metric"),
        pytest.param(None, "C", ("benchie", "C"), id="a facet of the first metric"),
        pytest.param("benchie", "C", ("benchie", "C"), id="metric and facet"),
        pytest.param("benchie", None, ("benchie", "default"), id="a metric, its default facet"),
        pytest.param("carb", None, ("carb", None), id="a metric without facets"),
    ],
)
@pytest.mark.parametrize("value", ["precision", "recall", "f1"])
def test_compare_by_metric_facet_and_value(
    sample: Evaluation, metric: str | None, facet: str | None, key: tuple[str, str | None], value: str
) -> None:
    found = sample.compare("careful", "greedy", metric, facet, value=value)
    one, other = (getattr(sample[name][key], value).value for name in ("careful", "greedy"))
    assert found.difference == pytest.approx(one - other)


@pytest.mark.parametrize(
    ("metric", "facet", "said"),
    [
        pytest.param("carb", "C", "unknown measurement 'carb-C'", id="a metric without facets"),
        pytest.param(None, "X", "unknown measurement 'benchie-X'", id="no such facet"),
    ],
)
def test_a_facet_that_is_not_there_is_refused(sample: Evaluation, metric: str | None, facet: str, said: str) -> None:
    with pytest.raises(UnknownNameError, match=said):
        sample.compare("careful", "greedy", metric, facet)


def test_the_test_that_is_asked_for(sample: Evaluation) -> None:
    found = {test: sample.compare("careful", "greedy", test=test) for test in ("randomisation", "bootstrap")}
    assert [found[test].method for test in found] == ["randomisation", "bootstrap"]


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("benchie", ("benchie", "default")),
        ("benchie-default", ("benchie", "default")),
        ("benchie-M", ("benchie", "M")),
        ("carb", ("carb", None)),
    ],
)
def test_by_the_label_of_tables(sample: Evaluation, label: str, key: tuple[str, str | None]) -> None:
    assert sample["careful"].labelled(label) is sample["careful"][key]


def test_a_label_that_a_type_has(by_type: Evaluation) -> None:
    assert by_type["mine"].labelled("span-default") is by_type["mine"]["span", "default"]


def test_the_order_of_measurements_does_not_matter(sample: Evaluation) -> None:
    first, second = sample.systems
    turned = SystemResult("greedy", second.file, second.extractions, second.measurements[::-1])
    found = Evaluation(sample.benchmark, sample.version, (first, turned), sample.comparisons, sample.resampling)
    assert [section.rows for section in tabulate_evaluation(found).sections] == [
        section.rows for section in tabulate_evaluation(sample).sections
    ]
