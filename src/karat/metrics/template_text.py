"""Strings of templates made comparable, as each of the field's programs does it."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable
from functools import lru_cache

from karat.algebra.scores.alignment import arranged
from karat.model import Entity, Mention, SlotFiller, Template

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_OTHER = re.compile(r"[\W_]+")
Templates = list[Template]
Comparable = Callable[[Iterable[Template], Iterable[Template]], tuple[Templates, Templates]]
"""Makes the strings of a predicted and a gold document comparable."""
NOWHERE = Mention(-1, -1)
"""The place of a string that the document does not have: two of them are equal (Das et al., 2022)."""


@lru_cache(1 << 16)
def normalised(text: str) -> str:
    """In lower case, without ASCII punctuation and articles, one space between words (GRIT, GTT, IterX)."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


@lru_cache(1 << 10)
def letters(text: str) -> str:
    """In lower case, without articles, then letters and digits alone (Das et al., 2022)."""
    return _OTHER.sub("", _ARTICLES.sub(" ", text.lower()))


@lru_cache(1 << 14)
def normalised_entity(entity: Entity) -> Entity:
    """An entity of normalised strings."""
    mentions = frozenset(normalised(each) if isinstance(each, str) else each for each in entity)
    return entity if mentions == entity.mentions else Entity(mentions)


def _normalised_filler(filler: SlotFiller) -> SlotFiller:
    if not isinstance(filler.value, Entity):
        return filler
    value = normalised_entity(filler.value)
    return filler if value is filler.value else SlotFiller(filler.slot, value, filler.optional)


def normalised_templates(templates: Iterable[Template]) -> list[Template]:
    """Templates of normalised strings, sets in a fixed order; entities without a mention go."""
    return [
        Template(
            template.type,
            tuple(
                _normalised_filler(filler)
                for filler in arranged(template.fillers)
                if not (isinstance(filler.value, Entity) and not filler.value)
            ),
            template.optional,
        )
        for template in arranged(templates)
    ]


def located_templates(templates: Iterable[Template], text: str, *, flat: bool) -> list[Template]:
    """Templates whose strings are places in a text, each that of its first occurrence.

    Without a text they are letters and digits alone, which are equal where their places would be. Mentions that are
    places already stay as they are. ``flat`` makes an entity of each mention, as is done with predictions.
    """
    whole = letters(text.replace(" ##", ""))

    def place(mention: Mention | str) -> Mention | str:
        if not isinstance(mention, str):
            return mention
        wanted = letters(mention)
        if not whole:
            return wanted
        start = whole.find(wanted) if wanted else -1
        return Mention(start, start + len(wanted) - 1) if start >= 0 else NOWHERE

    found = []
    for template in arranged(templates):
        fillers: list[SlotFiller] = []
        for filler in arranged(template.fillers):
            if not isinstance(filler.value, Entity):
                continue
            places = [place(mention) for mention in sorted(filler.value, key=str)]
            groups = [[one] for one in places] if flat else [places]
            fillers += [SlotFiller(filler.slot, Entity(frozenset(group))) for group in groups if group]
        found.append(Template(template.type, tuple(fillers)))
    return found


def normalised_strings(predicted: Iterable[Template], gold: Iterable[Template]) -> tuple[Templates, Templates]:
    """Both sides with normalised strings (GRIT, GTT, IterX)."""
    return normalised_templates(predicted), normalised_templates(gold)


def first_places(predicted: Iterable[Template], gold: Iterable[Template]) -> tuple[Templates, Templates]:
    """Both sides by places in the text that either has, each predicted mention by itself (Das et al., 2022)."""
    text = getattr(gold, "text", "") or getattr(predicted, "text", "")
    return located_templates(predicted, text, flat=True), located_templates(gold, text, flat=False)
