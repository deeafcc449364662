"""Experiments on the embedded sample: three systems on two benchmarks, resumed after a kill, nothing done twice."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import stdev

import pytest

import karat
from karat.benchmarks import sample_path
from karat.benchmarks.declarations import read_gold
from karat.errors import InputError, ServiceError
from karat.model import Extraction
from karat.results import SystemResult
from karat.systems.experiment import checking
from karat.systems.experiment.conducting import Watcher, experiment
from karat.systems.judge.asking import collect_questions

SCRIPT = """
import sys
with open("asked.txt", "a", encoding="utf-8") as asked:
    for line in sys.stdin:
        asked.write(line)
        asked.flush()
        first, second, *others = line.split()
        if {fails!r} in line:
            sys.exit("cannot read this")
        print("\\t".join([line.strip(), "0.9", second, first, " ".join(others[:-1])]))
"""
"""A program that takes the second word for the relation, and notes down what it was asked."""

PLAN = """
benchmarks = ["karat-sample", {{gold = "german.txt", name = "german", language = "de", facets = ["default", "C"]}}]

[experiment]
title = "Three on two"
folder = "results"
reports = {reports}

[systems.naive]
system = "naive"
family = "baseline"

[systems.script]
system = "command"
command = "{python} -S script.py"
directory = "."
batch = 1

[systems.careful]
output = {{karat-sample = "careful.tsv", german = "careful-de.tsv"}}
"""

SENTENCES = {"karat-sample": 24, "german": 8}


def write_plan(folder: Path, *, fails: str = "no sentence says this", reports: bool = False) -> Path:
    """Write a plan with all that it needs into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "script.py").write_text(SCRIPT.format(fails=fails), encoding="utf-8")
    shutil.copy(sample_path("de/gold.txt"), folder / "german.txt")
    shutil.copy(sample_path("en/careful.tsv"), folder / "careful.tsv")
    shutil.copy(sample_path("de/careful.tsv"), folder / "careful-de.tsv")
    plan = folder / "plan.toml"
    plan.write_text(PLAN.format(python=sys.executable, reports=str(reports).lower()), encoding="utf-8")
    return plan


def asked(folder: Path) -> list[str]:
    """The sentences that the program was asked, in order."""
    path = folder / "asked.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def contents(folder: Path, *parts: str) -> dict[str, bytes]:
    """The files below a folder, by their paths."""
    root = folder.joinpath(*parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


class Listener(Watcher):
    """Notes down what an experiment does."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.pending: list[str] = []
        self.reasons: list[str] = []
        self.notes: list[str] = []

    def step(self, text: str) -> None:
        self.steps.append(text)

    def checked(self, pending) -> None:
        self.pending = [run.task.name for run in pending]

    def note(self, text: str) -> None:
        self.notes.append(text)

    def stopped(self, task, reason: str) -> None:
        self.reasons.append(f"{task.name}: {reason}")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an experiment that ran without interruption."""
    pytest.importorskip("spacy", reason="naive needs the extra syntax")
    pytest.importorskip("HanTa", reason="naive needs the extra syntax for German")
    folder = tmp_path_factory.mktemp("whole")
    plan = write_plan(folder, reports=True)
    result = experiment(plan)
    assert result.missing == ()
    return folder


def test_three_systems_on_two_benchmarks(whole: Path) -> None:
    result = karat.experiment(whole / "plan.toml")
    assert list(result) == ["karat-sample", "german"]
    assert [system.name for system in result["karat-sample"]] == ["naive", "script", "careful"]
    assert result["german"].labels == (("benchie", "default"), ("benchie", "C"))
    # The same numbers as those of the same files, evaluated by themselves.
    alone = karat.evaluate(
        {"careful": whole / "careful.tsv", "script": whole / "results/outputs/karat-sample/script.jsonl"},
        "karat-sample",
    )
    for name in ("careful", "script"):
        assert result["karat-sample"][name].f1.value == alone[name].f1.value
    assert result["karat-sample"]["careful"].f1.value == pytest.approx(0.6258, abs=0.0001)
    assert karat.load(whole / "results/results/german.json") == result["german"]
    for benchmark, count in SENTENCES.items():
        for system in ("naive", "script"):
            run = result.run(system, benchmark)
            assert (run.state, run.sentences, run.results, run.failed) == ("done", count, count, 0)
    assert result.run("naive", "german").settings == '{"tagger": "hanta"}'
    assert result.totals("script").results == 32


def test_what_is_written(whole: Path) -> None:
    experiment(whole / "plan.toml")
    written = contents(whole, "results")
    assert sorted(written) == [
        "outputs/german/naive.jsonl",
        "outputs/german/script.jsonl",
        "outputs/karat-sample/naive.jsonl",
        "outputs/karat-sample/script.jsonl",
        "report.html",
        "reports/german.html",
        "reports/karat-sample.html",
        "results/german.json",
        "results/karat-sample.json",
        "state.json",
        "summary.csv",
        "summary.json",
        "summary.md",
        "summary.tex",
    ]
    page = written["report.html"].decode()
    assert 'href="reports/german.html"' in page
    assert "naive 1 with spacy" in page
    summary = json.loads(written["summary.json"])
    assert [benchmark["metric"] for benchmark in summary["benchmarks"]] == ["benchie", "benchie"]
    careful = summary["benchmarks"][0]["scores"][2]
    assert (careful["system"], careful["rank"], careful["to_best"]) == ("careful", 1, 0)
    assert [score["significantly_below_best"] for score in summary["benchmarks"][0]["scores"]] == [True, True, False]
    rows = written["summary.csv"].decode().splitlines()
    assert len(rows) == 1 + 3 * (5 + 2)  # all metrics and facets of three systems


def test_nothing_is_done_twice(whole: Path) -> None:
    before = contents(whole)
    listener = Listener()
    experiment(whole / "plan.toml", watcher=listener)
    assert contents(whole) == before
    assert listener.pending == []
    assert {step.split()[0] for step in listener.steps} <= {"reading", "preparing"}
    assert len(asked(whole)) == 32


def test_it_may_be_seen_from_another_folder(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(whole, "results", "results")
    monkeypatch.chdir(whole / "results")
    listener = Listener()
    result = experiment("../plan.toml", watcher=listener)
    assert listener.pending == []
    assert contents(whole, "results", "results") == before
    assert [result.results("script", name)[0].name for name in SENTENCES] == ["script", "script"]


def run_plan(folder: Path, *options: str) -> subprocess.Popen[bytes]:
    """Start the command in a folder."""
    command = [sys.executable, "-m", "karat", "experiment", "plan.toml", *options]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80"}
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def wait_for_lines(path: Path, count: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a file has so many lines."""
    end = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("signal_number", "status"),
    [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)],
    ids=["killed", "interrupted"],
)
def test_a_run_that_was_interrupted_goes_on(
    signal_number: signal.Signals, status: int, whole: Path, tmp_path: Path
) -> None:
    write_plan(tmp_path)
    process = run_plan(tmp_path)
    wait_for_lines(tmp_path / "results/outputs/karat-sample/script.jsonl", 6, process)
    process.send_signal(signal_number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == status
    if signal_number == signal.SIGINT:
        assert said.decode().splitlines()[-1] == (
            "interrupted: what is done is kept in results; the same command goes on"
        )
    assert not (tmp_path / "results/report.html").exists()
    done = (tmp_path / "results/outputs/karat-sample/script.jsonl").read_bytes().count(b"\n") - 1
    assert 5 <= done < 24
    process = run_plan(tmp_path)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert contents(tmp_path, "results", "outputs") == contents(whole, "results", "outputs")
    for name in SENTENCES:
        resumed, uninterrupted = (karat.load(folder / f"results/results/{name}.json") for folder in (tmp_path, whole))
        assert resumed.systems == at_home(uninterrupted.systems, whole)
        assert resumed.comparisons == uninterrupted.comparisons
    # What was under way is asked again, and nothing else.
    again = len(asked(tmp_path)) - len(asked(whole))
    assert 0 <= again <= 1
    assert list(dict.fromkeys(asked(tmp_path))) == asked(whole)


def at_home(systems: tuple[SystemResult, ...], folder: Path) -> tuple[SystemResult, ...]:
    """The same results with the paths that they have inside the folder."""
    return tuple(replace(system, file=str(Path(system.file).relative_to(folder))) for system in systems)


def test_a_system_that_stops_does_not_stop_the_others(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    text = plan.read_text(encoding="utf-8").replace("batch = 1", "batch = 1\ngive_up = 1\ndivide = false")
    text = text.replace("[systems.naive]", "[systems.naive]\nbenchmarks = ['karat-sample']")
    plan.write_text(text, encoding="utf-8")
    (tmp_path / "script.py").write_text(SCRIPT.format(fails="Danube"), encoding="utf-8")
    process = run_plan(tmp_path)
    shown, said = (part.decode() for part in process.communicate(timeout=120))
    assert process.returncode == 1
    assert ["script", "stopped"] in [line.split()[:2] for line in shown.splitlines()]
    reasons = [line for line in said.splitlines() if line.startswith("script on karat-sample: ")]
    assert len(reasons) == 1
    assert "cannot read this" in reasons[0]
    assert said.splitlines()[-1] == "the same command goes on where they stopped"
    summary = json.loads((tmp_path / "results/summary.json").read_text(encoding="utf-8"))
    states = {f"{run['system']}/{run['benchmark']}": run["state"] for run in summary["runs"]}
    assert states == {
        "naive/karat-sample": "done",
        "naive/german": "none",
        "script/karat-sample": "stopped",
        "script/german": "done",
        "careful/karat-sample": "done",
        "careful/german": "done",
    }
    assert [score["system"] for score in summary["benchmarks"][0]["scores"]] == ["naive", "careful"]
    page = (tmp_path / "results/report.html").read_text(encoding="utf-8")
    assert "script on karat-sample: " in page
    assert ">stopped<" in page


def test_failures_of_single_sentences(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, fails="Penguins")
    listener = Listener()
    result = experiment(plan, only=["script/karat-sample"], watcher=listener)
    run = result.run("script", "karat-sample")
    assert (run.state, run.results, run.failed) == ("done", 24, 1)
    assert "cannot read this" in run.failures[0][0]
    assert listener.reasons == []
    assert [record.state for record in result.missing] == ["waiting"] * 3
    assert "1 sentence failed and counted as without extraction" in " ".join(str(result).split())
    before = len(asked(tmp_path))
    experiment(plan, only=["script/karat-sample"], retry_failures=True)
    assert len(asked(tmp_path)) == before + 1


def test_a_changed_program_is_noticed(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    first = experiment(plan, only=["script"])
    (tmp_path / "script.py").write_text(SCRIPT.format(fails="Vienna"), encoding="utf-8")
    with pytest.raises(InputError) as error:
        experiment(plan, only=["script"])
    messages = str(error.value).splitlines()
    assert len(messages) == 2
    for message, benchmark in zip(messages, SENTENCES, strict=True):
        assert message.startswith(f"{plan}: systems.script on {benchmark}: ")
        assert "expected a run with version" in message
        assert message.endswith("; --force starts anew")
    listener = Listener()
    second = experiment(plan, only=["script"], force=True, watcher=listener)
    assert listener.pending == ["script/karat-sample", "script/german"]
    assert second.run("script", "karat-sample").failed == 1
    assert first.run("script", "karat-sample").failed == 0
    # Forced again, nothing is to do: it fits the plan.
    listener = Listener()
    experiment(plan, only=["script"], force=True, watcher=listener)
    assert listener.pending == []


def test_an_option_of_the_evaluation_evaluates_anew(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    experiment(plan, only=["script"])
    outputs = contents(tmp_path, "results", "outputs")
    text = plan.read_text(encoding="utf-8").replace('facets = ["default", "C"]', 'facets = ["C"]')
    plan.write_text(text, encoding="utf-8")
    listener = Listener()
    result = experiment(plan, only=["script"], watcher=listener)
    assert listener.pending == []
    assert "evaluating german" in listener.steps
    assert "evaluating karat-sample" not in listener.steps
    assert result["german"].labels == (("benchie", "C"),)
    assert contents(tmp_path, "results", "outputs") == outputs


JUDGED = """
[experiment]
folder = "results"
reports = false

[benchmarks.own]
gold = "gold.txt"
metrics = ["meaning"]
meaning_answers = "answers.jsonl"

[systems.mine]
output = "mine.tsv"
"""


def test_a_judge_s_answers_are_found_beside_the_plan_and_evaluated_anew_when_they_change(tmp_path: Path) -> None:
    plan, gold, mine = tmp_path / "plan.toml", tmp_path / "gold.txt", tmp_path / "mine.tsv"
    plan.write_text(JUDGED, encoding="utf-8")
    gold.write_text("sent_id:1\tAnn left Ulm .\n1--> Cluster 1:\nAnn --> left --> Ulm\n", encoding="utf-8")
    mine.write_text("Ann left Ulm .\t0.9\tleft\tAnn\tthe town\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        experiment(plan)
    expected = "expected a file of recorded answers, as karat judge writes it, found no such file"
    assert str(error.value) == f"{plan}: benchmarks.own: {tmp_path / 'answers.jsonl'}: {expected}"
    (question,) = collect_questions([[[Extraction("left", ("Ann", "the town"))]]], read_gold(gold))
    for answer, precision in (("1", 1), ("none", 0)):
        line = {"id": question.id, "answer": answer, "model": "m"}
        (tmp_path / "answers.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
        assert experiment(plan)["own"]["mine"].precision.value == precision


def test_a_limit(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    text = plan.read_text(encoding="utf-8").replace('folder = "results"', 'folder = "results"\nlimit = 5')
    plan.write_text(text, encoding="utf-8")
    result = experiment(plan, only=["script"])
    assert [result.run("script", name).sentences for name in SENTENCES] == [5, 5]
    assert [len(result[name].systems[0].first.sentences) for name in SENTENCES] == [5, 5]
    assert len(result["karat-sample"]["careful"].verdicts) < 74


def test_all_problems_are_told_before_anything_runs(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    (tmp_path / "german.txt").unlink()
    (tmp_path / "careful.tsv").write_text("no output\n", encoding="utf-8")
    text = plan.read_text(encoding="utf-8").replace("script.py", "absent.py")
    plan.write_text(text.replace('"naive"', '"naive"\nmodel = "absent"') + '[systems.p]\npublished = "carefull"\n')
    with pytest.raises(InputError) as error:
        experiment(plan)
    messages = [line.removeprefix(f"{plan}: ") for line in str(error.value).splitlines()]
    places = [message.split(": ")[0] for message in messages]
    assert places[:3] == ["benchmarks.german", "systems.p.published", "systems.careful on karat-sample"]
    assert "systems.naive on karat-sample" in places
    assert "did you mean 'careful'?" in messages[1]
    assert asked(tmp_path) == []
    assert not (tmp_path / "results/outputs").exists()


def test_a_metric_without_gold_is_refused_before_anything_runs(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    text = plan.read_text(encoding="utf-8").replace('facets = ["default", "C"]', 'metrics = ["wire57", "robust"]')
    plan.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        experiment(plan)
    assert str(error.value) == f"{plan}: benchmarks.german: german: expected cliques for robust, found single sentences"
    assert asked(tmp_path) == []


def test_a_benchmark_that_no_system_is_for(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'benchmarks = ["karat-sample", "karat-sample-cliques"]\n[experiment]\nreports = false\n'
        '[systems.careful]\npublished = "careful"\nbenchmarks = ["karat-sample"]\n',
        encoding="utf-8",
    )
    listener = Listener()
    result = experiment(plan, watcher=listener)
    assert list(result) == ["karat-sample"]
    assert listener.notes == ["karat-sample-cliques: no system of the plan is for it, or has an output for it"]


def test_what_is_done_needs_its_system_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = write_plan(tmp_path)
    first = experiment(plan, only=["script/german"])

    def fail(*_: object) -> None:
        raise ServiceError("no key in the environment")

    monkeypatch.setattr(checking, "make_system", fail)
    listener = Listener()
    second = experiment(plan, only=["script/german"], watcher=listener)
    assert listener.notes == ["script/german: done, but its system could not be checked: no key in the environment"]
    assert second["german"] == first["german"]
    # With other options it would not be what the plan asks for.
    plan.write_text(plan.read_text(encoding="utf-8").replace("-S script.py", "-S ./script.py"), encoding="utf-8")
    with pytest.raises(InputError, match=r"systems\.script on german: no key in the environment"):
        experiment(plan, only=["script/german"])


SAMPLED = """
[systems.{name}]
system = "command"
command = "{python} -S script.py {{sample}}"
directory = "."
samples = 2
"""


def test_repeated_samples_have_one_row(tmp_path: Path) -> None:
    plan = write_plan(tmp_path)
    systems = [SAMPLED.format(name=name, python=sys.executable) for name in ("once", "twice")]
    plan.write_text(f'benchmarks = ["karat-sample"]\n[experiment]\nreports = false\n{"".join(systems)}', "utf-8")
    result = experiment(plan)
    names = [system.name for system in result["karat-sample"]]
    assert names == ["once sample 1", "once sample 2", "twice sample 1", "twice sample 2"]
    assert [each.name for each in result.results("twice", "karat-sample")] == ["twice sample 1", "twice sample 2"]
    assert result.run("once", "karat-sample").results == 48
    mean = result.f1("once", "karat-sample")
    assert mean is not None
    assert mean.value == result["karat-sample"]["once sample 1"].f1.value
    assert "once, mean of 2 samples" in str(result)
    assert "once, standard deviation" in str(result)
    assert result.f1_deviation("once", "karat-sample") == stdev(
        each.f1.value for each in result.results("once", "karat-sample")
    )
    rows = list(csv.DictReader((tmp_path / f"{plan.stem}-results" / "summary.csv").read_text("utf-8").splitlines()))
    assert {row["system"] for row in rows if row["f1_deviation"]} == {"once", "twice"}
    assert "once sample 1" not in str(result)
