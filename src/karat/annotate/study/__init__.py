"""The kind of project in which people label systems' extractions (a human study, after MinIE's guideline)."""

from karat.annotate.study.declaration import STUDY

__all__ = ["STUDY"]
