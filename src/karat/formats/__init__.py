"""Read files into the model and write them; ``FORMATS`` lists all formats."""

from karat.formats.format import ITEM_KINDS, OUTPUT_KINDS, Format, Item, Kind
from karat.formats.guessing import describe_guess, guess
from karat.formats.problems import Problems, Repair
from karat.formats.reading import (
    choose_format,
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
    "OUTPUT_KINDS",
    "FileRecord",
    "Format",
    "InputFile",
    "Item",
    "Kind",
    "Problems",
    "Repair",
    "choose_format",
    "describe_guess",
    "format_named",
    "guess",
    "kind_in",
    "read_cliques",
    "read_documents",
    "read_items",
    "read_rows",
    "read_synsets",
    "read_tuples",
]
