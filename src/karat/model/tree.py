"""Constituency trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Tree:
    """A label and its children; a leaf is a word without children."""

    label: str
    children: tuple[Tree, ...] = ()

    __repr__ = one_line

    @property
    def leaves(self) -> Iterator[str]:
        """The words, from left to right."""
        pending = [self]
        while pending:
            node = pending.pop()
            if node.children:
                pending.extend(reversed(node.children))
            else:
                yield node.label
