"""ROBUST's unified JSON: cliques of sentences that say the same (Qi et al., 2023)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from karat.errors import FormatError, InputError, cut_path
from karat.formats.format import Format
from karat.formats.json.loading import load_json
from karat.formats.problems import Problems, Repair, collect_problems
from karat.formats.text.brackets import parse_tree, render_tree
from karat.formats.text.input_file import Input
from karat.formats.text.lines import read_text
from karat.model import Clique, Extraction, Member, Sentence, Tree

T = TypeVar("T")

CLIQUE_KEYS = ("id", "ori_sent", "ori_args", "ori_tree", "paraphrases")
PARAPHRASE_KEYS = ("id", "sent", "args", "tree")


def read(
    path: Input, encoding: str = "utf-8", problems: Problems | None = None, *, tuples: bool = True
) -> Iterator[Clique]:
    """Yield each clique, the original first; with ``tuples=False`` the sentences need no tuples.

    Where ids are missing, a clique's is its index from 0, and a paraphrase's adds its own number: ``3.1``.
    Unknown keys are left out and reported, each once.
    """
    with collect_problems(problems) as report:
        document = _Document(path, report, tuples)
        for index, entry in enumerate(document.load(encoding)):
            try:
                clique = document.clique(index, entry)
            except FormatError as error:
                report.add(error)
            else:
                yield clique


read_sentences = partial(read, tuples=False)
"""Read the cliques of a file that has sentences but no tuples."""


def render(cliques: Iterable[Clique], *, tuples: bool = True) -> Iterator[str]:
    """Write the cliques as one JSON list, one clique a line; with ``tuples=False`` without tuples."""
    pending = "["
    for clique in cliques:
        if not clique.members:
            raise InputError(f"robust cannot hold clique {clique.id!r}: expected a sentence, found none")
        original, *paraphrases = clique.members
        if original.sentence.id != clique.id:
            raise InputError(
                f"robust gives a clique its original's id: expected {clique.id!r}, found {original.sentence.id!r}"
            )
        entry = {
            "id": _id(original.sentence.id),
            "ori_sent": original.sentence.text,
            **({"ori_args": _args(original)} if tuples else {}),
            **_tree("ori_tree", original),
            "paraphrases": [
                {
                    "id": _id(each.sentence.id),
                    "sent": each.sentence.text,
                    **({"args": _args(each)} if tuples else {}),
                    **_tree("tree", each),
                }
                for each in paraphrases
            ],
        }
        yield pending + json.dumps(entry, ensure_ascii=False, allow_nan=False)
        pending = ","
    yield "]" if pending == "," else "[]"


render_sentences = partial(render, tuples=False)
"""Write the cliques without their tuples."""


class _Document:
    """Reads the values of a file's JSON; messages name a value by its path, ``[3].paraphrases[1].args``."""

    def __init__(self, path: Input, problems: Problems, tuples: bool) -> None:
        self.path = path
        self.problems = problems
        self.tuples = tuples
        self._unknown: set[str] = set()

    def load(self, encoding: str) -> list[Any]:
        text = read_text(self.path, encoding)
        if not text.strip():
            raise FormatError(self.path, 1, "JSON", "an empty file")
        document = load_json(text, self.path, expected="JSON with a list of cliques")
        return self.typed(document, list, "", "a list of cliques")

    def clique(self, index: int, entry: Any) -> Clique:
        json_path = f"[{index}]"
        self.keys(entry, CLIQUE_KEYS, json_path)
        id = self.id(entry, json_path, str(index))
        members = [self.member(entry, json_path, id, "ori_")]
        paraphrases = self.typed(
            self.value(entry, "paraphrases", json_path), list, f"{json_path}.paraphrases", "a list"
        )
        for number, paraphrase in enumerate(paraphrases):
            inner = f"{json_path}.paraphrases[{number}]"
            self.keys(paraphrase, PARAPHRASE_KEYS, inner)
            members.append(self.member(paraphrase, inner, self.id(paraphrase, inner, f"{id}.{number + 1}"), ""))
        first: dict[str, int] = {}
        for number, member in enumerate(members):
            if first.setdefault(member.sentence.text, number) != number:
                raise self.error(
                    f"{json_path}.paraphrases[{number - 1}].sent",
                    "a sentence that its clique has not got yet",
                    repr(member.sentence.text),
                )
        return Clique(id, tuple(members))

    def member(self, entry: dict[str, Any], json_path: str, id: str, prefix: str) -> Member:
        text = self.typed(self.value(entry, f"{prefix}sent", json_path), str, f"{json_path}.{prefix}sent", "a text")
        extractions: tuple[Extraction, ...] = ()
        if self.tuples or f"{prefix}args" in entry:
            inner = f"{json_path}.{prefix}args"
            args = self.typed(self.value(entry, f"{prefix}args", json_path), list, inner, "a list of tuples")
            extractions = tuple(self.extraction(each, f"{inner}[{number}]") for number, each in enumerate(args))
        return Member(Sentence(id, text), extractions, self.tree(entry, f"{prefix}tree", json_path))

    def extraction(self, parts: Any, json_path: str) -> Extraction:
        self.typed(parts, list, json_path, "a list of the relation and its arguments")
        if not parts:
            raise self.error(json_path, "a list of the relation and its arguments", "an empty list")
        for number, part in enumerate(parts):
            self.typed(part, str, f"{json_path}[{number}]", "a text")
        return Extraction(parts[0], tuple(parts[1:]))

    def tree(self, entry: dict[str, Any], key: str, json_path: str) -> Tree | None:
        if entry.get(key) is None:
            return None
        text = self.typed(entry[key], str, f"{json_path}.{key}", "a tree in brackets")
        try:
            return parse_tree(text)
        except InputError as error:
            raise self.error(f"{json_path}.{key}", "a tree in brackets", f"one that is not: {error}") from None

    def id(self, entry: dict[str, Any], place: str, default: str) -> str:
        id = entry.get("id", default)
        if not isinstance(id, str | int) or isinstance(id, bool):
            raise self.error(f"{place}.id", "a number or a text", _shown(id))
        return str(id)

    def keys(self, entry: Any, known: Sequence[str], place: str) -> None:
        self.typed(entry, dict, place, f"an object with {', '.join(known)}")
        for key in entry:
            if key not in known and key not in self._unknown:
                self._unknown.add(key)
                self.problems.repairs.append(Repair(Path(self.path), None, f"key {key!r}", "nothing, left out"))

    def value(self, entry: dict[str, Any], key: str, place: str) -> Any:
        if key not in entry:
            raise self.error(place, f"the key {key!r}", ", ".join(map(repr, entry)) or "no key")
        return entry[key]

    def typed(self, value: Any, type_: type[T], place: str, expected: str) -> T:
        if not isinstance(value, type_):
            raise self.error(place, expected, _shown(value))
        return value

    def error(self, place: str, expected: str, found: str) -> FormatError:
        return FormatError(f"{self.path}: {cut_path(place)}" if place else self.path, None, expected, found)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _id(id: str) -> str | int:
    return int(id) if id.isdecimal() and len(id) < 19 and str(int(id)) == id else id


def _args(member: Member) -> list[list[str]]:
    return [[extraction.relation, *extraction.arguments] for extraction in member.extractions]


def _tree(key: str, member: Member) -> dict[str, str]:
    return {} if member.tree is None else {key: render_tree(member.tree)}


ROBUST = Format(
    name="robust",
    title="ROBUST unified JSON: cliques of sentences with tuples",
    kind="cliques",
    looks='a JSON list of objects with "ori_sent" and "paraphrases"',
    read=read,
    render=render,
    suffixes=(".json",),
)
