"""Spans with types from tags (named entities), beside seqeval and nervaluate."""

from __future__ import annotations

import random
import warnings
from typing import Any

from case import Case

from karat.metrics.tagged_spans import score_schemes, score_tags

Input = tuple[list[list[str]], list[list[str]]]
TYPES = ("PER", "LOC", "ORG")


def corpus(sentences: int, seed: int = 1) -> Input:
    """Sentences of 20 or a few more tags; a tenth of the predicted ones are drawn anew."""
    draw = random.Random(seed)
    gold: list[list[str]] = []
    for _ in range(sentences):
        tags: list[str] = []
        while len(tags) < 20:
            kind = draw.choice(TYPES)
            tags += [f"B-{kind}"] + [f"I-{kind}"] * draw.randrange(3) if draw.random() < 0.15 else ["O"]
        gold.append(tags)
    changes = ["O", *(f"{sign}-{kind}" for sign in "BI" for kind in TYPES)]
    return [[draw.choice(changes) if draw.random() < 0.1 else tag for tag in tags] for tags in gold], gold


def by_karat(given: Input) -> float | None:
    return score_tags(*given).f1


def by_seqeval(given: Input) -> float:
    """The report of F1 by type and in sum."""
    from seqeval.metrics import classification_report

    predicted, gold = given
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of types that were never predicted
        report: dict[str, Any] = classification_report(gold, predicted, output_dict=True)
    return float(report["micro avg"]["f1-score"])


def by_nervaluate(given: Input) -> float:
    """All four schemes, which it always computes; the strict one is compared."""
    return by_nervaluate_schemes(given)[0]


def four_by_karat(given: Input) -> tuple[float, ...]:
    return tuple(map(float, score_schemes(*given).values()))


def by_nervaluate_schemes(given: Input) -> tuple[float, ...]:
    from nervaluate import Evaluator

    predicted, gold = given
    overall = Evaluator(gold, predicted, tags=list(TYPES), loader="list").evaluate()["overall"]
    return tuple(float(overall[scheme].f1) for scheme in ("strict", "exact", "partial", "ent_type"))


def close(ours: float, theirs: float) -> bool:
    return abs(ours - theirs) < 1e-9


def three_alike(ours: tuple[float, ...], theirs: tuple[float, ...]) -> bool:
    """Strict, exact and partial; by type nervaluate has another rule (docs/metrics/span_type.md)."""
    return all(map(close, ours[:3], theirs[:3]))


CASES = (
    *(
        Case(
            name="spans/strict from tags",
            size=f"{sentences:,} sentences",
            prepare=lambda sentences=sentences: corpus(sentences),
            karat=by_karat,
            peers={"seqeval (report)": by_seqeval, "nervaluate (four schemes)": by_nervaluate},
            agree=close,
            target=15,
        )
        for sentences in (1_000, 100_000)
    ),
    Case(
        name="spans/four schemes from tags",
        size="100,000 sentences",
        prepare=lambda: corpus(100_000),
        karat=four_by_karat,
        peers={"nervaluate": by_nervaluate_schemes},
        agree=three_alike,
        target=15,
    ),
)
