"""Write gold that people go on writing by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from karat.errors import InputError
from karat.formats import format_named
from karat.formats.benchmarks.gold_text import INSTRUCTIONS, render
from karat.formats.files import check_place, write_lines
from karat.model import Annotation


def check_target(path: Path | None, force: bool) -> None:
    """Refuse to write over a file, which may be hours of work, unless that is asked for."""
    if path is not None:
        check_place(path)
        if path.exists() and not force and not path.is_relative_to("/dev"):
            raise InputError(f"{path}: expected a new file to write, found one that exists; --force writes over it")


def write_gold(annotations: Sequence[Annotation], path: Path | None) -> None:
    """Write gold as text that says on top how it is written, or as JSON lines if the file ends so; or print it."""
    if path is not None and path.suffix in (".jsonl", ".json"):
        format_named("json-facts").write(path, annotations)
        return
    lines = [*INSTRUCTIONS.splitlines(), "", *render(annotations)]
    if path is None:
        typer.echo("\n".join(lines))
    else:
        write_lines(path, lines)
