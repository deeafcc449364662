"""``--workers``, ``--cluster`` and ``--scratch``: the same output as in one process, and an end at once."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from karat.cli import main
from karat.cli.run.ending import ending_in_order
from karat.results import evaluate
from karat.results.blocks import gold as blocks
from running_processes import is_alive

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))

from corpus import write_documents, write_extractions  # noqa: E402 - benchmarks are scripts, not a package

sys.path.remove(str(ROOT / "benchmarks"))  # other tests have modules of the same names as other scripts


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Gold of 60 sentences, and two systems."""
    write_extractions(tmp_path, 600, systems=2)
    return tmp_path


def outputs_of(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.glob("*.tsv"))


def output(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main([*map(str, arguments)])
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


def test_processes_print_what_one_process_prints(
    corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = corpus / "scratch"
    scratch.mkdir()
    command = ("evaluate", *outputs_of(corpus), "--gold", corpus / "gold.jsonl", "--interval", "bca", "--resamples", 99)
    serial = output(capsys, *command)
    monkeypatch.setattr("karat.results.scoring.BLOCK_SENTENCES", 7)
    assert output(capsys, *command, "--workers", 2, "--scratch", scratch) == serial
    assert serial[0] == 0
    assert list(scratch.iterdir()) == []


def test_score_in_processes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_documents(tmp_path, "coreference", 40)
    gold, system = sorted(tmp_path.glob("*.conll"))
    command = ("score", "coreference", system, "--gold", gold)
    assert output(capsys, *command, "--workers", 2, "--scratch", tmp_path) == output(capsys, *command)
    assert sorted(tmp_path.glob("*")) == [gold, system]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(("--workers", 0), "Input should be greater than or equal to 1", id="none"),
        pytest.param(
            ("--workers", 2, "--cluster", "tcp://x:1"), "expected --workers or --cluster, found both", id="both"
        ),
    ],
)
def test_wrong_usage(
    corpus: Path, options: tuple[object, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = output(capsys, "evaluate", *outputs_of(corpus), "--gold", corpus / "gold.jsonl", *options)
    assert code == 2
    assert message in " ".join(re.sub(r"\x1b\[[0-9;]*m|[│╭╮╰╯─]", " ", err).split())


def test_a_scratch_folder_that_is_not_there(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = corpus / "missing"
    code, _, err = output(
        capsys, "evaluate", *outputs_of(corpus), "--gold", corpus / "gold.jsonl", "--scratch", missing
    )
    assert code == 1
    assert err.splitlines()[-1] == f"{missing}: expected a folder to write to, found No such file or directory"


def test_cliques_are_scored_whole(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = output(capsys, "evaluate", "--published", "--benchmark", "karat-sample-cliques", "--workers", 2)
    assert code == 1
    assert "expected single sentences for --workers, found cliques, which are scored whole" in err


IN_SMALL_PARTS = """
import signal, karat.cli, karat.results.scoring as scoring
signal.signal(signal.SIGINT, signal.default_int_handler)  # which is ignored where tests run in the background
signal.signal(signal.SIGHUP, signal.SIG_DFL)
scoring.BLOCK_SENTENCES = 10
karat.cli.main()
"""


def children(process: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found += [int(path.parent.name), *children(int(path.parent.name))]
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes as Linux shows them")
@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        pytest.param(signal.SIGINT, 130, "interrupted", id="interrupt"),
        pytest.param(signal.SIGTERM, 143, "ended", id="terminate"),
        pytest.param(signal.SIGHUP, 129, "ended", id="hang up"),
    ],
)
def test_an_end_from_outside_comes_at_once_and_leaves_nothing(
    tmp_path: Path, number: signal.Signals, code: int, said: str
) -> None:
    data, scratch, saved = tmp_path / "data", tmp_path / "scratch", tmp_path / "run.json"
    scratch.mkdir()
    write_extractions(data, 10_000, systems=1)
    command = ["evaluate", *outputs_of(data), "--gold", data / "gold.jsonl", "--scratch", scratch, "--output", saved]
    command += ["--verdicts", tmp_path / "verdicts.jsonl"]
    process = subprocess.Popen(
        [sys.executable, "-c", IN_SMALL_PARTS, *map(str, command), "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 120
        while len(started := children(process.pid)) < 3 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(started) >= 3, process.communicate()  # two workers, and loky's own
        os.killpg(process.pid, number)  # as a terminal does
        start = time.monotonic()
        _, err = process.communicate(timeout=60)
        assert process.returncode == code
        assert time.monotonic() - start < 15
        assert err.decode().splitlines()[-1] == f"{said}: nothing was written"
        assert b"Traceback" not in err
        assert list(scratch.iterdir()) == []
        assert sorted(tmp_path.iterdir()) == [data, scratch]
        deadline = time.monotonic() + 10
        while any(map(is_alive, started)) and time.monotonic() < deadline:  # loky's own process ends a moment later
            time.sleep(0.05)
        assert [each for each in started if is_alive(each)] == []
    finally:
        if process.poll() is None:
            process.kill()


def test_a_closed_terminal_is_ignored_under_nohup() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ending_in_order():
            os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_terminal_that_is_gone_is_not_written_to() -> None:
    script = "import os, signal; from karat.cli.run.ending import saying_the_end\n"
    script += "signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored under nohup\nwith saying_the_end():\n"
    script += "    os.close(master); os.kill(os.getpid(), signal.SIGHUP)"
    master, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", f"master = {master}; {script}"], stderr=terminal, pass_fds=[master]
    )
    os.close(master)
    os.close(terminal)
    assert process.wait(timeout=60) == 129


@pytest.mark.long
def test_a_cluster_that_loses_a_worker_midway_gives_the_same_evaluation(corpus: Path) -> None:
    pytest.importorskip("distributed")
    from dask_cluster import dask_cluster

    systems, gold = outputs_of(corpus), corpus / "gold.jsonl"
    serial = evaluate(systems, gold=gold)
    with pytest.MonkeyPatch.context() as patch, dask_cluster(corpus) as cluster:
        patch.setattr("karat.results.scoring.BLOCK_SENTENCES", 2)
        cluster.wait_for_workers(2)
        steps: list[str] = []

        def progress(step: str) -> None:
            steps.append(step)
            if sum(each.startswith("scoring: ") for each in steps) == 5:
                cluster.kill(cluster.workers[0])

        assert evaluate(systems, gold=gold, cluster=cluster.address, scratch=corpus, progress=progress) == serial
        assert cluster.workers[0].poll() is not None
    assert blocks.BLOCK_SENTENCES > 2
