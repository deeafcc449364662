"""Mentions as brackets that open at one token and close at another, grouped into clusters."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from karat.errors import FormatError, cut
from karat.formats.problems import Problems
from karat.formats.text.lines import Line
from karat.model import Cluster, Mention


@dataclass(frozen=True, slots=True)
class Opened:
    """An opening bracket without its closing one yet."""

    token: int
    line: Line


@dataclass(slots=True)
class Brackets:
    """The brackets of one document, in the order of the file.

    Clusters are in the order of their first bracket; of several open mentions of a cluster, the latest closes first.
    """

    problems: Problems
    mentions: dict[str, list[tuple[Mention, int]]] = field(default_factory=dict)
    opened: defaultdict[str, list[Opened]] = field(default_factory=lambda: defaultdict(list))

    def open(self, name: str, token: int, line: Line) -> None:
        """Open a mention."""
        self.mentions.setdefault(name, [])
        self.opened[name].append(Opened(token, line))

    def close(self, name: str, token: int, line: Line) -> None:
        """Close a mention."""
        if not self.opened[name]:
            shown = cut(name)
            self.problems.add(line.error(expected=f"({shown} before {shown})", found="no mention of it that is open"))
            return
        self.add(name, Mention(self.opened[name].pop().token, token), line)

    def add(self, name: str, mention: Mention, line: Line) -> None:
        """Add a complete mention, with the line of its end."""
        self.mentions.setdefault(name, []).append((mention, line.number))

    def clusters(self, path: object, end: str) -> tuple[Cluster, ...]:
        """Give the clusters of the document; a bracket that is still open is an error."""
        for name, waiting in self.opened.items():
            expected = f"{cut(name)}) to close ({cut(name)} before {end}"
            for each in waiting:
                self.problems.add(FormatError(path, each.line.number, expected, "none"))
        return tuple(
            Cluster(name, tuple(mention for mention, _ in found), tuple(number for _, number in found), path)
            for name, found in self.mentions.items()
            if found
        )
