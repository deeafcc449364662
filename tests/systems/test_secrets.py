"""Keys and passwords in commands."""

from __future__ import annotations

import pytest

from karat.systems.judge.options import JudgeOptions
from karat.systems.llm.options import LlmOptions
from karat.systems.secrets import has_secret

LONG = "0123456789abcdef0123"


@pytest.mark.parametrize(
    "command",
    [
        f"extract --model m --key sk-{LONG}",
        "extract --api-key abc {input}",
        "extract --api-key=abc",
        "extract --openai-api-key 'abc'",
        "extract -password abc",
        "OPENAI_API_KEY=abc extract",
        "env PASSWORD='a b' extract",
        "sh -c 'extract --client-secret abc'",
        "curl -H 'Authorization: Basic YW5uOmI=' http://localhost",
        'curl -H "X-Api-Key: abc" http://localhost',
        f"extract --token {LONG}",
        f"HF_TOKEN={LONG} extract",
    ],
)
def test_commands_with_a_secret(command: str) -> None:
    assert has_secret(command)


@pytest.mark.parametrize(
    "command",
    [
        "extract --api-key $KEY {input}",
        'extract --api-key="$KEY"',
        "extract --api-key $(cat key.txt)",
        "extract --api-key OPENAI_API_KEY",
        "API_KEY=$KEY extract",
        'curl -H "Authorization: Bearer $KEY" http://localhost',
        "extract --api-key-file key.txt --password-file password.txt",
        "extract --key sentence --pad-token '<pad>' --eos-token '<|endoftext|>'",
        "extract --ask-password --sample {sample}",
        "extract --tokenizer a-model-with-a-very-long-name-2024-08-06-instruct",
        "java -Xmx4g -jar stanford-corenlp-4.5.10.jar --keyword 12345678901234567890",
        "extract --max-tokens 2000 --secrets no",
    ],
)
def test_commands_without_one(command: str) -> None:
    assert not has_secret(command)


@pytest.mark.parametrize("kind", [LlmOptions, JudgeOptions])
@pytest.mark.parametrize("model", ["m", "m" * 300], ids=["in full", "shortened"])
def test_options_show_no_secret(kind, model):
    shown = repr(kind("https://ann:very-secret@example.org/v1?code=hidden", model))
    assert "https://example.org/v1?code=[key]" in shown
    assert "secret" not in shown
    assert "hidden" not in shown
