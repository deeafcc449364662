"""References."""

from __future__ import annotations

from case import Case

CASES: dict[str, Case] = {}
