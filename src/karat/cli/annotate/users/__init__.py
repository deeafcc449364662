"""``karat annotate users``: the people of a project's folder."""

from __future__ import annotations

import typer

from karat.cli.lazy import Entry, lazy_group

COMMANDS = (
    Entry(
        "list",
        "karat.cli.annotate.users.commands:list_people",
        "List everybody with role, and whether they are active.",
        "karat annotate users list my-gold",
    ),
    Entry(
        "add",
        "karat.cli.annotate.users.commands:add",
        "Add a person and print the first password.",
        "karat annotate users add my-gold ann",
    ),
    Entry(
        "invite",
        "karat.cli.annotate.users.commands:invite",
        "Print a link with which one person makes their own account.",
        "karat annotate users invite my-gold --role curator",
    ),
    Entry(
        "role",
        "karat.cli.annotate.users.commands:change_role",
        "Give a person another role.",
        "karat annotate users role my-gold ann curator",
    ),
    Entry(
        "password",
        "karat.cli.annotate.users.commands:reset_password",
        "Give a person a new password, print it, and sign them out everywhere.",
        "karat annotate users password my-gold ann",
    ),
    Entry(
        "deactivate",
        "karat.cli.annotate.users.commands:deactivate",
        "Sign a person out and let them no longer sign in; their work stays.",
        "karat annotate users deactivate my-gold ann",
    ),
    Entry(
        "activate",
        "karat.cli.annotate.users.commands:activate",
        "Let a person sign in again.",
        "karat annotate users activate my-gold ann",
    ),
)

app = typer.Typer(
    cls=lazy_group(COMMANDS),
    help="List, add and invite people; change roles and passwords.",
    epilog="Example: karat annotate users add my-gold ann",
    no_args_is_help=True,
)
