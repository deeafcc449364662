"""The scratch folder: records come back as they were, and nothing is left, however an evaluation ends."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from karat.benchmarks import sample_path
from karat.errors import InputError
from karat.model import Attribution, Extraction, Polarity, Quantity
from karat.results import evaluate, scoring
from karat.results.blocks import scratch
from karat.results.blocks.scratch import BlockFiles, Scratch, read_values


@pytest.mark.parametrize(
    "extraction",
    [
        Extraction("left", ("Ann", "Ulm")),
        Extraction("left", ("Ann",), 0.25),
        Extraction("left", ("Ann", "Ulm", "in May"), spans=(((1, 2),), None, ((2, 3), (4, 5)), None)),
        Extraction("left", ("Ann", "Ulm"), other=(("extractor", "x"), ("note", ""))),
        Extraction("left", ("Ann", "Ulm"), context="Bo says"),
        Extraction(
            "left",
            ("Ann", "QUANT_O_1 towns"),
            polarity=Polarity.NEGATIVE,
            attribution=Attribution("Bo", "says"),
            quantities=(Quantity("QUANT_O_1", "two"),),
        ),
    ],
)
def test_extractions_come_back(extraction: Extraction, tmp_path: Path) -> None:
    files = BlockFiles(tmp_path)
    files.add(3, (0, extraction))
    files.flush()
    ((_, record),) = read_values(files.stored(3))
    assert record == extraction


def test_records_keep_their_order_over_several_writes(tmp_path: Path) -> None:
    files = BlockFiles(tmp_path, most=3)
    for number in range(10):
        files.add(number % 2, number)
    files.flush()
    assert list(read_values(files.stored(0))) == [0, 2, 4, 6, 8]
    assert list(read_values(files.stored(1))) == [1, 3, 5, 7, 9]
    assert list(read_values(files.stored(2))) == []
    files.clear()
    assert list(read_values(files.stored(0))) == []


def test_values_of_other_types_are_written_too(tmp_path: Path) -> None:
    files = BlockFiles(tmp_path)
    files.add(0, (0, Extraction("left", ("Ann",), np.float64(0.5))))
    files.flush()
    ((_, record),) = read_values(files.stored(0))
    assert record.confidence == 0.5


def test_folder_is_made_when_needed_and_removed(tmp_path: Path) -> None:
    with Scratch(tmp_path) as folder:
        assert list(tmp_path.iterdir()) == []
        (folder.path / "file").write_text("x")
        assert len(list(tmp_path.iterdir())) == 1
    assert list(tmp_path.iterdir()) == []


def test_folder_of_a_killed_process_is_removed_by_the_next(tmp_path: Path) -> None:
    program = f"""
import os, signal
from karat.results.blocks.scratch import scratch_folder
with scratch_folder({str(tmp_path)!r}) as folder:
    (folder / "part-000001").write_text("x")
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -signal.SIGKILL
    (abandoned,) = tmp_path.iterdir()
    with Scratch(tmp_path) as folder:
        assert folder.path.is_dir()
        assert abandoned.is_dir(), "it could be another process that is just starting"
    os.utime(abandoned / scratch.LOCK, (0, 0))
    with Scratch(tmp_path) as held, Scratch(tmp_path) as folder:
        os.utime(held.path / scratch.LOCK, (0, 0))
        assert folder.path.is_dir()
        assert held.path.is_dir()
        assert not abandoned.exists()


def test_folder_of_another_machine_stays(tmp_path: Path) -> None:
    """Its lock may look free from here, though its process is alive."""
    other = tmp_path / f"{scratch.PREFIX}other"
    other.mkdir()
    (other / scratch.LOCK).write_bytes(b"another-machine")
    os.utime(other / scratch.LOCK, (0, 0))
    with Scratch(tmp_path) as folder:
        assert folder.path.is_dir()
    assert other.is_dir()


def test_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    with pytest.raises(InputError, match=r"nowhere: expected a folder to write to, found No such file or directory"):
        evaluate(benchmark="karat-sample", resampling=None, scratch=missing)


@pytest.mark.parametrize("ending", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("call", [1, 2])
def test_nothing_is_left_on_a_full_disk_or_after_ctrl_c(
    call: int, ending: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    write = scratch.append_values

    def failing(path: Path, values: list[Any]) -> None:
        nonlocal calls
        calls += 1
        if calls == call:
            raise ending
        write(path, values)

    monkeypatch.setattr(scratch, "append_values", failing)
    monkeypatch.setattr(scoring, "LARGE_GOLD", -1)
    folder, verdicts = tmp_path / "scratch", tmp_path / "verdicts.jsonl"
    folder.mkdir()
    verdicts.write_text("old")
    expected = InputError if isinstance(ending, OSError) else KeyboardInterrupt
    with pytest.raises(expected) as error:
        evaluate(
            sample_path("en/careful.tsv"),
            gold=sample_path("en/gold.txt"),
            resampling=None,
            scratch=folder,
            verdicts=verdicts,
        )
    if expected is InputError:
        assert str(error.value) == (
            f"{folder}: expected room for the parts of a large evaluation, found none left; "
            "--scratch names a folder on another disk"
        )
    assert (list(folder.iterdir()), verdicts.read_text()) == ([], "old")
    assert {path.name for path in tmp_path.iterdir()} == {"scratch", "verdicts.jsonl"}
