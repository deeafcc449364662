"""The client, against a local server that misbehaves."""

from __future__ import annotations

import time

import pytest
from fake_corenlp import answering, cut, dripping, dripping_headers, failing, good, silent, slow

from karat.errors import AnswerError, InputError, ServiceError
from karat.systems.corenlp import client as client_module
from karat.systems.corenlp.client import Address, Client

TIMED_OUT = "CoreNLP request timed out. Your document may be too long."


def words(answer) -> list[str]:
    return [token.text("word") for sentence in answer.items("sentences") for token in sentence.items("tokens")]


def test_a_request(serve) -> None:
    server = serve()
    client = Client(Address(server.url, "ann", "s:ecret"))
    answer = client.annotate("Ann schläft .", {"annotators": "tokenize"}, 5, "de")
    assert words(answer) == ["Ann", "schläft", "."]
    (request,) = server.requests
    assert request["language"] == "de"
    assert request["properties"] == {"annotators": "tokenize", "outputFormat": "json", "timeout": "5000"}
    assert request["authorization"] == "Basic YW5uOnM6ZWNyZXQ="
    assert client.is_ready()


@pytest.mark.parametrize(
    "trouble",
    [failing(500), failing(503, ""), cut, silent, answering(b"{"), answering(b"\xff"), answering(b'{"a": 1}')],
    ids=["500", "503", "cut", "silent", "not JSON", "not UTF-8", "other JSON"],
)
def test_what_may_pass_is_asked_for_again(serve, trouble) -> None:
    server = serve(trouble, trouble, good)
    assert words(Client(Address(server.url), retries=2).annotate("Ann left", {}, 5)) == ["Ann", "left"]
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("trouble", "message"),
    [
        pytest.param(failing(500), "status 500: java.lang.RuntimeException: no", id="500"),
        pytest.param(failing(413, "too long"), "status 413: too long", id="413"),
        pytest.param(cut, "a broken connection", id="cut"),
        pytest.param(silent, "a broken connection", id="silent"),
        pytest.param(answering(b"<html>"), "an answer that is not CoreNLP's JSON", id="not JSON"),
        pytest.param(answering(b"[" * 100_000), "an answer that is not CoreNLP's JSON", id="too deep"),
    ],
)
def test_the_last_trouble_is_told(serve, trouble, message: str) -> None:
    server = serve(trouble)
    with pytest.raises(AnswerError) as raised:
        Client(Address(server.url), retries=1).annotate("Ann left", {}, 5)
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "trouble",
    [slow(20), dripping, dripping_headers, failing(500, TIMED_OUT)],
    ids=["slow", "dripping", "dripping headers", "the server's own"],
)
def test_a_time_out_is_for_the_whole_answer_and_not_repeated(serve, trouble) -> None:
    server = serve(trouble)
    begun = time.monotonic()
    with pytest.raises(AnswerError, match=r"^no answer within 0\.3 s$"):
        Client(Address(server.url), retries=3).annotate("Ann left", {}, 0.3)
    assert time.monotonic() - begun < 5
    assert len(server.requests) == 1


def test_an_answer_without_end_is_cut_off(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "MOST", 1000)
    server = serve(answering(b" " * 100_000))
    with pytest.raises(AnswerError, match=r"an answer of more than 1,000 bytes"):
        Client(Address(server.url), retries=0).annotate("Ann left", {}, 5)


def test_pauses_grow(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "FIRST_PAUSE", 0.05)
    server = serve(failing(500), failing(500), good)
    Client(Address(server.url), retries=2).annotate("Ann left", {}, 5)
    first, second, third = (request["at"] for request in server.requests)
    assert second - first >= 0.05
    assert third - second >= 0.1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_concerns_all_texts_stops(serve, status: int) -> None:
    server = serve(failing(status, ""))
    with pytest.raises(ServiceError, match=rf"expected an answer of CoreNLP, found status {status}$") as raised:
        Client(Address(server.url)).annotate("Ann left", {}, 5)
    assert not isinstance(raised.value, AnswerError)


def test_no_server(serve) -> None:
    server = serve()
    address = Address(server.url)
    server.stop()
    with pytest.raises(ServiceError, match="expected a CoreNLP server, found no connection") as raised:
        Client(address).annotate("Ann left", {}, 5)
    assert not isinstance(raised.value, AnswerError)
    assert not Client(address).is_ready()


@pytest.mark.parametrize(
    ("text", "url", "user", "password"),
    [
        ("http://localhost:9000", "http://localhost:9000", "", ""),
        ("http://localhost:9000/", "http://localhost:9000", "", ""),
        ("https://ann:p%40ss@nlp.example/core", "https://nlp.example/core", "ann", "p@ss"),
        ("http://[::1]:9000", "http://[::1]:9000", "", ""),
    ],
)
def test_addresses(text: str, url: str, user: str, password: str) -> None:
    address = Address.parse(text)
    assert (address.url, address.user, address.password) == (url, user, password)
    assert not password or password not in repr(address)


@pytest.mark.parametrize("text", ["localhost:9000", "ftp://a", "http://", "http://a:b", "http://u:secret@h:x"])
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected an address as http://localhost:9000") as raised:
        Address.parse(text)
    assert "secret" not in str(raised.value)
