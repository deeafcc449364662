"""What is scored: frozen values, without behaviour that needs a file or a clock."""

from karat.model.alignment import Aligned, align
from karat.model.amr import AMR, Triple, Variable
from karat.model.clique import Clique, Member
from karat.model.dependency import Dependency, DependencyParse
from karat.model.document import Document
from karat.model.entity import Entity
from karat.model.event import Argument, Event, Trigger
from karat.model.extraction import Attribution, Extraction, Modality, Polarity, Quantity, Span
from karat.model.fact import Chunk, Fact, Slot
from karat.model.judgement import Judgement
from karat.model.mention import Form, FormedMention, Mention, TypedMention
from karat.model.nary import NAryRelation, RoleFillerEntity
from karat.model.relation import Relation
from karat.model.row import Row
from karat.model.sentence import Sentence
from karat.model.synset import Annotation, Synset
from karat.model.template import SlotFiller, Template
from karat.model.tree import Tree
from karat.model.tuples import TupleAnnotation

__all__ = [
    "AMR",
    "Aligned",
    "Annotation",
    "Argument",
    "Attribution",
    "Chunk",
    "Clique",
    "Dependency",
    "DependencyParse",
    "Document",
    "Entity",
    "Event",
    "Extraction",
    "Fact",
    "Form",
    "FormedMention",
    "Judgement",
    "Member",
    "Mention",
    "Modality",
    "NAryRelation",
    "Polarity",
    "Quantity",
    "Relation",
    "RoleFillerEntity",
    "Row",
    "Sentence",
    "Slot",
    "SlotFiller",
    "Span",
    "Synset",
    "Template",
    "Tree",
    "Trigger",
    "Triple",
    "TupleAnnotation",
    "TypedMention",
    "Variable",
    "align",
]
