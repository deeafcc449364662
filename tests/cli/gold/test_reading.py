"""What every command of ``karat gold`` reads, refuses and says of formats."""

from __future__ import annotations

import pytest

GOLD = """sent_id:1\tThe ship sails to Bari .
1-->Cluster 1:
[The] ship --> sails to --> Bari
[The] ship --> sails to --> Bari
"""
FIXED = """sent_id:1\tThe ship sails to Bari .
1--> Cluster 1:
[The] ship --> sails to --> Bari
"""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(["stats"], 2, "expected FILE or --benchmark, found neither", id="nothing to count"),
        pytest.param(["stats", "gold.txt", "--benchmark", "karat-sample"], 2, "found both", id="too much to count"),
        pytest.param(["stats", "none.txt"], 1, "none.txt: expected a file, found nothing of that name", id="no file"),
        pytest.param(["lint", "tuples.tsv"], 1, "expected synsets, found tuples", id="tuples are not linted"),
        pytest.param(["lint", "gold.txt", "--fix", "gold.txt"], 1, "the same; --in-place writes", id="onto itself"),
        pytest.param(["lint", "gold.txt", "--fix", "a", "--in-place"], 2, "found both", id="here and there"),
        pytest.param(["agreement", "gold.txt", "tuples.tsv"], 1, "expected synsets, found tuples", id="other gold"),
    ],
)
def test_bad_input(run, arguments, code, message):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert message in " ".join(err.replace("│", " ").split())


def test_an_output_is_not_gold(run, tmp_path):
    (tmp_path / "out.tsv").write_text("1\tAnn\tleft\tUlm\n")
    code, _, err = run("stats", "out.tsv")
    found = "a system's output or cliques; karat gold from makes gold of triples"
    assert (code, err.splitlines()) == (
        1,
        [
            "out.tsv: read as benchie (guessed)",
            f"out.tsv: expected gold: fact synsets or tuples, found {found}",
        ],
    )


@pytest.mark.parametrize(
    ("arguments", "guesses"),
    [
        pytest.param(
            ["stats", "fixed.txt", "tuples.tsv"], ["fixed.txt benchie-gold", "tuples.tsv carb-gold"], id="stats"
        ),
        pytest.param(["stats", "fixed.txt", "--format", "benchie-gold"], [], id="stats, named"),
        pytest.param(["stats", "--benchmark", "karat-sample"], [], id="stats of a benchmark"),
        pytest.param(["lint", "fixed.txt"], ["fixed.txt benchie-gold"], id="lint"),
        pytest.param(["lint", "fixed.txt", "--format", "benchie-gold"], [], id="lint, named"),
        pytest.param(
            ["agreement", "fixed.txt", "gold.txt"], ["fixed.txt benchie-gold", "gold.txt benchie-gold"], id="agreement"
        ),
        pytest.param(["agreement", "fixed.txt", "gold.txt", "--format", "benchie-gold"], [], id="agreement, named"),
    ],
)
def test_guesses_are_printed(run, arguments, guesses):
    code, _, err = run(*arguments)
    expected = [f"{file}: read as {name} (guessed)" for file, name in map(str.split, guesses)]
    assert code == 0
    assert [line for line in err.splitlines() if "(guessed)" in line] == expected


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(["stats", "tuples.tsv", "--format", "benchie-gold"], 1, "tuples.tsv:1: expected", id="stats"),
        pytest.param(
            ["stats", "--benchmark", "karat-sample", "--format", "benchie-gold"],
            2,
            "expected FILE beside it",
            id="both",
        ),
        pytest.param(
            ["agreement", "fixed.txt", "gold.txt", "--format", "benchy"], 1, "unknown format 'benchy'", id="unknown"
        ),
    ],
)
def test_a_format_that_is_named_is_believed(run, arguments, code, message):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert message in " ".join(err.replace("│", " ").split())
