"""Write metrics in the paper's notation, as plain text and LaTeX, and in full for signatures.

Signatures know functions and classes of Karat and of Python's own library by their names. A signature is kept in result
files and papers, so it must not change when a module moves to another folder: Karat's functions are written with room,
module and name, without the folders between, as in ``algebra.credit.tokens``.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from math import isfinite
from typing import Any

from karat.algebra.scores.exact import digits
from karat.one_line import MOST, cut, paragraph

_GREEK = {"δ": r"\delta", "φ̃": r"\tilde{\phi}", "φ⊆": r"{\phi_{\subseteq}}", "Σ": r"\Sigma", "max": r"\max"}
_ARROWS = {
    "↔": r"\leftrightarrow",
    "→": r"\rightarrow",
    "←": r"\leftarrow",
    "~": r"\sim",
    "↔ᵍ": r"\overset{\mathrm{g}}{\leftrightarrow}",
    "": "",
}
_UNQUOTED = re.compile(r"[\w.<>-]+")
"""Names that are written without quotes."""


@dataclass(frozen=True, slots=True)
class Style:
    """One way of writing; ``full`` also writes the choices for which the paper has no sign."""

    tex: bool
    times: str
    plus: str
    dot: str
    bar: str
    compose: str
    least: str
    full: bool = False

    def choices(self, choices: Iterable[str]) -> str:
        """Choices in braces; only the full style writes them."""
        text = ", ".join(choices) if self.full else ""
        return f"{{{text}}}" if text else ""

    def number(self, number: float | Fraction) -> str:
        """A number; in full, to its last digit."""
        return digits(number) if self.full else f"{float(number):g}"

    def field(self, name: str | int) -> str:
        """A field's name; in full, quoted unless it is an identifier."""
        return str(name) if isinstance(name, int) or not self.full or name.isidentifier() else _quoted(name)

    def symbol(self, sign: str, subscript: str) -> str:
        """A similarity's sign."""
        return self.with_subscript(_GREEK[sign] if self.tex else sign, subscript)

    def kind(self, kind: type) -> str:
        """A class's name; in full, with its module if Karat or Python defines it."""
        known = known_name(kind)
        return known if known is not None and (self.full or kind is type(None)) else kind.__name__

    def function(self, name: str, subscript: str, function: Callable[..., Any] | None = None) -> str:
        """A function's name; in full, with its module if Karat or Python defines it, and its field in brackets."""
        if self.full:
            known = None if function is None else known_name(function)
            text = known or (name if _UNQUOTED.fullmatch(name) else _quoted(name))
            return f"{text}({subscript})" if subscript else text
        text = rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}" if self.tex else name
        return self.with_subscript(text, subscript)

    def operand(self, text: str, *, several: bool) -> str:
        """The operand of a weight or transform; in full, in brackets if it has several parts."""
        return f"({text})" if self.full and several else text

    def operator(self, sign: str, arrow: str, subscript: str) -> str:
        """A sum, maximum or normaliser with its matching constraint."""
        if not self.tex:
            return self.with_subscript(sign + arrow, subscript)
        head = _GREEK.get(sign, rf"\mathrm{{{sign}}}")
        return self.with_subscript(f"{head}^{{{_ARROWS[arrow]}}}" if arrow else head, subscript)

    def with_subscript(self, text: str, subscript: str) -> str:
        """Add the field's name as subscript."""
        if not subscript:
            return text
        name = subscript.replace("_", r"\_")
        return rf"{text}_{{\text{{{name}}}}}" if self.tex else f"{text}_{subscript}"

    def bracket(self, text: str) -> str:
        """An Iverson bracket."""
        return rf"\llbracket {text} \rrbracket" if self.tex else f"⟦{text}⟧"

    def maximum(self, text: str) -> str:
        """The maximum of two terms."""
        return rf"\max\{{{text.replace('−', '-')}\}}" if self.tex else f"max{{{text}}}"


def _quoted(name: str) -> str:
    return repr(name).replace("|", r"\x7c")  # the separator of signatures


TEXT = Style(tex=False, times=" × ", plus=" + ", dot="·", bar=" | ", compose="∘", least="≥")
LATEX = Style(tex=True, times=r" \times ", plus=" + ", dot=r" \cdot ", bar=r" \mid ", compose=r" \circ ", least=r"\geq")
FULL = Style(tex=False, times=" × ", plus=" + ", dot="·", bar=" or ", compose="∘", least="≥", full=True)
"""For signatures: definitions that differ are written differently, except for the code of their functions."""


class Notated:
    """Shows itself in the paper's notation, with its name if it has one.

    Dataclasses do so too, which would otherwise list all parts at any depth.
    """

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__repr__" not in vars(cls):
            cls.__repr__ = _written_in_notation  # type: ignore[method-assign]

    _repr_html_ = paragraph


def _written_in_notation(value: Any) -> str:
    name = getattr(value, "name", "")
    kind: Any = type(value)
    notation = kind.__name__ if kind.__str__ is object.__str__ else str(value)
    return cut(f"<{name}: {notation}>" if name and name != notation else f"<{notation}>", MOST)


_VERSIONED = sys.stdlib_module_names | {"karat", "builtins"}
"""Packages whose version determines what their functions do."""
_PUBLISHED_IN = {
    "similarity": ("Equal", "Latent", "Function", "Product", "Union", "Maximum", "Subset", "Apart", "Counted"),
    "matching": ("Normalised", "Sides", "Combined"),
    "constraint": ("Constraint", "Ties"),
    "partition": ("Membership", "memberships", "links", "non_links"),
}
MOVED = {f"karat.algebra.{name}": module for module, names in _PUBLISHED_IN.items() for name in names}
"""The module under which signatures know a definition of the algebra that has moved to another one since."""
_PLAIN = (str, bytes, bool, type(None), int, float, Fraction)


def known_name(value: Any) -> str | None:
    """Name a function or a class of Karat or Python; ``None`` where the name would not identify it.

    >>> known_name(str), known_name(str.lower), known_name(digits), known_name(lambda x: x)
    ('str', 'str.lower', 'algebra.exact.digits', None)
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


def published_path(value: Any) -> str:
    """Where a function or a class is defined, without the folders inside a room of Karat.

    A user's module is left out: it is ``__main__`` as a script, has its name when imported, and another one as a copy.
    """
    module = _module_of(value) or ""
    if not is_versioned(module):
        return _qualified_name(value)
    if module.startswith("karat."):
        package, room, *modules = module.split(".")
        moved = MOVED.get(f"{package}.{room}.{_qualified_name(value)}")
        module = ".".join([package, room, *([moved] if moved else modules[-1:])])
    return f"{module}.{_qualified_name(value)}"


def path_of(value: Any) -> str:
    """Where a function or a class is defined."""
    return f"{_module_of(value)}.{_qualified_name(value)}"


def is_versioned(module: str | None) -> bool:
    """Whether a module belongs to Karat or to Python's library."""
    return (module or "").partition(".")[0] in _VERSIONED


def _module_of(value: Any) -> str | None:
    return getattr(getattr(value, "__objclass__", None) or value, "__module__", None)


def _qualified_name(value: Any) -> str:
    return getattr(value, "__qualname__", None) or str(value.__name__)


def _written(part: Any) -> str:
    return digits(part) if type(part) in (int, float, Fraction) and isfinite(part) else repr(part)


def _shortened(path: str) -> str:
    return path.removeprefix("builtins.").removeprefix("karat.")


def _found(path: str) -> Any:
    """Look up the object at a path, in modules that are loaded."""
    parts = path.split(".")
    for length in range(len(parts) - 1, 0, -1):
        found: Any = sys.modules.get(".".join(parts[:length]), builtins if parts[:length] == ["builtins"] else None)
        if found is not None:
            for name in parts[length:]:
                found = getattr(found, name, None)
            return found
    return None


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
