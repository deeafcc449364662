"""Facet E: which triples have entities as subject and object, by people's marks or as BenchIE's metric derives it."""

from __future__ import annotations

from dataclasses import replace

from karat.annotate.synsets.gold import annotation_from_state
from karat.annotate.synsets.state import State, Synset
from karat.metrics.oie.facts import Facts, shortest_objects
from karat.model import Annotation, Sentence


def derived_entities(state: State) -> dict[str, bool]:
    """Derive, for each triple, whether facet E has it: the suggestion where nobody has marked it."""
    gold = annotation_from_state(state, Sentence("", ""))
    return {
        triple.id: is_selected
        for synset, rows in zip(state.synsets, Facts(gold.synsets).synsets, strict=True)
        for triple, is_selected in zip(synset.triples, shortest_objects(rows), strict=True)
    }


def entity_annotation(state: State, sentence: Sentence) -> Annotation:
    """Turn a state into gold of facet E: triples that people marked as wholesome, and of the unmarked the derived ones.

    A synset keeps the id that it has in the default gold; one without any triple left is left out.
    """
    derived = derived_entities(state)

    def is_whole(synset: Synset) -> list[bool]:
        return [derived[each.id] if each.wholesome is None else each.wholesome for each in synset.triples]

    gold = annotation_from_state(state, sentence)
    synsets = (
        replace(
            of_gold, facts=tuple(fact for fact, chosen in zip(of_gold.facts, is_whole(synset), strict=True) if chosen)
        )
        for of_gold, synset in zip(gold.synsets, state.synsets, strict=True)
    )
    return Annotation(sentence, tuple(synset for synset in synsets if synset.facts))
