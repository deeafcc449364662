"""Cliques in unified JSON, read with all their keys, filtered, and written with fewer paraphrases."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from karat.cliques.candidates import Candidate, read_candidates
from karat.cliques.filtering import KEEP, Selection, diversify
from karat.cliques.targets_file import args_of
from karat.errors import FormatError
from karat.formats.files import write_lines
from karat.formats.json.documents import whole
from karat.formats.text.brackets import render_tree
from karat.formats.text.lines import content
from karat.systems.chat import Refusal


@dataclass(frozen=True, slots=True)
class Filtered:
    """A clique as JSON with the paraphrases kept, all paraphrases, and how they were selected.

    ``refused`` counts targets for which the generator gave no paraphrase.
    """

    id: str
    entry: dict[str, Any]
    paraphrases: tuple[str, ...]
    selection: Selection
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A clique as JSON, before filtering."""

    id: str
    value: dict[str, Any]
    refused: int = 0


def read_entries(path: Path, encoding: str = "utf-8") -> list[Entry]:
    """Read unified JSON, with tuples or without, or the file of candidates that ``karat cliques paraphrase`` writes."""
    if next(content(path, encoding)).text.lstrip().startswith("{"):
        return [entry_of(group) for group in read_candidates(path)]
    document, _ = whole(path, encoding)
    if not isinstance(document, list):
        raise FormatError(path, None, "a list of cliques, or a line of JSON for each candidate", _shown(document))
    entries = [_check_clique(path, index, value) for index, value in enumerate(document)]
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        if entry.id in seen:
            raise FormatError(f"{path}: [{index}].id", None, "each clique id once", f"a second {entry.id!r}")
        seen.add(entry.id)
    return entries


def entry_of(candidates: Sequence[Candidate]) -> Entry:
    """Make a clique from the candidates of a sentence, ready for annotation: ids, the original's tree, no tuples yet.

    A paraphrase's id is the sentence's id and the number of its target, from 1; filtering does not change it.
    """
    original = candidates[0].question.original
    assert original.tree is not None, "targets are drawn for sentences with trees"
    id = original.sentence.id
    paraphrases = [
        {"id": f"{id}.{candidate.question.number + 1}", "sent": candidate.answer, "args": []}
        for candidate in candidates
        if not isinstance(candidate.answer, Refusal)
    ]
    value = {
        "id": int(id) if id.isdecimal() and len(id) < 19 and str(int(id)) == id else id,
        "ori_sent": original.sentence.text,
        "ori_args": args_of(original),
        "ori_tree": render_tree(original.tree),
        "paraphrases": paraphrases,
    }
    return Entry(id, value, len(candidates) - len(paraphrases))


def filter_entries(entries: Iterable[Entry], keep: int = KEEP) -> Iterator[Filtered]:
    """Keep the most diverse paraphrases of each clique, with all their keys."""
    for entry in entries:
        paraphrases = entry.value["paraphrases"]
        texts = tuple(paraphrase["sent"] for paraphrase in paraphrases)
        selection = diversify(entry.value["ori_sent"], texts, keep)
        value = {**entry.value, "paraphrases": [paraphrases[index] for index in selection.kept]}
        yield Filtered(entry.id, value, texts, selection, entry.refused)


def write_entries(path: Path, cliques: Iterable[Filtered]) -> None:
    """Write the cliques as one JSON list, one clique a line, all or nothing."""
    write_lines(path, _rows(clique.entry for clique in cliques))


def _rows(entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    pending = "["
    for entry in entries:
        yield pending + json.dumps(entry, ensure_ascii=False)
        pending = ","
    yield "]" if pending == "," else "[]"


def _check_clique(path: Path, index: int, value: Any) -> Entry:
    """Check that a clique has its sentences; other keys are not checked."""
    where = f"{path}: [{index}]"
    _text(where, value, "ori_sent")
    paraphrases = value.get("paraphrases")
    if not isinstance(paraphrases, list):
        raise FormatError(f"{where}.paraphrases", None, "a list", _found(value, "paraphrases"))
    for number, paraphrase in enumerate(paraphrases):
        _text(f"{where}.paraphrases[{number}]", paraphrase, "sent")
    id = value.get("id", index)
    if not isinstance(id, str | int) or isinstance(id, bool):
        raise FormatError(f"{where}.id", None, "a number or a text", _shown(id))
    return Entry(str(id), value)


def _text(where: str, value: Any, key: str) -> None:
    if not isinstance(value, dict):
        raise FormatError(where, None, f"an object with {key!r}", _shown(value))
    if not isinstance(value.get(key), str) or not value[key].strip():
        raise FormatError(f"{where}.{key}", None, "a sentence", _found(value, key))


def _found(value: dict[str, Any], key: str) -> str:
    return _shown(value[key]) if key in value else "no such key"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
