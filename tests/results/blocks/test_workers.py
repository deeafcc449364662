"""Parts in processes: the order, the errors and the read-ahead of a serial run; killed workers; an early end.

Functions stand inside the tests, so that they are pickled by value: worker processes cannot import a test.
"""

from __future__ import annotations

import collections
import json
import os
import pickle
import re
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from karat import errors
from karat.errors import FormatError, InputError, KaratError, WorkersError
from karat.results import evaluate, scoring
from karat.results.blocks import workers as pools
from karat.results.blocks.workers import READ_AHEAD, Pool, Workers, choose_workers, open_pool, processes_for, run_parts

TWO = Workers(2)


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")")[-1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("workers", [Workers(), TWO], ids=["serial", "two"])
def test_results_come_in_the_order_of_the_parts(workers: Workers) -> None:
    def square_slowly(number: int) -> int:
        time.sleep(0.1 if number == 0 else 0)
        return number * number

    counts: list[int] = []
    assert list(run_parts(square_slowly, range(30), workers, counts.append)) == [n * n for n in range(30)]
    assert counts == list(range(1, 31))


def test_two_processes_run_parts_at_the_same_time() -> None:
    def process_after_a_while(_: int) -> int:
        time.sleep(0.2)
        return os.getpid()

    processes = set(run_parts(process_after_a_while, range(8), TWO))
    assert len(processes) == 2
    assert os.getpid() not in processes


@pytest.mark.parametrize("workers", [Workers(), TWO], ids=["serial", "two"])
def test_an_error_comes_in_place_of_the_result_and_whole(workers: Workers) -> None:
    def fail_at_three(number: int) -> int:
        if number == 3:
            raise FormatError("shard.jsonl", 7, "a number", "'x'")
        return number

    results: list[int] = []
    with pytest.raises(FormatError, match=re.escape("shard.jsonl:7: expected a number, found 'x'")) as caught:
        collections.deque(map(results.append, run_parts(fail_at_three, range(9), workers)), maxlen=0)
    assert results == [0, 1, 2]
    assert (caught.value.path, caught.value.line) == ("shard.jsonl", 7)


def test_parts_are_read_only_a_little_ahead() -> None:
    read: list[int] = []

    def parts() -> Iterator[int]:
        for number in range(1000):
            read.append(number)
            yield number

    with closing(run_parts(abs, parts(), TWO)) as results:
        assert next(results) == 0
        assert len(read) <= 2 * READ_AHEAD + 1


def test_a_killed_worker_costs_no_part(tmp_path: Path) -> None:
    mark = tmp_path / "killed"

    def be_killed_once(number: int) -> int:
        if number == 5 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    assert list(run_parts(be_killed_once, range(12), TWO)) == list(range(12))
    assert mark.exists()


def test_a_part_that_ends_every_worker_is_one_clear_error(tmp_path: Path) -> None:
    runs = tmp_path / "runs"

    def be_killed(number: int) -> int:
        if number == 1:
            with runs.open("a") as file:
                file.write("x")
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    with pytest.raises(WorkersError, match="a worker process was ended from outside, or ran out of memory") as caught:
        list(run_parts(be_killed, range(4), TWO))
    assert "\n" not in str(caught.value)
    assert len(runs.read_text()) == 3


def test_an_early_end_ends_the_workers_at_once(tmp_path: Path) -> None:
    def write_process_and_sleep(number: int) -> int:
        (tmp_path / str(os.getpid())).touch()
        time.sleep(60 if number else 0)
        return number

    start = time.monotonic()
    with closing(run_parts(write_process_and_sleep, range(9), TWO)) as results:
        next(results)
    assert time.monotonic() - start < 20
    assert [path.name for path in tmp_path.iterdir() if is_alive(int(path.name))] == []


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads what Linux says of a process")
def test_interrupts_never_reach_the_workers() -> None:
    def blocked(_: int) -> int:
        status = Path("/proc/self/status").read_text()
        return int(status.split("SigBlk:")[1].split()[0], 16)

    assert all(mask & 1 << signal.SIGINT - 1 for mask in run_parts(blocked, range(2), TWO))


def test_relative_paths_are_meant_in_the_folder_of_each_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "system").write_text(name)
        monkeypatch.chdir(tmp_path / name)
        assert list(run_parts(Path.read_text, [Path("system")], TWO)) == [name]


@pytest.mark.parametrize(
    ("processes", "cluster", "message"),
    [
        (0, None, "workers: expected 1 or more, found 0"),
        (2, "tcp://localhost:8786", "expected a number of workers or a cluster, found both"),
    ],
)
def test_workers_that_cannot_be(processes: int, cluster: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Workers(processes, cluster)


EXAMPLES: dict[str, tuple[object, ...]] = {
    "FormatError": ("gold.jsonl", 3, "an id", "none"),
    "FormatErrors": ([FormatError("gold.jsonl", 3, "an id", "none")], 2),
    "UnknownNameError": ("metric", "crab", ("carb", "wire57")),
    "AnswerError": ("no answer", 429),
    "MissingExtraError": ("--cluster", "cluster"),
}
"""Arguments of the errors that are not made of a message alone."""


KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, KaratError)]


@pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__ for kind in KINDS])
def test_every_error_comes_back_from_a_worker(kind: type[KaratError]) -> None:
    error = kind(*EXAMPLES.get(kind.__name__, ("it failed",)))  # type: ignore[arg-type]
    returned = pickle.loads(pickle.dumps(error))
    assert (type(returned), str(returned)) == (kind, str(error))
    for attribute, value in vars(error).items():
        assert str(getattr(returned, attribute)) == str(value)


def test_a_pool_is_opened_once_for_an_evaluation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Workers] = []

    def open_one(workers: Workers) -> AbstractContextManager[Pool]:
        opened.append(workers)
        return open_pool(workers)

    monkeypatch.setattr(pools, "open_pool", open_one)
    monkeypatch.setattr(scoring, "BLOCK_SENTENCES", 7)
    evaluate(benchmark="karat-sample", resampling=None, workers=2, scratch=tmp_path)
    assert opened == [TWO]


@pytest.mark.parametrize(
    ("gold", "keep", "opened"),
    [
        pytest.param("gold.jsonl", None, [TWO], id="gold on disk"),
        pytest.param("gold.jsonl", "all", [], id="all verdicts would come back"),
        pytest.param("gold.tsv", None, [], id="a table of triples is gold in memory, which would be sent"),
    ],
)
def test_by_default_processes_score_only_where_it_pays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gold: str, keep: scoring.Keep | None, opened: list[Workers]
) -> None:
    found: list[Workers] = []

    def open_one(workers: Workers) -> AbstractContextManager[Pool]:
        found.append(workers)
        return open_pool(workers)

    monkeypatch.setattr(pools, "open_pool", open_one)
    monkeypatch.setattr(pools, "SECONDS_A_WORKER", 1e-9)
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0))
    monkeypatch.setattr("joblib.cpu_count", lambda: 2)
    for name, least in (("LARGE", 0), ("LARGE_GOLD", 0), ("BLOCK_SENTENCES", 1)):
        monkeypatch.setattr(scoring, name, least)
    sentences = ["Ann wrote letters .", "Ben sold jugs .", "Cora keeps bees ."]
    table = "".join("\t".join((text, *text.split()[:3])) + "\n" for text in sentences)
    synsets = [
        {
            "karat": "synsets",
            "sentence": {"id": str(number), "text": text},
            "synsets": [{"id": "1", "facts": [[[word] for word in text.split()[:3]]]}],
        }
        for number, text in enumerate(sentences, 1)
    ]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(each) + "\n" for each in synsets))
    (tmp_path / "gold.tsv").write_text("sentence\tsubject\trelation\tobject\n" + table)
    (tmp_path / "ada.tsv").write_text("sentence\tsubject\trelation\tobject\n" + table)
    [system] = evaluate(tmp_path / "ada.tsv", gold=tmp_path / gold, keep=keep, resampling=None).systems
    assert system.first.score.f1 == 1
    assert found == opened


@pytest.mark.parametrize(
    ("seconds", "parts", "cores", "load", "processes"),
    [
        pytest.param(0.2, 10, 8, 0.0, 1, id="two seconds of work"),
        pytest.param(0.2, 20, 8, 0.0, 2, id="four seconds"),
        pytest.param(3.0, 3, 8, 1.0, 3, id="few parts"),
        pytest.param(3.0, 99, 8, 6.0, 3, id="five cores are busy with other work"),
        pytest.param(3.0, 99, 2, 9.0, 1, id="all cores are busy"),
    ],
)
def test_the_first_part_tells_whether_processes_pay(
    monkeypatch: pytest.MonkeyPatch, seconds: float, parts: int, cores: int, load: float, processes: int
) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (load, load, load))
    monkeypatch.setattr("joblib.cpu_count", lambda: cores)
    assert processes_for(seconds, parts) == Workers(processes)


@pytest.mark.parametrize(
    ("megabytes", "cores", "processes"),
    [(0, 8, 1), (63, 8, 1), (64, 8, 2), (64, 1, 1), (120, 8, 3), (1000, 8, 8)],
)
def test_each_process_has_at_least_32_megabytes_of_documents(
    monkeypatch: pytest.MonkeyPatch, megabytes: int, cores: int, processes: int
) -> None:
    monkeypatch.setattr("joblib.cpu_count", lambda: cores)
    assert choose_workers(None, None, megabytes << 20) == Workers(processes)
    assert choose_workers(3, None, megabytes << 20) == Workers(3), "what is asked for is done"
