"""Relations (Chen et al., 2023, section 2.1), compared pair by pair."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, NamedTuple

from case import Case, Items, Masses
from every_matching import draw_document, f1_of_bags, masses_one_to_one

from karat.metrics import RELATION, RELATION_BOUNDARIES, RELATION_STRINGS, RELATION_TOKENS
from karat.model import Mention, Relation, TypedMention


class Place(NamedTuple):
    """A mention in plain form: its ends, and its type if it has one."""

    left: int
    right: int
    type: str | None = None


class Plain(NamedTuple):
    """A relation in plain form: subject and object are places or texts."""

    type: str
    subject: Any
    object: Any


def to_mention(place: Place | str) -> Mention | str:
    if isinstance(place, str):
        return place
    if place.type is None:
        return Mention(place.left, place.right)
    return TypedMention(place.left, place.right, place.type)


def to_relations(items: Items) -> list[Relation]:
    return [Relation(item.type, to_mention(item.subject), to_mention(item.object)) for item in items]


def same_relation(one: Plain, other: Plain) -> int:
    """Equation 9, with all that a mention has."""
    return int(one.type == other.type and one.subject == other.subject and one.object == other.object)


def same_boundaries(one: Plain, other: Plain) -> int:
    """Equation 9 with equation 8: of a mention the ends alone."""

    def ends(relation: Plain) -> tuple[Any, ...]:
        return relation.subject.left, relation.subject.right, relation.object.left, relation.object.right

    return int(one.type == other.type and ends(one) == ends(other))


def folded(text: str) -> list[str]:
    return text.lower().split()


def same_words(one: Plain, other: Plain) -> int:
    """Equation 9 on lower-case words."""
    return int(
        one.type == other.type
        and folded(one.subject) == folded(other.subject)
        and folded(one.object) == folded(other.object)
    )


def shared_words(one: Plain, other: Plain) -> Fraction:
    """Equation 9 with footnote 8: F1 of the bags of words between white space."""
    if one.type != other.type:
        return Fraction(0)
    subject = f1_of_bags(one.subject.split(), other.subject.split())
    return subject * f1_of_bags(one.object.split(), other.object.split())


def draw_place(rng: random.Random) -> Place:
    left = rng.randrange(2)
    return Place(left, left + rng.randrange(2), rng.choice((None, "person", "firm", "")))


def draw_places(rng: random.Random) -> tuple[list[Any], list[Any]]:
    def item() -> Plain:
        return Plain(rng.choice(("runs", "runs", "owns")), draw_place(rng), draw_place(rng))

    return draw_document(rng, item, lambda relation: retyped(rng, relation))


def retyped(rng: random.Random, relation: Plain) -> Plain:
    """Now and then another type of mention, or subject and object changed about."""
    if rng.random() < 0.2:
        return relation._replace(subject=relation.subject._replace(type="firm"))
    if rng.random() < 0.1:
        return relation._replace(subject=relation.object, object=relation.subject)
    return relation


TEXTS = (
    *("Ada Lind", "ada  lind", " ADA\tLIND ", "Lind Ada", "Lind", "Ada Ada Lind", "the Ada Lind.", "Ada-Lind"),
    *("", " \n", "Straße", "STRASSE", "strasse", "İz", "i̇z", "iz", "IZ", "ız", "Ada\u00a0Lind", "Ada\u2003Lind"),
)
"""Texts that differ in words, case or space, some of which are the same to some readers."""


def draw_texts(rng: random.Random) -> tuple[list[Any], list[Any]]:
    pool = rng.sample(TEXTS, rng.choice((2, 3, 6)))

    def item() -> Plain:
        return Plain(rng.choice(("runs", "runs", "Runs")), rng.choice(pool), rng.choice(pool))

    return draw_document(rng, item)


def wrong_place(rng: random.Random, gold: Items) -> Plain:
    return Plain("runs", Place(90, 91, "person"), Place(0, 0, "person"))


def wrong_text(rng: random.Random, gold: Items) -> Plain:
    return Plain("runs", "nobody", "nothing")


def case(metric: Any, similarity: Any, draw: Any, wrong: Any, adversarial: Any = ()) -> Case:
    def answer(predicted: Items, gold: Items) -> Masses:
        return masses_one_to_one(similarity, predicted, gold)

    def score(predicted: Items, gold: Items) -> Any:
        return metric(to_relations(predicted), to_relations(gold))

    return Case(score, answer, draw, wrong=wrong, adversarial=adversarial)


ADA, NORDA = Place(0, 1, "person"), Place(3, 3, "firm")
PLACES = [
    ([], []),
    ([Plain("runs", ADA, NORDA)], []),
    ([], [Plain("runs", ADA, NORDA)]),
    ([Plain("runs", ADA, NORDA)] * 3, [Plain("runs", ADA, NORDA)] * 2),
    ([Plain("runs", NORDA, ADA)], [Plain("runs", ADA, NORDA)]),
    ([Plain("runs", Place(0, 1), NORDA)], [Plain("runs", ADA, NORDA)]),
    # a mention whose type is the empty string has a type
    ([Plain("runs", Place(0, 1), NORDA)], [Plain("runs", Place(0, 1, ""), NORDA)]),
]
"""Empty sides, repetitions, subject and object changed about, types that are missing or empty."""

WORDS = [
    # the first best pair is not part of the best matching
    (
        [Plain("runs", "a b c", "x"), Plain("runs", "a b", "x")],
        [Plain("runs", "a b c d", "x"), Plain("runs", "a b c", "x")],
    ),
    ([Plain("runs", "", ""), Plain("runs", " ", "x")], [Plain("runs", "\t", ""), Plain("runs", "", "x")]),
    ([Plain("runs", "a a a", "x")], [Plain("runs", "a", "x x")]),
]

CASES = {
    "relation": case(RELATION, same_relation, draw_places, wrong_place, PLACES),
    "relation_boundaries": case(RELATION_BOUNDARIES, same_boundaries, draw_places, wrong_place, PLACES),
    "relation_strings": case(RELATION_STRINGS, same_words, draw_texts, wrong_text, WORDS),
    "relation_tokens": case(RELATION_TOKENS, shared_words, draw_texts, wrong_text, WORDS),
}
