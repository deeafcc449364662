"""Explain coreference: which entities were found, split or merged, and which mentions are missing or spurious."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from karat.metrics.coreference import CONLL
from karat.model import Entity, Mention, SplitMention
from karat.one_line import one_line
from karat.results.explanation.request import ExplanationRequest
from karat.results.explanation.written_items import render_mention

Mentions = tuple[Mention | str, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """An entity whose mentions are spread over two or more entities of the other side."""

    entity: Mentions
    parts: tuple[Mentions, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class EntityExplanation:
    """The gold entities that were found, split or missed, and the predicted ones that are merged or invented."""

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
    words: tuple[str, ...] = ()

    __repr__ = one_line

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.system}, document {self.document}: CoNLL F1 {self.conll:.4f}"
        yield f"  {len(self.whole)} of {self.gold} gold entities found whole; {self.predicted} predicted"
        for spread in self.split:
            yield f"  split: the gold entity {self._entity(spread.entity)} is in {len(spread.parts)} predicted ones"
            yield from (f"    {self._entity(part)}" for part in spread.parts)
        for spread in self.merged:
            yield f"  merged: the predicted entity {self._entity(spread.entity)} joins {len(spread.parts)} gold ones"
            yield from (f"    {self._entity(part)}" for part in spread.parts)
        yield from (f"  missed: no mention of the gold entity {self._entity(entity)}" for entity in self.missed)
        yield from (
            f"  invented: no mention of the predicted entity {self._entity(entity)} is gold" for entity in self.invented
        )
        for name, mentions in (("missing", self.missing), ("spurious", self.spurious)):
            if mentions:
                yield f"  {name} mentions: {', '.join(render_mention(mention, self.words) for mention in mentions)}"

    def _entity(self, mentions: Mentions) -> str:
        return render_entity(mentions, self.words)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON document; a mention is [first, last], or its text. ``tokens`` are the document's, if known."""
        spreads = {
            name: [{"entity": _json(spread.entity), "parts": list(map(_json, spread.parts))} for spread in of_kind]
            for name, of_kind in (("split", self.split), ("merged", self.merged))
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
            **({"tokens": list(self.words)} if self.words else {}),
        }


def explain_entities(
    request: ExplanationRequest, predicted: Sequence[Entity], gold: Sequence[Entity]
) -> EntityExplanation:
    """Compare the entities of one document."""
    predicted_by_mention = {mention: entity for entity in predicted for mention in entity}
    gold_by_mention = {mention: entity for entity in gold for mention in entity}
    predicted_sets = {entity.mentions for entity in predicted}
    return EntityExplanation(
        request.system,
        request.document,
        len(predicted),
        len(gold),
        tuple(sort_mentions(entity) for entity in gold if entity.mentions in predicted_sets),
        tuple(_spread(gold, predicted_by_mention)),
        tuple(_spread(predicted, gold_by_mention)),
        tuple(
            sort_mentions(entity) for entity in gold if not any(mention in predicted_by_mention for mention in entity)
        ),
        tuple(
            sort_mentions(entity) for entity in predicted if not any(mention in gold_by_mention for mention in entity)
        ),
        sort_mentions(gold_by_mention.keys() - predicted_by_mention.keys()),
        sort_mentions(predicted_by_mention.keys() - gold_by_mention.keys()),
        CONLL(predicted, gold).f1 or 0.0,
        tuple(request.words),
    )


def _spread(entities: Iterable[Entity], by_mention: dict[Mention | str, Entity]) -> Iterator[Spread]:
    for entity in entities:
        parts: dict[Entity, set[Mention | str]] = {}
        for mention in sort_mentions(entity):
            if mention in by_mention:
                parts.setdefault(by_mention[mention], set()).add(mention)
        if len(parts) > 1:
            yield Spread(sort_mentions(entity), tuple(map(sort_mentions, parts.values())))


def sort_mentions(mentions: Iterable[Mention | str]) -> Mentions:
    """Sort mentions in the order of the text."""
    return tuple(sorted(mentions, key=_text_position))


def _text_position(mention: Mention | str) -> tuple[int, int, str]:
    return (mention.left, mention.right, repr(mention)) if isinstance(mention, Mention) else (-1, -1, mention)


def render_entity(mentions: Mentions, words: Sequence[str] = ()) -> str:
    """Write an entity as the set of its mentions."""
    return f"{{{', '.join(render_mention(mention, words) for mention in mentions)}}}"


def _json(mentions: Mentions) -> list[Any]:
    values: list[Any] = []
    for mention in mentions:
        match mention:
            case SplitMention():
                values.append([[part.left, part.right] for part in mention.parts])
            case Mention():
                values.append([mention.left, mention.right])
            case _:
                values.append(mention)
    return values
