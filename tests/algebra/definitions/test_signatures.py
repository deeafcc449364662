"""Metrics that differ have different signatures, and equal ones the same, in every process."""

from __future__ import annotations

import copy
import functools
import linecache
import operator
import os
import pickle
import re
import runpy
import subprocess
import sys
from ast import literal_eval
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_definitions import dice, documents

import karat
from karat import algebra as k
from karat.algebra.definitions.matching import Order
from karat.algebra.definitions.notation import known_name
from karat.algebra.definitions.structures import Subset
from karat.errors import DefinitionError
from karat.metrics import CARB, CEAF_PHI4, METRICS, SPAN


@dataclass(frozen=True)
class Ordered:
    name: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Unordered:
    name: str
    parts: frozenset[str]


def near(x: Any, y: Any) -> float:
    """1 where the two are equal."""
    return 1 if x == y else 0


first_near = near


def near(x: Any, y: Any) -> float:  # type: ignore[no-redef]
    """1, or a half for neighbours."""
    return max(0, 1 - abs(x - y) / 2)


def within(tolerance: float) -> Callable[[float, float], int]:
    def close(x: float, y: float) -> int:
        return int(abs(x - y) <= tolerance)

    return close


def with_default(x: float, y: float, tolerance: float = 0.1) -> int:
    return int(abs(x - y) <= tolerance)


other_default = type(near)(with_default.__code__, globals(), "with_default", (0.2,))


@dataclass(frozen=True)
class Close:
    tolerance: float

    def __call__(self, x: float, y: float) -> int:
        return int(abs(x - y) <= self.tolerance)


class Plain:
    def __init__(self, tolerance: float) -> None:
        self.tolerance = tolerance

    def close(self, x: float, y: float) -> int:
        return int(abs(x - y) <= self.tolerance)


@functools.lru_cache
def cached(x: float, y: float) -> int:
    return int(x == y)


def keys_of(x: Any) -> list[Any]:
    return [x]


def no_keys_of(x: Any) -> list[Any]:
    return []


def jaccard(shared: int, predicted: int, gold: int) -> Fraction:
    return Fraction(shared, predicted + gold - shared) if shared else Fraction(0)


@dataclass(frozen=True)
class Halved(k.FMeasure):
    def value(self, masses: k.Masses) -> Fraction | None:
        found = k.FMeasure.value(self, masses)
        return None if found is None else Fraction(found, 2)


one_case, other_case = (
    dataclass(type("Case", (), {"__module__": "cases", "__annotations__": {name: str}})) for name in ("one", "other")
)
plain, nested = k.match(k.equal), k.match(k.match(k.equal).f1)
on_one_line = [k.function(lambda x, y: 0, "f"), k.function(lambda x, y: int(x == y), "f")]
patterns = [re.compile("a"), re.compile("a", re.IGNORECASE)]

DIFFERENT: list[k.Metric] = [
    # types
    *(k.derive(set[kind]) for kind in (Ordered, Unordered)),
    *(k.derive(set[kind]) for kind in (tuple[str, ...], tuple[str, str], frozenset[str], list[list[str]], str)),
    *(k.derive(list[kind]) for kind in (tuple[str, ...], frozenset[str], str)),
    k.derive(set[dict[str, int]]),
    k.derive(set[tuple[str, int]]),
    k.derive(set[Annotated[str, k.token_f1]]),
    k.derive(set[str | None]),
    k.derive(set[str | int]),
    # matchings, outermost and inside
    *(k.match(k.equal, constraint).f1 for constraint in k.Constraint),
    *(k.match(k.match(k.equal, constraint).f1).f1 for constraint in k.Constraint),
    *(k.match(k.equal, constraint, ties=k.FIRST).f1 for constraint in (k.N_TO_ONE, k.ONE_TO_N)),
    *(k.match(k.match(k.equal, constraint, ties=k.FIRST).f1).f1 for constraint in (k.N_TO_ONE, k.ONE_TO_N)),
    *(k.match(k.match(k.equal, **{choice: True}).f1).f1 for choice in ("distinct", "literal")),
    *(k.match(k.equal, k.N_TO_ONE, order=k.SEQUENCE, **{choice: True}).f1 for choice in ("distinct", "literal")),
    k.match(k.match(k.equal, by=k.maximum(k.equal)).f1).f1,
    k.match(k.match(k.equal, order=k.SEQUENCE).f1).f1,
    k.match(k.equal, order=k.Reachable(list, keys_of)).f1,
    k.match(k.equal, order=k.Reachable(list, no_keys_of)).f1,
    k.match(k.equal, order=k.Reachable(tuple, no_keys_of)).f1,
    k.product(a=k.match(k.equal, distinct=True)).f1,
    k.product(a=k.match(k.equal, literal=True)).f1,
    # normalisers, outermost and inside
    *(plain.normalised(way) for way in (k.Precision(), k.Recall(), k.Jaccard(), k.Overlap(), k.CoveredF(), Halved())),
    *(k.match(plain.normalised(way)).f1 for way in (k.Precision(), k.Recall(), k.Jaccard(), k.CoveredF(), Halved())),
    *(plain.f(beta) for beta in (0.5, 2, 1 / 3, 0.333333)),
    *(k.match(plain.f(beta)).f1 for beta in (0.5, 2, 1 / 3, 0.333333)),
    *(plain.f1.with_empty(value) for value in (0, 1, 0.1234567, 0.1234568)),
    *(k.match(plain.f1.with_empty(value)).f1 for value in (0, 1, 0.1234567)),
    plain.covered_f1.with_empty(1),
    # thresholds
    *(k.match(plain.above(least)).f1 for least in (0, 0.5, 1, 0.3333333, 0.3333334, Fraction(1, 3))),
    *(k.match(plain.at_least(least)).f1 for least in (0.5, 1)),
    *(k.match(plain.excess(over)).f1 for over in (0.5, 1, 1.0000001)),
    # fields
    k.match(k.product(a=k.equal)).f1,
    k.match(k.product(b=k.equal)).f1,
    k.match(k.product(a=k.product(b=k.equal))).f1,
    k.match(k.product(**{"a.b": k.equal})).f1,
    k.match(k.product(**{"0": k.equal})).f1,
    k.match(k.product(k.equal)).f1,
    k.match(k.product(a=k.equal, b=k.equal)).f1,
    k.match(k.product(**{"a × δ_b": k.equal})).f1,
    k.match(k.product(a=k.product(a=k.equal, b=k.equal))).f1,
    # cases
    *(k.match(k.union({kind: k.equal, int: k.equal})).f1 for kind in (one_case, other_case)),
    k.match(k.union({int: k.equal, str: k.subset})).f1,
    # similarities
    *(k.match(each).f1 for each in (k.subset, Subset(k.product(a=k.equal)), k.maximum(k.equal), k.latent)),
    *(k.match(k.counted(formula, "shared")).f1 for formula in (dice, jaccard)),
    k.match(k.counted(dice, "shared", k.product(a=k.equal))).f1,
    # functions of one name
    *(k.match(k.function(each)).f1 for each in (near, first_near)),
    *(k.match(each).f1 for each in on_one_line),
    *(k.match(k.function(within(tolerance))).f1 for tolerance in (0.1, 0.2)),
    *(k.match(k.function(each)).f1 for each in (with_default, other_default)),
    *(k.match(k.function(functools.partial(with_default, tolerance=each), "f")).f1 for each in (0.3, 0.4)),
    *(k.match(k.function(each)).f1 for each in (Close(0.1), Close(0.2))),
    *(k.match(k.function(Plain(each).close)).f1 for each in (0.1, 0.2)),
    *(k.match(k.function(near, **choice)).f1 for choice in ({"own": 1}, {"own": 2, "checked": False})),
    *(k.match(k.function(near, keys=each)).f1 for each in (keys_of, no_keys_of)),
    k.match(k.function(cached)).f1,
    # weights and transforms
    *(k.match(k.equal.weighted(each, "worth")).f1 for each in (len, hash, lambda x: 1, lambda x: 2)),
    *(k.match(k.equal.on(operator.itemgetter(place))).f1 for place in (0, 1)),
    *(k.match(k.equal.on(operator.attrgetter(name))).f1 for name in ("real", "imag")),
    *(k.match(k.equal.on(pattern.match)).f1 for pattern in patterns),
    *(k.match(k.equal.on(**{side: str})).f1 for side in ("both", "predicted", "gold")),
    k.match(k.equal.on(str.lower)).f1,
    k.match(k.equal.on(str.upper)).f1,
    k.match(k.product(a=k.equal.on(str))).f1,
    k.match(k.product(a=k.equal).on(str)).f1,
    k.match(k.product(a=k.equal.weighted(len))).f1,
    k.match(k.product(a=k.equal).weighted(len)).f1,
    # several parts
    k.sides(precision=plain, recall=nested),
    k.sides(precision=nested, recall=plain),
    k.sides(precision=plain, recall=plain),
    k.sides(precision=plain, recall=plain, empty=1),
    k.sides(precision=k.match(k.equal, by=k.subset), recall=plain),
    k.sides(precision=plain, recall=k.match(k.equal, by=k.subset)),
    k.Sides(plain, plain, k.CoveredF()),
    *(combined(plain.f1, nested.f1) for combined in (k.mean, k.mean_of_present, k.times)),
    k.mean(plain.f1.with_empty(0), nested.f1),
    k.mean(plain.f1, nested.f1.with_empty(0)),
    k.mean(k.match(k.equal, distinct=True).f1, nested.f1),
    k.mean(k.times(plain.f1, plain.f1), nested.f1),
    k.mean(k.mean_of_present(plain.f1, plain.f1), nested.f1),
]


def without_version(metric: k.Metric) -> str:
    return metric.signature.rpartition("|v:")[0]


def test_metrics_that_differ_have_different_signatures() -> None:
    unlike: list[k.Metric] = []
    for metric in DIFFERENT:
        if metric not in unlike:
            unlike.append(metric)
    signed = [(metric.signature, metric) for metric in unlike]
    shared = [(one[1], other) for one, other in combinations(signed, 2) if one[0] == other[0]]
    assert shared == []
    assert len(unlike) > 120


def test_a_sequence_in_a_record_is_no_set() -> None:
    """The audit's example: one signature, two scores."""
    metrics = k.derive(set[Ordered]), k.derive(set[Unordered])
    scores = [
        metrics[0]({Ordered("x", ("a", "b"))}, {Ordered("x", ("b", "a"))}),
        metrics[1]({Unordered("x", frozenset("ab"))}, {Unordered("x", frozenset("ba"))}),
    ]
    assert [score.exact for score in scores] == [Fraction(1, 2), 1]
    assert [without_version(each) for each in metrics] == [
        "metric|def:F↔[δ_name × F↔_parts{order:sequence}[δ]]|match:one_to_one|avg:micro|empty:undefined",
        "metric|def:F↔[δ_name × F↔_parts[δ]]|match:one_to_one|avg:micro|empty:undefined",
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(plain.f1, k.derive(set[str]), id="derived or by hand"),
        pytest.param(plain.above(0.5).f1, plain.above(Fraction(1, 2)).f1, id="a number written otherwise"),
        pytest.param(plain.above(1).f1, plain.above(1.0).f1, id="a whole number written otherwise"),
        pytest.param(plain.f(1.0), plain.f1, id="β"),
        pytest.param(k.match(k.function(near)).f1, k.match(k.function(near)).f1, id="the same function"),
        pytest.param(
            k.match(k.function(within(0.1))).f1, k.match(k.function(within(0.1))).f1, id="the same, captured twice"
        ),
        pytest.param(k.match(k.function(Close(0.1))).f1, k.match(k.function(Close(0.1))).f1, id="equal objects"),
        pytest.param(
            *(k.match(k.function(functools.partial(near, y=1))).f1 for _ in range(2)), id="arguments given before"
        ),
    ],
)
def test_equal_metrics_have_equal_signatures(one: k.Metric, other: k.Metric) -> None:
    assert one.signature == other.signature
    assert one.signature == copy.deepcopy(one).signature


def test_layout_comments_and_docstrings_do_not_count(tmp_path: Path) -> None:
    written = {
        "plain": "def near(x, y):\n    return x == y\n",
        "explained": 'def near(x, y):\n    """Equal."""\n    # to the letter\n    return (x ==\n            y)\n',
        "changed": "def near(x, y):\n    return x != y\n",
    }
    signatures = {}
    for name, source in written.items():
        path = tmp_path / f"{name}.py"
        path.write_text(source)
        space: dict[str, Any] = {"__name__": "mine"}
        exec(compile(source, path, "exec"), space)
        signatures[name] = k.match(k.function(space["near"])).f1.signature
    assert signatures["plain"] == signatures["explained"] != signatures["changed"]


SCRIPT = """
import functools
import linecache
import karat
from karat import algebra as k
from random_definitions import close, close_by_key, weight
names = frozenset({"a", "b", "c", "d"})
table = {"x": names, "y": 1}
print(k.match(k.function(functools.partial(max, names))).f1.signature)
print(k.match(k.equal.on(table.get)).f1.signature)
print(k.match(k.product(a=close, b=close_by_key).weighted(weight)).f1.signature)
"""


def test_signatures_are_the_same_in_every_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]),
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert len(set(outputs.pop().splitlines())) == 3


# --- random definitions ---


def variants(value: Any) -> Iterator[Any]:
    """All definitions that differ from one in a single choice, at any depth."""
    if isinstance(value, tuple):
        for place, each in enumerate(value):
            for changed in variants(each):
                yield (*value[:place], changed, *value[place + 1 :])
    if isinstance(value, k.Similarity | k.Normaliser) and is_dataclass(value):
        for field in fields(value):
            if field.compare:
                for changed in (*variants(getattr(value, field.name)), *others(value, field.name)):
                    yield replace(value, **{field.name: changed})


def others(value: Any, name: str) -> list[Any]:
    """Other values that a choice can have."""
    current = getattr(value, name)
    orders: list[Order | None] = [None, k.SEQUENCE]
    options: dict[str, list[Any]] = {
        "constraint": [each for each in k.Constraint if each is not k.GREEDY],
        "ties": list(k.Ties),
        "order": orders if getattr(value, "constraint", None) is not k.GREEDY else [None],
        "by": [None, k.maximum(k.equal)],
        "distinct": [False, True],
        "literal": [False, True],
        "strict": [False, True],
        "checked": [False, True],
        "empty": [None, 0, 1],
        "beta": [1, 3],
        "least": [0.25, 2],
        "over": [0.25, 2],
        "own": [1, 2],
        "weight": [len, id],
        "function": [near, first_near],
        "formula": [dice, jaccard],
        "predicted": [None, str, repr],
        "gold": [None, str, repr],
        "normaliser": [k.Precision(), k.Jaccard(), k.CoveredF()],
    }
    return [each for each in options.get(name, []) if each != current]


@settings(deadline=None)
@given(data=st.data())
def test_each_choice_is_in_the_signature(data: st.DataObject) -> None:
    definition, _ = data.draw(documents())
    metric = definition.f1
    signature = metric.signature
    assert pickle.loads(pickle.dumps(signature)) == copy.deepcopy(metric).signature
    for changed in variants(metric):
        assert changed != metric
        assert changed.signature != signature, changed


@settings(deadline=None)
@given(data=st.data())
def test_equal_signatures_mean_equal_scores(data: st.DataObject) -> None:
    """Of two definitions of one shape, drawn apart."""
    one, things = data.draw(documents())
    other, _ = data.draw(documents())
    if one.f1.signature == other.f1.signature:
        predicted, gold = data.draw(things), data.draw(things)
        assert one.f1(predicted, gold) == other.f1(predicted, gold)


def test_named_metrics_have_signatures_of_their_own() -> None:
    names: dict[str, list[str]] = {}
    for metric in METRICS:
        names.setdefault(metric.signature.partition("|")[2], []).append(metric.name)
    assert [alike for alike in names.values() if len(alike) > 1] == [], "two named metrics have the same definition"
    assert without_version(SPAN) == (
        "span|def:F↔[δ_left × δ_right × δ_type]|match:one_to_one|avg:micro|empty:undefined"
    )
    assert without_version(CEAF_PHI4) == "ceaf_phi4|def:F↔[F↔[δ]]|match:one_to_one|avg:micro|empty:0"


LIMITED = """
from dataclasses import dataclass
from karat import algebra as k
LIMIT = {limit}
def helper(x, y):
    return abs(x - y) {sign} LIMIT
def by_constant(x, y):
    return [abs(x - y) < limit for limit in (LIMIT,)][0]
def by_helper(x, y):
    return helper(x, y)
@dataclass(frozen=True)
class ByAttribute:
    limit = {limit}
    def __call__(self, x, y):
        return abs(x - y) < self.limit
constant, through, attribute = (
    k.match(k.function(function, "near")).f1.signature for function in (by_constant, by_helper, ByAttribute())
)
"""


def test_what_a_function_reads_is_in_its_signature(tmp_path: Path) -> None:
    """A constant of its module, a helper, an attribute of its class; files of the same name, one after the other."""

    def signatures(**choices: object) -> tuple[str, str, str]:
        path = tmp_path / "near.py"
        path.write_text(LIMITED.format(**choices))
        linecache.checkcache(str(path))
        found = runpy.run_path(str(path), run_name="near")
        return found["constant"], found["through"], found["attribute"]

    first, again, other = signatures(limit=1, sign="<"), signatures(limit=1, sign="<"), signatures(limit=2, sign="<")
    assert first == again
    assert all(one != two for one, two in zip(first, other, strict=True))
    constant, through, attribute = signatures(limit=1, sign="<=")
    assert (constant, attribute) == (first[0], first[2])
    assert through != first[1]


STARTED = """
import enum
from dataclasses import dataclass
from karat import algebra as k
LIMIT = 2
class Size(enum.Enum):
    SMALL = {small}
@dataclass(frozen=True)
class Close:
    limit: int
    def __call__(self, x, y):
        return int(abs(x - y) <= self.limit)
class Plain:
    def __init__(self, limit):
        self.limit = limit
    def close(self, x, y):
        return int(abs(x - y) <= self.limit)
@dataclass(frozen=True)
class Word:
    text: str
@dataclass(frozen=True)
class Tagged(Word):
    tag: str
def limited(x):
    return min(x, LIMIT)
def near(x, y, size=Size.SMALL):
    return int(limited(x) == limited(y))
METRICS = [k.match(k.function(each, "near")).f1 for each in (near, Close(1), Plain(2).close, lambda x, y: int(x == y))]
METRICS.append(k.derive(set[Word | Tagged]))
if __name__ == "__main__":
    print([metric.signature for metric in METRICS])
"""


def test_how_a_module_is_started_does_not_count(tmp_path: Path) -> None:
    """A script, the module imported, a copy, a copy in a package; a changed constant does."""
    (tmp_path / "package").mkdir()
    for name in ("mine", "copy_of_mine", "package/inner"):
        (tmp_path / f"{name}.py").write_text(STARTED.format(small=1))
    (tmp_path / "changed.py").write_text(STARTED.format(small=0))
    printed = [
        subprocess.run([sys.executable, *how], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        for how in (
            ["mine.py"],
            ["copy_of_mine.py"],
            ["-m", "package.inner"],
            ["-c", "import mine; print([metric.signature for metric in mine.METRICS])"],
            ["changed.py"],
        )
    ]
    assert printed[:4] == 4 * [printed[0]]
    first, changed = (literal_eval(each) for each in (printed[0], printed[4]))
    assert first[0] != changed[0]
    assert (first[1:], len(set(first))) == (changed[1:], 5)


# --- refusals ---


def made_by_exec(source: str) -> Any:
    space: dict[str, Any] = {"__name__": "mine"}
    exec(source, space)
    return space["near"]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        pytest.param(
            made_by_exec("def near(x, y): return 1"),
            "signature: expected a function whose source can be read, found mine.near from <string>; "
            "define it in a Python file",
            id="no source",
        ),
        pytest.param(
            functools.partial(near, (letter for letter in "ab")),
            "signature: expected functions and values that can be told apart, found generator: "
            "<generator object <genexpr> at 0x",
            id="a value that cannot be told",
        ),
    ],
)
def test_what_cannot_be_told_apart_has_no_signature(function: Any, message: str) -> None:
    metric = k.match(k.function(function, "near")).f1
    with pytest.raises(DefinitionError, match=re.escape(message)):
        metric.signature  # noqa: B018 - asking is enough


def test_a_name_does_not_part_the_signature() -> None:
    with pytest.raises(DefinitionError, match="named: expected a name without"):
        plain.f1.named("a|def:F")
    assert "|" not in k.match(k.function(near, "a|b")).f1.choices()[0]


def test_names_leave_out_the_folders_of_a_room() -> None:
    assert known_name(k.links) == "algebra.partition.links"
    assert known_name(CARB.precision.inner.function) == "metrics.carb.word_precision"


@pytest.mark.parametrize("room", ["algebra", "metrics", "model"])
def test_no_two_modules_of_a_room_have_one_name(room: str) -> None:
    """Names in signatures leave out the folders, so equal module names could make two functions look the same."""
    folder = Path(karat.__file__).parent / room
    modules = [path.stem for path in folder.rglob("*.py") if path.stem != "__init__"]
    assert sorted(modules) == sorted(set(modules))
