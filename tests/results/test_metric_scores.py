"""``karat.score``: any metric on lists of documents, with intervals, comparisons, tables and reports."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import altair as alt
import pytest

import karat
from karat import algebra as k
from karat.errors import InputError, UnknownNameError
from karat.metrics import B_CUBED, CEAF_PHI4, CONLL
from karat.model import Cluster, Document, Mention
from karat.results import MetricScores, Resampling

WORDS = k.match(k.equal).f1.named("words")
GOLD = [{"a", "b"}, {"c"}, {"d", "e"}, {"f"}]
MINE = [{"a"}, {"c"}, {"d", "x"}, {"f"}]
THEIRS = [{"a"}, set(), {"e"}, {"y"}]


def test_one_system_has_a_value() -> None:
    scores = karat.score(WORDS, MINE, GOLD)
    assert scores.value == pytest.approx(2 * 4 / (5 + 6))
    assert [score.exact for score in scores.scores] == [Fraction(2, 3), 1, Fraction(1, 2), 1]
    low, high = scores.interval or (1, 0)
    assert low < scores.value < high
    assert (scores.estimate.value, scores.estimate.low) == (scores.value, low)
    assert scores["predicted"].f1.low == pytest.approx(low)
    system = scores["predicted"]
    shares = f"precision {system.precision}, recall {system.recall}, F1 {system.f1}"
    assert str(scores) == f"words: {scores.estimate} on 4 documents ({shares})"


def test_systems_are_compared(tmp_path: Path) -> None:
    scores = karat.score(WORDS, {"mine": MINE, "theirs": THEIRS}, GOLD)
    comparison = scores.compare("mine", "theirs")
    assert comparison.difference == pytest.approx(8 / 11 - 4 / 9)
    assert comparison == scores.compare("mine", "theirs", value="f1")
    assert str(comparison).startswith("mine is .283 above theirs in words F1 (95 % interval of the difference [")
    assert len(scores.comparisons) == 1
    assert "words" in str(scores)
    assert "theirs" in scores._repr_html_()
    assert scores.of("theirs").value == pytest.approx(4 / 9)
    scores.report(tmp_path / "report.html")
    assert "theirs" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert isinstance(scores.plot(), alt.TopLevelMixin)
    scores.to_json(tmp_path / "run.json")
    assert karat.load(tmp_path / "run.json").systems == scores.systems


def test_frames() -> None:
    scores = karat.score(WORDS, {"mine": MINE, "theirs": THEIRS}, GOLD)
    frame = scores.to_pandas()
    assert list(frame.columns[:6]) == ["system", "metric", "facet", "value", "value_low", "value_high"]
    assert frame.value.tolist() == frame.f1.tolist()
    documents = scores.documents()
    assert len(documents) == 8
    assert documents[2] == {
        "system": "mine", "document": "3", "metric": "words", "value": 0.5, "precision": 0.5, "recall": 0.5, "f1": 0.5
    }  # fmt: skip


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        pytest.param(k.match(k.equal).jaccard, 4 / 7, id="Jaccard"),
        pytest.param(k.match(k.equal).precision, 4 / 5, id="precision"),
        pytest.param(k.match(k.equal).f(2), 5 * 4 / (4 * 6 + 5), id="F2"),
        pytest.param(k.mean(k.match(k.equal).precision, k.match(k.equal).recall), (4 / 5 + 4 / 6) / 2, id="mean"),
        pytest.param(k.derive(set[str]), 8 / 11, id="derived"),
    ],
)
def test_the_value_is_the_metrics_own(metric: Any, value: float) -> None:
    scores = karat.score(metric, MINE, GOLD)
    assert scores.value == pytest.approx(value)
    low, high = scores.interval or (1, 0)
    assert low < value < high
    assert scores.compare("predicted", "predicted").difference == 0


def test_a_value_that_is_not_f1_is_told_apart() -> None:
    scores = karat.score(k.match(k.equal).jaccard.named("overlap"), {"mine": MINE, "theirs": THEIRS}, GOLD)
    assert scores.compare("mine", "theirs").difference == pytest.approx(4 / 7 - 2 / 7)
    assert scores.compare("mine", "theirs", value="f1").difference == pytest.approx(8 / 11 - 4 / 9)
    assert "The metric's own value: mine .571 [" in str(scores)
    assert "own value: mine .571 [" in scores._repr_html_()
    assert "which is not its F1, is .571 [" in str(scores["mine"].notes[0])


def test_each_of_several_metrics_is_printed() -> None:
    overlap = k.match(k.equal).jaccard.named("overlap")
    alone = str(karat.score([WORDS, overlap], {"mine": MINE}, GOLD)).splitlines()
    assert [line.partition(" [")[0] for line in alone] == ["words: .727", "overlap: .571"]
    assert alone[0] == str(karat.score(WORDS, {"mine": MINE}, GOLD))
    both = karat.score([WORDS, overlap], {"mine": MINE, "theirs": THEIRS}, GOLD)
    assert "The metric's own value (overlap): mine .571 [" in str(both)
    assert "own value (words)" not in str(both)


@dataclass(frozen=True)
class Page:
    words: frozenset[str]
    links: frozenset[str]


def test_a_metric_of_wholes() -> None:
    page = Page(frozenset("ab"), frozenset("c"))
    scores = karat.score(k.derive(Page), [page, Page(frozenset("a"), frozenset("c"))], [page, page])
    assert scores.value == pytest.approx((1 + 2 / 3) / 2)
    assert scores["predicted"].precision.value is None


def test_named_metrics_and_several_at_once() -> None:
    predicted, gold = [[{1, 2}, {3}]] * 3, [[{1, 2, 3}]] * 3
    one = karat.score("ceaf_phi4", predicted, gold)
    assert one["predicted"].first.scores == karat.score(CEAF_PHI4, predicted, gold).scores
    several = karat.score([B_CUBED, CEAF_PHI4, CONLL], predicted, gold)
    assert [measurement.metric for measurement in several["predicted"].measurements] == [
        "b_cubed",
        "ceaf_phi4",
        "conll",
    ]
    assert several.value == B_CUBED(predicted[0], gold[0]).value
    assert several.to_pandas().value.isna().tolist() == [False, True, True]


def test_documents_have_names() -> None:
    by_order = karat.score(WORDS, MINE, GOLD, documents=["p", "q", "r", "s"])
    named = dict(zip("pqrs", GOLD, strict=True))
    by_name = karat.score(WORDS, dict(zip("srqp", reversed(MINE), strict=True)), named)
    assert by_order["predicted"] == by_name["predicted"]
    assert by_name["predicted"].first.sentences == ("p", "q", "r", "s")
    both = karat.score(WORDS, {"mine": dict(zip("pqrs", MINE, strict=True)), "gold": named}, named)
    assert [estimate.value for estimate in both.estimates] == [by_name.value, 1]


def test_without_intervals() -> None:
    scores = karat.score(WORDS, MINE, GOLD, resampling=None)
    assert (scores.interval, scores.comparisons) == (None, ())
    bootstrap = karat.score(WORDS, MINE, GOLD, resampling=Resampling("bca", 200))
    assert bootstrap.interval != karat.score(WORDS, MINE, GOLD).interval


def test_a_single_document_has_no_interval() -> None:
    assert str(karat.score(WORDS, MINE[:1], GOLD[:1])).startswith("words: .667 [—] on 1 document (")


def coreference(name: str, *entities: str) -> Document:
    groups = [tuple(Mention(int(token), int(token)) for token in entity.split()) for entity in entities]
    return Document(name, tuple(Cluster(str(number), group) for number, group in enumerate(groups)))


def test_a_task_by_name() -> None:
    gold, mine = coreference("a", "0 1 2", "3 4"), coreference("a", "0 1", "2 3 4")
    evaluation = karat.score("coreference", {"mine": [mine]}, [gold], resampling=None)
    assert not isinstance(evaluation, MetricScores)
    assert evaluation["mine"]["muc"].f1.value == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("metric", "predicted", "gold", "message"),
    [
        pytest.param(WORDS, MINE[:3], GOLD, "predicted: expected 4 documents, as the gold has, found 3", id="fewer"),
        pytest.param(WORDS, {"a"}, {"a"}, "expected gold documents in a list, as in karat.score(metric", id="a set"),
        pytest.param(WORDS, [], [], "expected documents, as in karat.score", id="nothing"),
        pytest.param(k.equal, MINE, GOLD, "a similarity: add .f1 to it", id="a similarity"),
        pytest.param(len, MINE, GOLD, "expected a metric such as k.match(k.equal).f1", id="a function"),
        pytest.param(
            [WORDS, WORDS], MINE, GOLD, "expected metrics with different names, found 'words' twice", id="same"
        ),
        pytest.param(
            WORDS, {"p": set()}, {"p": set(), "q": set()}, "the documents of the gold, found none for 'q'", id="missing"
        ),
        pytest.param(
            WORDS, {"p": set(), "z": set()}, {"p": set()}, "expected the documents in the gold, found 'z'", id="unknown"
        ),
        pytest.param(
            WORDS, MINE, {"p": set()}, "expected a mapping from the names of documents", id="a list and names"
        ),
        pytest.param(WORDS, [3], [{"a"}], "predicted, document 1: expected a collection, found int: 3", id="a number"),
    ],
)
def test_wrong_arguments_say_what_is_expected(metric: Any, predicted: Any, gold: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        karat.score(metric, predicted, gold)
    assert message in str(error.value)


def test_unknown_names() -> None:
    with pytest.raises(UnknownNameError, match="unknown metric or task 'ceaf'"):
        karat.score("ceaf", [], [])
    with pytest.raises(InputError, match="expected the name of a task for the option 'by_type'"):
        karat.score("ceaf_phi4", [[]], [[]], by_type=True)
