"""References of role fillers, n-ary relations, templates and meaning graphs."""

from __future__ import annotations

import role_filler_references
import scirex_references
from case import Case

CASES: dict[str, Case] = {
    **role_filler_references.CASES,
    **scirex_references.CASES,
}
