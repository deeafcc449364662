"""Ten traps into which libraries of metrics have fallen, each with its right answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from karat import algebra as k

F1 = k.match(k.equal).f1
CONSTRAINTS = [
    pytest.param(k.ONE_TO_ONE, id="↔"),
    pytest.param(k.N_TO_ONE, id="→"),
    pytest.param(k.ONE_TO_N, id="←"),
    pytest.param(k.N_TO_N, id="~"),
]


def chain(sequence: list[Any]) -> list[tuple[int, int]]:
    """A list as a graph: each element leads to the next."""
    return [(place, place + 1) for place in range(len(sequence) - 1)]


# --- 1: an empty matching sums to 0; 0/0 is the normaliser's affair ---


def test_1_empty_sentences_do_not_lift_a_micro_average() -> None:
    predicted, gold = [[]] * 9 + [[1]], [[]] * 9 + [[2]]
    total = sum(F1.corpus(predicted, gold))
    assert total.masses == (0, 1, 0, 1)
    assert total.exact == 0


def test_1_an_empty_prediction_costs_recall_only() -> None:
    total = sum(F1.corpus([[], [1]], [[5], [1]]))
    assert (total.precision, total.recall, total.exact) == (1, 1 / 2, Fraction(2, 3))


@pytest.mark.parametrize(
    ("empty", "predicted", "gold", "value"),
    [
        pytest.param(None, [], [], None, id="undefined by default"),
        pytest.param(1, [], [], 1, id="stated: 1"),
        pytest.param(0, [], [], 0, id="stated: 0"),
        pytest.param(1, [], [5], 0, id="one side empty is 0 all the same"),
        pytest.param(None, [5], [], 0, id="and where nothing is stated"),
    ],
)
def test_1_both_empty_is_a_stated_convention(empty: float | None, predicted: Any, gold: Any, value: Any) -> None:
    score = F1.with_empty(empty)(predicted, gold)
    assert score.value == value
    assert score.matched_predicted == score.matched_gold == 0


def test_1_events_without_arguments_add_no_matched_argument() -> None:
    arguments = k.match(k.product(trigger=k.equal, arguments=k.match(k.equal))).f1
    bare = {"trigger": "met", "arguments": ()}
    full = {"trigger": "left", "arguments": ("Ann", "Oslo")}
    assert arguments([bare, full], [bare, full]).masses == (2, 2, 2, 2)
    assert arguments([bare], [bare]).exact is None


# --- 2: duplicates ---


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        pytest.param(F1, 1, id="counted"),
        pytest.param(k.match(k.function(lambda x, y: float(x == y))).f1, 1, id="assigned"),
        pytest.param(k.match(k.equal, k.GREEDY).f1, 1, id="greedy"),
        pytest.param(k.match(k.equal, k.N_TO_ONE).f1, 1, id="→"),
        pytest.param(k.match(k.equal, k.ONE_TO_N).f1, 1, id="←"),
        pytest.param(k.match(k.equal, k.N_TO_N).f1, 1, id="~"),
        pytest.param(k.match(k.equal, k.N_TO_ONE, literal=True).f1, 1, id="→ literally"),
        pytest.param(k.match(k.equal, order=k.SEQUENCE).f1, 1, id="sequence"),
        pytest.param(k.match(k.equal, k.N_TO_ONE, order=k.SEQUENCE).f1, 1, id="sequence →"),
        pytest.param(k.match(k.equal, k.ONE_TO_N, order=k.SEQUENCE).f1, 1, id="sequence ←"),
        pytest.param(k.match(k.equal, k.N_TO_N, order=k.SEQUENCE).f1, 1, id="sequence ~"),
        pytest.param(k.match(k.equal, order=k.Reachable(list, chain)).f1, 1, id="graph"),
        pytest.param(k.match(k.equal, k.N_TO_ONE, order=k.Reachable(list, chain)).f1, 1, id="graph →"),
        pytest.param(k.match(k.equal, k.ONE_TO_N, order=k.Reachable(list, chain)).f1, 1, id="graph ←"),
        pytest.param(k.match(k.equal, k.N_TO_N, order=k.Reachable(list, chain)).f1, 1, id="graph ~"),
        pytest.param(
            k.match(k.equal, k.N_TO_ONE, order=k.Reachable(list, lambda _: ())).f1, 1, id="graph of no edge →"
        ),
        pytest.param(k.match(k.product(k.latent).on(lambda x: (x,)), k.N_TO_ONE).f1, 1, id="latent →"),
        pytest.param(k.match(k.equal, distinct=True).f1, 1, id="as sets"),
    ],
)
def test_2_what_is_repeated_matches_itself(metric: k.Normalised, value: int) -> None:
    assert metric([2, 2], [2, 2]).exact == value


def test_2_multiset_or_set_is_stated() -> None:
    assert F1([2, 2], [2]).exact == Fraction(2, 3)
    as_sets = k.match(k.equal, distinct=True).f1
    assert as_sets([2, 2], [2]).exact == 1
    assert "|distinct|" in as_sets.signature


# --- 3: φ(x, x) normalises to 1 on every route ---


@dataclass(frozen=True, slots=True)
class Place:
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    names: frozenset[str]


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@pytest.mark.parametrize("normalise", ["precision", "recall", "f1", "jaccard"])
def test_3_unions_normalise_to_1(constraint: k.Constraint, normalise: str) -> None:
    either = k.union({Place: k.product(name=k.equal), Person: k.product(names=k.match(k.equal))})
    things = [Place("Oslo"), Person(frozenset({"Ann", "she", "her"})), Person(frozenset({"Bo"}))]
    assert getattr(k.match(either, constraint), normalise)(things, things).exact == 1


def test_3_a_union_counts_what_its_cases_count() -> None:
    either = k.union({Place: k.product(name=k.equal), Person: k.product(names=k.match(k.equal))})
    predicted = [Place("Oslo"), Person(frozenset({"Ann"}))]
    gold = [Place("Oslo"), Person(frozenset({"Ann", "she", "her"}))]
    score = k.match(either).f1(predicted, gold)
    assert score.masses == (1 + 1, 1 + 1, 1 + 1, 1 + 3)
    assert score.exact == Fraction(2 * 2, 2 + 4)


# --- 4, 5: coreference ---

MUC = k.match(k.match(k.equal).excess(1), k.N_TO_N).f1


def test_4_muc_of_singletons_is_0_over_0() -> None:
    singletons = [{1}, {2}, {3}]
    score = MUC(singletons, singletons)
    assert score.masses == (0, 0, 0, 0)
    assert score.exact is None
    assert MUC.with_empty(0)(singletons, singletons).exact == 0


def test_4_muc_of_overlapping_clusters_never_passes_1() -> None:
    """The policy: an entity is matched by no more than it has."""
    predicted, gold = [{1, 2, 3}, {1, 2, 3}], [{1, 2, 3}]
    score = MUC(predicted, gold)
    assert score.masses == (2 + 2, 2 + 2, 2, 2)


def test_5_coreference_adds_masses_over_documents() -> None:
    predicted = [[{1, 2}], [{1, 2, 3, 4}]]
    gold = [[{1, 3}], [{1, 2, 3, 4}]]
    total = sum(MUC.with_empty(0).corpus(predicted, gold))
    assert (total.precision, total.recall) == (3 / 4, 3 / 4)
    assert MUC.with_empty(0).macro(predicted, gold) == (0 + 1) / 2


# --- 6: shared partners ---


@pytest.mark.parametrize(
    ("constraint", "literal", "masses", "precision", "recall"),
    [
        pytest.param(k.ONE_TO_ONE, False, (1, 3, 1, 1), 1 / 3, 1, id="↔"),
        pytest.param(k.N_TO_ONE, False, (3, 3, 1, 1), 1, 1, id="→"),
        pytest.param(k.N_TO_ONE, True, (3, 3, 3, 1), 1, 3, id="→ literally: recall passes 1"),
        pytest.param(k.ONE_TO_N, False, (1, 3, 1, 1), 1 / 3, 1, id="←"),
        pytest.param(k.N_TO_N, False, (3, 3, 1, 1), 1, 1, id="~"),
        pytest.param(k.N_TO_N, True, (3, 9, 3, 1), 1 / 3, 3, id="~ literally"),
    ],
)
def test_6_both_sides_have_their_own_matched_mass(
    constraint: k.Constraint, literal: bool, masses: tuple[int, ...], precision: float, recall: float
) -> None:
    score = k.match(k.equal, constraint, literal=literal).f1([7, 7, 7], [7])
    assert (score.masses, score.precision, score.recall) == (masses, precision, recall)


def test_6_the_literal_form_is_named() -> None:
    assert "|literal|" in k.match(k.equal, k.N_TO_ONE, literal=True).f1.signature


def test_6_sides_stay_apart_inside_cases_and_thresholds() -> None:
    """[7, 7] fills the gold's only 7: the gold side of the pair is 1, not 2."""
    many = k.match(k.equal, k.N_TO_ONE)
    for inner in (many, k.union({tuple: many}), many.on(list), k.product(many).on(lambda x: (x,))):
        assert k.match(inner).f1([(7, 7)], [(7,)]).masses == (2, 2, 1, 1)
    assert k.match(many.above(1)).f1([(7, 7)], [(7,)]).masses == (1, 1, 0, 0)


def test_6_ties_outside_do_not_let_the_order_decide_what_is_covered_inside() -> None:
    """Both pairs weigh 2; one covers a single gold element, the other two."""
    nested = k.match(k.match(k.function(lambda x, y: int(x[0] == y[0]), "initial"), k.N_TO_ONE)).f1
    one, two, gold = ("a1", "a2"), ("a1", "b1"), ("a3", "b3")
    assert nested([one, two], [gold]).masses == nested([two, one], [gold]).masses == (2, 4, 2, 2)


# --- 7: sequences and graphs ---


def test_7_sequences_return_their_alignment() -> None:
    score = k.match(k.equal, order=k.SEQUENCE).f1(list("abcd"), list("bdc"))
    assert score.exact == Fraction(2 * 2, 4 + 3)
    assert [(each.predicted, each.gold) for each in score.alignment.matches] == [("b", "b"), ("c", "c")]
    assert (score.alignment.unmatched_predicted, score.alignment.unmatched_gold) == (("a", "d"), ("d",))


@pytest.mark.parametrize("constraint", CONSTRAINTS)
@pytest.mark.parametrize("order", [None, k.SEQUENCE, k.Reachable(list, chain)], ids=["set", "sequence", "graph"])
def test_7_what_is_empty_scores(constraint: k.Constraint, order: Any) -> None:
    metric = k.match(k.equal, constraint, order=order).f1
    assert metric([], []).masses == (0, 0, 0, 0)
    assert metric([], [1]).masses == (0, 0, 0, 1)
    assert metric([1], []).masses == (0, 1, 0, 0)
    assert metric([], [1]).alignment == k.Alignment((), (), (1,))


@pytest.mark.parametrize(
    ("constraint", "masses"),
    [
        pytest.param(k.ONE_TO_ONE, (1, 2, 1, 1), id="↔"),
        pytest.param(k.N_TO_ONE, (2, 2, 1, 1), id="→"),
        pytest.param(k.ONE_TO_N, (1, 2, 1, 1), id="←"),
        pytest.param(k.N_TO_N, (2, 2, 1, 1), id="~"),
    ],
)
@pytest.mark.parametrize("order", [None, k.SEQUENCE, k.Reachable(list, chain)], ids=["set", "sequence", "graph"])
def test_7_a_constraint_means_the_same_everywhere(constraint: k.Constraint, order: Any, masses: Any) -> None:
    assert k.match(k.equal, constraint, order=order).f1([1, 1], [1]).masses == masses


# --- 8: a pair is not a set ---


@pytest.mark.parametrize("kind", [tuple[int, int], list[int]], ids=str)
def test_8_a_pair_is_not_a_set(kind: Any) -> None:
    metric = k.derive(set[kind])
    assert metric({(1, 5)}, {(5, 1)}).exact == (0 if kind == tuple[int, int] else Fraction(1, 2))
    assert metric({(1, 5)}, {(1, 5)}).exact == 1


# --- 9: no similarity, no match; and inner alignments ---


@pytest.mark.parametrize("constraint", [*CONSTRAINTS, pytest.param(k.GREEDY, id="greedy")])
def test_9_pairs_without_similarity_are_not_matched(constraint: k.Constraint) -> None:
    alignment = k.match(k.function(lambda x, y: float(x == y)), constraint).f1([1, 2], [2, 3]).alignment
    assert [(each.predicted, each.gold) for each in alignment.matches] == [(2, 2)]
    assert (alignment.unmatched_predicted, alignment.unmatched_gold) == ((1,), (3,))


def test_9_inner_alignments_can_be_reached() -> None:
    templates = k.match(k.product(type=k.equal, fillers=k.match(k.product(slot=k.equal, value=k.match(k.equal).f1)))).f1
    predicted = [{"type": "attack", "fillers": [{"slot": "victim", "value": ["Ann", "Bo"]}]}]
    gold = [{"type": "attack", "fillers": [{"slot": "victim", "value": ["Bo", "Cy"]}]}]
    (outer,) = templates(predicted, gold).alignment.matches
    ((field, fillers),) = outer.inner
    (filler,) = fillers.matches
    ((inner_field, values),) = filler.inner
    assert (field, inner_field) == ("fillers", "value")
    assert outer.credit == filler.credit == Fraction(1, 2)
    assert [each.gold for each in values.matches] == ["Bo"]
    assert (values.unmatched_predicted, values.unmatched_gold) == (("Ann",), ("Cy",))


# --- 10: latent variables ---


@dataclass(frozen=True, slots=True)
class Triple:
    source: k.Variable
    role: str
    target: k.Variable | str


@dataclass(frozen=True, slots=True)
class Graph:
    triples: frozenset[Triple]


SMATCH = k.derive(Graph)


def graph(text: str) -> Graph:
    """Read "x instance boy; w arg0 x": one letter is a variable."""
    words = [triple.split() for triple in text.split(";")]
    return Graph(frozenset(Triple(k.Variable(source), role, node(target)) for source, role, target in words))


def node(word: str) -> k.Variable | str:
    return k.Variable(word) if len(word) == 1 else word


WANTS = "w instance want; b instance boy; w arg0 b; g instance go; w arg1 g; g arg0 b"
RENAMED = "x instance want; y instance boy; x arg0 y; z instance go; x arg1 z; z arg0 y"


@pytest.mark.parametrize(
    ("predicted", "gold", "f1"),
    [
        pytest.param(WANTS, RENAMED, Fraction(1), id="names do not matter"),
        pytest.param("x instance boy", "y instance girl", Fraction(0), id="another concept"),
        pytest.param(
            "x instance boy; y instance boy; w instance see; w arg0 x",
            "b instance boy; w instance see; w arg0 b",
            Fraction(2 * 3, 4 + 3),
            id="the boy who sees is the one to map",
        ),
        pytest.param("x likes x", "y likes z", Fraction(0), id="a variable does not stand for two"),
    ],
)
def test_10_variables_are_mapped_one_to_one(predicted: str, gold: str, f1: Fraction) -> None:
    score = SMATCH(graph(predicted), graph(gold))
    assert score.exact == f1
    assert score.optimal
    assert score.bound == score.matched_predicted


def test_10_repeated_parts_match_themselves() -> None:
    parts = "; ".join(
        f"r op {name}; {name} instance thing; {name} mod {other}"
        for name, other in zip("abcdef", "bcdefa", strict=True)
    )
    score = SMATCH(graph(parts), graph(parts))
    assert (score.exact, score.optimal) == (1, True)


def test_10_the_same_answer_each_time() -> None:
    one, other = graph(WANTS), graph("x instance want; y instance boy; x arg0 y; z instance boy; x arg1 z")
    assert len({SMATCH(one, other).masses for _ in range(5)}) == 1
    assert len({SMATCH(one, other).alignment.variables for _ in range(5)}) == 1


def test_10_a_duplicate_triple_counts_once() -> None:
    distinct = k.match(k.derive_similarity(Triple), distinct=True).f1
    (triple,) = graph("x instance boy").triples
    assert distinct([triple, triple], [triple]).masses == (1, 1, 1, 1)


def test_10_a_limit_on_time_leaves_a_gap_not_a_lie() -> None:
    names = "abcdefghijklmnopqrst"
    one = graph("; ".join(f"{x} r {y}" for x in names for y in names if (ord(x) * ord(y)) % 7 < 2))
    other = graph("; ".join(f"{x} r {y}" for x in names for y in names if (ord(x) + 3 * ord(y)) % 8 < 2))
    score = SMATCH(one, other, time_limit=0.0)
    assert score.bound >= score.matched_predicted
    assert score.optimal == (score.bound == score.matched_predicted)
    assert not score.optimal
