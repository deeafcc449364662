"""References for relations, spans, events, dependency parses and coreference, each subject in a module of its own."""

from __future__ import annotations

import coreference_references
import event_references
import parse_references
import relation_references
import span_references
from case import Case

CASES: dict[str, Case] = {
    **relation_references.CASES,
    **parse_references.CASES,
    **span_references.CASES,
    **event_references.CASES,
    **coreference_references.CASES,
}
"""All references, by the name of their metric."""
