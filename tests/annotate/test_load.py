"""A short slice of ``make bench``'s load: several people at once, over HTTP, without an error and without a loss."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from karat.annotate.store import Store

BENCHMARKS = str(Path(__file__).parents[2] / "benchmarks")
PEOPLE, SECONDS, SPEED = 6, 4, 20


@pytest.fixture(scope="module")
def benchmark_module() -> ModuleType:
    sys.path.append(BENCHMARKS)
    import annotate_load

    sys.path.remove(BENCHMARKS)  # its modules have the names of others in tests/reference
    return annotate_load


def test_people_at_once_get_no_error_and_lose_nothing(
    store_url: str, tmp_path: Path, benchmark_module: ModuleType
) -> None:
    load = benchmark_module.run_load(store_url, tmp_path / "page", PEOPLE, SECONDS, SPEED)
    assert load.errors == []
    assert load.events > PEOPLE
    assert {kind for kind in ("synsets", "study") if load.seconds[f"change ({kind})"]} == {"synsets", "study"}
    with Store.open(store_url, create=False) as store:
        stored = sum(store.document(document).version for document in load.versions)
    assert stored == load.events


def test_what_is_lost_is_noticed(store: Store, benchmark_module: ModuleType) -> None:
    workers = benchmark_module.make_projects(store, 2, 1)
    project, person = workers[0]
    document = next(each.id for _, each in store.stream_documents(project.id, person.id) if each is not None)
    load = benchmark_module.Load(versions={document: 3})
    assert list(benchmark_module.find_losses(store, load)) == [
        f"document {document}: expected 3 events as acknowledged, found 0"
    ]
