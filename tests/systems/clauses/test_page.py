"""The manual's page lists every rule with its example, and every way to find a subject."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.systems.clauses.extractor import SWITCHES
from karat.systems.clauses.rules import RULES, Rule

PAGE = (Path(__file__).parents[3] / "docs" / "systems" / "clauses.md").read_text("utf-8")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_rules_are_listed_with_their_example(rule: Rule) -> None:
    facts = ", ".join(f"({'; '.join(fact)})" for fact in rule.facts)
    assert f"| `{rule.name}` | {rule.example} | {facts} |" in PAGE


def test_every_switch_is_named() -> None:
    assert [name for name in SWITCHES if f"| `{name}` |" not in PAGE] == []
