"""Where requests come from, what they carry, and the headers of every answer."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from addresses import readable_paths
from office import Browser, Office, note

from karat.annotate.api.security.requests import host_name
from karat.annotate.store import Store


def change(browser: Browser, office: Office, **headers: str) -> int:
    """Send a change with other headers, and give the status of the answer."""
    path = f"/api/documents/{office.document('Ann')}/events"
    version = office.store.document(office.document("Ann")).version
    status: int = browser.post(path, json={"events": [note("x", version)]}, headers=headers).status_code
    return status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({}, 201, id="as the page sends it"),
        pytest.param({"X-CSRF-Token": ""}, 403, id="no token"),
        pytest.param({"X-CSRF-Token": "csrf-of-Ben"}, 403, id="somebody else's token"),
        pytest.param({"Origin": "http://elsewhere.example"}, 403, id="another site"),
        pytest.param({"Origin": "http://127.0.0.1.elsewhere.example"}, 403, id="a site that begins like ours"),
        pytest.param({"Origin": "http://127.0.0.1:9999"}, 403, id="another port of this machine"),
        pytest.param({"Origin": "https://127.0.0.1"}, 403, id="another scheme"),
        pytest.param({"Origin": "null"}, 403, id="a page in a sandbox"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="a browser that says so"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="a neighbour under the same name"),
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 201, id="our own page"),
    ],
)
def test_changes_come_from_the_page_alone(office: Office, headers: dict[str, str], status: int) -> None:
    assert change(office.browser("Ann"), office, **headers) == status


def test_a_form_of_another_site_cannot_send_json(office: Office) -> None:
    """A form needs no permission of the browser, but can only send text/plain and the like."""
    body = '{"name": "Ann", "password": "x"}'
    answer = office.browser().post("/api/session", content=body, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422
    assert office.store.count_attempts(datetime(2000, 1, 1, tzinfo=UTC)) == 0


@pytest.mark.parametrize(
    ("host", "status"),
    [
        pytest.param("127.0.0.1", 200, id="loopback"),
        pytest.param("127.0.0.1:8719", 200, id="with port"),
        pytest.param("LOCALHOST:8719", 200, id="localhost"),
        pytest.param("[::1]:8719", 200, id="IPv6"),
        pytest.param("elsewhere.example", 421, id="DNS rebinding"),
        pytest.param("127.0.0.1.elsewhere.example", 421, id="a name that begins like ours"),
        pytest.param("localhost@elsewhere.example", 400, id="user information"),
        pytest.param("127.0.0.1:port", 400, id="no port"),
        pytest.param("", 400, id="empty"),
    ],
)
@pytest.mark.parametrize("path", ["/api/health", "/"])
def test_only_known_names_of_the_server_are_answered(office: Office, host: str, status: int, path: str) -> None:
    assert office.browser().get(path, headers={"Host": host}).status_code == status


def test_host_names() -> None:
    hosts = ["a:1", "A", "[::1]", "[::1", "a/b", "a?b", "a#b", "u@a", "a:99999", "", "a b"]
    assert [host_name(host) for host in hosts] == ["a", "a", "::1", None, None, None, None, None, None, None, "a b"]


def test_a_server_on_a_network_may_be_called_by_any_name(folder_store: Store, page: Path) -> None:
    with Office.open(folder_store, page, hosts=None) as office:
        ann = office.browser("Ann")
        assert ann.get("/api/session", headers={"Host": "annotate.example"}).status_code == 200
        assert change(ann, office, Host="annotate.example") == 403, "its page has another origin"
        assert change(ann, office, Host="annotate.example", Origin="http://annotate.example") == 201


@pytest.mark.parametrize(
    ("method", "path"),
    [
        pytest.param("GET", "/", id="page"),
        pytest.param("GET", "/assets/a-1.js", id="script"),
        pytest.param("GET", "/assets/none.js", id="no file"),
        pytest.param("GET", "/api/session", id="refused"),
        pytest.param("GET", "/api/none", id="no route"),
        pytest.param("POST", "/api/session", id="invalid"),
        pytest.param("PUT", "/api/session", id="no method"),
    ],
)
def test_every_answer_has_the_headers(office: Office, method: str, path: str) -> None:
    headers = office.browser().request(method, path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert (policy["frame-ancestors"], policy["object-src"], policy["base-uri"]) == ("'none'",) * 3
    assert "unsafe" not in headers["content-security-policy"]
    assert not re.search(r"https?:|\*", headers["content-security-policy"]), "no other origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


def test_what_the_api_answers_is_kept_in_no_cache(office: Office) -> None:
    ann = office.browser("Ann")
    assert ann.get("/api/session").headers["cache-control"] == "no-store"
    assert "immutable" in ann.get("/assets/a-1.js").headers["cache-control"]
    assert ann.get("/").headers["cache-control"] == "no-cache"


def test_a_body_that_is_too_large_is_refused(folder_store: Store, page: Path) -> None:
    with Office.open(folder_store, page, largest_body=1000) as office:
        browser = office.browser()
        body = b'{"name": "' + b"x" * 2000 + b'", "password": ""}'
        refused = browser.post("/api/session", content=body, headers={"Content-Type": "application/json"})
        assert (refused.status_code, refused.json()) == (413, {"error": "expected at most 0 kB, found more"})

        def chunks() -> Iterator[bytes]:
            yield body

        chunked = browser.post("/api/session", content=chunks(), headers={"Content-Type": "application/json"})
        assert chunked.status_code == 413, "also without Content-Length"
        wrong = browser.post("/api/session", content=b"{}", headers={"Content-Length": "+2"})
        assert wrong.status_code == 400


@pytest.mark.parametrize("depth", [100, 100_000])
def test_deeply_nested_json_is_refused(office: Office, depth: int) -> None:
    body = '{"events":' + "[" * depth + "]" * depth + "}"
    path = f"/api/documents/{office.document('Ann')}/events"
    answer = office.browser("Ann").post(path, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)


def test_no_answer_repeats_a_password(office: Office) -> None:
    answer = office.browser().post("/api/session", json={"name": "Ann", "password": ["a secret"]})
    assert answer.status_code == 422
    assert "a secret" not in answer.text


def test_the_server_connects_to_nobody(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """No request leaves the machine: neither reading, nor importing, nor analysing a sentence."""
    addresses: list[object] = []
    monkeypatch.setattr(socket.socket, "connect", lambda _, address: addresses.append(address))
    monkeypatch.setattr(socket.socket, "connect_ex", lambda _, address: addresses.append(address))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *address, **_: addresses.append(address))
    office.store.change_project(office.project.id, settings={"tagger": "auto"})
    cleo = office.browser("Cleo")
    files = {"file": ("a.txt", b"The old mill was sold by Ann .")}
    assert cleo.post(f"{office.path}/imports", files=files, data={"what": "sentences"}).status_code == 201
    for path in readable_paths(office):
        cleo.get(path)
    assert addresses == []
