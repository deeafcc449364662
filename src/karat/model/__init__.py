"""The values that are scored: extractions, facts, entities, trees and more; all frozen."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.model.alignment import Aligned, align
    from karat.model.amr import AMR, Graph, Triple, Variable
    from karat.model.clique import Clique, Member, Tree
    from karat.model.dependency import Dependency, DependencyParse, ParsedSentence, Token, Word
    from karat.model.entity import (
        Argument,
        Cluster,
        EmptyNode,
        Entity,
        Event,
        Form,
        FormedMention,
        MarkedText,
        Mention,
        NAryRelation,
        NodedEntities,
        Relation,
        RoleFillerEntity,
        SplitMention,
        Trigger,
        TypedMention,
    )
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
    from karat.model.fact import Annotation, Chunk, Fact, OptionalPart, Parts, Slot, Statement, Synset, Wording
    from karat.model.sentence import Document, Sentence
    from karat.model.study import Judgement
    from karat.model.template import SetFill, SlotFiller, Template, TemplatedText

# Modules are imported when a name is first used: a command needs few of them, and each record class takes its time.
_CONTENTS = {
    "alignment": ("Aligned", "align"),
    "amr": ("AMR", "Graph", "Triple", "Variable"),
    "clique": ("Clique", "Member", "Tree"),
    "dependency": ("Dependency", "DependencyParse", "ParsedSentence", "Token", "Word"),
    "entity": ("Argument", "Cluster", "EmptyNode", "Entity", "Event", "Form", "FormedMention", "MarkedText",
        "Mention", "NAryRelation", "NodedEntities", "Relation", "RoleFillerEntity", "SplitMention", "Trigger",
        "TypedMention"),
    "extraction": ("Attribution", "Extraction", "Modality", "Polarity", "Quantity", "Row", "RunHead", "RunResult",
        "Span", "TupleAnnotation", "Usage"),
    "fact": ("Annotation", "Chunk", "Fact", "OptionalPart", "Parts", "Slot", "Statement", "Synset", "Wording"),
    "sentence": ("Document", "Sentence"),
    "study": ("Judgement",),
    "template": ("SetFill", "SlotFiller", "Template", "TemplatedText"),
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
