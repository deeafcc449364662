"""From one stage to the next: items of a clique for correcting, and for tuples once its sentences are accepted."""

from __future__ import annotations

from dataclasses import replace

from karat.annotate.cliques.content import CORRECTION, TUPLES, Content
from karat.annotate.cliques.payloads import current_text
from karat.annotate.cliques.state import State, Tuple
from karat.annotate.project import Item, NewItem

FILE_TUPLES = "tuples"
"""Where the hidden part of an item keeps the tuples that paraphrases had in their file."""


def first_stage(content: Content, tuples: tuple[Tuple, ...] = ()) -> NewItem:
    """Make the item in which a clique's paraphrases are corrected; ``tuples`` are those that they came with."""
    content = replace(content, stage=CORRECTION)
    return NewItem(
        content.key,
        content.original.text,
        content=content.to_json(),
        hidden={FILE_TUPLES: [each.to_json() for each in tuples]},
    )


def second_stage(item: Item, state: State) -> NewItem:
    """Make the item in which tuples are annotated, from that of the first stage and what its worker did.

    Tuples that a paraphrase came with stay if its words did.
    """
    content, tuples = _read(item)
    sentences = tuple(replace(each, text=current_text(state, each)) for each in content.sentences)
    unchanged = {old.id for old, new in zip(content.sentences, sentences, strict=True) if old.text == new.text}
    kept = [each.to_json() for each in tuples if each.sentence in unchanged]
    content = Content(TUPLES, content.clique, sentences, content.given)
    return NewItem(content.key, content.original.text, content=content.to_json(), hidden={FILE_TUPLES: kept})


def tuples_to_import(item: Item) -> list[Tuple]:
    """The tuples that a worker of the second stage begins with."""
    content, tuples = _read(item)
    to_do = {sentence.id for sentence in content.sentences_to_do}
    return [each for each in tuples if each.sentence in to_do]


def _read(item: Item) -> tuple[Content, list[Tuple]]:
    assert item.content is not None
    hidden = item.hidden or {}
    return Content.from_json(item.content), list(map(Tuple.from_json, hidden.get(FILE_TUPLES, ())))
