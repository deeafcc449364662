"""BenchIE-FL by hand: which step accepts an extraction, and who is credited with a synset."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from karat.formats.text.slots import parse_slot
from karat.metrics import BENCHIE_FL
from karat.metrics.oie.benchie_fl import FLGold, Step, reductions, strings, triple_of
from karat.metrics.oie.slots import compile_slot
from karat.model import Annotation, Extraction, Fact, Sentence, Synset


def gold_of(*synsets: Sequence[str]) -> FLGold:
    """Gold of one sentence; a fact is written ``subject; relation; object``."""
    annotation = Annotation(
        Sentence("1", ""),
        tuple(
            Synset(str(number), tuple(Fact(*(parse_slot(slot)[0] for slot in fact.split("; "))) for fact in facts))
            for number, facts in enumerate(synsets, 1)
        ),
    )
    return BENCHIE_FL.prepare(annotation)


def found(*triples: str) -> list[Extraction]:
    parts = [triple.split("; ") for triple in triples]
    return [Extraction(relation, (subject, *others)) for subject, relation, *others in parts]


# Ann Lund , a potter , and Bo sold jugs in Ulm in the St. Martin market .
GOLD = gold_of(
    ["Ann Lund; sold; [the] jugs"],
    ["Bo; sold; [the] jugs"],
    ["Ann Lund; is; [a] potter", "Ann Lund; is [a]; potter"],
    ["Ann Lund; sold [the] jugs in; Ulm"],
    ["Ann Lund; sold [the] jugs at; [the] St. Martin market"],
)

ELSEWHERE = "synset 1 accepts it as a fact whose words are parted elsewhere"


@pytest.mark.parametrize(
    ("predicted", "masses"),
    [
        pytest.param([], (0, 0, 0, 5), id="nothing predicted"),
        pytest.param(["Ann Lund; sold; jugs"], (1, 1, 1, 5), id="step 1: exact slots"),
        pytest.param(["Ann Lund; sold; jugs; in Ulm"], (1, 1, 1, 5), id="further arguments are dropped"),
        pytest.param(["ann lund; sold; jugs"], (0, 1, 0, 5), id="case counts"),
        pytest.param(["Ann Lund; sold jugs at; St Martin market"], (1, 1, 1, 5), id="step 2: without punctuation"),
        pytest.param(["Ann Lund and Bo; sold; jugs"], (1, 1, 1, 5), id="step 3: coordinated, one synset is taken"),
        pytest.param(["potter Ann Lund; sold; the jugs"], (1, 1, 1, 5), id="step 3: equal by is"),
        pytest.param(["Ann Lund , Bo and Cy; sold; jugs"], (0, 1, 0, 5), id="only one string is left out"),
        pytest.param(["Ann Lund; sold; jugs in Ulm"], (1, 1, 1, 5), id="step 4: words parted elsewhere"),
        pytest.param(["Ann Lund; sold; Jugs in Ulm"], (0, 1, 0, 5), id="step 4: the contained words keep their case"),
        pytest.param(["Ann Lund; sold; jugs in Linz"], (0, 1, 0, 5), id="step 4: no fact has all these words"),
        pytest.param(["Ann Lund; sold jugs; in Ulm"], (0, 1, 0, 5), id="step 4: no synset has the relation"),
        pytest.param(["Ann Lund; sold; jugs"] * 2, (1, 2, 1, 5), id="a repetition costs precision"),
        pytest.param(
            ["Ann Lund; sold; jugs in Ulm", "Ann Lund; sold; jugs at the St. Martin market"],
            (1, 2, 1, 5),
            id="two claim synset 1 by step 4: the later keeps it",
        ),
        pytest.param(
            ["Ann Lund; sold; jugs in Ulm", "Ann Lund; sold; jugs"],
            (1, 2, 1, 5),
            id="an exact match keeps others from its synset",
        ),
        pytest.param(
            ["Ann Lund and Bo; sold; jugs", "Ann Lund; sold; jugs"],
            (2, 2, 2, 5),
            id="where synset 1 is matched exactly, synset 2 is the first that is free",
        ),
        pytest.param(
            ["Ann Lund; sold; jugs", "Bo; sold; jugs", "Ann Lund; is; potter"], (3, 3, 3, 5), id="one synset each"
        ),
    ],
)
def test_by_hand(predicted: list[str], masses: tuple[int, int, int, int]) -> None:
    assert BENCHIE_FL(found(*predicted), GOLD).masses == masses


@pytest.mark.parametrize(
    ("synsets", "predicted", "masses"),
    [
        pytest.param(2, ["it; is; old"], (1, 1, 2, 2), id="all synsets that it matches exactly"),
        pytest.param(3, ["it; is; old"], (1, 1, 2, 3), id="two at most are counted"),
        pytest.param(3, ["it; is; old", "it; is; old"], (1, 2, 2, 3), id="the third is taken all the same"),
    ],
)
def test_an_exact_match_takes_every_synset(synsets: int, predicted: list[str], masses: tuple[int, ...]) -> None:
    gold = gold_of(*[["it; is; [very] old"]] * synsets)
    assert BENCHIE_FL(found(*predicted), gold).masses == masses


@pytest.mark.parametrize(
    ("predicted", "ruling"),
    [
        pytest.param(["Ann Lund; sold; jugs"], (True, (0,), "synset 1 has it"), id=Step.EXACT),
        pytest.param(
            ["Ann Lund; sold jugs at; St Martin market"],
            (True, (4,), "synset 5 has it but for punctuation"),
            id=Step.PUNCTUATION,
        ),
        pytest.param(
            ["Ann Lund and Bo; sold; jugs"],
            (True, (0,), "synset 1 has it with the subject 'Ann Lund and Bo' reduced to 'Ann Lund'"),
            id=Step.REDUCED,
        ),
        pytest.param(
            ["Ann Lund; sold; jugs in Ulm"],
            (True, (0,), ELSEWHERE),
            id=Step.WORDS,
        ),
        pytest.param(["Ann Lund; drank; tea"], (False, (), ""), id="accepted by none"),
        pytest.param(
            ["Ann Lund; sold; jugs", "Ann Lund; sold; the jugs"],
            (False, (0,), "synset 1 has it, but an earlier extraction has taken that synset"),
            id="taken before",
        ),
        pytest.param(
            ["Ann Lund; sold; jugs", "Ann Lund; sold; jugs in Ulm"],
            (
                False,
                (0,),
                f"{ELSEWHERE}, but another extraction matches that synset exactly",
            ),
            id="matched exactly by another",
        ),
    ],
)
def test_the_last_extraction_is_explained(predicted: list[str], ruling: tuple[bool, tuple[int, ...], str]) -> None:
    last = BENCHIE_FL.rulings(found(*predicted), GOLD)[-1]
    assert (last.correct, last.synsets, last.reason) == ruling


def test_the_one_who_lost_a_synset_is_told_to_whom() -> None:
    predicted = found("Ann Lund; sold; jugs in Ulm", "Ann Lund; sold; jugs at the St. Martin market")
    first, _ = BENCHIE_FL.rulings(predicted, GOLD)
    assert first.reason.endswith(", but a later extraction takes that synset")


@pytest.mark.parametrize(
    ("argument", "rest"),
    [
        pytest.param("Ann and Bo", {"and Bo", "Bo", "Ann and", "Ann"}, id="with and without and"),
        pytest.param("Ann , Bo", {", Bo", "Bo", "Ann ,", "Ann"}, id="with and without the comma"),
        pytest.param(
            "Ann and, Bo", {"and, Bo", "and Bo", "Bo", "Ann and,", "Ann and", "Ann"}, id="a comma glued to and"
        ),
        pytest.param("Ann", set(), id="one string alone"),
        pytest.param("Annika and Bo", {"ika and Bo", "ika Bo", "Annika and", "Annika"}, id="inside a word too"),
    ],
)
def test_what_is_left_of_an_argument(argument: str, rest: set[str]) -> None:
    related = [{"Ann": {0}, "Bo": {1}}]
    assert {" ".join(words) for words in reductions(argument, related)} == rest


def test_two_strings_of_one_synset_do_not_belong_together() -> None:
    assert gold_of(["Ann; sold; jugs"], ["Bo; drank; tea"]).steps.related == []
    assert list(reductions("the jugs", [{"the jugs": {0}, "jugs": {0}, "cups": {1}}])) == []


def test_a_slot_shows_its_words_with_all_that_is_optional_and_with_none() -> None:
    slot, _ = parse_slot("[the] old [stone] bridge")
    assert strings(compile_slot(slot)) == {"the old stone bridge", "old bridge"}
    assert strings(compile_slot(parse_slot("[the]")[0])) == {"the"}


def test_missing_arguments_are_empty_slots() -> None:
    assert triple_of(Extraction("rained", ())) == ((), ("rained",), ())


def test_forty_optional_words_cost_nothing() -> None:
    optional = " ".join(f"[w{number}]" for number in range(40))
    gold = gold_of([f"Ann; sold; {optional} jugs"], [f"Bo; sold; {optional} jugs"], [f"Ann; is; {optional} potter"])
    predicted = found(
        *(f"Ann and Bo {number}; sold; w3 w7 jugs w8" for number in range(50)), "Ann and Bo; sold; w3 jugs"
    )
    start = time.perf_counter()
    assert BENCHIE_FL(predicted, gold).masses == (1, 51, 1, 3)
    assert time.perf_counter() - start < 1


def test_the_alignment_has_who_is_credited_with_what() -> None:
    alignment = BENCHIE_FL(found("Bo; sold; jugs", "Bo; ate; jugs"), GOLD).alignment
    assert alignment is not None
    assert [(match.predicted.subject, match.gold.id) for match in alignment.matches] == [("Bo", "2")]
    assert [each.relation for each in alignment.unmatched_predicted] == ["ate"]
    assert [synset.id for synset in alignment.unmatched_gold] == ["1", "3", "4", "5"]


def test_the_signature_names_every_choice() -> None:
    assert BENCHIE_FL.signature.startswith(
        "benchie_fl|steps:exact+punctuation+reduced+words|strings:all_or_no_optional|contains:substring|synsets:2|"
        "contested:last|avg:micro|empty:undefined|v:"
    )
