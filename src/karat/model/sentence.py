"""A sentence, as a benchmark numbers it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and the name by which its benchmark calls it."""

    id: str
    text: str

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words between white space, which is what BenchIE and CaRB compare."""
        return tuple(self.text.split())
