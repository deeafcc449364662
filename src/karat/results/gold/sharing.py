"""Whether two sets of facts have an expansion in common.

Most pairs of facts are told apart by their words alone: what one requires, the other must have. Only the others are
compared as automata.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.model import Fact
from karat.results.gold.expansions import Expansions, shared_expansion

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A fact, and for each slot the words that it requires and those that it knows."""

    fact: Fact
    slots: tuple[tuple[Words, Words], ...]

    def may_share(self, other: Pattern) -> bool:
        return all(
            required <= known_to_other and required_by_other <= known
            for (required, known), (required_by_other, known_to_other) in zip(self.slots, other.slots, strict=True)
        )


Patterns = Sequence[Pattern]


def patterns(facts: Iterable[Fact]) -> Patterns:
    """Prepare facts for comparison with others."""
    return [Pattern(fact, tuple((frozenset(slot.required), frozenset(slot.words)) for slot in fact)) for fact in facts]


def shared(a: Patterns, b: Patterns) -> tuple[tuple[str, ...], ...] | None:
    """Find a shortest expansion that both have, or ``None``."""
    firsts = [one for one in a if any(one.may_share(other) for other in b)]
    if not firsts:
        return None
    seconds = [other for other in b if any(one.may_share(other) for one in firsts)]
    return shared_expansion(_expansions(firsts), _expansions(seconds))


def _expansions(found: Patterns) -> Expansions:
    return Expansions(pattern.fact for pattern in found)
