"""Strings of templates made comparable, in the ways that published programs use."""

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
"""The position of a string that is not in the document; two such strings are equal (Das et al., 2022)."""


@lru_cache(1 << 16)
def normalised(text: str) -> str:
    """Lower a text, remove ASCII punctuation and articles, and put one space between words (GRIT, GTT, IterX)."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


@lru_cache(1 << 10)
def letters(text: str) -> str:
    """Lower a text, remove articles, then all but letters and digits (Das et al., 2022)."""
    return _OTHER.sub("", _ARTICLES.sub(" ", text.lower()))


@lru_cache(1 << 14)
def normalised_entity(entity: Entity) -> Entity:
    """Normalise the strings of an entity."""
    mentions = frozenset(normalised(mention) if isinstance(mention, str) else mention for mention in entity)
    return entity if mentions == entity.mentions else Entity(mentions)


def _normalised_filler(filler: SlotFiller) -> SlotFiller:
    if not isinstance(filler.value, Entity):
        return filler
    value = normalised_entity(filler.value)
    return filler if value is filler.value else SlotFiller(filler.slot, value, filler.optional)


def normalised_templates(templates: Iterable[Template]) -> list[Template]:
    """Normalise the strings of templates, put sets in a fixed order and drop entities without a mention."""
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
    """Replace the strings of templates by the position of their first occurrence in a text.

    Without a text, strings are reduced to letters and digits, which are equal exactly if their positions would be.
    Mentions that are positions already stay as they are. ``flat`` makes each mention an entity, as for predictions.
    """
    document = letters(text.replace(" ##", ""))

    def locate(mention: Mention | str) -> Mention | str:
        if not isinstance(mention, str):
            return mention
        string = letters(mention)
        if not document:
            return string
        start = document.find(string) if string else -1
        return Mention(start, start + len(string) - 1) if start >= 0 else NOWHERE

    located = []
    for template in arranged(templates):
        fillers: list[SlotFiller] = []
        for filler in arranged(template.fillers):
            if not isinstance(filler.value, Entity):
                continue
            mentions = [locate(mention) for mention in sorted(filler.value, key=str)]
            groups = [[mention] for mention in mentions] if flat else [mentions]
            fillers += [SlotFiller(filler.slot, Entity(frozenset(group))) for group in groups if group]
        located.append(Template(template.type, tuple(fillers)))
    return located


def normalised_strings(predicted: Iterable[Template], gold: Iterable[Template]) -> tuple[Templates, Templates]:
    """Normalise the strings of both sides (GRIT, GTT, IterX)."""
    return normalised_templates(predicted), normalised_templates(gold)


def first_places(predicted: Iterable[Template], gold: Iterable[Template]) -> tuple[Templates, Templates]:
    """Locate both sides in the document's text, each predicted mention by itself (Das et al., 2022)."""
    text = getattr(gold, "text", "") or getattr(predicted, "text", "")
    return located_templates(predicted, text, flat=True), located_templates(gold, text, flat=False)
