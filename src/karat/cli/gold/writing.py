"""Write gold that people go on writing by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from karat.cli.output import print_data
from karat.formats import format_named
from karat.formats.benchmarks.benchie_gold import INSTRUCTIONS
from karat.formats.benchmarks.benchie_gold import render_text as render
from karat.formats.files import write_lines
from karat.model import Annotation


def write_gold(annotations: Sequence[Annotation], path: Path | None) -> None:
    """Write gold as text that says on top how it is written, or as JSON lines if the file ends so; or print it."""
    if path is not None and path.suffix in (".jsonl", ".json"):
        format_named("json-facts").write(path, annotations)
        return
    lines = [*INSTRUCTIONS.splitlines(), "", *render(annotations)]
    if path is None:
        print_data("\n".join(lines))
    else:
        write_lines(path, lines)
