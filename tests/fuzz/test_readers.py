"""A minute of atheris on all readers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.long
def test_no_bytes_break_a_reader(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris is not installed, so nothing is searched")
    program = Path(__file__).with_name("readers.py")
    done = subprocess.run(
        [sys.executable, str(program), "-max_total_time=60", f"-artifact_prefix={tmp_path}/"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "stat::" in done.stderr or "DONE" in done.stderr or "Done" in done.stderr, done.stderr[-3000:]
