"""References of the metrics of open information extraction."""

from __future__ import annotations

import benchie_fl_references
import benchie_references
import carb_references
import hindi_references
import meaning_references
import tuple_references
from case import Case

CASES: dict[str, Case] = {
    **benchie_references.CASES,
    **benchie_fl_references.CASES,
    **hindi_references.CASES,
    **meaning_references.CASES,
    **carb_references.CASES,
    **tuple_references.CASES,
}
