"""What all commands print or write: text, data, messages, the current step; the form asked for; new files.

Nothing else prints: what comes from a file is made printable here, and on consoles in ``karat.reports.lists``.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.markup import escape

from karat.errors import InputError
from karat.formats.files import check_place, is_stream
from karat.printable import make_printable, make_printable_json
from karat.reports.lists import make_console

if TYPE_CHECKING:
    from karat.results.system_result import Note


def choose_form(**wanted: bool) -> str | None:
    """Give the form of output that was asked for, if any; refuse more than one."""
    forms = [name for name, on in wanted.items() if on]
    if len(forms) > 1:
        found = " and ".join(f"--{name}" for name in forms)
        raise typer.BadParameter(f"expected one form of output, found {found}", param_hint=f"--{forms[-1]}")
    return forms[0] if forms else None


def echo(text: object = "", *, nl: bool = True) -> None:
    """Print a text to standard output."""
    typer.echo(make_printable(str(text)), nl=nl)


def print_data(text: str) -> None:
    """Print what programs read: to a file or a pipe as it is and in UTF-8, to a terminal as other text."""
    if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        echo(text)
        return
    try:
        data = f"{text}\n".encode()
    except UnicodeEncodeError as error:
        found = error.object[error.start]
        raise InputError(f"standard output: expected text that UTF-8 can hold, found {found!r}") from None
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def print_json(document: object) -> None:
    """Print one JSON document."""
    print_data(make_printable_json(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)))


def check_target(path: Path | None, force: bool) -> None:
    """Refuse to write over a file, which may be hours of work, unless that is asked for."""
    if path is not None:
        check_place(path)
        if path.exists() and not force and not is_stream(path):
            raise InputError(f"{path}: expected a new file to write, found one that exists; --force writes over it")


def say(*lines: str) -> None:
    """Print messages to standard error."""
    for line in lines:
        typer.echo(make_printable(line), err=True)


def say_notes(name: str, notes: Iterable[Note]) -> None:
    """Print the notes on a system to standard error; warnings are marked, and in colour on a terminal."""
    for note in notes:
        if note.warning:
            warn(f"{name}: {note}")
        else:
            say(f"{name}: {note}")


def warn(*lines: str) -> None:
    """Print warnings to standard error, marked, and in colour on a terminal."""
    for line in lines:
        typer.secho(f"Warning: {make_printable(line)}", err=True, fg=typer.colors.YELLOW, bold=True)


def say_repairs(count: int, gold: object, benchmark: str | None = None) -> None:
    """Tell how many lines of gold were damaged and repaired while reading, if any, and what shows them."""
    if count:
        lines = "damaged line" if count == 1 else "damaged lines"
        what = f"--benchmark {benchmark}" if benchmark else shlex.quote(str(gold))
        say(f"{gold}: {count} {lines} read with repairs; karat gold lint {what} shows them")


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Show the current step on standard error, if that is a terminal; give the function that changes it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    with make_console(stderr=True).status("starting") as shown:
        yield lambda what: shown.update(f"{escape(what)} …")
