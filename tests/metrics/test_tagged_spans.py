"""Spans from tags: the quick count against the definition, and both against seqeval and nervaluate."""

from __future__ import annotations

import random
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.errors import InputError
from karat.formats.tags import spans_of
from karat.metrics import SPAN, SPAN_EXACT, SPAN_PARTIAL, SPAN_TYPE
from karat.metrics.tagged_spans import score_schemes, score_tags, tag_masses

TAGS = ["O", "O", "O", "B-A", "I-A", "E-A", "S-A", "B-B", "I-B", "L-B", "U-B"]
tagged = st.lists(st.lists(st.sampled_from(TAGS), max_size=8), max_size=5)


SCHEMES = {"strict": SPAN, "exact": SPAN_EXACT, "partial": SPAN_PARTIAL, "type": SPAN_TYPE}


@pytest.mark.parametrize("scheme", SCHEMES)
@settings(deadline=None)  # the first example imports numpy, and on a busy machine others wait their turn
@given(data=st.data())
def test_the_quick_count_is_the_definition(data: st.DataObject, scheme: str) -> None:
    gold = data.draw(tagged)
    predicted = [data.draw(st.lists(st.sampled_from(TAGS), min_size=len(each), max_size=len(each))) for each in gold]
    slow = [SCHEMES[scheme](spans_of(one), spans_of(other)) for one, other in zip(predicted, gold, strict=True)]
    assert [tuple(row) for row in tag_masses(predicted, gold, scheme).tolist()] == [tuple(each.masses) for each in slow]
    if slow:
        assert score_tags(predicted, gold, scheme) == sum(slow) == score_schemes(predicted, gold)[scheme]


@pytest.mark.parametrize(
    ("predicted", "message"),
    [
        pytest.param([["O"]], "tags of 2 sentences as in the gold, found 1", id="a sentence missing"),
        pytest.param([["O"], ["O"]], "sentence 2: expected 2 tags as in the gold, found 1", id="a tag missing"),
    ],
)
def test_other_tokens_are_refused(predicted: list[list[str]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        tag_masses(predicted, [["O"], ["O", "O"]])


def corpus(sentences: int, seed: int) -> tuple[list[list[str]], list[list[str]]]:
    """Gold in IOB2, and the same with tags changed at random."""
    draw = random.Random(seed)
    gold: list[list[str]] = []
    for _ in range(sentences):
        tags: list[str] = []
        while len(tags) < 15:
            kind = draw.choice(("PER", "LOC", "ORG"))
            tags += [f"B-{kind}"] + [f"I-{kind}"] * draw.randrange(3) if draw.random() < 0.3 else ["O"]
        gold.append(tags)
    changes = ["O", *(f"{sign}-{kind}" for sign in "BI" for kind in ("PER", "LOC", "ORG"))]
    return [[draw.choice(changes) if draw.random() < 0.1 else tag for tag in tags] for tags in gold], gold


@pytest.mark.parametrize("seed", range(3))
def test_strict_f1_is_that_of_seqeval(seed: int) -> None:
    seqeval = pytest.importorskip("seqeval.metrics.sequence_labeling")
    predicted, gold = corpus(300, seed)
    ours = score_tags(predicted, gold)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = seqeval.precision_recall_fscore_support(gold, predicted, average="micro")
    assert (ours.precision, ours.recall, ours.f1) == pytest.approx(theirs[:3], abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_strict_exact_and_partial_are_those_of_nervaluate(seed: int) -> None:
    nervaluate = pytest.importorskip("nervaluate")
    predicted, gold = corpus(300, seed)
    overall = nervaluate.Evaluator(gold, predicted, tags=["PER", "LOC", "ORG"], loader="list").evaluate()["overall"]
    spans = [list(map(spans_of, side)) for side in (predicted, gold)]
    for scheme, metric in {"strict": SPAN, "exact": SPAN_EXACT, "partial": SPAN_PARTIAL}.items():
        ours, theirs = sum(metric.corpus(*spans)), overall[scheme]
        assert (ours.precision, ours.recall) == pytest.approx((theirs.precision, theirs.recall), abs=1e-12), scheme
    # By type nervaluate gives a gold span to the first prediction that overlaps; ours is the best matching.
    assert sum(SPAN_TYPE.corpus(*spans)).recall >= overall["ent_type"].recall


def test_where_the_type_scheme_differs_from_nervaluate() -> None:
    """Two predictions in one gold span: the second has its type, but nervaluate gives the span to the first."""
    nervaluate = pytest.importorskip("nervaluate")
    predicted, gold = [["B-B", "B-A"]], [["B-A", "I-A"]]
    theirs = nervaluate.Evaluator(gold, predicted, tags=["A", "B"], loader="list").evaluate()["overall"]["ent_type"]
    ours = SPAN_TYPE(spans_of(predicted[0]), spans_of(gold[0]))
    assert theirs.correct == 0
    assert ours.masses.matched_gold == 1


def test_duplicate_spans_are_matched_one_to_one() -> None:
    (span,) = spans_of(["B-A"])
    assert tuple(SPAN([span, span], [span]).masses) == (1, 2, 1, 1)
    assert SPAN([span, span], [span, span]).value == 1
