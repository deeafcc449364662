"""Binary relation extraction: F1 over relations (Chen et al., 2023, equations 8 to 10)."""

from __future__ import annotations

from karat import algebra as k
from karat.algebra.definitions.credit import checked_text

boundaries = k.product(left=k.equal, right=k.equal)
"""Equation 8: equal boundaries; a mention's type is not compared."""


def folded(text: str) -> str:
    """Lower a text and put one space between words."""
    return " ".join(checked_text(text).lower().split())


text = k.equal.on(folded)

# Equations 9 and 10. A mention's boundaries must be equal, and its type where it has one (Taillé et al., 2020, call
# this strict).
RELATION = k.match(k.product(type=k.equal, subject=k.equal, object=k.equal)).f1.named("relation")

RELATION_BOUNDARIES = k.match(k.product(type=k.equal, subject=boundaries, object=boundaries)).f1.named(
    "relation_boundaries"
)

# Footnote 8: mentions compared by text instead of position.
RELATION_STRINGS = k.match(k.product(type=k.equal, subject=text, object=text)).f1.named("relation_strings")
RELATION_TOKENS = k.match(k.product(type=k.equal, subject=k.token_f1, object=k.token_f1)).f1.named("relation_tokens")
