"""Repeated samples of a system: means, deviations and intervals, in every form of the results."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest

from karat.benchmarks import sample_path
from karat.cli import main
from karat.errors import UnknownNameError
from karat.reports.csv import csv as as_csv
from karat.reports.tables.marks import Marks
from karat.results import Evaluation, evaluate, load
from karat.results.statistics.samples import sample_intervals
from karat.results.statistics.shares import Jackknife
from karat.results.statistics.standings import standings

FILES = {name: sample_path(f"en/{name}.tsv") for name in ("careful", "greedy", "naive")}
SAMPLES = {
    "llm sample 1": FILES["careful"],
    "llm sample 2": FILES["greedy"],
    "llm sample 3": FILES["naive"],
    "other": FILES["careful"],
}


@pytest.fixture(scope="module")
def sampled() -> Evaluation:
    return evaluate(SAMPLES, "karat-sample")


def test_samples_are_found_by_their_names(sampled: Evaluation) -> None:
    assert [(each.name, each.systems) for each in sampled.samples] == [
        ("llm", ("llm sample 1", "llm sample 2", "llm sample 3"))
    ]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("llm sample 1", "llm"), id="one sample"),
        pytest.param(("llm sample", "llm sample x"), id="no numbers"),
        pytest.param(("a sample 1", "b sample 2"), id="two systems"),
        pytest.param((" sample 1", " sample 2"), id="no name"),
    ],
)
def test_other_names_are_no_samples(names: tuple[str, str]) -> None:
    outputs = dict(zip(names, (FILES["careful"], FILES["naive"]), strict=True))
    assert evaluate(outputs, "karat-sample", resampling=None).samples == ()


def test_samples_are_left_out_of_tests_stars_and_ranks() -> None:
    systems = evaluate(FILES, "karat-sample")
    beside = evaluate({**FILES, **{name: SAMPLES[name] for name in SAMPLES if name != "other"}}, "karat-sample")
    assert beside.comparisons == systems.comparisons  # the same pairs, with the same p after Holm's correction
    assert beside.ranking() == systems.ranking()
    stars = [line.split()[0] for line in str(beside).splitlines() if line.rstrip().endswith("*")]
    assert stars == [line.split()[0] for line in str(systems).splitlines() if line.rstrip().endswith("*")]
    assert "greedy" in stars
    assert "Samples are not tested" in str(beside)
    assert "Samples are not tested" not in str(systems)


def test_stars_are_against_the_best_system_that_is_tested() -> None:
    best_is_sample = {"llm sample 1": FILES["careful"], "llm sample 2": FILES["careful"]}
    outputs = {**best_is_sample, "greedy": FILES["greedy"], "naive": FILES["naive"]}
    alone = evaluate({"greedy": FILES["greedy"], "naive": FILES["naive"]}, "karat-sample")
    (pair,) = [pair for pair in alone.comparisons if pair.key == ("benchie", "default")]
    assert pair.comparison.p_holm is not None
    assert pair.comparison.p_holm < 0.05
    marks = Marks(found := evaluate(outputs, "karat-sample"), [system["benchie"] for system in found])
    assert [system.name for system in found if marks.to_best(system.name).marked] == ["naive"]


def test_leaderboards_give_samples_no_rank(sampled: Evaluation) -> None:
    ranks = {row.system.name: row.rank for row in standings([("run", sampled)]) if row.measurement.metric == "carb"}
    assert ranks == {"llm sample 1": None, "llm sample 2": None, "llm sample 3": None, "other": 1}


def test_samples_alone_have_nothing_to_compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run.json"
    evaluate(SAMPLES, "karat-sample").to_json(run)
    with pytest.raises(SystemExit) as stop:
        main(["compare", str(run)])
    assert stop.value.code == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "expected at least two systems to compare, found samples of llm, which are not tested" in said
    with pytest.raises(SystemExit) as stop:
        main(["compare", str(run), "--system", "llm sample 2", "--system", "other"])
    assert stop.value.code == 0
    assert "llm sample 2 − other" in capsys.readouterr().out


@pytest.mark.parametrize("metric", [("benchie", "default"), ("benchie", "C"), ("carb", None)])
@pytest.mark.parametrize("value", ["precision", "recall", "f1"])
def test_mean_and_deviation(sampled: Evaluation, metric: tuple[str, str | None], value: str) -> None:
    (llm,) = sampled.samples
    numbers = [getattr(sampled[name][metric], value).value for name in llm.systems]
    index = ("precision", "recall", "f1").index(value)
    assert llm[metric].values[index] == pytest.approx(fmean(numbers))
    assert llm[metric].deviations[index] == pytest.approx(stdev(numbers))
    found = llm[metric].intervals[index]
    assert found is not None
    assert found.low <= fmean(numbers) <= found.high


def test_look_up(sampled: Evaluation) -> None:
    (llm,) = sampled.samples
    assert llm["benchie"] == llm["benchie", "default"]
    assert llm["carb"].key == ("carb", None)
    with pytest.raises(UnknownNameError, match="unknown measurement 'crab'; did you mean 'carb'"):
        llm["crab"]


def test_samples_that_are_all_the_same() -> None:
    """They add nothing to what the sentences leave open: the interval is that of one sample."""
    outputs = {f"llm sample {number}": FILES["greedy"] for number in (1, 2, 3)}
    (llm,) = evaluate(outputs, "karat-sample").samples
    alone = evaluate({"greedy": FILES["greedy"]}, "karat-sample")["greedy"]
    for mean, measurement in zip(llm.means, alone.measurements, strict=True):
        assert mean.deviations == (0, 0, 0)
        for ours, single in zip(mean.intervals, measurement.intervals, strict=True):
            assert (ours is None) == (single is None)
            if ours is not None and single is not None:
                assert (ours.low, ours.high) == pytest.approx((single.low, single.high))


def test_the_order_of_samples_does_not_matter(sampled: Evaluation) -> None:
    backwards = dict(reversed(SAMPLES.items()))
    for ours, theirs in zip(
        sampled.samples[0].means, evaluate(backwards, "karat-sample").samples[0].means, strict=True
    ):
        for one, other in zip(ours.intervals, theirs.intervals, strict=True):
            assert one is not None
            assert other is not None
            assert (one.low, one.high) == pytest.approx((other.low, other.high))


def test_the_variance_by_hand() -> None:
    """Four sentences of the same weight, three samples: A + max(B − C, 0) / m, as the module says."""
    changes = np.array([[0.02, -0.02, 0.06, -0.06], [0.04, 0.0, 0.02, -0.06], [0.0, 0.02, 0.04, -0.06]])[..., None]
    points = np.array([[0.4], [0.5], [0.6]])
    weights = np.full((3, 4, 1), 0.25)
    sentences = 0.02**2 + 0.0**2 + 0.04**2 + 0.06**2  # A: the means over samples
    answers = 0.0004 + 0.0004 + 0.0004 + 0.0  # C: the variances over samples
    excess = (0.01 - answers) / 3
    squares = sentences**2 / 3 + (0.01 / 3) ** 2 / 2 + (answers / 3) ** 2 / 6
    freedom = (sentences + excess) ** 2 / squares
    from scipy.stats import beta, t

    wide = (t.ppf(0.975, freedom) / t.ppf(0.975, 3)) ** 2
    # As in docs/intervals.md, with half a sentence that is right and half one that is wrong added: w = 1/4.
    variance = wide * (sentences + excess) + 0.5 * 0.25**2 * 2 * 0.5**2
    size = 0.25 * 1.25**2 / variance - 1
    (found,) = sample_intervals(Jackknife(points, changes, weights), 0.95)
    assert found is not None
    assert found.low == pytest.approx(beta.ppf(0.025, size * 0.5, size * 0.5 + 1))
    assert found.high == pytest.approx(beta.ppf(0.975, size * 0.5 + 1, size * 0.5))


def test_no_interval_where_none_was_asked_for() -> None:
    (llm,) = evaluate(SAMPLES, "karat-sample", resampling=None).samples
    assert all(mean.intervals == (None, None, None) for mean in llm.means)
    assert llm["benchie"].values[2] is not None


# Where they are shown


def test_json_and_back(sampled: Evaluation, tmp_path: Path) -> None:
    document = sampled.to_json(tmp_path / "run.json")
    (entry,) = document["samples"]
    assert entry["name"] == "llm"
    assert entry["systems"] == ["llm sample 1", "llm sample 2", "llm sample 3"]
    mean = entry["means"][0]
    assert (mean["metric"], mean["facet"]) == ("benchie", "default")
    assert set(mean) == {"metric", "facet", "precision", "recall", "f1", "deviations", "intervals"}
    assert mean["intervals"]["f1"][0] < mean["f1"] < mean["intervals"]["f1"][1]
    loaded = load(tmp_path / "run.json")
    assert loaded == sampled
    assert loaded.samples == sampled.samples
    assert "samples" not in evaluate({"naive": FILES["naive"]}, "karat-sample", resampling=None).to_json()


def test_tables(sampled: Evaluation) -> None:
    (llm,) = sampled.samples
    f1 = f"{llm['benchie'].values[2]:.3f}".removeprefix("0")
    for text in (sampled.to_markdown(), sampled.to_latex(), str(sampled)):
        assert "llm, mean of 3 samples" in text
        assert "llm, standard deviation" in text
        assert f1 in text
    rows = [line.split("|")[2].strip() for line in sampled.to_markdown().splitlines() if line.startswith("| benchie |")]
    assert rows == [
        "llm sample 1",
        "llm sample 2",
        "llm sample 3",
        "llm, mean of 3 samples",
        "llm, standard deviation",
        "other",
    ]


def test_beside_families() -> None:
    outputs = {"llm sample 1@chat": FILES["careful"], "llm sample 2@chat": FILES["naive"], "other": FILES["greedy"]}
    table = evaluate(outputs, "karat-sample", resampling=None).to_markdown()
    rows = [line.split("|")[2].strip() for line in table.splitlines() if line.startswith("| benchie |")]
    assert rows == [
        "llm sample 1",
        "llm sample 2",
        "llm, mean of 2 samples",
        "llm, standard deviation",
        "chat, mean of 2",
        "other",
    ]


def test_csv(sampled: Evaluation) -> None:
    rows = [row for row in csv.DictReader(io.StringIO(as_csv(sampled))) if row["samples"]]
    first = rows[0]
    (llm,) = sampled.samples
    assert (first["system"], first["metric"], first["facet"], first["samples"]) == ("llm", "benchie", "default", "3")
    assert float(first["f1"]) == llm["benchie"].values[2]
    assert float(first["f1_deviation"]) == llm["benchie"].deviations[2]
    interval = llm["benchie"].intervals[2]
    assert interval is not None
    assert (float(first["f1_low"]), float(first["f1_high"])) == (interval.low, interval.high)


def test_report(sampled: Evaluation, tmp_path: Path) -> None:
    sampled.report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<h3>Samples</h3>" in page
    assert "mean of 3 samples" in page
    evaluate({"naive": FILES["naive"]}, "karat-sample", resampling=None).report(tmp_path / "none.html")
    assert "<h3>Samples</h3>" not in (tmp_path / "none.html").read_text(encoding="utf-8")


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = [f"{name}={file}" for name, file in SAMPLES.items()]
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", *outputs, "--benchmark", "karat-sample", "--json"])
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out)["samples"][0]["name"] == "llm"
