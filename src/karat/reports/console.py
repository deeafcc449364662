"""Tables on the console: bold and dimmed where the terminal can show it, plain text elsewhere."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from karat.reports.lists import make_console, print_listing
from karat.reports.tables.layout import Role, lines
from karat.reports.tables.listing import Listing
from karat.reports.tables.table import Table

STYLES: dict[Role, str] = {
    "title": "bold",
    "head": "dim",
    "text": "",
    "best": "bold",
    "quiet": "dim",
    "warning": "bold yellow",
}


def print_table(shown: Table | Listing, console: Console | None = None) -> None:
    """Print a table as wide as the console."""
    if isinstance(shown, Listing):
        print_listing(shown, console)
        return
    console = console or make_console()
    for line in styled(shown, console.width):
        console.print(line, no_wrap=True, crop=False, overflow="ignore")


def styled(shown: Table, width: int) -> list[Text]:
    """Give the table's lines with their styles."""
    texts = [Text.assemble(*((span.text, STYLES[span.role]) for span in line)) for line in lines(shown, width)]
    for text in texts:
        text.rstrip()
    return texts
