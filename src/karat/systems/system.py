"""What a system is: anything that takes sentences and gives the extractions of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from karat.model import Extraction, Sentence, Usage
from karat.one_line import one_line

__all__ = ["Extracted", "Failure", "Result", "System", "Usage"]


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a system found in a sentence, possibly nothing."""

    extractions: tuple[Extraction, ...] = ()
    usage: Usage | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Failure:
    """A sentence that a system could not process, with the reason in one line; the run goes on.

    A failed answer may have been paid for, too.
    """

    reason: str
    usage: Usage | None = None

    __repr__ = one_line


Result = Extracted | Failure
"""What comes of a sentence."""


@runtime_checkable
class Budgeted(Protocol):
    """A system with a budget for a whole run."""

    def add_spent(self, usage: Usage) -> None:
        """Count what the results of a run that is resumed have cost."""


def count_spent(system: System, usage: Usage | None) -> None:
    """Tell a system that has a budget what the run has cost so far."""
    if usage is not None and isinstance(system, Budgeted):
        system.add_spent(usage)


class System(Protocol):
    """Anything that takes sentences and gives the extractions of each.

    - ``name``, ``version`` and ``settings`` are written into the first line of the run. ``version`` names the program
      and its weights, and changes when the output may change. ``settings`` has every option that can change an
      extraction, as JSON values, and neither a key nor a password.
    - ``batch`` is the number of sentences that one call takes at best; the last call of a run may get fewer.
    - ``workers`` is the number of calls at once. If it is more than 1, ``extract`` is called from several threads.
    - ``samples`` is how often each sentence is processed: more than once only where the answers may differ.
    """

    @property
    def name(self) -> str:
        """The system's name."""

    @property
    def version(self) -> str:
        """The version of the program and of its weights."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """Every option that can change an extraction."""

    @property
    def batch(self) -> int:
        """How many sentences a call gets."""

    @property
    def workers(self) -> int:
        """How many calls are made at once."""

    @property
    def samples(self) -> int:
        """How often each sentence is processed."""

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        """Give one result for each sentence, in the same order; ``sample`` counts from 1.

        What goes wrong with one sentence is its ``Failure``. What stops everything (no connection, no key, a program
        that is not there, a budget that is used up) is raised as a ``KaratError``: the run stops, keeps what is done,
        and can be resumed.
        """

    def close(self) -> None:
        """Release what the system holds: processes, connections, files."""
