"""A sentence of a benchmark."""

from __future__ import annotations

from dataclasses import dataclass

from karat.one_line import one_line
from karat.quick_records import quick_init


@quick_init
@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and its id in the benchmark."""

    id: str
    text: str

    __repr__ = one_line

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words, separated by white space, which BenchIE and CaRB compare."""
        return tuple(self.text.split())
