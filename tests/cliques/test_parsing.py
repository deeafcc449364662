"""Trees of cliques: in order, resumed where a run stopped, and read by what measures distances."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.cliques.parsing import parse_cliques
from karat.errors import FormatError, InputError, ServiceError
from karat.formats.benchmarks.robust import read
from karat.formats.documents.parses import with_trees
from karat.model import Clique
from karat.systems.system import Failure


class FlatTrees:
    """Put each word below the root; fail where ``fails`` is in a text."""

    def __init__(self, version: str = "1", fails: str = "\0") -> None:
        self.version = version
        self.settings = {"flat": True}
        self.fails = fails
        self.texts: list[str] = []

    def parse(self, texts: Sequence[str]) -> list[str | Failure]:
        self.texts += texts
        return [Failure("too hard") if self.fails in text else _flat(text) for text in texts]


def _flat(text: str) -> str:
    words = text.replace("(", "-LRB-").replace(")", "-RRB-").split()
    return f"(ROOT {' '.join(f'(X {word})' for word in words)})"


@pytest.fixture(scope="module")
def cliques() -> list[Clique]:
    return list(read(sample_path("cliques.json")))


def test_the_trees_are_those_of_the_sentences(cliques: list[Clique], tmp_path: Path) -> None:
    output = tmp_path / "trees.jsonl"
    total = sum(len(clique.members) for clique in cliques)
    assert parse_cliques(cliques, FlatTrees(), output) == (0, total)
    for clique, parsed in zip(cliques, with_trees(cliques, output), strict=True):
        for member, with_tree in zip(clique.members, parsed.members, strict=True):
            assert with_tree.sentence == member.sentence
            assert with_tree.tree is not None
            assert len(list(with_tree.tree.leaves)) == len(member.sentence.text.split())


@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_that_stopped_goes_on(cliques: list[Clique], tmp_path: Path, workers: int) -> None:
    whole, resumed = tmp_path / "whole.jsonl", tmp_path / "resumed.jsonl"
    parse_cliques(cliques, FlatTrees(), whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    total = len(lines) - 1
    for kept, tail in [(0, b""), (0, lines[0][:9]), (1, b""), (5, lines[5][:20]), (total, lines[-1][:-1])]:
        resumed.write_bytes(b"".join(lines[:kept]) + tail)
        parser = FlatTrees()
        had = max(kept - 1, 0)
        assert parse_cliques(cliques, parser, resumed, batch=2, workers=workers) == (had, total)
        assert resumed.read_bytes() == whole.read_bytes()
        assert len(parser.texts) == total - had
    parser = FlatTrees()
    assert parse_cliques(cliques, parser, resumed) == (total, total)
    assert parser.texts == []


def test_a_sentence_that_cannot_be_parsed_stops_the_run(cliques: list[Clique], tmp_path: Path) -> None:
    output = tmp_path / "trees.jsonl"
    member = cliques[1].members[0]
    with pytest.raises(ServiceError, match=rf"expected a tree of sentence '{member.sentence.id}' .* found too hard"):
        parse_cliques(cliques, FlatTrees(fails=member.sentence.text), output, batch=3)
    assert len(output.read_bytes().splitlines()) == 1 + len(cliques[0].members)
    parse_cliques(cliques, FlatTrees(), output)
    assert len(with_trees(cliques, output)) == len(cliques)


def test_other_trees_are_not_continued(cliques: list[Clique], tmp_path: Path) -> None:
    output = tmp_path / "trees.jsonl"
    parse_cliques(cliques[:2], FlatTrees(), output)
    before = output.read_bytes()
    with pytest.raises(FormatError, match=r'trees.jsonl:1: expected trees of version "2", found .*"1"; --force'):
        parse_cliques(cliques[:2], FlatTrees("2"), output)
    with pytest.raises(FormatError, match="expected sentences with fingerprint"):
        parse_cliques(cliques, FlatTrees(), output)
    assert output.read_bytes() == before
    parse_cliques(cliques, FlatTrees("2"), output, force=True)
    assert json.loads(output.read_text(encoding="utf-8").splitlines()[0])["version"] == "2"


@pytest.mark.parametrize("content", [b'{"sentences": []}\n', b"(S (NP Ann))\n", b"(S (NP Ann))"])
def test_another_file_is_not_touched(cliques: list[Clique], tmp_path: Path, content: bytes) -> None:
    output = tmp_path / "trees.jsonl"
    output.write_bytes(content)
    with pytest.raises(InputError, match=r"trees.jsonl:1: expected "):
        parse_cliques(cliques, FlatTrees(), output)
    assert output.read_bytes() == content


def test_no_cliques(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected cliques with sentences, found none"):
        parse_cliques([], FlatTrees(), tmp_path / "trees.jsonl")
