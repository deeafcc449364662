"""``karat study``: people label extractions, and what their labels show."""

from __future__ import annotations

import typer

from karat.cli.lazy import Entry, lazy_group

COMMANDS = (
    Entry(
        "create",
        "karat.cli.study.create:create",
        "Make a study: sample systems' extractions and give them to people to label, blind to the system.",
        "karat study create my-study minie=minie.txt mine.tsv --sample 100 --labellers ann,ben",
    ),
    Entry(
        "serve",
        "karat.cli.study.serving:serve",
        "Open a study in the browser: label, adjudicate, and see the report as it grows.",
        "karat study serve my-study",
    ),
    Entry(
        "import",
        "karat.cli.study.importing:import_labels",
        "Put labels that exist already into a study; a new folder gets the study of the file.",
        "karat study import my-study labels.csv",
    ),
    Entry(
        "export",
        "karat.cli.study.exporting:export",
        "Write a study with all its labels as JSON lines, or its labels as a table (CSV).",
        "karat study export my-study study.jsonl",
    ),
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
    epilog="Example: karat study serve --demo",
    no_args_is_help=True,
)
