"""``karat annotate``: make gold in the browser, and the files, people and figures of a project."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Any

import typer

from karat.cli.lazy import Entry, lazy_group

OPEN = "open"

COMMANDS = (
    Entry(
        OPEN,
        "karat.cli.annotate.opening:open_project",
        "Open a project in the browser; made if it is new. `karat annotate FOLDER` is short for it.",
        "karat annotate my-gold --language de --sentences sentences.txt",
    ),
    Entry(
        "import",
        "karat.cli.annotate.importing:import_file",
        "Add sentences, gold, systems' outputs or cliques to a project.",
        "karat annotate import my-gold gold.txt --what gold --person ann",
    ),
    Entry(
        "export",
        "karat.cli.annotate.exporting:export",
        "Write a project's gold as BenchIE's or ROBUST's format, JSON lines with everything, or CSV.",
        "karat annotate export my-gold gold.txt",
    ),
    Entry(
        "agreement",
        "karat.cli.annotate.agreement:agreement",
        "Measure how far two annotators agree on the sentences that both have finished.",
        "karat annotate agreement my-gold ann ben",
    ),
    Entry(
        "scores",
        "karat.cli.annotate.scores:scores",
        "Score systems against the gold that is finished so far.",
        "karat annotate scores my-gold system.tsv",
    ),
    Entry(
        "batches",
        "karat.cli.annotate.batches:app",
        "Give out the cliques of a project in batches, have them checked, and decide on them.",
    ),
    Entry("users", "karat.cli.annotate.users:app", "List, add and invite people; change roles and passwords."),
    Entry(
        "backup",
        "karat.cli.annotate.safekeeping:backup",
        "Write a copy of a project's data while people go on working.",
        "karat annotate backup my-gold my-gold.backup",
    ),
    Entry(
        "restore",
        "karat.cli.annotate.safekeeping:restore",
        "Make a project's folder of a backup.",
        "karat annotate restore my-gold.backup my-gold-again",
    ),
    Entry(
        "check",
        "karat.cli.annotate.safekeeping:check",
        "Check that a project's data is whole: every document is what its events make of it.",
        "karat annotate check my-gold",
    ),
)

HELP_FLAGS = ("-h", "--help")


class AnnotateGroup(lazy_group(COMMANDS)):  # type: ignore[misc] # a class that is made at run time
    """A group whose first word is a command, or else a project: ``FOLDER …`` is read as ``open FOLDER …``."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes | {"subcommand_metavar": "FOLDER | COMMAND [ARGS]..."})

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put ``open`` before a project or its options."""
        if args and names_project(args[0], tuple(self.commands)):
            args = [OPEN, *args]
        return super().parse_args(ctx, args)  # type: ignore[no-any-return]


def names_project(word: str, commands: tuple[str, ...]) -> bool:
    """Tell a project's folder, its URL or an option of ``open`` from a command, also from one that is misspelt.

    >>> names_project("my-gold", ("import", "export")), names_project("exprot", ("import", "export"))
    (True, False)
    """
    if word in commands or word in HELP_FLAGS:
        return False
    if word.startswith("-") or "/" in word or Path(word).exists():
        return True
    return not get_close_matches(word, commands, n=1, cutoff=0.75)


app = typer.Typer(
    cls=AnnotateGroup,
    help="Make gold in the browser, alone or as a team: annotate, review systems, compare and adjudicate.\n\n"
    "`karat annotate FOLDER` opens the project in that folder, and makes it if it is new; `karat annotate --demo` "
    "shows one with work in it. The commands work on the same project without the browser. A folder that is called "
    "like a command is written with its path, as ./import.",
    epilog="Example: karat annotate my-gold --sentences sentences.txt",
    no_args_is_help=True,
)
