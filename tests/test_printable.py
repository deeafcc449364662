"""Nothing that comes from a file controls the terminal; only two modules print."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import karat
from karat.cli import main
from karat.printable import make_printable, make_printable_json

SOURCE = Path(karat.__file__).parent
CODES = "\x1b[31m \x1b]0;title\x07 \x9b2J \x08\x08 \u202e \x7f"
PRINTERS = {"cli/__init__.py", "cli/output.py", "reports/lists.py", "annotate/api/schema.py"}
"""Where text is printed after it was made printable; the last prints our own schema."""


def calls(path: Path) -> list[str]:
    """The functions that a module calls, as they are written."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]


def test_nothing_else_prints() -> None:
    printing = {"print", "typer.echo", "typer.secho", "Console", "sys.stdout.write", "sys.stderr.write"}
    found = {str(path.relative_to(SOURCE)): sorted(printing.intersection(calls(path))) for path in SOURCE.rglob("*.py")}
    assert {name: names for name, names in found.items() if names and name not in PRINTERS} == {}


@pytest.mark.parametrize("text", ["Zoë lives in 東京 .", "क्‍ष", "می‌خواهم", "a\tb\nc", "שלום\u200f!"])
def test_what_languages_need_stays(text: str) -> None:
    assert make_printable(text) == text


def test_json_stays_the_same_value() -> None:
    document = {CODES: [CODES, "\ud800"]}
    shown = make_printable_json(json.dumps(document, ensure_ascii=False))
    assert json.loads(shown) == document
    assert make_printable(shown) == shown


@pytest.fixture
def hostile(tmp_path: Path) -> tuple[Path, Path]:
    """Gold and an output with codes in sentence, id, slots and name."""
    gold, output = tmp_path / "gold.txt", tmp_path / f"mine{CODES[:5]}.jsonl"
    gold.write_text(
        f"sent_id:1{CODES}\tAnn {CODES} moved to Oslo .\n1{CODES}--> Cluster 1:\nAnn {CODES} --> moved to --> Oslo\n",
        encoding="utf-8",
    )
    rows = [("Ann", f"moved {CODES}", "to Oslo"), (CODES, "moved to", "Oslo")]
    lines = [
        {"sentence": f"Ann {CODES} moved to Oslo .", **dict(zip(("subject", "relation", "object"), row, strict=True))}
        for row in rows
    ]
    output.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return gold, output


CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


@pytest.mark.parametrize(
    "command",
    [
        "evaluate OUT --gold GOLD",
        "evaluate OUT --gold GOLD --csv",
        "evaluate OUT --gold GOLD --markdown",
        "evaluate OUT --gold GOLD --latex",
        "evaluate OUT --gold GOLD --json",
        "explain OUT --gold GOLD",
        "explain OUT --gold GOLD --sentence ID",
        "explain OUT --gold GOLD --sentence ID --json",
        "explain OUT --gold GOLD --fix",
        "gold stats GOLD",
        "gold lint GOLD",
        "evaluate GOLD --gold OUT",
    ],
)
def test_no_command_lets_codes_through(
    command: str, hostile: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    gold, output = hostile
    put = {"OUT": str(output), "GOLD": str(gold), "ID": f"1{CODES}"}
    with pytest.raises(SystemExit):
        main([put.get(word, word) for word in command.split()])
    out, err = capsys.readouterr()
    assert out or err
    assert CONTROL.findall(out + err) == []
    assert "a mistake in Karat" not in err
