"""Rooms import only rooms below them; the contract notices when one does not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def lint_imports(project: Path) -> tuple[int, str]:
    """Hold the package under ``project/src`` to the contracts of its pyproject.toml."""
    program = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", program, "--config", "pyproject.toml", "--no-cache"],
        capture_output=True,
        text=True,
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(project / "src"), "NO_COLOR": "1", "COLUMNS": "200"},
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the package that a test may spoil."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "src" / "karat", tmp_path / "src" / "karat", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_contracts_hold(project: Path) -> None:
    code, output = lint_imports(project)
    assert code == 0, output
    assert "0 broken" in output


@pytest.mark.parametrize(
    ("module", "statement", "broken"),
    [
        pytest.param("errors.py", "import karat.model", "karat.errors -> karat.model", id="errors sees the model"),
        pytest.param("model/fact.py", "import karat.cli", "karat.model.fact -> karat.cli", id="the model sees the cli"),
        pytest.param(
            "algebra/spoilt.py",
            "from karat.model import Fact",
            "karat.algebra.spoilt -> karat.model",
            id="the algebra sees the model",
        ),
        pytest.param(
            "algebra/solvers/spoilt.py",
            "from karat.algebra.definitions.matching import match",
            "karat.algebra.solvers.spoilt -> karat.algebra.definitions.matching",
            id="a solver sees the definitions",
        ),
        pytest.param(
            "algebra/definitions/spoilt.py",
            "from karat.algebra.plans.matchings import MatchPlan",
            "karat.algebra.definitions.spoilt -> karat.algebra.plans.matchings",
            id="a definition sees the plans",
        ),
    ],
)
def test_an_import_against_the_order_is_named(project: Path, module: str, statement: str, broken: str) -> None:
    path = project / "src" / "karat" / module
    path.parent.mkdir(exist_ok=True)
    (path.parent / "__init__.py").touch()
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(f"{text}\n{statement}\n", encoding="utf-8")
    code, output = lint_imports(project)
    assert code == 1
    assert broken in output


def test_a_new_room_must_take_its_place_in_the_order(project: Path) -> None:
    """A room that no layer names would be held to nothing."""
    rooms = {path.parent.name for path in (project / "src" / "karat").glob("*/__init__.py")}
    contract = (project / "pyproject.toml").read_text(encoding="utf-8").partition("layers = [")[2].partition("\n]")[0]
    assert sorted(room for room in rooms if f"karat.{room}" not in contract) == []
