"""How a metric is written: the paper's notation in plain text and in LaTeX."""

from __future__ import annotations

from dataclasses import dataclass

_GREEK = {"δ": r"\delta", "φ̃": r"\tilde{\phi}", "φ⊆": r"{\phi_{\subseteq}}", "Σ": r"\Sigma", "max": r"\max"}
_ARROWS = {
    "↔": r"\leftrightarrow",
    "→": r"\rightarrow",
    "←": r"\leftarrow",
    "~": r"\sim",
    "↔ᵍ": r"\overset{\mathrm{g}}{\leftrightarrow}",
    "": "",
}


@dataclass(frozen=True, slots=True)
class Style:
    """One way of writing."""

    tex: bool
    times: str
    dot: str
    bar: str
    compose: str
    least: str

    def symbol(self, sign: str, subscript: str) -> str:
        """A similarity's sign."""
        return self.with_subscript(_GREEK[sign] if self.tex else sign, subscript)

    def function(self, name: str, subscript: str) -> str:
        """A function's name."""
        text = rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}" if self.tex else name
        return self.with_subscript(text, subscript)

    def operator(self, sign: str, arrow: str, subscript: str) -> str:
        """A sum, maximum or normaliser with its matching constraint."""
        if not self.tex:
            return self.with_subscript(sign + arrow, subscript)
        head = _GREEK.get(sign, rf"\mathrm{{{sign}}}")
        return self.with_subscript(f"{head}^{{{_ARROWS[arrow]}}}" if arrow else head, subscript)

    def with_subscript(self, text: str, subscript: str) -> str:
        """Put the field's name below."""
        if not subscript:
            return text
        name = subscript.replace("_", r"\_")
        return rf"{text}_{{\text{{{name}}}}}" if self.tex else f"{text}_{subscript}"

    def bracket(self, text: str) -> str:
        """An Iverson bracket."""
        return rf"\llbracket {text} \rrbracket" if self.tex else f"⟦{text}⟧"

    def maximum(self, text: str) -> str:
        """The larger of two."""
        return rf"\max\{{{text.replace('−', '-')}\}}" if self.tex else f"max{{{text}}}"


TEXT = Style(tex=False, times=" × ", dot="·", bar=" | ", compose="∘", least="≥")
LATEX = Style(tex=True, times=r" \times ", dot=r" \cdot ", bar=r" \mid ", compose=r" \circ ", least=r"\geq")
