"""Alignments: the pairs that a metric matched, and what was left over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from karat.algebra.scores.exact import Number
from karat.one_line import one_line
from karat.record_classes import field_names, is_attrs, is_pydantic


@dataclass(frozen=True, slots=True)
class Match:
    """A matched pair, its credit, and the alignments inside it by field."""

    predicted: Any
    gold: Any
    credit: Number
    inner: tuple[tuple[str, Alignment], ...] = ()

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Alignment:
    """Matched pairs and what was left over on both sides; ``variables`` is the mapping of a latent matching."""

    matches: tuple[Match, ...] = ()
    unmatched_predicted: tuple[Any, ...] = ()
    unmatched_gold: tuple[Any, ...] = ()
    variables: tuple[tuple[Any, Any], ...] = ()

    __repr__ = one_line

    @property
    def credit(self) -> Number:
        """The credit of all matched pairs."""
        return sum(match.credit for match in self.matches)


def shown(value: Any) -> str:
    """Write a value as ``str`` does, but with sets in a fixed order at any depth."""
    return value if isinstance(value, str) else _shown(value)


def _shown(value: Any) -> str:
    kind: Any = type(value)
    if kind in (set, frozenset):
        return f"{{{', '.join(sorted(map(_shown, value)))}}}"
    if kind is list:
        return f"[{', '.join(map(_shown, value))}]"
    if kind is tuple:
        return f"({', '.join(map(_shown, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_shown(key)}: {_shown(each)}' for key, each in value.items())}}}"
    if isinstance(value, str):
        return repr(value)
    names = field_names(kind)
    if names is not None and (is_pydantic(kind) or is_attrs(kind)) and not _writes_itself(kind):
        return f"{kind.__name__}({', '.join(f'{name}={_shown(getattr(value, name))}' for name in names)})"
    if "__str__" in {name for base in kind.__mro__[:-1] for name in vars(base)}:
        return str(value)
    named: Iterable[tuple[str, Any]]
    if is_dataclass(value) and "__repr__" in vars(kind):
        named = ((field.name, getattr(value, field.name)) for field in fields(value) if field.repr)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        named = zip(value._fields, value, strict=True)
    else:
        return repr(value)
    return f"{kind.__name__}({', '.join(f'{name}={_shown(each)}' for name, each in named)})"


def _writes_itself(kind: type) -> bool:
    """Tell whether a class has a ``__str__`` of its own, beside the one that pydantic gives to all models."""
    owner = next(base for base in kind.__mro__ if "__str__" in vars(base))
    return owner is not object and not owner.__module__.startswith("pydantic")


def arranged(value: Any) -> Any:
    """A set as a list in a fixed order; anything else as it is."""
    return sorted(value, key=shown) if isinstance(value, (set, frozenset)) else value
