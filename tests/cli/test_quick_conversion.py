"""Options get the values that typer would give them, and its words where they are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer._coercion import build_runtime_param
from typer.main import get_command

from karat.cli import app
from karat.cli.lazy import loaded_command
from karat.cli.panels import QuickConversion

TYPED = [
    "",
    "-",
    "x",
    "a b",
    "3",
    "-3",
    "0.5",
    "nan",
    "yes",
    "Ä",
    "\udc80",
    "\x00",
    "JOIN",
    "join",
    "length",
    "bca",
    "BCA",
]


def parameters(group: Any) -> Iterator[tuple[Any, Any]]:
    """Every parameter of every command, with its command."""
    command = loaded_command(group)
    yield from ((command, parameter) for parameter in command.params)
    for each in getattr(command, "commands", {}).values():
        yield from parameters(each)


def outcome(conversion: Any, value: Any, command: Any, parameter: Any) -> tuple[type, str]:
    """What becomes of a value: the type and looks of what it is converted to, or of the error."""
    context = typer.Context(command)
    try:
        converted = conversion.coerce(value, param=parameter, ctx=context)
    except (typer.BadParameter, ValueError) as error:
        return type(error), str(error)
    return type(converted), repr(converted)


@pytest.fixture
def odd_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Paths of a file, of a folder, of nothing, and of a file that may not be read, unless root reads it."""
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("", encoding="utf-8")
    Path("folder").mkdir()
    Path("locked").write_text("", encoding="utf-8")
    Path("locked").chmod(0)
    return ["file", "folder", "./folder//", "locked", "nothing", "../x", "x" * 1000]


def test_each_option_has_the_value_that_typer_gives_it(odd_files: list[str]) -> None:
    checked = set()
    for command, parameter in parameters(get_command(app)):
        described = parameter.type_descriptor
        usual = build_runtime_param(described)
        words = [*TYPED, *odd_files]
        many = parameter.multiple or parameter.nargs == -1
        values = [None, (), *((word,) for word in words), tuple(words[:5]), "x"] if many else [None, *words]
        for value in [*values, *([] if callable(parameter.default) else [parameter.default])]:
            expected = outcome(usual, value, command, parameter)
            assert outcome(QuickConversion(), value, command, parameter) == expected, (parameter.name, value)
            parameter._runtime_param = None
            checked.add(str(described.annotation))
    assert {"<class 'str'>", "list[str]", "<class 'pathlib.Path'>", "<class 'int'>", "<class 'float'>"} <= checked


def test_what_cannot_be_read_is_told_in_typers_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also where root runs the test, who may read everything."""
    monkeypatch.setattr("os.access", lambda path, mode: False)
    command, gold = next(each for each in parameters(get_command(app)) if each[1].name == "gold")
    kind, message = outcome(QuickConversion(), str(tmp_path), command, gold)
    assert kind is typer.BadParameter
    assert message.endswith("is not readable.")
