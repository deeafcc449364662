"""Tables on the console: bold and dimmed where the terminal can show it, plain text elsewhere."""

from __future__ import annotations

from rich import box, table
from rich.console import Console
from rich.text import Text

from karat.reports.tables.layout import Role, lines
from karat.reports.tables.listing import Listing
from karat.reports.tables.table import Table

STYLES: dict[Role, str] = {"title": "bold", "head": "dim", "text": "", "best": "bold", "quiet": "dim"}


def make_console() -> Console:
    """Make a console that leaves numbers and brackets as they are; rich respects ``NO_COLOR`` and ``COLUMNS``."""
    return Console(highlight=False, markup=False)


def print_table(shown: Table | Listing, console: Console | None = None) -> None:
    """Print a table as wide as the console."""
    console = console or make_console()
    if isinstance(shown, Listing):
        console.print(_boxed(shown))
        return
    for line in styled(shown, console.width):
        console.print(line, no_wrap=True, crop=False, overflow="ignore")


def styled(shown: Table, width: int) -> list[Text]:
    """Give the table's lines with their styles."""
    texts = [Text.assemble(*((span.text, STYLES[span.role]) for span in line)) for line in lines(shown, width)]
    for text in texts:
        text.rstrip()
    return texts


def _boxed(listing: Listing) -> table.Table:
    boxed = table.Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for index, name in enumerate(listing.header):
        boxed.add_column(
            name,
            justify="right" if index in listing.right else "left",
            overflow="fold",
            no_wrap=index in listing.unbroken,
        )
    for row in listing.rows:
        boxed.add_row(*map(Text, row))
    return boxed
