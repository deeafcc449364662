"""No key or password is written or shown, whatever a server sends back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from misbehaving_server import Behaviour, Server, saying

from karat.cli import main
from karat.systems import pausing
from karat.systems.secrets import hide_secrets, remove_secrets, secrets_in

KEY = "sk-test-0123456789abcdef"
PASSWORD = "pass+word/0123"
CODE = "code=of the function 77"
SECRETS = (KEY, PASSWORD, CODE, quote(PASSWORD, ""), quote(CODE, ""))
ECHO = f"{KEY} and {PASSWORD} and {CODE} and {quote(PASSWORD, '')} and {quote(CODE, '')}"
TARGETS = {
    "id": "1",
    "sentence": "Ann slept .",
    "tree": "(ROOT (S (NP (NNP Ann)) (VP (VBD slept))))",
    "parse": "(ROOT (S (NP) (VP)))",
    "targets": [{"source": "(S)", "similarity": 1.0, "probability": 1.0, "parse": "(ROOT (S (VP)))"}] * 2,
}
PROMPT = {
    "id": "1",
    "clique": "1",
    "sentence_id": "1.0",
    "sentence": "Ann slept .",
    "shots": 0,
    "demonstrations": [],
    "messages": [{"role": "user", "content": "Say something."}],
    "choices": "zero",
}


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(pausing, "FIRST", 0.01)
    monkeypatch.chdir(tmp_path)
    Path("targets.jsonl").write_text(json.dumps(TARGETS) + "\n", encoding="utf-8")
    Path("prompts.jsonl").write_text(json.dumps(PROMPT) + "\n", encoding="utf-8")
    Path("gold.txt").write_text("sent_id:1\tAnn slept soundly .\n1--> Cluster 1:\nAnn --> slept --> soundly\n")
    Path("mine.jsonl").write_text(
        '{"sentence": "Ann slept soundly .", "relation": "dreamt", "arguments": ["Ann", "soundly"]}\n'
    )
    Path("sentences.txt").write_text("Ann slept .\nBo slept .\n", encoding="utf-8")
    started: list[Server] = []

    def serve(*replies: Behaviour) -> Server:
        started.append(Server(*replies).start())
        return started[-1]

    yield serve
    for server in started:
        server.stop()


def make_study(folder: Path) -> None:
    """Make a study of one task."""
    from karat.annotate.project import NewItem
    from karat.annotate.store import Store

    extraction = {"relation": "slept", "arguments": ["Ann"], "polarity": None, "modality": None}
    content = {
        "sentence_id": "1",
        "clause": None,
        "extraction": {**extraction, "attribution": None, "quantities": []},
    }
    hidden = {"sources": [], "repeat_of": None, "stratum": None}
    with Store.open(folder) as store:
        project = store.add_project("Study", "study", "en", {"tagger": "none"})
        store.add_items(project.id, [NewItem("0001", "Ann slept .", content=content, hidden=hidden)])


def written() -> str:
    """Read every file in the folder, databases byte by byte."""
    files = [path for path in sorted(Path().rglob("*")) if path.is_file()]
    return "\n".join(path.read_bytes().decode("utf-8", "replace") for path in files)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(saying(ECHO), id="an answer"),
        pytest.param(saying(None, refusal=ECHO), id="a refusal"),
        pytest.param((401, {"error": {"message": f"no such key: {ECHO}"}}), id="no such key"),
        pytest.param((400, {"error": {"message": ECHO}}), id="a bad request"),
        pytest.param((200, {"odd": ECHO}), id="no message"),
        pytest.param((500, ECHO.encode()), id="a fault in plain text"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        pytest.param("cliques paraphrase targets.jsonl --output out.jsonl", id="paraphrase"),
        pytest.param("cliques ask prompts.jsonl --output out.jsonl", id="ask"),
        pytest.param("run llm sentences.txt -o out.jsonl", id="run"),
        pytest.param("judge mine.jsonl --gold gold.txt -o out.jsonl", id="judge"),
        pytest.param("study ask study", id="study"),
    ],
)
def test_nothing_written_has_a_secret(
    serve: Callable[..., Server], capsys: pytest.CaptureFixture[str], reply: Behaviour, command: str
) -> None:
    server = serve(reply)
    if command.startswith("study"):
        make_study(Path("study"))
    url = server.url.replace("//", f"//ann:{quote(PASSWORD, '')}@") + f"?code={quote(CODE, '')}"
    with pytest.raises(SystemExit) as stop:
        main([*command.split(), "--endpoint", url, "--model", "m", "--retries", "0"])
    assert stop.value.code in (None, 0, 1, 3)
    out, err = capsys.readouterr()
    assert server.asked
    assert server.asked[0]["path"].startswith("/v1/chat/completions?code=")
    shown = out + err + written()
    assert [secret for secret in SECRETS if secret in shown] == []
    assert "127.0.0.1" in shown


@pytest.mark.parametrize(
    ("address", "shown", "secrets"),
    [
        pytest.param("http://h:8/v1", "http://h:8/v1", [], id="nothing secret"),
        pytest.param("http://a:b@h/v1", "http://h/v1", ["b", "YTpi"], id="password"),
        pytest.param("http://h/v1?key=abc", "http://h/v1?key=[key]", ["abc"], id="query"),
        pytest.param("http://h/v1?api-version=2024-01", "http://h/v1?api-version=2024-01", [], id="a version"),
        pytest.param("http://h/v1?q=a@b", "http://h/v1?q=[key]", ["a@b"], id="a sign of a user in the query"),
    ],
)
def test_addresses(address: str, shown: str, secrets: list[str]) -> None:
    assert hide_secrets(address) == shown
    assert list(secrets_in(address)) == secrets


def test_a_short_key_may_be_a_word() -> None:
    assert remove_secrets("none of the words", ["none", "words"]) == "none of the words"
