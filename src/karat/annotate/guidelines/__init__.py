"""The annotation guideline, the tutorial and its examination, as data that the page and the manual show."""

from karat.annotate.guidelines.examination import (
    PASS_MARK,
    Explanation,
    Judgement,
    Question,
    examination,
    judge,
)
from karat.annotate.guidelines.guideline import Example, Guideline, Section, guideline
from karat.annotate.guidelines.tutorial import Step, tutorial

__all__ = [
    "PASS_MARK",
    "Example",
    "Explanation",
    "Guideline",
    "Judgement",
    "Question",
    "Section",
    "Step",
    "examination",
    "guideline",
    "judge",
    "tutorial",
]
