"""Naive OIE, the baseline of BenchIE (Gashteovski et al., 2022, section 4.1): every verb becomes a relation."""

from karat.systems.naive.extraction import triples
from karat.systems.naive.system import Naive, NaiveOptions

__all__ = ["Naive", "NaiveOptions", "triples"]
