"""Every public object shows itself in one short line, however much it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from importlib import import_module
from typing import Any

import pytest

import karat
from karat import algebra as k
from karat.algebra import Metric, Similarity
from karat.benchmarks import benchmark_named, load_gold, sample_path
from karat.metrics import CEAF_PHI4
from karat.one_line import MOST, one_line
from karat.results import explain_sentence, fact_statistics, lint, mistake_profile
from karat.results.explanation.explanation import GoldExplainer

ROOMS = ("karat", *(f"karat.{room}" for room in ("algebra", "benchmarks", "formats", "metrics", "model", "results")))
PUBLIC = {
    f"{room}.{name}": getattr(import_module(room), name) for room in ROOMS for name in import_module(room).__all__
}
CLASSES = {path: value for path, value in PUBLIC.items() if isinstance(value, type)}
VALUES = {
    path: value
    for path, value in PUBLIC.items()
    if not callable(value) or isinstance(value, (Metric, Similarity)) or is_dataclass(type(value))
}


def is_short(value: object) -> bool:
    text = repr(value)
    return len(text) <= MOST and "\n" not in text


@pytest.mark.parametrize("path", VALUES)
def test_values_of_the_public_rooms_are_short(path: str) -> None:
    value = VALUES[path]
    items = value if isinstance(value, (tuple, list, frozenset)) else [value]
    items = list(value.values()) if isinstance(value, dict) else items
    assert [item for item in items if not is_short(item)] == []


@pytest.mark.parametrize("path", [path for path, kind in CLASSES.items() if is_dataclass(kind)])
def test_public_dataclasses_are_written_in_one_line(path: str) -> None:
    kind = CLASSES[path]
    atoms = {"karat.algebra.Variable", "karat.model.Variable"}  # a name alone
    numbers = issubclass(kind, k.Normaliser)  # numbers alone
    assert kind.__repr__ is one_line or issubclass(kind, (Metric, Similarity)) or numbers or path in atoms


def held_in(value: object, seen: set[int]) -> Iterator[object]:
    """Every object of ours inside a value, at any depth."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if is_dataclass(value) and not isinstance(value, type):
        yield value
        for each in fields(value):
            yield from held_in(getattr(value, each.name), seen)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from held_in(item, seen)


def test_all_that_an_evaluation_of_the_sample_holds_is_short() -> None:
    evaluation = karat.evaluate(benchmark="karat-sample")
    gold = load_gold(benchmark_named("karat-sample"))
    explained = GoldExplainer(gold).explained(evaluation["greedy"].verdicts)
    facts = gold.facts[0]
    assert facts is not None
    document = [{"a", "b"}], [{"a"}, {"c"}]
    made = [
        evaluation,
        evaluation["careful"].f1,
        evaluation.compare("careful", "greedy"),
        gold,
        explained,
        mistake_profile(explained),
        evaluation["greedy"].diagnosis().sentences[:3],
        evaluation["greedy"].fixes(),
        evaluation["greedy"].missed(),
        evaluation.ranking(),
        evaluation.head_to_head("careful", "greedy"),
        explain_sentence([verdict.extraction for verdict in evaluation["careful"].verdicts[:2]], facts),
        fact_statistics([each.annotation for each in gold.facts if each is not None]),
        CEAF_PHI4(*document),
        CEAF_PHI4(*document).alignment,
        lint(sample_path("en/gold.txt")),
    ]
    found = list(held_in(made, set()))
    assert len(found) > 3000
    assert {type(value).__name__ for value in found if not is_short(value)} == set()


@dataclass
class Holder:
    first: Any
    second: Any = None
    hidden: Any = field(default=None, repr=False)

    __repr__ = one_line


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(Holder(1, "two"), "first=1, second='two'", id="in full"),
        pytest.param(Holder((1,), {"a": frozenset({2})}), "first=(1,), second={'a': frozenset({2})}", id="nested"),
        pytest.param(Holder("x" * 300), f"first='{'x' * 59}…'", id="a long text"),
        pytest.param(Holder(range(9), ["a"] * 10**6), "first=range(0, 9), second=<1000000 str>", id="many"),
        pytest.param(Holder([1, "a"] * 99), "first=<198 items>", id="of several kinds"),
        pytest.param(Holder(Holder("y" * 300), 2), "first=Holder(…), second=2", id="inside another"),
        pytest.param(
            Holder(Holder(()), hidden="z" * 300), "first=Holder(first=(), second=None), second=None", id="hidden"
        ),
    ],
)
def test_what_is_written(value: Holder, text: str) -> None:
    assert repr(value) == f"Holder({text})"


def test_what_takes_several_lines_elsewhere_is_one_here() -> None:
    class Tall:
        def __repr__(self) -> str:
            return "one\n  two\n" * 50

    assert "\n" not in repr(Holder(Tall()))
    assert len(repr(Holder(Tall()))) <= MOST


def test_a_metric_shows_its_name_and_notation() -> None:
    assert repr(k.match(k.equal).f1.named("mine")) == "<mine: F↔[δ]>"
    assert repr(k.match(k.equal)) == "<Σ↔[δ]>"


def test_a_metric_without_a_notation_shows_its_class() -> None:
    class Mine(Metric):
        name = "mine"

    assert repr(Mine()) == "<mine: Mine>"
