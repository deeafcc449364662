"""Servers of our own end with us, however we end; a program stands in for Java."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from karat.errors import ServiceError
from karat.model import Sentence
from karat.systems.corenlp import Corenlp, CorenlpOptions, pipeline
from karat.systems.corenlp.jars.finding import Jars
from karat.systems.corenlp.server import Server
from karat.systems.system import Extracted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

JAVA = str(Path(__file__).parent / "fake_java.py")
OWNER = """
import signal, sys, time
# Whoever runs the tests may ignore these, as nohup does.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from karat.systems.corenlp.server import Server
server = Server([], java=sys.argv[1])
print("started", flush=True)
time.sleep(60)
"""


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the stand-in write its process id; give that file."""
    monkeypatch.setenv("FAKE_JAVA_PID", str(tmp_path / "pid"))
    monkeypatch.setenv("FAKE_JAVA", "4711")
    return tmp_path / "pid"


def wait_until_gone(pid: int, seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if (
            Path(f"/proc/{pid}/stat").exists()
            and Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0] == "Z"
        ):
            return True  # ended, and nobody has asked for its exit code
        time.sleep(0.02)
    return False


def test_start_and_stop(java: Path) -> None:
    server = Server([], java=JAVA)
    pid = int(java.read_text())
    assert server.running
    assert server.address.url == "http://127.0.0.1:4711"
    assert len(server.address.password) >= 20
    server.stop()
    assert wait_until_gone(pid)
    assert not server.running
    server.stop()  # again, without effect


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_no_server_outlives_its_owner(java: Path, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, JAVA], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"started\n"
        pid = int(java.read_text())
        assert not wait_until_gone(pid, 0.1)
        owner.send_signal(number)
        owner.wait(20)
    assert wait_until_gone(pid)


def test_ctrl_c_of_a_terminal_reaches_only_the_owner(java: Path) -> None:
    server = Server([], java=JAVA)
    pid = int(java.read_text())
    assert os.getsid(pid) != os.getsid(0)
    server.stop()


def test_why_a_server_did_not_start(java: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_JAVA", "fails")
    with pytest.raises(ServiceError) as raised:
        Server([], java=JAVA)
    assert str(raised.value) == (
        "expected CoreNLP's server to start, found that it ended with code 3: "
        "Exception in thread main java.net.BindException: no"
    )


def test_no_java() -> None:
    with pytest.raises(ServiceError, match="no-such-java: expected Java 8 or newer to start CoreNLP, found no such"):
        Server([], java="no-such-java")


def test_a_server_that_ends_is_started_again(java: Path, monkeypatch: pytest.MonkeyPatch, serve) -> None:
    monkeypatch.setattr(pipeline, "find_jars", lambda *_, **__: Jars((), "4.5.10"))
    monkeypatch.setenv("FAKE_JAVA", str(serve().server_port))
    system = Corenlp(CorenlpOptions(java=JAVA))
    assert system.version == "CoreNLP 4.5.10 models"
    try:
        assert isinstance(system.extract([Sentence("1", "Ann met Bob")])[0], Extracted)
        first = int(java.read_text())
        os.kill(first, signal.SIGKILL)
        assert wait_until_gone(first)
        time.sleep(0.2)  # the guard notices
        assert isinstance(system.extract([Sentence("2", "Cora met Dan")])[0], Extracted)
        second = int(java.read_text())
    finally:
        system.close()
    assert second != first
    assert wait_until_gone(second)
    with pytest.raises(ServiceError, match="found that it was closed"):
        system.extract([Sentence("3", "Eve")])


def test_a_server_that_ends_at_once_stops_the_run(java: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "find_jars", lambda *_, **__: Jars((), "4.5.10"))
    monkeypatch.setenv("FAKE_JAVA", "dies")
    system = Corenlp(CorenlpOptions(java=JAVA, retries=3))
    message = (
        "^expected CoreNLP's server to load its weights, found that it ended: .*OutOfMemoryError: Java heap space$"
    )
    with pytest.raises(ServiceError, match=message):
        system.extract([Sentence("1", "Ann met Bob")])
    system.close()
