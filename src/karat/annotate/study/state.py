"""The state of a document: one person's two labels of an extraction, and the rules of the guideline that it breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from karat.model.study import ATTRIBUTION_RULES, FACT_RULES
from karat.one_line import one_line

CORRECT, INCORRECT, NONE = "correct", "incorrect", "none"

FACT_LABELS = (CORRECT, INCORRECT)
ATTRIBUTION_LABELS = (CORRECT, INCORRECT, NONE)

LONGEST_SUMMARY = 80
"""Characters; only a label with nearly all rules is longer, and is cut."""


@dataclass(frozen=True, slots=True)
class State:
    """All that a document of this kind holds; ``rules`` are in the guideline's order."""

    fact: str | None = None
    attribution: str | None = None
    rules: tuple[str, ...] = ()
    note: str = ""
    unsure: bool = False
    done: bool = False

    __repr__ = one_line

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing: both labels, a rule for each that is incorrect, and no doubt."""
        return not self.unsure and self.missing is None

    @property
    def missing(self) -> str | None:
        """What is to be labelled next, in words for a message."""
        if self.fact is None:
            return "the fact's label"
        if self.attribution is None:
            return "the attribution's label"
        if self.fact == INCORRECT and not self.has_rule_of(FACT_RULES):
            return "a rule F1 to F12 that the fact breaks"
        if self.attribution == INCORRECT and not self.has_rule_of(ATTRIBUTION_RULES):
            return "a rule A1 to A3 that the attribution breaks"
        return None

    def has_rule_of(self, rules: Iterable[str]) -> bool:
        return not set(self.rules).isdisjoint(rules)

    def to_json(self) -> dict[str, Any]:
        """Give the state as the page has it."""
        return {
            "fact": self.fact,
            "attribution": self.attribution,
            "rules": list(self.rules),
            "note": self.note,
            "unsure": self.unsure,
            "done": self.done,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> State:
        """Read what ``to_json`` gave."""
        return cls(
            value["fact"], value["attribution"], tuple(value["rules"]), value["note"], value["unsure"], value["done"]
        )


def fitting_rules(rules: Iterable[str], fact: str | None, attribution: str | None) -> tuple[str, ...]:
    """Keep the rules whose label is *incorrect*, in the guideline's order.

    >>> fitting_rules(["A2", "F10", "F4"], "incorrect", "correct")
    ('F4', 'F10')
    """
    chosen = set(rules)
    broken = (*(FACT_RULES if fact == INCORRECT else ()), *(ATTRIBUTION_RULES if attribution == INCORRECT else ()))
    return tuple(rule for rule in broken if rule in chosen)


def summarise(state: State) -> str | None:
    """Say in a few words how an extraction was labelled, ``None`` if it was not.

    >>> summarise(State("incorrect", "incorrect", ("F4", "A2")))
    'incorrect: F4, attribution incorrect: A2'
    """
    if state.unsure:
        return "unsure"
    parts = []
    if state.fact is not None:
        parts.append(_with_rules(state.fact, state, FACT_RULES))
    if state.attribution == INCORRECT:
        parts.append(_with_rules("attribution incorrect", state, ATTRIBUTION_RULES))
    text = ", ".join(parts)
    return (text if len(text) <= LONGEST_SUMMARY else f"{text[: LONGEST_SUMMARY - 1]}…") or None


def _with_rules(label: str, state: State, known: tuple[str, ...]) -> str:
    rules = " ".join(rule for rule in state.rules if rule in known)
    return f"{label}: {rules}" if rules else label
