"""The commands of *Getting started* and of some guides print what the pages show of them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from karat.cli import main

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r'```(?P<kind>\w+)(?: title="(?P<file>[^"]+)")?\n(?P<text>.*?)```', re.DOTALL)
FAILING = ("karat gold stats gold.txt",)
"""Commands that are refused, as the page says."""


@pytest.mark.parametrize(
    ("page", "least"),
    [("getting-started.md", 5), ("tutorial/gold.md", 6), ("study/index.md", 4), ("systems/naive.md", 2)],
)
def test_the_commands(
    page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    commands = 0
    for block in BLOCK.finditer((DOCS / page).read_text(encoding="utf-8")):
        if block["file"]:
            Path(block["file"]).write_text(block["text"], encoding="utf-8")
        if block["kind"] == "console":
            typed, *shown = block["text"].splitlines()
            command = typed.removeprefix("$ ")
            with pytest.raises(SystemExit) as stop:
                main(shlex.split(command)[1:])
            assert (stop.value.code or 0) == (command in FAILING), command
            printed = [line.rstrip() for text in reversed(capsys.readouterr()) for line in text.splitlines()]
            assert [line for line in shown if line not in printed] == [], command
            commands += 1
    assert commands >= least
