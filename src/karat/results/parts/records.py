"""Extractions and gold as plain values, which are written and read in a fraction of the time of objects."""

from __future__ import annotations

import pickle
from typing import Any

from karat.model import Annotation, Chunk, Extraction, Fact, Sentence, Slot, Synset, TupleAnnotation

Record = tuple[Any, ...]
PLAIN_NUMBERS, PLAIN_TEXTS = frozenset((float, int)), frozenset((str,))
"""Others, as those of numpy that come with data frames, would be written as bytes."""


def extraction_record(extraction: Extraction) -> Record:
    """Write an extraction; only the fields that most formats have are plain values."""
    plain = (extraction.relation, extraction.arguments, extraction.confidence)
    if (
        type(extraction.confidence) in PLAIN_NUMBERS
        and PLAIN_TEXTS.issuperset(map(type, (extraction.relation, *extraction.arguments)))
        and extraction.context is None
        and extraction.polarity is None
        and extraction.modality is None
        and extraction.attribution is None
        and not extraction.quantities
    ):
        if not extraction.other and not extraction.spans:
            return plain
        return (*plain, extraction.spans, extraction.other)
    return (pickle.dumps(extraction),)


def extraction_of(record: Record) -> Extraction:
    """Read an extraction."""
    if len(record) == 3:
        return Extraction(*record)
    if len(record) == 1:
        extraction: Extraction = pickle.loads(record[0])  # noqa: S301 - written by extraction_record
        return extraction
    relation, arguments, confidence, spans, other = record
    return Extraction(relation, arguments, confidence, spans=spans, other=other)


def annotation_record(annotation: Annotation) -> Record:
    """Write a sentence with its synsets."""
    sentence = annotation.sentence
    if any(synset.statements for synset in annotation.synsets):
        return (pickle.dumps(annotation),)
    return sentence.id, sentence.text, tuple([_synset_record(synset) for synset in annotation.synsets])


def _synset_record(synset: Synset) -> Record:
    facts = [
        (fact.line, *[_slot_record(slot) for slot in (fact.subject, fact.relation, fact.object)])
        for fact in synset.facts
    ]
    return synset.id, synset.line, facts


def _slot_record(slot: Slot) -> list[str | tuple[str]]:
    return [(chunk.text,) if chunk.optional else chunk.text for chunk in slot.chunks]


def annotation_of(record: Record) -> Annotation:
    """Read a sentence with its synsets."""
    if len(record) == 1:
        annotation: Annotation = pickle.loads(record[0])  # noqa: S301 - written by annotation_record
        return annotation
    id, text, synsets = record
    return Annotation(Sentence(id, text), tuple([_synset_of(synset) for synset in synsets]))


def _synset_of(record: Record) -> Synset:
    id, line, facts = record
    return Synset(
        id,
        tuple([Fact(*[_slot_of(slot) for slot in slots], line=fact_line) for fact_line, *slots in facts]),
        line=line,
    )


def _slot_of(chunks: list[str | tuple[str]]) -> Slot:
    return Slot(tuple([Chunk(chunk) if isinstance(chunk, str) else Chunk(chunk[0], True) for chunk in chunks]))


def tuples_record(annotation: TupleAnnotation) -> Record:
    """Write a sentence with its tuples."""
    sentence = annotation.sentence
    return sentence.id, sentence.text, [extraction_record(each) for each in annotation.extractions]


def tuples_of(record: Record) -> TupleAnnotation:
    """Read a sentence with its tuples."""
    id, text, extractions = record
    return TupleAnnotation(Sentence(id, text), tuple([extraction_of(each) for each in extractions]))
