"""``karat gold init``: a gold file to fill in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.gold.writing import write_gold
from karat.cli.options import Encoding, Force, GoldToWrite
from karat.cli.output import check_target, say
from karat.formats import InputFile
from karat.formats.benchmarks.benchie_gold import FACT
from karat.formats.text.lines import content
from karat.model import Annotation, Sentence


def init(
    sentences: Annotated[
        Path, typer.Argument(metavar="SENTENCES", help="The sentences, one in each line; - for standard input.")
    ],
    output: GoldToWrite = None,
    force: Force = False,
    encoding: Encoding = "utf-8",
) -> None:
    """Write a gold file to fill in, for the sentences of a file.

    The file says on top how facts are written. Sentences are numbered from 1, and systems may name them by number or by
    text.
    """
    check_target(output, force)
    texts = [" ".join(line.text.split()) for line in content(InputFile(sentences), encoding)]
    annotations = [Annotation(Sentence(str(number), text), ()) for number, text in enumerate(texts, 1)]
    write_gold(annotations, output)
    if output is not None:
        count = f"{len(texts)} sentence{'s' * (len(texts) != 1)}"
        say(f"{output}: {count} written; write the facts of each below it, as {FACT}")
