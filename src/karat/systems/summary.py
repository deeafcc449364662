"""What came of a run: how much is done, what failed and why, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from karat.model import RunHead, RunResult, Usage
from karat.one_line import one_line

IDS_SHOWN = 3
"""How many ids are kept for each reason of failures."""
MOST_REASONS = 50
OTHER_REASONS = "other reasons"
"""What failures are counted under once there are that many reasons, so that a long run stays small."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: results that are done, among ``total``, ``resumed`` of them by earlier runs; and failures."""

    done: int
    total: int
    resumed: int
    failures: int


Tell = Callable[[Progress], None]
"""What a run calls after each result."""


def tell_nobody(_: Progress) -> None:
    """Show no progress."""


@dataclass(frozen=True, slots=True)
class FailureReason:
    """Why sentences failed, how many did for this reason, and the ids of the first of them."""

    reason: str
    count: int
    ids: tuple[str, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What a run has done, together with the earlier runs that it continued.

    ``path`` is ``None`` if the results went to a stream. ``done`` counts results: one for each sentence, and for each
    sample of it. ``usage`` is ``None`` for systems that count none.
    """

    head: RunHead
    path: Path | None
    done: int
    resumed: int
    extractions: int
    failures: tuple[FailureReason, ...]
    usage: Usage | None

    __repr__ = one_line

    @property
    def failed(self) -> int:
        """How many sentences failed."""
        return sum(failure.count for failure in self.failures)


class Tally:
    """Counts the results of a run; keeps none of them."""

    def __init__(self) -> None:
        self.done = self.extractions = self.failed = 0
        self.usage: Usage | None = None
        self._reasons: dict[str, tuple[int, tuple[str, ...]]] = {}

    def add(self, result: RunResult) -> None:
        """Count a result."""
        self.done += 1
        self.extractions += len(result.extractions)
        if result.usage is not None:
            self.usage = result.usage if self.usage is None else self.usage + result.usage
        if result.failure is not None:
            self.failed += 1
            known = result.failure in self._reasons or len(self._reasons) < MOST_REASONS
            reason = result.failure if known else OTHER_REASONS
            count, ids = self._reasons.get(reason, (0, ()))
            self._reasons[reason] = count + 1, ids if len(ids) == IDS_SHOWN else (*ids, result.sentence.id)

    def failures(self) -> Iterator[FailureReason]:
        """Give the reasons of failures, the most frequent first."""
        for reason, (count, ids) in sorted(self._reasons.items(), key=lambda item: -item[1][0]):
            yield FailureReason(reason, count, ids)

    def summary(self, head: RunHead, path: Path | None, resumed: int) -> RunSummary:
        """Sum up what was counted."""
        return RunSummary(head, path, self.done, resumed, self.extractions, tuple(self.failures()), self.usage)
