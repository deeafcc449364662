"""Spans (SemEval-2013 task 9; Chen et al., 2023, section 6), compared pair by pair."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, NamedTuple

from case import Case, Items, Masses
from every_matching import draw_document, masses_one_to_one

from karat.metrics import SPAN, SPAN_EXACT, SPAN_INFORMATIVE, SPAN_JACCARD, SPAN_PARTIAL, SPAN_TYPE
from karat.model import Form, FormedMention, Mention, SplitMention, TypedMention


class Plain(NamedTuple):
    """A span in plain form: its stretches from token to token, and a type or a form."""

    parts: tuple[tuple[int, int], ...]
    kind: str | None = None

    @property
    def ends(self) -> tuple[int, int]:
        return self.parts[0][0], self.parts[-1][1]

    @property
    def tokens(self) -> set[int]:
        return {token for left, right in self.parts for token in range(left, right + 1)}


def to_mention(span: Plain) -> Mention:
    left, right = span.ends
    if len(span.parts) > 1:
        return SplitMention(left, right, tuple(Mention(*part) for part in span.parts))
    if span.kind is None:
        return Mention(left, right)
    if span.kind in set(Form):
        return FormedMention(left, right, Form(span.kind))
    return TypedMention(left, right, span.kind)


def same_span(one: Plain, other: Plain) -> int:
    """Equation 8 and the type."""
    return int(one.ends == other.ends and one.kind == other.kind)


def same_ends(one: Plain, other: Plain) -> int:
    """Equation 8."""
    return int(one.ends == other.ends)


def overlap_of_type(one: Plain, other: Plain) -> int:
    """The right type and at least one common token."""
    return int(one.kind == other.kind and bool(one.tokens & other.tokens))


def partial_credit(one: Plain, other: Plain) -> Fraction:
    """1 for the right ends, ½ for a common token, else 0."""
    if one.ends == other.ends:
        return Fraction(1)
    return Fraction(1, 2) if one.tokens & other.tokens else Fraction(0)


def jaccard_of_type(one: Plain, other: Plain) -> Fraction:
    """Equation 7 on tokens, for the right type."""
    if one.kind != other.kind:
        return Fraction(0)
    return Fraction(len(one.tokens & other.tokens), len(one.tokens | other.tokens))


WORTH = {"name": Fraction(1), "nominal": Fraction(1, 2), "pronoun": Fraction(1, 4)}


def lesser_worth(one: Plain, other: Plain) -> Fraction:
    """The lesser worth of two spans with the same ends."""
    if one.ends != other.ends:
        return Fraction(0)
    return min(WORTH[str(one.kind)], WORTH[str(other.kind)])


def draw_stretch(rng: random.Random) -> tuple[tuple[int, int], ...]:
    left = rng.randrange(4)
    return ((left, left + rng.choice((0, 0, 1, 2))),)


def draw_split(rng: random.Random) -> tuple[tuple[int, int], ...]:
    """A stretch, or now and then two with a gap between them."""
    left, gap = rng.randrange(3), rng.choice((2, 3))
    return ((left, left), (left + gap, left + gap)) if rng.random() < 0.3 else draw_stretch(rng)


def drawing(parts: Any, kinds: tuple[str | None, ...]) -> Any:
    """Draw documents of spans with these parts and kinds; a split span has no kind."""

    def draw(rng: random.Random) -> tuple[list[Any], list[Any]]:
        def item() -> Plain:
            stretches = parts(rng)
            return Plain(stretches, rng.choice(kinds) if len(stretches) == 1 else None)

        return draw_document(rng, item)

    return draw


def case(metric: Any, similarity: Any, draw: Any, kind: str) -> Case:
    def answer(predicted: Items, gold: Items) -> Masses:
        return masses_one_to_one(similarity, predicted, gold)

    def score(predicted: Items, gold: Items) -> Any:
        return metric([to_mention(span) for span in predicted], [to_mention(span) for span in gold])

    def wrong(rng: random.Random, gold: Items) -> Plain:
        return Plain(((90, 91),), kind)

    return Case(score, answer, draw, wrong=wrong, adversarial=hard(kind))


def hard(kind: str) -> list[tuple[list[Any], list[Any]]]:
    """Empty sides, repetitions, a gold span in pieces, chains in which taking the first partner loses one."""

    def spans(*ends: tuple[int, int]) -> list[Plain]:
        return [Plain((end,), kind) for end in ends]

    return [
        ([], []),
        (spans((0, 0)), []),
        ([], spans((0, 0))),
        (spans((0, 1), (0, 1), (0, 1)), spans((0, 1), (0, 1))),
        (spans((0, 1), (2, 3)), spans((0, 3))),
        (spans((0, 3), (3, 5)), spans((2, 4), (0, 1))),
        (spans((0, 5), (0, 1), (1, 4)), spans((0, 4), (0, 5), (4, 6))),
    ]


TYPES = ("person", "person", "firm", "")
typed = drawing(draw_stretch, TYPES)
anyhow = drawing(draw_split, ("person", "firm", None))
formed = drawing(draw_stretch, tuple(WORTH))

CASES = {
    "span": case(SPAN, same_span, typed, "person"),
    "span_exact": case(SPAN_EXACT, same_ends, anyhow, "person"),
    "span_type": case(SPAN_TYPE, overlap_of_type, typed, "person"),
    "span_partial": case(SPAN_PARTIAL, partial_credit, anyhow, "person"),
    "span_jaccard": case(SPAN_JACCARD, jaccard_of_type, typed, "person"),
    "span_informative": case(SPAN_INFORMATIVE, lesser_worth, formed, "nominal"),
}
