"""Plain sentences, from which a project starts."""

from __future__ import annotations

from functools import partial

from karat.annotate.checked import LONGEST
from karat.formats.text import sentence_lines

read_sentences = partial(sentence_lines.read_sentences, longest=LONGEST)
"""Yield each sentence of a file; one that is too long for the store is an error."""
