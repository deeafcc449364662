"""Between a document's state and gold: synsets of fact patterns, as files and metrics have them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence

from karat import model
from karat.annotate.synsets.alignment import align_words
from karat.annotate.synsets.state import Chunk, Origin, Slot, State, Synset, Triple
from karat.model import Annotation, Fact, Sentence

IMPORTED = Origin(1, "imported")


def new_id() -> str:
    """Make a random id, as clients make them."""
    return secrets.token_hex(8)


def state_from_annotation(
    annotation: Annotation,
    tokens: Sequence[str] | None = None,
    origin: Origin = IMPORTED,
    make_id: Callable[[], str] = new_id,
) -> State:
    """Turn gold into a state; words are aligned to the tokens, by default the sentence's words.

    A synset without facts is left out.
    """
    tokens = annotation.sentence.tokens if tokens is None else tokens
    synsets = (
        Synset(
            make_id(), tuple(triple_from_fact(fact, tokens, origin, make_id()) for fact in synset.facts), "", synset.id
        )
        for synset in annotation.synsets
        if synset.facts
    )
    return State(tuple(synsets))


def triple_from_fact(fact: Fact, tokens: Sequence[str], origin: Origin, id: str) -> Triple:
    """Turn a fact into a triple whose chunks know their tokens."""
    words = [word for slot in fact for chunk in slot.chunks for word in chunk.tokens]
    positions = iter(align_words(words, tokens))
    subject, relation, object_ = (_aligned(slot, positions) for slot in fact)
    return Triple(id, subject, relation, object_, None, origin)


def annotation_from_state(state: State, sentence: Sentence) -> Annotation:
    """Turn a state into gold.

    A synset that was imported keeps its id, unless another has it; the others are numbered, with the lowest number from
    their position on that is free.
    """
    labels = _labels(state.synsets)
    synsets = (
        model.Synset(label, tuple(map(fact_from_triple, synset.triples)))
        for label, synset in zip(labels, state.synsets, strict=True)
    )
    return Annotation(sentence, tuple(synsets))


def fact_from_triple(triple: Triple) -> Fact:
    """Turn a triple into a fact; the texts of its chunks stay as they are."""
    subject, relation, object_ = map(_model_slot, triple.slots)
    return Fact(subject, relation, object_)


def _labels(synsets: Sequence[Synset]) -> list[str]:
    taken: set[str] = set()
    labels: list[str | None] = []
    for synset in synsets:
        is_free = synset.label is not None and synset.label not in taken
        labels.append(synset.label if is_free else None)
        if synset.label is not None:
            taken.add(synset.label)
    numbered = []
    for position, label in enumerate(labels, 1):
        number = position
        while label is None:
            if str(number) not in taken:
                label = str(number)
                taken.add(label)
            number += 1
        numbered.append(label)
    return numbered


def _model_slot(slot: Slot) -> model.Slot:
    return model.Slot(tuple(model.Chunk(chunk.text, chunk.optional) for chunk in slot))


def _aligned(slot: model.Slot, positions: Iterator[int | None]) -> Slot:
    return tuple(
        Chunk(chunk.text, chunk.optional, _all_or_none([next(positions) for _ in chunk.tokens]))
        for chunk in slot.chunks
    )


def _all_or_none(positions: Sequence[int | None]) -> tuple[int, ...] | None:
    known = tuple(position for position in positions if position is not None)
    return known if known and len(known) == len(positions) else None
