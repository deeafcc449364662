"""Commands are imported when they are used, and listed as they describe themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from karat.cli import app, main
from karat.cli.lazy import LazyCommand, loaded_command


def lazy_commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[Any]:
    """Every command that a group and the groups in it list without importing it."""
    for name, command in group.commands.items():
        if isinstance(command, LazyCommand):
            yield pytest.param(command, id=" ".join((*path, name)))
        loaded = loaded_command(command)
        if hasattr(loaded, "commands"):
            yield from lazy_commands(loaded, (*path, name))


COMMANDS = list(lazy_commands(get_command(app)))


def test_the_groups_are_walked() -> None:
    assert {"evaluate", "gold", "gold lint", "cliques", "cliques ask"} <= {each.id for each in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_listed_command_is_as_it_describes_itself(command: LazyCommand) -> None:
    loaded = loaded_command(command)
    assert loaded.name == command.name
    assert " ".join(loaded.help.partition("\n\n")[0].split()) == command.help


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_shows_an_example(command: LazyCommand) -> None:
    loaded = loaded_command(command)
    assert "Example: karat " in f"{loaded.help}\n{loaded.epilog}"


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        pytest.param("karat ev", "evaluate", id="a command"),
        pytest.param("karat cliques ans", "answers", id="a command of a group"),
        pytest.param("karat evaluate --bench", "--benchmark", id="an option"),
        pytest.param("karat cliques answers --gold-f", "--gold-format", id="an option of a group's command"),
        pytest.param("karat score coref", "coreference", id="a task"),
    ],
)
def test_completion(words: str, completed: str) -> None:
    environment = {"_KARAT_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": words}
    result = CliRunner().invoke(app, prog_name="karat", env=environment)
    assert completed in result.stdout


def test_a_command_that_is_misspelt_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["cliques", "anwsers"])
    assert stop.value.code == 2
    assert "Did you mean 'answers'?" in " ".join(capsys.readouterr().err.split())
