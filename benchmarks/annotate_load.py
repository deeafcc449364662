"""The annotation server under load: 20 people at 20 times human speed for a minute, annotators and labellers mixed.

``python benchmarks/annotate_load.py [--people N] [--seconds S] [--speed X]``. A real server in a process of its own is
asked over HTTP, once on SQLite and once on PostgreSQL. Any answer that is no success ends the program with 1, and so
does any event that was acknowledged and is not in the store.

Human speed is taken from the keystroke-level model (Card, Moran and Newell, 1980), in which a keystroke of an average
typist takes 0.28 s and a decision before it 1.35 s, and from 240 words read in a minute.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from large_project import Writer
from rich.console import Console
from rich.table import Table

from karat.annotate.people import Person
from karat.annotate.project import NewItem, Project
from karat.annotate.store import Store

SERVERS = Path(__file__).parents[1] / "tests" / "annotate"
"""Where the tests have what starts a server of ours, and PostgreSQL; imported late, since it is not a package."""

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
KEYSTROKE, DECISION = 0.28, 1.35
READING = 60 / 240
"""Seconds a word."""

WORDS = 25
"""Of a sentence, as in BenchIE's."""

ANNOTATOR_KEYS = 12
"""Keys for a fact: moving and marking subject, relation and object, and storing it."""

SPARE = 20
"""Sentences and tasks more than anybody can get through."""


@dataclass(frozen=True)
class Pace:
    """How long somebody takes before the first change of a sentence or task, and before each further one."""

    reading: float
    change: float

    def items(self, seconds: float) -> int:
        """More items than anybody with this pace, who makes at least two changes on each, gets through in a time."""
        return int(seconds / (self.reading + 2 * self.change)) + SPARE


ANNOTATOR = Pace(WORDS * READING, ANNOTATOR_KEYS * KEYSTROKE + 3 * DECISION)
"""About 6 s to read a sentence, and 7 s for each fact."""

LABELLER = Pace((WORDS + 6) * READING, KEYSTROKE + DECISION)
"""About 8 s to read a sentence and an extraction, and 1.6 s for each key: two labels and done."""


@dataclass
class Load:
    """What was measured: seconds of each request by route, errors in words, and what the server acknowledged.

    ``pace`` is how many times faster than human people worked in fact: less than asked for if the server was late.
    """

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    versions: dict[int, int] = field(default_factory=dict)
    pace: float = 0.0
    wall: float = 0.0
    cpu: float = 0.0
    memory: tuple[float, float] = (0.0, 0.0)

    @property
    def requests(self) -> int:
        return sum(map(len, self.seconds.values()))

    @property
    def events(self) -> int:
        return sum(self.versions.values())


@dataclass
class Worker:
    """Somebody at work: a connection that is kept, the items that are theirs, and a clock that runs fast."""

    project: Project
    person: Person
    port: int
    speed: float
    until: float
    load: Load
    random: Random
    human: float = 0.0

    def work(self) -> None:
        """Work until time is up; an error is noted and ends the work."""
        self.connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.due = time.monotonic() + self.random.random() * ANNOTATOR.reading / self.speed
        try:
            self.visit()
        except (OSError, HTTPException) as error:
            self.load.errors.append(f"{self.person.name}: {type(error).__name__}: {error}")
        finally:
            self.connection.close()

    def visit(self) -> None:
        """Go through the list, page by page, and work on each item."""
        after: int | None = 0
        while after is not None and not self.is_over:
            page = self.get("list", f"/api/projects/{self.project.id}/items?limit=20&mine=true&after={after}")
            self.get("dashboard", f"/api/projects/{self.project.id}/dashboard")
            for row in page.get("items", ()):
                if self.is_over:
                    return
                self.work_on(row["id"])
            after = page.get("next")

    def work_on(self, item: int) -> None:
        pace, kinds = (ANNOTATOR, self.annotate) if self.project.kind == "synsets" else (LABELLER, self.label)
        document = self.get("page of work", f"/api/projects/{self.project.id}/items/{item}").get("document")
        if not document:
            return
        self.wait(pace.reading)
        for kind, payload in kinds():
            if self.is_over:
                return
            self.wait(pace.change)
            self.append(document, kind, payload, round(pace.change * 1000))

    def annotate(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Four facts, of which one is undone and done again, then done."""
        for number in range(4):
            yield "add", {"synset": self.id(), "triples": [self.triple()]}
            if number == 1:
                yield "undo", {}
                yield "redo", {}
        yield "done", {"done": True}

    def label(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Two labels and done, as most tasks are; now and then the fact is incorrect, and a rule is named."""
        if self.random.random() < 0.3:
            yield "fact", {"label": "incorrect"}
            yield "rules", {"rules": [f"F{self.random.randint(1, 12)}"]}
        else:
            yield "fact", {"label": "correct"}
        yield "attribution", {"label": "none"}
        yield "done", {"done": True}

    def triple(self) -> dict[str, Any]:
        """Three neighbouring words of the sentence."""
        start = self.random.randrange(5)
        words = [f"word{index}" for index in range(8)]
        slots = {
            slot: [{"text": words[start + offset], "optional": False, "at": [start + offset]}]
            for offset, slot in enumerate(("subject", "relation", "object"))
        }
        return {"id": self.id(), **slots, "wholesome": None, "origin": {"round": 1, "way": "hand", "source": None}}

    def append(self, document: dict[str, Any], kind: str, payload: dict[str, Any], active_ms: int) -> None:
        version = document["version"]
        event = {"client_id": self.id(), "kind": kind, "payload": payload, "on": version, "active_ms": active_ms}
        route = f"change ({self.project.kind})"
        answer = self.ask(route, "POST", f"/api/documents/{document['id']}/events", {"events": [event]})
        if answer is not None:
            document["version"] = self.load.versions[document["id"]] = answer["version"]

    def get(self, route: str, path: str) -> dict[str, Any]:
        return self.ask(f"{route} ({self.project.kind})", "GET", path) or {}

    def ask(self, route: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request and time it until its answer is read; anything but a success is an error."""
        headers = {"Cookie": f"karat_session_{self.port}=token of {self.person.name}"}
        if body is not None:
            origin = f"http://127.0.0.1:{self.port}"
            headers |= {"Content-Type": "application/json", "X-CSRF-Token": "csrf", "Origin": origin}
        started = time.perf_counter()
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        content = response.read()
        self.load.seconds[route].append(time.perf_counter() - started)
        if response.status in (200, 201):
            return json.loads(content)
        self.load.errors.append(f"{self.person.name}: {method} {path}: {response.status} {content[:200]!r}")
        return None

    def wait(self, seconds: float) -> None:
        """Wait for the next moment to act; who is late acts at once, and is late for the next one, too."""
        self.human += seconds
        self.due += seconds / self.speed
        time.sleep(max(0.0, self.due - time.monotonic()))

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.until

    def id(self) -> str:
        return "".join(self.random.choices(LETTERS, k=16))


def make_projects(store: Store, people: int, seconds: float, seed: int = 20) -> list[tuple[Project, Person]]:
    """Add a project of synsets and a study, with work for so many seconds at human speed.

    Half of the people annotate, half label, each on all items.
    """
    writer = Writer(Random(seed))
    gold = store.add_project("Gold", "synsets", "en", {"tagger": "none"})
    words = " ".join(f"word{index}" for index in range(8))
    store.add_items(
        gold.id, (NewItem(f"s{n}", f"{words} {writer.sentence()}") for n in range(ANNOTATOR.items(seconds)))
    )
    study = store.add_project("Study", "study", "en", {"tagger": "none"})
    store.add_items(study.id, (make_task(writer, n) for n in range(LABELLER.items(seconds))))
    workers = []
    for number in range(people):
        project = gold if number % 2 else study
        person = store.add_person(f"Person {number}", "annotator")
        store.assign(project.id, person.id)
        store.add_session(f"token of {person.name}", person.id, "csrf")
        workers.append((project, person))
    return workers


def make_task(writer: Writer, number: int) -> NewItem:
    """An extraction of three neighbouring words."""
    sentence = writer.sentence()
    subject, relation, object_, *_ = (*sentence.split(), "a", "b", "c")
    unknown = {"polarity": None, "modality": None, "attribution": None, "quantities": []}
    extraction = {"relation": relation, "arguments": [subject, object_], **unknown}
    content = {"sentence_id": str(number), "clause": None, "extraction": extraction}
    sources = [{"system": "made up", "confidence": 0.5, "sampled": True}]
    hidden = {"sources": sources, "repeat_of": None, "stratum": None}
    return NewItem(f"{number:04}", sentence, content=content, hidden=hidden)


def run_load(address: str, page: Path, people: int, seconds: float, speed: float) -> Load:
    """Let people work against a server, and compare what it acknowledged with what is stored."""
    from serving import Server

    with Store.open(address) as store:
        workers = make_projects(store, people, seconds * speed)
    load = Load()
    with Server(address, page) as server:
        before, cpu = resident_memory(server.pid), cpu_seconds(server.pid)
        started = time.monotonic()
        until = started + seconds
        working = [
            Worker(project, person, server.port, speed, until, load, Random(number))
            for number, (project, person) in enumerate(workers)
        ]
        threads = [Thread(target=worker.work) for worker in working]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        load.wall = time.monotonic() - started
        load.memory = before, resident_memory(server.pid)
        load.cpu = cpu_seconds(server.pid) - cpu
    load.pace = statistics.mean(worker.human for worker in working) / load.wall
    with Store.open(address) as store:
        load.errors += find_losses(store, load)
    return load


def find_losses(store: Store, load: Load) -> Iterator[str]:
    """What was acknowledged and is not stored, and whatever else is wrong with the store."""
    for document, version in load.versions.items():
        numbers = [event.number for event in store.events(document)]
        if numbers != list(range(1, version + 1)):
            yield f"document {document}: expected {version} events as acknowledged, found {len(numbers)}"
    yield from store.check()


def resident_memory(pid: int) -> float:
    """Megabytes of memory that a process has; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def cpu_seconds(pid: int) -> float:
    """Seconds that a process has had a processor for; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        return 0.0
    fields = status.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """An empty folder for SQLite, and an empty database of a PostgreSQL of our own where there is one."""
    from postgresql import Cluster, why_not

    with tempfile.TemporaryDirectory(prefix="karat-load-") as folder:
        addresses = {"SQLite": str(Path(folder) / "project")}
        if reason := why_not():
            Console().print(f"PostgreSQL is left out: {reason}")
            yield addresses
            return
        cluster = Cluster.create()
        try:
            yield {**addresses, "PostgreSQL": cluster.add_database()}
        finally:
            cluster.remove()


def print_load(name: str, load: Load, people: int, speed: float) -> None:
    """Print the times of each route, the rate, memory and errors."""
    table = Table(title=f"{name}: {people} people at {speed:g} times human speed for {load.wall:.0f} s")
    for column in ("route", "requests", "p50 ms", "p95 ms", "longest ms"):
        table.add_column(column, justify="left" if column == "route" else "right")
    for route, seconds in sorted(load.seconds.items()):
        cuts = statistics.quantiles(seconds, n=20, method="inclusive") if len(seconds) > 1 else [seconds[0]] * 19
        times = (statistics.median(seconds), cuts[-1], max(seconds))
        table.add_row(route, f"{len(seconds):,}", *(f"{value * 1000:.1f}" for value in times))
    console = Console()
    console.print(table)
    console.print(
        f"{load.requests / load.wall:.0f} requests and {load.events / load.wall:.0f} events a second; "
        f"people worked at {load.pace:.1f} times human speed; "
        f"{load.cpu / load.requests * 1000:.1f} ms of the server's CPU a request; "
        f"memory of the server {load.memory[0]:.0f} MB before, {load.memory[1]:.0f} MB after; "
        f"{len(load.errors)} errors"
    )
    for error in load.errors[:20]:
        console.print(f"  {error}", markup=False)


def main() -> None:
    """Run on both databases, and exit with 1 if there was any error."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--speed", type=float, default=20)
    options = parser.parse_args()
    sys.path.append(str(SERVERS))
    failed = False
    with tempfile.TemporaryDirectory(prefix="karat-page-") as page, databases() as addresses:
        for name, address in addresses.items():
            load = run_load(address, Path(page), options.people, options.seconds, options.speed)
            print_load(name, load, options.people, options.speed)
            failed |= bool(load.errors) or not load.events
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
