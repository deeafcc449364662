"""The outer shape of a file: what can be told from its first lines before any format's module is imported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """What the first lines of every file of a format have in common.

    A shape is a necessary condition for ``Format.fits``: it must allow every file that fits, and may allow others.

    - ``starts``: the first line starts with one of these texts, spaces left out.
    - ``contains``: at least one line contains one of these texts.
    - ``least`` and ``most``: every line has at least and at most that many tab-separated fields.
    """

    starts: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    least: int = 1
    most: int | None = None

    def allows(self, head: Sequence[str]) -> bool:
        """Tell whether a file with these first lines may be in the format."""
        if self.starts and not head[0].lstrip().startswith(self.starts):
            return False
        if (self.least > 1 or self.most is not None) and not all(self._allows_fields(text) for text in head):
            return False
        return not self.contains or any(text in line for text in self.contains for line in head)

    def _allows_fields(self, text: str) -> bool:
        fields = text.count("\t") + 1
        return self.least <= fields and (self.most is None or fields <= self.most)


ANY = Shape()
"""Every file may be in the format."""

ANSWER = ("```", "<think")
"""How a language model's answer begins that was saved as it is, with JSON in it."""
LIKE_JSON = Shape(starts=("{", "[", *ANSWER))


def fields(least: int, most: int | None = None, *contains: str) -> Shape:
    """Describe lines of ``least`` to ``most`` tab-separated fields."""
    return Shape(contains=contains, least=least, most=most)


def json_with(*keys: str) -> Shape:
    """Describe JSON that has at least one of these keys in its first lines; without keys, any JSON."""
    return Shape(starts=("{", "["), contains=tuple(f'"{key}"' for key in keys))


def scored_tuples(*contains: str) -> Shape:
    """Describe lines without tabs, some of the form ``0.9: (subject; relation; object)`` or with another mark."""
    return Shape(contains=(": (", ":(", *contains), most=1)
