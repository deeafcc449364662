"""Gold from files: fact synsets, or tuples, or both for the same sentences."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats import FileRecord, Format, InputFile, Problems, guess, read_synsets, read_tuples
from karat.formats.benchmarks.re_oie2016 import as_scored
from karat.formats.text.input_file import as_input
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold, sentence_key
from karat.model import Annotation, TupleAnnotation

VIEWS = {"re-oie2016": as_scored}
"""Formats whose tuples are scored in another form than they are written in."""


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
) -> Gold:
    """Read synsets, and tuples for the same sentences beside them; or tuples alone.

    ``entities`` may have another encoding than a benchmark's own files. Files that have no format in ``formats`` are
    guessed.
    """
    problems = Problems()
    facts = list(read_synsets(synsets, formats.get(synsets), encoding, problems)) if synsets else []
    if synsets and not any(annotation.synsets for annotation in facts):
        raise InputError(f"{synsets}: expected fact synsets, found sentences without any")
    entity_file = as_input(entities) if entities else None
    entity_gold = _entity_gold(entity_file, entities_encoding or encoding, problems) if entity_file else {}
    by_sentence = tuples_by_sentence(tuples, encoding, problems, key, formats)
    sentences = tuple(one.sentence for one in facts) or tuple(one.sentence for one in by_sentence.values())
    annotations = [by_sentence.get(key(sentence.text)) for sentence in sentences]
    return Gold(
        name,
        sentences,
        tuple(FactGold(one, entity_gold.get(one.sentence.id)) for one in facts) or (None,) * len(sentences),
        tuple(carb_gold(annotation) if annotation else None for annotation in annotations),
        records_of(synsets, *tuples, entity_file),
        tuple(problems.repairs),
        key=key,
    )


def records_of(*files: InputFile | None) -> tuple[FileRecord, ...]:
    """Give the checksums of files that were read, and close them; a pipe has none."""
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
    """Read tuples and put those of one sentence together; sentences of several files are numbered through."""
    by_sentence: dict[str, TupleAnnotation] = {}
    for file in files:
        format = formats.get(file) or guess(file, encoding)
        view = VIEWS.get(format.name)
        for written in read_tuples(file, format, encoding, problems):
            annotation = view(written) if view else written
            sentence = key(annotation.sentence.text)
            if sentence in by_sentence:
                before = by_sentence[sentence]
                by_sentence[sentence] = replace(before, extractions=before.extractions + annotation.extractions)
            else:
                id = annotation.sentence.id if len(files) == 1 else str(len(by_sentence) + 1)
                by_sentence[sentence] = replace(annotation, sentence=replace(annotation.sentence, id=id))
    return by_sentence


def _entity_gold(file: InputFile, encoding: str, problems: Problems) -> dict[str, Annotation]:
    return {one.sentence.id: one for one in read_synsets(file, encoding=encoding, problems=problems)}
