"""All references, by the name of their metric."""

from __future__ import annotations

import open_extraction
import parsing_and_coreference
import templates_and_graphs
from case import Case

CASES: dict[str, Case] = {
    **open_extraction.CASES,
    **parsing_and_coreference.CASES,
    **templates_and_graphs.CASES,
}
