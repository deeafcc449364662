"""The names of the parts of an extraction in tables, JSON, Python objects and models' answers: one list for all.

Names are compared without regard to case, spaces, hyphens and underscores: ``Sentence ID`` is ``sentence_id``. Each
tuple has the preferred names first. Names that are clear in any file come without a prefix; JSON, whose keys say more
about each other than the columns of a table do, has further ones (``JSON_…``), and so have tables (``TABLE_…``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from karat.model import Modality, Polarity

SENTENCE_ID = ("sentence_id", "sent_id", "sid", "id")
SENTENCE = ("sentence", "text", "sent", "input", "sentence_text", "source_text")
SUBJECT = ("subject", "subj", "sub", "s", "head", "arg1", "argument1")
RELATION = ("relation", "predicate", "rel", "pred", "r", "p", "type", "verb")
OBJECT = ("object", "obj", "o", "tail", "arg2", "argument2")
ARGUMENTS = ("arguments", "args")
CONFIDENCE = ("confidence", "conf", "score", "probability", "prob")
TRIPLES = ("triples", "triplets", "extractions", "relations", "tuples", "facts", "edges")
SYNSETS = ("synset", "synset_id", "fact", "fact_id", "group", "group_id", "cluster", "cluster_id")
"""Names for what the wordings of one gold fact have in common, in tables and Python objects."""
SYNSET = "synset"
"""The name under which ``other`` keeps the fact that an extraction is a wording of, if the extractions are gold."""
SYSTEM = ("system", "extractor")
"""Names for the system that made an extraction."""
ZEROTH, FIRST, SECOND = ("arg0", "argument0"), ("arg1", "argument1"), ("arg2", "argument2")

TABLE_ID = (*SENTENCE_ID, "sentence_number", "sent_number", "sent_no", "sentence_index", "sent_index", "example_id")
TABLE_DOCUMENT_ID = ("doc_id", "document_id", "doc")
TABLE_TRIPLE = ("triple", "triplet", "tuple", "extraction")
"""Names for a column of whole triples, such as *(Ann; founded; Bext)*."""

JSON_SUBJECT = (
    *SUBJECT,
    *("subject_text", "subject_name", "subject_entity", "head_entity", "h", "entity1", "e1", "source", "source_entity"),
    *("src", "from", "from_node", "source_node", "start", "start_node", "node1"),
)
JSON_OBJECT = (
    *OBJECT,
    *("object_text", "object_name", "object_entity", "tail_entity", "t", "entity2", "e2", "target", "target_entity"),
    *("dst", "to", "to_node", "target_node", "end", "end_node", "node2", "child"),
)
VAGUE = ("type", "label", "name")
"""Keys that are the relation only if nothing else is, and no other of them is there."""
JSON_RELATION = (
    *(name for name in RELATION if name not in VAGUE),
    *("relationship", "relation_type", "relationship_type", "relation_name", "relation_text", "predicate_text"),
    *("property", "edge"),
)
JSON_ARGUMENTS = (*ARGUMENTS, "objects")
JSON_TRIPLES = (
    *TRIPLES,
    *("triple", "triplet", "extraction", "tuple", "fact", "kg", "graph", "knowledge_graph", "links", "relationships"),
    *("statements", "spo", "spo_list", "triple_list", "kg_triples", "extracted_triples", "predicted_triples"),
)
JSON_ID = ("custom_id", *SENTENCE_ID, "sentence_index", "sent_idx", "sentence_idx", "idx", "index")
JSON_SENTENCE = (*SENTENCE, "prompt", "passage", "document", "context", "question", "query", "content")
JSON_WORDS = (
    "text",
    "surface",
    "surface_form",
    "mention",
    "span",
    "phrase",
    "words",
    "value",
    "name",
    "label",
    "title",
)
"""Keys for the words of a part that is an object, the best first; its id is the last resort."""
WRAPPERS = ("data", "results", "items", "records", "rows", "predictions", "outputs", "values", "sentences", "documents")
ANSWER = (
    *("output", "answer", "response", "completion", "prediction", "predicted", "generated_text", "generation"),
    *("generated", "result", "raw_output", "model_output", "llm_output", "output_text", "raw", "reply", "content"),
)
ASKED = ("input", "inputs", "vars", "example", "request")
"""Keys of objects that hold what a model was asked about."""
NODES = ("nodes", "entities", "vertices", "concepts")
ABOUT = (
    *NODES,
    *("tokens", "words", "pos", "ner", "lemmas", "metadata", "meta", "usage", "logprobs", "schema", "config"),
    *("error", "columns", "settings", "parameters", "prompt"),
)
"""Keys whose values are about the extractions, and never searched for some."""

DOCUMENT_ID = ("id", "doc_id", "docid", "sentence_id", "title")
DOCUMENT_TEXT = ("text", "sentence", "sentText", "input", "context")
DOCUMENT_RELATIONS = ("relations", "triples", "triplets", "triple_list", "relation_list")
HEAD = ("head", "subject", "subj", "h", "em1Text", "arg1", "source")
TAIL = ("tail", "object", "obj", "t", "em2Text", "arg2", "target")
RELATION_TYPE = ("type", "relation", "label", "predicate", "rel", "relation_type", "property")
MENTION_WORDS = ("text", "name", "mention", "word")
"""Names in documents of relations, which are spelled exactly so: there, ``type`` is the relation before all others."""

SPANS_ID = ("id", "doc_id", "sentence_id")
SPANS_TEXT = ("text", "sentence")
SPANS_TOKENS = ("tokens", "words")
SPANS_TAGS = ("ner_tags", "tags", "labels", "ner", "bio_tags", "iob_tags")
SPANS = ("entities", "spans", "ents", "label", "labels", "ner")
SPAN_TYPE = ("label", "type", "entity_group", "entity_type", "entity", "tag")
"""Names in documents of spans, spelled exactly so."""

POLARITIES = {
    "+": Polarity.POSITIVE,
    "positive": Polarity.POSITIVE,
    "-": Polarity.NEGATIVE,
    "−": Polarity.NEGATIVE,
    "negative": Polarity.NEGATIVE,
}
MODALITIES = {
    "ct": Modality.CERTAINTY,
    "certainty": Modality.CERTAINTY,
    "ps": Modality.POSSIBILITY,
    "possibility": Modality.POSSIBILITY,
}
"""Polarity and modality in the spellings that MinIE and people use."""

NUMBERED_TRIPLE = re.compile(r"(?:tuple|triple|triplet|fact|extraction|relation)[ _-]*\d{1,4}", re.IGNORECASE)
LONGEST_NAME = 30
"""The most characters of a key that is a name rather than a sentence."""
_FURTHER = re.compile(r"(?:arg|argument|object|obj)(\d{1,3})")
_JSON_ARGUMENT = re.compile(r"(?:arg|argument|a)[ _-]?(\d{1,2})", re.IGNORECASE)
_NOT_COMPARED = re.compile(r"[\s_-]+")


def plain_name(name: str) -> str:
    """Return a name without case, spaces, hyphens and underscores, as names are compared."""
    return _NOT_COMPARED.sub("", name).casefold()


def find_name(names: Iterable[str], aliases: Sequence[str]) -> str | None:
    """Find the name of a part among the keys of an object or the columns of a table; earlier aliases come first.

    >>> find_name(["ID", "Head", "subject"], SUBJECT)
    'subject'
    """
    by_alias: dict[str, str] = {}
    for name in names:
        by_alias.setdefault(plain_name(name), name)
    return next((by_alias[plain] for alias in aliases if (plain := plain_name(alias)) in by_alias), None)


@lru_cache(maxsize=10_000)
def is_among(name: str, aliases: tuple[str, ...]) -> bool:
    """Whether a name is one of these."""
    return find_name((name,), aliases) is not None


def first_text(value: Mapping[str, Any], aliases: tuple[str, ...]) -> str | None:
    """Return the first key of these names whose value is a text or a whole number."""
    for name in _among(tuple(value), aliases):
        if isinstance(value[name], str | int) and not isinstance(value[name], bool):
            return name
    return None


@lru_cache(maxsize=1000)
def _among(names: tuple[str, ...], aliases: tuple[str, ...]) -> tuple[str, ...]:
    found = (find_name(names, (alias,)) for alias in aliases)
    return tuple(dict.fromkeys(name for name in found if name is not None))


# The parts of one extraction


@dataclass(frozen=True, slots=True)
class FieldNames:
    """Which key or column holds which part of an extraction; ``None`` where there is none for it.

    ``further`` are the arguments after the object: ``arg3``, ``arg4`` and so on; ``lists`` hold lists of arguments.
    """

    sentence_id: str | None = None
    sentence: str | None = None
    subject: str | None = None
    relation: str | None = None
    object: str | None = None
    further: tuple[str, ...] = ()
    confidence: str | None = None
    lists: tuple[str, ...] = ()

    @property
    def of_triple(self) -> tuple[str, ...]:
        """All names that are read as parts of the triple, or as its confidence."""
        names = (self.subject, self.relation, self.object, *self.further, *self.lists, self.confidence)
        return tuple(name for name in names if name is not None)


def name_fields(names: Iterable[str]) -> FieldNames:
    """Find the parts of an extraction among the columns of a table or the fields of a Python object.

    >>> name_fields(["sent_id", "head", "predicate", "tail", "arg3", "score"]).further
    ('arg3',)
    >>> [getattr(name_fields(["rel", "arg0", "arg1", "arg2"]), part) for part in ("subject", "object", "further")]
    ['arg0', 'arg1', ('arg2',)]
    """
    given = list(names)
    subject, relation, object_ = (find_name(given, aliases) for aliases in (SUBJECT, RELATION, OBJECT))
    if (zeroth := find_name(given, ZEROTH)) is not None and (subject is None or plain_name(subject) in FIRST):
        # Arguments counted from 0: the first is arg0, the second arg1.
        subject, object_ = zeroth, subject if object_ is None or plain_name(object_) in SECOND else object_
    numbered = [(int(found[1]), name) for name in given if (found := _FURTHER.fullmatch(plain_name(name)))]
    further = tuple(name for _, name in sorted(numbered) if name not in (subject, object_))
    id, sentence, confidence, arguments = (
        find_name(given, aliases) for aliases in (SENTENCE_ID, SENTENCE, CONFIDENCE, ARGUMENTS)
    )
    lists = () if arguments is None else (arguments,)
    return FieldNames(id, sentence, subject, relation, object_, further, confidence, lists)


def name_keys(value: Mapping[str, Any]) -> FieldNames | None:
    """Find the parts of a triple among the keys of an object in JSON; ``None`` if they name no triple.

    >>> name_keys({"source": "Ann", "target": "Bext", "label": "founded"}).relation
    'label'
    >>> name_keys({"source": "Ann", "target": "Bext", "label": "founded", "type": "directed"})
    """
    return name_json_fields(tuple(key for key, each in value.items() if each is not None))


@lru_cache(maxsize=1000)
def name_json_fields(given: tuple[str, ...]) -> FieldNames | None:
    """Find the parts of a triple among names; ``None`` if there is no relation, or nothing that is related."""
    relation = find_name(given, JSON_RELATION)
    vague = [name for name in VAGUE if find_name(given, (name,)) is not None]
    if relation is None and len(vague) == 1:
        relation = find_name(given, vague)
    if relation is None:
        return None
    numbered = sorted((int(found[1]), name) for name in given if (found := _JSON_ARGUMENT.fullmatch(name)))
    arguments = [name for _, name in numbered]
    subject, object_ = find_name(given, JSON_SUBJECT), find_name(given, JSON_OBJECT)
    if arguments and (subject is None or subject in arguments):
        subject, *arguments = arguments
    if arguments and (object_ is None or object_ in (*arguments, subject)):
        object_, *arguments = arguments
    lists = _among(given, JSON_ARGUMENTS)
    if subject is None and not lists:
        return None
    further = tuple(name for name in arguments if name not in (subject, object_))
    confidence = find_name(given, CONFIDENCE)
    return FieldNames(None, None, subject, relation, object_, further, confidence, lists)


def is_data(key: str) -> bool:
    """Whether a key of an object is a sentence or an id rather than the name of a field.

    >>> [is_data(key) for key in ("12", "Ann left .", "s1", "triples", "triple_1")]
    [True, True, True, False, False]
    """
    if NUMBERED_TRIPLE.fullmatch(key) or is_among(key, (*JSON_TRIPLES, *WRAPPERS, *ANSWER, *JSON_SENTENCE, *JSON_ID)):
        return False
    return len(key) > LONGEST_NAME or not key.isascii() or any(sign.isdigit() or sign.isspace() for sign in key)


def is_id(key: str) -> bool:
    """Whether a key that is data is an id; one with a space, of many characters, or beyond ASCII is a sentence."""
    return key.isascii() and not any(sign.isspace() for sign in key) and len(key) <= LONGEST_NAME


# Fields that the model knows

Others = tuple[tuple[str, str], ...]
"""Fields without a place of their own in the model, each with its text."""


class Marks(NamedTuple):
    """Polarity and modality out of the fields of those names, and all other fields."""

    polarity: Polarity | None
    modality: Modality | None
    other: Others


def split_marks(other: Iterable[tuple[str, str]]) -> Marks:
    """Find polarity and modality among the fields that have no place of their own.

    A field of that name with any other value, such as a polarity of sentiments between -1 and 1, remains as it is.

    >>> split_marks([("Polarity", "Negative"), ("modality", "CT"), ("topic", "pots")])
    Marks(polarity=<Polarity.NEGATIVE: '-'>, modality=<Modality.CERTAINTY: 'CT'>, other=(('topic', 'pots'),))
    >>> split_marks([("polarity", "0.3")]).other
    (('polarity', '0.3'),)
    """
    polarity: Polarity | None = None
    modality: Modality | None = None
    rest = []
    for name, text in other:
        plain, value = plain_name(name), text.strip().casefold()
        if plain == "polarity" and polarity is None and value in POLARITIES:
            polarity = POLARITIES[value]
        elif plain == "modality" and modality is None and value in MODALITIES:
            modality = MODALITIES[value]
        else:
            rest.append((name, text))
    return Marks(polarity, modality, tuple(rest))
