"""How a written graph becomes triples, and the subscores, by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.errors import FormatError, InputError
from karat.metrics import SMATCH
from karat.metrics.amr_conventions import (
    PRESETS,
    Convention,
    check_acyclic,
    smatch_under,
    subscores_under,
    triples_of,
)
from karat.model import Graph, Triple, Variable


def graph(top: str | None, *rows: str) -> Graph:
    """A graph from rows such as ``w ARG0 ?c``; ``?`` marks a variable, ``_`` stands for a space."""
    triples = []
    for row in rows:
        source, role, target = row.split()
        value = Variable(target[1:]) if target.startswith("?") else target.replace("_", " ")
        triples.append(Triple(Variable(source), role, value))
    return Graph(Variable(top) if top else None, tuple(triples))


def rows(triples: list[Triple]) -> set[str]:
    return {
        f"{each.source} {each.role} {'?' if isinstance(each.target, Variable) else ''}{each.target}" for each in triples
    }


TODAY, CONCEPT, NONE = Convention(), Convention(top="concept"), Convention(top="none")


@pytest.mark.parametrize(
    ("written", "convention", "read"),
    [
        pytest.param(
            graph("x", "x instance Cat"), TODAY, {"x instance cat", "x top top"}, id="lower case, TOP constant"
        ),
        pytest.param(graph("x", "x instance cat"), CONCEPT, {"x instance cat", "x top cat"}, id="TOP as concept"),
        pytest.param(graph("x", "x instance cat"), NONE, {"x instance cat"}, id="no TOP"),
        pytest.param(graph(None, "x instance cat"), TODAY, {"x instance cat"}, id="no root, no TOP"),
        pytest.param(graph(None, "x ARG0-of ?y"), TODAY, {"y arg0 ?x"}, id="an inverse role is turned"),
        pytest.param(graph(None, "x consist-of ?y"), TODAY, {"x consist-of ?y"}, id="consist-of is no inverse"),
        pytest.param(graph(None, "x prep-out-of ?y"), TODAY, {"x prep-out-of ?y"}, id="nor is prep-out-of"),
        pytest.param(
            graph(None, "x prep-on-behalf-of ?y"), TODAY, {"x prep-on-behalf-of ?y"}, id="nor prep-on-behalf-of"
        ),
        pytest.param(graph(None, "x consist-of-of ?y"), TODAY, {"y consist-of ?x"}, id="but its inverse is"),
        pytest.param(graph(None, "x mod ?y"), TODAY, {"y domain ?x"}, id="mod is inverse domain"),
        pytest.param(graph(None, "x mod-of ?y"), TODAY, {"x domain ?y"}, id="inverse mod is domain"),
        pytest.param(graph(None, "x domain ?y"), TODAY, {"x domain ?y"}, id="domain stays"),
        pytest.param(
            graph(None, "x mod 3", "x ARG1-of no"), TODAY, {"x mod 3", "x arg1-of no"}, id="constants keep roles"
        ),
        pytest.param(graph(None, 'x op1 "New_York"'), TODAY, {"x op1 new york"}, id="marks dropped, all words kept"),
        pytest.param(graph(None, 'x op1 "A"'), Convention(quotes="keep"), {'x op1 "a"'}, id="marks kept"),
        pytest.param(
            graph(None, "x mod ?y", "x ARG0-of ?y"),
            Convention(roles="keep"),
            {"x mod ?y", "x arg0-of ?y"},
            id="roles as written",
        ),
    ],
)
def test_conventions(written, convention, read):
    assert rows(triples_of(written, convention)) == read


def test_the_presets():
    assert {"smatch-1.0.4": Convention("constant", "drop"), "smatch-1.0.2": Convention("concept", "drop")} == PRESETS


def test_a_triple_written_twice_counts_once():
    twice = graph("x", "x instance go", "y instance cat", "x ARG0 ?y", "y ARG0-of ?x")
    assert len(triples_of(twice, TODAY)) == 4
    assert smatch_under(TODAY)(twice, twice).masses == (4, 4, 4, 4)


def test_repeated_parts_match_themselves():
    """Ten cats that no triple tells apart, and an eleventh that is white."""
    cats = [f"c{number}" for number in range(10)]
    herd = graph(
        "h",
        "h instance herd",
        *(f"{cat} instance cat" for cat in [*cats, "w"]),
        *(f"h consist-of ?{cat}" for cat in [*cats, "w"]),
        "w color white",
    )
    score = smatch_under(TODAY)(herd, herd)
    assert score.value == 1
    assert score.optimal


# The cat, Tom, that does not sleep wants to go.
WRITTEN = graph(
    "w",
    "w instance want-03",
    "c instance cat",
    "n instance name",
    "s instance sleep-01",
    "g instance go-02",
    "w ARG0 ?c",
    "c name ?n",
    'n op1 "Tom"',
    'c wiki "Tom_Cat"',
    "c ARG0-of ?s",
    "s polarity -",
    "w ARG1 ?g",
    "g ARG0 ?c",
)
# The dog, Tom, that sleeps wants to go.
OTHER = graph(
    "w",
    "w instance want-01",
    "c instance dog",
    "n instance name",
    "s instance sleep-01",
    "g instance go-02",
    "w ARG0 ?c",
    "c name ?n",
    'n op1 "Tom"',
    "c wiki -",
    "c ARG0-of ?s",
    "w ARG1 ?g",
    "g purpose ?c",
)


@pytest.mark.parametrize(
    ("name", "masses"),
    [
        # 12 triples and TOP; wrong or missing: two concepts, wiki, and purpose for ARG0; the gold has polarity, too.
        pytest.param("smatch", (9, 13, 14), id="all"),
        pytest.param("unlabelled", (10, 13, 14), id="purpose counts as ARG0 does"),
        pytest.param("no_wsd", (10, 13, 14), id="want-01 counts as want-03 does"),
        pytest.param("concepts", (3, 5, 5), id="name, sleep-01, go-02"),
        pytest.param("named_entities", (0, 1, 1), id="a dog is named, not a cat"),
        pytest.param("wikification", (0, 1, 1), id="- is not Tom Cat"),
        pytest.param("negation", (0, 0, 1), id="nothing is negated"),
        # Into the cat: w ARG0, s ARG0, g ARG0; w, s, g and c are concepts. The other has purpose, want-01 and dog.
        pytest.param("reentrancies", (4, 7, 7), id="two roles, two concepts"),
        # w ARG0 c, s ARG0 c, w ARG1 g; the gold has g ARG0 c, too.
        pytest.param("srl", (5, 7, 8), id="three roles, two concepts"),
    ],
)
def test_subscores_by_hand(name, masses):
    metrics = {"smatch": smatch_under(TODAY)} | {
        metric.name.removeprefix("smatch_"): metric for metric in subscores_under(TODAY)
    }
    matched, predicted, gold = masses
    score = metrics[name](OTHER, WRITTEN)
    assert score.masses == (matched, predicted, matched, gold)
    assert score.optimal


def test_nothing_to_find_is_undefined():
    empty = graph("x", "x instance cat")
    values = {metric.name: metric(empty, empty).value for metric in subscores_under(TODAY)}
    assert values["smatch_negation"] is None
    assert values["smatch_reentrancies"] is None
    assert values["smatch_concepts"] == 1


def test_the_signature_tells_what_is_taken():
    assert "∘negation" in {metric.name: metric.signature for metric in subscores_under(TODAY)}["smatch_negation"]


def test_smatch_of_graphs_is_smatch_of_their_triples():
    assert (
        smatch_under(CONCEPT)(OTHER, WRITTEN).masses
        == SMATCH(*(triples_of(each, CONCEPT) for each in (OTHER, WRITTEN))).masses
    )


@pytest.mark.parametrize(
    ("written", "cycle"),
    [
        pytest.param(graph("x", "x ARG0 ?y", "y ARG0 ?x"), "x → y → x", id="two"),
        pytest.param(graph("x", "x ARG0 ?x"), "x → x", id="itself"),
        pytest.param(graph("x", "x ARG0 ?y", "y mod ?z", "x ARG1-of ?z"), None, id="a diamond once roles are turned"),
        pytest.param(graph("x", "x ARG0 ?y", "x ARG0-of ?y"), "x → y → x", id="through an inverse role"),
        pytest.param(graph("x", "x ARG0 ?y", "x ARG1 ?z", "y ARG0 ?z"), None, id="two ways to one node"),
    ],
)
def test_cycles(written, cycle):
    if cycle is None:
        check_acyclic(written, TODAY)
        return
    with pytest.raises(InputError) as error:
        check_acyclic(written, TODAY)
    assert str(error.value) == f"expected a graph without cycles, found the cycle {cycle}"


def test_a_cycle_is_told_with_its_place():
    placed = Graph(Variable("x"), (Triple(Variable("x"), "ARG0", Variable("x")),), 7, Path("a.amr"))
    with pytest.raises(FormatError, match=r"^a\.amr:7: expected a graph without cycles, found the cycle x → x$"):
        check_acyclic(placed, TODAY)
