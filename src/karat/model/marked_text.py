"""Text with annotated entities, relations and events."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.event import Event
from karat.model.mention import Mention, TypedMention
from karat.model.relation import Relation
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class MarkedText:
    """The tokens of a sentence or document, and their annotations in the order of the file."""

    tokens: tuple[str, ...] = ()
    spans: tuple[TypedMention, ...] = ()
    relations: tuple[Relation, ...] = ()
    events: tuple[Event, ...] = ()

    __repr__ = one_line

    def words(self, mention: Mention) -> str:
        """Return the text of a mention."""
        return " ".join(self.tokens[index] for index in mention.indices)
