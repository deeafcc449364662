"""CaRB's gold as its scorer reads it: without trailing empty columns and without context (Bhardwaj et al., 2019)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from karat.model import TupleAnnotation

CONTEXT = "C: "


def as_scored(annotation: TupleAnnotation) -> TupleAnnotation:
    """Return the tuples as CaRB's scorer reads them: without trailing empty columns and without context."""
    return _with_arguments(annotation, lambda arguments: _without_context(_trimmed(arguments)))


def without_empty_ends(annotation: TupleAnnotation) -> TupleAnnotation:
    """Leave out trailing empty arguments, which 255 rows of CaRB's test gold have."""
    return _with_arguments(annotation, _trimmed)


def without_context(annotation: TupleAnnotation) -> TupleAnnotation:
    """Leave out arguments that contain ``C: `` anywhere, as CaRB's scorer does."""
    return _with_arguments(annotation, _without_context)


def _without_context(arguments: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([text for text in arguments if CONTEXT not in text])


def _trimmed(arguments: tuple[str, ...]) -> tuple[str, ...]:
    kept = len(arguments)
    while kept and not arguments[kept - 1].strip():
        kept -= 1
    return arguments[:kept]


def _with_arguments(
    annotation: TupleAnnotation, change: Callable[[tuple[str, ...]], tuple[str, ...]]
) -> TupleAnnotation:
    changed = [(each, change(each.arguments)) for each in annotation.extractions]
    if all(len(each.arguments) == len(kept) for each, kept in changed):  # as nearly always
        return annotation
    return replace(
        annotation,
        extractions=tuple(
            each if len(each.arguments) == len(kept) else replace(each, arguments=kept) for each, kept in changed
        ),
    )
