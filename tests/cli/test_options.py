"""An option that several commands have is declared once."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import karat.cli

COMMANDS = Path(karat.cli.__file__).parent


def test_no_option_is_declared_twice() -> None:
    """Two declarations with one help text are one option, which belongs into ``options.py``."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(COMMANDS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("typer.Option", "typer.Argument"):
                for keyword in node.keywords:
                    if keyword.arg == "help" and isinstance(keyword.value, ast.Constant):
                        places[keyword.value.value].append(f"{path.relative_to(COMMANDS)}:{node.lineno}")
    assert len(places) > 50
    assert {text: where for text, where in places.items() if len(where) > 1} == {}
