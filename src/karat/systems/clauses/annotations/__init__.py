"""Annotations of facts: polarity, modality, attribution and quantities, one module each."""

from karat.systems.clauses.annotations.annotating import (
    ANNOTATIONS,
    RULES,
    AnnotatedProposition,
    annotate,
    choose_annotations,
)

__all__ = ["ANNOTATIONS", "RULES", "AnnotatedProposition", "annotate", "choose_annotations"]
