"""``karat run``: run a system over sentences and write what it extracts."""

from __future__ import annotations

import typer

from karat.cli.lazy import Entry, lazy_group

COMMANDS: tuple[Entry, ...] = (
    Entry(
        "naive",
        "karat.cli.run.naive:naive",
        "Make a triple of every verb: all before it is the subject, all after it the object.",
        "karat run naive --benchmark karat-sample -o naive.jsonl",
    ),
    Entry(
        "clauses",
        "karat.cli.run.clauses:clauses",
        "Extract facts from the clauses of each sentence by rules over its dependency parse.",
        "karat run clauses sentences.txt -o out.jsonl",
    ),
    Entry(
        "llm",
        "karat.cli.run.llm:llm",
        "Ask a language model about each sentence, at any endpoint with OpenAI's chat completions API.",
        "karat run llm --benchmark karat-sample --endpoint http://localhost:8000/v1 --model NAME --dry-run",
    ),
    Entry(
        "corenlp",
        "karat.cli.run.corenlp:corenlp",
        "Extract triples of English sentences with Stanford Open IE, by a CoreNLP server that runs or is started.",
        "karat run corenlp sentences.txt -o out.jsonl",
    ),
    Entry(
        "command",
        "karat.cli.run.command:command",
        "Run any program that reads sentences and writes a format that Karat knows.",
        "karat run command sentences.txt --command 'java -jar clausie.jar -s -p -f {input} -o {output}' -o out.jsonl",
    ),
)
"""One command a system, in the order of ``karat.systems.registry``."""

app = typer.Typer(
    cls=lazy_group(COMMANDS),
    help="Run a system over sentences, from where the last run stopped, and write what it extracts.",
    epilog="Example: karat run naive sentences.txt -o out.jsonl",
    no_args_is_help=True,
)
