"""The files in locked/: they name an exact version for whatever the Makefile installs, and no index that has it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "locked").glob("*.txt"))
NOT_LOCKED = {"meaning"}
"""This extra has one package, pinned in pyproject.toml, which is installed without what it asks for."""


def versions(file: Path) -> dict[str, str]:
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = [re.fullmatch(r"(\S+)==([^\s;]+)( ; .+)?", line) for line in lines]
    assert all(found), "each line is NAME==VERSION"
    return {canonicalize_name(each[1]): each[2] for each in found if each}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_version_is_exact(file: Path) -> None:
    assert len(versions(file)) > 50
    assert "://" not in file.read_text(encoding="utf-8")


def test_every_requirement_is_locked_to_a_version_that_it_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    groups = [project["build-system"]["requires"], project["project"]["dependencies"]]
    groups += [each for name, each in extras.items() if name not in NOT_LOCKED]
    wanted = [each for each in map(Requirement, chain(*groups)) if each.name != "karat"]
    locked = versions(ROOT / "locked" / "python.txt")
    assert [str(each) for each in wanted if canonicalize_name(each.name) not in locked] == []
    assert [str(each) for each in wanted if locked[canonicalize_name(each.name)] not in each.specifier] == []


def test_the_lock_of_the_page_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("make") is None, reason="no make on this machine")
@pytest.mark.parametrize("target", ["demo", "check", "test", "annotate", "validate"])
def test_what_make_installs_is_constrained(target: str) -> None:
    command = ["make", "--dry-run", "VENV=no-such-folder", "NEWEST=no-such-folder-either", target]
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=plain)
    installs = [line for line in done.stdout.splitlines() if " -m pip " in line or "npm.sh" in line]
    assert installs
    assert [line for line in installs if not re.search(r"PIP_CONSTRAINT=(\S+/locked/\w+\.txt|/dev/null) ", line)] == []
    newest = [line for line in installs if "PIP_CONSTRAINT=/dev/null" in line]
    assert bool(newest) == (target == "validate"), "the newest versions are tried by make validate alone"
