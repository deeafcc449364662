"""Tables on the console: bold and dimmed where the terminal can show it, plain text elsewhere."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from karat.reports.tables.layout import Role, lines
from karat.reports.tables.table import Table

STYLES: dict[Role, str] = {"title": "bold", "head": "dim", "text": "", "best": "bold", "quiet": "dim"}


def print_table(table: Table, console: Console | None = None) -> None:
    """Print a table as wide as the console; ``NO_COLOR`` and ``COLUMNS`` are rich's to respect."""
    console = console or Console(highlight=False)
    for line in styled(table, console.width):
        console.print(line, no_wrap=True, crop=False, overflow="ignore")


def styled(table: Table, width: int) -> list[Text]:
    """Give the table's lines with their styles."""
    found = []
    for line in lines(table, width):
        text = Text.assemble(*((span.text, STYLES[span.role]) for span in line))
        text.rstrip()
        found.append(text)
    return found
