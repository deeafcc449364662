"""Commands on cliques draw their charts: pages, and files for papers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.cli import main

CLIQUES = str(sample_path() / "cliques.json")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat`` in a folder; give the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(list(arguments))
        captured = capsys.readouterr()
        return int(stop.value.code or 0), captured.out, captured.err

    return run


def answered(run: Run, *options: str) -> None:
    """Write prompts, and answers to them that give each sentence's first five words."""
    code, _, err = run("cliques", "prompts", CLIQUES, "--output", "prompts.jsonl", *options)
    assert code == 0, err
    asked = [json.loads(line) for line in Path("prompts.jsonl").read_text(encoding="utf-8").splitlines()]
    answers = [
        {"id": each["id"], "answer": json.dumps([[words[1], words[0], " ".join(words[2:5])]])}
        for each in asked
        for words in (each["sentence"].split(),)
    ]
    Path("answers.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in answers), encoding="utf-8")


@pytest.mark.parametrize("measure", ["hws", "kernel"])
def test_distance_draws_both_measures(run: Run, measure: str) -> None:
    code, out, err = run(
        "cliques", "distance", CLIQUES, "--measure", measure, "--html", "page.html", "--charts", "charts"
    )
    assert code == 0
    assert out.startswith("HWS distance" if measure == "hws" else "kernel similarity")
    assert err.splitlines() == [
        "page.html: charts written",
        f"{Path('charts/clique-syntax.svg')}: chart written",
        f"{Path('charts/mean-syntax.svg')}: chart written",
    ]
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.count("<svg ") == 2
    assert page.index("HWS distance") < page.index("tree kernel similarity")
    assert "7 cliques" in page


def test_distance_has_nothing_to_draw_of_single_sentences(run: Run) -> None:
    alone = [{"ori_sent": "Ann left", "ori_tree": "(ROOT (S (NP Ann) (VP left)))", "paraphrases": []}]
    Path("alone.json").write_text(json.dumps(alone), encoding="utf-8")
    code, _, err = run("cliques", "distance", "alone.json", "--html", "page.html")
    assert (code, err) == (1, "Syntax within the cliques of alone.json: expected numbers to draw, found none\n")
    assert not Path("page.html").exists()


def test_answers_are_drawn_by_demonstrations(run: Run) -> None:
    answered(run, "--shots", "1", "--shots", "3")
    options = ("--html", "page.html", "--charts", "charts", "--chart-format", "pdf")
    code, _, err = run("cliques", "answers", "prompts.jsonl", "answers.jsonl", "--gold", CLIQUES, *options)
    assert code == 0
    assert "page.html: charts written" in err
    assert [path.name for path in Path("charts").iterdir()] == ["f1-by-demonstrations.pdf"]


def test_answers_of_pairs_are_drawn_by_syntax_too(run: Run) -> None:
    answered(run, "--pairs", "5")
    options = ("--charts", "charts")
    code, _, _ = run("cliques", "answers", "prompts.jsonl", "answers.jsonl", "--gold", CLIQUES, *options)
    assert code == 0
    assert sorted(path.name for path in Path("charts").iterdir()) == [
        "f1-by-clique-demonstrations.svg",
        "robust-f1-by-syntax.svg",
    ]


def test_a_saved_run_of_cliques_is_drawn(run: Run) -> None:
    score = ("cliques", "score", "--benchmark", "karat-sample-cliques", "--published")
    code, _, err = run(*score, "--output", "run.json", "--html", "score.html")
    assert code == 0, err
    code, _, err = run("report", "run.json", "--html", "report.html", "--charts", "charts", "--chart-format", "png")
    assert code == 0, err
    assert Path("report.html").read_bytes() == Path("score.html").read_bytes()
    assert '<section id="robustness"' in Path("report.html").read_text(encoding="utf-8")
    assert {path.name for path in Path("charts").iterdir()} == {
        f"{name}.png"
        for name in (
            "f1", "originals-against-worst", "clique-variance", "variance-by-syntax", "cliques", "precision-recall",
        )
    }  # fmt: skip
