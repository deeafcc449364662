"""The columns of a table: which holds the sentence, which the subject, and so on; by name or as the user says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from karat.errors import InputError, UnknownNameError
from karat.formats.field_names import (
    CONFIDENCE,
    OBJECT,
    RELATION,
    SENTENCE,
    SUBJECT,
    SYNSETS,
    TABLE_DOCUMENT_ID,
    TABLE_ID,
    TABLE_TRIPLE,
    ZEROTH,
    find_name,
    name_fields,
    plain_name,
)

Role = Literal["id", "sentence", "subject", "relation", "object", "argument", "confidence", "triple", "synset", "-"]
"""What a column holds: ``argument`` is one after the object, ``triple`` a text such as *(Ann; founded; Bext)*,
``synset`` names the fact that a row of gold belongs to, and ``-`` is none of these."""

NAMES: dict[Role, tuple[str, ...]] = {
    "id": (*TABLE_ID, *TABLE_DOCUMENT_ID),
    "sentence": SENTENCE,
    "subject": (*SUBJECT, *ZEROTH),
    "relation": RELATION,
    "object": OBJECT,
    "confidence": CONFIDENCE,
    "triple": TABLE_TRIPLE,
    "synset": SYNSETS,
    "argument": ("argument",),
}
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
        return tuple(place for place, each in enumerate(self.roles) if each == role)

    @property
    def names_sentence(self) -> bool:
        """Whether a column has the sentence or its id."""
        return "id" in self.roles or "sentence" in self.roles

    def __str__(self) -> str:
        """Say what each column was taken for, in the order of the file."""
        shown = _numbered(self.roles)
        if self.names is None:
            return ", ".join("left out" if role == "-" else role for role in shown)
        pairs = [(name, role) for name, role in zip(self.names, shown, strict=True) if role != "-"]
        return ", ".join(role if plain_name(name) == plain_name(role) else f"{role} = {name!r}" for name, role in pairs)


def _numbered(roles: Iterable[Role]) -> list[str]:
    """Name the arguments after the object arg3, arg4 and so on."""
    names: list[str] = []
    number = 2
    for role in roles:
        number += role == "argument"
        names.append(f"arg{number}" if role == "argument" else role)
    return names


def columns_example(roles: Iterable[Role]) -> str:
    """Format roles as ``--columns`` takes them."""
    return f"--columns {','.join(_numbered(roles))}"


def header_columns(cells: Sequence[str]) -> Columns | None:
    """Read the first row as a header: it names a subject and a relation, or a column of whole triples; else ``None``.

    Where two columns could have a role, the more special name has it: ``sent_id`` before ``id``. Of two columns with
    the same name, the first has the role.
    """
    fields = name_fields(cells)
    roles: dict[str | None, Role] = {}
    if fields.subject is not None and fields.relation is not None:
        roles = {fields.subject: "subject", fields.relation: "relation", **dict.fromkeys(fields.further, "argument")}
        roles[fields.object] = "object"
    elif (triple := find_name(cells, TABLE_TRIPLE)) is not None:
        roles[triple] = "triple"
    else:
        return None
    roles.setdefault(find_name(cells, NAMES["id"]), "id")
    roles.setdefault(fields.sentence, "sentence")
    roles.setdefault(fields.confidence, "confidence")
    roles.setdefault(find_name(cells, SYNSETS), "synset")
    return Columns(tuple(roles.pop(cell, "-") for cell in cells), tuple(cells))


def is_known_name(cell: str) -> bool:
    """Whether a cell is the name of a column, and hardly ever a value."""
    names = name_fields([cell])
    known = (names.sentence_id, names.sentence, names.subject, names.relation, names.object, names.confidence)
    return len(plain_name(cell)) > 2 and any((*known, *names.further))


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
    for role in dict.fromkeys(roles):
        if role not in ("-", "argument") and roles.count(role) > 1:
            raise InputError(f"--columns: expected {role} once, found it twice in {text!r}")
    missing = [role for role in ("subject", "relation") if role not in roles and "triple" not in roles]
    missing += [] if {"id", "sentence"} & set(roles) else ["id or sentence"]
    if missing:
        raise InputError(
            f"--columns: expected {' and '.join(missing)} among the columns, found {text!r}; for example: {EXAMPLE}"
        )
    return ChosenColumns(text, roles, tuple(part.partition("=")[2].strip() for part in parts) if named else None)


def _role(name: str) -> Role:
    if name in ("-", "_", ""):
        return "-"
    if (numbered := NUMBERED.fullmatch(plain_name(name))) is not None and int(numbered[1]) > 2:
        return "argument"
    role = next((role for role, names in NAMES.items() if find_name([name], names) is not None), None)
    if role is None:
        raise UnknownNameError("column", name, (*get_args(Role)[:-1], "- (a column to leave out)"))
    return role
