"""One triple in JSON: a list of texts, or an object whose keys name the parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from karat.errors import FormatError
from karat.formats.field_names import SYNSET, SYNSETS
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, others
from karat.formats.llm.records.keys import ID, SENTENCE, Roles, first_text, is_among, roles
from karat.formats.llm.records.keys import TRIPLES as TRIPLE_KEYS
from karat.formats.marks import split_marks
from karat.model import Extraction

TRIPLE = "a triple: a list of texts, or an object with subject, relation and object"
WORDS = ("text", "surface", "surface_form", "mention", "span", "phrase", "words", "value", "name", "label", "title")
"""Keys for the words of a part that is an object, the best first; its id is the last resort."""

Others = tuple[tuple[str, str], ...]


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


def is_triple(value: Any) -> bool:
    """Whether an object has the keys of a triple, or a list the texts of one."""
    if isinstance(value, list):
        return is_flat_triple(value)
    return isinstance(value, dict) and _roles(value) is not None


def is_flat_triple(value: Any, least: int = 3) -> bool:
    """Whether a value is a list of at least ``least`` texts and numbers, the first two of them texts."""
    return (
        isinstance(value, list)
        and len(value) >= least
        and isinstance(value[0], str)
        and isinstance(value[1], str)
        and all(each is None or isinstance(each, str | int | float) for each in value)
    )


def _roles(value: Mapping[str, Any]) -> Roles | None:
    """Find the parts of an object that is a triple; one that holds triples is none."""
    found = roles(value)
    if found is None or any(isinstance(each, list) and is_among(key, TRIPLE_KEYS) for key, each in value.items()):
        return None
    ends = [name for name in (found.subject, found.relation, found.object) if name is not None]
    if not all(_is_part(value[name]) for name in ends):
        return None
    if found.subject is None or found.object is None:
        clear = is_among(found.relation, ("relation", "predicate", "rel", "p", "r", "verb"))
        clear = clear and (found.subject is None or is_among(found.subject, ("subject", "subj", "s", "head", "arg1")))
        return found if clear else None
    return found


def _is_part(value: Any) -> bool:
    return isinstance(value, str | int | float) or (isinstance(value, dict) and _words(value) is not None)


def read_triple(part: Part, sentence: Sentence) -> tuple[Extraction, str | None, str | None]:
    """Read a triple, and give it with the id and the text of its sentence."""
    if isinstance(part.value, list):
        return _from_list(part, sentence), sentence.id, sentence.text
    if not isinstance(part.value, dict):
        raise part.error(TRIPLE, part.shown)
    found = _roles(part.value)
    if found is None:
        raise _lacks(part)
    id_key, text_key = (first_text(part.value, aliases) for aliases in (ID, SENTENCE))
    own_id, own_text = (None if key is None else as_text(part.value[key]) for key in (id_key, text_key))
    said = [
        key
        for key, own, outer in ((id_key, own_id, sentence.id), (text_key, own_text, sentence.text))
        if key is not None and outer in (None, own)
    ]
    kept = (*others(part, *found.read, *said, *_empty(part)), *_inner_aliases(part, found))
    synset = first_text(part.value, SYNSETS)
    marks = split_marks((SYNSET if name == synset else name, text) for name, text in kept)
    extraction = Extraction(
        _text(part.inner(found.relation), sentence),
        tuple(_arguments(part, found, sentence)),
        _confidence(part, found.confidence),
        polarity=marks.polarity,
        modality=marks.modality,
        other=(*marks.other, *sentence.other),
    )
    return extraction, sentence.id or own_id, own_text if sentence.text is None else sentence.text


def _from_list(part: Part, sentence: Sentence) -> Extraction:
    members = part.members(TRIPLE)
    if len(members) < 2:
        raise part.error(TRIPLE, part.shown)
    while len(members) > 2 and members[-1].value is None:
        members.pop()
    subject, relation, *objects = (_text(each, sentence) for each in members)
    return Extraction(relation, (subject, *objects), other=sentence.other)


def _arguments(part: Part, found: Roles, sentence: Sentence) -> list[str]:
    names = [name for name in (found.subject, found.object, *found.arguments) if name is not None]
    texts = [_text(part.inner(name), sentence) for name in names]
    for name in found.lists:
        texts += [_text(each, sentence) for each in part.inner(name).members("a list of arguments")]
    return texts


def _text(part: Part, sentence: Sentence) -> str:
    """Read the words of a part; models write years and amounts as numbers, and graphs refer to nodes by their ids."""
    value = part.value
    if isinstance(value, dict):
        value = _words(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise part.error("a text or a number", part.shown)
    text = as_text(value)
    return sentence.nodes.get(text, text)


def _words(value: Mapping[str, Any]) -> str | int | None:
    key = first_text(value, WORDS) or first_text(value, ("id",))
    found = None if key is None else value[key]
    return found if isinstance(found, str | int) else None


def _inner_aliases(part: Part, found: Roles) -> list[tuple[str, str]]:
    """Give the other names in parts that are objects: gold may not have them."""
    inner = [(key, part.value[key]) for key in found.read if isinstance(part.value[key], dict)]
    return [(f"{key}.{name}", as_text(each)) for key, value in inner for name, each in value.items() if "alias" in name]


def _empty(part: Part) -> list[str]:
    return [key for key, value in part.value.items() if value is None]


def _confidence(part: Part, key: str | None) -> float:
    if key is None:
        return 1.0
    value = part.inner(key)
    if isinstance(value.value, bool) or not isinstance(value.value, int | float | str):
        raise value.error("a number", value.shown)
    try:
        return part.line.number_from(str(value.value), key)
    except FormatError:
        raise value.error("a number", value.shown) from None


def node_texts(part: Part, key: str) -> dict[str, str]:
    """Give the words of each node by its id; nodes that are texts need none."""
    nodes = part.value[key]
    listed = nodes if isinstance(nodes, list) else []
    pairs = (
        list(nodes.items())
        if isinstance(nodes, dict)
        else [(each.get("id"), each) for each in listed if isinstance(each, dict)]
    )
    texts: dict[str, str] = {}
    for id, node in pairs:
        if isinstance(id, str | int) and isinstance(node, dict) and (name := first_text(node, WORDS)) is not None:
            texts[str(id)] = as_text(node[name])
    return texts


def _lacks(part: Part) -> FormatError:
    keys = list(part.value)
    found = roles(part.value)
    vague = [key for key in keys if is_among(key, ("type", "label", "name"))]
    if found is None and len(vague) > 1:
        return part.error(
            "one key for the relation", f"{' and '.join(vague)}; name it, as in --map relation=$.{vague[-1]}"
        )
    return part.error(TRIPLE, part.shown)
