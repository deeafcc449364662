"""Events and semantic roles (Chen et al., 2023, sections 3.1 and 6), compared pair by pair."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from case import Case, Items, Masses
from every_matching import common, draw_document, f1_of_bags, masses_one_to_one

from karat import metrics
from karat.model import Argument, Event, Mention, Trigger


class Filler(NamedTuple):
    """An argument in plain form; ``head`` only where it is marked."""

    left: int
    right: int
    role: str
    head: int | None = None


class Plain(NamedTuple):
    """An event in plain form; an argument that is there twice is one argument."""

    place: tuple[int, int]
    type: str
    arguments: frozenset[Filler]


@dataclass(frozen=True, slots=True)
class HeadedMention(Mention):
    """A mention whose head a corpus marks."""

    head: int


def to_argument(filler: Filler) -> Argument:
    ends = filler.left, filler.right
    return Argument(Mention(*ends) if filler.head is None else HeadedMention(*ends, filler.head), filler.role)


def to_event(event: Plain) -> Event:
    trigger = Trigger(Mention(*event.place), event.type)
    return Event(trigger, frozenset(to_argument(filler) for filler in event.arguments))


def same_trigger(one: Plain, other: Plain) -> int:
    """Equation 15."""
    return int(one.place == other.place and one.type == other.type)


def same_place(one: Plain, other: Plain) -> int:
    """Equation 15 without the type (footnote 12)."""
    return int(one.place == other.place)


def by_levels(one: Plain, other: Plain) -> Fraction:
    """Equation 38: 2^(d − D) for d right levels from the top, D levels in the longer path; 0 for a wrong top."""
    left, right = one.type.split("."), other.type.split(".")
    levels = max(len(left), len(right))
    right_levels = max(depth for depth in range(levels + 1) if left[:depth] == right[:depth] and depth <= len(left))
    if one.place != other.place or right_levels == 0:
        return Fraction(0)
    return Fraction(1, 2 ** (levels - right_levels))


def supertypes(kind: str) -> list[str]:
    """The type and all above it."""
    parts = kind.split(".")
    return [".".join(parts[: depth + 1]) for depth in range(len(parts))]


def by_supertypes(one: Plain, other: Plain) -> Fraction:
    """Equation 39."""
    if one.place != other.place:
        return Fraction(0)
    return f1_of_bags(supertypes(one.type), supertypes(other.type))


def shared_arguments(trigger: Callable[[Plain, Plain], int], part: Callable[[Filler], Any]) -> Any:
    """Equation 16: how many arguments agree in a part, if the triggers do."""

    def similarity(one: Plain, other: Plain) -> int:
        arguments = [part(filler) for filler in one.arguments], [part(filler) for filler in other.arguments]
        return common(*arguments) if trigger(one, other) else 0

    return similarity


def ends_and_role(filler: Filler) -> tuple[Any, ...]:
    return filler  # with its head, which is part of the mention


def ends_alone(filler: Filler) -> tuple[Any, ...]:
    return filler.left, filler.right, filler.head


def head_and_role(filler: Filler) -> tuple[Any, ...]:
    return filler.right if filler.head is None else filler.head, filler.role


def typed_arguments(part: Callable[[Filler], Any]) -> Any:
    """The arguments of all events, each with its event's type, each once."""

    def answer(predicted: Items, gold: Items) -> Masses:
        found, wanted = (
            {(event.type, *part(filler)) for event in events for filler in event.arguments}
            for events in (predicted, gold)
        )
        return Masses(len(found & wanted), len(found), len(found & wanted), len(wanted))

    return answer


def matching(similarity: Any) -> Any:
    return lambda predicted, gold: masses_one_to_one(similarity, predicted, gold)


TYPES = (
    "conflict",
    "conflict.attack",
    "conflict.attack.bombing",
    "conflict.attack.shelling",
    "contact.attack",
    "",
    "conflict.",
)


def drawing(heads: bool) -> Any:
    def draw(rng: random.Random) -> tuple[list[Any], list[Any]]:
        types = rng.sample(TYPES, 2 if rng.random() < 0.5 else 4)

        def filler() -> Filler:
            left = rng.randrange(2)
            right = left + rng.randrange(3)
            head = rng.randint(left, right) if heads and rng.random() < 0.4 else None
            return Filler(left, right, rng.choice(("who", "whom")), head)

        def item() -> Plain:
            place = rng.randrange(2)
            fillers = frozenset(filler() for _ in range(rng.choice((0, 1, 2, 3))))
            return Plain((place, place), rng.choice(types), fillers)

        return draw_document(rng, item, lambda event: altered(rng, event, filler))

    return draw


def altered(rng: random.Random, event: Plain, filler: Callable[[], Filler]) -> Plain:
    """Now and then another type, or an argument more or less."""
    if rng.random() < 0.2:
        event = event._replace(type=rng.choice(TYPES))
    if rng.random() < 0.3:
        event = event._replace(arguments=event.arguments ^ {filler()})
    return event


def wrong(rng: random.Random, gold: Items) -> Plain:
    return Plain((90, 90), "conflict", frozenset({Filler(91, 91, "who")}))


def hard() -> list[tuple[list[Any], list[Any]]]:
    """Empty sides, events without arguments, repetitions, events that only their arguments tell apart."""

    def event(*arguments: Filler, kind: str = "conflict", place: int = 0) -> Plain:
        return Plain((place, place), kind, frozenset(arguments))

    a, b, c = Filler(1, 1, "who"), Filler(2, 3, "whom"), Filler(2, 3, "who")
    return [
        ([], []),
        ([event()], [event()]),
        ([event(a)], []),
        ([], [event()]),
        ([event(), event(a)], [event(b)]),
        ([event(a), event(a, b)], [event(a, b), event(a, b, c)]),
        ([event(a, b), event(b, c), event(c)], [event(a, b, c), event(b), event(c)]),
        ([event(b, c)], [event(b), event(c)]),
        ([event(a), event(a, place=5)], [event(a)]),
        ([event(a, kind="conflict.attack")], [event(a, kind="conflict.attack.bombing"), event(a)]),
        ([event(kind="a.b.c"), event(kind="a.b")], [event(kind="a.b.c.d"), event(kind="a.b.c")]),
    ]


def case(metric: Any, answer: Any, heads: bool = False) -> Case:
    def score(predicted: Items, gold: Items) -> Any:
        return metric([to_event(event) for event in predicted], [to_event(event) for event in gold])

    return Case(score, answer, drawing(heads), wrong=wrong, adversarial=hard())


CASES = {
    "trigger": case(metrics.TRIGGER, matching(same_trigger)),
    "trigger_unlabelled": case(metrics.TRIGGER_UNLABELLED, matching(same_place)),
    "trigger_levels": case(metrics.TRIGGER_LEVELS, matching(by_levels)),
    "trigger_supertypes": case(metrics.TRIGGER_SUPERTYPES, matching(by_supertypes)),
    "argument": case(metrics.ARGUMENT, matching(shared_arguments(same_trigger, ends_and_role))),
    "argument_unlabelled": case(metrics.ARGUMENT_UNLABELLED, matching(shared_arguments(same_place, ends_alone))),
    "argument_head": case(metrics.ARGUMENT_HEAD, matching(shared_arguments(same_trigger, head_and_role)), heads=True),
    # the criteria of Li et al. (2013) without the trigger's place (docs/metrics/argument_head.md)
    "argument_identification": case(
        metrics.ARGUMENT_IDENTIFICATION, typed_arguments(lambda filler: (filler.left, filler.right)), heads=True
    ),
    "argument_classification": case(
        metrics.ARGUMENT_CLASSIFICATION,
        typed_arguments(lambda filler: (filler.left, filler.right, filler.role)),
        heads=True,
    ),
    "srl": case(metrics.SRL, matching(shared_arguments(same_place, ends_and_role))),
}
