"""A large project in small: every page of work reads through indexes, and asks the database a fixed number of times."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import event, func, select, text

from karat.annotate.store import Store
from karat.annotate.store.tables import EVENT, SNAPSHOT

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))

from annotate_scale import ROUTES, Visit, sign_in, streams
from large_project import LargeProject, make_large_project

from karat.annotate.project import NewItem

sys.path.pop()  # its modules have the names of others in tests/reference

SENTENCES, TRIPLES = 120, 2400
MOST_STATEMENTS = 20

LARGE = ("item", "document", "event", "snapshot", "analysis", "candidate")
"""Tables that grow with the project."""

COUNTS = {"dashboard"}
"""Routes that count all documents of a project, from an index or the narrow rows."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def visit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """Made once for each database; the tests only add to it."""
    folder = tmp_path_factory.mktemp("large")
    cluster = request.getfixturevalue("postgresql") if request.param == "postgresql" else None
    address = cluster.add_database() if cluster else folder
    with Store.open(address) as store:
        large = make_large_project(store, SENTENCES, TRIPLES)
        client, stopwatch = sign_in(store, large.annotators[0], folder)
        yield Visit(client, stopwatch, store, large, list(store.item_keys(large.project.id).values()), Random(19))
        client.close()
    if cluster:
        cluster.drop_database(address)


@pytest.fixture
def store(visit: Visit) -> Store:
    return visit.store


@pytest.fixture
def large(visit: Visit) -> LargeProject:
    return visit.large


def statements_of(store: Store, work: Callable[[], object]) -> list[tuple[str, object]]:
    """The statements that something sends to the database, with their values."""
    found: list[tuple[str, object]] = []

    def note(_connection, _cursor, statement, parameters, _context, many) -> None:
        if not many and not statement.startswith(("BEGIN", "PRAGMA")):
            found.append((statement, parameters))

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        work()
    finally:
        event.remove(store.engine, "before_cursor_execute", note)
    return found


def plan(store: Store, statement: str, parameters: object) -> list[str]:
    """How the database goes about a statement, a line for each step."""
    with store.engine.connect() as connection:
        if store.is_sqlite:
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            return [row[3] for row in rows]
        # Small tables are read whole even where an index would do; what matters is whether one would.
        connection.execute(text("SET enable_seqscan = off"))
        return [row[0] for row in connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)]


def reads_all(step: str) -> bool:
    """Whether a step of a plan goes through all rows of a large table."""
    names = "|".join(LARGE)
    return bool(re.match(rf"SCAN ({names})\b", step) or re.search(rf"Seq Scan on ({names})\b", step))


def test_the_generator_makes_what_the_server_would_have_stored(store: Store, large: LargeProject) -> None:
    assert store.check() == []
    progress = store.progress(large.project.id)
    assert progress.items == SENTENCES
    with store.read() as connection:
        assert connection.scalar(select(func.count()).select_from(SNAPSHOT)) == 2 * SENTENCES
    assert sum(person.triples for person in progress.people) == large.triples
    assert large.triples == pytest.approx(TRIPLES, rel=0.1)


def test_the_generator_is_seeded(tmp_path: Path) -> None:
    digests = set()
    for number in range(2):
        with Store.open(tmp_path / str(number)) as store:
            make_large_project(store, 10, 200)
            with store.read() as connection:
                digests.add(repr(connection.execute(select(EVENT.c.payload)).all()))
    assert len(digests) == 1


@pytest.mark.parametrize("route", ROUTES)
def test_no_page_reads_all_rows(store: Store, visit: Visit, route: str) -> None:
    send = ROUTES[route](visit)
    statements = statements_of(store, send)
    assert 0 < len(statements) <= MOST_STATEMENTS
    plans = {statement: plan(store, statement, values) for statement, values in statements}
    if route not in COUNTS:
        assert [step for steps in plans.values() for step in steps if reads_all(step)] == []
    if route.startswith("sentence list"):
        (page,) = [statement for statement in plans if "ORDER BY" in statement]
        assert [step for step in plans[page] if "TEMP B-TREE" in step or "Sort" in step] == []


def test_the_plan_would_show_a_scan(store: Store, large: LargeProject) -> None:
    """Without the index that the sentence list follows, the test above would fail."""
    statement = "SELECT id FROM item WHERE folded = 'x'"
    assert any(reads_all(step) for step in plan(store, statement, ()))


@pytest.mark.parametrize("route", ["page of work", "a change", "sentence list, any page"])
def test_a_page_asks_as_often_in_a_larger_project(store: Store, visit: Visit, route: str) -> None:
    send = ROUTES[route](visit)
    before = len(statements_of(store, send))
    make_more(store, visit.large, route)
    again = ROUTES[route](visit) if route == "a change" else send
    assert len(statements_of(store, again)) == before


def make_more(store: Store, large: LargeProject, name: str) -> None:
    project = large.project.id
    store.add_items(project, (NewItem(f"{name} {n}", "One more sentence .") for n in range(SENTENCES)))
    for person in large.annotators:
        store.assign(project, person.id)


def test_streams_read_all_of_it_some_at_a_time(store: Store, large: LargeProject) -> None:
    for name, steps, count in streams(store, large, SENTENCES):
        assert sum(1 for _ in steps) >= count * 0.8, name
    stream = store.stream_documents(large.project.id, large.annotators[0].id)
    rows = statements_of(store, lambda: [next(stream) for _ in range(5)])
    assert len(rows) == 1
    assert re.search(r"LIMIT", rows[0][0])
