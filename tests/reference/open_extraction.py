"""References of the metrics of open information extraction."""

from __future__ import annotations

import benchie_references
from case import Case

CASES: dict[str, Case] = {
    **benchie_references.CASES,
}
