"""The list of what papers print and Karat does not reproduce."""

from __future__ import annotations

import tomllib
from pathlib import Path

FILE = Path(__file__).with_name("not_reproduced.toml")


def test_every_entry_has_its_reason() -> None:
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))["figure"]
    assert len(entries) > 8
    assert [entry for entry in entries if sorted(entry) != ["printed", "reason", "source", "what"]] == []
    assert [entry["what"] for entry in entries if len(entry["reason"].split()) < 6] == []
