"""Checks of what a plan is asked for."""

from __future__ import annotations

from karat.errors import InputError


def check_between(what: str, value: float, low: float, high: float, *, open_ends: bool = False) -> None:
    """Refuse a number outside of its range; with ``open_ends`` the ends are outside, too."""
    inside = low < value < high if open_ends else low <= value <= high
    if not inside:
        ends = f"more than {low} and less than {high}" if open_ends else f"{low} to {high}"
        raise InputError(f"{what}: expected {ends}, found {value}")


def check_design_effect(effect: float) -> None:
    """Refuse a design effect by which sentences would make extractions more than independent."""
    if not 1 <= effect < float("inf"):
        raise InputError(f"design effect: expected 1 or more, found {effect}")


def check_positive(what: str, value: int) -> None:
    """Refuse a number below 1."""
    if value < 1:
        raise InputError(f"{what}: expected 1 or more, found {value}")
