"""The cache keeps results by tagger and text, and a broken cache does not prevent tagging."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from karat.model import Word
from karat.syntax import Cached, Tagged
from karat.syntax.tagger import FILE


class Upper:
    """A tagger that counts how often it is asked."""

    def __init__(self, name: str = "upper-1") -> None:
        self.name = name
        self.asked: list[str] = []

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        self.asked += texts
        return [
            tuple(Word(form, form.lower(), "X", self.name, ("A=1", "B=ä"), 0, "_") for form in text.split())
            for text in texts
        ]


def test_a_text_is_tagged_once(tmp_path: Path) -> None:
    first, second = Upper(), Upper()
    expected = Upper().tag(["Ann left", "Bob", "Ann left", ""])
    assert Cached(first, tmp_path).tag(["Ann left", "Bob", "Ann left", ""]) == expected
    assert Cached(second, tmp_path).tag(["Ann left", "Bob", "Ann left", ""]) == expected
    assert (first.asked, second.asked) == (["Ann left", "Bob", ""], [])


def test_another_version_tags_anew(tmp_path: Path) -> None:
    Cached(Upper(), tmp_path).tag(["Ann"])
    other = Upper("upper-2")
    assert Cached(other, tmp_path).tag(["Ann"])[0][0].xpos == "upper-2"
    assert other.asked == ["Ann"]


def test_only_what_is_new_is_tagged(tmp_path: Path) -> None:
    Cached(Upper(), tmp_path).tag(["Ann"])
    tagger = Upper()
    assert Cached(tagger, tmp_path).tag(["Bob", "Ann"]) == Upper().tag(["Bob", "Ann"])
    assert tagger.asked == ["Bob"]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda path: path.write_bytes(b"no database" * 500), id="no database"),
        pytest.param(lambda path: path.write_bytes(path.read_bytes()[:5000]), id="cut off"),
        pytest.param(lambda path: rows(path, "UPDATE tagged SET words = '[[1]]'"), id="another kind of word"),
        pytest.param(lambda path: rows(path, "UPDATE tagged SET words = '[['"), id="no JSON"),
    ],
)
def test_a_damaged_cache_is_begun_anew(tmp_path: Path, damage: object) -> None:
    Cached(Upper(), tmp_path).tag(["Ann"])
    damage(tmp_path / FILE)  # type: ignore[operator]
    assert Cached(Upper(), tmp_path).tag(["Ann"]) == Upper().tag(["Ann"])
    healed = Upper()
    assert Cached(healed, tmp_path).tag(["Ann"]) == Upper().tag(["Ann"])
    assert healed.asked == []


def rows(path: Path, statement: str) -> None:
    base = sqlite3.connect(path)
    with base:
        base.execute(statement)
    base.close()


def test_a_folder_that_cannot_be_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    tagger = Upper()
    for _ in range(2):
        assert Cached(tagger, tmp_path / "file" / "below").tag(["Ann"]) == Upper().tag(["Ann"])
    assert tagger.asked == ["Ann", "Ann"]


def test_a_failing_tagger_leaves_the_cache_as_it_was(tmp_path: Path) -> None:
    class Failing(Upper):
        def tag(self, texts: Sequence[str]) -> list[Tagged]:
            raise RuntimeError("out of memory")

    Cached(Upper(), tmp_path).tag(["Ann"])
    with pytest.raises(RuntimeError):
        Cached(Failing(), tmp_path).tag(["Ann", "Bob"])
    tagger = Upper()
    Cached(tagger, tmp_path).tag(["Ann", "Bob"])
    assert tagger.asked == ["Bob"]


def test_several_may_write_at_once(tmp_path: Path) -> None:
    texts = [[f"text {each} {place}" for place in range(20)] for each in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda own: Cached(Upper(), tmp_path).tag(own), texts))
    tagger = Upper()
    Cached(tagger, tmp_path).tag([text for own in texts for text in own])
    assert tagger.asked == []


def test_a_text_that_utf8_cannot_hold(tmp_path: Path) -> None:
    tagger = Upper()
    for _ in range(2):
        assert Cached(tagger, tmp_path).tag(["a\ud800b"])[0][0].form == "a\ud800b"
    assert tagger.asked == ["a\ud800b"]
