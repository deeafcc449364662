"""Write metrics in the paper's notation, as plain text and LaTeX, and in full for signatures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from karat.algebra.definitions.naming import known_name
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


_PLAIN = re.compile(r"[\w.<>-]+")
"""Names that are written without quotes."""


@dataclass(frozen=True, slots=True)
class Style:
    """One way of writing; ``full`` also writes the choices for which the paper has no sign."""

    tex: bool
    times: str
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
            text = known or (name if _PLAIN.fullmatch(name) else _quoted(name))
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


TEXT = Style(tex=False, times=" × ", dot="·", bar=" | ", compose="∘", least="≥")
LATEX = Style(tex=True, times=r" \times ", dot=r" \cdot ", bar=r" \mid ", compose=r" \circ ", least=r"\geq")
FULL = Style(tex=False, times=" × ", dot="·", bar=" or ", compose="∘", least="≥", full=True)
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
