"""Files into the model and back: one module a format, ``FORMATS`` lists them."""

from karat.formats.format import ITEM_KINDS, Format, Item, Kind
from karat.formats.guessing import guess, guessed
from karat.formats.problems import Problems, Repair
from karat.formats.reading import (
    kind_in,
    read_cliques,
    read_documents,
    read_items,
    read_rows,
    read_synsets,
    read_tuples,
)
from karat.formats.registry import FORMATS, format_named
from karat.formats.text.input_file import FileRecord, InputFile

__all__ = [
    "FORMATS",
    "ITEM_KINDS",
    "FileRecord",
    "Format",
    "InputFile",
    "Item",
    "Kind",
    "Problems",
    "Repair",
    "format_named",
    "guess",
    "guessed",
    "kind_in",
    "read_cliques",
    "read_documents",
    "read_items",
    "read_rows",
    "read_synsets",
    "read_tuples",
]
