from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from karat.formats.text.slots import parse_slot
from karat.metrics import MEANING
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.meaning.embedder import load_embedder
from karat.metrics.oie.meaning.meaning_rule import FactTexts, MeaningGold, MeaningRule, Texts
from karat.model import Annotation, Extraction, Fact, Sentence, Synset
from karat.results import Options, evaluate


def fact(*slots: str) -> Fact:
    return Fact(*(parse_slot(slot)[0] for slot in slots))


def annotation(*synsets: Sequence[Fact]) -> Annotation:
    return Annotation(
        Sentence("1", ""), tuple(Synset(str(number), tuple(facts)) for number, facts in enumerate(synsets, 1))
    )


def cosine(one: str, other: str) -> float:
    first, second = load_embedder().matrix([one, other])
    return float(first @ second)


SOLD = fact("Ann", "sold", "[the] mill")
BOUGHT = fact("Ben", "bought", "[the] mill")
CAME = fact("Ann", "came", "")


@pytest.mark.parametrize(
    ("extraction", "texts", "expected"),
    [
        pytest.param(
            Extraction("sells", ("Ann", "the mill")),
            "slots",
            lambda: cosine("sells", "sold"),
            id="the slot that is least alike counts",
        ),
        pytest.param(
            Extraction("sold", ("Ann", "mills")),
            "slots",
            lambda: max(cosine("mills", "mill"), cosine("mills", "the mill")),
            id="with or without optional words, whichever is more alike",
        ),
        pytest.param(
            Extraction("sells", ("Ann", "the mill")),
            "whole",
            lambda: max(
                cosine("Ann sells the mill", "Ann sold the mill"), cosine("Ann sells the mill", "Ann sold mill")
            ),
            id="one text of all slots",
        ),
        pytest.param(Extraction("sold", ("Ann", "")), "slots", lambda: 0.0, id="an empty slot is like no text"),
        pytest.param(Extraction("sold", ("Ann",)), "slots", lambda: 0.0, id="as is one that is not there"),
        pytest.param(
            Extraction("sold", ("Ann", "mill", "in May")),
            "slots",
            lambda: max(cosine("mill in May", "mill"), cosine("mill in May", "the mill")),
            id="further arguments are joined to the object",
        ),
    ],
)
def test_similarity_by_hand(extraction: Extraction, texts: Texts, expected) -> None:
    facts = FactTexts(annotation([SOLD]).synsets, texts)
    assert facts.similarities(extraction, load_embedder())[0] == pytest.approx(max(expected(), 0), abs=1e-4)


def test_two_empty_slots_are_alike() -> None:
    facts = FactTexts(annotation([CAME]).synsets, "slots")
    assert facts.similarities(Extraction("came", ("Ann",)), load_embedder())[0] == 1


def test_a_synset_is_as_alike_as_its_best_fact() -> None:
    extraction = Extraction("sells", ("Ann", "mill"))
    apart = [
        FactTexts(annotation([each]).synsets, "slots").similarities(extraction, load_embedder())[0]
        for each in (SOLD, BOUGHT)
    ]
    together = FactTexts(annotation([SOLD, BOUGHT]).synsets, "slots").similarities(extraction, load_embedder())
    assert together.tolist() == pytest.approx([max(apart)], abs=1e-4)


def rulings(predicted: Sequence[Extraction], gold: Annotation, rule: MeaningRule = MEANING) -> list[tuple[int, ...]]:
    return [ruling.synsets for ruling in rule.rulings(predicted, rule.prepare(gold))]


def test_an_exact_match_needs_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARAT_MEANING_WEIGHTS", "no such folder")
    gold = MEANING.prepare(annotation([SOLD], [BOUGHT]))
    (ruling,) = MEANING.rulings([Extraction("bought", ("Ben", "the mill"))], gold)
    assert (ruling.correct, ruling.synsets, ruling.reason) == (True, (1,), "synset 2 has it")


def test_an_exact_match_goes_before_one_that_is_more_alike() -> None:
    """With a threshold of 0 every synset accepts; the exact one has the credit, or else the most alike."""
    gold, all_alike = annotation([SOLD], [BOUGHT], [CAME]), MeaningRule(threshold=0)
    assert rulings([Extraction("bought", ("Ben", "mill"))], gold, all_alike) == [(1,)]
    extraction = Extraction("bought", ("Ben", "mills"))
    similarities = all_alike.prepare(gold).facts.similarities(extraction, load_embedder())
    assert rulings([extraction], gold, all_alike) == [(int(np.argmax(similarities)),)]


@pytest.mark.parametrize(("above", "credited"), [(0.0, (0,)), (0.0001, ())])
def test_the_threshold_is_the_least_similarity_that_counts(above: float, credited: tuple[int, ...]) -> None:
    extraction = Extraction("sells", ("Ann", "mill"))
    alike = FactTexts(annotation([SOLD]).synsets, "slots").similarities(extraction, load_embedder())[0]
    rule = MeaningRule(threshold=float(alike) + above)
    (ruling,) = rule.rulings([extraction], rule.prepare(annotation([SOLD])))
    assert (ruling.synsets, ruling.correct) == (credited, bool(credited))
    reached = "reaches" if credited else "does not reach"
    assert ruling.reason == f"synset 1 is alike by {alike:.4f}, which {reached} {rule.threshold:g}"


def test_repeating_and_rewording_gain_nothing() -> None:
    """A synset counts once, so three extractions that mean the same are worth one."""
    rule = MeaningRule(threshold=0)
    gold = rule.prepare(annotation([SOLD], [CAME]))
    once = [Extraction("sold", ("Ann", "the mill"))]
    thrice = [*once, Extraction("sold", ("Ann", "the mill")), Extraction("sold", ("Ann", "mill"))]
    assert (rule(once, gold).precision, rule(once, gold).recall) == (1, 0.5)
    assert (rule(thrice, gold).precision, rule(thrice, gold).recall) == (1, 0.5)
    wrong = MeaningRule(threshold=1.01)
    assert wrong([*once, *[Extraction("x", ("y", "z"))] * 2], gold).precision == pytest.approx(1 / 3)


def test_a_sentence_without_facts() -> None:
    score = MEANING([Extraction("sold", ("Ann", "mills"))], MEANING.prepare(annotation()))
    assert score.masses == (0, 1, 0, 0)
    assert MEANING.rulings([Extraction("sold", ("Ann", "mills"))], MEANING.prepare(annotation()))[0].reason == ""


def test_alignment_names_what_is_matched_and_what_is_left() -> None:
    gold = annotation([SOLD], [BOUGHT])
    right, wrong = Extraction("sold", ("Ann", "the mill")), Extraction("x", ("", ""))
    alignment = MEANING([right, wrong], MEANING.prepare(gold)).alignment
    assert alignment is not None
    assert [(match.predicted, match.gold) for match in alignment.matches] == [(right, gold.synsets[0])]
    assert (alignment.unmatched_predicted, alignment.unmatched_gold) == ((wrong,), (gold.synsets[1],))


def test_gold_is_prepared_once_for_each_choice() -> None:
    gold = FactGold(annotation([SOLD]))
    whole = MeaningRule(texts="whole")
    assert MEANING.prepared(gold) is MEANING.prepared(gold)
    assert isinstance(whole.prepared(gold), MeaningGold)
    assert whole.prepared(gold) is not MEANING.prepared(gold)


def test_evaluate_names_the_weights_in_the_signature() -> None:
    gold = {"Ann sold the mill .": [("Ann", "sold", "the mill")]}
    found = evaluate(
        {"mine": {"Ann sold the mill .": [("Ann", "sold", "the mill"), ("mill", "is", "it")]}},
        gold=gold,
        options=Options(metrics=("meaning",)),
    )["mine"]
    (measurement,) = found.measurements
    assert (measurement.metric, found.precision.value, found.recall.value) == ("meaning", 0.5, 1)
    assert f"|weights:{load_embedder().name}|" in measurement.signature
    assert "|texts:slots|threshold:0.97|" in measurement.signature
    assert [verdict.correct for verdict in found.verdicts] == [True, False]
    assert "which does not reach 0.97" in str(found.verdicts[1])
