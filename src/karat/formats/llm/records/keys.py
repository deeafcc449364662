"""The keys of everyday JSON: which one is the subject, which one holds the triples, which one names the sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from karat.formats import field_names
from karat.formats.field_names import find_name

SUBJECT = (
    *field_names.SUBJECT,
    *("subject_text", "subject_name", "subject_entity", "head_entity", "h", "entity1", "e1", "source", "source_entity"),
    *("src", "from", "from_node", "source_node", "start", "start_node", "node1"),
)
OBJECT = (
    *field_names.OBJECT,
    *("object_text", "object_name", "object_entity", "tail_entity", "t", "entity2", "e2", "target", "target_entity"),
    *("dst", "to", "to_node", "target_node", "end", "end_node", "node2", "child"),
)
VAGUE = ("type", "label", "name")
"""Keys that are the relation only if nothing else is, and no other of them is there."""
RELATION = (
    *(name for name in field_names.RELATION if name not in VAGUE),
    *("relationship", "relation_type", "relationship_type", "relation_name", "relation_text", "predicate_text"),
    *("property", "edge"),
)
ARGUMENTS = ("arguments", "args", "objects")
CONFIDENCE = field_names.CONFIDENCE
TRIPLES = (
    *field_names.TRIPLES,
    *("triple", "triplet", "extraction", "tuple", "fact", "kg", "graph", "knowledge_graph", "links", "relationships"),
    *("statements", "spo", "spo_list", "triple_list", "kg_triples", "extracted_triples", "predicted_triples"),
)
WRAPPERS = ("data", "results", "items", "records", "rows", "predictions", "outputs", "values", "sentences", "documents")
ANSWER = (
    *("output", "answer", "response", "completion", "prediction", "predicted", "generated_text", "generation"),
    *("generated", "result", "raw_output", "model_output", "llm_output", "output_text", "raw", "reply", "content"),
)
ID = ("custom_id", *field_names.SENTENCE_ID, "sentence_index", "sent_idx", "sentence_idx", "idx", "index")
SENTENCE = (*field_names.SENTENCE, "prompt", "passage", "document", "context", "question", "query", "content")
ASKED = ("input", "inputs", "vars", "example", "request")
"""Keys of objects that hold what a model was asked about."""
NODES = ("nodes", "entities", "vertices", "concepts")
ABOUT = (
    *NODES,
    *("tokens", "words", "pos", "ner", "lemmas", "metadata", "meta", "usage", "logprobs", "schema", "config"),
    *("error", "columns", "settings", "parameters", "prompt"),
)
"""Keys whose values are about the extractions, and never searched for some."""

NUMBERED_ARGUMENT = re.compile(r"(?:arg|argument|a)[ _-]?(\d{1,2})", re.IGNORECASE)
NUMBERED_TRIPLE = re.compile(r"(?:tuple|triple|triplet|fact|extraction|relation)[ _-]*\d{1,4}", re.IGNORECASE)
LONGEST = 30
"""The most characters of a key that is a name rather than a sentence."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The keys of a triple's parts; ``arguments`` are those after the object, ``lists`` those that hold lists."""

    subject: str | None
    relation: str
    object: str | None
    arguments: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    confidence: str | None = None

    @property
    def read(self) -> tuple[str, ...]:
        """All keys that are read."""
        names = (self.subject, self.relation, self.object, *self.arguments, *self.lists, self.confidence)
        return tuple(name for name in names if name is not None)


def roles(value: Mapping[str, Any]) -> Roles | None:
    """Find the keys of a triple's parts in an object; ``None`` if no relation is found, or nothing that is related.

    >>> roles({"source": "Ann", "target": "Bext", "label": "founded"})
    Roles(subject='source', relation='label', object='target', arguments=(), lists=(), confidence=None)
    >>> roles({"source": "Ann", "target": "Bext", "label": "founded", "type": "directed"})
    """
    return name_roles(tuple(key for key, each in value.items() if each is not None))


@lru_cache(maxsize=1000)
def name_roles(given: tuple[str, ...]) -> Roles | None:
    """Find the names of a triple's parts."""
    relation = find_name(given, RELATION)
    vague = [name for name in VAGUE if find_name(given, (name,)) is not None]
    if relation is None and len(vague) == 1:
        relation = find_name(given, vague)
    if relation is None:
        return None
    numbered = sorted((int(found[1]), name) for name in given if (found := NUMBERED_ARGUMENT.fullmatch(name)))
    arguments = [name for _, name in numbered]
    subject, object_ = find_name(given, SUBJECT), find_name(given, OBJECT)
    if arguments and (subject is None or subject in arguments):
        subject, *arguments = arguments
    if arguments and (object_ is None or object_ in (*arguments, subject)):
        object_, *arguments = arguments
    lists = tuple(name for name in (find_name(given, (alias,)) for alias in ARGUMENTS) if name is not None)
    if subject is None and not lists:
        return None
    rest = tuple(name for name in arguments if name not in (subject, object_))
    return Roles(subject, relation, object_, rest, lists, find_name(given, CONFIDENCE))


@lru_cache(maxsize=10_000)
def is_among(name: str, aliases: tuple[str, ...]) -> bool:
    """Whether a key is one of these names, without regard to case, spaces, hyphens and underscores."""
    return find_name((name,), aliases) is not None


def is_data(key: str) -> bool:
    """Whether a key is a sentence or an id rather than the name of a field.

    >>> [is_data(key) for key in ("12", "Ann left .", "s1", "triples", "triple_1")]
    [True, True, True, False, False]
    """
    if NUMBERED_TRIPLE.fullmatch(key) or is_among(key, (*TRIPLES, *WRAPPERS, *ANSWER, *SENTENCE, *ID)):
        return False
    return len(key) > LONGEST or not key.isascii() or any(sign.isdigit() or sign.isspace() for sign in key)


def is_id(key: str) -> bool:
    """Whether a key that is data is an id; one with a space, of many characters, or beyond ASCII is a sentence."""
    return key.isascii() and not any(sign.isspace() for sign in key) and len(key) <= LONGEST


def first_text(value: Mapping[str, Any], aliases: tuple[str, ...]) -> str | None:
    """Give the first key of these names whose value is a text or a whole number."""
    for name in _among(tuple(value), aliases):
        if isinstance(value[name], str | int) and not isinstance(value[name], bool):
            return name
    return None


@lru_cache(maxsize=1000)
def _among(names: tuple[str, ...], aliases: tuple[str, ...]) -> tuple[str, ...]:
    """Give the names that are among the aliases, in their order."""
    found = (find_name(names, (alias,)) for alias in aliases)
    return tuple(dict.fromkeys(name for name in found if name is not None))
