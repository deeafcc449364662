"""Karat: evaluation of Open Information Extraction, and of structured prediction at large, by facts rather than tokens."""

from karat.version import __version__

__all__ = ["__version__"]
