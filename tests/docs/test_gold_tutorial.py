"""The commands of *Write your own gold in ten minutes* print what the page shows of them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from karat.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "gold.md"
BLOCK = re.compile(r'```(?P<kind>\w+)(?: title="(?P<file>[^"]+)")?\n(?P<text>.*?)```', re.DOTALL)
FAILING = ("karat gold stats gold.txt",)
"""Commands that are refused, as the page says."""


def test_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    commands = 0
    for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
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
    assert commands >= 6
