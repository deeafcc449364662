"""Say which rule made a fact, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from karat.model import Modality, Polarity
from karat.systems.clauses.annotations import AnnotatedProposition
from karat.systems.clauses.confidence import measured_share
from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.sentence import Parse


def explain(parse: Parse, facts: Iterable[AnnotatedProposition]) -> str:
    """Write each fact with its annotations, its rule, its confidence and its reasons below it."""
    lines = [parse.text]
    for fact in facts:
        proposition = fact.proposition
        lines.append(f"  ({'; '.join(proposition.write(parse))})")
        lines.extend(f"    {annotation}" for annotation in describe_annotations(fact))
        lines.append(f"    rule {proposition.rule}, {describe_confidence(proposition)}")
        lines.extend(f"    {note}" for note in proposition.notes)
    return "\n".join(lines)


def describe_confidence(proposition: Proposition) -> str:
    """Say what a fact's confidence was measured on, or that it was not measured."""
    share = measured_share(proposition)
    if share is None:
        return f"not measured: too few such facts in the tuning data (confidence {proposition.confidence:.2f})"
    return f"{share:.0%} of such facts in the tuning data are near the gold"


def describe_annotations(fact: AnnotatedProposition) -> Iterator[str]:
    """Write the annotations that a fact has, as the guideline of studies does."""
    if fact.polarity is not None or fact.modality is not None:
        yield f"factuality {_factuality(fact.polarity, fact.modality)}"
    if (source := fact.attribution) is not None:
        yield f"attribution ({source.source}, {source.predicate}) {_factuality(source.polarity, source.modality)}"
    yield from (f"{quantity.id} = {quantity.text}" for quantity in fact.quantities)


def _factuality(polarity: Polarity | None, modality: Modality | None) -> str:
    return f"({', '.join(part for part in (polarity, modality) if part is not None)})"
