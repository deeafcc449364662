"""Coreference: CoNLL-2012's columns, CorefUD's CoNLL-U, and clusters in JSON lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from karat.errors import FormatError, cut
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, line_number, opens, values
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Cluster, Document, EmptyNode, Mention, NodedEntities, SplitMention


@dataclass(frozen=True, slots=True)
class Opened:
    """An opening bracket without its closing one yet."""

    token: int
    line: Line


@dataclass(slots=True)
class Brackets:
    """The brackets of one document, in the order of the file.

    Clusters are in the order of their first bracket; of several open mentions of a cluster, the latest closes first.
    """

    problems: Problems
    mentions: dict[str, list[tuple[Mention, int]]] = field(default_factory=dict)
    opened: defaultdict[str, list[Opened]] = field(default_factory=lambda: defaultdict(list))

    def open(self, name: str, token: int, line: Line) -> None:
        """Open a mention."""
        self.mentions.setdefault(name, [])
        self.opened[name].append(Opened(token, line))

    def close(self, name: str, token: int, line: Line) -> None:
        """Close a mention."""
        if not self.opened[name]:
            shown = cut(name)
            self.problems.add(line.error(expected=f"({shown} before {shown})", found="no mention of it that is open"))
            return
        self.add(name, Mention(self.opened[name].pop().token, token), line)

    def add(self, name: str, mention: Mention, line: Line) -> None:
        """Add a complete mention, with the line of its end."""
        self.mentions.setdefault(name, []).append((mention, line.number))

    def clusters(self, path: object, end: str) -> tuple[Cluster, ...]:
        """Return the clusters of the document; a bracket that is still open is an error."""
        for name, waiting in self.opened.items():
            expected = f"{cut(name)}) to close ({cut(name)} before {end}"
            for each in waiting:
                self.problems.add(FormatError(path, each.line.number, expected, "none"))
        return tuple(
            Cluster(name, tuple(mention for mention, _ in found), tuple(number for _, number in found), path)
            for name, found in self.mentions.items()
            if found
        )


BEGIN = re.compile(r"#begin document\s")
PART = re.compile(r"(?:;\s*+(?:part\s++(?P<part>\S++))?)?")
CELL = re.compile(r"(?:\([^()|\s]++\)?+|[^()|\s]++\)|\|)++")
CONLL_BRACKET = re.compile(r"(?P<open>\()?(?P<name>[^()|\s]+)(?P<close>\))?")
NOTHING = ("-", "_")


def read_conll(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each ``#begin document`` block; tokens are numbered from 0 through the whole block, across blank lines.

    Other lines that begin with ``#`` are comments. Within a cell, one-token mentions are read first, then opening
    brackets, then closing ones.
    """
    with collect_problems(problems) as report:
        name, brackets, token, last, begun = None, Brackets(report), 0, None, 0
        rows: list[list[str]] = []
        for line in lines(path, encoding):
            last = line
            if not line.text.startswith("#"):
                columns = line.text.split()
                if not columns:
                    continue
                if name is None:
                    raise line.error(expected="#begin document (NAME); part 000", found=repr(line.text))
                if columns[-1] not in NOTHING:
                    _cell(line, columns[-1], token, brackets)
                rows.append(columns)
                token += 1
            elif found := BEGIN.match(line.text):
                if name is not None:
                    report.add(line.error(expected=f"#end document of {name!r} first", found=repr(line.text)))
                name, brackets, token, begun = (
                    _name(line.text[found.end() :].strip(), line),
                    Brackets(report),
                    0,
                    line.number,
                )
                rows = []
            elif line.text.startswith("#end document"):
                if name is None:
                    report.add(line.error(expected="#begin document first", found=repr(line.text)))
                else:
                    yield Document(name, brackets.clusters(Path(path), "#end document"), begun, words_in(rows))
                name = None
        if name is not None and last is not None:
            report.add(last.error(expected=f"#end document of {name!r}", found="the end of the file"))
            brackets.clusters(Path(path), "the end of the file")


def _name(text: str, line: Line) -> str:
    inside, bracket, after = text.rpartition(")")
    heading = PART.fullmatch(after) if bracket and text.startswith("(") else None
    name = inside[1:] if heading else text
    if not name:
        raise line.error(expected="#begin document (NAME); part 000", found=repr(line.text))
    return f"{name}; part {heading['part']}" if heading and heading["part"] else name


def words_in(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Find the column of words: the first after the document's name, and after the numbers of part and word.

    Files differ in how many of these they have; one with none but numbers, or with rows of different lengths before
    its words, has no words.
    """
    width = min(map(len, rows), default=0) - 1
    numbers = [all(row[column].isdigit() for row in rows) for column in range(width)]
    named = width > 1 and (len({row[0] for row in rows}) == 1 or numbers[1])
    words = next((column for column in range(1 if named else 0, width) if not numbers[column]), None)
    return () if words is None else tuple(row[words] for row in rows)


def _cell(line: Line, cell: str, token: int, brackets: Brackets) -> None:
    if not CELL.fullmatch(cell):
        brackets.problems.add(
            line.error(expected="brackets such as (3, 3) or (3)|(7 in the last column, or -", found=repr(cell))
        )
        return
    signs = list(CONLL_BRACKET.finditer(cell))
    for sign in signs:
        if sign["open"] and sign["close"]:
            brackets.add(sign["name"], Mention(token, token), line)
    for sign in signs:
        if sign["open"] and not sign["close"]:
            brackets.open(sign["name"], token, line)
    for sign in signs:
        if sign["close"] and not sign["open"]:
            brackets.close(sign["name"], token, line)


def _fits_conll(head: Sequence[str]) -> bool:
    """Tell whether a file begins with ``#begin document``."""
    return next((text for text in head if not text.startswith("# ")), "").startswith("#begin document")


CONLL_COREFERENCE = Format(
    name="conll-coreference",
    title="CoNLL-2012 coreference",
    kind="coreference",
    looks="begins with #begin document",
    read=read_conll,
    fits=_fits_conll,
    suffixes=(".conll", ".v4_gold_conll", ".v4_auto_conll"),
)


NEWDOC = re.compile(r"#\s*+newdoc(?:\s++id\s*+=(?P<id>.*)|\s*+$)")
ROW = re.compile(r"\d+(?:[-.]\d+)?$")
VALUE = re.compile(r"(?:\([^()]++\)?+|[^()]++\))++")
COREFUD_BRACKET = re.compile(r"(?P<open>\()?(?P<inside>[^()]+)(?P<close>\))?")
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


def read_corefud(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
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
    for bracket in COREFUD_BRACKET.finditer(value):
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


def _fits_corefud(head: Sequence[str]) -> bool:
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
    read=read_corefud,
    fits=_fits_corefud,
    suffixes=(".conllu",),
)


PREDICTED = "predicted_clusters"
IDS = ("id", "doc_key", "doc_id")
BESIDE = ("sentences", "tokens", "text", "speakers", "genre", "sentence_map", "subtoken_map", "pronouns")
"""Other keys that such files have; they are not needed for scoring."""


def read_clusters(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield the document of each line, or each of a file that is a list; in a file without ids they are numbered.

    ``clusters`` holds lists of mentions; a mention is ``[first, last]``, both tokens included, or a text that names it.
    """
    with collect_problems(problems) as report:
        parts = (part for value in values(path, encoding, report) for part in elements(value))
        numbered = None
        for number, part in enumerate(parts, 1):
            if numbered is None:
                numbered = not any(key in part for key in IDS)
            try:
                yield _parse(part, number if numbered else None)
            except FormatError as error:
                report.add(error)


def _parse(whole: Part, number: int | None) -> Document:
    if PREDICTED in whole:
        raise whole.error(
            "clusters of one kind in a file", f"{PREDICTED} too; write predicted and gold as clusters into two files"
        )
    whole.only(*IDS, "clusters", *BESIDE)
    named = [key for key in IDS if key in whole]
    if len(named) != (number is None):
        expected = f"one of the keys {', '.join(IDS)}" if number is None else "no id, as in the first document"
        raise whole.error(expected, ", ".join(named) or "none of them")
    line = line_number(whole)
    clusters = [
        Cluster(str(index), mentions, (line,) * len(mentions), whole.line.path)
        for index, each in enumerate(whole.items("clusters"))
        if (mentions := tuple(_mention(inner) for inner in each.members("a list of mentions")))
    ]
    name = whole.name(named[0]) if named else str(number)
    return Document(name, tuple(clusters), line, _words_of(whole), numbered=not named)


def _words_of(whole: Part) -> tuple[str, ...]:
    """Return the words of ``tokens`` or ``sentences``, if they are lists of texts."""
    for key in ("tokens", "sentences"):
        listed = whole.value.get(key)
        if isinstance(listed, list) and all(isinstance(each, list) for each in listed):
            listed = list(chain.from_iterable(listed))
        if isinstance(listed, list) and all(isinstance(each, str) for each in listed):
            return tuple(listed)
    return ()


def _mention(part: Part) -> Mention | str:
    match part.value:
        case str(text):
            return text
        case [bool(), _] | [_, bool()]:
            pass
        case [int(first), int(last)] if 0 <= first <= last:
            return Mention(first, last)
    raise part.error("[first token, last token] or a text", part.shown)


def _fits_clusters(head: Sequence[str]) -> bool:
    """Tell whether the file is JSON with clusters."""
    return opens(head, "[{") and not {"clusters", PREDICTED}.isdisjoint(keys(head))


JSONL_CLUSTERS = Format(
    name="jsonl-clusters",
    title="Clusters in JSON lines",
    kind="coreference",
    looks='a JSON object with "clusters" on each line, or a list of such objects',
    read=read_clusters,
    fits=_fits_clusters,
    suffixes=(".jsonl", ".jsonlines"),
)
