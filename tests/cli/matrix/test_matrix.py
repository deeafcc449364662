"""Every command that writes, and what can happen to it meanwhile: what it promises is kept.

- Killed in the middle of a write: the file is as it was, or has the whole lines so far; the same command, given again,
  makes the same file as a run that was not disturbed, and nothing is left beside it.
- A full disk, a read-only or missing folder, an output that is an input: one line, exit code 1, no file changed.
- Two at once: both make the file, or one of them is told that it is in use; the file is whole.

All of it is long. In ``make test``, every command is given a missing folder and its own inputs, and some meet the rest.
"""

from __future__ import annotations

import inspect
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from cases import CASES, ELSEWHERE, ONLY_READ, Case
from forked_commands import Ended, ForkedCommands, Run
from typer.main import get_command

from karat.cli import app
from karat.cli.lazy import loaded_command
from karat.cli.written_files import uses_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="uses limits and rights of Linux")

OLD = b"hours of work\n"
FAILED = re.compile(r"cannot be written|the database cannot be used now: disk I/O error")
"""What is small is written after the database has met the limit with its own files."""
IN_USE = re.compile(r"in use|expected a file that is not there yet|expected a new file to write")
SLICE = {"convert target", "gold from output", "cliques paraphrase output", "run command output", "experiment folder"}
"""The cases that ``make test`` tries in full."""


def walk(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    command = loaded_command(command)
    if hasattr(command, "commands"):
        for name, inner in command.commands.items():
            yield from walk(inner, (*path, name))
    else:
        yield " ".join(path), command


def test_no_command_is_forgotten() -> None:
    commands = dict(walk(get_command(app)))
    tried = {case.command for case in CASES}
    assert sorted([*tried, *ELSEWHERE, *ONLY_READ]) == sorted(commands), "each once: in CASES, ELSEWHERE or ONLY_READ"
    written = {
        f"{name} {parameter}"
        for name, command in commands.items()
        for parameter, use in uses_of(inspect.unwrap(command.callback)).items()
        if use.writes
    }
    assert sorted(case.name for case in CASES if case.fixed is None) == sorted(written)


class Trial:
    """A command in a folder with all that it reads, and where its result goes."""

    def __init__(
        self, case: Case, folder: Path, commands: ForkedCommands, addresses: dict[str, str], out: str = "results/out"
    ) -> None:
        self.case, self.folder, self.commands, self.addresses = case, folder, commands, addresses
        self.out = case.fixed or (f"{out}{case.suffix}" if Path(out).name == "out" else out)
        self.place = folder / self.out
        if case.fixed is None:
            (folder / "results").mkdir(exist_ok=True)

    @property
    def line(self) -> list[str]:
        return self.case.line(self.out, self.addresses)

    def run(self, **conditions: Any) -> Ended:
        return self.commands.run(Run(self.line, str(self.folder), **conditions))[0]

    def run_twice_at_once(self) -> list[Ended]:
        return self.commands.run(*[Run(self.line, str(self.folder))] * 2)

    def content(self) -> dict[str, bytes]:
        """The files of the result."""
        if self.place.is_dir():
            return {str(path.relative_to(self.place)): path.read_bytes() for path in files_in(self.place)}
        return {"": self.place.read_bytes()} if self.place.exists() else {}

    def left(self) -> list[str]:
        """Temporary files that were left."""
        return sorted(path.name for path in self.folder.rglob("*") if path.name.endswith((".part", ".partial")))

    def everything(self) -> dict[str, tuple[int, int, int]]:
        """All files but those of databases, which may be opened, and what changes if one is written."""
        states = {path: path.stat() for path in files_in(self.folder) if not {"project", "study"} & {*path.parts}}
        return {str(path): (state.st_ino, state.st_size, state.st_mtime_ns) for path, state in states.items()}


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


Begin = Callable[..., Trial]


@pytest.fixture
def begin(commands: ForkedCommands, addresses: dict[str, str], shared: Path) -> Begin:
    """Give a command for another output, in a folder that all share who change nothing in it."""

    def begin(case: Case, out: str) -> Trial:
        return Trial(case, shared, commands, addresses, out)

    return begin


Try = Callable[..., Trial]


@pytest.fixture
def make_trial(request: pytest.FixtureRequest, inputs: Path, tmp_path: Path) -> Try:
    """Put a command into a folder of its own."""
    commands, addresses = request.getfixturevalue("commands"), request.getfixturevalue("addresses")
    numbers = count(1)

    def make_trial(case: Case, out: str = "results/out") -> Trial:
        folder = Path(shutil.copytree(inputs, tmp_path / str(next(numbers))))
        if "project" in case.arguments:
            shutil.copytree(request.getfixturevalue("project"), folder / "project")
        return Trial(case, folder, commands, addresses, out)

    return make_trial


UNDISTURBED: dict[str, dict[str, bytes]] = {}


def undisturbed(case: Case, make_trial: Try) -> dict[str, bytes]:
    """What the command writes if nothing disturbs it."""
    if case.name not in UNDISTURBED:
        trial = make_trial(case)
        ended = trial.run()
        assert ended.code == 0, ended.err
        assert trial.left() == []
        UNDISTURBED[case.name] = trial.content()
    assert UNDISTURBED[case.name], "it writes something"
    return UNDISTURBED[case.name]


def check_refused(ended: Ended, pattern: str) -> None:
    """One line on standard error, of ours, and exit code 1."""
    assert ended.code == 1, (ended.code, ended.err)
    assert ended.out == ""
    assert ended.err.count("\n") == 1, ended.err
    assert re.search(pattern, ended.err), ended.err


def put_old_file(trial: Trial) -> bytes | None:
    """Put a file where the result goes, if the command may replace it."""
    if trial.case.appends or trial.case.fills or trial.case.new:
        return None
    trial.place.write_bytes(OLD)
    return OLD


def limit_of(whole: dict[str, bytes]) -> int:
    """Most of the largest file, so that the smaller ones of a database are not in the way."""
    return max(map(len, whole.values())) * 9 // 10


def check_again(trial: Trial, whole: dict[str, bytes]) -> None:
    """Given again, the command makes what it makes undisturbed, and nothing is left beside it."""
    ended = trial.run()
    assert ended.code == 0, ended.err
    if not trial.case.differs:
        assert trial.content() == whole
    assert list(trial.content()) == list(whole)
    assert trial.left() == []


def check_so_far(trial: Trial, whole: dict[str, bytes], old: bytes | None) -> None:
    """After a disturbance: the old file, whole lines of the new one, or some files of a folder, each of them whole."""
    found = trial.content()
    if trial.case.fills:
        assert all(whole.get(name) == content for name, content in found.items() if not name.endswith(".part"))
    elif trial.case.appends:
        lines = found.get("", b"").splitlines(keepends=True)
        complete = [line for line in lines if line.endswith(b"\n")]
        assert set(complete) <= set(whole[""].splitlines(keepends=True))
        assert lines[len(complete) :] == [] or any(each.startswith(lines[-1]) for each in whole[""].splitlines())
    else:
        assert found.get("") == old


def kill(case: Case, make_trial: Try, begin: Begin) -> None:
    whole, trial = undisturbed(case, make_trial), make_trial(case)
    old = put_old_file(trial)
    ended = trial.run(limit=limit_of(whole), killed=True)
    assert ended.code == -signal.SIGXFSZ, (ended.code, ended.err)
    check_so_far(trial, whole, old)
    check_again(trial, whole)


def fill_the_disk(case: Case, make_trial: Try, begin: Begin) -> None:
    whole, trial = undisturbed(case, make_trial), make_trial(case)
    old = put_old_file(trial)
    ended = trial.run(limit=limit_of(whole))
    assert ended.code == 1, (ended.code, ended.err)
    assert FAILED.search(ended.err.splitlines()[-1]), ended.err
    assert "mistake in Karat" not in ended.err
    check_so_far(trial, whole, old)
    assert trial.left() == []
    check_again(trial, whole)


def deny_the_folder(case: Case, make_trial: Try, begin: Begin) -> None:
    trial = begin(case, "results/folder/out")
    check_read_only(trial, trial.place.parent, 0o500)


def deny_the_file(case: Case, make_trial: Try, begin: Begin) -> None:
    """A file that may not be written, or a folder that may not be filled."""
    trial = begin(case, "results/out")
    if case.fills:
        check_read_only(trial, trial.place, 0o500)
        return
    trial.place.write_bytes(OLD)
    check_read_only(trial, trial.place, 0o400)


def check_read_only(trial: Trial, place: Path, mode: int) -> None:
    existed = place.exists()
    if not existed:
        place.mkdir()
    place.chmod(mode)
    try:
        before = trial.everything()
        check_refused(trial.run(rights=False), "expected a (directory|file) that can be written|cannot be written")
        assert trial.everything() == before
    finally:
        place.chmod(0o700)
        if place.is_file():
            place.unlink()
        elif not existed:
            place.rmdir()


def name_a_missing_folder(case: Case, make_trial: Try, begin: Begin) -> None:
    """A folder that the command fills is made, with those above it; no other is."""
    if case.fills:
        trial = make_trial(case, "results/none/below/out")
        assert trial.run().code == 0
        assert trial.content() == undisturbed(case, make_trial)
        return
    trial = begin(case, "results/none/out")
    before = trial.everything()
    check_refused(trial.run(), rf"{re.escape(trial.out)}: expected a directory .*, found none")
    assert trial.everything() == before


def write_over_an_input(case: Case, make_trial: Try, begin: Begin) -> None:
    """Each of the files that the command reads."""
    if case.fixed is not None:
        return
    for word in begin(case, "results/out").line:
        trial = begin(case, word)
        if not trial.place.is_file():
            continue
        before = trial.everything()
        check_refused(trial.run(), "expected another file for|expected a directory, found a file")
        assert trial.everything() == before


def run_two_at_once(case: Case, make_trial: Try, begin: Begin) -> None:
    whole, trial = undisturbed(case, make_trial), make_trial(case)
    ended = trial.run_twice_at_once()
    assert min(each.code for each in ended) == 0, [each.err for each in ended]
    for each in ended:
        if each.code != 0:
            assert each.code == 1, each.err
            assert IN_USE.search(each.err), each.err
    if not case.differs:
        assert trial.content() == whole
    assert trial.left() == []


DISTURBANCES = (
    kill,
    fill_the_disk,
    deny_the_folder,
    deny_the_file,
    name_a_missing_folder,
    write_over_an_input,
    run_two_at_once,
)


@pytest.mark.long
@pytest.mark.parametrize("disturb", DISTURBANCES)
@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_the_whole_matrix(case: Case, disturb: Callable[..., None], make_trial: Try, begin: Begin) -> None:
    disturb(case, make_trial, begin)


def test_a_slice(make_trial: Try, begin: Begin) -> None:
    """One test, since what the commands read takes longer to make than most of them take to run."""
    cheap = (write_over_an_input, name_a_missing_folder)
    for case in CASES:
        for disturb in DISTURBANCES if case.name in SLICE else () if case.fills else cheap:
            try:
                disturb(case, make_trial, begin)
            except AssertionError as error:
                error.add_note(f"{disturb.__name__}: {case.name}")
                raise


def test_a_torn_file_would_be_noticed(inputs: Path, tmp_path: Path) -> None:
    """The checks see a file that was cut, and one that was left."""
    case = replace(CASES[0], appends=True)
    (tmp_path / "results").mkdir()
    trial = Trial(case, tmp_path, None, {})  # type: ignore[arg-type]
    trial.place.write_bytes(b"one\ntw")
    check_so_far(trial, {"": b"one\ntwo\n"}, None)
    with pytest.raises(AssertionError):
        check_so_far(trial, {"": b"one\nthree\n"}, None)
    (tmp_path / "results" / ".out.karat-0123456789abcdef.part").touch()
    assert trial.left() == [".out.karat-0123456789abcdef.part"]
