"""Read gold from files: fact synsets, tuples, or both for the same sentences."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats import FileRecord, Format, InputFile, Problems, guess, read_synsets, read_tuples
from karat.formats.benchmarks.json_gold import as_scored
from karat.formats.text.input_file import as_input
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold, sentence_key
from karat.model import Annotation, TupleAnnotation

VIEWS = {"re-oie2016": as_scored}
"""Formats whose tuples are converted before they are scored."""


def read_files(
    name: str,
    synsets: InputFile | None,
    tuples: Sequence[InputFile],
    entities: str | os.PathLike[str] | None,
    encoding: str,
    key: Callable[[str], str] = sentence_key,
    *,
    entities_encoding: str | None = None,
    formats: Mapping[InputFile, Format] = MappingProxyType({}),
    annotations: Sequence[Annotation] = (),
) -> Gold:
    """Read synsets, with tuples for the same sentences, or tuples alone.

    ``annotations`` are the synsets if they were read from their file before.

    ``entities`` may have another encoding than a benchmark's own files. The format of files that are not in ``formats``
    is guessed.
    """
    problems = Problems()
    facts = list(annotations)
    if synsets and not facts:
        facts = list(read_synsets(synsets, formats.get(synsets), encoding, problems))
    if synsets and not any(annotation.synsets for annotation in facts):
        raise InputError(f"{synsets}: expected fact synsets, found sentences without any")
    entity_file = as_input(entities) if entities else None
    entity_gold = _entity_gold(entity_file, entities_encoding or encoding, problems) if entity_file else {}
    by_sentence = tuples_by_sentence(tuples, encoding, problems, key, formats)
    annotated = facts or by_sentence.values()
    sentences = tuple(annotation.sentence for annotation in annotated)
    tuple_gold = [by_sentence.get(key(sentence.text)) for sentence in sentences]
    return Gold(
        name,
        sentences,
        tuple(FactGold(annotation, entity_gold.get(annotation.sentence.id)) for annotation in facts)
        or (None,) * len(sentences),
        tuple(carb_gold(annotation) if annotation else None for annotation in tuple_gold),
        records_of(synsets, *tuples, entity_file),
        tuple(problems.repairs),
        key=key,
    )


def records_of(*files: InputFile | None) -> tuple[FileRecord, ...]:
    """Return the records of files that were read, and close them; a pipe has no record."""
    records = []
    for file in files:
        if file is not None:
            records.append(file.record())
            file.close()
    return tuple(record for record in records if record is not None)


def tuples_by_sentence(
    files: Sequence[InputFile],
    encoding: str,
    problems: Problems,
    key: Callable[[str], str],
    formats: Mapping[InputFile, Format] = MappingProxyType({}),
) -> dict[str, TupleAnnotation]:
    """Read tuples and group them by sentence; sentences of several files are numbered consecutively."""
    by_sentence: dict[str, TupleAnnotation] = {}
    for file in files:
        format = formats.get(file) or guess(file, encoding)
        view = VIEWS.get(format.name)
        for original in read_tuples(file, format, encoding, problems):
            annotation = view(original) if view else original
            sentence = key(annotation.sentence.text)
            if sentence in by_sentence:
                before = by_sentence[sentence]
                by_sentence[sentence] = replace(before, extractions=before.extractions + annotation.extractions)
            else:
                id = annotation.sentence.id if len(files) == 1 else str(len(by_sentence) + 1)
                by_sentence[sentence] = replace(annotation, sentence=replace(annotation.sentence, id=id))
    return by_sentence


def _entity_gold(file: InputFile, encoding: str, problems: Problems) -> dict[str, Annotation]:
    annotations = read_synsets(file, encoding=encoding, problems=problems)
    return {annotation.sentence.id: annotation for annotation in annotations}
