"""The columns of a table: which holds the sentence, which the subject, and so on; by name or as the user says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from karat.errors import InputError, UnknownNameError
from karat.formats.field_names import SENTENCE_ID, SYNSETS, find_name, name_fields, plain_name

Role = Literal["id", "sentence", "subject", "relation", "object", "argument", "confidence", "triple", "synset", "-"]
"""What a column holds: ``argument`` is one after the object, ``triple`` a text such as *(Ann; founded; Bext)*,
``synset`` names the fact that a row of gold belongs to, and ``-`` is none of these."""

TABLE_IDS = (*SENTENCE_ID, "sentence_number", "sent_number", "sent_no", "sentence_index", "sent_index", "example_id")
DOCUMENT_IDS = ("doc_id", "document_id", "doc")
TRIPLE = ("triple", "triplet", "tuple", "extraction")
NUMBERED = re.compile(r"arg(?:ument)?(\d{1,3})")
EXAMPLE = "--columns id,subject,relation,object,confidence"


@dataclass(frozen=True, slots=True)
class Columns:
    """The role of each column, and the names in the header if the file has one."""

    roles: tuple[Role, ...]
    names: tuple[str, ...] | None = None

    def place(self, role: Role) -> int | None:
        """Where the first column of a role is."""
        return self.roles.index(role) if role in self.roles else None

    def places(self, role: Role) -> tuple[int, ...]:
        """Where all columns of a role are."""
        return tuple([place for place, each in enumerate(self.roles) if each == role])

    def __str__(self) -> str:
        """Say what each column was taken for, in the order of the file."""
        shown = _numbered(self.roles)
        if self.names is None:
            return ", ".join("left out" if role == "-" else role for role in shown)
        pairs = zip(self.names, shown, strict=True)
        return ", ".join(_pair(name, role) for name, role in pairs if role != "-")


def _pair(name: str, role: str) -> str:
    return role if plain_name(name) == plain_name(role) else f"{role} = {name!r}"


def _numbered(roles: Sequence[Role]) -> list[str]:
    """Name the arguments after the object arg3, arg4 and so on."""
    number = 2
    names: list[str] = []
    for role in roles:
        number += role == "argument"
        names.append(f"arg{number}" if role == "argument" else role)
    return names


def columns_example(roles: Iterable[Role]) -> str:
    """Write roles as ``--columns`` takes them."""
    return f"--columns {','.join(_numbered(list(roles)))}"


def header_columns(cells: Sequence[str]) -> Columns | None:
    """Read the first row as a header: it names a subject and a relation, or a column of whole triples; else ``None``.

    Where two columns could have a role, the more special name has it: ``sent_id`` before ``id``.
    """
    fields = name_fields(cells)
    triple = find_name(cells, TRIPLE)
    if (fields.subject is None or fields.relation is None) and triple is None:
        return None
    roles: dict[str, Role] = {}
    if fields.subject is not None and fields.relation is not None:
        roles |= {fields.subject: "subject", fields.relation: "relation"}
        roles |= dict.fromkeys(fields.further, "argument")
        roles |= {fields.object: "object"} if fields.object is not None else {}
    else:
        assert triple is not None
        roles[triple] = "triple"
    sentence_id = find_name(cells, TABLE_IDS) or find_name(cells, DOCUMENT_IDS)
    others: tuple[tuple[str | None, Role], ...] = (
        (sentence_id, "id"),
        (fields.sentence, "sentence"),
        (fields.confidence, "confidence"),
        (find_name(cells, SYNSETS), "synset"),
    )
    for name, role in others:
        if name is not None:
            roles.setdefault(name, role)
    return Columns(_of_cells(cells, roles), tuple(cells))


def _of_cells(cells: Sequence[str], roles: dict[str, Role]) -> tuple[Role, ...]:
    """Give each cell its role; of two cells with the same name, the first has it."""
    left = dict(roles)
    return tuple(left.pop(cell, "-") for cell in cells)


def is_known_name(cell: str) -> bool:
    """Tell whether a cell is the name of a column, and hardly ever a value."""
    fields = name_fields([cell])
    named = (fields.sentence_id, fields.sentence, fields.subject, fields.relation, fields.object, fields.confidence)
    return len(plain_name(cell)) > 2 and any(name is not None for name in (*named, *fields.further))


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    """The columns as the user gave them: a role for each column, or the header's name for each role."""

    text: str
    roles: tuple[Role, ...]
    names: tuple[str, ...] | None = None

    def of(self, cells: Sequence[str]) -> Columns:
        """Find the columns by their names in the header; a name that is not there is an error."""
        assert self.names is not None
        roles: dict[int, Role] = {}
        for name, role in zip(self.names, self.roles, strict=True):
            places = [place for place, cell in enumerate(cells) if plain_name(cell) == plain_name(name)]
            if len(places) != 1:
                found = "two" if places else "none"
                shown = ", ".join(map(repr, cells))
                raise InputError(f"--columns: expected a column {name!r} in the header, found {found} in {shown}")
            roles[places[0]] = role
        return Columns(tuple(roles.get(place, "-") for place in range(len(cells))), tuple(cells))


def parse_columns(given: str | Sequence[str]) -> ChosenColumns:
    """Read what the user says of the columns: ``id,subject,relation,object`` or ``id=Nr,subject=Wer,…``.

    >>> parse_columns("id, subject, relation, object, -").roles
    ('id', 'subject', 'relation', 'object', '-')
    >>> parse_columns("id=Nr,subject=Wer,relation=tut,object=was").names
    ('Nr', 'Wer', 'tut', 'was')
    """
    parts = [part.strip() for part in (given.split(",") if isinstance(given, str) else given)]
    text = ",".join(parts)
    named = [part for part in parts if "=" in part]
    if named and len(named) != len(parts):
        raise InputError(
            f"--columns: expected a role for each column, or role=name for each, found both in {text!r}; "
            f"for example: {EXAMPLE}"
        )
    roles = tuple(_role(part.partition("=")[0].strip()) for part in parts)
    columns = ChosenColumns(text, roles, tuple(part.partition("=")[2].strip() for part in parts) if named else None)
    _check(columns)
    return columns


def _role(name: str) -> Role:
    if name in ("-", "_", ""):
        return "-"
    numbered = NUMBERED.fullmatch(plain_name(name))
    if numbered and int(numbered[1]) > 2:
        return "argument"
    fields = name_fields([name])
    by_role: dict[Role, str | None] = {
        "id": find_name([name], (*TABLE_IDS, *DOCUMENT_IDS)),
        "sentence": fields.sentence,
        "subject": fields.subject,
        "relation": fields.relation,
        "object": fields.object,
        "confidence": fields.confidence,
        "triple": find_name([name], TRIPLE),
        "synset": find_name([name], SYNSETS),
        "argument": find_name([name], ("argument",)),
    }
    for role, found in by_role.items():
        if found is not None:
            return role
    raise UnknownNameError("column", name, (*get_args(Role)[:-1], "- (a column to leave out)"))


def _check(columns: ChosenColumns) -> None:
    """Refuse columns that make no extraction, and a role given twice."""
    for role in dict.fromkeys(columns.roles):
        if role not in ("-", "argument") and columns.roles.count(role) > 1:
            raise InputError(f"--columns: expected {role} once, found it twice in {columns.text!r}")
    has_triple = "triple" in columns.roles
    missing = [role for role in ("subject", "relation") if role not in columns.roles and not has_triple]
    if not {"id", "sentence"} & set(columns.roles):
        missing.append("id or sentence")
    if missing:
        raise InputError(
            f"--columns: expected {' and '.join(missing)} among the columns, found {columns.text!r}; "
            f"for example: {EXAMPLE}"
        )
