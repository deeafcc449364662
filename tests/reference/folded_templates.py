"""Templates of string fills as GTT, the error analysis and IterX read them: folding, drawing, and Karat's types.

An item is (type, fillers), a filler (slot, mentions); fillers and mentions are in the file's order.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator, Sequence

from case import Items, disturb, draw_list

from karat.model import Entity, SlotFiller, Template

Filler = tuple[str, tuple[str, ...]]
Plain = tuple[str, tuple[Filler, ...]]

SLOTS = ("PerpInd", "Target")
TYPES = ("attack", "bombing")
MENTIONS = ("men", "The men", "rebels.", "re-bels", "an  embassy", "Embassy", "guard")
"""Some are the same once they are folded."""


def fold(mention: str) -> str:
    """Lower case, no ASCII punctuation, no articles, single spaces (spec structured.md, section 1)."""
    bare = "".join(character for character in mention.lower() if character not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def entities(template: Plain) -> list[tuple[str, frozenset[str]]]:
    """The entities that have a mention, each with its slot."""
    return [(slot, frozenset(map(fold, mentions))) for slot, mentions in template[1] if mentions]


def alignments(predicted: int, free: Sequence[int]) -> Iterator[list[int | None]]:
    """Every one-to-one alignment: the gold place of each prediction, 0, 1, … before none, in lexicographic order."""
    if predicted == 0:
        yield []
        return
    for place in [*free, None]:
        for others in alignments(predicted - 1, [each for each in free if each != place]):
            yield [place, *others]


def karat_templates(items: Items) -> tuple[Template, ...]:
    return tuple(
        Template(kind, tuple(SlotFiller(slot, Entity(frozenset(mentions))) for slot, mentions in fillers))
        for kind, fillers in items
    )


def draw_entity(rng: random.Random) -> Filler:
    mentions = rng.sample(MENTIONS, rng.choice((1, 1, 1, 2, 2, 3)))
    return rng.choice(SLOTS), () if rng.random() < 0.03 else tuple(mentions)


def draw_template(rng: random.Random, types: Sequence[str]) -> Plain:
    return rng.choice(types), tuple(draw_list(rng, lambda: draw_entity(rng), 3))


def nearby(rng: random.Random, template: Plain, types: Sequence[str]) -> Plain:
    """The same with fewer or other mentions and fillers, perhaps of another type."""
    kind, fillers = template
    changed = []
    for slot, mentions in fillers:
        if rng.random() < 0.8:
            kept = tuple(mention for mention in mentions if rng.random() < 0.6)
            changed.append((slot, kept or mentions[:1]))
    if rng.random() < 0.3:
        changed.append(draw_entity(rng))
    rng.shuffle(changed)
    return rng.choice(types) if rng.random() < 0.2 else kind, tuple(changed)


def draw_templates(
    rng: random.Random, predicted_types: Sequence[str], gold_types: Sequence[str]
) -> tuple[list[Plain], list[Plain]]:
    gold = draw_list(rng, lambda: draw_template(rng, gold_types), 3)
    predicted = disturb(rng, gold, lambda: draw_template(rng, predicted_types), 3)
    return [nearby(rng, each, predicted_types) if rng.random() < 0.7 else each for each in predicted], gold
