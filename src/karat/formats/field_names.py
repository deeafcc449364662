"""The names that tables, JSON and Python objects use for the parts of an extraction, shared by all their readers.

Names are compared without regard to case, spaces, hyphens and underscores: ``Sentence ID`` is ``sentence_id``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SENTENCE_ID = ("sentence_id", "sent_id", "sid", "id")
SENTENCE = ("sentence", "text", "sent", "input", "sentence_text", "source_text")
SUBJECT = ("subject", "subj", "sub", "s", "head", "arg1", "argument1")
RELATION = ("relation", "predicate", "rel", "pred", "r", "p", "type", "verb")
OBJECT = ("object", "obj", "o", "tail", "arg2", "argument2")
CONFIDENCE = ("confidence", "conf", "score", "probability", "prob")
TRIPLES = ("triples", "triplets", "extractions", "relations", "tuples", "facts", "edges")
SYNSETS = ("synset", "synset_id", "fact", "fact_id", "group", "group_id", "cluster", "cluster_id")
"""Names for what the wordings of one gold fact have in common, in tables and Python objects."""
SYNSET = "synset"
"""The name under which ``other`` keeps the fact that an extraction is a wording of, if the extractions are gold."""

ZEROTH, FIRST, SECOND = ("arg0", "argument0"), ("arg1", "argument1"), ("arg2", "argument2")

_FURTHER = re.compile(r"(?:arg|argument|object|obj)(\d{1,3})")


@dataclass(frozen=True, slots=True)
class FieldNames:
    """Which key or column holds which part of an extraction; ``None`` where there is none for it.

    ``further`` are the arguments after the object: ``arg3``, ``arg4`` and so on.
    """

    sentence_id: str | None
    sentence: str | None
    subject: str | None
    relation: str | None
    object: str | None
    further: tuple[str, ...]
    confidence: str | None


def find_name(names: Iterable[str], aliases: Sequence[str]) -> str | None:
    """Find the name of a part among the keys of an object or the columns of a table; earlier aliases come first.

    >>> find_name(["ID", "Head", "subject"], SUBJECT)
    'subject'
    """
    by_alias: dict[str, str] = {}
    for name in names:
        by_alias.setdefault(plain_name(name), name)
    return next((by_alias[plain] for alias in aliases if (plain := plain_name(alias)) in by_alias), None)


def name_fields(names: Iterable[str]) -> FieldNames:
    """Find the parts of an extraction among the keys of an object or the columns of a table.

    >>> name_fields(["sent_id", "head", "predicate", "tail", "arg3", "score"])
    FieldNames(sentence_id='sent_id', sentence=None, subject='head', relation='predicate', object='tail', further=('arg3',), confidence='score')
    >>> [getattr(name_fields(["rel", "arg0", "arg1", "arg2"]), part) for part in ("subject", "object", "further")]
    ['arg0', 'arg1', ('arg2',)]
    """  # noqa: E501 - one line of output
    given = list(names)
    subject, relation, object_ = (find_name(given, aliases) for aliases in (SUBJECT, RELATION, OBJECT))
    if (zeroth := find_name(given, ZEROTH)) is not None and (subject is None or plain_name(subject) in FIRST):
        # Arguments counted from 0: the first is arg0, the second arg1.
        subject, object_ = zeroth, subject if object_ is None or plain_name(object_) in SECOND else object_
    numbered = [(int(found[1]), name) for name in given if (found := _FURTHER.fullmatch(plain_name(name)))]
    further = tuple(name for _, name in sorted(numbered) if name not in (subject, object_))
    return FieldNames(
        find_name(given, SENTENCE_ID),
        find_name(given, SENTENCE),
        subject,
        relation,
        object_,
        further,
        find_name(given, CONFIDENCE),
    )


def plain_name(name: str) -> str:
    """Write a name without what does not count: case, spaces, hyphens and underscores."""
    return re.sub(r"[\s_-]+", "", name).casefold()
