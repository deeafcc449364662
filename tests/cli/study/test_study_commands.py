"""``karat study create``, ``serve``, ``import`` and ``export``: a study from outputs to files and back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import karat.cli.study.serving as serving
from karat.annotate.store import Store
from karat.annotate.study.loading import load_study
from karat.benchmarks import sample_path
from karat.cli import main
from karat.formats.study import read

Run = Callable[..., tuple[int, str, str]]

ONE = "It rains in Bergen .\t0.9\trains in\tIt\tBergen\nAnn sold it .\t0.7\tsold\tAnn\tit\n"
TWO = "It rains in Bergen .\t0.8\trains in\tIt\tBergen\nIt rains in Bergen .\t0.6\trains\tIt\n"
LABELLED = 'Ann sold it .\n1\t"Ann"\t"sold"\t"it"\t1\n1\t"Ann"\t"sold"\t0\n'
OUTPUT = 'Ann sold it .\n1\t"Ann"\t"sold"\t"it"\t0.5\n1\t"Ann"\t"sold"\t0.25\n'


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat study`` in a folder with two outputs; give the exit code, standard output and error."""
    monkeypatch.chdir(tmp_path)
    Path("one.tsv").write_text(ONE, encoding="utf-8")
    Path("two.tsv").write_text(TWO, encoding="utf-8")
    Path("labelled.txt").write_text(LABELLED, encoding="utf-8")
    Path("clausie.txt").write_text(OUTPUT, encoding="utf-8")

    def call(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main(["study", *map(str, arguments)])
        return int(stop.value.code or 0), *capsys.readouterr()

    return call


def test_create_says_what_the_study_is_made_of(run: Run) -> None:
    code, out, error = run("create", "mine", "one.tsv", "second=two.tsv", "--labellers", "ann,ben", "--repeats", 0.4)
    assert (code, out.splitlines()) == (
        0,
        [
            "one: 2 extractions of 2 sentences",
            "second: 2 extractions of 2 sentences",
            "mine: 4 tasks, 1 of them hidden repeats",
            "ann: 4 tasks to label",
            "ben: 4 tasks to label",
        ],
    )
    assert "one.tsv: read as carb-tab (guessed)" in error
    assert "ann, ben: new here; karat annotate users password mine NAME prints a password to sign in with" in error
    with Store.open("mine") as store:
        (project,) = store.projects()
        study = load_study(store, project)
    assert study.info["repeats"] == 0.4
    assert sorted(len(task.sources) for task in study.tasks if task.repeat_of is None) == [1, 1, 2]


def test_the_same_seed_gives_the_same_study(run: Run) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        assert run("create", name, "one.tsv", "two.tsv", "--sample", 1, "--seed", seed, "--name", "x")[0] == 0
        run("export", name, f"{name}.jsonl")
    assert Path("a.jsonl").read_text(encoding="utf-8") == Path("b.jsonl").read_text(encoding="utf-8")
    assert Path("a.jsonl").read_text(encoding="utf-8") != Path("c.jsonl").read_text(encoding="utf-8")


def test_more_labellers_for_a_task_than_there_are_is_said(run: Run) -> None:
    error = run("create", "mine", "one.tsv", "--labellers", "ann,ben,cora", "--per-task", "4")[2]
    assert "--per-task 4: more than the 3 labellers, so that each task goes to 3" in error
    assert "--per-task" not in run("create", "other", "one.tsv", "--labellers", "ann,ben,cora", "--per-task", "3")[2]


def test_foreign_sentences_are_left_out_as_the_help_says(run: Run) -> None:
    Path("short.txt").write_text("Ann sold it .\n", encoding="utf-8")
    code, out, error = run("create", "mine", "one.tsv", "--sentences", "short.txt", "--unknown", "error")
    assert (code, "mine: 1 task" in out) == (0, True)
    assert "1 extractions of sentences that are not in short.txt left out" in error.replace(
        "extraction of", "extractions of"
    )
    assert "other sentences are always left out" in " ".join(run("create", "--help")[1].replace("│", " ").split())


def test_create_as_json(run: Run) -> None:
    code, out, _ = run(
        "create", "mine", "one.tsv", "--labellers", "ann", "--labellers", "ben", "--per-task", 1, "--json"
    )
    assert code == 0
    assert json.loads(out) == {
        "study": "mine",
        "systems": {"one": {"extractions": 2, "sentences": 2}},
        "tasks": 2,
        "repeats": 0,
        "labellers": {"ann": 1, "ben": 1},
        "notes": [],
    }


def test_sentences_of_a_benchmark(run: Run) -> None:
    code, out, _ = run("create", "mine", sample_path("en/careful.tsv"), "--benchmark", "karat-sample", "--sample", 10)
    assert (code, out.splitlines()) == (0, ["careful: 74 extractions of 24 sentences", "mine: 10 tasks"])


BAD = {
    "one.tsv: expected the study's folder, found a file": "create one.tsv two.tsv",
    "none.tsv: expected a file, found nothing of that name": "create mine none.tsv",
    "two systems are called 'x'": "create mine x=one.tsv x=two.tsv",
    "labellers: expected each name once, found 'ann' twice": "create mine one.tsv --labellers ann,Ann",
    "language: expected a code such as 'en'": "create mine one.tsv --language English",
    "expected --sentences or --benchmark, found both": "create mine one.tsv --benchmark karat-sample --sentences x",
    "one.tsv:1: expected a study's JSON lines, a table of labels or labelled": "import mine one.tsv",
    "expected the systems whose extractions are labelled, by --systems NAME=FILE": "import mine labelled.txt",
    "clausie.txt: expected the study's folder, found a file": "import clausie.txt labelled.txt",
    "karat.db: expected the database of an annotation project, found no such file": "export mine",
}


@pytest.mark.parametrize(("message", "command"), BAD.items())
def test_bad_input_is_one_line_and_makes_no_folder(run: Run, command: str, message: str) -> None:
    code, out, error = run(*command.split())
    said = [line for line in error.splitlines() if "read as" not in line]
    assert (code, out, len(said)) == (1, "", 1)
    assert message in said[0]
    assert not Path("mine").exists()


def test_a_study_goes_to_files_and_back(run: Run) -> None:
    name = read(sample_path("study.jsonl")).name
    assert name != "copy"
    code, out, _ = run("import", "copy", sample_path("study.jsonl"))
    assert (code, out.splitlines()) == (
        0,
        [
            f"{name}: 125 tasks added",
            f"{name}: 125 labels of ana imported",
            f"{name}: 124 labels of ben imported, and 1 task without a label",
            f"{name}: 125 labels of made-up-llm imported",
            f"{name}: 12 adjudicated labels imported",
        ],
    )
    assert run("export", "copy", "out.jsonl")[2] == "out.jsonl: 125 tasks, 387 labels\n"
    original, again = read(sample_path("study.jsonl")), read(Path("out.jsonl"))
    assert again == original, "also by its name"
    assert run("export", "copy", "out.jsonl")[0] == 1, "a file that is there stays"
    code, out, _ = run("export", "copy", "--format", "csv", "--labeller", "ana")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (code, {row["labeller"] for row in rows}) == (0, {"ana"})


def test_a_table_comes_back_into_a_study(run: Run) -> None:
    run("create", "mine", "one.tsv")
    run("export", "mine", "out.csv")
    table = Path("out.csv").read_text(encoding="utf-8").splitlines()
    table[1] = table[1].removesuffix("," * 8) + "ann,correct,none,,,no,no,no,900"
    Path("labels.csv").write_text("\n".join(table) + "\n", encoding="utf-8")
    assert run("import", "mine", "labels.csv")[:2] == (0, "mine: 1 label of ann imported\n")
    assert json.loads(run("import", "mine", "labels.csv", "--json")[1]) == {
        "study": "mine",
        "lines": ["0 labels of ann imported; 1 left out, because there is work already"],
    }


def test_labelled_outputs_make_a_study(run: Run) -> None:
    code, out, _ = run("import", "old", "labelled.txt", "--systems", "clausie=clausie.txt", "--labeller", "two people")
    assert (code, out) == (0, "old: 2 tasks added\nold: 2 labels of two people imported\n")
    code, out, _ = run("report", "old", "--json", "--resamples", 0)
    (system,) = json.loads(out)["systems"]
    assert (system["system"], system["fact"]["count"], system["fact"]["total"]) == ("clausie", 1, 2)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str], list[str]]]:
    """The places, projects and people of servers, none of which is started."""
    calls: list[tuple[str, list[str], list[str]]] = []

    def serve(place: str, host: str, port: int, *, people: list[str], **_: object) -> None:
        with Store.open(place) as store:
            calls.append((place, [project.name for project in store.projects()], people))

    monkeypatch.setattr(serving, "start_server", serve)
    monkeypatch.setattr(serving, "check_page", lambda: None)
    return calls


def test_serve_opens_a_study(run: Run, served) -> None:
    run("create", "mine", "one.tsv")
    assert run("serve", "mine", "--no-browser")[0] == 0
    assert served == [("mine", ["mine"], [])]
    code, _, error = run("serve", "nowhere")
    assert (code, error) == (
        1,
        "nowhere: expected a study's folder, found none; karat study create nowhere OUT makes one\n",
    )


def test_serve_shows_the_demo(run: Run, served) -> None:
    code, _, error = run("serve", "--demo")
    assert code == 0
    assert "karat study serve FOLDER --demo keeps it" in error
    ((place, projects, people),) = served
    assert (projects, people) == (["Sample study"], ["ana", "ben", "cleo"])
    assert not Path(place).exists()


def test_the_demo_leaves_some_tasks_to_whoever_opens_it(tmp_path: Path) -> None:
    from karat.annotate.study.demo import LEFT, make_demo

    with Store.open(tmp_path / "demo") as store:
        project = make_demo(store)
        progress = {each.name: (each.assigned, each.done) for each in store.progress(project.id).people}
        assert progress["admin"] == (LEFT, 0)
        assert progress["ana"][0] == progress["ana"][1] == 125
        admin = store.person_by_name("admin")
        hidden = {row.key for row in store.items(project.id, person=admin.id, assigned=True)}
        assert not [label for label in load_study(store, project, reader=admin).labels if label.task in hidden]
