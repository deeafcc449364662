from __future__ import annotations

import json

import pytest

from karat.cli import main

GOLD = """sent_id:1\tThe ship sails to Bari .
1-->Cluster 1:
[The] ship --> sails to --> Bari
[The] ship --> sails to --> Bari
"""
FIXED = """sent_id:1\tThe ship sails to Bari .
1--> Cluster 1:
[The] ship --> sails to --> Bari
"""
OPEN = FIXED + "ship --> sails --> to [Bari\n"
TUPLES = "The ship sails to Bari .\tsails\tThe ship\tto Bari\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat gold`` beside some files; give the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in (("gold.txt", GOLD), ("fixed.txt", FIXED), ("open.txt", OPEN), ("tuples.tsv", TUPLES)):
        (tmp_path / name).write_text(text)

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["gold", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


def test_statistics(run):
    code, out, err = run("stats", "gold.txt", "tuples.tsv", "--json")
    facts, tuples = json.loads(out)
    assert code == 0
    assert err.splitlines() == [
        "gold.txt: read as benchie-gold (guessed)",
        "tuples.tsv: read as carb-gold (guessed)",
        "gold.txt: 1 damaged line read with repairs; karat gold lint shows them",
    ]
    assert {name: facts[name] for name in ("kind", "synsets", "facts", "extractions", "written_per_synset")} == {
        "kind": "synsets",
        "synsets": 1,
        "facts": 2,
        "extractions": 2,
        "written_per_synset": 2,
    }
    assert facts["extraction_lengths"] == {"count": 2, "mean": 4.5, "median": 4.5, "longest": 5}
    assert (tuples["kind"], tuples["tuples"], tuples["tuple_lengths"]["mean"]) == ("tuples", 1, 5)


def test_statistics_of_a_benchmark(run):
    code, out, _ = run("stats", "--benchmark", "karat-sample", "--json")
    facts, tuples = json.loads(out)
    assert (code, facts["synsets"], facts["extractions"], tuples["tuples"]) == (0, 91, 2599, 57)


def test_lint(run):
    code, out, _ = run("lint", "gold.txt")
    lines = [line.rstrip() for line in out.splitlines()]
    assert code == 0
    assert lines == [
        "gold.txt:2: warning: repaired: '1-->Cluster 1:' is read as '1--> Cluster 1:'",
        "gold.txt:4: warning: duplicate: '[The] ship --> sails to --> Bari' stands in line 3 of the same synset",
        "kind       level    found",
        "─────────────────────────",
        "repaired   warning      1",
        "duplicate  warning      1",
    ]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(["gold.txt"], 0, id="warnings"),
        pytest.param(["gold.txt", "--strict"], 1, id="warnings, strict"),
        pytest.param(["open.txt"], 1, id="an error"),
        pytest.param(["fixed.txt", "--strict"], 0, id="nothing"),
        pytest.param(["gold.txt", "--strict", "--fix", "out.txt"], 0, id="all put right"),
    ],
)
def test_exit_codes(run, arguments, code):
    assert run("lint", *arguments)[0] == code


def test_nothing_found(run):
    assert run("lint", "fixed.txt")[1] == "fixed.txt: nothing found\n"


def test_fixing_into_another_file(run, tmp_path):
    code, out, _ = run("lint", "gold.txt", "--fix", "out.txt")
    assert code == 0
    assert out.splitlines()[-1] == "out.txt: written, 2 findings put right"
    assert (tmp_path / "out.txt").read_text() == FIXED
    assert (tmp_path / "gold.txt").read_text() == GOLD


def test_fixing_in_place(run, tmp_path):
    assert run("lint", "gold.txt", "--in-place")[0] == 0
    assert (tmp_path / "gold.txt").read_text() == FIXED


def test_lint_as_json(run):
    code, out, _ = run("lint", "open.txt", "--json")
    document = json.loads(out)
    assert (code, document["counts"], document["written"]) == (1, {"unreadable": 1}, None)
    assert document["findings"] == [
        {
            "line": 4,
            "kind": "unreadable",
            "level": "error",
            "message": "expected a ']' that closes '[Bari', found 'to [Bari'",
            "fixed": False,
        }
    ]


def test_hints_are_counted_and_shown_on_request(run, tmp_path):
    (tmp_path / "hint.txt").write_text(FIXED + "boat --> sails to --> Bari\n")
    assert "hint.txt:4" not in run("lint", "hint.txt")[1]
    assert "hint.txt:4: hint: implicit: not in the sentence: 'boat'\n" in run("lint", "hint.txt", "--hints")[1]


def test_agreement(run, tmp_path):
    (tmp_path / "other.txt").write_text(
        "sent_id:1\tThe ship sails to Bari .\n1--> Cluster 1:\nship --> sails to --> Bari\n"
        "1--> Cluster 2:\nThe --> sails --> to\n\nsent_id:2\tMore .\n"
    )
    code, out, err = run("agreement", "fixed.txt", "other.txt")
    assert code == 0
    assert err.splitlines() == [
        "fixed.txt: read as benchie-gold (guessed)",
        "other.txt: read as benchie-gold (guessed)",
        "other.txt: sentences left out that fixed.txt has not got: 1",
    ]
    assert [line.rstrip() for line in out.splitlines()] == [
        "A: fixed.txt",
        "B: other.txt",
        "1 sentence",
        "                       synsets  share  95 % interval",
        "────────────────────────────────────────────────────",
        "facts of A that B has   1 of 1  1.000              —",
        "facts of B that A has   1 of 2  0.500              —",
        "agreement                       0.750              —",
        "—: undefined, or no interval, because fewer than two sentences (documents, cliques) bear on it",
        "fact-agreement|match:shared_expansion|avg:micro|ci:korn-graubard/95|v:0.1.0",
    ]
    document = json.loads(run("agreement", "fixed.txt", "other.txt", "--json")[1])
    assert (document["recall_a"], document["recall_b"], document["agreement"]) == (1, 0.5, 0.75)
    assert document["counts"] == {"covered_a": 1, "synsets_a": 1, "covered_b": 1, "synsets_b": 2}
    assert (document["only_a"], document["only_b"]) == ([], ["2"])


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(["stats"], 2, "expected FILE or --benchmark, found neither", id="nothing to count"),
        pytest.param(["stats", "gold.txt", "--benchmark", "karat-sample"], 2, "found both", id="too much to count"),
        pytest.param(["stats", "none.txt"], 1, "none.txt: expected a file, found nothing of that name", id="no file"),
        pytest.param(["lint", "tuples.tsv"], 1, "expected synsets, found tuples", id="tuples are not linted"),
        pytest.param(["lint", "gold.txt", "--fix", "gold.txt"], 2, "or --in-place", id="onto itself"),
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
    assert (code, err.splitlines()) == (
        1,
        [
            "out.tsv: read as benchie (guessed)",
            "out.tsv: expected gold: fact synsets or tuples, found a system's output or cliques",
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
