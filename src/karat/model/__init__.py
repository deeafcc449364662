"""What is scored: frozen values, without behaviour that needs a file or a clock."""

from karat.model.alignment import Aligned, align
from karat.model.clique import Clique, Member
from karat.model.extraction import Attribution, Extraction, Modality, Polarity, Quantity, Span
from karat.model.fact import Chunk, Fact, Slot
from karat.model.judgement import Judgement
from karat.model.row import Row
from karat.model.sentence import Sentence
from karat.model.synset import Annotation, Synset
from karat.model.tree import Tree
from karat.model.tuples import TupleAnnotation

__all__ = [
    "Aligned",
    "Annotation",
    "Attribution",
    "Chunk",
    "Clique",
    "Extraction",
    "Fact",
    "Judgement",
    "Member",
    "Modality",
    "Polarity",
    "Quantity",
    "Row",
    "Sentence",
    "Slot",
    "Span",
    "Synset",
    "Tree",
    "TupleAnnotation",
    "align",
]
