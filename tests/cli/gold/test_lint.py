"""``karat gold lint``: what is wrong in a gold file, and what is put right."""

from __future__ import annotations

import json

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
OPEN = FIXED + "ship --> sails --> to [Bari\n"


def test_lint(run):
    code, out, _ = run("lint", "gold.txt")
    lines = [line.rstrip() for line in out.splitlines()]
    assert code == 0
    assert lines == [
        "gold.txt:2: warning: repaired: '1-->Cluster 1:' is read as '1--> Cluster 1:'",
        "gold.txt:4: warning: duplicate: '[The] ship --> sails to --> Bari' is also in line 3 of the same synset",
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
    assert out.splitlines()[-1] == "out.txt: written, 2 findings fixed"
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
