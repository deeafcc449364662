"""Jars that mvn fetches: a program that stands in for it succeeds, fails, hangs, or brings another file."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import real_corenlp
from example_jar import CONTENT, JAR

from karat.cli import main
from karat.errors import ChecksumError, DataError, KaratError, ServiceError
from karat.systems.corenlp.jars import finding, mvn
from karat.systems.corenlp.jars.artifacts import PROGRAM, VERSION
from karat.systems.corenlp.jars.finding import find_jars

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program that stands in for mvn has a first line")

NOTHING = (
    "expected CoreNLP's jars in a folder (--jars, CORENLP_HOME), mvn, or the address of a Maven repository in "
    "KARAT_MAVEN, found none"
)
PLACE = Path(".m2", "repository", "com", "example", "thing", "1.2", "thing-1.2-models.jar")


@pytest.fixture(autouse=True)
def one_jar(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A CoreNLP of one jar."""
    monkeypatch.setattr(finding, "PROGRAM", (JAR,))
    monkeypatch.setattr(mvn, "PAUSE", 0.02)


@pytest.fixture
def notes(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[dict[str, Any]]]:
    """Install mvn; give the function that reads how it was called."""
    script = home / "bin" / "mvn"
    script.parent.mkdir()
    fake = Path(__file__).with_name("fake_mvn.py").read_text(encoding="utf-8")
    script.write_text(f"#!{sys.executable}\n{fake}", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(script.parent))
    path = home / "notes.jsonl"
    monkeypatch.setenv("FAKE_MVN_NOTES", str(path))
    return lambda: [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


Notes = Callable[[], list[dict[str, Any]]]


def test_mvn_fetches_what_is_missing(home: Path, tmp_path: Path, notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_MVN", "fetches")
    (tmp_path / "pom.xml").write_text("<project>")  # somebody's own, and broken
    monkeypatch.chdir(tmp_path)
    assert find_jars([]).paths == (home / PLACE,)
    assert (home / PLACE).read_bytes() == CONTENT
    (call,) = notes()
    assert call["files"] == []
    assert call["arguments"] == [
        "--batch-mode",
        "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get",
        "-Dartifact=com.example:thing:1.2:jar:models",
        "-Dtransitive=false",
        f"-Dmaven.repo.local={home / '.m2' / 'repository'}",
    ]
    assert find_jars([]).paths == (home / PLACE,)
    assert find_jars([], download=False).paths == (home / PLACE,)
    assert len(notes()) == 1


def test_coordinates() -> None:
    assert PROGRAM[0].coordinates == f"edu.stanford.nlp:stanford-corenlp:{VERSION}:jar"
    assert PROGRAM[-1].coordinates == "com.sun.xml.bind:jaxb-impl:2.4.0-b180830.0438:jar"


def test_progress_is_told(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_MVN", "fetches slowly")
    monkeypatch.setattr(mvn, "PATIENCE", 0.7)  # less than the whole takes, more than each piece of it
    told: list[str] = []
    find_jars([], tell=told.append)
    assert told[0] == "mvn fetches thing-1.2-models.jar: 0 of 0 MB"
    assert told[-1] == "checking thing-1.2-models.jar"


def test_the_size_of_what_is_being_written(tmp_path: Path) -> None:
    assert mvn._size_of_newest(tmp_path / "nowhere", JAR.file) == 0
    for age, (name, size) in enumerate([(f"{JAR.file}.1.tmp", 5), ("thing-1.2.jar", 7), (f"{JAR.file}.2.tmp", 9)]):
        (tmp_path / name).write_bytes(b"x" * size)
        os.utime(tmp_path / name, (1_000 - age, 1_000 - age))
    assert mvn._size_of_newest(tmp_path, JAR.file) == 5


@pytest.mark.parametrize(
    ("does", "error", "message"),
    [
        pytest.param(
            "fails",
            ServiceError,
            "thing-1.2-models.jar: expected mvn to fetch it, found code 1: Couldn't download artifact: Could not find "
            "artifact com.example:thing:jar:models:1.2 in central",
            id="with an error",
        ),
        pytest.param(
            "fails without an error",
            ServiceError,
            "thing-1.2-models.jar: expected mvn to fetch it, found code 1: The JAVA_HOME environment variable is not "
            "defined correctly",
            id="without an error",
        ),
        pytest.param(
            "fetches nothing",
            DataError,
            "{path}: expected the jar that mvn fetched, found no such file or directory",
            id="no file",
        ),
    ],
)
def test_a_failure_is_told(
    home: Path, notes: Notes, monkeypatch: pytest.MonkeyPatch, does: str, error: type[KaratError], message: str
) -> None:
    monkeypatch.setenv("FAKE_MVN", does)
    with pytest.raises(error) as raised:
        find_jars([])
    assert str(raised.value) == message.format(path=home / PLACE)


def test_another_file_is_refused_each_time(home: Path, notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_MVN", "fetches another")
    message = r"thing-1.2-models.jar: expected sha256 \w{12}…, found \w{12}… from mvn; without this file"
    for _ in range(2):
        with pytest.raises(ChecksumError, match=message):
            find_jars([])
    monkeypatch.setenv("FAKE_MVN", "fetches")
    assert find_jars([]).paths == (home / PLACE,)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_mvn_that_hangs_is_ended(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_MVN", "hangs")
    monkeypatch.setattr(mvn, "PATIENCE", 1.0)
    begun = time.monotonic()
    message = r"found nothing new from it for 1 s; the last was: \[INFO\] Scanning for projects\.\.\.$"
    with pytest.raises(ServiceError, match=message):
        find_jars([])
    assert time.monotonic() - begun < 20
    (call,) = notes()
    assert not is_running(call["process"])


def test_an_interruption_ends_mvn(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_MVN", "hangs")

    def interrupt(_: str) -> None:
        if notes():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        find_jars([], tell=interrupt)
    (call,) = notes()
    assert not is_running(call["process"])


def test_the_users_repository_comes_first(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARAT_MAVEN", "http://127.0.0.1:9/maven")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with pytest.raises(DataError, match=r"expected an answer from 127\.0\.0\.1, found no connection"):
        find_jars([])
    assert notes() == []


def test_no_download_is_none_by_mvn_either(notes: Notes) -> None:
    with pytest.raises(DataError, match="and downloading is turned off"):
        find_jars([], download=False)
    assert notes() == []


def test_nothing_to_fetch_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DataError) as raised:
        find_jars([])
    assert str(raised.value) == NOTHING
    (tmp_path / "in.txt").write_text("Ann left .\n")
    with pytest.raises(SystemExit) as ended:
        main(["run", "corenlp", str(tmp_path / "in.txt")])
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (1, "")
    assert err == f"{NOTHING}\n"


def test_tests_of_a_real_server_wait_so_long_and_no_longer(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_MVN", "hangs")
    monkeypatch.setattr(real_corenlp, "PATIENCE", 2.0)
    (Path(os.environ["PATH"]) / "java").symlink_to(sys.executable)
    real_corenlp.find_problem.cache_clear()
    try:
        for _ in range(2):
            with pytest.raises(pytest.skip.Exception, match="jars are not to be had: they did not come within 2 s"):
                real_corenlp.need_jars([])
    finally:
        real_corenlp.find_problem.cache_clear()
    (call,) = notes()
    deadline = time.monotonic() + 10
    while is_running(call["process"]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(call["process"])
