"""The options that every system has in ``karat run``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from karat.cli.options import in_lower_case
from karat.cli.written_files import APPENDED

Sentences = Annotated[
    Path | None,
    typer.Argument(
        metavar="SENTENCES",
        help="A file with a sentence a line, or in any format with sentences; - for standard input.",
    ),
]
RunOutput = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Where the extractions go; a run that stopped goes on from there. Printed if not given.",
    ),
    APPENDED,
]
StartAnew = Annotated[bool, typer.Option("--force", help="Start anew, even if the file has a run.")]
RetryFailures = Annotated[
    bool, typer.Option("--retry-failures", help="Process the sentences again that failed, and replace their lines.")
]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="Only the first N sentences.")]
InputFormat = Annotated[
    str | None,
    typer.Option(
        "--input-format",
        metavar="NAME",
        callback=in_lower_case,
        help="The format of SENTENCES, text for a sentence a line; guessed if not given.",
    ),
]
InputEncoding = Annotated[
    str, typer.Option("--input-encoding", metavar="NAME", help="The encoding of SENTENCES, as latin-1.")
]


@dataclass(frozen=True, slots=True)
class Request:
    """What to run a system over, and where its extractions go: the options of this module."""

    sentences: Path | None = None
    benchmark: str | None = None
    output: Path | None = None
    force: bool = False
    retry_failures: bool = False
    limit: int | None = None
    input_format: str | None = None
    input_encoding: str = "utf-8"
