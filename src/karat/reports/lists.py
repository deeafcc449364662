"""Lists on the console, for commands that need none of what scores."""

from __future__ import annotations

from rich import box, table
from rich.console import Console
from rich.text import Text

from karat.reports.tables.listing import Listing


def make_console() -> Console:
    """Make a console that leaves numbers and brackets as they are; rich respects ``NO_COLOR`` and ``COLUMNS``."""
    return Console(highlight=False, markup=False)


def print_listing(listing: Listing, console: Console | None = None) -> None:
    """Print a list as wide as the console."""
    (console or make_console()).print(_boxed(listing))


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
