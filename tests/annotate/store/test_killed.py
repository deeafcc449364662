"""Nothing that was acknowledged is lost, and nothing is stored twice, whenever the server or the database is killed.

Ten writers send batches of events over HTTP to a real server, two to each document, and repeat what was not
acknowledged with the same client ids. Meanwhile the server's process is killed at random moments; with PostgreSQL, the
database is killed too in some rounds.
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import Any

import pytest
from postgresql import Cluster
from serving import PATIENCE, Server
from small_project import Small
from sqlalchemy import text

from karat.annotate.project import NewItem
from karat.annotate.store import Store
from karat.errors import StoreError

WRITERS = 10
DOCUMENTS = 5
MOST_BETWEEN = 20
"""Batches acknowledged between two kills at most; counted, so that the speed of the machine does not matter."""

LONGEST_WAIT = 0.03
"""Seconds at most after the last of them, so that a kill meets requests at any point of their way."""

MOST_TRIPLES = 1500
"""A document takes 2,000."""


@dataclass
class Writer:
    """One tab of an annotator's browser."""

    port: int
    document: int
    token: str
    small: Small
    choices: random.Random
    stop: Event
    answered: Semaphore
    version: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    offered: set[str] = field(default_factory=set)
    repeated: int = 0
    failure: BaseException | None = None
    triples: int = 0

    def run(self) -> None:
        """Send batches until told to stop; the last one is repeated until it is answered."""
        self.connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            while not self.stop.is_set():
                self.send(self.make_batch())
        except BaseException as error:  # noqa: BLE001 - the test raises it
            self.failure = error
        finally:
            self.connection.close()

    def make_batch(self) -> list[dict[str, Any]]:
        """One to three changes: notes, new triples, and now and then an undo."""
        return [self.make_event() for _ in range(self.choices.randint(1, 3))]

    def make_event(self) -> dict[str, Any]:
        chance = self.choices.random()
        if chance < 0.02:
            event = self.small.event("undo", {}, 0)
        elif chance < 0.3 and self.triples < MOST_TRIPLES // 2:
            event = self.small.add(0)
            self.triples += 1
        else:
            event = self.small.event("note", {"synset": None, "text": self.small.id()}, 0)
        return event.to_json()

    def send(self, batch: list[dict[str, Any]]) -> None:
        """Send a batch until it is acknowledged or refused."""
        ids = [event["client_id"] for event in batch]
        deadline = time.monotonic() + PATIENCE
        self.offered.update(ids)
        while True:
            status, answer = self.post([{**event, "on": self.version} for event in batch])
            if status == 201:
                self.version = answer["version"]
                self.acknowledged.update(zip(ids, answer["numbers"], strict=True))
                self.answered.release()
                return
            if status == 422 and "nothing to undo" in answer["error"]:
                self.refused.update(ids)
                return
            if status == 409:
                self.version = answer["version"]
                continue
            # No answer, or the database was not there: nobody knows whether the batch was stored.
            assert status in (None, 503), (status, answer)
            assert time.monotonic() < deadline, "no answer for minutes"
            self.repeated += 1
            time.sleep(0.02)

    def post(self, events: list[dict[str, Any]]) -> tuple[int | None, Any]:
        """The server's answer, if there is one."""
        headers = {
            "Cookie": f"karat_session_{self.port}={self.token}",
            "X-CSRF-Token": "csrf",
            "Content-Type": "application/json",
        }
        try:
            path = f"/api/documents/{self.document}/events"
            self.connection.request("POST", path, json.dumps({"events": events}), headers)
            response = self.connection.getresponse()
            return response.status, json.loads(response.read())
        except (OSError, HTTPException, ValueError):
            self.connection.close()
            return None, None


def start_writers(store: Store, port: int, seed: int) -> tuple[list[Writer], list[Thread]]:
    """Sign ten writers in, two to each of five annotators, and let them write."""
    project = store.add_project("Killed", "synsets", "en")
    store.add_items(project.id, [NewItem("s1", "Ann met Ben in Oslo .")])
    stop, answered, writers = Event(), Semaphore(0), []
    for number in range(DOCUMENTS):
        person = store.add_person(f"Annotator {number}", "annotator")
        store.assign(project.id, person.id)
        (row,) = store.items(project.id, person=person.id)
        for tab in range(WRITERS // DOCUMENTS):
            ids = random.Random(f"{seed} {number} {tab}")
            small = Small(store, project, person, person, person, ids)
            token = f"session {number} {tab}".replace(" ", "_")
            store.add_session(token, person.id, "csrf")
            writers.append(Writer(port, row.document, token, small, random.Random(ids.random()), stop, answered))
    threads = [Thread(target=writer.run) for writer in writers]
    for thread in threads:
        thread.start()
    return writers, threads


def kill_again_and_again(
    address: str, page: Path, kills: int, seed: int, cluster: Cluster | None = None
) -> dict[str, int]:
    """Kill while ten write; afterwards compare what was acknowledged with what is there. Give what was counted."""
    moments = random.Random(seed)
    with Server(address, page) as server:
        with Store.open(address) as store:
            writers, threads = start_writers(store, server.port, seed)
        try:
            for number in range(kills):
                for _ in range(moments.randint(1, MOST_BETWEEN)):
                    assert writers[0].answered.acquire(timeout=PATIENCE), "nothing was acknowledged for minutes"
                time.sleep(moments.uniform(0, LONGEST_WAIT))
                if cluster is not None and number % 10 in (3, 7):
                    (kill_backend if number % 10 == 3 else crash)(cluster, address)
                else:
                    server.kill()
                    server.start()
        finally:
            writers[0].stop.set()
            for thread in threads:
                thread.join(120)
    assert [writer.failure for writer in writers if writer.failure] == []
    assert not any(thread.is_alive() for thread in threads)
    with Store.open(address) as store:
        assert store.check() == []
        for document in sorted({writer.document for writer in writers}):
            tabs = [writer for writer in writers if writer.document == document]
            stored = {event.client_id: event.number for event in store.events(document, limit=10**9)}
            # check() has found the numbers without gaps; as many ids as numbers means that none is there twice.
            assert len(stored) == store.document(document).version
            for writer in tabs:
                assert {id: stored.get(id) for id in writer.acknowledged} == writer.acknowledged
                assert writer.refused.isdisjoint(stored)
            assert set(stored) <= set().union(*(writer.offered for writer in tabs))
            # Writers stop only after an answer, so whatever is there was acknowledged in the end.
            assert set(stored) == set().union(*(writer.acknowledged for writer in tabs))
    counted = {
        "kills": kills,
        "acknowledged events": sum(len(writer.acknowledged) for writer in writers),
        "batches sent again": sum(writer.repeated for writer in writers),
    }
    assert counted["acknowledged events"] > 5 * kills
    assert counted["batches sent again"] > kills
    return counted


def kill_backend(cluster: Cluster, address: str) -> None:
    """Kill a process of PostgreSQL that serves a connection; the server then ends all others and recovers."""
    query = text("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()")
    with Store.open(address) as store:
        with store.read() as connection:
            others = list(connection.scalars(query))
        os.kill(others[0], signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(StoreError), store.read():
                return
            time.sleep(0.05)
    pytest.fail("PostgreSQL has not recovered")


def crash(cluster: Cluster, _: str) -> None:
    """Stop PostgreSQL as in a crash, without a checkpoint, and start it again."""
    cluster.stop("immediate")
    cluster.start()


def test_sqlite_loses_nothing_in_8_kills(tmp_path: Path) -> None:
    kill_again_and_again(str(tmp_path / "project"), tmp_path / "page", 8, seed=19)


def test_postgresql_loses_nothing_in_8_kills(postgresql: Cluster, postgresql_url: str, tmp_path: Path) -> None:
    kill_again_and_again(postgresql_url, tmp_path / "page", 8, seed=19, cluster=postgresql)


@pytest.mark.long
def test_sqlite_loses_nothing_in_200_kills(tmp_path: Path, record_property) -> None:
    counted = kill_again_and_again(str(tmp_path / "project"), tmp_path / "page", 200, seed=200)
    for name, count in counted.items():
        record_property(f"SQLite, {name}", count)


@pytest.mark.long
def test_postgresql_loses_nothing_in_200_kills(
    postgresql: Cluster, postgresql_url: str, tmp_path: Path, record_property
) -> None:
    counted = kill_again_and_again(postgresql_url, tmp_path / "page", 200, seed=200, cluster=postgresql)
    for name, count in counted.items():
        record_property(f"PostgreSQL, {name}", count)
