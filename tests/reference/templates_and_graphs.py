"""References of role fillers, n-ary relations, templates and meaning graphs."""

from __future__ import annotations

import better_references
import document_f1_references
import iterx_references
import muc4_references
import role_filler_references
import scirex_references
import smatch_references
import string_fill_references
from case import Case

CASES: dict[str, Case] = {
    **role_filler_references.CASES,
    **scirex_references.CASES,
    **document_f1_references.CASES,
    **iterx_references.CASES,
    **string_fill_references.CASES,
    **muc4_references.CASES,
    **better_references.CASES,
    **smatch_references.CASES,
}
