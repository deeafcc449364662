"""``karat cliques distance``, and what both it and ``karat cliques stats`` refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from karat.cli import main

ANN = "(ROOT (S (NP Ann) (VP left)))"
PARAPHRASE = "(ROOT (S (VP Left) (VP has) (NP Ann)))"
CLIQUES = [
    {"id": 0, "ori_sent": "Ann left", "paraphrases": [{"id": 1, "sent": "Left has Ann"}]},
    {"id": 2, "ori_sent": "Bob stayed", "paraphrases": []},
]
BOB = "(ROOT (S (NP Bob) (VP stayed)))"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat cliques`` beside some files; give the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "cliques.json").write_text(json.dumps(CLIQUES))
    (tmp_path / "trees.txt").write_text(f"{ANN}\n{PARAPHRASE}\n{BOB}\n")
    (tmp_path / "few.txt").write_text(f"{ANN}\n{PARAPHRASE}\n")
    (tmp_path / "broken.txt").write_text(f"{ANN}\n{PARAPHRASE[:-1]}\n{BOB}\n")
    (tmp_path / "turned.txt").write_text(f"{BOB}\n{PARAPHRASE}\n{ANN}\n")
    marked = {"id": "[b]0", "ori_sent": "Ann left", "ori_tree": ANN}
    other = {"id": 1, "sent": "Left has Ann", "tree": PARAPHRASE}
    (tmp_path / "marked.json").write_text(json.dumps([{**marked, "paraphrases": [other]}]))
    (tmp_path / "nothing.json").write_text("[]")
    (tmp_path / "twice.json").write_text(json.dumps([*CLIQUES, {**CLIQUES[0], "id": 9}]))
    (tmp_path / "tuples.tsv").write_text("Ann left .\tleft\tAnn\tearly\n")

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["cliques", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


def test_distance(run):
    # S NP VP against S VP VP NP: no run of two labels
    code, out, err = run("distance", "cliques.json", "--trees", "trees.txt", "--discount", "0.5", "--discount", "1")
    assert (code, err) == (0, "1 of 2 cliques have one sentence, so no pair, and are left out\n")
    assert [line.rstrip() for line in out.splitlines()] == [
        "HWS distance within the cliques of cliques.json",
        "",
        "discount  mean   least  most   0                      1",
        "───────────────────────────────────────────────────────",
        "0.5       1.000  1.000  1.000  ████████████████████████",
        "1         1.000  1.000  1.000  ████████████████████████",
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(["--discount", "1", "--min-run", "1"], 0, id="S, NP and VP are in both"),
        pytest.param(["--discount", "1", "--height", "1"], 0, id="S alone"),
        # fragments of the paraphrase: one for each of three words, and at S one for each choice below, 2 · 2 · 2
        pytest.param(["--measure", "kernel", "--decay", "1"], 1 / (6 * 11) ** 0.5, id="NP→Ann of 6 and 11"),
        pytest.param(["--measure", "kernel", "--decay", "1", "--no-words"], 0, id="no rule in common"),
    ],
)
def test_distance_in_json(run, options, expected):
    code, out, _ = run("distance", "cliques.json", "--trees", "trees.txt", "--json", "--by-clique", *options)
    found = json.loads(out)
    assert code == 0
    assert found["averages"] == [{"discount": 1.0, "mean": pytest.approx(expected)}]
    assert found["cliques"] == [
        {"id": "0", "pairs": 1, "means": [pytest.approx(expected)]},
        {"id": "2", "pairs": 0, "means": [None]},
    ]
    assert found["cliques_with_pairs"] == 1


@pytest.mark.parametrize(
    ("columns", "expected"), [pytest.param("90", "1.000", id="wide"), pytest.param("80", "1.00", id="narrow")]
)
def test_numbers_are_never_folded(run, monkeypatch, columns, expected):
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = run("distance", "marked.json", "--by-clique")
    assert code == 0
    assert out.splitlines()[-1].split() == ["[b]0", "1", *[expected] * 10]


def test_distance_of_the_sample(run):
    code, out, err = run("distance", "--benchmark", "karat-sample-cliques", "--by-clique")
    assert (code, err) == (0, "")
    assert "0.5       .765  .716   .824  ██████████████████▍" in out
    assert "24          3  .921  .904" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(
            ["distance", "cliques.json"],
            1,
            "cliques.json: expected a tree for each sentence, in the file or by --trees, "
            "found 3 without, the first '0'",
            id="no trees",
        ),
        pytest.param(
            ["distance", "cliques.json", "--trees", "few.txt"],
            1,
            "few.txt: expected 3 trees, one for each sentence of the cliques, found 2",
            id="too few trees",
        ),
        pytest.param(
            ["distance", "cliques.json", "--trees", "broken.txt"],
            1,
            "broken.txt:2: expected a tree in brackets, "
            "found one that is not: expected ')' for the '(' at character 1, found the end",
            id="mismatched brackets",
        ),
        pytest.param(
            ["stats", "cliques.json", "--trees", "turned.txt"],
            1,
            "turned.txt:1: expected a tree of sentence '0' ('Ann left'), found one of 'Bob stayed'",
            id="trees of other sentences",
        ),
        pytest.param(
            ["distance", "cliques.json", "--trees", "trees.txt", "--discount", "2"],
            1,
            "discount: expected a number from 0 to 1, found 2.0",
            id="discount",
        ),
        pytest.param(
            ["distance", "cliques.json", "--trees", "trees.txt", "--height", "0"],
            1,
            "height: expected at least 1 level, found 0",
            id="height",
        ),
        pytest.param(["stats"], 2, "expected CLIQUES or --benchmark, found neither", id="nothing given"),
        pytest.param(
            ["stats", "cliques.json", "--benchmark", "robust"],
            2,
            "expected CLIQUES or --benchmark, found both",
            id="both",
        ),
        pytest.param(["distance", "cliques.json", "--decay", "1"], 2, "expected --measure kernel with it", id="decay"),
        pytest.param(
            ["distance", "cliques.json", "--measure", "kernel", "--height", "2"],
            2,
            "expected --measure hws with it",
            id="height for the kernel",
        ),
        pytest.param(
            ["stats", "--benchmark", "carb-dev"], 1, "benchmark 'carb-dev': expected one of cliques", id="carb"
        ),
        pytest.param(["stats", "tuples.tsv"], 1, "tuples.tsv: expected cliques, found", id="no cliques"),
        pytest.param(
            ["stats", "nothing.json"], 1, "nothing.json:1: expected at least one extraction", id="an empty list"
        ),
        pytest.param(
            ["distance", "twice.json"],
            1,
            "twice.json: expected each sentence once, found 'Ann left' in cliques '0' and '9'",
            id="a sentence in two cliques",
        ),
    ],
)
def test_what_cannot_be_done(run, arguments, code, message):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert message in err


def test_trees_of_other_words_if_one_insists(run):
    assert run("stats", "cliques.json", "--trees", "turned.txt", "--no-check-words")[0] == 0


def test_the_manual_shows_what_is_printed(run):
    page = (Path(__file__).parents[3] / "docs" / "robustness" / "syntax.md").read_text(encoding="utf-8")
    shown = page.split("$ karat cliques distance --benchmark karat-sample-cliques\n")[1].split("$ ")[0]
    _, out, _ = run("distance", "--benchmark", "karat-sample-cliques")
    assert [line.rstrip() for line in out.splitlines()] == shown.splitlines()
