"""Tell systems' outputs apart that are given as Python objects, and name them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from karat.errors import InputError
from karat.formats.python_objects import EXAMPLE, EXTRACTIONS, DataFrame, is_frame, is_record, names_its_sentence
from karat.model import Extraction, Row
from karat.results.outputs import Source, named_outputs

Triple = Extraction | tuple[object, ...] | list[object] | Mapping[str, object]
"""``(subject, relation, object)``, perhaps with more arguments and a confidence; or an object with such fields."""
Extractions = Iterable[Row | Triple] | Mapping[str, Iterable[Triple]] | Mapping[int, Iterable[Triple]] | DataFrame
"""The extractions of one system with their sentences, or gold facts."""
Outputs = Source | Sequence[Source] | Extractions | Mapping[str, Source | Extractions]

UNNAMED = "output"
"""The name of a single output that is given without one."""


def name_systems(outputs: Outputs) -> dict[str, Any]:
    """Name each output: files by their stems, a single collection of extractions *output*, others by their keys.

    A mapping is from names to outputs where its values are files, data frames, mappings or lists whose items name their
    sentences; it is from sentences to triples, and so a single output, where its values are lists of bare triples.
    """
    if isinstance(outputs, (str, os.PathLike)):
        return dict(named_outputs(outputs))
    if is_frame(outputs) or (is_record(outputs) and names_its_sentence(outputs)):
        return {UNNAMED: outputs}
    if isinstance(outputs, Mapping):
        return _name_mapping({key: _kept(value) for key, value in outputs.items()})
    if isinstance(outputs, bytes) or not isinstance(outputs, Iterable):
        raise InputError(f"expected {EXTRACTIONS}, found {type(outputs).__name__} {outputs!r:.80}")
    items: list[Any] = list(outputs)
    files = [isinstance(item, (str, os.PathLike)) for item in items]
    if all(files):
        return dict(named_outputs(items))
    if any(files):
        raise InputError("expected files or extractions, found both in one list; name them: {'mine': …, 'theirs': …}")
    if any(map(_is_unnamed_output, items)):
        raise InputError("expected names for several outputs, such as {'mine': …, 'theirs': …}, found a list of them")
    return {UNNAMED: items}


def _name_mapping(outputs: dict[Any, Any]) -> dict[str, Any]:
    kinds = {_is_output(value) for value in outputs.values()} - {None}
    if len(kinds) > 1:
        raise InputError(
            "expected a mapping from names to outputs, or from sentences to triples, found some of both; an output "
            f"names the sentences of its triples, as in {{'mine': [{EXAMPLE}]}}"
        )
    if kinds == {False}:
        return {UNNAMED: outputs}
    if not outputs:
        raise InputError("expected at least one system's output, found none")
    for name in outputs:
        if not isinstance(name, str):
            raise InputError(f"expected the name of a system, found {name!r:.60}")
    return outputs


def _is_output(value: Any) -> bool | None:
    """Tell an output from the triples of one sentence; ``None`` for an empty list, which can be both."""
    if isinstance(value, (str, os.PathLike)) or is_frame(value):
        return True
    if is_record(value) or isinstance(value, Extraction):
        return names_its_sentence(value)
    if isinstance(value, Mapping):
        return True
    if not isinstance(value, Iterable):
        return False
    return next((names_its_sentence(item) for item in value), None)


def _is_unnamed_output(item: Any) -> bool:
    """Tell an output in a list from an extraction, which may be a list, too."""
    return not names_its_sentence(item) and not is_record(item) and bool(_is_output(item))


def _kept(value: Any) -> Any:
    """Keep what an iterator yields, which could be read only once."""
    return list(value) if isinstance(value, Iterator) else value
