"""Metrics that compare whole documents: tables show F1, and no precision and recall."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from karat import algebra as k
from karat.results import Evaluation, Resampling
from karat.results.measurement import Measurement
from karat.results.statistics.systems import with_intervals
from karat.results.system_result import SystemResult
from karat.version import __version__


@dataclass(frozen=True, slots=True)
class Page:
    words: frozenset[str]
    links: frozenset[str]


GOLD = [Page(frozenset("ab"), frozenset("c")), Page(frozenset("b"), frozenset("cd"))]
PREDICTED = [Page(frozenset("a"), frozenset("c")), Page(frozenset("bx"), frozenset("cd"))]


@pytest.fixture
def evaluation() -> Evaluation:
    metric, drawing = k.derive(Page).named("page"), Resampling(resamples=100)
    measured = Measurement("page", None, ("1", "2"), tuple(metric.corpus(PREDICTED, GOLD)), metric.signature)
    systems = with_intervals([SystemResult("mine", "mine.json", 0, (measured,))], drawing)
    return Evaluation("pages", __version__, tuple(systems), (), drawing, task=True)


def test_the_table_shows_dashes(evaluation: Evaluation) -> None:
    rows = [line.split() for line in str(evaluation).splitlines()[2:4]]
    assert rows == [["mine", "P", "R", "F1"], ["page", "—", "—", ".667", "[.252,", ".946]"]]


def test_json_has_null(evaluation: Evaluation) -> None:
    (score,) = evaluation.to_json()["systems"][0]["scores"]
    assert (score["precision"], score["recall"], score["f1"]) == (None, None, pytest.approx(2 / 3))
    assert (score["intervals"]["precision"], score["intervals"]["recall"]) == (None, None)
    assert score["intervals"]["f1"] is not None
