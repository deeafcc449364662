"""The rows that CaRB's own readers take from each system's file (Bhardwaj et al., 2019).

Our readers keep everything; CaRB's leave out rows or arguments. A view gives the rows behind the published figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from karat.model import Extraction, Row

Keep = Callable[[Extraction], Extraction | None]


def _clausie(extraction: Extraction) -> Extraction | None:
    """Keep triples only: CaRB's reader skips lines that do not have five fields."""
    return extraction if len(extraction.arguments) == 2 else None


def _openie4(extraction: Extraction) -> Extraction | None:
    """Keep the first argument after the subject, and no extraction that lacks a part."""
    if _lacks_a_part(extraction):
        return None
    return replace(extraction, arguments=extraction.arguments[:2])


def _openie5(extraction: Extraction) -> Extraction | None:
    """Put the context before the subject unless subject and relation start with it; drop incomplete extractions."""
    if _lacks_a_part(extraction):
        return None
    context = extraction.context
    if not context or f"{extraction.subject} {extraction.relation}".startswith(context):
        return extraction
    return replace(extraction, arguments=(f"{context} {extraction.subject}", *extraction.arguments[1:]))


def _whole(extraction: Extraction) -> Extraction | None:
    """Keep all, as CaRB's reader does."""
    return extraction


def _lacks_a_part(extraction: Extraction) -> bool:
    columns = {name for name, _ in extraction.other}
    return not {"subject", "relation", "argument"} <= columns


def _view(keep: Keep) -> Callable[[Iterable[Row]], Iterator[Row]]:
    def view(rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            if row.extraction is None:
                yield row
            elif (extraction := keep(row.extraction)) is not None:
                yield replace(row, extraction=extraction)

    view.__doc__ = keep.__doc__
    return view


CARB_VIEWS: dict[str, Callable[[Iterable[Row]], Iterator[Row]]] = {
    "clausie": _view(_clausie),
    "openie4": _view(_openie4),
    "openie5": _view(_openie5),
    "props": _view(_whole),
    "reverb": _view(_whole),
}
"""For each system, a function from all rows of a file to the rows that CaRB scored."""
