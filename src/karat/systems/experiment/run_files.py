"""How far a run has got, as its file tells: what was run, how many sentences are done, what failed, what it cost."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from karat.formats.json.run_lines import parse_head, parse_result
from karat.formats.text.lines import lines
from karat.model import RunHead, Usage
from karat.one_line import one_line
from karat.systems.journal import split_tail
from karat.systems.summary import Tally


@dataclass(frozen=True, slots=True)
class RunFile:
    """A run as it is in its file; ``failures`` are the reasons with counts, the most frequent first."""

    head: RunHead
    done: int
    failures: tuple[tuple[str, int], ...] = ()
    usage: Usage | None = None

    __repr__ = one_line

    @property
    def wanted(self) -> int:
        """How many results the whole run has."""
        return self.head.sentences * self.head.samples

    @property
    def complete(self) -> bool:
        """Whether every sentence has a result, be it a failure."""
        return self.done == self.wanted

    @property
    def settings(self) -> str:
        """The settings as a line of JSON."""
        return json.dumps(self.head.settings, ensure_ascii=False)


def read_run_file(path: Path) -> RunFile | None:
    """Read how far a run has got; ``None`` if it has not begun. An incomplete last line does not count."""
    count, _ = split_tail(path)
    if not count:
        return None
    complete = islice(lines(path), count)
    head = parse_head(next(complete))
    tally = Tally()
    for line in complete:
        tally.add(parse_result(line, head))
    return RunFile(head, tally.done, tuple((each.reason, each.count) for each in tally.failures()), tally.usage)
