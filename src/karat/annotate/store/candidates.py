"""Candidates: extractions of systems and of other gold that annotators accept or reject."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from karat.annotate.store.engine import Connected
from karat.annotate.store.items import BATCH, batches
from karat.annotate.store.tables import CANDIDATE, ITEM
from karat.annotate.store.texts import check_text
from karat.annotate.store.values import Candidate
from karat.errors import InputError

NewCandidate = tuple[int, int, str, str, str, str]
"""Item, round, subject, relation, object, and the system or benchmark it is from."""


class Candidates(Connected):
    """Candidates of a store."""

    def add_candidates(self, project: int, candidates: Iterable[NewCandidate]) -> int:
        """Add candidates, each wording once for an item and a round with all its sources; give the number of new ones.

        All are added or, if one is wrong, none.
        """
        with self.write() as connection:
            return sum(add_batch(connection, project, batch) for batch in batches(candidates, BATCH))

    def candidates(self, item: int) -> list[Candidate]:
        """All candidates of an item, by round and wording."""
        query = select(CANDIDATE).where(CANDIDATE.c.item_id == item)
        with self.read() as connection:
            rows = connection.execute(query).all()
        found = [
            Candidate(row.id, row.item_id, row.round, row.subject, row.relation, row.object, tuple(row.sources))
            for row in rows
        ]
        return sorted(found, key=lambda each: (each.round, each.subject, each.relation, each.object))

    def count_candidates(self, item: int) -> int:
        """How many candidates an item has."""
        query = select(func.count()).select_from(CANDIDATE).where(CANDIDATE.c.item_id == item)
        with self.read() as connection:
            return connection.scalar(query) or 0


def candidate_id(item: int, round_: int, *slots: str) -> str:
    """An id that the same wording always has, so that an import can be repeated."""
    text = "\0".join((str(item), str(round_), *slots))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def add_batch(connection: Connection, project: int, batch: list[NewCandidate]) -> int:
    """Add what is new, and the sources of what is not."""
    rows: dict[tuple[int, str], dict[str, Any]] = {}
    for item, round_, subject, relation, object_, source in batch:
        for slot, text in (("subject", subject), ("relation", relation), ("object", object_), ("source", source)):
            check_text(f"{slot} of a candidate", text)
        id = candidate_id(item, round_, subject, relation, object_)
        values = {"round": round_, "subject": subject, "relation": relation, "object": object_}
        row = rows.setdefault((item, id), {"item_id": item, "id": id, **values, "sources": []})
        if source not in row["sources"]:
            row["sources"].append(source)
    items = {item for item, _ in rows}
    known = set(connection.scalars(select(ITEM.c.id).where(ITEM.c.project_id == project, ITEM.c.id.in_(items))))
    if items - known:
        raise InputError(
            f"expected candidates for sentences of the project, found one for sentence {min(items - known)}"
        )
    stored = select(CANDIDATE.c.item_id, CANDIDATE.c.id, CANDIDATE.c.sources).where(
        CANDIDATE.c.item_id.in_(items), CANDIDATE.c.id.in_([id for _, id in rows])
    )
    for found in connection.execute(stored).all():
        row = rows.pop((found.item_id, found.id))
        sources = [*found.sources, *(source for source in row["sources"] if source not in found.sources)]
        place = (CANDIDATE.c.item_id == found.item_id) & (CANDIDATE.c.id == found.id)
        connection.execute(update(CANDIDATE).where(place).values(sources=sources))
    if rows:
        connection.execute(insert(CANDIDATE), list(rows.values()))
    return len(rows)
