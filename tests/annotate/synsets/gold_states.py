"""States written as gold, for tests: one synset a paragraph, one triple a line, optional words in brackets."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from karat.annotate.synsets.gold import triple_from_fact
from karat.annotate.synsets.state import Origin, State, Synset
from karat.formats.text.slots import parse_slot
from karat.model import Fact, Sentence

SENTENCE = Sentence("1", "Ann sold the old house to Bob in May .")


def state(text: str, sentence: Sentence = SENTENCE, prefix: str = "") -> State:
    """Number triples t1, t2, ... and synsets s1, s2, ...; ``2: ...`` before a triple gives its round."""
    numbers = count(1)
    synsets = []
    for position, block in enumerate(filter(str.strip, text.split("\n\n")), 1):
        triples = []
        for line in block.strip().splitlines():
            number, _, rest = line.strip().rpartition(": ")
            slots = (parse_slot(slot)[0] for slot in rest.split(" --> "))
            origin = Origin(int(number or 1))
            triples.append(triple_from_fact(Fact(*slots), sentence.tokens, origin, f"{prefix}t{next(numbers)}"))
        synsets.append(Synset(f"{prefix}s{position}", tuple(triples)))
    return State(tuple(synsets))


def marked(of: State, **marks: bool) -> State:
    """Mark triples as wholesome or not."""
    synsets = (
        replace(
            synset,
            triples=tuple(replace(each, wholesome=marks.get(each.id, each.wholesome)) for each in synset.triples),
        )
        for synset in of.synsets
    )
    return replace(of, synsets=tuple(synsets))
