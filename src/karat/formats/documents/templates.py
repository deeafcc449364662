"""Templates, role fillers and n-ary relations: the files of GTT, GRIT, IterX, MUC-4 and SciREX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.documents import named_objects, objects
from karat.formats.json.loading import peek_json
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import (
    Document,
    Entity,
    Mention,
    NAryRelation,
    RoleFillerEntity,
    SetFill,
    SlotFiller,
    Template,
    TemplatedText,
)

TYPE = "incident_type"
USUAL_TYPE = "attack"
"""The type of templates whose type is not a text, as in GTT's scorer."""
SHORT = re.compile(r"([34])(\d{4})")


def full_name(name: str) -> str:
    """Return the full name of a MUC document: 30001 is TST3-MUC4-0001."""
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


SLOTS = 25
NAME, TEMPLATE, INCIDENT = 0, 1, 4
COLUMN = 35
"""Where values begin."""
NUMBER = re.compile(r"(\d{1,9})\.\s")
Slot = tuple[Line, str, list[str]]
"""The line, the slot's name, and its values, one a line."""


def read_muc_keys(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each message with its templates; a message without events has a record of asterisks and no template."""
    by_message: dict[str, list[Template]] = {}
    lines: dict[str, int] = {}
    numbers: dict[tuple[str, str], int] = {}
    with collect_problems(problems) as report:
        for record in _records(path, encoding, report):
            try:
                name, template = _template(record)
                _check_number(name, record, numbers)
            except FormatError as error:
                report.add(error)
                continue
            lines.setdefault(name, record[0][0].number)
            by_message.setdefault(name, []).extend([] if template is None else [template])
    for name, templates in by_message.items():
        yield Document(name, TemplatedText(tuple(templates)), lines[name])


def _check_number(name: str, record: list[Slot], lines: dict[tuple[str, str], int]) -> None:
    """Refuse a second template of a message with the same number."""
    line, _, values = record[TEMPLATE]
    number = values[0].partition(" ")[0]
    first = lines.setdefault((name, number), line.number)
    if first != line.number:
        raise line.error(expected=f"each template of {name} once", found=f"{number!r} again, first on line {first}")


def _records(path: Input, encoding: str, report: Problems) -> Iterator[list[Slot]]:
    """Group lines into records of 25 slots; an indented line adds a value to the slot above."""
    record: list[Slot] = []
    for line in lines(path, encoding):
        if line.blank:
            continue
        number = NUMBER.match(line.text)
        if number is None:
            if record and line.text.startswith("   "):
                record[-1][2].append(line.text.strip())
            else:
                report.add(
                    line.error(expected="a numbered slot, or spaces and a further value", found=f"{line.text!r:.60}")
                )
            continue
        if int(number[1]) == 0 and record:
            yield record
            record = []
        if int(number[1]) != len(record):
            report.add(line.error(expected=f"slot {len(record)}", found=f"slot {number[1]}"))
            record = []
            continue
        slot = line.text[number.end() : COLUMN].strip()
        record.append((line, slot, [line.text[COLUMN:].strip()]))
        if not record[-1][2][0]:
            report.add(line.error(expected=f"a value from column {COLUMN + 1} on", found=f"{line.text!r:.60}"))
    if record:
        yield record


def _template(record: list[Slot]) -> tuple[str, Template | None]:
    if len(record) != SLOTS:
        raise record[-1][0].error(expected=f"{SLOTS} slots in a template", found=f"{len(record)}")
    name = record[NAME][2][0]
    kind = record[INCIDENT][2][0]
    if kind == "*":
        return name, None
    fillers: list[SlotFiller] = []
    for number, (line, slot, values) in enumerate(record):
        if number not in (NAME, TEMPLATE, INCIDENT):
            fillers += [_filler(line, slot, value) for value in values if value not in ("-", "*")]
    return name, Template(kind, tuple(fillers), optional="OPTIONAL" in record[TEMPLATE][2][0])


def _filler(line: Line, slot: str, written: str) -> SlotFiller:
    optional = written.startswith("?")
    value = written.lstrip("? ")
    if value.count('"') - value.count('\\"') & 1:
        raise line.error(expected="quotation marks in pairs", found=f"{written!r:.60}")
    left, right = _cross_reference(value)
    about = Entity(frozenset(map(_text, right))) if right and right != ['"-"'] else None
    if left[0].startswith('"'):
        return SlotFiller(slot, Entity(frozenset(map(_text, left))), optional)
    return SlotFiller(slot, SetFill(frozenset(map(_text, left)), about), optional)


def _cross_reference(value: str) -> tuple[list[str], list[str]]:
    """Split a value at the colon before a string: alternatives before and after it; most values have only the first."""
    place = next((place for place in _outside(value, ": ") if value[place + 1 :].lstrip().startswith('"')), None)
    if place is None:
        return _alternatives(value), []
    return _alternatives(value[:place]), _alternatives(value[place + 1 :])


def _alternatives(value: str) -> list[str]:
    parts, start = [], 0
    for place in _outside(value, " / "):
        parts.append(value[start:place].strip())
        start = place + 3
    return [*parts, value[start:].strip()]


def _outside(value: str, wanted: str) -> Iterator[int]:
    """Yield the indexes at which a text occurs outside quotation marks."""
    quoted = False
    for index, letter in enumerate(value):
        if letter == '"' and value[index - 1 : index] != "\\":
            quoted = not quoted
        elif not quoted and value.startswith(wanted, index):
            yield index


def _text(written: str) -> str:
    """Strip the quotation marks, and brackets around an alternative of several words."""
    if len(written) > 1 and written[0] == written[-1] == '"':
        return written[1:-1].replace('\\"', '"')
    if written.startswith("(") and written.endswith(")"):
        return written[1:-1].strip()
    return written


def _fits_muc_keys(head: Sequence[str]) -> bool:
    """Tell whether the first line is slot 0, which names the message."""
    return re.match(r"0\.\s+MESSAGE: ID\s", head[0]) is not None


MUC_KEYS = Format(
    name="muc-keys",
    title="MUC answer keys",
    kind="templates",
    looks="records that begin with '0.  MESSAGE: ID'",
    read=read_muc_keys,
    fits=_fits_muc_keys,
)


ROLES = ("Material", "Metric", "Task", "Method")
RELATION_TYPE = "result"
Clusters = dict[str, Entity]


def read_scirex(
    path: Input, encoding: str = "utf-8", problems: Problems | None = None, *, gold: bool = False
) -> Iterator[Document]:
    """Yield each paper's relations: with ``gold`` the gold, else the predicted ones if there are any."""
    with collect_problems(problems) as report:
        for part in objects(path, encoding, report):
            try:
                words = tuple(map(str, part.value["words"])) if isinstance(part.value.get("words"), list) else ()
                yield Document(part.text("doc_id"), _relations(part, gold), part.line.number, words)
            except FormatError as error:
                report.add(error)


def _relations(part: Part, gold: bool) -> tuple[NAryRelation, ...]:
    if not gold and "predicted_relations" in part:
        clusters = _clusters(part.inner("predicted_coref" if "predicted_coref" in part else "coref"))
        rows = [_predicted(row) for row in part.items("predicted_relations")]
        return tuple(_relation(row, roles, clusters) for row, roles in rows if roles is not None)
    clusters = _merged(part, _clusters(part.inner("coref")))
    return tuple(
        _relation(row, {role: row.text(role) for role in ROLES}, clusters) for row in part.items("n_ary_relations")
    )


def _predicted(part: Part) -> tuple[Part, dict[str, str] | None]:
    match part.value:
        case [[str(), str(), str(), str()] as names, int(label)] if label in (0, 1):
            return part, dict(zip(ROLES, names, strict=True)) if label else None
    raise part.error("a relation: [[Material, Metric, Task, Method], 0 or 1]", part.shown)


def _relation(part: Part, roles: dict[str, str], clusters: Clusters) -> NAryRelation:
    fillers = []
    for role, name in roles.items():
        if name not in clusters:
            raise part.error(f"the name of a cluster as {role}", repr(name))
        fillers.append(RoleFillerEntity(role, clusters[name]))
    return NAryRelation(RELATION_TYPE, frozenset(fillers))


def _clusters(part: Part) -> Clusters:
    if not isinstance(part.value, dict):
        raise part.error("an object of clusters by their names", part.shown)
    return {name: Entity(frozenset(_place_of_mention(each) for each in part.items(name))) for name in part.value}


def _place_of_mention(part: Part) -> Mention:
    match part.value:
        case [int(start), int(end), *_] if 0 <= start < end:
            return Mention(start, end - 1)
    raise part.error("a mention: [first word, word after the last]", part.shown)


def _merged(part: Part, clusters: Clusters) -> Clusters:
    """Add the mentions of a method's parts, ``method_subrelations``, to the method."""
    if "method_subrelations" not in part:
        return clusters
    inner = part.inner("method_subrelations")
    merged = dict(clusters)
    for method in inner.value if isinstance(inner.value, dict) else ():
        names = [each.value[-1] for each in inner.items(method) if isinstance(each.value, list) and each.value]
        parts = [clusters[name].mentions for name in names if isinstance(name, str) and name in clusters]
        if method in clusters:
            merged[method] = Entity(frozenset().union(clusters[method].mentions, *parts))
    return merged


def _fits_scirex(head: Sequence[str]) -> bool:
    """Tell whether the first line is an object with ``doc_id`` and ``coref``."""
    return head[0].lstrip().startswith("{") and '"doc_id"' in head[0] and '"coref"' in head[0]


SCIREX = Format(
    name="scirex",
    title="SciREX JSON lines",
    kind="nary-relations",
    looks="JSON lines with doc_id and coref",
    read=read_scirex,
    fits=_fits_scirex,
    gold=partial(read_scirex, gold=True),
)
