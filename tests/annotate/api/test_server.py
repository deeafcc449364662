"""`serve`, as a process: the link it prints, its end, and what it says when it cannot start."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from karat.annotate.server import address, allowed_hosts, bind, is_loopback, link_start, serve
from karat.errors import InputError

START = """
import sys
from pathlib import Path
from karat.annotate.server import serve
serve(sys.argv[1], port=0, open_browser=False, page=Path(sys.argv[2]), echo=lambda line: print(line, flush=True))
"""


@pytest.fixture
def process(tmp_path: Path, page: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", START, str(tmp_path / "project"), str(page)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as started:
        yield started
        started.kill()


def test_the_link_signs_in_and_ctrl_c_stops_in_order(process: subprocess.Popen[str], tmp_path: Path) -> None:
    assert process.stdout is not None
    found = re.fullmatch(
        r"Karat is at (http://127\.0\.0\.1:\d+)/sign-in#launch=([\w-]{43})\n", process.stdout.readline()
    )
    assert found is not None
    url, token = found.groups()
    with httpx.Client(base_url=url) as client:
        assert client.get("/sign-in").status_code == 200
        answer = client.post("/api/session/launch", json={"token": token}, headers={"Origin": url})
        assert answer.json()["person"] == {"id": 1, "name": "admin", "role": "admin", "active": True, "machine": False}
        assert client.get("/api/session").status_code == 200
        port = url.rpartition(":")[2]
        assert list(client.cookies) == [f"karat_session_{port}"], "servers on two ports of one machine share cookies"
        assert "server" not in answer.headers
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in output
    assert output.splitlines()[-1] == "Stopped. Everything that the page called saved is on disk."
    assert (tmp_path / "project" / "karat.db").exists()


def test_a_page_that_was_not_built_is_said_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(
        InputError,
        match=r"run `make web`, and if Karat was installed from it as a copy, `pip install '\.\[annotate\]'` again$",
    ):
        serve(tmp_path / "project", page=tmp_path / "none")
    assert not (tmp_path / "project").exists()


def test_a_port_that_is_taken(tmp_path: Path, page: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port} is taken.*; choose one by --port"):
            serve(tmp_path / "project", port=port, page=page)
    assert not (tmp_path / "project").exists()


def test_answers_are_sent_at_once() -> None:
    """Without TCP_NODELAY, an answer that is written in two goes waits 40 ms for the client's acknowledgement."""

    async def is_set_where_accepted() -> bool:
        accepted: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
        server = await asyncio.start_server(lambda _, writer: accepted.set_result(writer), sock=bind("127.0.0.1", 0))
        async with server:
            _, client = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer = await accepted
            option = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            client.close()
            writer.close()
            return bool(option)

    assert asyncio.run(is_set_where_accepted())


@pytest.mark.parametrize(("host", "port"), [("203.0.113.7", 0), ("127.0.0.1", 70_000), ("no such host", 0)])
def test_an_address_that_is_not_of_this_machine(host: str, port: int) -> None:
    with pytest.raises(InputError, match=r"expected an address of this machine and a free port, found"):
        bind(host, port)


@pytest.mark.parametrize(
    ("host", "loopback", "hosts", "in_link"),
    [
        ("127.0.0.1", True, ("127.0.0.1", "localhost", "::1"), "127.0.0.1:1"),
        ("localhost", True, ("127.0.0.1", "localhost", "::1"), "localhost:1"),
        ("::1", True, ("127.0.0.1", "localhost", "::1"), "[::1]:1"),
        ("127.0.0.5", True, ("127.0.0.1", "localhost", "::1", "127.0.0.5"), "127.0.0.5:1"),
        ("0.0.0.0", False, None, "127.0.0.1:1"),
        ("192.0.2.1", False, None, "192.0.2.1:1"),
    ],
)
def test_addresses(host: str, loopback: bool, hosts: tuple[str, ...] | None, in_link: str) -> None:
    assert is_loopback(host) == loopback
    assert allowed_hosts(host, ()) == hosts
    assert address(host, 1) == in_link


def test_over_https_links_lead_to_the_proxy(tmp_path: Path, page: Path) -> None:
    """A link to the server itself would sign nobody in: the cookie is for https, and so is the page's origin."""
    assert link_start("127.0.0.1", 8719, True, ("gold.example", "other.example")) == "https://gold.example"
    assert link_start("127.0.0.1", 8719, False, ("gold.example",)) == "http://127.0.0.1:8719"
    with pytest.raises(InputError, match=r"--https: expected also --known-as"):
        serve(tmp_path / "project", https=True, page=page)


def test_names_of_a_server_on_a_network() -> None:
    assert allowed_hosts("0.0.0.0", ("annotate.example",)) == ("127.0.0.1", "localhost", "::1", "annotate.example")
