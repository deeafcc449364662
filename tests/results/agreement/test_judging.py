"""Thresholds of graded metrics: found on labels, given, or taken from another agreement."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import KaratError
from karat.results.agreement.judging import CutOff, best_threshold, is_graded, read_thresholds
from karat.results.agreement.verdicts import Judged, verdict_agreement


def kappa(threshold: float, scores: list[float], people: list[bool]) -> float:
    judged = [Judged(0, score >= threshold, label) for score, label in zip(scores, people, strict=True)]
    value = verdict_agreement("", judged, None).kappa.value
    return -2.0 if value is None else value


def test_by_hand():
    assert best_threshold([0.9, 0.8, 0.4, 0.3], [True, True, False, False]) == 0.8
    assert best_threshold([0.9, 0.8, 0.8, 0.3], [True, True, False, False]) == 0.9, "of equal κ the higher"
    assert best_threshold([0.0, 0.0], [True, False]) == 0.5, "0 is never accepted"
    assert best_threshold([], []) == 0.5


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 1.0]), st.booleans()), min_size=1, max_size=20))
def test_no_score_is_a_better_threshold(pairs):
    scores, people = [list(each) for each in zip(*pairs, strict=True)]
    found = kappa(best_threshold(scores, people), scores, people)
    assert found >= max((kappa(score, scores, people) for score in scores if score > 0), default=found) - 1e-12


def test_graded():
    assert is_graded([0.0, 0.5])
    assert not is_graded([0.0, 1.0, 1.0])


def test_thresholds_of_a_file(tmp_path: Path):
    path = tmp_path / "found.json"
    metrics = [
        {"metric": "carb", "threshold": {"value": 0.75, "origin": "these labels"}},
        {"metric": "benchie", "threshold": None},
    ]
    path.write_text(json.dumps({"karat": "agreement", "metrics": metrics}), encoding="utf-8")
    assert read_thresholds(path).found == {"carb": CutOff(0.75, "these labels")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("{}", r"expected an agreement that `karat agreement --output` wrote, found another", id="another"),
        pytest.param("[", r"found\.json:1: expected an agreement in JSON", id="no JSON"),
        pytest.param(
            '{"karat": "agreement", "metrics": [3]}', r"expected each metric with its threshold", id="damaged"
        ),
        pytest.param(
            '{"karat": "agreement", "metrics": [{"metric": "carb", "threshold": {"value": 7}}]}',
            r"found\.json: expected a threshold of carb more than 0 and at most 1, found 7",
            id="out of range",
        ),
    ],
)
def test_bad_files(text: str, message: str, tmp_path: Path):
    path = tmp_path / "found.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KaratError, match=message):
        read_thresholds(path)
