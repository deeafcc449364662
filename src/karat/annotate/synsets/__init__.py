"""The kind of project that builds fact synsets (BenchIE): state, events, comparison and agreement."""

from karat.annotate.synsets.declaration import SYNSETS

__all__ = ["SYNSETS"]
