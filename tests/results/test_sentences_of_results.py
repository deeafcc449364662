"""Printed results read as sentences, show themselves in notebooks, and become frames, charts and reports."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import altair as alt
import pandas as pd
import pytest

import karat
from karat import algebra as k
from karat.algebra import MeanScore
from karat.errors import MissingExtraError, UnknownNameError
from karat.results import Comparison, Evaluation
from karat.results.explanation.verdicts import Verdict


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return karat.evaluate(benchmark="karat-sample")


BETTER = Comparison(0.0423, 0.01, 0.07, 0.012, None, "t", a="mine", b="theirs", value="carb F1", level=0.9)


@pytest.mark.parametrize(
    ("comparison", "text"),
    [
        pytest.param(
            BETTER,
            "mine is .042 above theirs in carb F1 (90 % interval of the difference [+.010, +.070], p = .012): "
            "more than chance",
            id="better",
        ),
        pytest.param(
            replace(BETTER, difference=-0.0423, low=-0.09, high=0.01, p=0.04, p_holm=0.12, level=None),
            "mine is .042 below theirs in carb F1 (interval of the difference [−.090, +.010], p = .120 after Holm's "
            "correction): not more than chance",
            id="worse, among many",
        ),
        pytest.param(
            replace(BETTER, difference=0.0, low=-0.02, high=0.02, p=1.0),
            "mine and theirs are equal in carb F1 (90 % interval of the difference [−.020, +.020], p = 1.000): "
            "not more than chance",
            id="equal",
        ),
        pytest.param(
            Comparison(0.5, None, None, None, None, "t"), "a is .500 above b in the value (not tested)", id="not tested"
        ),
        pytest.param(
            replace(BETTER, difference=None),
            "mine and theirs cannot be compared by carb F1, which is undefined for one of them",
            id="undefined",
        ),
    ],
)
def test_a_comparison_is_a_sentence(comparison: Comparison, text: str) -> None:
    assert str(comparison) == text
    assert comparison._repr_html_() == f"<p>{text}</p>".replace("'", "&#x27;")


def test_names_are_not_compared() -> None:
    assert replace(BETTER, a="a", b="b", value="", level=None) == BETTER


@pytest.mark.parametrize(
    ("score", "text"),
    [
        pytest.param(k.match(k.equal).f1(["a", "b"], ["b", "c", "d"]),
            "0.4000 (P 0.5000, R 0.3333): 1 of 2 predicted and 1 of 3 gold matched", id="masses"),
        pytest.param(k.match(k.equal).f1([], []), "undefined: 0 of 0 predicted and 0 of 0 gold matched", id="nothing"),
        pytest.param(k.derive(tuple[set[str], set[int]])(({"a"}, {1}), ({"a"}, {1, 2})), "0.6667", id="a whole"),
        pytest.param(
            k.mean(k.match(k.equal).f1, k.match(k.equal).precision)(["a", "b"], ["b", "c", "d"]),
            "0.4500 (P 0.5000, R 0.3333): the mean of 0.4000, 0.5000", id="several metrics"),
        pytest.param(MeanScore.of(0.5, 1.0, 2 / 3), "0.6667 (P 0.5000, R 1.0000): the mean of 1 document", id="mean"),
    ],
)  # fmt: skip
def test_a_score_is_a_sentence(score: object, text: str) -> None:
    assert str(score) == text


def test_a_verdict_is_a_sentence(evaluation: Evaluation) -> None:
    wrong = evaluation["greedy"].mistakes()[0]
    assert str(wrong) == (
        "wrong: (Octopuses; have; three hearts and blue blood) in sentence 2; "
        "the closest gold fact is (Octopuses; have; three hearts), which differs in object"
    )
    right = evaluation["greedy"].verdicts[0]
    assert str(right) == (
        "right: (The Danube; flows; through Vienna) in sentence 1; the gold has ([The] Danube; flows; through Vienna)"
    )
    assert str(Verdict("7", right.extraction, False, None, None, None)) == (
        "wrong: (The Danube; flows; through Vienna) in sentence 7, which has no gold fact"
    )


def test_loaded_verdicts_say_the_same(evaluation: Evaluation, tmp_path: Path) -> None:
    evaluation.to_json(tmp_path / "run.json")
    loaded = karat.load(tmp_path / "run.json")
    assert [*map(str, loaded["naive"].verdicts)] == [*map(str, evaluation["naive"].verdicts)]


def test_systems_and_measurements_are_sentences(evaluation: Evaluation) -> None:
    assert str(evaluation["careful"].first) == (
        "benchie: precision .708 [.630, .779], recall .560 [.474, .644], F1 .626 [.546, .701]"
    )
    assert str(evaluation["careful"]).startswith("careful: benchie F1 .626 [.546, .701], benchie-C F1 .630 ")
    assert "benchie-C" in evaluation["careful"]._repr_html_()
    assert str(evaluation.comparisons[0]).startswith("careful is .426 above greedy in benchie F1 (")


def test_the_frame_of_a_system_has_a_row_for_each_extraction(evaluation: Evaluation) -> None:
    frame = evaluation["greedy"].to_pandas()
    assert len(frame) == 49
    wrong = frame[~frame.correct].iloc[0]
    assert (wrong.object, wrong.gold_object, wrong.subject_agrees) == (
        "three hearts and blue blood",
        "three hearts",
        True,
    )


def test_frames_of_both_libraries_agree(evaluation: Evaluation) -> None:
    pytest.importorskip("polars")
    pandas = evaluation.to_pandas()
    polars = evaluation.to_polars()
    assert polars.columns == list(pandas.columns)
    assert polars["f1"].to_list() == pandas["f1"].to_list()
    assert isinstance(evaluation.to_frame(), pd.DataFrame)


def test_charts(evaluation: Evaluation) -> None:
    assert isinstance(evaluation.plot(), alt.TopLevelMixin)
    assert isinstance(evaluation.plot("slot-errors"), alt.TopLevelMixin)
    with pytest.raises(UnknownNameError, match="unknown chart 'slots'; did you mean 'slot-errors'"):
        evaluation.plot("slots")


def test_the_report_is_a_page(evaluation: Evaluation, tmp_path: Path) -> None:
    evaluation.report(tmp_path / "report.html")
    assert "<title>karat-sample: 3 systems" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("library", "method", "extra"),
    [("pandas", "to_pandas", "frames"), ("polars", "to_polars", "polars"), ("altair", "plot", "report")],
)
def test_without_its_library_the_extra_is_named(
    evaluation: Evaluation, library: str, method: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=extra):
        getattr(evaluation, method)()


def test_a_report_without_its_library_names_the_extra(
    evaluation: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(MissingExtraError, match="report"):
        evaluation.report(tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()


def test_precision_over_facts_says_what_it_is_made_of() -> None:
    """BenchIE's precision has found facts above, not right extractions."""
    score = karat.evaluate(benchmark="karat-sample", resampling=None)["careful"].first.score
    assert str(score) == (
        "0.6258 (P 0.7083, R 0.5604): 53 of 74 predicted and 51 of 91 gold matched "
        "(P is 51 of 72: the gold matched, of it and the predicted without a match)"
    )
