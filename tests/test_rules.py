"""What no file of the project may contain, and what every module has."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
LONGEST = 600

# Each pattern is put together from pieces, so that this file does not contain what it forbids.
FORBIDDEN = {
    "a path of somebody's machine": r"(?<![\w.~/-])/(?:"
    + "|".join(("wo" + "rk", "ro" + "ot", "ho" + r"me/\w+"))
    + ")/",
    "the address of a package registry": r"\b(?:"
    + "|".join(
        host.replace(" ", r"\.")
        for host in (
            "pypi" + " org",
            "pythonhosted" + " org",
            "npmjs" + " (?:org|com)",
            "repo1 maven" + " org",
            "repo maven" + " apache org",
            "search maven" + " org",
            "(?:deb|ftp|security|snapshot) debian" + " org",
        )
    )
    + r")\b",
    "work left undone": r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME")) + r")\b",
}


def project_files() -> list[Path]:
    """All files that are, or would be, committed."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone, so it is unknown which files belong to the project")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def findings(path: Path, text: str) -> list[str]:
    """Each forbidden thing in the text, with its place."""
    return [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}: {what}: {found.group()!r}"
        for what, pattern in FORBIDDEN.items()
        for found in re.finditer(pattern, text)
    ]


def test_no_file_contains_what_is_forbidden() -> None:
    texts = {}
    for path in project_files():
        data = path.read_bytes()
        if b"\0" not in data:
            texts[path] = data.decode("utf-8", errors="replace")
    assert len(texts) > len(SOURCES)
    assert [finding for path, text in texts.items() for finding in findings(path, text)] == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        pytest.param("see /wo" + "rk/notes", "a path of somebody's machine", id="path"),
        pytest.param("'/ho" + "me/ann/gold.txt'", "a path of somebody's machine", id="home"),
        pytest.param("https://registry.npmjs" + ".org/x", "the address of a package registry", id="npm"),
        pytest.param("https://repo1.maven" + ".org/maven2", "the address of a package registry", id="maven"),
        pytest.param("http://deb.debian" + ".org", "the address of a package registry", id="debian"),
        pytest.param("# TO" + "DO: later", "work left undone", id="undone"),
    ],
)
def test_the_rule_sees(text: str, what: str) -> None:
    assert [finding.split(": ")[1] for finding in findings(ROOT / "x.md", text)] == [what]


@pytest.mark.parametrize("text", ["the framework/root/x", "a/work" + "/b", "~/home", "methodology"])
def test_the_rule_lets_pass(text: str) -> None:
    assert findings(ROOT / "x.md", text) == []


def test_every_module_says_what_is_in_it() -> None:
    silent = [path for path in SOURCES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert silent == []


def test_no_module_is_long() -> None:
    lengths = {path.relative_to(ROOT): path.read_text(encoding="utf-8").count("\n") for path in SOURCES}
    assert {str(path): length for path, length in lengths.items() if length >= LONGEST} == {}


def test_no_module_is_named_for_nothing() -> None:
    vague = {"utils", "util", "helpers", "helper", "common", "core", "misc"}
    assert [path for path in SOURCES if {path.stem, path.parent.name} & vague] == []


def test_the_map_in_the_readme_has_every_room() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rooms = sorted(path.parent.name for path in (ROOT / "src" / "karat").glob("*/__init__.py"))
    assert [room for room in rooms if f"| `karat.{room}` |" not in readme] == []
