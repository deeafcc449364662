"""Every plan is in the table of the manual, and each shape gets the plan that it says."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any

import pytest

from karat import algebra as k
from karat.algebra import plans
from karat.algebra.plans.plan import Plan

PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "how-metrics-are-computed.md"


def all_plans() -> list[type[Plan]]:
    for module in pkgutil.iter_modules(plans.__path__, f"{plans.__name__}."):
        importlib.import_module(module.name)
    classes, waiting = [], [Plan]
    while waiting:
        subclasses = waiting.pop().__subclasses__()
        classes += subclasses
        waiting += subclasses
    return [each for each in classes if each.__module__.startswith(plans.__name__)]


@pytest.mark.parametrize("plan", all_plans(), ids=lambda plan: plan.__name__)
def test_every_plan_is_in_the_manual(plan: type[Plan]) -> None:
    module = plan.__module__.rpartition(".")[2]
    assert f"| `{plan.__name__}` | `{module}.py` |" in PAGE.read_text(encoding="utf-8")


close = k.function(lambda x, y: 1 / (1 + abs(x - y)), "close", own=1)
counted = k.match(k.equal).f1


def nodes(graph: Any) -> Any:
    return graph


def edges(graph: Any) -> Any:
    return ()


@pytest.mark.parametrize(
    ("definition", "plan"),
    [
        (k.equal, "EqualPlan"),
        (k.latent, "LatentPlan"),
        (close, "FunctionPlan"),
        (k.product(k.equal, close), "ProductPlan"),
        (k.fields(a=k.equal, b=close), "SumPlan"),
        (k.union({str: k.equal, int: close}), "UnionPlan"),
        (close.above(0.5), "MappedPlan"),
        (close.excess(0.5), "MappedPlan"),
        (k.equal.weighted(len), "WeightedPlan"),
        (k.equal.on(str.lower), "TransformedPlan"),
        (k.match(k.product(element=k.equal, collection=counted)).on(k.memberships), "MembershipPlan"),
        (k.match(k.product(k.equal, counted)).on(k.memberships), "MembershipPlan"),
        (k.match(k.product(collection=k.equal, element=counted)).on(k.memberships), "TransformedPlan"),
        (k.match(k.product(element=k.equal, collection=counted), k.N_TO_N).on(k.memberships), "TransformedPlan"),
        (k.match(k.equal).on(k.links), "LinkPlan"),
        (k.match(k.equal).on(k.non_links), "LinkPlan"),
        (k.match(close).on(k.links), "TransformedPlan"),
        (k.maximum(close), "MaximumPlan"),
        (k.subset, "CountingPlan"),
        (k.counted(min, "least"), "CountingPlan"),
        (k.apart(predicted=k.equal, gold=close), "ApartPlan"),
        (k.match(close).f1, "NormalisedPlan"),
        (k.match(k.product(k.latent, k.equal)), "LatentMatchPlan"),
        (k.match(close, order=k.SEQUENCE), "SequencePlan"),
        (k.match(k.equal, order=k.Reachable(nodes, edges)), "ReachabilityPlan"),
        (k.match(k.product(k.equal, k.equal)), "DiscreteMatchPlan"),
        (k.match(k.equal, by=close), "MatchPlan"),
        (k.match(counted), "CountedMatchPlan"),
        (k.match(counted, literal=True), "LiteralPlan"),
        (k.match(k.product(k.equal, close)), "KeyedMatchPlan"),
        (k.match(k.fields(a=k.equal)), "MatchPlan"),
        (k.match(k.product(k.equal, close), k.N_TO_ONE), "MatchPlan"),
        (k.match(close), "MatchPlan"),
    ],
    ids=str,
)
def test_the_shape_decides(definition: k.Similarity, plan: str) -> None:
    assert type(definition.plan).__name__ == plan
