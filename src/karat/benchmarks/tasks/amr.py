"""The AMR task, for graphs in triples: Smatch under the conventions of its versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from karat.benchmarks.tasks.task import Choices, Option, Task
from karat.metrics.amr_conventions import PRESETS, check_acyclic, smatch_under, subscores_under

if TYPE_CHECKING:
    from karat.algebra import Metric
    from karat.metrics.amr_conventions import Convention
    from karat.model import Graph


def convention(choices: Choices) -> Convention:
    """Return the preset, changed by the options that were chosen."""
    changes = {name: choices[name] for name in ("top", "quotes", "roles") if choices[name] != "preset"}
    return replace(PRESETS[choices["preset"]], **changes)


def metrics(choices: Choices) -> Sequence[Metric]:
    """Return Smatch, and its subscores if they are asked for."""
    chosen = convention(choices)
    return (smatch_under(chosen), *(subscores_under(chosen) if choices["subscores"] else ()))


def prepare(content: Graph, choices: Choices) -> Graph:
    """Refuse graphs with cycles if that is asked for."""
    if choices["cycles"] == "refuse":
        check_acyclic(content, convention(choices))
    return content


def spelled_out(choices: Choices) -> Mapping[str, str]:
    """Write the convention that results from the preset and the other options."""
    chosen = convention(choices)
    return {"top": chosen.top, "quotes": chosen.quotes, "roles": chosen.roles, "case": "lower"}


AMR = Task(
    name="amr",
    title="Abstract Meaning Representation, and other graphs in triples",
    kind="amr",
    metrics=metrics,
    prepare=prepare,
    spelled_out=spelled_out,
    options=(
        Option("preset", "The conventions of a version of smatch.", ("smatch-1.0.4", "smatch-1.0.2")),
        Option(
            "top", "The triple of the root: a constant, its concept, none.", ("preset", "constant", "concept", "none")
        ),
        Option("quotes", "Quotation marks around constants.", ("preset", "drop", "keep")),
        Option("roles", "Turn :x-of and :mod round, or keep roles as written.", ("preset", "turn", "keep")),
        Option("cycles", "Graphs with a cycle.", ("allow", "refuse"), moves=False),
        Option(
            "subscores", "Also score the parts: concepts, names, negation, roles and more.", default=False, moves=False
        ),
    ),
    example="karat score amr parsed.amr --gold gold.amr --subscores",
)
