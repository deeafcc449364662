"""Spans from tags: the quick count against the definition, and both against seqeval and nervaluate."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.errors import InputError
from karat.formats.documents.tags import spans_of
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


BAD_TAG = "expected O, or one of B, I, E, S, L, U with a hyphen and a type, such as B-PER, found"


@pytest.mark.parametrize(
    "tag",
    [
        pytest.param("X-B", id="the type first"),
        pytest.param("o", id="a small letter"),
        pytest.param("", id="nothing"),
        pytest.param("B", id="no type"),
        pytest.param("B-", id="an empty type"),
        pytest.param("b-PER", id="a small sign"),
        pytest.param("B_PER", id="no hyphen"),
        pytest.param("M-PER", id="another scheme"),
        pytest.param("OO", id="two tags in one"),
        pytest.param(None, id="None"),
        pytest.param(3, id="a number"),
        pytest.param(["O"], id="a list"),
    ],
)
@pytest.mark.parametrize("count", [score_tags, score_schemes, tag_masses])
def test_a_bad_tag_is_named_with_its_place(count: Any, tag: Any) -> None:
    good, bad = [["O"], ["B-A", "I-A"]], [["O"], ["B-A", tag]]
    with pytest.raises(InputError) as refused:
        count(bad, good)
    assert str(refused.value) == f"predicted, sentence 2, tag 2: {BAD_TAG} {tag!r}"
    with pytest.raises(InputError) as refused:
        count(good, bad)
    assert str(refused.value) == f"gold, sentence 2, tag 2: {BAD_TAG} {tag!r}"


@pytest.mark.parametrize(
    ("predicted", "gold", "message"),
    [
        pytest.param(
            ["O", "B-A"], ["O", "B-B"], "predicted, sentence 1: expected a list of tags, found 'O'", id="both"
        ),
        pytest.param(
            ["O", "B-A"],
            [["O"], ["B-A"]],
            "predicted, sentence 2: expected a list of tags, found 'B-A'",
            id="predicted",
        ),
        pytest.param(
            [["O"], ["B-A"]], ["O", "B-A"], "gold, sentence 2: expected a list of tags, found 'B-A'", id="gold"
        ),
    ],
)
def test_a_sentence_is_a_list_of_tags(predicted: Any, gold: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        score_tags(predicted, gold)


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(InputError, match="unknown scheme 'strickt'; did you mean 'strict'"):
        score_tags([["B-A"]], [["B-B"]], "strickt")  # type: ignore[arg-type]


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


def written(spans: list[tuple[int, int, str]], length: int, scheme: str) -> list[str]:
    """A sentence's spans (first and last token, type) as tags of a scheme."""
    tags = ["O"] * length
    single, last = {"IOBES": "SE", "BILOU": "UL"}.get(scheme, "BI")
    for start, end, kind in spans:
        tags[start : end + 1] = [f"I-{kind}"] * (end - start + 1)
        tags[end] = f"{last}-{kind}"
        touches = start > 0 and tags[start - 1][2:] == kind
        if scheme != "IOB1" or touches:
            tags[start] = f"{single if start == end else 'B'}-{kind}"
    return tags


@pytest.mark.parametrize("scheme", ["IOB1", "IOB2", "IOBES", "BILOU"])
def test_each_scheme_is_read_as_by_seqeval(scheme: str) -> None:
    """BILOU in seqeval's strict mode, since its default mode takes L and U for something else."""
    labelling = pytest.importorskip("seqeval.metrics.sequence_labeling")
    metrics = pytest.importorskip("seqeval.metrics")
    schemes = pytest.importorskip("seqeval.scheme")
    draw = random.Random(scheme)

    def spans() -> list[tuple[int, int, str]]:
        found, start = [], draw.randrange(3)
        while start < 12:
            end = min(11, start + draw.randrange(3))
            found.append((start, end, draw.choice("AB")))
            start = end + 1 + draw.choice((0, 0, 1, 2))
        return found

    gold = [spans() for _ in range(200)]
    predicted = [[span for span in each if draw.random() < 0.8] for each in gold]
    sides = [[written(each, 12, scheme) for each in side] for side in (predicted, gold)]
    assert [[(one.left, one.right, one.type) for one in spans_of(tags)] for tags in sides[1]] == gold
    ours = score_tags(*sides)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if scheme == "BILOU":
            strict = {"mode": "strict", "scheme": schemes.BILOU}
            theirs = [
                getattr(metrics, name)(sides[1], sides[0], **strict)
                for name in ("precision_score", "recall_score", "f1_score")
            ]
        else:
            theirs = labelling.precision_recall_fscore_support(sides[1], sides[0], average="micro")[:3]
    assert (ours.precision, ours.recall, ours.f1) == pytest.approx(theirs, abs=1e-12)


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
