"""``karat cliques stats``: how large a benchmark of cliques is."""

from __future__ import annotations

import json

import pytest

from karat.cli import main

CLIQUES = [
    {"id": 0, "ori_sent": "Ann left", "paraphrases": [{"id": 1, "sent": "Left has Ann"}]},
    {"id": 2, "ori_sent": "Bob stayed", "paraphrases": []},
]
ANN = "(ROOT (S (NP Ann) (VP left)))"
PARAPHRASE = "(ROOT (S (VP Left) (VP has) (NP Ann)))"
BOB = "(ROOT (S (NP Bob) (VP stayed)))"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat cliques`` beside some files; give the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "cliques.json").write_text(json.dumps(CLIQUES))
    (tmp_path / "trees.txt").write_text(f"{ANN}\n{PARAPHRASE}\n{BOB}\n")

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["cliques", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


def test_stats(run):
    code, out, err = run("stats", "cliques.json", "--trees", "trees.txt")
    assert (code, err) == (0, "")
    rows = [line.rstrip() for line in out.splitlines()]
    for row in (
        "cliques                     2",
        "sentences a clique          1.500",
        "cliques of a size           1: 1, 2: 1",
        "extractions                 —",
        "vocabulary                  5",
        "words a paraphrase has new  0.333",
        "trees                       3",
        "  labels                    3: VP 4, NP 3, S 3",
    ):
        assert row in rows


def test_stats_of_the_sample_in_json(run):
    code, out, _ = run("stats", "--benchmark", "karat-sample-cliques", "--json")
    found = json.loads(out)
    assert (code, found["cliques_of"], found["cliques"], found["sentences"]) == (0, "karat-sample-cliques", 7, 27)
    assert found["sizes"] == {"3": 1, "4": 6}
    assert (found["extractions"], found["trees"]["trees"]) == (41, 27)
    assert found["mean_size"] == pytest.approx(27 / 7)
