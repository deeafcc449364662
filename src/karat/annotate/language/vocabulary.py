"""Word lists of the rules."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Split a list written as running text."""
    return frozenset(text.split())


TITLES = words(
    "mr mrs ms miss dr prof professor doctor sir dame lord lady rev reverend father sister brother president senator "
    "governor mayor king queen prince princess emperor empress pope bishop archbishop cardinal captain capt major "
    "colonel col general gen lieutenant lt sergeant sgt commander admiral judge justice minister chancellor"
)
"""English titles, without their full stop."""
