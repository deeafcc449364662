"""A batch of cliques, and the rounds in which experts checked it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from karat.annotate.cliques.batches import Accuracy
from karat.annotate.cliques.options import Options
from karat.annotate.project import CHECK, WORK
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
class Replacement:
    """Somebody took over from a person: open cliques of a worker, or all that an expert was to check in a round."""

    round: int
    purpose: str
    person: int
    successor: int
    items: tuple[int, ...]
    author: int | None
    time: datetime

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "round": self.round,
            "purpose": self.purpose,
            "person": self.person,
            "successor": self.successor,
            "items": list(self.items),
            "author": self.author,
            "time": self.time.isoformat(),
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
    replacements: tuple[Replacement, ...] = ()

    __repr__ = one_line

    @property
    def workers(self) -> tuple[int, ...]:
        """Everybody who has a clique of the batch, in the order of their ids."""
        return tuple(sorted(set(self.cliques.values())))

    @property
    def all_workers(self) -> frozenset[int]:
        """The workers, and those whose cliques others have now."""
        return frozenset(self.workers) | {each.person for each in self.replacements if each.purpose == WORK}

    @property
    def all_experts(self) -> frozenset[int]:
        """The experts of all rounds, and those who were replaced."""
        experts = {expert for check in self.checks for expert in check.experts}
        return frozenset(experts) | {each.person for each in self.replacements if each.purpose == CHECK}

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
            "replacements": [each.to_json() for each in self.replacements],
        }

    def to_named_json(self, names: Mapping[int, str]) -> dict[str, Any]:
        """Give the fields by name, with people's names in place of their ids."""

        def name(id: int | None) -> str | None:
            return None if id is None else names[id]

        shown = self.to_json()
        shown["author"] = name(self.author)
        shown["workers"] = [name(worker) for worker in self.workers]
        shown["cliques"] = [{"item": item, "worker": name(worker)} for item, worker in self.cliques.items()]
        for check in shown["checks"]:
            check["experts"] = [name(expert) for expert in check["experts"]]
            check.update({field: name(check[field]) for field in ("author", "decided_by")})
        for each in shown["replacements"]:
            each.update({field: name(each[field]) for field in ("person", "successor", "author")})
        return shown


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
