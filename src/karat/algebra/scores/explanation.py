"""Write a score and its alignment as a tree: what matched what, with which credit, and what was left over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.exact import Number
from karat.algebra.scores.score import Score, Scored

Write = Callable[[Any], str]
"""How an item is written."""


def headline(name: str, definition: str, score: Scored) -> str:
    """Write a metric's name, definition and score in one line."""
    equals = f"{name} = " if name else ""
    value = "undefined" if score.value is None else f"{score.value:.4f}"
    shares = [
        f"{letter} {share:.4f}" if share is not None else f"{letter} undefined"
        for letter, share in (("P", score.precision), ("R", score.recall))
    ]
    whole = isinstance(score, Score) and score.normaliser.whole
    shown_shares = "" if whole else f"  ({', '.join(shares)})"
    proof = "" if score.optimal else "  (not proved optimal)"
    return f"{equals}{definition}: {value}{shown_shares}{proof}"


def alignment_tree(alignment: Alignment, write: Write) -> Iterator[str]:
    """Write matched pairs (=) with what is inside them, then what only one side has (+ predicted, - gold)."""
    if alignment.variables:
        yield "  where " + ", ".join(f"{one} → {other}" for one, other in alignment.variables)
    for match in alignment.matches:
        same = match.predicted == match.gold
        pair = write(match.gold) if same else f"{write(match.predicted)} ~ {write(match.gold)}"
        yield f"  = {pair}  [{_credit(match.credit)}]"
        for field, inner in match.inner:
            if field:
                yield f"    {field}:"
            yield from ("    " + line if field else "  " + line for line in alignment_tree(inner, write))
    for left in alignment.unmatched_predicted:
        yield f"  + {write(left)}  (predicted only)"
    for left in alignment.unmatched_gold:
        yield f"  - {write(left)}  (gold only)"


def _credit(credit: Number) -> str:
    return str(credit) if isinstance(credit, int) or credit.denominator < 1000 else f"{float(credit):.4f}"
