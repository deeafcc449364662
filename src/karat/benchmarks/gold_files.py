"""Gold from files: fact synsets, or tuples, or both for the same sentences."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats import Format, Problems, guess, read_synsets, read_tuples
from karat.formats.benchmarks.re_oie2016 import as_scored
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold, sentence_key
from karat.model import Annotation, TupleAnnotation

VIEWS = {"re-oie2016": as_scored}
"""Formats whose tuples are scored in another form than they are written in."""


def read_files(
    name: str,
    synsets: Path | None,
    tuples: Sequence[Path],
    entities: str | os.PathLike[str] | None,
    encoding: str,
    key: Callable[[str], str] = sentence_key,
    *,
    entities_encoding: str | None = None,
    formats: Mapping[Path, Format] = MappingProxyType({}),
) -> Gold:
    """Read synsets, and tuples for the same sentences beside them; or tuples alone.

    ``entities`` may have another encoding than a benchmark's own files. Files that have no format in ``formats`` are
    guessed.
    """
    problems = Problems()
    facts = list(read_synsets(synsets, formats.get(synsets), encoding, problems)) if synsets else []
    if synsets and not any(annotation.synsets for annotation in facts):
        raise InputError(f"{synsets}: expected fact synsets, found sentences without any")
    by_key = _entity_gold(entities, entities_encoding or encoding, problems) if entities else {}
    words = tuples_by_sentence(tuples, encoding, problems, key, formats)
    sentences = tuple(one.sentence for one in facts) or tuple(one.sentence for one in words.values())
    found = [words.get(key(sentence.text)) for sentence in sentences]
    return Gold(
        name,
        sentences,
        tuple(FactGold(one, by_key.get(one.sentence.id)) for one in facts) or (None,) * len(sentences),
        tuple(carb_gold(one) if one else None for one in found),
        (*([synsets] if synsets else ()), *tuples, *([Path(entities)] if entities else ())),
        tuple(problems.repairs),
        key=key,
    )


def tuples_by_sentence(
    paths: Sequence[Path],
    encoding: str,
    problems: Problems,
    key: Callable[[str], str],
    formats: Mapping[Path, Format] = MappingProxyType({}),
) -> dict[str, TupleAnnotation]:
    """Read tuples and put those of one sentence together; sentences of several files are numbered through."""
    found: dict[str, TupleAnnotation] = {}
    for path in paths:
        format = formats.get(path) or guess(path, encoding)
        view = VIEWS.get(format.name)
        for read in read_tuples(path, format, encoding, problems):
            one = view(read) if view else read
            place = key(one.sentence.text)
            if place in found:
                before = found[place]
                found[place] = replace(before, extractions=before.extractions + one.extractions)
            else:
                id = one.sentence.id if len(paths) == 1 else str(len(found) + 1)
                found[place] = replace(one, sentence=replace(one.sentence, id=id))
    return found


def _entity_gold(path: str | os.PathLike[str], encoding: str, problems: Problems) -> dict[str, Annotation]:
    return {one.sentence.id: one for one in read_synsets(path, encoding=encoding, problems=problems)}
