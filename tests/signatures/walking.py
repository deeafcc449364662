"""Walking the options of a command: what each can do to a number, and whether the signature says so.

Every option is of one of these kinds, and an option of no kind fails the test:

- ``Moves``: it can move a number. The command is run without and with it, on files where a number does move; whatever
  moves must have another signature.
- ``Accepts``: what is refused without it is scored with it, and the signature names it.
- ``Named``: it can move a number, though in no small file of this task; the signature of every row names it.
- ``Data``: it says which data is scored. That is not in the signature; what is written names the file by its checksum.
- ``Refused``: this command has no use for it and says so, rather than ignore it.
- ``Cannot``: it can move no number, for a reason. The command is run with it, and no number moves.
- ``Shown``: it changes the form of what is printed, so that there is no document to compare.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from karat.cli import app, main
from karat.cli.lazy import loaded_command

Arguments = tuple[object, ...]
Run = Callable[..., tuple[int, Any]]
"""Runs a command for its JSON; gives the exit code, and the document or the message."""


@dataclass(frozen=True)
class Kind:
    """What is typed before the option (in place of the usual), and with it."""

    changed: Arguments
    base: Arguments = ()
    usual: Arguments | None = None


@dataclass(frozen=True)
class Moves(Kind):
    """``every``: all rows are read otherwise, so that the signature of each must change."""

    every: bool = False


@dataclass(frozen=True)
class Accepts(Kind):
    """``named``: what the signature then has, but for the facets that are as they would be without."""

    named: str = ""
    but_for: tuple[str, ...] = ()


@dataclass(frozen=True)
class Named(Kind):
    """``named``: what every signature then has."""

    named: str = ""


@dataclass(frozen=True)
class Data(Kind):
    """The data that is scored."""


@dataclass(frozen=True)
class Cannot(Kind):
    """``reason``: why it cannot move a number."""

    reason: str = ""


@dataclass(frozen=True)
class Refused(Kind):
    """``said``: why the command has no use for it."""

    said: str = ""


@dataclass(frozen=True)
class Shown:
    """A form of what is printed."""

    reason: str


Table = Mapping[str, Kind | Shown]
FORMS = {
    name: Shown(f"changes how tables are shown: --{name}")
    for name in (
        *("json", "csv", "markdown", "latex"),
        *("show", "hide_intervals", "signatures", "caption", "label"),
    )
}


def parameters(*path: str) -> list[str]:
    """The names of a command's parameters, as it declares them."""
    command: Any = get_command(app)
    for name in path:
        command = loaded_command(command.commands[name])
    return [parameter.name for parameter in command.params if parameter.name != "help"]


def rows(document: Mapping[str, Any]) -> dict[tuple[Any, ...], tuple[dict[str, Any], str]]:
    """All that has a signature, by what it is of: its numbers, and the signature."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for system in document["systems"]:
        for score in system["scores"]:
            found["score", system["name"], score["metric"], score.get("facet")] = score
    for each in document["comparisons"]:
        found["comparison", each["a"], each["b"], each["metric"], each.get("facet")] = each
    found |= {("buckets", each["by"]): each for each in document.get("buckets", ())}
    found |= {("robustness", each["system"]): each for each in document.get("robustness", ())}
    return {
        key: (
            {name: value for name, value in each.items() if name not in ("signature", "documents")},
            each["signature"],
        )
        for key, each in found.items()
    }


def check(kind: Kind, run: Run, usual: Arguments) -> None:
    """Run a command without an option and with it, and compare."""
    start = usual if kind.usual is None else kind.usual
    before_code, before = run(*start, *kind.base)
    after_code, after = run(*start, *kind.changed)
    if isinstance(kind, Accepts):
        assert before_code == 1, "what the option accepts is refused without it"
        assert after_code == 0, after
        found = {key: signature for key, (_, signature) in rows(after).items() if key[-1] not in kind.but_for}
        assert found
        assert [key for key, signature in found.items() if kind.named not in signature.split("|")] == []
        return
    assert before_code == 0, before
    if isinstance(kind, Refused):
        assert after_code == 1, "what would do nothing is refused"
        assert kind.said in after
        return
    assert after_code in (0, 1) if isinstance(kind, Cannot) else after_code == 0, after
    one, other = rows(before), rows(after)
    both = [key for key in one if key in other]
    moved = [key for key in both if one[key][0] != other[key][0]]
    unsigned = [key for key in moved if one[key][1] == other[key][1]]
    match kind:
        case Moves():
            assert moved, "the files show what the option does"
            assert unsigned == []
            scored = [key for key in both if key[0] == "score"]
            assert not kind.every or [key for key in scored if one[key][1] == other[key][1]] == []
        case Named():
            assert unsigned == []
            assert all(kind.named in signature.split("|") for _, signature in other.values())
        case Data():
            assert moved, "the files show what the option does"
            assert before["files"] != after["files"]
        case Cannot():
            assert kind.reason
            assert both, "there is something to compare"
            assert moved == []


def runner(
    command: Sequence[str], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run a command among files of its own."""
    monkeypatch.chdir(folder)
    monkeypatch.delenv("KARAT_DATA", raising=False)
    monkeypatch.setenv("KARAT_CACHE", str(folder / "cache"))

    def run(*arguments: object) -> tuple[int, Any]:
        with pytest.raises(SystemExit) as stop:
            main([*command, *map(str, arguments), "--json", *written(arguments)])
        out, err = capsys.readouterr()
        code = stop.value.code or 0
        assert isinstance(code, int)
        if not out:
            return code, err
        document = json.loads(out)
        files = json.loads((folder / "run.json").read_text(encoding="utf-8"))["grounds"]["files"]
        return code, {**document, "files": [(file["role"], file["sha256"]) for file in files]}

    def written(arguments: Sequence[object]) -> Sequence[str]:
        return () if "--output" in arguments else ("--output", "run.json")

    return run
