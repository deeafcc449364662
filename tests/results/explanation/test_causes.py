"""Causes of wrong extractions and missed facts, by hand, and for every system of the sample."""

from __future__ import annotations

import pytest

import karat
from karat.errors import InputError, UnknownNameError
from karat.formats.benchmarks import hindi_benchie
from karat.formats.benchmarks.benchie_gold import read
from karat.metrics.oie.benchie import FactGold
from karat.model import Extraction
from karat.results.explanation.causes import Cause, cause_named
from karat.results.explanation.fixes import GoldFacts, head_to_head

GOLD = """sent_id:1\tThe old ship sails to Bari .
1--> Cluster 1:
[The] [old] ship --> sails to --> Bari
[The] [old] ship --> sails --> to Bari
1--> Cluster 2:
ship --> is --> old

sent_id:2\tWow !

sent_id:3\tAnn does not like tea .
3--> Cluster 1:
Ann --> does not like --> tea

sent_id:4\tBo and Cy own the green boat and the red car .
4--> Cluster 1:
Bo --> own --> [the] green boat
4--> Cluster 2:
Cy --> own --> [the] green boat
4--> Cluster 3:
Bo --> own --> [the] red car

sent_id:5\tBo runs the inn .
5--> Cluster 1:
Bo --> runs --> [the] inn
5--> Cluster 2:
Bo --> runs --> the [old] inn
"""


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.txt"
    path.write_text(GOLD)
    return GoldFacts(FactGold(annotation) for annotation in read(path))


def extraction(text):
    subject, relation, object_ = text.split("; ")
    return Extraction(relation, (subject, object_))


def diagnose(gold, metric="benchie", facet="default", credit="first", **triples):
    extractions = {name.removeprefix("s"): [extraction(text) for text in texts] for name, texts in triples.items()}
    return gold.diagnose(extractions, metric, facet, credit)


@pytest.mark.parametrize(
    ("sentence", "triple", "cause", "repaired"),
    [
        ("1", "ship; sails to; Bari now", Cause.LONG_OBJECT, "ship; sails to; Bari"),
        ("1", "old ship; sails to; Bari now", Cause.LONG_OBJECT, "old ship; sails to; Bari"),
        ("1", "fast ship; sails to; Bari", Cause.LONG_SUBJECT, "ship; sails to; Bari"),
        ("1", "ship; sails quickly to; Bari", Cause.LONG_RELATION, "ship; sails to; Bari"),
        ("1", "ship; sails; Bari", Cause.SHORT_RELATION, "ship; sails to; Bari"),
        ("1", "old; sails to; Bari", Cause.SHORT_SUBJECT, "old ship; sails to; Bari"),
        ("1", "ship; sails; to", Cause.SHORT_OBJECT, "ship; sails; to Bari"),
        ("1", "boat; is; old", Cause.OTHER_SUBJECT, "ship; is; old"),
        ("1", "ship; goes to; Bari", Cause.OTHER_RELATION, "ship; sails to; Bari"),
        ("1", "ship; sails; to Rome", Cause.OTHER_OBJECT, "ship; sails; to Bari"),
        ("1", "ship sails; to; Bari", Cause.SLOT_BORDER, "ship; sails to; Bari"),
        ("1", "Bari; sails to; ship", Cause.SWAPPED, "ship; sails to; Bari"),
        ("1", "Ship; sails to; Bari", Cause.CASE, "ship; sails to; Bari"),
        ("1", "ship; sailsto; Bari", Cause.WHITE_SPACE, "ship; sails to; Bari"),
        ("1", "ship; sails to; Bari .", Cause.PUNCTUATION, "ship; sails to; Bari"),
        ("3", "Ann; like; tea", Cause.NEGATION, "Ann; does not like; tea"),
        ("1", "boat; is; new", Cause.SUBJECT_AND_OBJECT, "ship; is; old"),
        ("1", "ship; leaves; Rome", Cause.RELATION_AND_OBJECT, "ship; is; old"),
        ("1", "boat; reaches; Bari", Cause.SUBJECT_AND_RELATION, "ship; sails to; Bari"),
        ("1", "boat; swims; far", Cause.NO_SLOT, None),
        ("2", "Wow; is; said", Cause.NO_GOLD, None),
        ("4", "Bo; own; green car", Cause.OTHER_OBJECT, "Bo; own; green boat"),
        ("4", "Bo; own; the old red car", Cause.LONG_OBJECT, "Bo; own; the red car"),
    ],
)
def test_a_wrong_extraction_has_one_cause_and_its_repair_is_right(gold, sentence, triple, cause, repaired):
    diagnosis = diagnose(gold, **{f"s{sentence}": [triple]})
    (wrong,) = diagnosis.wrong
    assert wrong.cause is cause
    assert (repaired is None) == (wrong.repaired is None)
    if wrong.repaired is not None:
        assert "; ".join(wrong.repaired.triple) == repaired
        assert not diagnose(gold, **{f"s{sentence}": [repaired]}).wrong


def test_every_missed_fact_has_one_cause_and_its_closest_extraction(gold):
    missed = diagnose(
        gold, s1=["ship; sails to; Bari now"], s4=["Bo; own; green boat"], s5=["Bo; runs; the inn"]
    ).missed
    assert [
        (each.sentence.id, each.synset.id, each.cause, each.extraction and each.extraction.object) for each in missed
    ] == [
        ("1", "1", Cause.LONG_OBJECT, "Bari now"),
        ("1", "2", Cause.NOT_EXTRACTED, "Bari now"),  # it has the subject
        ("3", "1", Cause.SILENT, None),
        ("4", "2", Cause.NOT_EXTRACTED, "green boat"),
        ("4", "3", Cause.NOT_EXTRACTED, "green boat"),
        ("5", "2", Cause.CREDITED_ELSEWHERE, "the inn"),  # the first fact that accepts it has the credit
    ]
    assert str(missed[0]).startswith("1 [The] [old] ship --> sails to --> Bari: too long an object; closest (ship;")
    assert all("\n" not in repr(each) for each in missed)


def test_the_closest_of_several_wrong_extractions_gives_the_cause(gold):
    missed = diagnose(gold, s3=["Ann; drinks; tea or milk", "Ann; does not like; tea now", "Ann; like; tea"]).missed
    (of_tea,) = (each for each in missed if each.sentence.id == "3")
    assert (of_tea.cause, of_tea.extraction) == (Cause.NEGATION, extraction("Ann; like; tea"))


def test_facets_have_their_own_mistakes(gold):
    slot_border = {"s1": ["ship sails; to; Bari"]}
    assert not diagnose(gold, facet="C", **slot_border).wrong
    optional = {"s1": ["The old ship; sails to; Bari"]}
    assert not diagnose(gold, **optional).wrong
    (wrong,) = diagnose(gold, facet="M", **optional).wrong
    assert (wrong.cause, wrong.repaired) == (Cause.LONG_SUBJECT, extraction("ship; sails to; Bari"))
    (wrong,) = diagnose(gold, facet="E", s1=["ship; sails; to Bari"]).wrong
    assert (wrong.cause, wrong.repaired) == (Cause.SLOT_BORDER, extraction("ship; sails to; Bari"))


def test_credit_for_all_leaves_nothing_credited_elsewhere(gold):
    assert [each.cause for each in diagnose(gold, s5=["Bo; runs; the inn"]).missed if each.sentence.id == "5"] == [
        Cause.CREDITED_ELSEWHERE
    ]
    assert not [
        each for each in diagnose(gold, credit="all", s5=["Bo; runs; the inn"]).missed if each.sentence.id == "5"
    ]


def test_benchie_fl_takes_credit_away(gold):
    diagnosis = diagnose(gold, "benchie_fl", None, s3=["Ann; does not like; tea", "Ann; does not like; tea"])
    (wrong,) = diagnosis.wrong
    assert (wrong.number, wrong.cause, wrong.repaired) == (1, Cause.CREDIT_TAKEN, None)


@pytest.mark.parametrize(
    "name", ["too long an object", "Too Long an OBJECT", "too-long-an-object", "TOO_LONG_AN_OBJECT", "long object"]
)
def test_kinds_are_named_in_any_case(name):
    assert cause_named(name) is Cause.LONG_OBJECT


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("to long an object", "unknown kind 'to long an object'; did you mean 'too long an object'?"),
        ("wrong subject an relation", "did you mean 'wrong subject and relation'?"),
        ("too short", "Known: too short a subject, too short a relation, too short an object$"),
        ("", "Known: sentence without gold facts, credit taken"),
    ],
)
def test_an_unknown_kind_names_the_nearest(name, message):
    with pytest.raises(UnknownNameError, match=message.replace("?", "[?]")):
        cause_named(name)


@pytest.mark.parametrize("benchmark", ["karat-sample", "karat-sample-de", "karat-sample-zh"])
def test_causes_sum_to_all_mistakes(benchmark):
    evaluation = karat.evaluate(benchmark=benchmark, resampling=None)
    for system in evaluation:
        for measurement in system.measurements:
            if measurement.metric != "benchie":
                continue
            diagnosis = system.diagnosis(*measurement.key)
            fixes = diagnosis.fixes()
            assert diagnosis.score.masses == measurement.score.masses
            assert sum(len(fix.wrong) for fix in fixes) == len(diagnosis.wrong) == measurement.counts["spurious"]
            assert sum(len(fix.missed) for fix in fixes) == len(diagnosis.missed) == measurement.counts["missed"]
            assert len({(each.sentence.id, each.number) for each in diagnosis.wrong}) == len(diagnosis.wrong)
            by_sentence = {gold.sentence.id: gold for gold in diagnosis.gold}
            for wrong in diagnosis.wrong:
                if wrong.repaired is not None:
                    assert diagnosis.judge.judge([wrong.repaired], by_sentence[wrong.sentence.id]).correct == (True,)
        if ("benchie", "default") in evaluation.labels:
            mistakes = [(each.sentence, each.extraction) for each in system.mistakes()]
            assert [(each.sentence.id, each.extraction) for each in system.diagnosis().wrong] == mistakes


HINDI = """sent_id:1\tमीना ने लाल सेब खाया ।
------ Cluster 1 ------
मीना ने --> खाया --> [लाल]{a} सेब
{a} लाल --> property --> सेब
------ Cluster 2 ------
मीना ने --> सेब खाया --> लाल
==========
sent_id:2\tराम सोया ।
------ Cluster 1 ------
राम --> सोया --> कल [रात]
"""


@pytest.fixture
def hindi(tmp_path):
    path = tmp_path / "hindi.txt"
    path.write_text(HINDI, encoding="utf-8")
    return GoldFacts(FactGold(annotation) for annotation in hindi_benchie.read(path))


def test_hindi_benchie_misses_statements_of_the_best_cluster(hindi):
    diagnosis = diagnose(hindi, "benchie_hi", None, s1=["मीना ने; खाया; सेब"])
    assert [(each.sentence.id, each.synset.id, each.cause) for each in diagnosis.missed] == [
        ("1", "1.2", Cause.NOT_EXTRACTED),  # nothing makes up for the omitted part a
        ("2", "1.1", Cause.SILENT),
    ]
    assert diagnosis.score.gold - diagnosis.score.matched_gold == 2
    not_extracted, silent = diagnosis.fixes()
    assert (not_extracted.found, silent.found) == (1, 1)
    assert {round(fix.after.recall, 3) for fix in (not_extracted, silent)} == {round(2 / 3, 3)}


def test_hindi_benchie_repairs_with_the_statement(hindi):
    diagnosis = diagnose(hindi, "benchie_hi", None, s1=["मीना; खाया; लाल सेब"], s2=["राम; सोया; कल"])
    (wrong,) = diagnosis.wrong
    assert (wrong.cause, wrong.repaired) == (Cause.SHORT_SUBJECT, extraction("मीना ने; खाया; लाल सेब"))
    (fix,) = diagnosis.fixes()
    assert (fix.after.f1, fix.found, len(fix.missed)) == (1, 1, 1)


def test_hindi_benchie_has_no_head_to_head(hindi):
    one = diagnose(hindi, "benchie_hi", None, s1=["मीना ने; खाया; सेब"])
    with pytest.raises(InputError, match="expected a metric with the same facts for all systems, found benchie_hi"):
        head_to_head(("a", "b"), one, one)
