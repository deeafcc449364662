"""Laws of the metrics of open information extraction, and examples of those that they break."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat import algebra as k
from karat.metrics import BENCHIE_FL, BENCHIE_HI, OIE2016, OIE_METRICS, ROBUST, OieMetric
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold, word_tuple
from karat.model import (
    Annotation,
    Chunk,
    Extraction,
    Fact,
    OptionalPart,
    Sentence,
    Slot,
    Statement,
    Synset,
    TupleAnnotation,
    Wording,
)

QUICK = settings(max_examples=50, deadline=None)


def slot(text: str) -> Slot:
    return Slot(tuple(Chunk(word) for word in text.split()))


def annotation_of(extractions: Sequence[Extraction]) -> Annotation:
    """A synset for each extraction, which accepts it alone."""
    facts = (Fact(*map(slot, each.triple)) for each in extractions)
    return Annotation(Sentence("1", ""), tuple(Synset(str(number), (fact,)) for number, fact in enumerate(facts)))


def taking_synsets(extractions: Sequence[Extraction]) -> Any:
    return BENCHIE_FL.prepare(annotation_of(extractions))


def cluster_of(extractions: Sequence[Extraction]) -> Annotation:
    """One cluster with an essential statement for each extraction."""
    wordings = [Wording(*(tuple(text.split()) for text in each.triple), swap=False) for each in extractions]
    statements = tuple(Statement((wording,)) for wording in wordings)
    return Annotation(Sentence("1", ""), (Synset("1", (), statements),))


def joined(extractions: Sequence[Extraction]) -> list[Extraction]:
    """Triples, since metrics of fact synsets join or drop the arguments after the second."""
    return [Extraction(each.relation, (each.subject, each.object)) for each in extractions]


@dataclass(frozen=True)
class Scored:
    """A metric, and what it takes on either side."""

    metric: k.Metric
    predicted: Callable[[Sequence[Extraction]], Any]
    gold: Callable[[Sequence[Extraction]], Any]

    def __call__(self, predicted: Sequence[Extraction], gold: Sequence[Extraction]) -> k.Score:
        score = self.metric(self.predicted(predicted), self.gold(gold))
        assert isinstance(score, k.Score)
        return score


def scored_by(listed: OieMetric) -> Scored:
    """Give a metric extractions on both sides, as its own functions read them."""
    if listed.gold == "tuples":
        return Scored(
            listed.metric,
            listed.predicted,
            lambda gold: listed.wanted(carb_gold(TupleAnnotation(Sentence("1", ""), tuple(gold)))),
        )
    annotation = cluster_of if listed.metric is BENCHIE_HI else annotation_of
    return Scored(
        listed.metric,
        lambda predicted: listed.predicted(joined(predicted)),
        lambda gold: listed.wanted(FactGold(annotation(gold))),
    )


ALL = {listed.name: scored_by(listed) for listed in OIE_METRICS if listed.gold != "cliques"}
"""Every metric that ``OIE_METRICS`` lists; one that breaks a law is left out of that test, saying why."""


def clique(extractions: Sequence[Extraction]) -> list[Any]:
    """A clique of two sentences that say the same; the second has no tuple but the first one's first."""
    return [list(map(word_tuple, extractions)), list(map(word_tuple, extractions[:1]))]


WORST = Scored(ROBUST, clique, clique)
"""Its masses are precision of 1 and recall of 1, whatever the size; more laws: ``metrics/oie/test_robust.py``."""

every = pytest.mark.parametrize("scored", ALL.values(), ids=lambda scored: scored.metric.name)
and_the_worst = pytest.mark.parametrize("scored", [*ALL.values(), WORST], ids=lambda scored: scored.metric.name)
# No form of `be` and no word twice in a slot: with them recall can pass 1, see below.
text = st.lists(st.sampled_from(["Ann", "old", "mill", "in", "Ulm"]), min_size=1, max_size=3, unique=True).map(" ".join)
extraction = st.builds(
    Extraction,
    st.sampled_from(["founded", "sold", "founded quickly"]),
    st.lists(text, min_size=2, max_size=3).map(tuple),
)
some = st.lists(extraction, max_size=4, unique_by=lambda each: each.triple)


@every
@QUICK
@given(gold=some)
def test_gold_against_itself_is_perfect(scored: Scored, gold: list[Extraction]) -> None:
    size = len(gold)
    assert scored(gold, gold).masses == (size, size, size, size)


@QUICK
@given(gold=some)
def test_a_clique_against_itself_is_perfect_if_it_says_anything(gold: list[Extraction]) -> None:
    share = 1 if gold else 0
    assert WORST(gold, gold).masses == (share, 1, share, 1)


@QUICK
@given(predicted=some, gold=some)
def test_a_clique_is_worth_a_share(predicted: list[Extraction], gold: list[Extraction]) -> None:
    score = WORST(predicted, gold)
    assert 0 <= score.matched_predicted <= score.predicted == 1
    assert 0 <= score.matched_gold <= score.gold == 1


@every
@QUICK
@given(predicted=some, gold=some)
def test_no_more_is_matched_than_there_is(scored: Scored, predicted: list[Extraction], gold: list[Extraction]) -> None:
    score = scored(predicted, gold)
    assert 0 <= score.matched_predicted <= score.predicted == len(predicted)
    assert 0 <= score.matched_gold <= score.gold == len(gold)


def test_hindi_benchie_counts_more_gold_where_several_extractions_share_a_statement() -> None:
    """Both say the one statement, the first with a part left out; two are found, where the gold has one."""
    statement = Statement((Wording((OptionalPart(("old",), "a"), "Ann"), ("sold",), ("mills",)),))
    gold = BENCHIE_HI.prepare(Annotation(Sentence("1", ""), (Synset("1", (), (statement,)),)))
    predicted = [Extraction("sold", ("Ann", "mills")), Extraction("sold", ("old Ann", "mills"))]
    assert BENCHIE_HI(predicted, gold).masses == (2, 2, 2, 2)
    assert BENCHIE_HI(predicted[::-1], gold).masses == (1, 2, 1, 1)


def test_benchie_fl_depends_on_the_order() -> None:
    """Each could have both synsets; the first to come takes them."""
    gold = taking_synsets([Extraction("sold", ("Ann", "mills"))] * 2)
    predicted = [Extraction("sold", ("Ann", "mills")), Extraction("sold", ("Ann", "mills ,"))]
    alignments = [BENCHIE_FL(each, gold).alignment for each in (predicted, predicted[::-1])]
    assert [alignment and alignment.matches[0].predicted.object for alignment in alignments] == ["mills", "mills ,"]


@and_the_worst
@QUICK
@given(documents=st.lists(st.tuples(some, some), min_size=1, max_size=4))
def test_sums_add_over_documents(scored: Scored, documents: list[tuple[Any, Any]]) -> None:
    corpus = scored.metric.corpus(
        [scored.predicted(one) for one, _ in documents], [scored.gold(other) for _, other in documents]
    )
    assert sum(corpus) == corpus.total == sum(scored(one, other) for one, other in documents)


@and_the_worst
@QUICK
@given(predicted=some, gold=some)
def test_scores_come_back_from_json(scored: Scored, predicted: list[Extraction], gold: list[Extraction]) -> None:
    score = scored(predicted, gold)
    assert k.from_json(json.loads(json.dumps(score.to_json()))) == score


@pytest.mark.parametrize("scored", [ALL["benchie"], ALL["wire57_exact"]])
@QUICK
@given(data=st.data())
def test_where_nothing_is_first_come_the_order_does_not_matter(scored: Scored, data: st.DataObject) -> None:
    predicted, gold = data.draw(some), data.draw(some)
    shuffled = scored(data.draw(st.permutations(predicted)), data.draw(st.permutations(gold)))
    assert shuffled == scored(predicted, gold)


def test_oie2016_depends_on_the_order() -> None:
    """`x y z` accepts both predictions and `x y` only the first, which is taken when `x y z` comes first."""
    predicted, gold = [Extraction("x y", ()), Extraction("x z", ())], [Extraction("x y z", ()), Extraction("x y", ())]
    assert OIE2016(predicted, gold).matched_gold == 1
    assert OIE2016(predicted, gold[::-1]).matched_gold == 2


@pytest.mark.parametrize(
    ("scored", "predicted", "gold"),
    [
        pytest.param(ALL["carb"], Extraction("is be", ("Ann", "old")), Extraction("is", ("Ann", "old")), id="carb: be"),
        pytest.param(
            ALL["wire57"], Extraction("is", ("Ann Ann", "old")), Extraction("is", ("Ann", "old")), id="wire57: repeated"
        ),
    ],
)
def test_recall_can_pass_1_as_published(scored: Scored, predicted: Extraction, gold: Extraction) -> None:
    assert scored([predicted], [gold]).matched_gold == pytest.approx(4 / 3)
