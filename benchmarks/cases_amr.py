"""Smatch: Karat, exact, beside smatchpp's integer programme and beside smatch's hill climbing, on the same triples."""

from __future__ import annotations

import random

from case import Case

from karat.metrics import SMATCH
from karat.model import Triple, Variable

Input = tuple[list[Triple], list[Triple]]
ROLES = ["arg0", "arg1", "arg2", "domain", "time", "location", "manner", "op1", "op2", "poss"]


def graph(nodes: int, concepts: int, seed: int) -> list[Triple]:
    """A graph with a root: a tree, a few edges more, and some constants; the first concepts are the most frequent."""
    draw = random.Random(seed)
    names = [Variable(f"x{number}") for number in range(nodes)]
    found = [Triple(name, "instance", f"c{int(concepts * draw.random() ** 2)}") for name in names]
    found += [Triple(names[draw.randrange(max(0, n - 6), n)], draw.choice(ROLES), names[n]) for n in range(1, nodes)]
    found += [Triple(draw.choice(names), draw.choice(ROLES), draw.choice(names)) for _ in range(nodes // 6)]
    found += [Triple(draw.choice(names), "quant", str(draw.randrange(9))) for _ in range(nodes // 5)]
    return [*dict.fromkeys(found), Triple(names[0], "top", "top")]


def parsed(gold: list[Triple], concepts: int, seed: int) -> list[Triple]:
    """What a parser might make of a graph: other names, a fifth of the concepts and of the roles wrong."""
    draw = random.Random(seed)
    names = {each.source: Variable(f"y{number}") for number, each in enumerate(gold) if each.role == "instance"}
    found = []
    for each in gold:
        role, target = each.role, names.get(each.target, each.target)
        if draw.random() < 0.2:
            target = f"c{draw.randrange(concepts)}" if role == "instance" else target
            role = role if role in ("instance", "top") else draw.choice(ROLES)
        found.append(Triple(names[each.source], role, target))
    return [*dict.fromkeys(found)]


def related(nodes: int, concepts: int = 60) -> Input:
    gold = graph(nodes, concepts, seed=nodes)
    return parsed(gold, concepts, seed=nodes + 1), gold


def unrelated(nodes: int, concepts: int = 60) -> Input:
    return graph(nodes, concepts, seed=nodes), graph(nodes, concepts, seed=nodes + 1)


def by_karat(given: Input) -> int:
    score = SMATCH(*given)
    assert score.optimal
    return int(score.matched_gold)


def by_smatch(given: Input) -> int:
    import smatch

    random.seed(0)
    smatch.match_triple_dict.clear()
    sides = [*_lists(given[0], "a"), *_lists(given[1], "b")]
    return int(smatch.get_best_match(*sides, "a", "b")[1])


def _lists(triples: list[Triple], prefix: str) -> tuple[list[tuple[str, str, str]], ...]:
    """Instances, attributes and relations, with the names that smatch wants."""
    name = {each.source: f"{prefix}{number}" for number, each in enumerate(t for t in triples if t.role == "instance")}
    lists: tuple[list[tuple[str, str, str]], ...] = ([], [], [])
    for each in triples:
        if isinstance(each.target, Variable):
            lists[2].append((each.role, name[each.source], name[each.target]))
        else:
            lists[each.role != "instance"].append((each.role, name[each.source], each.target))
    return lists


class Given:
    """Graphs that are triples already, in the notation of smatchpp."""

    def string2graph(self, triples: list[Triple]) -> list[tuple[str, str, str]]:
        """Write a graph's triples."""
        return [(str(each.source), f":{each.role}", str(each.target)) for each in triples]


def by_smatchpp(given: Input) -> int:
    import smatchpp
    from smatchpp import solvers

    program = smatchpp.Smatchpp(graph_reader=Given(), alignmentsolver=solvers.get_solver("ilp"))
    return round(program.process_pair(*given)[0]["main"][0])


SIZES = (
    ("12 nodes, about 30 triples", lambda: related(12), 20.0),
    ("23 nodes, about 56 triples", lambda: related(23), 8.0),
    ("52 nodes, about 123 triples", lambda: related(52), 8.0),
    ("unrelated, 30 nodes", lambda: unrelated(30), 3.0),
    ("unrelated, 5 concepts, 24 nodes", lambda: unrelated(24, 5), 3.0),
    ("parts that repeat: 5 concepts, 40 nodes", lambda: related(40, 5), 3.0),
)
# Hill climbing fills some 20 GiB with what it remembers of a pair like this, so smatch does not run on it.
LARGE = ("200 nodes, about 470 triples", lambda: related(200), 3.0)

CASES = (
    *(
        Case("amr/smatch exact", size, prepare, by_karat, {"smatchpp ILP": by_smatchpp}, int.__eq__, target)
        for size, prepare, target in (*SIZES, LARGE)
    ),
    *(
        Case(
            "amr/smatch beside hill climbing", size, prepare, by_karat, {"smatch, 5 starts": by_smatch}, int.__ge__, 1.0
        )
        for size, prepare, _ in SIZES
    ),
)
