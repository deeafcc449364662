"""Files into the model and back: one module a format, ``FORMATS`` lists them."""

from karat.formats.document_reading import DOCUMENT_FORMATS, document_format, read_documents
from karat.formats.format import Format, Item, Kind
from karat.formats.guessing import guess, guessed
from karat.formats.problems import Problems, Repair
from karat.formats.reading import read_cliques, read_items, read_rows, read_synsets, read_tuples
from karat.formats.registry import FORMATS, format_named

__all__ = [
    "DOCUMENT_FORMATS",
    "FORMATS",
    "Format",
    "Item",
    "Kind",
    "Problems",
    "Repair",
    "document_format",
    "format_named",
    "guess",
    "guessed",
    "read_cliques",
    "read_documents",
    "read_items",
    "read_rows",
    "read_synsets",
    "read_tuples",
]
