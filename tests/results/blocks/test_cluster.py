"""Parts on a real Dask cluster: killed workers, a restarted scheduler, workers that cannot be used."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from distributed import Client

from dask_cluster import SOURCE, DaskCluster, dask_cluster
from karat.errors import FormatError, MissingExtraError, WorkersError
from karat.results.blocks import cluster as pools
from karat.results.blocks.workers import Workers, run_parts


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def steady_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A cluster that survives its tests."""
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


def test_a_killed_worker_costs_no_part(cluster: DaskCluster, tmp_path: Path) -> None:
    runs, mark = tmp_path / "runs", tmp_path / "mark"

    def square_slowly(number: int) -> tuple[int, int]:
        with runs.open("a") as file:
            file.write(f"{number}\n")
        if number == 8 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.05)
        return number * number, os.getpid()

    cluster.wait_for_workers(2)
    results = list(run_parts(square_slowly, range(30), Workers(cluster=cluster.address)))
    assert [square for square, _ in results] == [number * number for number in range(30)]
    assert sum(worker.poll() is None for worker in cluster.workers) == 1
    assert runs.read_text().split().count("8") == 2


@pytest.mark.long
def test_an_error_comes_whole(steady_cluster: DaskCluster) -> None:
    def fail(number: int) -> int:
        raise FormatError(f"shard-{number}.jsonl", 7, "a number", "'x'")

    with pytest.raises(FormatError, match=r"^shard-0.jsonl:7: expected a number, found 'x'$"):
        list(run_parts(fail, range(9), Workers(cluster=steady_cluster.address)))


@pytest.mark.long
def test_a_scheduler_that_comes_back_costs_no_finished_part(cluster: DaskCluster, tmp_path: Path) -> None:
    runs = tmp_path / "runs"

    def square_slowly(number: int) -> int:
        with runs.open("a") as file:
            file.write(f"{number}\n")
        time.sleep(0.1)
        return number * number

    squares = []
    for square in run_parts(square_slowly, range(20), Workers(cluster=cluster.address)):
        squares.append(square)
        if len(squares) == 5:
            cluster.end()
            cluster.start_scheduler()
            cluster.start_worker()
    assert squares == [number * number for number in range(20)]
    numbers = runs.read_text().split()
    assert all(numbers.count(str(number)) == 1 for number in range(5))


@pytest.mark.long
def test_a_scheduler_that_stays_away_is_one_clear_error(
    cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pools, "PATIENCE_SECONDS", 2.0)

    def wait(number: int) -> int:
        time.sleep(0.1)
        return number

    with closing(run_parts(wait, range(50), Workers(cluster=cluster.address))) as results:
        next(results)
        cluster.kill(cluster.scheduler)
        with pytest.raises(WorkersError, match=r"^tcp://\S+: expected a Dask scheduler, found none within 2 seconds"):
            list(results)
    assert capfd.readouterr().err == ""


@pytest.mark.long
def test_workers_that_stay_away_are_one_clear_error(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "PATIENCE_SECONDS", 2.0)
    monkeypatch.setattr(pools, "TICK_SECONDS", 0.2)

    def wait(number: int) -> int:
        time.sleep(0.1)
        return number

    with closing(run_parts(wait, range(50), Workers(cluster=cluster.address))) as results:
        next(results)
        for worker in cluster.workers:
            cluster.kill(worker)
        with pytest.raises(WorkersError, match="all workers have been away for 2 seconds"):
            list(results)


@pytest.mark.long
def test_a_part_that_ends_every_worker_is_one_clear_error(cluster: DaskCluster) -> None:
    cluster.start_worker()
    cluster.start_worker()

    def be_killed(number: int) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return number

    with pytest.raises(WorkersError, match=r"^tcp://\S+: a part ended every worker that ran it") as caught:
        list(run_parts(be_killed, range(1), Workers(cluster=cluster.address)))
    assert "\n" not in str(caught.value)


@pytest.mark.long
def test_a_file_that_workers_do_not_see_is_one_clear_error(steady_cluster: DaskCluster, tmp_path: Path) -> None:
    def read(name: str) -> str:
        return Path(name).read_text()

    missing = tmp_path / "part-0"
    with pytest.raises(WorkersError, match=rf"^{missing}: not found by the worker on .* where all workers see them"):
        list(run_parts(read, [str(missing)], Workers(cluster=steady_cluster.address)))


@pytest.mark.long
def test_workers_without_karat_or_with_another_version(tmp_path: Path) -> None:
    with dask_cluster(tmp_path, workers=0) as cluster:
        empty, other = tmp_path / "empty", tmp_path / "other"
        (empty / "karat").mkdir(parents=True)
        (empty / "karat" / "__init__.py").write_text("raise ImportError")
        shutil.copytree(SOURCE, other, ignore=shutil.ignore_patterns("page", "__pycache__"))
        (other / "karat" / "version.py").write_text('__version__ = "0.0.1"\n')
        worker = cluster.start_worker(source=str(empty))
        with pytest.raises(WorkersError, match=r"expected a worker with Karat .*, found one without Karat"):
            list(run_parts(abs, range(3), Workers(cluster=cluster.address)))
        cluster.kill(worker)
        cluster.start_worker(source=str(other))
        with pytest.raises(WorkersError, match=r"expected a worker with Karat .*, found Karat 0\.0\.1$"):
            list(run_parts(abs, range(3), Workers(cluster=cluster.address)))


@pytest.mark.long
def test_a_scheduler_without_workers_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "CONNECT_SECONDS", 2.0)
    with dask_cluster(tmp_path, workers=0) as cluster:
        with pytest.raises(
            WorkersError, match=r"^tcp://\S+: expected a worker, found none within 2 seconds; `dask worker"
        ):
            list(run_parts(abs, range(3), Workers(cluster=cluster.address)))
        assert [client.status for client in Client._instances if client.status != "closed"] == []


@pytest.mark.long
def test_an_early_end_cancels_what_waits(steady_cluster: DaskCluster, tmp_path: Path) -> None:
    def touch(number: int) -> int:
        (tmp_path / f"part-{number}").touch()
        time.sleep(0.2)
        return number

    with closing(run_parts(touch, range(100), Workers(cluster=steady_cluster.address))) as results:
        next(results)
    begun = len(list(tmp_path.glob("part-*")))
    time.sleep(1)
    assert len(list(tmp_path.glob("part-*"))) <= begun + 2


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("tcp://127.0.0.1:1", "found none within 1 seconds"),
        ("nonsense", "found none within 1 seconds"),
        ("http://127.0.0.1:1", "found none within 1 seconds"),
    ],
)
def test_an_address_without_a_scheduler(
    address: str, found: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pools, "CONNECT_SECONDS", 1.0)
    with pytest.raises(WorkersError, match=f"^{address}: expected a Dask scheduler, {found}$"):
        list(run_parts(abs, range(3), Workers(cluster=address)))
    assert capfd.readouterr().err == ""


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"^--cluster needs Karat's extra 'cluster', which is not installed: "):
        list(run_parts(abs, range(3), Workers(cluster="tcp://127.0.0.1:1")))
