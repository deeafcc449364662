"""``karat run clauses``: its options, its explanations, and runs that a signal ends."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from interrupting import interrupt_and_resume

from karat.cli import main

Run = Callable[..., tuple[int, str, str]]
SENTENCES = "Pia did not sell the boat in Kiel.\nMira knows that two ferries stop in Ulm.\n"


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run ``karat``; give the exit code, standard output and error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(list(map(str, arguments)))
        out, error = capfdbinary.readouterr()
        return int(stop.value.code or 0), out.decode(), error.decode()

    return call


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    path = tmp_path / "in.txt"
    path.write_text(SENTENCES, encoding="utf-8")
    return path


def extractions(out: str) -> list[tuple[str, ...]]:
    _, *lines = map(json.loads, out.splitlines())
    return [
        (each["arguments"][0], each["relation"], *each["arguments"][1:])
        for line in lines
        for each in line["extractions"]
    ]


def test_the_defaults(run: Run, sentences: Path) -> None:
    code, out, error = run("run", "clauses", sentences)
    assert code == 0
    assert {
        ("Pia", "did not sell", "the boat"),
        ("Pia", "did not sell the boat in", "Kiel"),
        ("two ferries", "stop in", "Ulm"),
        ("Mira", "knows that", "two ferries stop in Ulm"),
    } <= set(extractions(out))
    assert error.startswith("2 sentences, ")


def test_options(run: Run, sentences: Path) -> None:
    options = (
        "--without",
        "nested, object",
        "--without",
        "number",
        "--annotations",
        "polarity,Attribution",
        "--minimal",
    )
    code, out, _ = run("run", "clauses", sentences, *options)
    assert code == 0
    assert json.loads(out.splitlines()[0])["settings"] == {
        "model": None,
        "conllu": None,
        "without": ["nested", "object", "number"],
        "explicit": False,
        "minimal": True,
        "nary": False,
        "annotations": ["polarity", "attribution"],
        "language": "en",
        "corenlp": False,
    }
    assert set(extractions(out)) == {("Pia", "did sell boat in", "Kiel"), ("two ferries", "stop in", "Ulm")}


def test_n_ary(run: Run, sentences: Path) -> None:
    _, out, _ = run("run", "clauses", sentences, "--n-ary", "--limit", 1)
    assert extractions(out) == [("Pia", "did not sell", "the boat", "in Kiel")]


def test_help_has_a_panel_of_the_system(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    code, out, _ = run("run", "clauses", "--help")
    panels = {panel.split(" ─")[0]: panel for panel in out.split("╭─ ")[1:]}
    assert code == 0
    assert "Metrics" not in panels
    assert [name for name in ("--model", "--without", "--n-ary", "--annotations") if name not in panels["System"]] == []


def test_explain(run: Run, sentences: Path) -> None:
    code, out, error = run("run", "clauses", sentences, "--explain", "--annotations", "all", "--without", "object")
    assert (code, error) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        "Pia did not sell the boat in Kiel.",
        "  (Pia; did sell the boat in; Kiel)",
        "    factuality (-, CT)",
    ]
    assert lines[3].startswith("    rule adverbial, ")
    assert "    polarity: negated_verb (not)" in lines
    assert "Mira knows that two ferries stop in Ulm." in lines
    assert "    attribution (Mira, know) (+, CT)" in lines


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--without", "objekt"), 1, "unknown rule 'objekt'; did you mean 'object'?"),
        (("--annotations", "polarty"), 1, "unknown annotation 'polarty'; did you mean 'polarity'?"),
        (("--model", "xx_none"), 1, "expected a pipeline of spaCy that is installed as a package, found no 'xx_none'"),
        (("--language", "de"), 1, "clauses: expected corenlp or conllu for 'de', found neither"),
        (
            ("--language", "de", "--conllu", "x", "--annotations", "all"),
            1,
            "expected English for annotations, found 'de'",
        ),
        (("--corenlp", "start", "--model", "x"), 1, "clauses: expected one parser, found model and corenlp"),
        (("--conllu", "none.conllu"), 1, "none.conllu: "),
        (("--explain", "-o", "out.jsonl"), 2, "expected no file beside it (-o), found one"),
    ],
)
def test_refused(run: Run, sentences: Path, options: tuple[str, ...], code: int, message: str) -> None:
    found, out, error = run("run", "clauses", sentences, *options)
    assert (found, out) == (code, "")
    assert message in " ".join(error.replace("│", " ").split())


def test_piped_into_an_evaluation(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    assert run("run", "clauses", "--benchmark", "karat-sample", "-o", path)[0] == 0
    code, out, _ = run("evaluate", path, "--benchmark", "karat-sample", "--no-intervals", "--json")
    assert code == 0
    (system,) = json.loads(out)["systems"]
    assert system["name"] == "out"


@pytest.mark.parametrize("by", [pytest.param(signal.SIGINT, marks=pytest.mark.long), signal.SIGKILL])
def test_interrupted_and_resumed(tmp_path: Path, by: signal.Signals) -> None:
    path = tmp_path / "in.txt"
    path.write_text(
        "".join(f"Pia, who knows {number} farmers, sold the boat and may buy a mill in Ulm.\n" for number in range(300))
    )
    interrupt_and_resume(["run", "clauses", str(path), "--annotations", "all"], tmp_path, signal=by, timeout=300)
