"""Templates with fillers of every kind: their similarities (Chen et al., 2023, section 3.4, appendix C), and drawing.

An item is (type, fillers, optional), a filler (slot, value, optional); a value is (kind, content), see ``VALUES``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from case import Items, disturb, draw_list
from every_matching import f1_of_bags

from karat.model import Argument, Entity, Event, Mention, SetFill, SlotFiller, Template, Trigger

Value = tuple[str, Any]
Filler = tuple[str, Value, bool]
Plain = tuple[str, tuple[Filler, ...], bool]
Number = Fraction | int

PREMODIFIERS = {"a", "an", "the"}


def strings(*mentions: str) -> Value:
    """A string fill: the acceptable texts."""
    return "strings", mentions


def choice(*values: str) -> Value:
    """A value from a closed list, with alternatives."""
    return "choice", values


def event(trigger: tuple[int, str], *arguments: tuple[int, str]) -> Value:
    """A trigger (place, type) with arguments (place, role)."""
    return "event", (trigger, arguments)


VALUES: tuple[Value, ...] = (
    strings("the embassy", "a Building"),
    strings("embassy walls"),
    strings("building"),
    strings("The walls", "the men"),
    strings("the"),
    strings(),
    choice("CAR"),
    choice("CAR", "BUS"),
    choice("BUS", "BIKE"),
    choice("SEDAN"),
    ("text", "CAR"),
    ("text", "TAXI"),
    ("text", "embassy"),
    ("answer", True),
    ("answer", False),
    event((3, "meet"), (4, "who"), (6, "where")),
    event((3, "meet"), (4, "who")),
    event((3, "meet")),
    event((3, "part"), (4, "who")),
)


def words(text: str) -> set[str]:
    """Words in lower case, split at white space, without premodifiers."""
    return set(text.lower().split()) - PREMODIFIERS


def string_similarity(predicted: Sequence[str], gold: Sequence[str]) -> int:
    """Equations 45 and 46, with the best of all pairs of texts."""
    return int(any(words(one) & words(other) for one, other in product(predicted, gold)))


def event_similarity(predicted: Any, gold: Any) -> Number:
    """δ_trigger × F↔ of the arguments; without any on either side they are alike (decision 4)."""
    (trigger, arguments), (gold_trigger, gold_arguments) = predicted, gold
    return f1_of_bags(arguments, gold_arguments) if trigger == gold_trigger else 0


def is_below(value: str, other: str, kinds: Mapping[str, str]) -> bool:
    """Whether the other is somewhere above the value in the hierarchy, which gives each value the one above it."""
    while value in kinds:
        value = kinds[value]
        if value == other:
            return True
    return False


def set_similarity(predicted: str, gold: str, kinds: Mapping[str, str]) -> Number:
    """Equation 33."""
    if predicted == gold:
        return 1
    return Fraction(1, 2) if is_below(predicted, gold, kinds) else 0


def muc4_value(predicted: Value, gold: Value, kinds: Mapping[str, str]) -> Number:
    """φ_T of equation 32: equations 33 and 46; values of different kinds are never alike."""
    kind, content = predicted
    if kind != gold[0]:
        return 0
    if kind == "strings":
        return string_similarity(content, gold[1])
    if kind == "choice":
        return max((set_similarity(one, other, kinds) for one, other in product(content, gold[1])), default=0)
    if kind == "text":
        return set_similarity(content, gold[1], kinds)
    if kind == "event":
        return event_similarity(content, gold[1])
    return int(content == gold[1])


def better_value(predicted: Value, gold: Value) -> Number:
    """The same, but entities by φ4 (docs/metrics/better_granular.md)."""
    if predicted[0] == gold[0] == "strings":
        return f1_of_bags(sorted(set(predicted[1])), sorted(set(gold[1])))
    return muc4_value(predicted, gold, {})


def karat_value(value: Value) -> Any:
    kind, content = value
    if kind == "strings":
        return Entity(frozenset(content))
    if kind == "choice":
        return SetFill(frozenset(content))
    if kind == "event":
        (place, label), arguments = content
        return Event(
            Trigger(Mention(place, place), label),
            frozenset(Argument(Mention(at, at), role) for at, role in arguments),
        )
    return content


def karat_templates(items: Items) -> list[Template]:
    return [
        Template(
            kind,
            tuple(SlotFiller(slot, karat_value(value), optional) for slot, value, optional in fillers),
            template_is_optional,
        )
        for kind, fillers, template_is_optional in items
    ]


def draw_filler(rng: random.Random, slots: Sequence[str], values: Sequence[Value]) -> Filler:
    return rng.choice(slots), rng.choice(values), rng.random() < 0.3


def draw_template(rng: random.Random, types: Sequence[str], slots: Sequence[str], values: Sequence[Value]) -> Plain:
    fillers = draw_list(rng, lambda: draw_filler(rng, slots, values), 3)
    return rng.choice(types), tuple(fillers), rng.random() < 0.25


def nearby(rng: random.Random, template: Plain, types: Sequence[str], slots: Sequence[str], values: Any) -> Plain:
    """The same with fewer or other fillers, perhaps of another type."""
    kind, fillers, optional = template
    changed = [
        draw_filler(rng, slots, values) if rng.random() < 0.3 else filler for filler in fillers if rng.random() < 0.9
    ]
    rng.shuffle(changed)
    return rng.choice(types) if rng.random() < 0.2 else kind, tuple(changed), optional


def draw_templates(
    rng: random.Random, types: Sequence[str], gold_types: Sequence[str], slots: Sequence[str], values: Sequence[Value]
) -> tuple[list[Plain], list[Plain]]:
    some = rng.sample(list(values), rng.choice((2, 4, len(values))))  # few values make many ties
    gold = draw_list(rng, lambda: draw_template(rng, gold_types, slots, some), 3)
    predicted = disturb(rng, gold, lambda: draw_template(rng, types, slots, some), 3)
    return [nearby(rng, each, types, slots, some) if rng.random() < 0.7 else each for each in predicted], gold
