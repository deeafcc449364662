"""A seeded part of the search in every run of the tests, ten million cases and a coverage-guided one in validation."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
from search import case, search
from targets import Target, corpus, name_of_reader, run_case, targets

from karat.errors import KaratError
from karat.formats import FORMATS

HERE = Path(__file__).parent
TARGETS = targets()
PARTS, CASES = 2, 50_000
MANY = int(os.environ.get("KARAT_FUZZ_CASES") or 10_000_000)


def each_target(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test for each target."""
    return pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])(test)


def test_no_reader_is_forgotten() -> None:
    named = {target.name for target in TARGETS}
    assert set(map(name_of_reader, FORMATS)) <= named
    assert len(named) == len(TARGETS)
    assert {folder.name for folder in (HERE / "corpus").iterdir()} <= {name.replace(" ", "-") for name in named}


@each_target
def test_every_target_reads_a_seed(target: Target, tmp_path: Path) -> None:
    """A target whose seeds are all refused would search nothing behind the first check."""
    refused = []
    for seed in target.seeds:
        try:
            target.run(seed, tmp_path)
        except KaratError as error:
            refused.append(str(error))
    assert len(refused) < len(target.seeds), refused


@each_target
def test_what_once_broke_a_target(target: Target, tmp_path: Path) -> None:
    for data in corpus(target.name):
        run_case(target, data, tmp_path)


def test_a_case_is_the_same_in_every_run() -> None:
    program = "import search; print([(case.name, data) for case, data in (search.case(n, 5) for n in range(20))])"
    other = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=HERE,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    assert other.stdout.strip() == str([(target.name, data) for target, data in (case(n, 5) for n in range(20))])


class BrokenError(Exception):
    """Stands for a mistake."""


def test_a_mistake_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search would notice: a reader that fails on a sign is found within a few hundred cases."""

    def fail_on_brackets(data: bytes, _: Path) -> None:
        if b"[[" in data:
            raise BrokenError

    broken = Target("broken", fail_on_brackets, (b"[a]",))
    monkeypatch.setattr("search.prepare", lambda: ([broken], [1.0], [b"[a]"], {"broken": [b"[a]"]}))
    findings = search(range(500), 0)
    assert findings.cases == {"broken": 500}
    assert any("BrokenError" in name for name in findings.found)


def test_refused_files_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback in a cycle holds a buffer: ten thousands of them once used up the memory that a search may take."""
    alive: weakref.WeakSet[BrokenError] = weakref.WeakSet()
    most = 0

    def refuse(_: bytes, __: Path) -> None:
        nonlocal most
        error = BrokenError()
        error.__cause__ = error
        alive.add(error)
        most = max(most, len(alive))
        raise error

    broken = Target("broken", refuse, (b"[a]",))
    monkeypatch.setattr("search.prepare", lambda: ([broken], [1.0], [b"[a]"], {"broken": [b"[a]"]}))
    gc.disable()  # what the search does by itself; with its usual settings Python collects rarely
    try:
        search(range(5_000), 0)
    finally:
        gc.enable()
    assert most <= 1_001


def run_search(*arguments: object, folder: Path) -> str:
    """Search in a process of its own, whose memory is limited."""
    command = [sys.executable, str(HERE / "search.py"), *map(str, arguments), "--findings", str(folder / "findings")]
    environment = {**os.environ, "TMPDIR": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
    return done.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
def test_100_000_damaged_files(part: int, tmp_path: Path) -> None:
    said = run_search("--cases", CASES, "--first", part * CASES, "--workers", 1, folder=tmp_path)
    assert said.startswith(f"{CASES:,} cases")


@pytest.mark.long
def test_many_damaged_files(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    said = run_search("--cases", MANY, "--seed", 1, folder=tmp_path)
    found = re.match(r"([\d,]+) cases of (\d+) targets, the slowest ([\d.]+) s", said)
    assert found is not None
    for name, value in zip(("damaged files", "targets", "slowest case, seconds"), found.groups(), strict=True):
        record_property(name, value)


@pytest.mark.long
def test_a_minute_of_atheris(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    pytest.importorskip("atheris", reason="atheris is not installed, so nothing is searched")
    done = subprocess.run(
        [sys.executable, str(HERE / "guided.py"), "-max_total_time=60", f"-artifact_prefix={tmp_path}/"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    executed = re.search(r"Done (\d+) ", done.stderr)
    assert executed is not None, done.stderr[-3000:]
    record_property("cases guided by coverage", f"{int(executed[1]):,}")
