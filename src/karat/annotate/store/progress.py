"""Progress: counts for the dashboard, from the narrow tables alone."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import case, func, select

from karat.annotate.project import PURPOSES
from karat.annotate.store.documents import is_work
from karat.annotate.store.engine import Connected
from karat.annotate.store.items import NAMES
from karat.annotate.store.projects import find_project
from karat.annotate.store.tables import DOCUMENT, DONE, ITEM, OPEN, PERSON, STARTED
from karat.annotate.store.values import ItemProgress, OwnProgress, PersonProgress, Progress


class ProgressCounts(Connected):
    """Progress in a store's projects."""

    def progress(self, project: int) -> Progress:
        """How far a project is, and each annotator, by name."""
        by_status = select(ITEM.c.status, func.count()).where(ITEM.c.project_id == project).group_by(ITEM.c.status)
        merged = select(func.count()).where(
            DOCUMENT.c.project_id == project, DOCUMENT.c.person_id.is_(None), DOCUMENT.c.status != OPEN
        )
        by_person = (
            select(
                DOCUMENT.c.person_id,
                DOCUMENT.c.purpose,
                func.count().label("assigned"),
                func.sum(case((DOCUMENT.c.status == STARTED, 1), else_=0)).label("started"),
                func.sum(case((DOCUMENT.c.status == DONE, 1), else_=0)).label("done"),
                func.sum(DOCUMENT.c.synsets).label("synsets"),
                func.sum(DOCUMENT.c.triples).label("triples"),
                func.sum(DOCUMENT.c.active_ms).label("active_ms"),
            )
            .where(DOCUMENT.c.project_id == project, DOCUMENT.c.person_id.is_not(None))
            .group_by(DOCUMENT.c.person_id, DOCUMENT.c.purpose)
        )
        with self.read() as connection:
            find_project(connection, project)
            items = {row[0]: row[1] for row in connection.execute(by_status)}
            # PostgreSQL sums integers to decimals.
            counts = {row[:2]: [int(count) for count in row[2:]] for row in connection.execute(by_person)}
            ids = {person for person, _ in counts}
            named = select(PERSON.c.id, PERSON.c.name).where(PERSON.c.id.in_(ids)).order_by(PERSON.c.name)
            names = connection.execute(named).all()
            count = connection.scalar(merged) or 0
        people, checks, machines = (
            tuple(PersonProgress(id, name, *counts[id, purpose]) for id, name in names if (id, purpose) in counts)
            for purpose in PURPOSES
        )
        return Progress(sum(items.values()), items.get(STARTED, 0), items.get(DONE, 0), count, people, checks, machines)

    def own_progress(self, project: int, person: int, summary: str) -> OwnProgress:
        """How far one person is, and how many of their documents have this summary."""
        query = select(
            func.count(),
            func.sum(case((DOCUMENT.c.status == DONE, 1), else_=0)),
            func.sum(case((DOCUMENT.c.summary == summary, 1), else_=0)),
        ).where(DOCUMENT.c.project_id == project, DOCUMENT.c.person_id == person)
        with self.read() as connection:
            return OwnProgress(*(int(count or 0) for count in connection.execute(query).one()))

    def work_version(self, project: int) -> tuple[int, int]:
        """A value that changes with every event and every assignment of a project."""
        query = select(func.count(), func.sum(DOCUMENT.c.version)).where(DOCUMENT.c.project_id == project)
        with self.read() as connection:
            documents, events = connection.execute(query).one()
        return documents, int(events or 0)

    def item_progress(self, items: Collection[int]) -> list[ItemProgress]:
        """How far each annotator is with each of some items, by item and name; without checks and machines."""
        query = (
            select(DOCUMENT.c.item_id, PERSON.c.id, PERSON.c.name, DOCUMENT.c.status, DOCUMENT.c.active_ms)
            .select_from(DOCUMENT.join(PERSON, PERSON.c.id == DOCUMENT.c.person_id))
            .where(DOCUMENT.c.item_id.in_(items), is_work())
            .order_by(DOCUMENT.c.item_id, PERSON.c.name)
        )
        with self.read() as connection:
            return [ItemProgress(*row[:3], NAMES[row.status], row.active_ms) for row in connection.execute(query)]
