"""Files are written whole or not at all, with the permissions they had; what a killed process left is removed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from karat.errors import InputError
from karat.formats import files
from karat.formats.files import check_folder, check_place, is_stream, make_folder, replace_file, write_lines

KILLED = """
import os, signal
from pathlib import Path
from karat.formats.files import replace_file
with replace_file(Path("out.txt")) as file:
    file.write(b"half of it")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""

posix = pytest.mark.skipif(os.name == "nt", reason="permissions and signals of POSIX")


@pytest.fixture(autouse=True)
def _nothing_cleaned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_cleaned", set())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o660])
def test_a_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old\n", encoding="utf-8")
    path.chmod(mode)
    write_lines(path, ["new"])
    assert (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == ("new\n", mode)


@posix
def test_a_private_file_is_private_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.touch(0o600)
    with replace_file(path):
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


@posix
def test_a_new_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_lines(tmp_path / "out.txt", ["new"])
    finally:
        os.umask(before)
    assert (tmp_path / "out.txt").stat().st_mode & 0o777 == 0o640


@pytest.fixture
def shared_memory() -> Iterator[Path]:
    if not Path("/dev/shm").is_dir():
        pytest.skip("no /dev/shm here")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


def test_files_in_dev_shm_are_replaced(shared_memory: Path) -> None:
    path = shared_memory / "out.txt"
    for text in ("first", "second"):
        write_lines(path, [text])
    assert path.read_text(encoding="utf-8") == "second\n"
    assert names(shared_memory) == ["out.txt"]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd here")
def test_who_shares_an_open_file_goes_on_behind_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    link = tmp_path / "link"
    with path.open("wb") as file:
        file.write(b"before\n")
        file.flush()
        link.symlink_to(f"/dev/fd/{file.fileno()}")
        assert is_stream(link)
        write_lines(link, ["between"])
        file.write(b"after\n")
    assert path.read_text(encoding="utf-8") == "before\nbetween\nafter\n"


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "target.txt").write_text("old\n", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("target.txt")
    write_lines(tmp_path / "link.txt", ["new"])
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "target.txt").read_text(encoding="utf-8") == "new\n"


@posix
def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(names(tmp_path)) == 1, "the part of the killed process"
    (tmp_path / ".a download.part").touch()
    write_lines(tmp_path / "other.txt", ["whole"])
    assert names(tmp_path) == [".a download.part", "other.txt"]


@posix
def test_what_another_process_writes_stays(tmp_path: Path) -> None:
    waiting = KILLED.replace("os.kill(os.getpid(), signal.SIGKILL)", "print(flush=True); input()")
    command = [sys.executable, "-c", waiting]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        write_lines(tmp_path / "out.txt", ["ours"])
        assert len(names(tmp_path)) == 2
        process.communicate(b"\n")
    assert (tmp_path / "out.txt").read_bytes() == b"half of it"
    assert names(tmp_path) == ["out.txt"]


def test_two_writers_of_one_process_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with replace_file(path) as first, replace_file(path) as second:
        first.write(b"first")
        second.write(b"second")
    assert path.read_bytes() == b"first", "the one that ends last"
    assert names(tmp_path) == ["out.txt"]


def test_after_an_error_the_file_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(InputError, match="expected text that UTF-8 can hold"):
        write_lines(path, ["new", "\ud800"])
    assert path.read_text(encoding="utf-8") == "old\n"
    assert names(tmp_path) == ["out.txt"]


def test_a_name_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / f"{'ä' * 125}.txt"
    write_lines(path, ["whole"])
    assert path.read_text(encoding="utf-8") == "whole\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_line() -> None:
    with pytest.raises(InputError, match=r"^/dev/full: cannot be written \(No space left on device\)$"):
        write_lines(Path("/dev/full"), ["whole"])


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everything")
def test_read_only_places_are_refused_before_writing(tmp_path: Path) -> None:
    path, folder = tmp_path / "out.txt", tmp_path / "folder"
    path.touch(0o400)
    folder.mkdir(0o500)
    with pytest.raises(InputError, match=r"out.txt: expected a file that can be written, found one that is read-only"):
        check_place(path)
    with pytest.raises(InputError, match=r"new.txt: expected a directory that can be written, found .*folder, which"):
        check_place(folder / "new.txt")
    with pytest.raises(InputError, match=r"below: expected a directory that can be written, found .*folder, which"):
        check_folder(folder / "new" / "below")


def test_a_folder_below_a_file_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"below: expected a directory, found a file .*file$"):
        make_folder(tmp_path / "file" / "below")
