"""``karat cliques explain``: which clique is shown for an id."""

from __future__ import annotations

import json

import pytest

from karat.cli import main


@pytest.fixture
def run(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["cliques", "explain", *arguments, "--published", "--benchmark", "karat-sample-cliques", "--json"])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


def test_a_sentence_shows_its_clique_and_says_so(run):
    code, out, err = run("4")
    assert (code, json.loads(out)["clique"], err) == (0, "4", "")
    whole = json.loads(out)
    sentence = whole["members"][1]["sentence"]["id"]
    code, out, err = run(sentence)
    assert (code, json.loads(out)) == (0, whole)
    assert (
        err
        == f"karat-sample-cliques: no clique is called {sentence}; shown is clique 4, which has a sentence {sentence}\n"
    )
