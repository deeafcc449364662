"""Where memory is short, commands say so in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.cli import in_one_line

resource = pytest.importorskip("resource", reason="this system has no limits of memory")

LIMITED = """
import resource, sys
from karat.cli import main
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]) << 20,) * 2)
main(sys.argv[2:])
"""


def run(mebibytes: int, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command that may have so much virtual memory."""
    command = [sys.executable, "-c", LIMITED, str(mebibytes), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_charts_need_addresses(tmp_path: Path) -> None:
    """The engine that draws them ended the process with a page of addresses, after all was computed."""
    page = tmp_path / "report.html"
    done = run(4096, "evaluate", sample_path("en/greedy.tsv"), "--benchmark", "karat-sample", "--html", page)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "drawing charts: expected a limit of virtual memory (ulimit -v) of at least 68 GiB, which the engine reserves "
        "but does not use, or none, found 4 GiB\n"
    )
    assert list(tmp_path.iterdir()) == []
    assert run(4096, "evaluate", sample_path("en/greedy.tsv"), "--benchmark", "karat-sample").returncode == 0


def test_too_little_memory() -> None:
    assert in_one_line(MemoryError()) == "expected enough memory for this command, found too little"
