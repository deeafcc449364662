"""The ``karat`` command: one module a command, registered here."""

from __future__ import annotations

import sys

import typer

from karat.errors import KaratError
from karat.version import __version__

app = typer.Typer(
    name="karat",
    help="Karat tells you how much gold is in your extractions: evaluation by facts, not tokens.",
    no_args_is_help=True,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"karat {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", callback=show_version, is_eager=True, help="Show the version and exit."
    ),
    debug: bool = typer.Option(False, "--debug", help="Show the traceback of an error."),
) -> None:
    """Karat tells you how much gold is in your extractions: evaluation by facts, not tokens."""


def main() -> None:
    """Run the command; a user's mistake is one line on standard error and exit code 1."""
    debug = "--debug" in sys.argv
    try:
        app()
    except KaratError as error:
        if debug:
            raise
        print(error, file=sys.stderr)
        sys.exit(1)
