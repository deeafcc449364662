"""``karat annotate batches``: the batches of a clique project, without the browser."""

from __future__ import annotations

import typer

from karat.cli.lazy import Entry, lazy_group

COMMANDS = (
    Entry(
        "list",
        "karat.cli.annotate.batches.commands:list_batches",
        "List batches with their workers, rounds and decisions.",
        "karat annotate batches list my-cliques",
    ),
    Entry(
        "make",
        "karat.cli.annotate.batches.commands:make",
        "Give the next cliques of a stage to workers, each whole clique to one of them.",
        "karat annotate batches make my-cliques --stage 1 --worker ann --worker ben --worker cem",
    ),
    Entry(
        "check",
        "karat.cli.annotate.batches.commands:check",
        "Draw a sample of a batch whose work is done, and ask experts to check it.",
        "karat annotate batches check my-cliques 1 --expert xia --expert yves",
    ),
    Entry(
        "decide",
        "karat.cli.annotate.batches.commands:decide",
        "Accept a batch whose check is done, or give it back to its workers.",
        "karat annotate batches decide my-cliques 1",
    ),
    Entry(
        "replace",
        "karat.cli.annotate.batches.commands:replace",
        "Let somebody take over from a worker or an expert who cannot go on.",
        "karat annotate batches replace my-cliques 1 ann dan",
    ),
)

app = typer.Typer(
    cls=lazy_group(COMMANDS),
    help="Give out the cliques of a project in batches, have them checked, and decide on them.",
    epilog="Example: karat annotate batches list my-cliques",
    no_args_is_help=True,
)
