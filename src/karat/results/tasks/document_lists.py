"""Pair documents that are given as Python lists or mappings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from karat.errors import InputError

UNNAMED = "predicted"
"""The name of a system that is given without one."""
EXAMPLE = "karat.score(metric, [document, …], [gold document, …]) or {'mine': [document, …]}"

Pairs = list[tuple[Any, Any]]


def pair_document_lists(
    predicted: Any, gold: Any, names: Sequence[str] | None
) -> tuple[dict[str, Pairs], tuple[str, ...]]:
    """Pair the documents of each system with the gold's, by order or, if both are mappings, by name."""
    if isinstance(gold, Mapping):
        if names is not None:
            raise InputError("expected names of documents or a mapping from them, found both")
        systems = {UNNAMED: predicted} if isinstance(predicted, Mapping) and _are_keys(predicted, gold) else predicted
        if not isinstance(systems, Mapping) or not all(isinstance(each, Mapping) for each in systems.values()):
            raise InputError(
                "expected a mapping from the names of documents, as the gold has, or from the names of systems to such "
                f"mappings, found {type(predicted).__name__} {predicted!r:.60}"
            )
        return {name: _paired_by_name(name, each, gold) for name, each in systems.items()}, tuple(map(str, gold))
    gold_documents = _listed(gold, "gold documents")
    systems = predicted if isinstance(predicted, Mapping) else {UNNAMED: predicted}
    pairs = {}
    for name, each in systems.items():
        found = _listed(each, f"the documents of {name!r}")
        if len(found) != len(gold_documents):
            raise InputError(f"{name}: expected {len(gold_documents)} documents, as the gold has, found {len(found)}")
        pairs[name] = list(zip(found, gold_documents, strict=True))
    if not pairs or not gold_documents:
        raise InputError(f"expected documents, as in {EXAMPLE}, found none")
    if names is None:
        return pairs, tuple(str(number) for number in range(1, len(gold_documents) + 1))
    if len(names) != len(gold_documents) or len(set(names)) != len(names):
        raise InputError(f"expected {len(gold_documents)} different names of documents, found {len(set(names))}")
    return pairs, tuple(names)


def _are_keys(predicted: Mapping[Any, Any], gold: Mapping[Any, Any]) -> bool:
    return any(name in gold for name in predicted)


def _paired_by_name(system: str, predicted: Mapping[Any, Any], gold: Mapping[Any, Any]) -> Pairs:
    for what, one, other in (("in the gold", predicted, gold), ("of the gold", gold, predicted)):
        if lost := [name for name in one if name not in other]:
            found = f"{lost[0]!r}" + (f" and {len(lost) - 1} more" if len(lost) > 1 else "")
            problem = f"found {found}" if what == "in the gold" else f"found none for {found}"
            raise InputError(f"{system}: expected the documents {what}, {problem}")
    return [(predicted[name], document) for name, document in gold.items()]


def _listed(documents: Any, what: str) -> list[Any]:
    if isinstance(documents, (str, bytes, Mapping, set, frozenset)) or not isinstance(documents, Iterable):
        raise InputError(
            f"expected {what} in a list, as in {EXAMPLE}, found {type(documents).__name__} {documents!r:.60}; "
            "for a single document, call the metric: metric(predicted, gold)"
        )
    return list(documents)
