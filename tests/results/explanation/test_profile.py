"""Error profiles by hand: which slots are wrong, and in which combination."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from karat.model import Extraction, Row
from karat.results import Options, Resampling, evaluate
from karat.results.explanation.profile import BUCKETS, bucket_name, error_profiles, wrong_slots

GOLD = """\
sent_id:1\tAnn left Ulm .
1--> Cluster 1:
Ann --> left --> Ulm

sent_id:2\tBob saw Cy .
2--> Cluster 1:
Bob --> saw --> Cy

sent_id:3\tOh !
"""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text(GOLD, encoding="utf-8")
    return path


def rows(*triples: str) -> list[Row]:
    found = []
    for triple in triples:
        id, subject, relation, object_ = triple.split(" ")
        found.append(Row(Extraction(relation, (subject, object_)), id))
    return found


@pytest.mark.parametrize(
    ("said", "slots", "buckets"),
    [
        pytest.param(["1 Ann left Bonn"], (0, 0, 1), {"(1,1,0)": 1}, id="object"),
        pytest.param(["1 Eve left Bonn"], (1, 0, 1), {"(0,1,0)": 1}, id="subject and object"),
        pytest.param(["1 Eve hit Bonn"], (1, 1, 1), {"(0,0,0)": 1}, id="all three"),
        pytest.param(["1 Ann left Ulm", "2 Bob met Cy"], (0, 1, 0), {"(1,0,1)": 1}, id="right ones do not count"),
        pytest.param(["1 Ann left A", "2 Bob saw B"], (0, 0, 2), {"(1,1,0)": 2}, id="two alike"),
        pytest.param(["3 Oh is all", "1 Ann left A"], (0, 0, 1), {"(1,1,0)": 1}, id="without gold: no slot is wrong"),
    ],
)
def test_by_hand(gold: Path, said: list[str], slots: tuple[int, ...], buckets: dict[str, int]) -> None:
    (profile,) = error_profiles(evaluate({"mine": rows(*said)}, gold=gold, resampling=None))
    assert tuple(share.count for share in profile.slots) == slots
    found = {bucket_name(slots): share.count for slots, share in zip(BUCKETS, profile.buckets, strict=True)}
    assert {name: count for name, count in found.items() if count} == buckets
    assert profile.compared == sum(buckets.values())
    assert profile.wrong == profile.compared + profile.without_gold


def test_the_buckets_are_seven_and_those_with_most_right_slots_come_first() -> None:
    assert [bucket_name(bucket) for bucket in BUCKETS] == [
        "(1,1,0)", "(1,0,1)", "(0,1,1)", "(1,0,0)", "(0,1,0)", "(0,0,1)", "(0,0,0)",
    ]  # fmt: skip
    assert wrong_slots(BUCKETS[3]) == "relation, object"


def test_intervals_are_over_sentences(gold: Path) -> None:
    said = rows("1 Ann left A", "1 Ann left B", "2 Eve saw Cy")
    resampling = Resampling(method="percentile", resamples=500)
    (profile,) = error_profiles(evaluate({"mine": said}, gold=gold, resampling=resampling))
    object_ = profile.slots[2]
    assert object_.value == 2 / 3
    # A resample has only the first of the two sentences, only the second, or both.
    assert (object_.low, object_.high) == (0.0, 1.0)


def test_all_right_has_undefined_shares_and_no_interval(gold: Path) -> None:
    (profile,) = error_profiles(evaluate({"mine": rows("1 Ann left Ulm")}, gold=gold))
    assert {(share.value, share.low, share.high) for share in (*profile.slots, *profile.buckets)} == {
        (None, None, None)
    }


def test_without_verdicts_there_is_no_profile(tmp_path: Path) -> None:
    words = tmp_path / "carb.tsv"
    words.write_text("Ann left Ulm .\tleft\tAnn\tUlm\n", encoding="utf-8")
    said = [Row(Extraction("left", ("Ann", "Ulm")), None, "Ann left Ulm .")]
    assert error_profiles(evaluate({"mine": said}, gold=words, resampling=None)) == ()


def test_a_profile_does_not_need_benchies_scores() -> None:
    both = evaluate(benchmark="karat-sample")
    words = evaluate(benchmark="karat-sample", options=Options(metrics=("carb",)))
    assert error_profiles(words) == error_profiles(both)
    assert error_profiles(replace(words, resampling=None, grounds=None)) == error_profiles(
        replace(both, resampling=None)
    )


def test_a_profile_is_a_document(gold: Path) -> None:
    (profile,) = error_profiles(evaluate({"mine": rows("1 Ann left A", "1 Ann left Ulm")}, gold=gold, resampling=None))
    document = json.loads(json.dumps(profile.to_json()))
    assert document["slots"]["object"] == {"count": 1, "of": 1, "share": 1.0, "interval": None}
    assert document["buckets"]["(1,1,0)"]["count"] == 1
    assert (document["system"], document["extractions"], document["wrong"]) == ("mine", 2, 1)
