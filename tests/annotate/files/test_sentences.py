"""Plain sentences with or without ids, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.annotate.files import read_sentences
from karat.errors import FormatError
from karat.model import Sentence


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        pytest.param("Ann left .\n\nBen stayed .\n", [("1", "Ann left ."), ("2", "Ben stayed .")], id="numbered"),
        pytest.param("a.1\tAnn left .\nb-2\tBen .\n", [("a.1", "Ann left ."), ("b-2", "Ben .")], id="with ids"),
        pytest.param("\ufeff7\tAnn left .\r\n", [("7", "Ann left .")], id="byte order mark and CRLF"),
        pytest.param("王 明 来 了 。\n", [("1", "王 明 来 了 。")], id="Chinese"),
    ],
)
def test_sentences(tmp_path: Path, text: str, sentences: list[tuple[str, str]]) -> None:
    path = tmp_path / "sentences.txt"
    path.write_text(text, encoding="utf-8")
    assert list(read_sentences(path)) == [Sentence(*pair) for pair in sentences]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("1\tAnn left .\n1\tBen .\n", ":2: expected a sentence id of its own, found '1', which line 1 has"),
        pytest.param("1\tAnn left .\nBen .\n", ":2: expected id<TAB>sentence, as in the first line, found 'Ben .'"),
        pytest.param("1\tAnn .\n2 b\tBen .\n", ":2: expected a sentence id of letters, digits, dots and hyphens"),
        pytest.param("1\tAnn .\n2\tBen\tstayed .\n", ":2: expected one tab, after the id, found 2"),
        pytest.param("Ann .\nBen\tstayed .\n", ":2: expected a sentence without tabs, as in the first line"),
        pytest.param("", ": expected at least one line, found an empty file"),
        pytest.param("x" * 2001, ":1: expected at most 2,000 characters, found 2,001"),
    ],
)
def test_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "sentences.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        list(read_sentences(path))
    assert f"sentences.txt{message}" in str(error.value)
