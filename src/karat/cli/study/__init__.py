"""``karat study``: people label extractions, and what their labels show."""

from __future__ import annotations

import typer

from karat.cli.lazy import Entry, lazy_group

COMMANDS = (
    Entry(
        "report",
        "karat.cli.study.report:report",
        "Show what a study's labels say: precision, rules broken, agreement, differences between systems.",
        "karat study report FOLDER --html report.html",
    ),
    Entry(
        "ask",
        "karat.cli.study.ask:ask",
        "Let a language model label all tasks of a study, by the rules that people label by.",
        "karat study ask my-study --endpoint http://localhost:8000/v1 --model NAME --shots 3",
    ),
    Entry(
        "plan",
        "karat.cli.study.plan:plan",
        "Say how many extractions and labellers a study needs.",
        "karat study plan --width 0.1 --precision 0.6",
    ),
)

app = typer.Typer(
    cls=lazy_group(COMMANDS),
    help="Human studies: people label extractions as correct or not, blind to the system.",
    epilog="Example: karat study report --demo",
    no_args_is_help=True,
)
