"""How often facts of a rule are near the tuning data's gold; measured by ``benchmarks/tune_clauses.py``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from karat.systems.clauses.proposition import Proposition

UNKNOWN = 0.3
"""For what the tuning data has too few examples of."""


@cache
def load_table() -> dict[str, float]:
    """Return the share of near facts for each rule, and for each rule with the source of its subject."""
    text = files("karat.systems.clauses").joinpath("confidence.toml").read_text("utf-8")
    return {str(name): float(share) for name, share in tomllib.loads(text)["confidence"].items()}


def confidence_key(proposition: Proposition) -> str:
    """Name what a fact's confidence depends on: its rule, and where its subject was found."""
    source = proposition.clause.source if proposition.clause else "noun"
    return f"{proposition.rule} {source}"


def measured_share(proposition: Proposition) -> float | None:
    """Return the share for the rule and the source, or else for the rule; ``None`` where it was not measured."""
    table = load_table()
    return table.get(confidence_key(proposition), table.get(proposition.rule))


def confidence(proposition: Proposition) -> float:
    """Return the measured share, or what stands in for it."""
    share = measured_share(proposition)
    return UNKNOWN if share is None else share
