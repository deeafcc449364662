"""CorefUD: CoNLL-U with entity brackets in the last column, ``Entity=(e1-person-1-``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.formats.text.mention_brackets import Brackets, Opened
from karat.model import Document, EmptyNode, Mention, NodedEntities, SplitMention

NEWDOC = re.compile(r"#\s*+newdoc(?:\s++id\s*+=(?P<id>.*)|\s*+$)")
ROW = re.compile(r"\d+(?:[-.]\d+)?$")
VALUE = re.compile(r"(?:\([^()]++\)?+|[^()]++\))++")
BRACKET = re.compile(r"(?P<open>\()?(?P<inside>[^()]+)(?P<close>\))?")
NAME = re.compile(r"(?P<entity>[^\[\]-]++)(?:\[(?P<part>\d{1,9})/(?P<of>\d{1,9})\])?(?:-.*)?$")


@dataclass(slots=True)
class Reading:
    """The state of a document that is being read, including mentions with gaps whose last part is still to come."""

    name: str
    brackets: Brackets
    line: int
    numbered: bool = True
    sentence: int = 0
    """The number of words before the current sentence."""
    parts: defaultdict[str, list[Mention]] = field(default_factory=lambda: defaultdict(list))
    tokens: list[str] = field(default_factory=list)
    empty_nodes: list[EmptyNode] = field(default_factory=list)


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each ``# newdoc``; a file without one is one document, named 1.

    Words and empty nodes are numbered from 0 in the order of the file; multi-word ranges are not.
    """
    with collect_problems(problems) as report:
        reading: Reading | None = None
        number = 0
        for line in lines(path, encoding):
            if found := NEWDOC.match(line.text):
                if reading is not None:
                    yield _done(reading, path)
                number += 1
                name = (found["id"] or "").strip()
                reading = Reading(name or str(number), Brackets(report), line.number, numbered=not name)
            elif line.text.startswith("#"):
                continue
            elif line.blank:
                if reading is not None:
                    reading.sentence = len(reading.tokens) - len(reading.empty_nodes)
            else:
                reading = reading or Reading("1", Brackets(report), line.number)
                _row(line, reading)
        if reading is not None:
            yield _done(reading, path)


def _done(reading: Reading, path: Input) -> Document:
    clusters = reading.brackets.clusters(Path(path), "the end of the document")
    content = NodedEntities(clusters, reading.empty_nodes, len(reading.tokens))
    return Document(reading.name, content, reading.line, tuple(reading.tokens), numbered=reading.numbered)


def _row(line: Line, reading: Reading) -> None:
    columns = line.text.split("\t")
    if len(columns) != 10 or not ROW.match(columns[0]):
        raise line.error(
            expected="10 tab-separated columns that begin with a number", found=f"{len(columns)}: {line.text!r:.60}"
        )
    if "-" in columns[0]:
        return
    for feature in columns[9].split("|"):
        if feature.startswith("Entity="):
            _entities(line, feature.removeprefix("Entity="), reading)
    if "." in columns[0]:
        parents = [each.partition(":") for each in columns[8].split("|") if each != "_"]
        dependencies = frozenset((parent, relation) for parent, _, relation in parents)
        reading.empty_nodes.append(EmptyNode(len(reading.tokens), reading.sentence, columns[0], dependencies))
    reading.tokens.append(columns[1])


def _entities(line: Line, value: str, reading: Reading) -> None:
    if not VALUE.fullmatch(value):
        reading.brackets.problems.add(
            line.error(expected="brackets such as Entity=(e1-person-1- or Entity=e1)", found=repr(value))
        )
        return
    for bracket in BRACKET.finditer(value):
        name = NAME.match(bracket["inside"])
        if name is None:
            reading.brackets.problems.add(
                line.error(expected="an entity such as e1 in a bracket", found=repr(bracket["inside"]))
            )
            continue
        _bracket(line, bracket, name, reading)


def _bracket(line: Line, bracket: re.Match[str], name: re.Match[str], reading: Reading) -> None:
    entity, token, brackets = name["entity"], len(reading.tokens), reading.brackets
    if name["part"]:
        _part(line, bracket, name, reading)
    elif bracket["open"] and bracket["close"]:
        brackets.add(entity, Mention(token, token), line)
    elif bracket["open"]:
        brackets.open(entity, token, line)
    else:
        brackets.close(entity, token, line)


def _part(line: Line, bracket: re.Match[str], name: re.Match[str], reading: Reading) -> None:
    """Read a part of a mention with gaps; the mention is complete when its last part closes."""
    entity, token, brackets = name["entity"], len(reading.tokens), reading.brackets
    waiting = brackets.opened[f"{entity}[{name['part']}/{name['of']}]"]
    if bracket["open"]:
        brackets.mentions.setdefault(entity, [])
        waiting.append(Opened(token, line))
    if not bracket["close"]:
        return
    if not waiting:
        brackets.problems.add(line.error(expected=f"a part of {entity!r} that is open", found=repr(bracket["inside"])))
        return
    parts = reading.parts[f"{entity}/{name['of']}"]
    parts.append(Mention(waiting.pop().token, token))
    if name["part"] == name["of"]:
        if len(parts) != int(name["of"]):
            brackets.problems.add(
                line.error(expected=f"{name['of']} parts of a mention of {entity!r}", found=str(len(parts)))
            )
        brackets.add(entity, SplitMention(parts[0].left, parts[-1].right, tuple(parts)), line)
        parts.clear()


def fits(head: Sequence[str]) -> bool:
    """Tell whether the rows are CoNLL-U, or the file declares ``global.Entity``."""
    if any(text.startswith("# global.Entity") for text in head):
        return True
    rows = [text.split("\t") for text in head if not text.startswith("#")]
    return bool(rows) and all(len(row) == 10 and ROW.match(row[0]) for row in rows)


COREFUD = Format(
    name="corefud",
    title="CorefUD",
    kind="coreference",
    looks="CoNLL-U: 10 tab-separated columns that begin with a number",
    read=read,
    fits=fits,
    suffixes=(".conllu",),
)
