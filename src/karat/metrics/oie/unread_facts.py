"""Gold facts that are read only where they are needed as objects: to count extractions, their slots are enough."""

from __future__ import annotations

from functools import cached_property
from itertools import islice

from karat.formats.json.plain_synsets import PIECES, PlainFacts, pieces_of
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.patterns import Tokens
from karat.model import Annotation, Sentence


class UnreadFacts(FactGold):
    """A sentence's synsets, whose line is not read yet."""

    _facts: PlainFacts

    def __init__(self, facts: PlainFacts) -> None:
        self.__dict__.update(_facts=facts, entities=None)

    @cached_property
    def annotation(self) -> Annotation:
        return self._facts.read()

    @property
    def sentence(self) -> Sentence:
        return self._facts.sentence

    @property
    def source(self) -> PlainFacts:
        return self._facts

    @cached_property
    def slot_words(self) -> list[Tokens]:
        slots = dict.fromkeys(self._facts.slots)
        pieces, counts = pieces_of(slots)
        texts = iter([PIECES[piece].text for piece in pieces])
        return [tuple(" ".join(islice(texts, count)).split()) for count in counts]
