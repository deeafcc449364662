"""The file of targets: JSON lines, one for each sentence, with its tree and the target parses of its paraphrases."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from karat.cliques.targets import Target, Targets
from karat.errors import FormatError, InputError
from karat.formats.files import write_lines
from karat.formats.json.documents import object_on
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.brackets import parse_tree, render_tree
from karat.formats.text.lines import content
from karat.model import Extraction, Member, Sentence

KEYS = ("id", "sentence", "args", "tree", "parse", "targets")


def write_targets(path: Path, targets: Iterable[Targets]) -> None:
    """Write a line for each sentence, all or nothing."""
    write_lines(path, (json.dumps(targets_object(sentence), ensure_ascii=False) for sentence in targets))


def read_targets(path: Path) -> list[Targets]:
    """Read targets; an id that occurs twice is an error."""
    all_targets: list[Targets] = []
    seen: set[str] = set()
    with collect_problems(Problems()) as kept:
        for line in content(path):
            try:
                part = object_on(line)
                targets = _targets(part)
                if targets.original.sentence.id in seen:
                    raise part.inner("id").error("an id of its own", repr(targets.original.sentence.id))
            except FormatError as error:
                kept.add(error)
            else:
                seen.add(targets.original.sentence.id)
                all_targets.append(targets)
    return all_targets


def targets_object(targets: Targets) -> dict[str, Any]:
    """Convert a sentence's targets to the JSON object of the file."""
    original = targets.original
    assert original.tree is not None, "targets are drawn for sentences with trees"
    return {
        "id": original.sentence.id,
        "sentence": original.sentence.text,
        **({"args": args_of(original)} if original.extractions else {}),
        "tree": render_tree(original.tree),
        "parse": targets.parse,
        "targets": [
            {
                "source": target.source,
                "similarity": target.similarity,
                "probability": target.probability,
                "parse": target.parse,
            }
            for target in targets.targets
        ],
    }


def args_of(original: Member) -> list[list[str]]:
    """List the tuples of a sentence, relation first, as in unified JSON."""
    return [[extraction.relation, *extraction.arguments] for extraction in original.extractions]


def original_from(part: Part) -> Member:
    """Read the keys id, sentence, args and tree."""
    text = part.inner("tree")
    try:
        tree = parse_tree(part.text("tree"))
    except InputError as error:
        if isinstance(error, FormatError):
            raise
        raise text.error("a tree in brackets", f"one that is not: {error}") from None
    tuples = [(item, item.texts()) for item in part.items("args")] if "args" in part else []
    for item, fields in tuples:
        if not fields:
            raise item.error("a relation and its arguments", "an empty list")
    extractions = tuple(Extraction(fields[0], fields[1:]) for _, fields in tuples)
    return Member(Sentence(part.text("id"), part.text("sentence")), extractions, tree)


def _targets(part: Part) -> Targets:
    part.only(*KEYS)
    targets = tuple(_target(each) for each in part.items("targets"))
    if not targets:
        raise part.inner("targets").error("at least one target", "none")
    return Targets(original_from(part), part.text("parse"), targets)


def _target(part: Part) -> Target:
    part.only("source", "similarity", "probability", "parse")
    parse = part.text("parse")
    try:
        parse_tree(parse)
    except InputError as error:
        raise part.inner("parse").error("a parse in brackets", f"one that is not: {error}") from None
    return Target(part.text("source"), _share(part, "similarity"), _share(part, "probability"), parse)


def _share(part: Part, key: str) -> float:
    value = part.inner(key).value
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise part.inner(key).error("a number from 0 to 1", part.inner(key).shown)
    return float(value)
