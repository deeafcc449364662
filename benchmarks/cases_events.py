"""Event extraction, trigger and argument F1, beside metametric.

metametric calls two empty collections alike, so every sentence has an event here, and every event an argument.
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from case import Case

from karat.metrics import ARGUMENT, TRIGGER
from karat.model import Argument, Event, Mention, Trigger

TYPES = ("attack", "born", "elect", "meet", "transport")
ROLES = ("agent", "patient", "place", "time")
Found = dict[str, float]


class Given:
    """Sentences with one to three events of one to three arguments; a quarter of what is predicted is wrong."""

    def __init__(self, sentences: int, seed: int = 1) -> None:
        draw = random.Random(seed)
        self.gold = [distinct(event(draw) for _ in range(draw.randint(1, 3))) for _ in range(sentences)]
        self.predicted = [distinct(guess(each, draw) for each in found) for found in self.gold]

    @cached_property
    def for_metametric(self) -> tuple[list[Any], list[Any]]:
        """The same in metametric's own types."""
        from metametric.structures import ie

        def place(mention: Mention) -> Any:
            return ie.Mention(mention.left, mention.right)

        def turned(events: list[Event]) -> Any:
            return ie.EventSet(
                [
                    ie.Event(
                        ie.Trigger(place(each.trigger.mention), each.trigger.type),
                        [ie.Argument(place(one.mention), one.role) for one in each.arguments],
                    )
                    for each in events
                ]
            )

        return [turned(found) for found in self.predicted], [turned(found) for found in self.gold]


def distinct(events: Any) -> list[Event]:
    """No trigger twice: which of two alike is matched would be a tie."""
    return list({each.trigger: each for each in events}.values())


def mention(draw: random.Random) -> Mention:
    left = draw.randrange(25)
    return Mention(left, left + draw.randrange(2))


def event(draw: random.Random) -> Event:
    arguments = frozenset(Argument(mention(draw), draw.choice(ROLES)) for _ in range(draw.randint(1, 3)))
    return Event(Trigger(mention(draw), draw.choice(TYPES)), arguments)


def guess(gold: Event, draw: random.Random) -> Event:
    if draw.random() < 0.25:
        return event(draw)
    arguments = frozenset(
        Argument(again(each.mention), each.role)
        if draw.random() < 0.75
        else Argument(mention(draw), draw.choice(ROLES))
        for each in gold.arguments
    )
    return Event(Trigger(again(gold.trigger.mention), gold.trigger.type), arguments)


def again(mention: Mention) -> Mention:
    """An equal mention that is another object, as where both sides come from files: the same one is equal for free."""
    return Mention(mention.left, mention.right)


def by_karat(given: Given) -> Found:
    return {metric.name: metric.corpus(given.predicted, given.gold).total.f1 or 0.0 for metric in (TRIGGER, ARGUMENT)}


def by_metametric(given: Given) -> Found:
    import metametric.dsl as mm
    from metametric.metrics.event_extraction import argument_classification, trigger_classification

    predicted, gold = given.for_metametric
    found = {}
    for name, metric in (("trigger", trigger_classification), ("argument", argument_classification)):
        state = mm.family(metric, mm.micro_average(["f1"])).new()
        state.update_batch(predicted, gold)
        found[name] = state.compute()["f1"]
    return found


def same(ours: Found, theirs: Found) -> bool:
    return all(abs(ours[name] - theirs[name]) < 1e-9 for name in ours)


CASES = tuple(
    Case(
        "events/trigger and argument f1",
        f"{sentences:,} sentences",
        lambda sentences=sentences: Given(sentences),
        by_karat,
        {"metametric": by_metametric},
        same,
        target=80,
    )
    for sentences in (1_000, 10_000)
)
