"""Gold that is given as Python objects instead of a file."""

from __future__ import annotations

from dataclasses import replace

from karat.benchmarks.gold import Gold
from karat.formats.python_objects import facts_from
from karat.formats.text.slots import render_slot
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold
from karat.model import Annotation, Extraction, TupleAnnotation


def gold_from(value: object, name: str = "gold") -> Gold:
    """Make gold of triples with their sentences; see :mod:`karat.formats.python_objects` for what is taken.

    Each triple is a fact synset. If no fact has variants or optional words, its triples are CaRB's gold, too.
    """
    made = facts_from(value, name)
    sentences = tuple(annotation.sentence for annotation in made.annotations)
    facts = tuple(map(FactGold, made.annotations))
    return with_plain_tuples(Gold(name, sentences, facts, (None,) * len(sentences), (), notes=made.notes))


def with_plain_tuples(gold: Gold) -> Gold:
    """Let the triples of facts be CaRB's gold, too, if no fact has variants or optional words."""
    annotations = [fact_gold.annotation for fact_gold in gold.facts if fact_gold is not None]
    if not all(map(_is_plain, annotations)):
        return gold
    return replace(gold, tuples=tuple(carb_gold(_tuples(annotation)) for annotation in annotations))


def _is_plain(annotation: Annotation) -> bool:
    """Tell whether there is only one way to state each fact."""
    return all(
        len(synset.facts) == 1 and not any(chunk.optional for slot in synset.facts[0] for chunk in slot.chunks)
        for synset in annotation.synsets
    )


def _tuples(annotation: Annotation) -> TupleAnnotation:
    triples = [tuple(map(render_slot, synset.facts[0])) for synset in annotation.synsets]
    extractions = tuple(Extraction(relation, (subject, object_)) for subject, relation, object_ in triples)
    return TupleAnnotation(annotation.sentence, extractions)
