"""Hindi-BenchIE by hand: clusters as alternatives, parts that other facts make up for, passives, repetitions."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from karat.formats import Problems
from karat.formats.benchmarks.hindi_benchie import parse_statement
from karat.formats.text.lines import Line
from karat.metrics import BENCHIE_HI
from karat.metrics.oie.benchie_hi import HindiGold, clean_triple, minimal
from karat.model import Annotation, Extraction, Sentence, Synset


def gold_of(*clusters: str) -> HindiGold:
    """Gold of one sentence; a cluster is the lines that a file has of it."""
    synsets = []
    for number, cluster in enumerate(clusters, 1):
        lines = [Line(Path("gold"), place, text) for place, text in enumerate(cluster.strip().splitlines(), 1)]
        read = [parse_statement(line, Problems()) for line in lines]
        facts = tuple(fact for _, own in read for fact in own)
        synsets.append(Synset(str(number), facts, tuple(statement for statement, _ in read)))
    return BENCHIE_HI.prepare(Annotation(Sentence("1", ""), tuple(synsets)))


def found(*triples: str) -> list[Extraction]:
    parts = [triple.split("; ") for triple in triples]
    return [Extraction(relation, (subject, *others)) for subject, relation, *others in parts]


# Little Meena ate the red apple in the garden : either all in two facts, or the eating and the place in one.
GOLD = gold_of(
    """
[छोटी]{a} मीना ने --> खाया --> [लाल]{b} सेब
[छोटी]{a} मीना ने --> खाया --> बाग़ में |OR| बाग़ में --> property --> खाया
{a} छोटी --> property --> मीना [ने]
{b} [बहुत]{c} लाल --> property --> सेब <--{not allowed in passive}
{c} बहुत --> property --> लाल
""",
    """
[छोटी] मीना ने --> [लाल] सेब खाया --> बाग़ में
""",
)
EATING, PLACE = "छोटी मीना ने; खाया; लाल सेब", "छोटी मीना ने; खाया; बाग़ में"
SHORT = "मीना ने; खाया; सेब"
LITTLE, RED, VERY = "छोटी; property; मीना", "बहुत लाल; property; सेब", "बहुत; property; लाल"
ONE = "मीना ने; सेब खाया; बाग़ में"


@pytest.mark.parametrize(
    ("predicted", "right", "wrong", "missed"),
    [
        pytest.param([EATING, PLACE], 2, 0, 0, id="cluster 1 wholly"),
        pytest.param([ONE], 1, 0, 0, id="cluster 2 wholly: clusters are alternatives"),
        pytest.param([], 0, 0, 2, id="nothing extracted: the largest number of essential statements"),
        pytest.param(["मीना; सोई; कल"], 0, 1, 1, id="only wrong ones: the cluster that misses least"),
        pytest.param([EATING], 1, 0, 1, id="one of two; cluster 2 misses one as well"),
        pytest.param([SHORT, PLACE], 2, 0, 1, id="a and b left out: cluster 2 misses 1, cluster 1 misses 2"),
        pytest.param([SHORT, PLACE, LITTLE], 3, 0, 1, id="a made up for, b is missing"),
        pytest.param([SHORT, PLACE, LITTLE, RED], 4, 0, 0, id="both made up for"),
        pytest.param([SHORT, PLACE, LITTLE, "लाल; property; सेब"], 4, 0, 1, id="b said without c, which is missing"),
        pytest.param([SHORT, PLACE, LITTLE, "लाल; property; सेब", VERY], 5, 0, 0, id="c made up for in its turn"),
        pytest.param([SHORT, EATING, PLACE], 3, 0, 0, id="said in part, then wholly"),
        pytest.param([EATING, SHORT, PLACE], 2, 1, 0, id="said wholly: no second extraction is right for it"),
        pytest.param([EATING, "लाल सेब; खाया; छोटी मीना ने"], 1, 1, 1, id="the other way round, but said already"),
        pytest.param(["लाल सेब; खाया; छोटी मीना ने", PLACE], 2, 0, 0, id="subject and object may change places"),
        pytest.param([EATING, PLACE, "सेब; property; बहुत लाल"], 2, 1, 0, id="unless the wording does not allow it"),
        pytest.param([EATING, "खाया; property; बाग़ में"], 2, 0, 0, id="another wording"),
        pytest.param([f"{EATING} ।", f"( {PLACE} , )"], 2, 0, 0, id="punctuation and danda are removed"),
        pytest.param([EATING, EATING, f"{EATING} !", PLACE], 2, 0, 0, id="repetitions are dropped"),
    ],
)
def test_by_hand(predicted: list[str], right: int, wrong: int, missed: int) -> None:
    assert BENCHIE_HI(found(*predicted), GOLD).masses == (right, right + wrong, right, right + missed)


def test_the_gold_keeps_its_punctuation() -> None:
    gold = gold_of("मीना ( 5 ) --> है --> यहाँ")
    assert BENCHIE_HI(found("मीना ( 5 ); है; यहाँ"), gold).masses == (0, 1, 0, 1)


@pytest.mark.parametrize(
    ("cluster", "predicted", "missed"),
    [
        pytest.param("[x]{a} y --> z --> w", ["y; z; w"], 1, id="a label that no line has"),
        pytest.param(
            "[x]{a} y --> z --> w\n{a} [v]{b} x --> is --> y\n{b} [u]{a} v --> is --> x",
            ["y; z; w", "x; is; y", "v; is; x"],
            0,
            id="labels in a circle: all is said",
        ),
        pytest.param(
            "[x]{a} [y]{a} z --> is --> w\n{a} x y --> are --> z", ["z; is; w"], 1, id="one label twice: one fact"
        ),
        pytest.param(
            "[x]{a} [y]{b} z --> is --> w\n{a} [q]{c} x --> of --> z\n{b} [q]{c} y --> of --> z\n{c} q --> of --> z",
            ["z; is; w", "x; of; z", "y; of; z"],
            1,
            id="two labels lead to one missing fact",
        ),
        pytest.param(
            "z [x [y]{a}]{b} --> is --> w\n{a} y --> of --> x\n{b} x --> of --> z",
            ["z x; is; w", "x; of; z"],
            1,
            id="brackets inside brackets: the inner part is left out",
        ),
        pytest.param(
            "z [x [y]{a}]{b} --> is --> w\n{a} y --> of --> x\n{b} x --> of --> z",
            ["z; is; w", "x; of; z"],
            0,
            id="brackets inside brackets: the outer part is left out, the inner one with it",
        ),
        pytest.param(
            "[x]{a} [x]{b} z --> is --> w\n{a} x --> of --> v\n{b} x --> of --> z",
            ["x z; is; w", "x; of; z"],
            0,
            id="of two ways to match, the one that is made up for",
        ),
        pytest.param(
            "[x]{a} y --> is --> w\n{a} x --> of --> y", ["y; is; w", "x y; is; w"], 0, id="the best extraction counts"
        ),
    ],
)
def test_what_is_missing(cluster: str, predicted: list[str], missed: int) -> None:
    score = BENCHIE_HI(found(*predicted), gold_of(cluster))
    assert score.gold - score.matched_gold == missed


def test_optional_parts_are_matched_fully() -> None:
    """A greedy matcher takes the first `x` for the optional one and finds no second; there is another way."""
    assert BENCHIE_HI(found("x y; is; w"), gold_of("[x] x y --> is --> w")).masses == (1, 1, 1, 1)


def test_forty_labelled_parts_cost_nothing() -> None:
    parts = " ".join(f"[x]{{a{number}}}" for number in range(40))
    start = time.perf_counter()
    score = BENCHIE_HI(found(f"{'x ' * 20}y; is; w"), gold_of(f"{parts} y --> is --> w"))
    assert score.masses == (1, 1, 1, 21)
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    ("predicted", "ruling"),
    [
        pytest.param([ONE], (True, (1,), "cluster 2 states it"), id="wholly"),
        pytest.param(
            [SHORT],
            (True, (0,), "cluster 1 states it without the parts a, b, to be made up for by another fact"),
            id="with labels",
        ),
        pytest.param(
            [EATING, SHORT],
            (False, (0,), "cluster 1 states it, but an earlier extraction has said that statement"),
            id="said before",
        ),
        pytest.param(["मीना; सोई; कल"], (False, (), ""), id="in no cluster"),
        pytest.param([ONE, ONE], (True, (1,), "cluster 2 states it; a repetition, counted once"), id="repeated"),
    ],
)
def test_the_last_extraction_is_explained(predicted: list[str], ruling: tuple[bool, tuple[int, ...], str]) -> None:
    last = BENCHIE_HI.rulings(found(*predicted), GOLD)[-1]
    assert (last.correct, last.synsets, last.reason) == ruling


def test_all_arguments_after_the_first_are_the_object() -> None:
    assert clean_triple(Extraction("खाया", ("मीना ने", "लाल", "सेब ।"))) == (("मीना", "ने"), ("खाया",), ("लाल", "सेब"))


def test_of_sets_those_stay_that_hold_no_other() -> None:
    assert minimal(map(frozenset, ("ab", "c", "abc", "bd", "ab"))) == [frozenset("c"), frozenset("ab"), frozenset("bd")]


def test_the_alignment_has_who_says_which_statement() -> None:
    alignment = BENCHIE_HI(found(SHORT, "मीना; सोई; कल"), GOLD).alignment
    assert alignment is not None
    assert [match.gold.line for match in alignment.matches] == [1]
    assert [each.relation for each in alignment.unmatched_predicted] == ["सोई"]
    assert [statement.label for statement in alignment.unmatched_gold] == [None, "a", "b", "c", None]


def test_the_signature_names_every_choice() -> None:
    assert BENCHIE_HI.signature.startswith(
        "benchie_hi|clusters:alternatives|optional:full|punctuation:ascii+danda|repeats:dropped|silent:most_essential|"
        "avg:micro|empty:undefined|v:"
    )
