"""What became of a document's entities: whole, split, merged; and which mentions are missing or spurious."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from karat.metrics import CONLL
from karat.model import Entity, Mention, SplitMention
from karat.results.explanation.request import ExplanationRequest

Mentions = tuple[Mention | str, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """An entity whose mentions are in two or more entities of the other side."""

    entity: Mentions
    parts: tuple[Mentions, ...]


@dataclass(frozen=True, slots=True)
class EntityExplanation:
    """Gold entities found whole, gold entities that were split, predicted entities that merge several, the rest."""

    system: str
    document: str
    predicted: int
    gold: int
    whole: tuple[Mentions, ...]
    split: tuple[Spread, ...]
    merged: tuple[Spread, ...]
    missed: tuple[Mentions, ...]
    invented: tuple[Mentions, ...]
    missing: Mentions
    spurious: Mentions
    conll: float

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.system}, document {self.document}: CoNLL F1 {self.conll:.4f}"
        yield f"  {len(self.whole)} of {self.gold} gold entities found whole; {self.predicted} predicted"
        for spread in self.split:
            yield f"  split: the gold entity {shown(spread.entity)} is in {len(spread.parts)} predicted ones"
            yield from (f"    {shown(part)}" for part in spread.parts)
        for spread in self.merged:
            yield f"  merged: the predicted entity {shown(spread.entity)} joins {len(spread.parts)} gold ones"
            yield from (f"    {shown(part)}" for part in spread.parts)
        yield from (f"  missed: no mention of the gold entity {shown(entity)}" for entity in self.missed)
        yield from (f"  invented: no mention of the predicted entity {shown(each)} is gold" for each in self.invented)
        for name, mentions in (("missing", self.missing), ("spurious", self.spurious)):
            if mentions:
                yield f"  {name} mentions: {', '.join(map(token_range, mentions))}"

    def to_json(self) -> dict[str, Any]:
        """Give it as a document; a mention is [first, last], or its text."""
        spreads = {
            name: [{"entity": _json(each.entity), "parts": list(map(_json, each.parts))} for each in spread]
            for name, spread in (("split", self.split), ("merged", self.merged))
        }
        return {
            "system": self.system,
            "document": self.document,
            "conll": self.conll,
            "predicted": self.predicted,
            "gold": self.gold,
            "whole": list(map(_json, self.whole)),
            **spreads,
            "missed": list(map(_json, self.missed)),
            "invented": list(map(_json, self.invented)),
            "missing": _json(self.missing),
            "spurious": _json(self.spurious),
        }


def explain_entities(
    request: ExplanationRequest, predicted: Sequence[Entity], gold: Sequence[Entity]
) -> EntityExplanation:
    """Compare the entities of one document."""
    mine = {mention: entity for entity in predicted for mention in entity}
    theirs = {mention: entity for entity in gold for mention in entity}
    predicted_sets = {entity.mentions for entity in predicted}
    return EntityExplanation(
        request.system,
        request.document,
        len(predicted),
        len(gold),
        tuple(ordered(entity) for entity in gold if entity.mentions in predicted_sets),
        tuple(_spread(gold, mine)),
        tuple(_spread(predicted, theirs)),
        tuple(ordered(entity) for entity in gold if not any(mention in mine for mention in entity)),
        tuple(ordered(entity) for entity in predicted if not any(mention in theirs for mention in entity)),
        ordered(theirs.keys() - mine.keys()),
        ordered(mine.keys() - theirs.keys()),
        CONLL(predicted, gold).f1 or 0.0,
    )


def _spread(entities: Iterable[Entity], others: dict[Mention | str, Entity]) -> Iterator[Spread]:
    for entity in entities:
        parts: dict[Entity, set[Mention | str]] = {}
        for mention in ordered(entity):
            if mention in others:
                parts.setdefault(others[mention], set()).add(mention)
        if len(parts) > 1:
            yield Spread(ordered(entity), tuple(map(ordered, parts.values())))


def ordered(mentions: Iterable[Mention | str]) -> Mentions:
    """Mentions in the order of the text."""
    return tuple(sorted(mentions, key=_place))


def _place(mention: Mention | str) -> tuple[int, int, str]:
    return (mention.left, mention.right, repr(mention)) if isinstance(mention, Mention) else (-1, -1, mention)


def token_range(mention: Mention | str) -> str:
    """A mention by its tokens, counted from 0: 3, 5–7, or 5–7+9 with a gap."""
    match mention:
        case SplitMention():
            return "+".join(map(token_range, mention.parts))
        case Mention():
            return str(mention.left) if mention.left == mention.right else f"{mention.left}–{mention.right}"
    return repr(mention)


def shown(mentions: Mentions) -> str:
    """An entity as the set of its mentions."""
    return f"{{{', '.join(map(token_range, mentions))}}}"


def _json(mentions: Mentions) -> list[Any]:
    found: list[Any] = []
    for mention in mentions:
        match mention:
            case SplitMention():
                found.append([[part.left, part.right] for part in mention.parts])
            case Mention():
                found.append([mention.left, mention.right])
            case _:
                found.append(mention)
    return found
