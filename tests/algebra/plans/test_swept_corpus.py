"""Documents at every confidence, in columns, against sums over documents at each threshold."""

from __future__ import annotations

import pickle
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from karat.algebra.plans.swept_corpus import Curve, Step, SweptCorpus
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import CoveredF, FMeasure, Masses
from karat.algebra.scores.score import Score

CONFIDENCES = [1.0, 0.9, 0.75, 0.5, 0.25, 0.0, -0.5]
Document = tuple[list[Step], Number]
MASSES = st.one_of(st.integers(0, 3), st.fractions(0, 3, max_denominator=41), st.fractions(0, 3))


@st.composite
def documents(draw: st.DrawFn) -> list[Document]:
    """Steps of documents whose masses rise, as those of predictions do."""
    found = []
    for _ in range(draw(st.integers(1, 6))):
        thresholds = sorted(draw(st.sets(st.sampled_from(CONFIDENCES))), reverse=True)
        one, other = Fraction(0), Fraction(0)
        steps = []
        for size, threshold in enumerate(thresholds, 1):
            one, other = one + draw(MASSES), other + draw(MASSES)
            steps.append(Step(threshold, Masses(one, 3 * size, other, 0)))
        found.append((steps, draw(st.integers(0, 9))))
    return found


def at(threshold: float, of: list[Document], normaliser: FMeasure) -> list[Score]:
    """Each document's score at its last step at or above a threshold."""
    scores = []
    for steps, gold in of:
        kept = [step.masses for step in steps if step.threshold >= threshold] or [Masses(0, 0, 0, 0)]
        scores.append(Score(*kept[-1][:3], gold, normaliser))
    return scores


def swept(of: list[Document], normaliser: FMeasure, *, to_full_recall: bool = False) -> SweptCorpus:
    golds = [gold for _, gold in of]
    return SweptCorpus.of([steps for steps, _ in of], golds, normaliser, to_full_recall=to_full_recall)


@settings(max_examples=50)
@given(documents(), st.sampled_from([FMeasure(1.0), FMeasure(), CoveredF(), FMeasure(whole=True)]))
def test_the_curve_is_the_sum_at_each_threshold(of: list[Document], normaliser: FMeasure) -> None:
    curve = swept(of, normaliser).best()
    thresholds = sorted({step.threshold for steps, _ in of for step in steps}, reverse=True)
    expected = [(threshold, sum(at(threshold, of, normaliser))) for threshold in thresholds]
    assert list(curve.points) == expected
    assert len(curve.points) == len(expected)
    values = [(score.precision, score.recall, score.f1) for _, score in expected]
    assert list(curve.points.values()) == values
    if not expected:
        assert curve.threshold is None
        assert list(curve.scores) == at(2.0, of, normaliser)
        return
    best = max(score.f1 or 0.0 for _, score in expected)
    assert curve.threshold == min(threshold for threshold, score in expected if (score.f1 or 0.0) == best)
    assert list(curve.scores) == at(curve.threshold, of, normaliser)
    assert curve.best == sum(at(curve.threshold, of, normaliser))


@settings(max_examples=50)
@given(documents(), st.booleans(), st.integers(0, 5))
def test_joined_parts_have_the_same_curve(of: list[Document], to_full_recall: bool, cut: int) -> None:
    parts = [part for part in (of[:cut], of[cut:]) if part]
    sent = [pickle.loads(pickle.dumps(swept(part, FMeasure(), to_full_recall=to_full_recall))) for part in parts]
    joined, whole = (
        each.best() for each in (SweptCorpus.joined(sent), swept(of, FMeasure(), to_full_recall=to_full_recall))
    )
    assert _values(joined) == _values(whole)


def _values(curve: Curve) -> tuple[object, ...]:
    return list(curve.points), curve.threshold, list(curve.scores)


def test_a_curve_to_full_recall_ends_where_nothing_more_is_matched() -> None:
    steps = [Step(0.9, Masses(1, 1, 1, 0)), Step(0.5, Masses(2, 2, 2, 0)), Step(0.1, Masses(2, 3, 2, 0))]
    curve = swept([(steps, 4)], FMeasure(), to_full_recall=True).best()
    assert [threshold for threshold, _ in curve.points] == [0.9, 0.5]
