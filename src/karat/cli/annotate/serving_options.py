"""Options of the commands that start the server."""

from __future__ import annotations

from typing import Annotated

import typer

from karat.cli.annotate.projects import needing_extra

with needing_extra():
    from karat.annotate.server import PORT as PORT

Host = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on; others can reach all but loopback.")
]
Port = Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 takes any that is free.")]
KnownAs = Annotated[
    list[str] | None,
    typer.Option(
        "--known-as", metavar="HOST", help="A name by which people call the server, without port; repeatable."
    ),
]
Https = Annotated[bool, typer.Option("--https", help="People reach the server by https, through a proxy.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Print the link, but open no browser.")]
