from __future__ import annotations

import pytest

from karat.formats.benchmarks.benchie_gold import read
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold
from karat.model import Extraction, TupleAnnotation
from karat.results import explain_extraction, explain_sentence, mistake_profile
from karat.results.explanation.fixes import GoldFacts
from karat.results.explanation.verdicts import judge

GOLD = """sent_id:1\tThe old ship sails to Bari .
1--> Cluster 1:
[The] [old] ship --> sails to --> Bari
[The] [old] ship --> sails --> to Bari
1--> Cluster 2:
ship --> is --> old

sent_id:2\tWow !
"""


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.txt"
    path.write_text(GOLD)
    return [FactGold(annotation) for annotation in read(path)]


def extraction(text):
    subject, relation, object_ = text.split("; ")
    return Extraction(relation, (subject, object_))


@pytest.mark.parametrize(
    ("triple", "line", "reason"),
    [
        pytest.param("ship; sails; to Bari", 4, "right: synset 1 has it", id="right"),
        pytest.param(
            "The old ship; sails to; Bari", 3, "right: synset 1 has it, with the optional 'The old'", id="optional"
        ),
        pytest.param(
            "ship; sails to; Bari now", 3, "wrong: the object has 'now' beyond what the gold allows", id="extra"
        ),
        pytest.param("ship; sails; Bari", 3, "wrong: the relation lacks 'to'", id="missing"),
        pytest.param("boat; is; old", 6, "wrong: the subject is 'boat', where the gold has 'ship'", id="another slot"),
        pytest.param(
            "ship; sails; to Rome", 4, "wrong: the object has 'Rome', where the gold has 'Bari'", id="another word"
        ),
        pytest.param(
            "now ship; sailed to; Bari",
            3,
            "wrong: the subject has 'now' beyond what the gold allows; "
            "the relation has 'sailed', where the gold has 'sails'",
            id="two slots",
        ),
        pytest.param("; is; old", 6, "wrong: the subject is empty, where the gold has 'ship'", id="empty slot"),
    ],
)
def test_reasons(gold, triple, line, reason):
    explanation = explain_extraction(extraction(triple), gold[0])
    assert explanation.fact.line == line
    assert str(explanation) == reason
    assert explanation.correct == reason.startswith("right")
    assert explanation.correct == all(explanation.slots)


@pytest.mark.parametrize(
    ("triple", "line"),
    [
        pytest.param("ship; sails to; old", 3, id="most slots right"),
        pytest.param("ship; was; Rome", 6, id="of these fewest different words: 4, not 5"),
        pytest.param("ship; was; Rome now and then", 6, id="however many words there are"),
        pytest.param("old ship; goes; there", 3, id="of these the first"),
    ],
)
def test_the_closest_fact(gold, triple, line):
    assert explain_extraction(extraction(triple), gold[0]).fact.line == line


def test_all_views_name_the_same_closest_fact(gold):
    given = extraction("ship; was; Rome")
    (wrong,) = GoldFacts(gold).diagnose({"1": [given]}, "benchie", "default").wrong
    explained = explain_extraction(given, gold[0])
    assert wrong.fact is explained.fact is judge(given, gold[0]).gold
    assert (wrong.cause, wrong.repaired) == (explained.cause, explained.repaired)


def test_a_sentence_without_facts(gold):
    explanation = explain_extraction(extraction("it; is; old"), gold[1])
    assert str(explanation) == "wrong: the sentence has no gold fact"
    assert (explanation.synset, explanation.fact, explanation.differences) == (None, None, ())


def test_words_in_common_with_the_nearest_tuple(gold):
    tuples = (Extraction("sails", ("The old ship", "to Bari")), Extraction("is", ("ship", "old")))
    found = explain_extraction(
        extraction("ship; sails; to Rome"), gold[0], carb_gold(TupleAnnotation(gold[0].sentence, tuples))
    )
    assert (found.overlap.precision, found.overlap.recall, found.overlap.gold) == (3 / 4, 3 / 6, tuples[0])


def test_a_sentence(gold):
    given = [extraction(each) for each in ("ship; sails; to Bari", "ship; sails to; Bari", "ship; was; old")]
    explanation = explain_sentence(given, gold[0])
    assert [(found.synset.id, [each.extraction for each in found.by]) for found in explanation.found] == [
        ("1", given[:2])
    ]
    assert [synset.id for synset in explanation.missed] == ["2"]
    assert [each.extraction for each in explanation.wrong] == given[2:]


def test_a_profile(gold):
    wrong = ("ship; was; old", "boat; sails to; Bari", "the ship; sails to; Bari", "ship; be; young")
    explained = [explain_extraction(extraction(each), gold[0]) for each in ("ship; is; old", *wrong)]
    explained.append(explain_extraction(extraction("it; is; old"), gold[1]))
    profile = mistake_profile(explained)
    errors = profile.errors
    assert (errors.extractions, errors.wrong, errors.without_gold, errors.compared) == (6, 5, 1, 4)
    assert [share.count for share in errors.slots] == [2, 2, 1]
    assert [share.value for share in errors.slots] == [2 / 4, 2 / 4, 1 / 4]
    assert [(bucket.slots, bucket.count) for bucket in profile.buckets] == [
        ((False, True, True), 2),
        ((True, False, False), 1),
        ((True, False, True), 1),
    ]
    assert [(counted.kind.value, counted.count) for counted in profile.near_misses] == [("case", 1)]
    assert profile.near == 1


def test_a_profile_of_nothing_wrong(gold):
    profile = mistake_profile([explain_extraction(extraction("ship; is; old"), gold[0])])
    assert (profile.errors.wrong, [share.value for share in profile.errors.slots]) == (0, [None, None, None])
    assert profile.buckets == ()
