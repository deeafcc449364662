"""Lists on the console, for commands that need none of what scores."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box, table
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from karat.printable import make_printable
from karat.reports.tables.listing import Listing


class PrintableConsole(Console):
    """A console on which only rich's own codes control the terminal, none that a text contains."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments, their texts made printable."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=make_printable(segment.text))


def make_console(*, stderr: bool = False) -> Console:
    """Make a console that leaves numbers and brackets as they are; rich respects ``NO_COLOR`` and ``COLUMNS``."""
    return PrintableConsole(highlight=False, markup=False, stderr=stderr)


def plain_text(text: str, style: str = "") -> Text:
    """Make a text that is printable before it is laid out, and in which brackets are no markup."""
    return Text(make_printable(text), style)


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
        boxed.add_row(*map(plain_text, row))
    return boxed
