"""Options of commands that ask a CoreNLP server, or start one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ServerUrl = Annotated[
    str | None,
    typer.Option("--url", metavar="URL", help="A CoreNLP server that runs already, as http://localhost:9000."),
]
JarFolder = Annotated[
    Path | None,
    typer.Option(
        "--jars",
        metavar="FOLDER",
        help="CoreNLP's jars; from CORENLP_HOME or Karat's cache if not given, or downloaded.",
    ),
]
Java = Annotated[str, typer.Option("--java", metavar="PROGRAM", help="The Java that starts the server.")]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="The server's memory, as Java's -Xmx takes it.")]
Properties = Annotated[
    list[str] | None,
    typer.Option("--property", metavar="NAME=VALUE", help="A property of CoreNLP, again for more."),
]
RequestSize = Annotated[int, typer.Option("--batch", min=1, help="How many sentences to send in one request.")]
RequestsAtOnce = Annotated[int, typer.Option("--workers", min=1, help="How many requests to send at once.")]
RequestTimeout = Annotated[float, typer.Option("--timeout", min=0.1, help="Seconds that a request may take.")]
RequestRetries = Annotated[int, typer.Option("--retries", min=0, help="How often to send a failed request again.")]
Download = Annotated[bool, typer.Option("--download/--no-download", help="Download jars that are missing, or do not.")]
