"""The endpoint, against a server that misbehaves: how long it waits, what it asks again, what it never shows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise
from typing import Any

import misbehaving_server
import pytest
from misbehaving_server import Behaviour, Server, saying, slow, with_headers

from karat.errors import AnswerError, InputError, ServiceError
from karat.systems import body_limit, pausing
from karat.systems.chat import ChatEndpoint, Completion, Message
from karat.systems.pausing import growing_pause, requested_pause

ASKED = [Message("user", "Say something.")]
KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def complete(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[Server, Any]]]:
    """Ask a server with some replies; give it, and the answer or the error."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(pausing, "FIRST", 0.01)
    opened: list[tuple[Server, ChatEndpoint]] = []

    def complete(*replies: Behaviour, **options: Any) -> tuple[Server, Completion | ServiceError]:
        server = Server(*replies).start()
        endpoint = ChatEndpoint(server.url, "m", **{"retries": 1, "timeout": 5.0, **options})
        opened.append((server, endpoint))
        try:
            return server, endpoint.complete(ASKED)
        except ServiceError as error:
            return server, error

    yield complete
    for server, endpoint in opened:
        endpoint.close()
        server.stop()


@pytest.mark.parametrize(
    ("behaviour", "options", "found"),
    [
        pytest.param(misbehaving_server.CUT, {}, "Connection error", id="a connection cut in the body"),
        pytest.param(misbehaving_server.SILENT, {}, "Connection error", id="a connection closed without a word"),
        pytest.param(slow(9, saying("")), {"timeout": 0.3}, "no answer within 0.3 s", id="silence"),
        pytest.param(misbehaving_server.DRIPPING, {"timeout": 0.3}, "no end of the answer within 0.3 s", id="dripping"),
        pytest.param(
            misbehaving_server.DRIPPING_HEADERS, {"timeout": 0.3}, "no answer within 0.3 s", id="headers without end"
        ),
        pytest.param(misbehaving_server.PACKED, {}, "a body packed with gzip", id="packed"),
        pytest.param((200, b"[" * 100_000), {}, "what is no JSON", id="brackets without end"),
        pytest.param((200, b"\xff\xfe"), {}, "what is no JSON", id="no UTF-8"),
        pytest.param((200, b"[]"), {}, "an answer without a message", id="a list"),
        pytest.param((200, b"9" * 5_000), {}, "what is no JSON", id="a number of 5,000 digits"),
        pytest.param(
            (200, b'{"id": ' + b"[" * 900 + b"]" * 900 + b"}"), {}, "an answer without a message", id="deep lists"
        ),
    ],
)
def test_what_concerns_one_question_is_asked_again(complete, behaviour, options, found: str, monkeypatch) -> None:
    monkeypatch.setattr("karat.systems.chat.GRACE", 0.1)
    started = time.monotonic()
    server, error = complete(behaviour, **options)
    assert isinstance(error, AnswerError)
    assert found in str(error)
    assert str(error).count("\n") == 0
    assert len(server.asked) == 2
    assert time.monotonic() - started < 5
    server.replies = [behaviour, saying("Hello.")]
    server.asked.clear()
    again = ChatEndpoint(server.url, "m", retries=1, **options)
    assert again.complete(ASKED).text == "Hello."
    again.close()


@pytest.mark.parametrize(
    "behaviour", [misbehaving_server.ENDLESS, misbehaving_server.ENDLESS_EVENTS], ids=["body", "events"]
)
def test_a_body_without_end_is_cut_off_by_its_size(complete, behaviour, monkeypatch: pytest.MonkeyPatch) -> None:
    _, error = complete(behaviour, retries=0)
    assert f"found more than {body_limit.MOST_BYTES:,} bytes" in str(error)


def test_the_body_of_an_error_is_cut_off_as_well(complete, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = {"error": {"message": "x" * (body_limit.MOST_BYTES + 1)}}
    server, error = complete((500, answer), retries=1)
    assert f"found more than {body_limit.MOST_BYTES:,} bytes" in str(error)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("status", "times"),
    [
        pytest.param(401, 1, id="no key"),
        pytest.param(402, 1, id="no money"),
        pytest.param(404, 1, id="no model"),
        pytest.param(429, 2, id="too many requests"),
    ],
)
def test_what_concerns_all_questions_is_no_error_of_one(complete, status: int, times: int) -> None:
    server, error = complete((status, {"error": {"message": "no"}}))
    assert (type(error), len(server.asked)) == (ServiceError, times)


@pytest.mark.parametrize(
    ("status", "times"), [pytest.param(400, 1, id="a bad request"), pytest.param(500, 2, id="a fault")]
)
def test_what_may_be_the_questions_fault(complete, status: int, times: int) -> None:
    server, error = complete((status, {"error": {"message": "no"}}))
    assert (type(error), len(server.asked)) == (AnswerError, times)


def test_nobody_there_concerns_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pausing, "FIRST", 0.01)
    server = Server()
    server.server_close()
    endpoint = ChatEndpoint(server.url, "m", retries=2)
    with pytest.raises(ServiceError) as caught:
        endpoint.complete(ASKED)
    assert type(caught.value) is ServiceError
    endpoint.close()


def test_no_money_left_is_not_asked_again(complete) -> None:
    error = {"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}
    server, found = complete((429, error))
    assert (type(found), len(server.asked)) == (ServiceError, 1)


def test_retry_after_in_seconds(complete) -> None:
    started = time.monotonic()
    server, answer = complete(with_headers(429, "slow down", Retry_After="0.4"), saying("Hello."))
    assert answer.text == "Hello."
    assert 0.4 <= time.monotonic() - started < 3
    assert len(server.asked) == 2


def test_retry_after_as_a_date(complete) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)  # whole seconds: 1 to 2 from now
    started = time.monotonic()
    _, answer = complete(with_headers(503, "later", Retry_After=date), saying("Hello."))
    assert answer.text == "Hello."
    assert 0.9 <= time.monotonic() - started < 4


def test_a_pause_of_an_hour_is_not_waited_for(complete) -> None:
    server, error = complete(with_headers(429, "come back later", Retry_After="3600"))
    assert type(error) is ServiceError
    assert str(error).endswith("found status 429: come back later; the server asks for a pause of 3,600 s")
    assert len(server.asked) == 1


def test_a_pause_holds_for_all_threads(complete) -> None:
    server, _ = complete(with_headers(429, "slow down", Retry_After="0.3"), saying("Hello."))
    endpoint = ChatEndpoint(server.url, "m")
    endpoint._pause.extend(0.3)
    started = time.monotonic()
    endpoint.complete(ASKED)
    assert time.monotonic() - started >= 0.3
    endpoint.close()


def test_pauses_grow_up_to_a_limit() -> None:
    pauses = [max(growing_pause(attempt) for _ in range(200)) for attempt in range(1, 5)]
    assert all(short < long for short, long in pairwise(pauses))
    assert all(pausing.LONGEST / 2 <= growing_pause(50) <= pausing.LONGEST for _ in range(50))
    assert len({growing_pause(1) for _ in range(20)}) > 1


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("3", 3.0), ("-1", 0.0), ("nan", None), ("", None), ("Mon, 99 Foo", None), ("Wed, 21 Oct 2015 07:28:00", 0.0)],
)
def test_pauses_that_servers_ask_for(written: str, seconds: float | None) -> None:
    assert requested_pause({"retry-after": written}) == seconds


def test_tokens_and_the_end_of_an_answer(complete) -> None:
    _, answer = complete(saying("Hel", finish="length", usage={"prompt_tokens": 7, "completion_tokens": 2}))
    assert answer == Completion("Hel", None, "length", 7, 2)
    _, answer = complete(saying("Hello.", usage={"prompt_tokens": -1, "completion_tokens": "two"}))
    assert (answer.prompt_tokens, answer.completion_tokens) == (None, None)


def test_a_key_that_comes_back_is_not_shown(complete) -> None:
    _, error = complete((401, {"error": {"message": f"Incorrect API key provided: {KEY}"}}))
    assert "found status 401: Incorrect API key provided: [key]" in str(error)
    _, answer = complete(saying(f"Your key is {KEY}.", refusal=f"No, {KEY}"))
    assert (answer.text, answer.refusal) == ("Your key is [key].", "No, [key]")


def test_a_local_server_is_asked_without_the_proxy(complete, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_PROXY")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    _, answer = complete(saying("Hello."), retries=0)
    assert answer.text == "Hello."


def test_no_key_is_named_where_one_is_wanted(complete, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    _, error = complete((401, {"error": {"message": "who?"}}))
    assert str(error).endswith("found status 401: who?; the environment variable OPENAI_API_KEY holds no key")


@pytest.mark.parametrize("key", ["sk-\x01secret", "sk-sécret", "sk-sec\nret"])
def test_a_key_that_cannot_be_sent_is_not_shown(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(InputError) as caught:
        ChatEndpoint("http://127.0.0.1:1/v1", "m")
    assert str(caught.value) == "OPENAI_API_KEY: expected a key of printable ASCII characters, found others in it"


def test_a_line_end_after_the_key_is_not_sent(complete, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n")
    server, _ = complete(saying("Hello."))
    assert server.asked[0]["key"] == f"Bearer {KEY}"
