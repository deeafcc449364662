"""An alignment as a tree to read: what matched what, with which credit, and what was left over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from karat.algebra.definitions.matching import Combined, Metric, Sides
from karat.algebra.scores.alignment import Alignment, shown
from karat.algebra.scores.exact import Number
from karat.algebra.scores.score import Score, Scored

Write = Callable[[Any], str]
"""How an item is written."""


def explain(metric: Metric, predicted: Any, gold: Any, write: Write = shown) -> str:
    """Write the score and, below it, the tree."""
    return "\n".join(_metric(metric, predicted, gold, write))


def _metric(metric: Metric, predicted: Any, gold: Any, write: Write) -> Iterator[str]:
    score = metric.score(predicted, gold)
    yield _headline(metric, score)
    if isinstance(metric, Combined):
        for part in metric.parts:
            yield from ("  " + line for line in _metric(part, predicted, gold, write))
    elif isinstance(metric, Sides):
        for label, side in (("precision", metric.precision), ("recall", metric.recall)):
            yield f"  {label} {side}"
            yield from ("  " + line for line in _alignment(side.plan.align(predicted, gold), write))
    elif score.alignment is not None:
        yield from _alignment(score.alignment, write)


def _headline(metric: Metric, score: Scored) -> str:
    name = f"{metric.name} = " if metric.name else ""
    value = "undefined" if score.value is None else f"{score.value:.4f}"
    shares = [
        f"{letter} {share:.4f}" if share is not None else f"{letter} undefined"
        for letter, share in (("P", score.precision), ("R", score.recall))
    ]
    whole = isinstance(score, Score) and score.normaliser.whole
    told = "" if whole else f"  ({', '.join(shares)})"
    proof = "" if score.optimal else "  (not proved optimal)"
    return f"{name}{metric}: {value}{told}{proof}"


def _alignment(alignment: Alignment, write: Write) -> Iterator[str]:
    if alignment.variables:
        yield "  where " + ", ".join(f"{one} → {other}" for one, other in alignment.variables)
    for match in alignment.matches:
        same = match.predicted == match.gold
        pair = write(match.gold) if same else f"{write(match.predicted)} ~ {write(match.gold)}"
        yield f"  = {pair}  [{_credit(match.credit)}]"
        for field, inner in match.inner:
            if field:
                yield f"    {field}:"
            yield from ("    " + line if field else "  " + line for line in _alignment(inner, write))
    for left in alignment.unmatched_predicted:
        yield f"  + {write(left)}  (predicted only)"
    for left in alignment.unmatched_gold:
        yield f"  - {write(left)}  (gold only)"


def _credit(credit: Number) -> str:
    return str(credit) if isinstance(credit, int) or credit.denominator < 1000 else f"{float(credit):.4f}"
