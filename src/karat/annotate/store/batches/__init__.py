"""Batches of cliques: the steps that they take, their rows, and the check that they are whole."""

from karat.annotate.store.batches.replacing import Replacements
from karat.annotate.store.batches.steps import Batches

__all__ = ["Batches", "Replacements"]
