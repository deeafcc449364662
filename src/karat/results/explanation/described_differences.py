"""Say in words how an extraction differs from a gold fact."""

from __future__ import annotations

from collections.abc import Sequence

from karat.formats.text.slots import render_slot
from karat.model import Fact, Slot
from karat.results.explanation.near_misses import SLOT_NAMES
from karat.results.explanation.slot_differences import Mark, SlotDifference


def describe_differences(differences: Sequence[SlotDifference], fact: Fact) -> str:
    """Say what is wrong with each slot that differs from a fact."""
    return "; ".join(
        _describe_difference(name, difference, slot)
        for name, difference, slot in zip(SLOT_NAMES, differences, fact, strict=True)
        if not difference.agrees
    )


def _describe_difference(name: str, difference: SlotDifference, slot: Slot) -> str:
    """Say what is wrong with one slot."""
    extra, missing = difference.runs(Mark.EXTRA), difference.runs(Mark.MISSING)
    if not difference.marked(Mark.SAME) and not difference.marked(Mark.OPTIONAL):
        has = repr(" ".join(difference.extra)) if extra else "empty"
        return f"the {name} is {has}, where the gold has {render_slot(slot)!r}"
    if not missing:
        return f"the {name} has {list_quoted(extra)} beyond what the gold allows"
    if not extra:
        return f"the {name} lacks {list_quoted(missing)}"
    if len(extra) == len(missing) == 1 and _extra_follows_missing(difference):
        return f"the {name} has {extra[0]!r}, where the gold has {missing[0]!r}"
    return f"the {name} has {list_quoted(extra)} beyond what the gold allows and lacks {list_quoted(missing)}"


def _extra_follows_missing(difference: SlotDifference) -> bool:
    """Tell whether extra words directly follow the missing ones."""
    marks = [word.mark for word in difference.words]
    last = max(index for index, mark in enumerate(marks) if mark is Mark.MISSING)
    return last + 1 < len(marks) and marks[last + 1] is Mark.EXTRA


def list_quoted(texts: Sequence[str]) -> str:
    """Quote texts and join them as in a sentence."""
    quoted = [repr(text) for text in texts]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
