"""A batch of cliques, and the rounds in which experts checked it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from karat.annotate.cliques.batches import Accuracy
from karat.annotate.cliques.options import Options
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Check:
    """One round of experts' checks of a batch, with the options it was made under, and the decision if there is one.

    ``sample`` are the items that were drawn, ``experts`` the people who check each of them.
    """

    round: int
    sample: tuple[int, ...]
    experts: tuple[int, ...]
    options: Options
    author: int | None
    started: datetime
    decided_by: int | None = None
    decided: datetime | None = None
    accuracy: Accuracy | None = None
    accepted: bool | None = None

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "round": self.round,
            "sample": list(self.sample),
            "experts": list(self.experts),
            "options": self.options.to_json(),
            "author": self.author,
            "started": self.started.isoformat(),
            "decided_by": self.decided_by,
            "decided": None if self.decided is None else self.decided.isoformat(),
            "accuracy": None if self.accuracy is None else self.accuracy.to_json(),
            "accepted": self.accepted,
        }


@dataclass(frozen=True, slots=True)
class Batch:
    """Some cliques in one stage, each with its worker; ``cliques`` has the worker of each item.

    ``number`` counts a project's batches from 1. ``round`` is the round of checks that the batch is in or goes to.
    """

    id: int
    project: int
    number: int
    stage: int
    status: str
    round: int
    seed: int
    author: int | None
    created: datetime
    cliques: Mapping[int, int]
    checks: tuple[Check, ...] = ()

    __repr__ = one_line

    @property
    def workers(self) -> tuple[int, ...]:
        """Everybody who has a clique of the batch, in the order of their ids."""
        return tuple(sorted(set(self.cliques.values())))

    @property
    def present_check(self) -> Check | None:
        """The check of the present round, if it has begun."""
        return next((check for check in self.checks if check.round == self.round), None)

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "id": self.id,
            "number": self.number,
            "stage": self.stage,
            "status": self.status,
            "round": self.round,
            "seed": self.seed,
            "author": self.author,
            "created": self.created.isoformat(),
            "cliques": [{"item": item, "worker": worker} for item, worker in self.cliques.items()],
            "checks": [check.to_json() for check in self.checks],
        }


@dataclass(frozen=True, slots=True)
class BatchDocument:
    """A document of a batch's item, without what is in it: a worker's, or an expert's of the present round."""

    id: int
    item: int
    key: str
    person: int
    purpose: str
    done: bool
    summary: str | None

    __repr__ = one_line
