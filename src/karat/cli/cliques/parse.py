"""``karat cliques parse``: the trees of cliques' sentences, by CoreNLP."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from karat.cli.cliques.options import Cliques, OtherBenchmark
from karat.cli.cliques.stats import cliques_from
from karat.cli.options import Encoding
from karat.cli.output import say, status
from karat.cli.run.corenlp_options import (
    Download,
    JarFolder,
    Java,
    Memory,
    Properties,
    RequestRetries,
    RequestsAtOnce,
    RequestSize,
    RequestTimeout,
    ServerUrl,
)
from karat.cli.written_files import APPENDED
from karat.cliques.parsing import parse_cliques
from karat.errors import KaratError, ServiceError
from karat.systems.corenlp.options import CorenlpOptions
from karat.systems.corenlp.trees import CorenlpTrees, Parser


def parse(
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="Where the trees go; a file that was begun is continued."),
        APPENDED,
    ],
    cliques: Cliques = None,
    benchmark: OtherBenchmark = None,
    parser: Annotated[Parser, typer.Option(help="A fast parser, or a slow one that needs fewer weights.")] = (
        "shift-reduce"
    ),
    text_language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="The language of the cliques: en, de or zh.")
    ] = "en",
    force: Annotated[bool, typer.Option("--force", help="Start anew, even if the file has trees.")] = False,
    url: ServerUrl = None,
    jars: JarFolder = None,
    java: Java = "java",
    memory: Memory = "3g",
    properties: Properties = None,
    batch: RequestSize = 10,
    workers: RequestsAtOnce = 2,
    timeout: RequestTimeout = 60.0,
    retries: RequestRetries = 2,
    download: Download = True,
    encoding: Encoding = "utf-8",
) -> None:
    """Parse the sentences of cliques with CoreNLP; a second run continues where the first stopped."""
    options = CorenlpOptions(
        url=url,
        jars=jars,
        java=java,
        memory=memory,
        properties=tuple(properties or ()),
        batch=batch,
        workers=workers,
        timeout=timeout,
        retries=retries,
        download=download,
    )
    reached = 0
    with status() as tell, closing(CorenlpTrees(text_language, parser, options, tell)) as trees:
        tell("reading cliques")
        _, read = cliques_from(cliques, benchmark, None, True, encoding)

        def show(done: int, total: int) -> None:
            nonlocal reached
            reached = done
            tell(f"parsing: {done:,} of {total:,}")

        try:
            had, total = parse_cliques(read, trees, output, batch=batch, workers=workers, force=force, tell=show)
        except KeyboardInterrupt:
            say(f"interrupted: {_so_far(reached, output)}")
            raise typer.Exit(130) from None
        except KaratError as error:
            if not reached:
                raise
            raise ServiceError(f"{error}; {_so_far(reached, output)}") from error
    say(f"{output}: {total - had:,} trees added, {total:,} in all")


def _so_far(done: int, output: Path) -> str:
    return f"{done:,} trees are kept in {output}; the same command goes on" if done else "no tree is kept yet"
