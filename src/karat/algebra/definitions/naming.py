"""The names under which signatures know functions and classes: those of Karat and of Python's own library.

A signature is kept in result files and papers, so it must not change when a module moves to another folder. Karat's
functions are therefore written with room, module and name, without the folders between: ``algebra.credit.tokens``.
"""

from __future__ import annotations

import builtins
import sys
from dataclasses import fields, is_dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from karat.algebra.scores.exact import digits

_VERSIONED = sys.stdlib_module_names | {"karat", "builtins"}
"""Packages whose version determines what their functions do."""
MOVED = {
    "karat.algebra.similarity.Normalised": "karat.algebra.matching.Normalised",
    "karat.algebra.combination.Sides": "karat.algebra.matching.Sides",
    "karat.algebra.combination.Combined": "karat.algebra.matching.Combined",
    **{
        f"karat.algebra.structures.{name}": f"karat.algebra.similarity.{name}"
        for name in ("Equal", "Latent", "Function", "Product", "Union", "Maximum", "Subset", "Apart", "Counted")
    },
}
"""The first published path of each definition that has moved to another module since."""
_PLAIN = (str, bytes, bool, type(None), int, float, Fraction)


def is_versioned(module: str | None) -> bool:
    """Whether a module belongs to Karat or to Python's library."""
    return (module or "").partition(".")[0] in _VERSIONED


def path_of(value: Any) -> str:
    """Where a function or a class is defined."""
    return f"{_module_of(value)}.{_qualified_name(value)}"


def published_path(value: Any) -> str:
    """Where a function or a class is defined, without the folders inside a room of Karat.

    A user's module is left out: it is ``__main__`` as a script, has its name when imported, and another one as a copy.
    """
    module = _module_of(value) or ""
    if not is_versioned(module):
        return _qualified_name(value)
    if module.startswith("karat."):
        package, room, *modules = module.split(".")
        module = ".".join([package, room, *modules[-1:]])
    path = f"{module}.{_qualified_name(value)}"
    return MOVED.get(path, path)


def _module_of(value: Any) -> str | None:
    return getattr(getattr(value, "__objclass__", None) or value, "__module__", None)


def _qualified_name(value: Any) -> str:
    return getattr(value, "__qualname__", None) or str(value.__name__)


def known_name(value: Any) -> str | None:
    """Name a function or a class of Karat or Python; ``None`` where the name would not identify it.

    >>> known_name(str), known_name(str.lower), known_name(is_versioned), known_name(lambda x: x)
    ('str', 'str.lower', 'algebra.naming.is_versioned', None)
    """
    if value is type(None):
        return "None"
    if hasattr(value, "__qualname__"):
        path = path_of(value)
        return _shortened(published_path(value)) if is_versioned(path) and _found(path) == value else None
    kind = type(value)
    if not is_dataclass(value) or known_name(kind) is None:
        return None
    parts = [getattr(value, each.name) for each in fields(value) if each.compare]
    if any(type(part) not in _PLAIN for part in parts):
        return None
    return f"{known_name(kind)}({', '.join(map(_written, parts))})"


def own_mass(function: Any, own: Any) -> list[str]:
    """Write a function's mass φ(x, x) where it is not 1; not of functions without a known name, which are digested.

    >>> own_mass(max, 1), own_mass(max, None), own_mass(max, len), own_mass(lambda x, y: 2, 2)
    ([], ['own:asked'], ['own:len'], [])
    """
    if own == 1 or known_name(function) is None:
        return []
    if own is None:
        return ["own:asked"]
    return [f"own:{known_name(own) or type(own).__name__}" if callable(own) else f"own:{digits(own)}"]


def _written(part: Any) -> str:
    return digits(part) if type(part) in (int, float, Fraction) and isfinite(part) else repr(part)


def _shortened(path: str) -> str:
    return path.removeprefix("builtins.").removeprefix("karat.")


def _found(path: str) -> Any:
    """Look up the object at a path, in modules that are loaded."""
    parts = path.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        found: Any = sys.modules.get(".".join(parts[:cut]), builtins if parts[:cut] == ["builtins"] else None)
        if found is not None:
            for name in parts[cut:]:
                found = getattr(found, name, None)
            return found
    return None
