"""Trees of the sentences of cliques, parsed in order and kept in a file, so that an interrupted run can be resumed.

The file is CoreNLP's JSON, one object a line, which ``with_trees`` reads: a first line that says how the trees were
made, without a sentence, and then a line for each sentence.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from karat.errors import FormatError, InputError, ServiceError, quoted
from karat.formats.files import check_place
from karat.formats.json.documents import object_on
from karat.formats.text.lines import Line
from karat.model import Clique, Sentence
from karat.systems.journal import Journal, open_journal
from karat.systems.system import Failure
from karat.systems.threads import call_in_order

START = b'{"karat": "tree'
EXPECTED = "trees of cliques"


class TreeParser(Protocol):
    """Anything that gives a tree in brackets for each text."""

    @property
    def version(self) -> str:
        """Program and weights with their versions."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """All that can change a tree."""

    def parse(self, texts: Sequence[str]) -> list[str | Failure]:
        """Parse each text, from several threads at once if need be."""


def parse_cliques(
    cliques: Iterable[Clique],
    parser: TreeParser,
    output: Path,
    *,
    batch: int = 10,
    workers: int = 1,
    force: bool = False,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[int, int]:
    """Append the trees that a file does not have yet; give how many it had, and how many there are in all.

    A sentence that cannot be parsed stops the run, since every sentence needs its tree; what is done is kept.
    """
    check_place(output, appends=True)
    sentences = [member.sentence for clique in cliques for member in clique.members]
    if not sentences:
        raise InputError("expected cliques with sentences, found none")
    head = _head(parser, sentences)
    with open_journal(output, START, EXPECTED) as journal:
        if force:
            journal.discard()
            had = 0
        else:
            had = _count(journal, head, sentences)
        before = b"" if had or (journal.complete and not force) else _line(head)
        for done, line in enumerate(_parse(sentences[had:], parser, batch, workers), had + 1):
            journal.add(before + line)
            before = b""
            tell(done, len(sentences))
    return had, len(sentences)


def _parse(sentences: Sequence[Sentence], parser: TreeParser, batch: int, workers: int) -> Iterator[bytes]:
    def call(chunk: Sequence[Sentence]) -> list[tuple[Sentence, str | Failure]]:
        return list(zip(chunk, parser.parse([sentence.text for sentence in chunk]), strict=True))

    chunks = (sentences[start : start + batch] for start in range(0, len(sentences), batch))
    for parsed in call_in_order(call, chunks, workers):
        for sentence, tree in parsed:
            if isinstance(tree, Failure):
                expected = f"a tree of sentence {sentence.id!r} ({quoted(sentence.text)})"
                raise ServiceError(f"expected {expected}, found {tree.reason}")
            yield _line({"karat": "tree", "id": sentence.id, "sentences": [{"index": 0, "parse": tree}]})


def _head(parser: TreeParser, sentences: Sequence[Sentence]) -> dict[str, Any]:
    digest = sha256()
    for sentence in sentences:
        digest.update(json.dumps([sentence.id, sentence.text]).encode() + b"\n")
    return {
        "karat": "trees",
        "version": parser.version,
        "settings": dict(parser.settings),
        "fingerprint": digest.hexdigest(),
        "sentences": [],
    }


def _count(journal: Journal, head: Mapping[str, Any], sentences: Sequence[Sentence]) -> int:
    """Count the trees of a file, after a check that they were made in the same way from the same sentences."""
    had = -1
    for line in journal.lines():
        part = object_on(line)
        if had == -1:
            _check_head(part.value, head, line)
        elif had >= len(sentences) or part.text("id") != sentences[had].id:
            expected = f"the tree of sentence {sentences[had].id!r}" if had < len(sentences) else "the end"
            raise line.error(expected=expected, found=f"that of {part.text('id')!r}")
        had += 1
    return max(had, 0)


def _check_head(found: Mapping[str, Any], head: Mapping[str, Any], line: Line) -> None:
    if found.get("karat") != "trees":
        raise line.error(expected=EXPECTED, found=f"{line.text!r:.60}")
    for name, said in (("version", "trees of "), ("settings", "trees with "), ("fingerprint", "sentences with ")):
        if found.get(name) != head[name]:
            values = (json.dumps(value, ensure_ascii=False) for value in (head[name], found.get(name)))
            expected, other = (f"{said}{name} {value}" for value in values)
            raise FormatError(line.path, line.number, expected, f"{other}; --force starts anew")


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"
