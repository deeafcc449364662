"""Template files of GRIT, GTT and IterX (Du et al., 2021a and b; Chen et al., 2023), gold and output.

An entity is a list of mentions, a mention its text, alone or with its place: ``["the mine", 14]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.documents import named_objects, objects
from karat.formats.json.loading import peek_json
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Document, Entity, RoleFillerEntity, SlotFiller, Template, TemplatedText

TYPE = "incident_type"
USUAL_TYPE = "attack"
"""The type of templates whose type is not a text, as in GTT's scorer."""
SHORT = re.compile(r"([34])(\d{4})")


def full_name(name: str) -> str:
    """Give the full name of a MUC document: 30001 is TST3-MUC4-0001."""
    short = SHORT.fullmatch(name)
    return f"TST{short[1]}-MUC4-{short[2]}" if short else name


def read_gold(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield GTT's input: ``docid``, ``doctext`` and ``templates`` on a line.

    A template equal to an earlier one of its document counts once, as in GTT's own reader.
    """
    return _lines(path, encoding, problems, _distinct)


def _distinct(part: Part) -> TemplatedText:
    templates, text = _templates(part)
    return TemplatedText(tuple(dict.fromkeys(templates)), text)


def read_roles(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield GRIT's input: ``docid`` and ``extracts``, an object of roles, on a line."""
    return _lines(path, encoding, problems, lambda part: role_fillers(part.inner("extracts")))


def _lines(path: Input, encoding: str, problems: Problems | None, parse: Callable[[Part], Any]) -> Iterator[Document]:
    with collect_problems(problems) as report:
        for part in objects(path, encoding, report):
            try:
                yield Document(full_name(part.text("docid")), parse(part), part.line.number)
            except FormatError as error:
                report.add(error)


def _output(field: str, parse: Callable[[Part, str], Any]) -> Any:
    def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
        with collect_problems(problems) as report:
            for name, part in named_objects(path, encoding):
                try:
                    yield Document(full_name(name), parse(part, field), part.line.number)
                except FormatError as error:
                    report.add(error)

    return read


def read_iterx(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield IterX's output: a document's name and its templates of one type on a line, put together by name."""
    by_document: dict[str, list[Template]] = {}
    lines: dict[str, int] = {}
    of_type: dict[tuple[str, str], int] = {}
    with collect_problems(problems) as report:
        for part in objects(path, encoding, report):
            try:
                for name in part.value:
                    document, inner = full_name(name), part.inner(name)
                    templates = [template(each) for each in inner.members("a list of templates")]
                    lines.setdefault(document, part.line.number)
                    _check_types(inner, document, templates, of_type)
                    by_document.setdefault(document, []).extend(templates)
            except FormatError as error:
                report.add(error)
    for document, templates in by_document.items():
        yield Document(document, TemplatedText(tuple(templates)), lines[document])


def _check_types(part: Part, document: str, templates: list[Template], lines: dict[tuple[str, str], int]) -> None:
    """Refuse templates of a type that the document has on another line, since they would count twice."""
    for kind in dict.fromkeys(each.type for each in templates):
        first = lines.setdefault((document, kind), part.line.number)
        if first != part.line.number:
            raise part.error(
                f"a document's templates of type {kind!r} on one line", f"more of {document!r}, first on line {first}"
            )


def _templates(part: Part, field: str = "templates") -> tuple[tuple[Template, ...], str]:
    text = part.text("doctext") if "doctext" in part else ""
    return tuple(template(each) for each in part.items(field)), text


def template(part: Part) -> Template:
    """Read a template: its type, if it has one, and lists of entities by their slots."""
    if not isinstance(part.value, dict):
        raise part.error("a template: an object of slots", part.shown)
    kind = part.value.get(TYPE, "")
    fillers = [SlotFiller(slot, one) for slot in part.value if slot != TYPE for one in entities(part.inner(slot))]
    return Template(kind if isinstance(kind, str) else USUAL_TYPE, tuple(fillers))


def role_fillers(part: Part) -> tuple[RoleFillerEntity, ...]:
    """Read an object of roles, each with a list of entities."""
    if not isinstance(part.value, dict):
        raise part.error("an object of roles", part.shown)
    return tuple(RoleFillerEntity(role, one) for role in part.value for one in entities(part.inner(role)))


def entities(part: Part) -> Iterator[Entity]:
    """Read a list of entities; skip those without mentions, as the published programs do."""
    for each in part.members("a list of entities"):
        mentions = frozenset(_mention(one) for one in each.members("an entity: a list of mentions"))
        if mentions:
            yield Entity(mentions)


def _mention(part: Part) -> str:
    match part.value:
        case str(text) | [str(text), int()]:
            return text
    raise part.error("a mention: its text, or its text and place", part.shown)


def _has(field: str) -> Callable[[Sequence[str]], bool]:
    def fits(head: Sequence[str]) -> bool:
        if '"docid"' in head[0] and head[0].rstrip().endswith("}"):
            return False
        return any(f'"{field}"' in text for text in head)

    return fits


def _line_has(field: str) -> Callable[[Sequence[str]], bool]:
    def fits(head: Sequence[str]) -> bool:
        value = peek_json(head[0])
        return isinstance(value, dict) and "docid" in value and field in value

    return fits


def _is_iterx(head: Sequence[str]) -> bool:
    value = peek_json(head[0])
    return isinstance(value, dict) and len(value) == 1 and isinstance(next(iter(value.values())), list)


def _templated(part: Part, field: str) -> TemplatedText:
    return TemplatedText(*_templates(part, field))


def _roles(part: Part, field: str) -> tuple[RoleFillerEntity, ...]:
    return role_fillers(part.inner(field))


GTT_GOLD = Format(
    name="gtt-gold",
    title="GTT input",
    kind="templates",
    looks="JSON lines with docid and templates",
    read=read_gold,
    fits=_line_has("templates"),
)
GTT = Format(
    name="gtt",
    title="GTT output",
    kind="templates",
    looks="one JSON object of documents with pred_templates and gold_templates",
    read=_output("pred_templates", _templated),
    fits=_has("pred_templates"),
    gold=_output("gold_templates", _templated),
)
ITERX = Format(
    name="iterx",
    title="IterX output",
    kind="templates",
    looks="JSON lines, each a document's name with a list of templates",
    read=read_iterx,
    fits=_is_iterx,
)
GRIT_GOLD = Format(
    name="grit-gold",
    title="GRIT input",
    kind="role-fillers",
    looks="JSON lines with docid and extracts",
    read=read_roles,
    fits=_line_has("extracts"),
)
GRIT = Format(
    name="grit",
    title="GRIT output",
    kind="role-fillers",
    looks="one JSON object of documents with pred_extracts and gold_extracts",
    read=_output("pred_extracts", _roles),
    fits=_has("pred_extracts"),
    gold=_output("gold_extracts", _roles),
)
