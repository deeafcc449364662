"""The annotation server with 10,000 sentences and 500,000 triples: time at the server of each page of work, and memory.

``python benchmarks/annotate_scale.py [--sentences N] [--triples N] [--requests N] [--address postgresql://…]``. The
project is made from a seed, in a temporary folder unless an address of an empty database is given.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from fastapi.testclient import TestClient
from large_project import LargeProject, make_large_project
from rich.console import Console
from rich.table import Table

from karat.annotate.api.app import create_app
from karat.annotate.api.settings import ServerSettings
from karat.annotate.event import NewEvent
from karat.annotate.files.choice import Choice
from karat.annotate.files.exporting import export_lines
from karat.annotate.people import Person
from karat.annotate.store import Store

LIMIT = 0.2
"""Seconds that a page of work may take at the server."""

ROOM = 32
"""Megabytes by which memory may grow after the first tenth of a stream: caches of the database, not the data."""

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class Stopwatch:
    """Measures the time that the server itself takes, from the request to the last byte of the answer."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.seconds = 0.0
        self.cpu = 0.0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        started, cpu = time.perf_counter(), time.process_time()
        await self.app(scope, receive, send)
        if scope["type"] == "http":
            self.seconds, self.cpu = time.perf_counter() - started, time.process_time() - cpu


@dataclass
class Visit:
    """One person's browser, and the items it asks for at random."""

    client: TestClient
    stopwatch: Stopwatch
    store: Store
    large: LargeProject
    items: list[int]
    random: Random

    @property
    def base(self) -> str:
        return f"/api/projects/{self.large.project.id}"

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    def list(self, **options: Any) -> Any:
        query = "&".join(f"{name}={value}" for name, value in options.items())
        return self.get(f"{self.base}/items?limit=50&{query}")

    def item(self) -> int:
        return self.random.choice(self.items)

    def position(self) -> int:
        return self.random.randrange(len(self.items))

    def word(self) -> str:
        return self.random.choice(self.store.item(self.item()).text.split())

    def document(self) -> int:
        """My document of an item that is not revealed, so that it can be changed."""
        (row,) = self.store.items(
            self.large.project.id, after=self.position() // 10 * 10 % (len(self.items) - 10), limit=1,
            person=self.large.annotators[0].id, status="started",
        )  # fmt: skip
        assert row.document is not None
        return row.document


def change(visit: Visit) -> Callable[[], None]:
    """Prepare to add a note to a document, as a keystroke does."""
    document = visit.document()
    version = visit.store.document(document).version
    id = "".join(visit.random.choices(LETTERS, k=16))
    event = NewEvent(id, "note", {"synset": None, "text": "seen"}, version, 100).to_json()

    def send() -> None:
        answer = visit.client.post(f"/api/documents/{document}/events", json={"events": [event]})
        assert answer.status_code == 201, answer.text

    return send


ROUTES: dict[str, Callable[[Visit], Callable[[], object]]] = {
    "sentence list, first page": lambda visit: lambda: visit.list(after=0),
    "sentence list, any page": lambda visit: (lambda after: lambda: visit.list(after=after))(visit.position()),
    "sentence list, done": lambda visit: (lambda after: lambda: visit.list(after=after, status="done"))(
        visit.position()
    ),
    "sentence list, started": lambda visit: (lambda after: lambda: visit.list(after=after, status="started"))(
        visit.position()
    ),
    "sentence list, none open": lambda visit: lambda: visit.list(status="open"),
    "search, a word": lambda visit: (lambda word: lambda: visit.list(search=word))(visit.word()),
    "search, not found": lambda visit: lambda: visit.list(search="nowhere to be found"),
    "page of work": lambda visit: (lambda item: lambda: visit.get(f"{visit.base}/items/{item}"))(visit.item()),
    "review systems": lambda visit: (lambda item: lambda: visit.get(f"{visit.base}/items/{item}/candidates"))(
        visit.item()
    ),
    "document": lambda visit: (lambda id: lambda: visit.get(f"/api/documents/{id}"))(visit.document()),
    "events of a document": lambda visit: (lambda id: lambda: visit.get(f"/api/documents/{id}/events"))(
        visit.document()
    ),
    "a change": change,
    "dashboard": lambda visit: lambda: visit.get(f"{visit.base}/dashboard"),
}
"""For each route, how a request is prepared; the time to prepare it is not counted."""


def measure_routes(visit: Visit, requests: int) -> Iterator[tuple[str, list[float], list[float]]]:
    """The seconds at the server of requests to each route, and those of CPU, which a busy machine does not change."""
    for name, prepare in ROUTES.items():
        prepare(visit)()
        seconds, cpu = [], []
        for _ in range(requests):
            send = prepare(visit)
            send()
            seconds.append(visit.stopwatch.seconds)
            cpu.append(visit.stopwatch.cpu)
        yield name, seconds, cpu


def resident() -> float:
    """Megabytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def measure_memory(steps: Iterable[object], size: int) -> tuple[float, float]:
    """Memory after the first tenth of a stream, and the most after that."""
    first = most = 0.0
    for number, _ in enumerate(steps):
        if number == size // 10:
            first = most = resident()
        if number % 100 == 0:
            most = max(most, resident())
    return first, max(most, resident())


def list_all(store: Store, large: LargeProject) -> Iterator[object]:
    """Every row of the sentence list, page by page."""
    after = 0
    while page := store.items(large.project.id, after=after, limit=200, person=large.annotators[0].id):
        yield from page
        after = page[-1].position


def streams(store: Store, large: LargeProject, sentences: int) -> Iterator[tuple[str, Iterable[object], int]]:
    """What goes through all of a project, each with how many steps it has."""
    choice = Choice(person=large.annotators[0].id, unfinished=True)
    yield "list all sentences", list_all(store, large), sentences
    yield "stream all documents", store.stream_documents(large.project.id, large.annotators[0].id), sentences
    for format, steps in (("jsonl", sentences), ("benchie", large.triples // 2), ("csv", large.triples // 2)):
        yield f"export {format}", export_lines(store, large.project, format, choice), steps


def sign_in(store: Store, person: Person, folder: Path) -> tuple[TestClient, Stopwatch]:
    """A browser in which somebody is signed in."""
    store.add_session(f"token-{person.name}", person.id, "csrf")
    (folder / "index.html").write_text("<!doctype html>")
    settings = ServerSettings(page=folder)
    stopwatch = Stopwatch(create_app(store, settings))
    client = TestClient(stopwatch, base_url="http://127.0.0.1", headers={"X-CSRF-Token": "csrf"})
    client.cookies.set(settings.cookie_name, f"token-{person.name}")
    return client, stopwatch


def report(store: Store, folder: Path, sentences: int, triples: int, requests: int) -> None:
    """Make the project, measure, print."""
    console = Console(width=110)
    started = time.perf_counter()
    large = make_large_project(store, sentences, triples)
    size = f"{sentences:,} sentences, {large.triples:,} triples, {store.engine.dialect.name}"
    console.print(f"{size}; made in {time.perf_counter() - started:.0f} s")
    client, stopwatch = sign_in(store, large.annotators[0], folder)
    items = list(store.item_keys(large.project.id).values())
    times = Table(title=f"time at the server, {requests} requests each")
    for heading in ("route", "p50", "p95", "longest", "CPU, p50", f"p95 ≤ {LIMIT * 1e3:.0f} ms"):
        times.add_column(heading, justify="left" if heading == "route" else "right")
    for name, seconds, cpu in measure_routes(Visit(client, stopwatch, store, large, items, Random(19)), requests):
        p95 = statistics.quantiles(seconds, n=20, method="inclusive")[-1]
        values = (statistics.median(seconds), p95, max(seconds), statistics.median(cpu))
        shown = (f"{value * 1e3:.1f} ms" for value in values)
        times.add_row(name, *shown, "reached" if p95 <= LIMIT else "MISSED")
    console.print(times)
    memory = Table(title="memory of the process")
    for heading in ("stream", "after a tenth", "at most", f"growth ≤ {ROOM} MB"):
        memory.add_column(heading, justify="left" if heading == "stream" else "right")
    for name, steps, count in streams(store, large, sentences):
        first, most = measure_memory(steps, count)
        verdict = "reached" if most - first <= ROOM else "MISSED"
        memory.add_row(name, f"{first:.0f} MB", f"{most:.0f} MB", f"{most - first:.1f} MB {verdict}")
    console.print(memory)


def main() -> int:
    parser = ArgumentParser(description="Time and memory of the annotation server with a large project.")
    parser.add_argument("--sentences", type=int, default=10_000)
    parser.add_argument("--triples", type=int, default=500_000)
    parser.add_argument("--requests", type=int, default=100, help="measured for each route")
    parser.add_argument("--address", help="an empty PostgreSQL database; a temporary SQLite if left out")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Store.open(arguments.address or f"{folder}/project") as store:
        report(store, Path(folder), arguments.sentences, arguments.triples, arguments.requests)
    return 0


if __name__ == "__main__":
    sys.exit(main())
