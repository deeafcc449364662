"""How a system got through a benchmark: what is there, what failed, and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from karat.one_line import one_line

RunState = Literal["done", "stopped", "waiting", "none"]
"""All sentences are done; the run stopped early; it has not been started; no output exists for this benchmark."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """How a system got through a benchmark.

    ``reason`` says why a run stopped or why there is none. ``results`` counts the sentences that are done, each as
    often as it was sampled, ``sentences`` those that there are to do; both are ``None`` for outputs that were made
    elsewhere. ``failures`` are the reasons why sentences failed, with counts, the most frequent first. Tokens and cost
    are ``None`` where the system counts none.
    """

    system: str
    benchmark: str
    state: RunState
    reason: str | None = None
    output: str | None = None
    program: str | None = None
    """The system that ran, with its version."""
    settings: str | None = None
    """Its settings as a line of JSON."""
    sentences: int | None = None
    results: int | None = None
    failures: tuple[tuple[str, int], ...] = ()
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None

    __repr__ = one_line

    @property
    def failed(self) -> int:
        """How many sentences failed."""
        return sum(count for _, count in self.failures)

    def to_json(self) -> dict[str, Any]:
        """Return the record as a JSON document."""
        return {**asdict(self), "failures": dict(self.failures), "failed": self.failed}


@dataclass(frozen=True, slots=True)
class RunTotals:
    """What several runs took together; tokens and cost are ``None`` where none of them counts any."""

    results: int
    failures: tuple[tuple[str, int], ...]
    prompt_tokens: int | None
    completion_tokens: int | None
    cost: float | None

    __repr__ = one_line

    @property
    def failed(self) -> int:
        """How many sentences failed."""
        return sum(count for _, count in self.failures)

    def to_json(self) -> dict[str, Any]:
        """Return the totals as a JSON document."""
        return {**asdict(self), "failures": dict(self.failures), "failed": self.failed}


def add_up(runs: Iterable[RunRecord]) -> RunTotals:
    """Add up what runs took."""
    each = list(runs)
    reasons: Counter[str] = Counter()
    for run in each:
        reasons.update(dict(run.failures))
    return RunTotals(
        sum(run.results or 0 for run in each),
        tuple(reasons.most_common()),
        _sum(run.prompt_tokens for run in each),
        _sum(run.completion_tokens for run in each),
        _sum(run.cost for run in each),
    )


def _sum(values: Iterable[Any]) -> Any:
    """Add the numbers that are there; ``None`` if there are none."""
    counted = [value for value in values if value is not None]
    return sum(counted) if counted else None
