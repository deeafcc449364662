"""Say which rule made a fact, and why."""

from __future__ import annotations

from collections.abc import Iterable

from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.sentence import Parse


def explain(parse: Parse, propositions: Iterable[Proposition]) -> str:
    """Write each fact with its rule, its confidence and its reasons below it."""
    lines = [parse.text]
    for proposition in propositions:
        lines.append(f"  ({'; '.join(proposition.write(parse))})")
        lines.append(f"    rule {proposition.rule}, right in {proposition.confidence:.0%} of the tuning data")
        lines.extend(f"    {note}" for note in proposition.notes)
    return "\n".join(lines)
