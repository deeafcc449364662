"""``karat annotate FOLDER`` beside the group's commands: making, finding and showing projects."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from karat.annotate.store import Store
from karat.cli.annotate import COMMANDS, names_project


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    path = tmp_path / "sentences.txt"
    path.write_text("Ann left Ulm .\nBen stayed .\n", encoding="utf-8")
    return path


def test_a_folder_makes_a_project_and_opens_it(run, served, tmp_path: Path, sentences: Path) -> None:
    code, _, error = run(tmp_path / "mine", "--sentences", sentences, "--no-browser")
    assert (code, [call["projects"] for call in served]) == (0, [["mine"]])
    assert "mine: made, for synsets in en" in error
    assert f"{sentences}: 2 sentences, 2 of them new" in error
    (call,) = served
    assert (call["host"], call["port"], call["open_browser"], call["people"]) == ("127.0.0.1", 8719, False, [])
    with Store.open(tmp_path / "mine") as store:
        (project,) = store.projects()
        assert [(each.name, each.assigned) for each in store.progress(project.id).people] == [("admin", 2)]


def test_open_is_the_same_and_an_open_project_is_found_again(run, served, tmp_path: Path, sentences: Path) -> None:
    run(tmp_path / "mine", "--name", "first", "--sentences", sentences)
    run("open", tmp_path / "mine", "--sentences", sentences)
    run(tmp_path / "mine", "--name", "second", "--language", "de")
    assert [call["projects"] for call in served] == [["first"], ["first"], ["first", "second"]]


def test_a_file_is_no_folder(run, served, sentences: Path) -> None:
    code, _, error = run("open", sentences)
    assert (code, error.count("\n"), served) == (1, 1, [])
    assert f"expected a project's folder, found a file; karat annotate FOLDER --sentences {sentences} makes" in error


def test_a_project_beside_other_files_is_said_once(run, served, tmp_path: Path, sentences: Path) -> None:
    said = f"{tmp_path}: the project is made beside 1 other file of this folder, in karat.db\n"
    assert said in run("open", tmp_path)[2]
    assert "beside" not in run("open", tmp_path)[2]
    assert "beside" not in run("open", tmp_path / "new")[2]


def test_a_team_assigns_later(run, served, tmp_path: Path, sentences: Path) -> None:
    run(tmp_path / "mine", "--sentences", sentences, "--team")
    with Store.open(tmp_path / "mine") as store:
        (project,) = store.projects()
        assert store.progress(project.id).people == ()
        assert project.settings.annotators_per_item == 2


def test_sentences_to_be_translated(run, served, tmp_path: Path, sentences: Path) -> None:
    run(tmp_path / "mine", "--language", "de", "--translation-from", "en", "--sentences", sentences)
    with Store.open(tmp_path / "mine") as store:
        (project,) = store.projects()
        assert (project.settings.translation, project.settings.source_language) == (True, "en")
        first = store.item_by_key(project.id, "1")
        assert first is not None
        assert (first.text, first.source) == ("", "Ann left Ulm .")


def test_the_demo_without_a_folder_is_gone_afterwards(run, served) -> None:
    code, _, error = run("--demo", "--no-browser")
    (call,) = served
    assert (code, call["projects"], call["people"]) == (0, ["Karat's own sample, English"], ["ann", "ben", "cora"])
    assert "karat annotate FOLDER --demo keeps it" in error
    assert not Path(call["place"]).exists()


def test_a_demo_that_is_asked_to_end_leaves_nothing_behind() -> None:
    program = (
        "import time\nimport karat.cli.annotate.opening as opening\nfrom karat.cli import main\n"
        "opening.check_page = lambda: None\n"
        "opening.serve = lambda place, *_, **__: (print(place, flush=True), time.sleep(60))\n"
        "main(['annotate', '--demo'])"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert folder.is_dir()
        process.terminate()
        assert process.wait(timeout=30) == 128 + signal.SIGTERM
    assert not folder.exists()


def test_the_demo_in_a_folder_is_kept_and_opened_again(run, served, tmp_path: Path) -> None:
    for _ in range(2):
        assert run(tmp_path / "demo", "--demo", "--language", "zh")[0] == 0
    assert [call["projects"] for call in served] == [["Karat's own sample, Chinese"]] * 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(("open",), 2, "expected a project's folder, or --demo", id="no folder"),
        pytest.param(("--demo", "--team"), 2, "expected no --team beside it", id="demo of one's own"),
        pytest.param(("{}", "--kind", "synset"), 1, "did you mean 'synsets'?", id="kind"),
        pytest.param(("{}", "--language", "German"), 1, "language: expected a code such as 'en'", id="language"),
        pytest.param(("{}", "--sentences", "missing.txt"), 1, "missing.txt: ", id="no sentences"),
        pytest.param(("--demo", "--language", "fr"), 1, "unknown language of the sample 'fr'", id="no sample"),
        pytest.param(("mysql://x/y",), 1, "expected a folder or an address postgresql://", id="another database"),
    ],
)
def test_refused(run, served, tmp_path: Path, arguments: tuple[str, ...], code: int, message: str) -> None:
    given = [argument.format(tmp_path / "new") for argument in arguments]
    found, _, error = run(*given)
    assert found == code
    assert message in " ".join(error.replace("│", " ").split())
    assert served == []


def test_options_of_new_projects_are_refused_for_one_that_is_there(run, served, demo: Path) -> None:
    code, _, error = run(demo, "--language", "de")
    assert (code, error.strip()) == (
        1,
        '--language: expected a new project, found "Karat\'s own sample, English"; see its settings',
    )


def test_a_folder_with_other_projects_takes_no_demo(run, served, tmp_path: Path) -> None:
    run(tmp_path / "mine")
    code, _, error = run(tmp_path / "mine", "--demo")
    assert (code, error.strip()) == (
        1,
        f"{tmp_path / 'mine'}: expected a new folder for the demo, found one with projects",
    )


def test_help_shows_both_ways(run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert "FOLDER | COMMAND" in out
    assert "`karat annotate FOLDER` opens the project" in " ".join(out.split())
    assert [entry.name for entry in COMMANDS if entry.name not in out] == []


def test_a_misspelt_command_makes_no_folder(run, served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, error = run("exprot", "x")
    assert (code, served, list(tmp_path.iterdir())) == (2, [], [])
    assert "Did you mean 'export'?" in " ".join(error.split())


def test_a_folder_that_is_called_like_a_misspelt_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("exprot").mkdir()
    names = tuple(entry.name for entry in COMMANDS)
    assert [names_project(word, names) for word in ("exprot", "export", "./export", "--demo", "-h")] == [
        True,
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("command", "package"),
    [
        (("check", "x"), "sqlalchemy"),
        (("users", "list", "x"), "argon2"),
        (("x",), "fastapi"),
        (("x",), "uvicorn"),
        (("import", "x", "y"), "alembic"),
    ],
)
def test_a_missing_extra_is_named_in_one_line(command: tuple[str, ...], package: str) -> None:
    program = (
        f"import sys\nsys.modules[{package!r}] = None\nfrom karat.cli import main\nmain(['annotate', *{command!r}])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(
        "the annotation app needs Karat's extra 'annotate', which is not installed: pip install"
    )
    assert done.stderr.count("\n") == 1
