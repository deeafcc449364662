"""The values that are scored: extractions, facts, entities, trees and more; all frozen."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.model.alignment import Aligned, align
    from karat.model.amr import AMR, Graph, Triple, Variable
    from karat.model.clique import Clique, Member
    from karat.model.dependency import Dependency, DependencyParse, ParsedSentence, Token, Word
    from karat.model.document import Document
    from karat.model.entity import Cluster, EmptyNode, Entity, NodedEntities
    from karat.model.event import Argument, Event, Trigger
    from karat.model.extraction import (
        Attribution,
        Extraction,
        Modality,
        Polarity,
        Quantity,
        Row,
        RunHead,
        RunResult,
        Span,
        TupleAnnotation,
        Usage,
    )
    from karat.model.fact import Chunk, Fact, Slot
    from karat.model.marked_text import MarkedText
    from karat.model.mention import Form, FormedMention, Mention, SplitMention, TypedMention
    from karat.model.nary import NAryRelation, RoleFillerEntity
    from karat.model.relation import Relation
    from karat.model.sentence import Sentence
    from karat.model.statement import OptionalPart, Parts, Statement, Wording
    from karat.model.study import Judgement
    from karat.model.synset import Annotation, Synset
    from karat.model.template import SetFill, SlotFiller, Template, TemplatedText
    from karat.model.tree import Tree

# Modules are imported when a name is first used: a command needs few of them, and each record class takes its time.
_CONTENTS = {
    "alignment": ("Aligned", "align"),
    "amr": ("AMR", "Graph", "Triple", "Variable"),
    "clique": ("Clique", "Member"),
    "dependency": ("Dependency", "DependencyParse", "ParsedSentence", "Token", "Word"),
    "document": ("Document",),
    "entity": ("Cluster", "EmptyNode", "Entity", "NodedEntities"),
    "event": ("Argument", "Event", "Trigger"),
    "extraction": ("Attribution", "Extraction", "Modality", "Polarity", "Quantity", "Row", "RunHead", "RunResult",
        "Span", "TupleAnnotation", "Usage"),
    "fact": ("Chunk", "Fact", "Slot"),
    "marked_text": ("MarkedText",),
    "mention": ("Form", "FormedMention", "Mention", "SplitMention", "TypedMention"),
    "nary": ("NAryRelation", "RoleFillerEntity"),
    "relation": ("Relation",),
    "sentence": ("Sentence",),
    "statement": ("OptionalPart", "Parts", "Statement", "Wording"),
    "study": ("Judgement",),
    "synset": ("Annotation", "Synset"),
    "template": ("SetFill", "SlotFiller", "Template", "TemplatedText"),
    "tree": ("Tree",),
}  # fmt: skip
"""The public names of each module."""

_HOMES = {name: module for module, names in _CONTENTS.items() for name in names}

__all__ = [
    "AMR",
    "Aligned",
    "Annotation",
    "Argument",
    "Attribution",
    "Chunk",
    "Clique",
    "Cluster",
    "Dependency",
    "DependencyParse",
    "Document",
    "EmptyNode",
    "Entity",
    "Event",
    "Extraction",
    "Fact",
    "Form",
    "FormedMention",
    "Graph",
    "Judgement",
    "MarkedText",
    "Member",
    "Mention",
    "Modality",
    "NAryRelation",
    "NodedEntities",
    "OptionalPart",
    "ParsedSentence",
    "Parts",
    "Polarity",
    "Quantity",
    "Relation",
    "RoleFillerEntity",
    "Row",
    "RunHead",
    "RunResult",
    "Sentence",
    "SetFill",
    "Slot",
    "SlotFiller",
    "Span",
    "SplitMention",
    "Statement",
    "Synset",
    "Template",
    "TemplatedText",
    "Token",
    "Tree",
    "Trigger",
    "Triple",
    "TupleAnnotation",
    "TypedMention",
    "Usage",
    "Variable",
    "Word",
    "Wording",
    "align",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
