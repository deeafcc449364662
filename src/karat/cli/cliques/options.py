"""Options of several commands of ``karat cliques``; what other commands have too is in ``karat.cli.options``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.written_files import REPLACED

CliqueBenchmark = Annotated[
    str | None,
    typer.Option("--benchmark", metavar="NAME", help="A benchmark of cliques: robust or karat-sample-cliques."),
]
CliqueGold = Annotated[
    Path | None, typer.Option("--gold", metavar="CLIQUES", help="A file of cliques with gold in place of a benchmark.")
]
Cliques = Annotated[
    Path | None, typer.Argument(metavar="CLIQUES", help="A file of cliques; it need not have any tuples.")
]
OtherBenchmark = Annotated[str | None, typer.Option("--benchmark", metavar="NAME", help="A benchmark in place of it.")]
Trees = Annotated[
    Path | None,
    typer.Option(
        "--trees",
        metavar="FILE",
        help="Constituency trees, one for each sentence in order: bracketed lines or CoreNLP's JSON.",
    ),
]
CheckWords = Annotated[
    bool, typer.Option("--check-words/--no-check-words", help="Refuse trees whose words are not the sentence's.")
]
Prompts = Annotated[Path, typer.Argument(metavar="PROMPTS", help="Prompts, as karat cliques prompts wrote them.")]

# Building cliques.

Sentences = Annotated[
    Path, typer.Argument(metavar="SENTENCES", help="A sentence a line, or id, tab and sentence; or unified JSON.")
]
SentenceTrees = Annotated[
    Path | None,
    typer.Option(
        "--trees", metavar="FILE", help="Their trees in brackets, one a line, or CoreNLP's; the JSON may have them."
    ),
]
Bank = Annotated[Path, typer.Option("--bank", metavar="FILE", help="The bank of parse pairs.")]
SimilarSources = Annotated[int, typer.Option("--sources", min=1, help="How many similar parses to look up.")]
TargetsEach = Annotated[int, typer.Option("--targets", min=1, help="How many targets to draw for each of them.")]
RougeWeights = Annotated[
    str, typer.Option("--weights", metavar="A,B,C", help="The weights of ROUGE-1, ROUGE-2 and ROUGE-L.")
]
Keep = Annotated[int, typer.Option("--keep", min=1, help="How many paraphrases of a sentence to keep.")]
Explain = Annotated[
    bool, typer.Option("--explain", help="Show which pairs were too similar, what was removed, and why.")
]
CliquesOutput = Annotated[
    Path, typer.Option("--output", metavar="FILE", help="Where the cliques go: unified JSON."), REPLACED
]

# Who writes the paraphrases.

Command = Annotated[
    str | None, typer.Option("--command", metavar="COMMAND", help="A command that answers JSON lines with JSON lines.")
]
Endpoint = Annotated[
    str | None,
    typer.Option("--endpoint", metavar="URL", help="A language model's address, which speaks OpenAI's protocol."),
]
Model = Annotated[str | None, typer.Option("--model", metavar="NAME", help="Which model there.")]
Answers = Annotated[
    Path | None, typer.Option("--answers", metavar="FILE", help="Answers that were recorded, as JSON lines.")
]
KeyVariable = Annotated[
    str | None,
    typer.Option(
        "--key-variable",
        metavar="NAME",
        help="The environment variable that holds the key; OPENAI_API_KEY if not given.",
    ),
]
Timeout = Annotated[
    float | None,
    typer.Option("--timeout", min=0.001, help="How many seconds an answer may take; 60, a command 120 if not given."),
]
Retries = Annotated[
    int | None, typer.Option("--retries", min=0, help="How often to ask an endpoint again; 2 if not given.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="How many questions at once, to an endpoint; 1 if not given.")
]
