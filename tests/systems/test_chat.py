"""The endpoint, against a server that speaks the protocol."""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from misbehaving_server import Behaviour, Reply, Server, saying, slow

from karat.cli import main
from karat.cliques.model import ModelParaphraser, prompt
from karat.errors import AnswerError, InputError, MissingExtraError, ServiceError
from karat.formats.text.brackets import parse_tree
from karat.systems.chat import ChatEndpoint, Message, Refusal

ASKED = [Message("user", "Say something.")]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Server]]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    started: list[Server] = []

    def serve(*replies: Behaviour) -> Server:
        started.append(Server(*replies).start())
        return started[-1]

    yield serve
    for server in started:
        server.stop()


@pytest.fixture
def ask() -> Iterator[Callable[..., str | Refusal]]:
    """Ask once at a server."""
    opened: list[ChatEndpoint] = []

    def ask(server: Server, **options: Any) -> str | Refusal:
        opened.append(ChatEndpoint(server.url, "m", **options))
        return opened[-1].ask(ASKED)

    yield ask
    for endpoint in opened:
        endpoint.close()


def test_an_answer(serve, ask) -> None:
    server = serve(saying("Hello."))
    assert ask(server, temperature=0.5, seed=3) == "Hello."
    (asked,) = server.asked
    assert asked == {
        "path": "/v1/chat/completions",
        "key": "Bearer none",
        "model": "m",
        "messages": [{"role": "user", "content": "Say something."}],
        "temperature": 0.5,
        "seed": 3,
    }


def test_what_is_not_given_is_not_sent(serve, ask) -> None:
    server = serve(saying("Hello."))
    ask(server)
    assert set(server.asked[0]) == {"path", "key", "model", "messages"}


def test_the_key_is_of_the_environment(serve, ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "first")
    monkeypatch.setenv("MY_KEY", "second")
    server = serve(saying("Hello."))
    ask(server)
    ask(server, key_variable="MY_KEY")
    assert [asked["key"] for asked in server.asked] == ["Bearer first", "Bearer second"]


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param((500, {"error": {"message": "tired"}}), id="a fault of the server"),
        pytest.param((429, {"error": {"message": "slow down"}}), id="too many requests"),
        pytest.param((200, {"object": "chat.completion"}), id="no choices"),
        pytest.param((200, {"choices": []}), id="choices, but none"),
        pytest.param((200, b"{half"), id="no JSON"),
    ],
)
def test_what_may_pass_is_asked_again(serve, ask, failure: Reply) -> None:
    server = serve(failure, saying("Hello."))
    assert ask(server) == "Hello."
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("reply", "message", "times"),
    [
        pytest.param(
            (500, {"error": {"message": "tired"}}),
            "expected an answer of m, found status 500: tired",
            2,
            id="always tired",
        ),
        pytest.param(
            (401, {"error": {"message": "who?"}}), "expected an answer of m, found status 401: .*who", 1, id="no key"
        ),
        pytest.param(
            (404, {"error": {"message": "no such model"}}), "found status 404: .*no such model", 1, id="no model"
        ),
        pytest.param((200, {"choices": None}), "found an answer without a message: ", 2, id="no choices"),
        pytest.param((200, b"{half"), "expected an answer of m, found what is no JSON", 2, id="no JSON"),
    ],
)
def test_failures_are_named(serve, ask, reply: Reply, message: str, times: int) -> None:
    server = serve(reply)
    with pytest.raises(ServiceError, match=f"{server.url}: .*{message}"):
        ask(server, retries=1)
    assert len(server.asked) == times


def test_an_answer_in_parts(serve, ask) -> None:
    parts = [{"type": "text", "text": "Hel"}, {"type": "image"}, {"type": "text", "text": "lo."}]
    assert ask(serve(saying(parts))) == "Hello."
    assert ask(serve(saying([]))) == Refusal("an empty answer")


@pytest.mark.parametrize("url", ["", "localhost:80", "ftp://127.0.0.1/v1"])
def test_no_address(url: str) -> None:
    with pytest.raises(InputError, match="expected an address that begins with http:// or https://, found"):
        ChatEndpoint(url, "m")


@pytest.mark.parametrize(
    "url", ["http://", "http:///v1", "http://[::1", "http://a:0/v1", "http://a:99999/v1", "http://a:b/v1"]
)
def test_half_an_address(url: str) -> None:
    with pytest.raises(InputError, match="expected an address with a host and a port, as"):
        ChatEndpoint(url, "m")


def test_text_that_cannot_be_sent() -> None:
    endpoint = ChatEndpoint("http://127.0.0.1:1/v1", "m")
    with pytest.raises(InputError, match=r"expected text that UTF-8 can hold, found '\\ud800'"):
        endpoint.ask([Message("user", "\ud800")])
    endpoint.close()


def test_nobody_there(ask) -> None:
    server = Server()
    server.server_close()
    with pytest.raises(ServiceError, match=r"expected an answer of m, found Connection error .*refused"):
        ask(server, retries=0)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        pytest.param(saying(None, refusal="I would rather not."), "refused: I would rather not.", id="refused"),
        pytest.param(saying(" \n"), "an empty answer", id="blank"),
        pytest.param(saying(None), "an empty answer", id="nothing"),
    ],
)
def test_refusals(serve, ask, reply: Reply, reason: str) -> None:
    assert ask(serve(reply)) == Refusal(reason)


def test_a_timeout(serve, ask) -> None:
    server = serve(slow(5, saying("Hello.")))
    with pytest.raises(AnswerError, match=r"expected an answer of m, found no answer within 0\.2 s"):
        ask(server, timeout=0.2, retries=0)


def test_the_name_has_what_can_change_an_answer() -> None:
    endpoint = ChatEndpoint("http://127.0.0.1:1/v1", "m", temperature=0.0, seed=3)
    assert endpoint.name == "http://127.0.0.1:1/v1 m temperature=0.0 seed=3"
    endpoint.close()


def test_a_password_in_the_address_is_not_shown() -> None:
    endpoint = ChatEndpoint("http://ann:secret@127.0.0.1:1/v1", "m", retries=0)
    assert endpoint.name == "http://127.0.0.1:1/v1 m"
    with pytest.raises(ServiceError, match=r"^http://127.0.0.1:1/v1: (?!.*secret)"):
        endpoint.ask(ASKED)
    endpoint.close()


def test_without_openai_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *arguments: Any) -> Any:
        if name == "openai":
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(MissingExtraError, match="asking a language model needs Karat's extra 'llm'"):
        ChatEndpoint("http://127.0.0.1:1/v1", "m")


@pytest.mark.parametrize(
    ("said", "text"),
    [
        pytest.param("Snow was seen .", "Snow was seen .", id="as it is"),
        pytest.param(' "Snow was seen ."\n', "Snow was seen .", id="in quotation marks"),
        pytest.param(
            "Snow was seen .\nIt was white .",
            Refusal("expected one line, found 2: Snow was seen . / It was white ."),
            id="two lines",
        ),
        pytest.param("Here you are:\n\nSnow was seen .", "Snow was seen .", id="introduced"),
        pytest.param("<think>Passive?\nYes.</think>\n\nSnow was seen .", "Snow was seen .", id="thought aloud"),
        pytest.param("```text\nSnow was seen .\n```", "Snow was seen .", id="in a fence"),
        pytest.param(
            "I'm sorry, but I can't do that.", Refusal("refused: I'm sorry, but I can't do that."), id="in words"
        ),
        pytest.param("<think>Passive?", Refusal("expected one line, found 0: "), id="thoughts without end"),
        pytest.param('"Snow" is "white"', '"Snow" is "white"', id="quotation marks of its own"),
        pytest.param('""', Refusal("expected a sentence, found quotation marks alone"), id="quotation marks alone"),
    ],
)
def test_paraphrases(serve, said: str, text: str | Refusal) -> None:
    server = serve(saying(said))
    paraphraser = ModelParaphraser(ChatEndpoint(server.url, "m"))
    tree = parse_tree("(S (NP Ann) (VP saw snow))")
    assert paraphraser.paraphrase("Ann saw snow .", tree, parse_tree("(S (NP (NN)) (VP) (.))")) == text
    paraphraser.close()
    (asked,) = server.asked
    assert "Ann saw snow ." in asked["messages"][1]["content"]
    assert "(S (NP (NN)) (VP) (.))" in asked["messages"][1]["content"]


def test_a_sentence_that_is_sorry_itself(serve) -> None:
    paraphraser = ModelParaphraser(ChatEndpoint(serve(saying("Ann said: I am sorry .")).url, "m"))
    tree = parse_tree("(S (NP Ann) (VP said))")
    assert paraphraser.paraphrase("I am sorry , said Ann .", tree, tree) == "Ann said: I am sorry ."
    paraphraser.close()


def test_quotation_marks_of_the_sentence_stay(serve) -> None:
    paraphraser = ModelParaphraser(ChatEndpoint(serve(saying('"Yes" was what she said: "no"')).url, "m"))
    found = paraphraser.paraphrase('"Yes" , she said .', parse_tree("(S x)"), parse_tree("(S)"))
    assert found == '"Yes" was what she said: "no"'
    paraphraser.close()


def test_the_prompt_says_the_syntax_in_words() -> None:
    system, user = prompt("Ann left .", parse_tree("(S (PP) (,) (NP) (XYZ) (.))"))
    assert (system.role, user.role) == ("system", "user")
    assert "a prepositional phrase, a comma, a noun phrase, XYZ, a final mark." in user.content


TARGETS = {
    "id": "0",
    "sentence": "Ann saw snow .",
    "tree": "(ROOT (S (NP (NNP Ann)) (VP (VBD saw) (NP (NN snow))) (. .)))",
    "parse": "(S (NP) (VP) (.))",
    "targets": [
        {"source": "(S)", "similarity": 1, "probability": 0.25, "parse": f"(S (NP ({label})) (VP) (.))"}
        for label in ("DT", "NN", "PRP", "NNP")
    ],
}


def test_the_command_line(serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """A server that fails at the third question: the run stops in one line, and the next one asks the rest only."""
    monkeypatch.chdir(tmp_path)
    Path("targets.jsonl").write_text(json.dumps(TARGETS) + "\n")
    bad = (400, {"error": {"message": "not this one"}})
    server = serve(saying("One."), saying("Two."), bad)
    asking = ["cliques", "paraphrase", "targets.jsonl", "--endpoint", server.url, "--model", "m", "--seed", "5"]
    with pytest.raises(SystemExit) as stop:
        main([*asking, "--output", "out.jsonl"])
    out, err = capsys.readouterr()
    assert (stop.value.code, out, err.count("\n")) == (1, "", 1)
    assert "found status 400" in err
    assert Path("out.jsonl").read_text().count("\n") == 2
    server.replies = [saying("Three.")]
    server.asked.clear()
    with pytest.raises(SystemExit) as stop:
        main([*asking, "--output", "out.jsonl", "--workers", "2", "--temperature", "0", "--json"])
    assert (stop.value.code, "found some by" in capsys.readouterr().err) == (1, True)  # another temperature
    with pytest.raises(SystemExit) as stop:
        main([*asking, "--output", "out.jsonl", "--workers", "2", "--json"])
    assert not stop.value.code
    assert json.loads(capsys.readouterr().out) == {
        "output": "out.jsonl",
        "targets": 4,
        "had": 2,
        "asked": 2,
        "refused": 0,
        "reasons": [],
    }
    assert [asked["seed"] for asked in server.asked] == [5, 5]
    texts = [json.loads(line)["text"] for line in Path("out.jsonl").read_text().splitlines()]
    assert texts == ["One.", "Two.", "Three.", "Three."]
