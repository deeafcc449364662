"""BenchIE by hand: what a synset accepts under each facet, and how extractions and synsets are counted."""

from __future__ import annotations

import pytest

from karat.formats.text.slots import parse_slot
from karat.metrics import BENCHIE
from karat.metrics.oie.benchie import BENCHIE_ALL, FactGold, triples
from karat.model import Annotation, Extraction, Fact, Sentence, Synset


def fact(*slots: str) -> Fact:
    return Fact(*(parse_slot(slot)[0] for slot in slots))


GOLD = FactGold(
    Annotation(
        Sentence("1", "The old bridge was opened in May by Ann ."),
        (
            Synset(
                "1",
                (
                    fact("[The] [old] bridge", "was opened in", "May"),
                    fact("[The] [old] bridge", "was opened", "in May"),
                ),
            ),
            Synset("2", (fact("Ann", "opened", "[the] bridge"),)),
        ),
    )
)


def triple(subject: str, relation: str, object_: str) -> Extraction:
    return Extraction(relation, (subject, object_))


IN_MAY = triple("The old bridge", "was opened in", "May")
OTHER_BORDER = triple("bridge", "was opened", "in May")
BY_ANN = triple("Ann", "opened", "the bridge")
WRONG = triple("The bridge", "was", "old")


@pytest.mark.parametrize(
    ("extraction", "default", "c", "m", "e"),
    [
        pytest.param(IN_MAY, True, True, False, True, id="with optional words: not minimal"),
        pytest.param(triple("bridge", "was opened in", "May"), True, True, True, True, id="no optional words: minimal"),
        pytest.param(OTHER_BORDER, True, True, True, False, id="E keeps the shorter object of two borders"),
        pytest.param(triple("bridge was", "opened in", "May"), False, True, False, False, id="C ignores the borders"),
        pytest.param(triple("the old bridge", "was opened in", "May"), False, False, False, False, id="case counts"),
        pytest.param(WRONG, False, False, False, False, id="not in the gold"),
    ],
)
def test_what_each_facet_accepts(extraction: Extraction, default: bool, c: bool, m: bool, e: bool) -> None:
    accepted = [
        bool(BENCHIE(triples([extraction], facet), GOLD.synsets(facet)).matched_predicted)
        for facet in ("default", "C", "M", "E")
    ]
    assert accepted == [default, c, m, e]


@pytest.mark.parametrize(
    ("extractions", "matched", "spurious", "missed"),
    [
        pytest.param([IN_MAY, BY_ANN], 2, 0, 0, id="all"),
        pytest.param([IN_MAY], 1, 0, 1, id="one of two"),
        pytest.param([IN_MAY, OTHER_BORDER], 1, 0, 1, id="two forms of one fact count once"),
        pytest.param([IN_MAY, WRONG], 1, 1, 1, id="one wrong"),
        pytest.param([WRONG, WRONG], 0, 2, 2, id="a wrong one counts each time"),
        pytest.param([], 0, 0, 2, id="nothing"),
    ],
)
def test_precision_and_recall(extractions: list[Extraction], matched: int, spurious: int, missed: int) -> None:
    """P = matched / (matched + spurious), R = matched / (matched + missed), counted in synsets."""
    score = BENCHIE(triples(extractions), GOLD.synsets())
    assert score.precision == (matched / (matched + spurious) if matched + spurious else None)
    assert score.recall == matched / (matched + missed)


def test_an_extraction_that_two_synsets_accept_is_credited_to_the_first_or_to_all() -> None:
    both = Synset("1", (fact("Ann", "opened", "it"),)), Synset("2", (fact("Ann", "opened", "it"),))
    gold = FactGold(Annotation(Sentence("1", ""), both)).synsets()
    predicted = triples([triple("Ann", "opened", "it")])
    assert BENCHIE(predicted, gold).recall == 1 / 2
    assert BENCHIE_ALL(predicted, gold).recall == 2 / 2
