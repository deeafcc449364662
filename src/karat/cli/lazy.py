"""Groups of commands that import a command's module only when the command is used.

A group knows each command's name, place and first line of help, which is all that ``karat --help`` and the shell's
completion of names need. Command modules therefore import what they use at their top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from karat.cli.panels import KaratCommand, KaratGroup, accept_any_case


@dataclass(frozen=True, slots=True)
class Entry:
    """A command of a group: its name, its function or ``typer.Typer`` as ``module:name``, the first line of its help.

    ``example`` is shown below a command's help; a group, or a command whose docstring has an example, gives none.
    """

    name: str
    target: str
    summary: str
    example: str = ""


@cache
def load(entry: Entry) -> Any:
    """Import a command's module and make the command."""
    module, _, attribute = entry.target.partition(":")
    target = getattr(import_module(module), attribute)
    if isinstance(target, typer.Typer):
        for command in target.registered_commands:
            command.cls = KaratCommand
            if command.callback is not None:
                accept_any_case(command.callback)
        group = get_group(target)
        group.name = entry.name
        return group
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    accept_any_case(target)
    epilog = f"Example: {entry.example}" if entry.example else None
    app.command(entry.name, cls=KaratCommand, epilog=epilog)(target)
    return get_command(app)


class LazyCommand(TyperCommand):
    """Stands for a command in lists of commands, and hands over to it when it is used."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.name, help=entry.summary)
        self.entry = entry

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """Parse the arguments as the command itself does."""
        return load(self.entry).make_context(*arguments, **settings)


def lazy_group(entries: Sequence[Entry]) -> type[TyperGroup]:
    """Make the class of a group with these commands: ``typer.Typer(cls=lazy_group(…))``."""

    class LazyGroup(KaratGroup):
        def __init__(self, **attributes: Any) -> None:
            super().__init__(**attributes | {"commands": {entry.name: LazyCommand(entry) for entry in entries}})

    return LazyGroup


def loaded_command(command: Any) -> Any:
    """Give the command that a lazy one stands for; any other is given back."""
    return load(command.entry) if isinstance(command, LazyCommand) else command
