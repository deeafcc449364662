"""Systems that take sentences and give extractions, and how any of them is run, recorded, interrupted and resumed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.systems.summary import FailureReason, Progress, RunSummary
from karat.systems.system import Extracted, Failure, Result, System, Usage

if TYPE_CHECKING:
    from karat.systems.registry import SYSTEMS, SystemEntry, make_system
    from karat.systems.running import run

__all__ = [
    "SYSTEMS",
    "Extracted",
    "Failure",
    "FailureReason",
    "Progress",
    "Result",
    "RunSummary",
    "System",
    "SystemEntry",
    "Usage",
    "make_system",
    "run",
]

_HOMES = {"SYSTEMS": "registry", "SystemEntry": "registry", "make_system": "registry", "run": "running"}
"""Where the names are that need other rooms, which are loaded only when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
