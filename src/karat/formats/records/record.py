"""One record becomes an extraction; and one triple in JSON, a list of texts or an object whose keys name the parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from karat.errors import FormatError, cut_path
from karat.formats.field_names import (
    ABOUT,
    JSON_ID,
    JSON_OBJECT,
    JSON_RELATION,
    JSON_SENTENCE,
    JSON_SUBJECT,
    JSON_TRIPLES,
    JSON_WORDS,
    SYNSET,
    SYNSETS,
    VAGUE,
    FieldNames,
    Others,
    find_name,
    first_text,
    is_among,
    name_keys,
    split_marks,
)
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, line_number, others
from karat.formats.triples_as_gold import WORDINGS
from karat.model import Extraction, Row

TRIPLE = "a triple: a list of texts, or an object with subject, relation and object"
EXAMPLE = '{"sentence": "Ann founded Bext.", "triples": [["Ann", "founded", "Bext"]]}'
ELSEWHERE = "if they are under other keys, name these with --map, which the help of `karat evaluate` shows"
SUBJECT_NAMES = "a subject (subject, head, s, arg1 …)"
RELATION_NAMES = "a relation (relation, predicate, rel, p …)"
CLEAR_RELATION = ("relation", "predicate", "rel", "p", "r", "verb")
CLEAR_SUBJECT = ("subject", "subj", "s", "head", "arg1")
"""Names that make a triple of an object that lacks the object, or the subject."""
MOST_SHOWN = 8
"""How many keys a message shows."""


def read_record(
    names: FieldNames,
    text: Callable[[str], str],
    texts: Callable[[str], Iterable[str]],
    number: Callable[[str], float],
    other: Iterable[tuple[str, str]],
    around: Others = (),
) -> Extraction:
    """Turn a record into an extraction; ``names`` must have a relation.

    ``text``, ``texts`` and ``number`` read the field of a name in the way of its source; ``other`` are the fields that
    have no place in a triple, ``around`` those of what the record is in.
    """
    assert names.relation is not None
    arguments = [text(name) for name in (names.subject, names.object, *names.further) if name is not None]
    for name in names.lists:
        arguments += texts(name)
    confidence = 1.0 if names.confidence is None else number(names.confidence)
    polarity, modality, kept = split_marks(other)
    relation = text(names.relation)
    kept += around
    return Extraction(relation, tuple(arguments), confidence, polarity=polarity, modality=modality, other=kept)


# Triples in JSON


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a file says of a triple's sentence, and of the nodes that triples may refer to by their ids."""

    id: str | None = None
    text: str | None = None
    other: Others = ()
    nodes: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_named(self) -> bool:
        """Whether there is an id or a text."""
        return self.id is not None or self.text is not None

    def rows(self, part: Part, extractions: Iterable[Extraction] = ()) -> list[Row]:
        """Return a row for each extraction in a part, or one row without an extraction if there are none."""
        found: list[Extraction | None] = [replace(extraction, other=self.other) for extraction in extractions]
        return [Row(extraction, self.id, self.text, line_number(part)) for extraction in found or [None]]


def is_triple(value: Any) -> bool:
    """Whether an object has the keys of a triple, or a list the texts of one."""
    if isinstance(value, list):
        return is_flat_triple(value)
    return isinstance(value, dict) and _names(value) is not None


def is_flat_triple(value: Any, least: int = 3) -> bool:
    """Whether a value is a list of at least ``least`` texts and numbers, the first two of them texts."""
    return (
        isinstance(value, list)
        and len(value) >= least
        and isinstance(value[0], str)
        and isinstance(value[1], str)
        and all(each is None or isinstance(each, str | int | float) for each in value)
    )


def _names(value: Mapping[str, Any]) -> FieldNames | None:
    """Find the parts of an object that is a triple; one that holds triples is none."""
    names = name_keys(value)
    if names is None or any(isinstance(each, list) and is_among(key, JSON_TRIPLES) for key, each in value.items()):
        return None
    assert names.relation is not None
    ends = [name for name in (names.subject, names.relation, names.object) if name is not None]
    if not all(isinstance(value[name], str | int | float) or _words(value[name]) is not None for name in ends):
        return None
    if names.subject is None or names.object is None:
        is_clear = is_among(names.relation, CLEAR_RELATION)
        is_clear = is_clear and (names.subject is None or is_among(names.subject, CLEAR_SUBJECT))
        return names if is_clear else None
    return names


def read_triple(part: Part, sentence: Sentence) -> Row:
    """Read a triple, which may name its sentence."""
    if isinstance(part.value, list):
        return Row(_from_list(part, sentence), sentence.id, sentence.text, line_number(part))
    if not isinstance(part.value, dict):
        raise part.error(TRIPLE, part.shown)
    names = _names(part.value)
    if names is None:
        raise _no_triple(part)
    id_key, text_key = (first_text(part.value, aliases) for aliases in (JSON_ID, JSON_SENTENCE))
    own_id, own_text = (None if key is None else as_text(part.value[key]) for key in (id_key, text_key))
    known = [
        key
        for key, own, outer in ((id_key, own_id, sentence.id), (text_key, own_text, sentence.text))
        if key is not None and outer in (None, own)
    ]
    empty = [key for key, value in part.value.items() if value is None]
    synset = first_text(part.value, SYNSETS)
    other = others(part, *names.of_triple, *known, *empty)
    extraction = read_record(
        names,
        text=lambda name: _text(part.inner(name), sentence),
        texts=lambda name: [_text(each, sentence) for each in part.inner(name).members("a list of arguments")],
        number=lambda name: _number(part.inner(name), name),
        other=((SYNSET if name == synset else name, text) for name, text in (*other, *_inner_aliases(part, names))),
        around=sentence.other,
    )
    text = own_text if sentence.text is None else sentence.text
    return Row(extraction, sentence.id or own_id, text, line_number(part))


def _from_list(part: Part, sentence: Sentence) -> Extraction:
    members = part.members(TRIPLE)
    if len(members) < 2:
        raise part.error(TRIPLE, part.shown)
    while len(members) > 2 and members[-1].value is None:
        members.pop()
    subject, relation, *objects = (_text(each, sentence) for each in members)
    return Extraction(relation, (subject, *objects), other=sentence.other)


def _text(part: Part, sentence: Sentence) -> str:
    """Read the words of a part; models write years and amounts as numbers, and graphs refer to nodes by their ids."""
    value = _words(part.value) if isinstance(part.value, dict) else part.value
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise part.error("a text or a number", part.shown)
    text = as_text(value)
    return sentence.nodes.get(text, text)


def _words(value: Any) -> str | int | None:
    """Return the words, or else the id, of a part that is an object."""
    key = first_text(value, (*JSON_WORDS, "id")) if isinstance(value, dict) else None
    found = None if key is None else value[key]
    return found if isinstance(found, str | int) else None


def _number(part: Part, name: str) -> float:
    if not isinstance(part.value, bool) and isinstance(part.value, int | float | str):
        try:
            return part.line.number_from(str(part.value), name)
        except FormatError:
            pass
    raise part.error("a number", part.shown)


def _inner_aliases(part: Part, names: FieldNames) -> list[tuple[str, str]]:
    """List the other names in parts that are objects: gold may not have them."""
    inner = [(key, part.value[key]) for key in names.of_triple if isinstance(part.value[key], dict)]
    return [(f"{key}.{name}", as_text(each)) for key, value in inner for name, each in value.items() if "alias" in name]


def node_texts(nodes: Any) -> dict[str, str]:
    """Return the words of each node by its id; nodes that are texts need none."""
    listed = nodes if isinstance(nodes, list) else []
    pairs = nodes.items() if isinstance(nodes, dict) else ((_id_of(node), node) for node in listed)
    named = ((id, node, first_text(node, JSON_WORDS)) for id, node in pairs if isinstance(node, dict))
    return {str(id): as_text(node[name]) for id, node, name in named if isinstance(id, str | int) and name is not None}


def _id_of(node: Any) -> Any:
    return node.get("id") if isinstance(node, dict) else None


# What is said of JSON in which no extractions are found, or that could be meant in two ways


def _no_triple(part: Part) -> FormatError:
    vague = [key for key in part.value if is_among(key, VAGUE)]
    if name_keys(part.value) is None and len(vague) > 1:
        advice = f"name it, as in --map relation=$.{vague[-1]}"
        return part.error("one key for the relation", f"{' and '.join(vague)}; {advice}")
    return part.error(TRIPLE, part.shown)


def no_extractions(part: Part) -> FormatError:
    """Say which keys were seen and which ones were expected, and how to name them."""
    steps, likely = _likely(part.value)
    place = path_of(part.place, steps)
    nothing = f"extractions at {cut_path(place)}, such as {EXAMPLE}"
    if not isinstance(likely, dict) or not likely:
        return part.line.error(expected=nothing, found=_shape(part.value))
    if (wrong := _wrong_value(likely)) is not None:
        role, value = wrong
        advice = f"; write a triple for each, or {WORDINGS}" if isinstance(value, list) else ""
        expected = f"a text or a number as the {role} at {cut_path(place)}"
        return part.line.error(expected=expected, found=f"{_shape(value)}{advice}")
    plain = [key for key, value in likely.items() if isinstance(value, str | int | float)]
    found = f"the keys {_listed(list(likely))}"
    named = ((SUBJECT_NAMES, JSON_SUBJECT), (RELATION_NAMES, JSON_RELATION))
    lacking = [example for example, aliases in named if find_name(likely, aliases) is None]
    if len(lacking) == 2 and (len(plain) < 2 or (not steps and len(likely) < 3)):
        holds_more = any(isinstance(value, dict | list) for value in likely.values())
        return part.line.error(expected=nothing, found=f"{found}{f'; {ELSEWHERE}' if holds_more else ''}")
    paths = {role: step_to(key) for role, key in _guessed_roles(plain).items()}
    items = {"items": _every(place)} if steps or part.place else {}
    map = ",".join(f"{role}={path}" for role, path in (items | paths).items())
    advice = f"; name them, as in --map '{map}'" if "relation" in paths else ""
    expected = f"{' and '.join(lacking or [RELATION_NAMES])} at {cut_path(place)}"
    return part.line.error(expected=expected, found=f"{found}{advice}")


def ambiguous(part: Part, keys: Sequence[str]) -> FormatError:
    """Say which keys have extractions, where only one can."""
    place = path_of(part.place)
    advice = f"say which one counts, as in --map 'items={_every(place)}{step_to(keys[-1])[1:]}[*]'"
    return part.line.error(expected=f"one list of extractions at {cut_path(place)}", found=f"{_listed(keys)}; {advice}")


def _wrong_value(value: dict[str, Any]) -> tuple[str, Any] | None:
    """Find the part of a triple whose key is there, but whose value is null or a list of several."""
    by_role = (("subject", JSON_SUBJECT), ("relation", JSON_RELATION), ("object", JSON_OBJECT))
    keys = {role: find_name(value, names) for role, names in by_role}
    if keys["subject"] is None or keys["relation"] is None:
        return None
    for role, key in keys.items():
        if key is not None and (isinstance(value[key], list) or (value[key] is None and role != "object")):
            return role, value[key]
    return None


def _guessed_roles(keys: list[str]) -> dict[str, str]:
    """Pair the parts of a triple with keys for an example: known names first, the others in order."""
    known = {"subject": find_name(keys, JSON_SUBJECT), "relation": None, "object": find_name(keys, JSON_OBJECT)}
    left = [key for key in keys if key not in known.values() and not is_among(key, (*JSON_ID, *JSON_SENTENCE))]
    for role, key in known.items():
        if key is None and left:
            known[role] = left.pop(-1 if is_among(left[-1], VAGUE) and role == "relation" else 0)
    return {role: key for role, key in known.items() if key is not None}


def path_of(place: str, steps: str = "") -> str:
    """Format a place as a path from the root.

    >>> path_of("data[0].x"), path_of("[3]"), path_of("")
    ('$.data[0].x', '$[3]', '$')
    """
    return f"${'' if not place or place.startswith('[') else '.'}{place}{steps}"


def step_to(key: str) -> str:
    """Format the path of a key."""
    return f"$.{key}" if key.isidentifier() else f"$[{key!r}]"


def _every(path: str) -> str:
    """Return the path of all elements that are like one: with ``*`` for each index."""
    parts = path.split("[")
    return "[".join([parts[0], *("*]" + part.partition("]")[2] if part[:1].isdigit() else part for part in parts[1:])])


def _likely(value: Any) -> tuple[str, Any]:
    """Return the first object in a list, which is likely to be an extraction, and the steps that lead to it."""
    steps = ""
    for _ in range(8):
        if isinstance(value, list) and value and isinstance(value[0], list | dict):
            value, steps = value[0], f"{steps}[0]"
            continue
        inner = [key for key, each in value.items() if _may_be_likely(each)] if isinstance(value, dict) else []
        if not inner:
            break
        key = min(inner, key=lambda name: (not is_among(name, JSON_TRIPLES), is_among(name, ABOUT)))
        value, steps = value[key], f"{steps}{step_to(key)[1:]}"
    return steps, value


def _may_be_likely(value: Any) -> bool:
    if isinstance(value, dict):
        return _wrong_value(value) is not None
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def _shape(value: Any) -> str:
    match value:
        case {}:
            return f"an object with the keys {_listed(list(value))}" if value else "an empty object"
        case []:
            return "an empty list"
        case [*members]:
            kinds = {type(each).__name__ for each in members}
            names = {"int": "numbers", "float": "numbers", "str": "texts", "dict": "objects", "list": "lists"}
            return f"a list of {' and '.join(sorted({names.get(kind, kind) for kind in kinds}))}"
        case str():
            return f"a text: {value!r:.60}"
    return "null" if value is None else f"{value!r:.60}"


def _listed(keys: Sequence[str]) -> str:
    shown = ", ".join(f"{key:.40}" for key in keys[:MOST_SHOWN])
    return f"{shown} and {len(keys) - MOST_SHOWN} more" if len(keys) > MOST_SHOWN else shown
