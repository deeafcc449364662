"""Guess the format of a file from its first lines."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import get_args

from karat.errors import FormatError, InputError
from karat.formats.field_names import OBJECT, RELATION, SUBJECT, TRIPLES
from karat.formats.format import ITEM_KINDS, Format, Kind
from karat.formats.json.loading import peek_json
from karat.formats.json.values import keys
from karat.formats.registry import FORMATS, LIKE_JSON, format_named
from karat.formats.tables.layout import Refusal, Table, find_table, refuse
from karat.formats.tables.records import is_parquet
from karat.formats.text.input_file import InputFile, Shards, as_input
from karat.formats.text.lines import Line, check_rereadable, content

HEAD = 50
DOCUMENT_HEAD = 200
"""How many non-blank lines a guess reads; documents may have many comments before their first row."""

TABLE = "table"
SOME = 3
"""If more than one line in this many has a format, the error about a file that fits none names that format alone."""

TABLES = ("benchie", "labelled-triples", "carb-tab", "carb-gold")
"""Formats of one extraction a line, so alike that a file which mixes them could be taken for one of them."""

WITHOUT_HEADER = (*TABLES, "oie2016-heads", "props", "stanford", "tuple-text")
"""Formats that a table fits, too, if it has a header, or if the sentences tell its columns."""

WITH_HEADER = (*WITHOUT_HEADER, "minie-string")
"""Formats that a table fits, too, if it has a header."""

_CONLLU = r"^1(?:-\d+)?\t(?:[^\t\n]*\t){5}(?:\d+|_)\t(?:[^\t\n]*\t){2}[^\t\n]*$"
_TAG = r"(?:^[^\t\n]* |\t)[BIESLU]-\S+\s*$"
MARKS = {
    "conll-coreference": "^#begin document",
    "tags": _TAG,
    "conlleval": _TAG,
    "tag-lines": "",
    "conllu": _CONLLU,
    "corefud": _CONLLU,
    "penman": r"^\s*\(\s*[^\s/()]+\s*/\s*[^\s/]",
    "muc-keys": "",
    "json-spans": r'"start"\s*:|\[\s*\d+\s*,\s*\d+\s*,\s*"|"[BIESLU]-\w',
    **dict.fromkeys(("jsonl-clusters", "conll04", "dygie", "oneie", "scirex", "gtt", "gtt-gold"), ""),
    **dict.fromkeys(("grit", "grit-gold"), ""),
}
"""What distinguishes a file of another task, which also fits a format of documents, from open extractions.

Formats that extractions are also written in, such as tab-separated triples, are left out.
"""

CERTAIN = ("conll-coreference", "tags", "conlleval")
"""Formats of documents that are what they look like even if a format of extractions fits."""

IN_WORDS = re.compile(r'"(?:head|relations)"\s*:\s*(?:\[\s*\[\s*)?["{]')
"""A relation in JSON whose arguments are words, as extractions have them, not indices."""
KEYS_OF_EXTRACTIONS = frozenset((*SUBJECT, *RELATION, *OBJECT, *TRIPLES)) - {"head", "tail", "type", "relations"}


def guess(
    path: str | os.PathLike[str],
    encoding: str = "utf-8",
    *,
    kinds: Sequence[Kind] = ITEM_KINDS,
    option: str = "",
    usual: str | None = None,
) -> Format:
    """Guess a file's format among those of some kinds; it is an error if none fits, or more than one.

    If several formats fit, ``usual`` is preferred. If no format of documents fits, the file's suffix decides, provided
    that only one format has it; the reader will then report the line that is wrong. ``option`` is the command line
    option that names the format, which an error mentions. An ``InputFile`` remembers the answer.
    """
    if not isinstance(path, InputFile):
        with as_input(path, checksum=False) as file:
            return guess(file, encoding, kinds=kinds, option=option, usual=usual)
    if isinstance(path, Shards):
        return guess(path.shards[0], encoding, kinds=kinds, option=option, usual=usual)
    asked = (encoding, tuple(kinds), usual)
    if asked not in path.guesses:
        path.guesses[asked] = _guess(path, encoding, kinds, option, usual)
    return path.guesses[asked]


def _guess(file: InputFile, encoding: str, kinds: Sequence[Kind], option: str, usual: str | None) -> Format:
    check_rereadable(file)
    documents = not set(kinds) & set(ITEM_KINDS)
    if "extractions" in kinds and is_parquet(file):
        return format_named(TABLE)
    lines = list(islice(content(file, encoding), DOCUMENT_HEAD if documents else HEAD))
    head = [line.text for line in lines]
    fitting = _table_or_others(FORMATS.fitting(head, kinds), head)
    if not documents and (of_a_task := _of_a_task(head, fitting)):
        raise _scored_elsewhere(file.path, of_a_task, option)
    match fitting:
        case []:
            by_suffix = [format for format in FORMATS.of_kinds(kinds) if file.path.suffix in format.suffixes]
            if documents and len(by_suffix) == 1:
                return by_suffix[0]
            if "extractions" in kinds and _may_be_json(head):
                return format_named("json-triples")  # its reader finds extractions anywhere, or says what is wrong
            raise _no_document_fits(lines, kinds, option) if documents else _no_item_fits(lines, kinds, option)
        case [format]:
            mixed = _mixed(format, lines)
            if not mixed:
                return format
            raise _several_fit(file.path, mixed, option)
    for format in fitting:
        if format.name == usual:
            return format
    raise _several_fit(file.path, [format.name for format in fitting], option)


def describe_guess(
    path: str | os.PathLike[str],
    encoding: str = "utf-8",
    *,
    kinds: Sequence[Kind] = ITEM_KINDS,
    option: str = "",
    usual: str | None = None,
) -> str:
    """Describe a file's guessed format, as commands print it, with the columns of a table."""
    file = as_input(path, checksum=False)
    shards = f" in {len(file.shards)} shards" if isinstance(file, Shards) else ""
    head = file.shards[0] if isinstance(file, Shards) else file
    format = guess(head, encoding, kinds=kinds, option=option, usual=usual)
    said = format.describe(head, encoding) if format.describe is not None else ""
    details = f": {said}" if said else ""
    if file is not path:
        file.close()
    return f"{os.fspath(path)}: read as {format.name} (guessed){shards}{details}"


def _of_a_task(head: Sequence[str], fitting: Sequence[Format]) -> list[Format]:
    """List the formats of other tasks' documents that a file is in, if it is not open extractions."""
    doubtful = all(format.name == "json-triples" for format in fitting)
    text = "\n".join(head)
    names = [
        name
        for name, mark in MARKS.items()
        if (doubtful or name in CERTAIN) and re.search(mark or r"\S", text, re.MULTILINE)
    ]
    if not names or (_may_be_json(head) and (IN_WORDS.search(text) or KEYS_OF_EXTRACTIONS.intersection(keys(head)))):
        return []
    tasks = set(get_args(Kind)) - set(ITEM_KINDS)
    return [format for format in FORMATS.fitting(head, tasks) if format.name in names]


def _scored_elsewhere(path: Path, formats: Sequence[Format], option: str) -> FormatError:
    commands = " or ".join(dict.fromkeys(f"`karat score {format.kind}`" for format in formats))
    names = " or ".join(dict.fromkeys(format.name for format in formats))
    advice = f"; if it holds extractions, name their format with {option}" if option else ""
    return FormatError(path, None, "open extractions or their gold", f"{names}, which {commands} scores{advice}")


def _table_or_others(fitting: list[Format], head: Sequence[str]) -> list[Format]:
    """Prefer other formats to a table, unless the columns of the table are certain."""
    others = [format for format in fitting if format.name != TABLE]
    if not others or len(others) == len(fitting):
        return fitting
    table = find_table(head)
    if not isinstance(table, Table):
        return others
    alike = WITH_HEADER if table.columns.names is not None else WITHOUT_HEADER
    if table.certain and all(format.name in alike for format in others):
        return [format for format in fitting if format.name == TABLE]
    return others


def _several_fit(path: Path, names: Sequence[str], option: str) -> InputError:
    advice = f"name the one that is meant{f' with {option}' if option else ''}"
    return InputError(f"{path}: expected one format that fits, found {' and '.join(names)}; {advice}")


def _mixed(format: Format, lines: Sequence[Line]) -> list[str]:
    """List the formats of single lines, each with its first line, if they differ from the format of the file."""
    if format.name not in TABLES or all(format.fits([line.text]) for line in lines):
        return []
    first_lines: dict[str, int] = {}
    for line in lines:
        for name in TABLES:
            if format_named(name).fits([line.text]):
                first_lines.setdefault(name, line.number)
    names = [f"{name} (line {number})" for name, number in first_lines.items()]
    if len(first_lines) == 1 and format.name not in first_lines:  # a header above the lines of another format
        return [format.name, *names]
    return names if len(first_lines) > 1 else []


def _no_item_fits(lines: Sequence[Line], kinds: Sequence[Kind], option: str) -> FormatError:
    """Make the error for a file that fits no format: name the line that differs, what is unclear, or similar formats.

    A gold file given in place of a system's output has a message of its own.
    """
    fitting: dict[Format, list[Line]] = {}
    for line in lines:
        for format in FORMATS.fitting([line.text], kinds):
            if format.name != TABLE:
                fitting.setdefault(format, []).append(line)
    # Three lines that agree are needed to judge a fourth.
    match [format for format, own in fitting.items() if len(own) == len(lines) - 1 > 2]:
        case [format]:
            (line,) = (line for line in lines if line not in fitting[format])
            looks = f"{format.looks}, as in the lines around it ({format.name})"
            return line.error(expected=looks, found=f"{line.text!r:.80}{_advice(option)}")
    head = [line.text for line in lines]
    gold = FORMATS.fitting(head, ITEM_KINDS)
    like_system = f"{option} {gold[0].name}" if gold and option and gold[0].kind == "tuples" else ""
    refusal = find_table(head) if "extractions" in kinds else None
    if isinstance(refusal, Refusal):
        may_be_gold = like_system and "sentence" in refusal.example
        otherwise = f"to score gold like a system, {like_system}" if may_be_gold else ""
        return refuse(lines, refusal, otherwise, gold=option == "--gold-format")
    if gold:
        advice = f"to score it like a system, {like_system}" if like_system else "gold is given with --gold"
        names = " or ".join(format.name for format in gold)
        return FormatError(lines[0].path, None, "a system's output", f"gold in format {names}; {advice}")
    order = [format for format in FORMATS.of_kinds(kinds) if format in fitting] if fitting else []
    nearest = sorted(order, key=lambda format: -len(fitting[format]))[:3]
    some = "; ".join(f"{format.name}, as line {fitting[format][0].number}: {format.looks}" for format in nearest)
    expected = "a format that `karat list formats` shows" + (f" (perhaps {some})" if some else "")
    wrong = next((line for line in lines if nearest and line not in fitting[nearest[0]]), lines[0])
    return _unlike(wrong, expected, option)


def _no_document_fits(lines: Sequence[Line], kinds: Sequence[Kind], option: str) -> FormatError:
    """Make the error for a file that fits no format: the first line unlike most others, or the list of all formats."""
    first = lines[0]
    fitting: dict[Format, list[Line]] = {format: [] for format in FORMATS.of_kinds(kinds)}
    for line in lines if first.text.lstrip()[:1] not in ("{", "[") else ():
        for format in FORMATS.fitting([line.text], kinds):
            fitting[format].append(line)
    nearest = max(fitting, key=lambda format: len(fitting[format]), default=None)
    if nearest is not None and len(fitting[nearest]) * SOME > len(lines):
        wrong = next(line for line in lines if line not in fitting[nearest])
        like = f"{nearest.looks}, as in line {fitting[nearest][0].number} ({nearest.name})"
        return wrong.error(expected=like, found=f"{wrong.text!r:.80}{_advice(option)}")
    looks = "; ".join(f"{format.name} ({format.looks})" for format in FORMATS.of_kinds(kinds))
    return _unlike(first, f"{' or '.join(kinds)} in one of these formats: {looks}", option)


def _unlike(line: Line, expected: str, option: str) -> FormatError:
    return line.error(expected=expected, found=f"{_shape(line.text)}: {line.text!r:.80}{_advice(option)}")


def _advice(option: str) -> str:
    return f"; its format can be named with {option}" if option else ""


def _may_be_json(head: Sequence[str]) -> bool:
    """Whether a file starts like JSON, or like a language model's answer that may contain some."""
    return LIKE_JSON.allows(head) or isinstance(peek_json(head[0]), str)


def _shape(text: str) -> str:
    fields = text.count("\t") + 1
    return f"{fields} tab-separated fields" if fields > 1 else "a text without tabs"
