"""How a table is laid out: what is above it, its delimiter, and its columns, by a header or by what they hold.

Where a file does not say enough, it is refused, with an example of ``--columns`` for it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from statistics import fmean

from karat.errors import FormatError
from karat.formats.tables.columns import Columns, Role, columns_example, header_columns, is_known_name
from karat.formats.tables.records import BAR, DELIMITERS, MOST_COLUMNS, Dialect, first_records, head_dialect
from karat.formats.text import tabs
from karat.formats.text.lines import Line

WORD = re.compile(r"\w+")
MOST_ROWS = 0.8
"""The share of rows in which a sentence must have the words of the other columns."""
CLEAR = 2 / 3
"""The share of rows that must agree on which of two columns comes first in the sentence.

In any 50 rows that follow each other of CaRB's, LSOIE's, DocOIE's and OIE2016's gold, and of the outputs in CaRB's
order, at most .41 of the rows have the relation before the first argument.
"""
LONGEST_NAME = 30
NAMED_DELIMITER = re.compile(r'\ufeff?"?sep=(.)"?\s*', re.IGNORECASE)
LONGEST_TITLE = 20
"""How many lines that are not blank a title or an introduction may have."""
LONGEST_HEADER = 1000
"""How many characters a header may have below other lines."""

Rows = Sequence[Sequence[str]]
TRIPLE: tuple[Role, Role, Role] = ("subject", "relation", "object")


@dataclass(frozen=True, slots=True)
class Table:
    """How a file is read: its dialect, and its columns.

    ``certain``: the header, or the order of the words in the sentences, leaves no doubt about the columns.
    """

    dialect: Dialect
    columns: Columns
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the columns of a file are in doubt: what was expected and found, and ``--columns`` as it may be meant."""

    expected: str
    found: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What the rows would have to tell, and the roles that are most likely."""

    expected: str
    roles: tuple[Role, ...]


def refuse(lines: Sequence[Line], refusal: Refusal | None, otherwise: str = "", *, gold: bool = False) -> FormatError:
    """Make the error for a file whose columns are in doubt, with an example of ``--columns`` for it.

    ``otherwise`` is other advice. The columns of ``gold`` are named when a gold file is made of it.
    """
    first = lines[find_preamble([line.text for line in lines]).lines]
    if refusal is None:
        expected = "a table with a header, or columns named with --columns"
        return first.error(expected=expected, found=f"{first.text!r:.80}")
    command = f"karat gold from {shlex.quote(str(first.path))} {refusal.example} -o gold.txt"
    example = f"name the columns, as in {command if gold else refusal.example}" if refusal.example else ""
    advice = ", or ".join(part for part in (example, otherwise) if part)
    return first.error(expected=refusal.expected, found=f"{refusal.found}{'; ' if advice else ''}{advice}")


def find_table(head: Sequence[str]) -> Table | Refusal | None:
    """Find out how a file with these first lines is read; ``None`` if it is no table."""
    return _find_table(tuple(head))


@lru_cache(2)  # a format is guessed in two steps that ask for the same lines
def _find_table(head: Sequence[str]) -> Table | Refusal | None:
    if not head or head[0].lstrip()[:1] in ("{", "[", "<"):
        return None
    refusal: Refusal | None = None
    preamble = find_preamble(head)
    head = head[preamble.lines :]
    for delimiter in DELIMITERS:
        if delimiter not in head[0] or preamble.delimiter not in (None, delimiter):
            continue
        dialect = head_dialect(head, delimiter)
        rows = [record.cells for record in first_records(head, dialect)]
        if not rows or len(rows[0]) > MOST_COLUMNS:
            continue
        if (columns := header_columns(rows[0])) is not None:
            return _with_header(dialect, columns, rows[1:])
        if len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
            continue
        found = _without_header(dialect, rows)
        if isinstance(found, Table):
            return found
        refusal = refusal or found
    return refusal


# What may be above a table: the line by which Excel names the delimiter, comments, and a title


@dataclass(frozen=True, slots=True)
class Preamble:
    """How many lines that are not blank stand above the table, and the delimiter if they name it."""

    lines: int = 0
    delimiter: str | None = None


def find_preamble(head: Sequence[str]) -> Preamble:
    """Find what stands above the table in a file with these first lines, which are not blank.

    A comment starts with ``#``. Other lines are a title only if a header of known names follows, which has more cells.
    """
    if not head:
        return Preamble()
    named = NAMED_DELIMITER.fullmatch(head[0])
    if named is not None and named[1] in DELIMITERS and len(head) > 1:
        return Preamble(1, named[1])
    comments = next((number for number, text in enumerate(head) if not _is_comment(text)), 0)
    for number in range(comments, min(len(head), comments + LONGEST_TITLE)):
        if _is_header(head[number], head[comments:number]):
            return Preamble(number)
    return Preamble(comments)


def _is_comment(text: str) -> bool:
    """Whether a line starts with ``#`` and is not a header that does."""
    return text.startswith("#") and not _is_header(text[1:], [])


def _is_header(text: str, above: Sequence[str]) -> bool:
    if len(text) > LONGEST_HEADER:
        return False
    for delimiter in DELIMITERS:
        count = text.count(delimiter)
        if not 2 <= count < MOST_COLUMNS or any(other.count(delimiter) >= count for other in above):
            continue
        columns = header_columns([cell.strip(' "') for cell in text.split(delimiter)])
        if columns is not None and columns.names_sentence:
            return True
    return False


# Tables with a header


def _with_header(dialect: Dialect, columns: Columns, rows: Rows) -> Table | Refusal:
    """Check the ids: a column of numbers called *sentence* has them, and an ``id`` next to sentences may not.

    It may number the rows. It is the sentence's if a sentence that comes again has the same one again.
    """
    whole = [row for row in rows if len(row) == len(columns.roles) and row != columns.names]
    roles = list(columns.roles)
    sentence, id = columns.place("sentence"), columns.place("id")
    assert columns.names is not None
    if sentence is not None and id is None and whole and all(row[sentence].isdecimal() for row in whole):
        roles[sentence] = "id"
    elif sentence is not None and id is not None and columns.names[id].casefold() == "id":
        roles[id] = "id" if _numbers_sentences(whole, id, sentence) else "-"
    found = Columns(tuple(roles), columns.names)
    if not found.names_sentence:
        names = ", ".join(map(repr, columns.names))
        return Refusal("a column with the sentence or its id, such as sentence or id", f"the columns {names}")
    return Table(dialect, found, certain=True)


def _numbers_sentences(rows: Rows, id: int, sentence: int) -> bool:
    pairs = [(row[sentence], row[id]) for row in rows]
    sentences = {text for text, _ in pairs}
    return len(sentences) == len(set(pairs)) < len(pairs)


# Tables without a header: the columns by what they hold


def _without_header(dialect: Dialect, rows: Rows) -> Table | Refusal | None:
    """Find the columns by content; ``None`` if the rows say so little that the file may be no table at all."""
    names, *below = rows
    found = _roles(rows)
    if below and (sum(map(is_known_name, names)) >= 2 or _may_be_names(names, below)):
        return _unknown_header(names, _roles(below))
    if isinstance(found, Doubt):
        is_wide = len(names) >= 3 and (below or dialect.delimiter == "\t")
        return _refusal(dialect, names, found) if is_wide else None
    if "sentence" not in found or "subject" not in found:
        numbers = dialect.delimiter == BAR and "id" in found and all(row[found.index("id")].isdecimal() for row in rows)
        return Table(dialect, Columns(found), certain=numbers)
    sentence, subject, relation = map(found.index, ("sentence", "subject", "relation"))
    share = first_before_second(rows, sentence, subject, relation)
    if share is None or share >= CLEAR:
        return Table(dialect, Columns(found), certain=share is not None)
    likely = list(found)
    if share <= 1 - CLEAR:  # the relation seems to come first, as in CaRB's files
        likely[subject], likely[relation] = "relation", "subject"
    order = "subject, relation and object in the order in which their sentence has them"
    return _refusal(dialect, names, Doubt(order, tuple(likely)))


def _refusal(dialect: Dialect, row: Sequence[str], doubt: Doubt) -> Refusal:
    found = f"{len(row)} columns between {DELIMITERS[dialect.delimiter]}: {', '.join(map(repr, row))}"
    return Refusal(doubt.expected, found, columns_example(doubt.roles) if Columns(doubt.roles).names_sentence else "")


def _unknown_header(names: Sequence[str], below: tuple[Role, ...] | Doubt) -> Refusal:
    roles = below.roles if isinstance(below, Doubt) else below
    pairs = ",".join(f"{role}={name}" for role, name in zip(roles, names, strict=True) if role not in ("-", "argument"))
    return Refusal(
        "a header that names the sentence (or its id), subject, relation and object",
        ", ".join(map(repr, names)),
        f"--columns {shlex.quote(pairs)}",
    )


def _may_be_names(names: Sequence[str], below: Rows) -> bool:
    """Whether the first row may be a header of names that are not known: short, and unlike the rows below."""
    if len(set(names)) < len(names) or not all(name and len(name) <= LONGEST_NAME for name in names):
        return False
    for name, cells in zip(names, zip(*below, strict=True), strict=True):
        if all(map(tabs.is_number, cells)) and not tabs.is_number(name):
            return True
        if all(len(WORD.findall(cell)) >= 3 for cell in cells) and len(WORD.findall(name)) == 1:
            return True
    return False


def _roles(rows: Rows) -> tuple[Role, ...] | Doubt:
    """Find the role of each column: first the sentence and its id, then the confidence; what is left is the triple."""
    columns = list(zip(*rows, strict=True))
    numeric = {place for place, cells in enumerate(columns) if all(map(tabs.is_number, cells))}
    triples = [place for place, cells in enumerate(columns) if all(map(_is_triple, cells))]
    roles: dict[int, Role] = {triples[0]: "triple"} if len(triples) == 1 else {}
    sentence = _sentence_column(rows, columns, numeric, roles)
    if sentence is not None:
        roles[sentence] = "sentence"
    id = next((place for place in (0, 1) if place not in roles and _are_ids(columns[place])), None)
    wanted = 0 if triples else 3
    left = [place for place in range(len(columns)) if place not in roles]
    if not roles and (doubt := _ids_in_doubt(columns, id)) is not None:
        return doubt
    if id is not None and len(left) > wanted:
        roles[id] = "id" if sentence is None or _numbers_sentences(rows, id, sentence) else "-"
        left.remove(id)
    if len(left) == wanted + 1 and (numbers := [place for place in left if place in numeric]):
        confidence = numbers[-1] if numbers[-1] == left[-1] else numbers[0]
        if not _are_confidences(columns[confidence]):
            likely = _with_triple(len(columns), roles, left)
            return Doubt("a confidence, a label or an argument that can be told apart", likely)
        roles[confidence] = "confidence"
        left.remove(confidence)
    likely = _with_triple(len(columns), roles, left)
    if not Columns(likely).names_sentence:
        return Doubt("a column with the sentence or its id", likely)
    return likely if len(left) == wanted else Doubt("columns that can be told by what they hold", likely)


def _ids_in_doubt(columns: Rows, id: int | None) -> Doubt | None:
    """Ask where numbers may be ids: at the end, after a triple, or in two columns, of which one may number the rows."""
    numbers = [
        place for place, cells in enumerate(columns) if all(cell.isdecimal() and len(cell) < 19 for cell in cells)
    ]
    if len(columns) == 4 and id is None and numbers == [3] and not _are_confidences(columns[3]):
        return Doubt("the sentence or its id in the first columns, or columns that are named", (*TRIPLE, "id"))
    if len(columns) == 5 and numbers == [0, 1]:
        counts = [int(after) - int(before) for before, after in pairwise(columns[0])]
        are_of_rows = bool(counts) and set(counts) == {1}
        first: tuple[Role, Role] = ("-", "id") if are_of_rows else ("id", "-")
        return Doubt("one column of numbers before the triple, the sentence's id", (*first, *TRIPLE))
    return None


def _with_triple(width: int, roles: dict[int, Role], left: Sequence[int]) -> tuple[Role, ...]:
    """Make the columns that are left subject, relation, object and further arguments, in this order."""
    triple: dict[int, Role] = dict(zip(left, TRIPLE, strict=False))
    return tuple(roles.get(p) or triple.get(p) or ("argument" if p in left else "-") for p in range(width))


def _sentence_column(rows: Rows, columns: Rows, numeric: set[int], roles: dict[int, Role]) -> int | None:
    """Find the column whose cells have the words of the others; else the first, if it is text and the longest."""
    candidates = [place for place in range(len(columns)) if place not in numeric and place not in roles]
    lengths = {place: fmean(map(len, columns[place])) for place in candidates}
    holding = [p for p in candidates if fmean(_holds_others(row, p, numeric) for row in rows) >= MOST_ROWS]
    if holding:
        return max(holding, key=lengths.__getitem__)
    if 0 in candidates and all(map(tabs.is_sentence, columns[0])):
        return 0 if lengths[0] > max((lengths[place] for place in candidates if place), default=0) else None
    return None


def _holds_others(row: Sequence[str], place: int, numeric: set[int]) -> bool:
    """Whether a cell has the words of at least two others, or of a triple."""
    others = [other for index, other in enumerate(row) if index not in numeric | {place} and other]
    held = sum(_holds(row[place], other) for other in others)
    return held >= 2 or (len(row) <= 3 and any(map(_is_triple, others)) and held >= 1)


def _holds(sentence: str, cell: str) -> bool:
    words = set(WORD.findall(cell.casefold()))
    if not words or len(cell) >= len(sentence):
        return False
    # A sentence in Chinese is one word for the pattern.
    return words <= set(WORD.findall(sentence.casefold())) or cell.casefold() in sentence.casefold()


def _are_ids(cells: Sequence[str]) -> bool:
    return all(tabs.is_sentence_id(cell) and any(sign.isdigit() for sign in cell) for cell in cells)


def _are_confidences(cells: Sequence[str]) -> bool:
    """Tell whether numbers are confidences: from 0 to 1 or with decimals, and not labels (0 and 1 alone)."""
    if {"0", "1"} == set(cells):
        return False
    return all(0 <= float(cell) <= 1 for cell in cells) or any("." in cell for cell in cells)


def _is_triple(cell: str) -> bool:
    return len(cell) > 4 and cell[0] == "(" and cell[-1] == ")" and cell.count(";") >= 2


def first_before_second(rows: Rows, sentence: int, first: int, second: int) -> float | None:
    """Return the share of rows whose first cell is before the second in the sentence; ``None`` if no row has both."""
    before = after = 0
    for row in rows:
        places = _place(row[first], row[sentence]), _place(row[second], row[sentence])
        if places[0] is not None and places[1] is not None and places[0] != places[1]:
            before += places[0] < places[1]
            after += places[0] > places[1]
    return before / (before + after) if before + after else None


def _place(cell: str, sentence: str) -> int | None:
    """Where the words of a cell first stand in the sentence, side by side."""
    cell_words, words = WORD.findall(cell.casefold()), WORD.findall(sentence.casefold())
    if not cell_words:
        return None
    count = len(cell_words)
    return next((start for start in range(len(words) - count + 1) if words[start : start + count] == cell_words), None)
