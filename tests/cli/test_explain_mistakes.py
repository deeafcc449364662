"""``karat explain`` of a whole system: what each kind of mistake costs, its examples, and missed facts."""

from __future__ import annotations

import json

import pytest

from karat.cli import main

GOLD = """sent_id:1\tThe ship sails to Bari .
1--> Cluster 1:
[The] ship --> sails to --> Bari
[The] ship --> sails --> to Bari

sent_id:2\tIt does not rain .
2--> Cluster 1:
It --> does not --> rain

sent_id:3\tAnn left Ulm .
3--> Cluster 1:
Ann --> left --> Ulm
"""
MINE = "1\tship\tsails to\tBari now\n2\tIt\tdoes\train\n"
RIGHT = "1\tThe ship\tsails\tto Bari\n2\tIt\tdoes not\train\n3\tAnn\tleft\tUlm\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat explain`` on two systems; give the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name, text in (("gold.txt", GOLD), ("mine.tsv", MINE), ("right.tsv", RIGHT)):
        (tmp_path / name).write_text(text)

    def run(*arguments, files=("mine.tsv", "right.tsv")):
        with pytest.raises(SystemExit) as stop:
            main(["explain", *files, "--gold", "gold.txt", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


def test_the_overview_begins_with_what_to_fix(run):
    code, out, _ = run()
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "mine on gold, by benchie: F1 .000, 2 wrong extractions, 3 of 3 facts missed"
    assert "too long an object 1 50 % .000 → .400 .000" in lines
    assert "nothing extracted from the sentence 1 33 % .000 → .333" in lines  # 1 of 3 facts, 2 still wrong
    assert "right on gold, by benchie: F1 1.000, 0 wrong extractions, 0 of 3 facts missed" in lines


def test_json_has_every_fix_with_examples(run):
    _, out, _ = run("--json", "--system", "mine")
    document = json.loads(out)
    assert (document["metric"], document["facet"]) == ("benchie", "default")
    (mine,) = document["systems"]
    assert (mine["name"], mine["wrong"], mine["missed"]) == ("mine", 2, 3)
    fixes = {fix["kind"]: fix for fix in mine["fixes"]}
    assert list(fixes) == ["negation", "too long an object", "nothing extracted from the sentence"]
    long = fixes["too long an object"]
    # One fact of three found, one extraction still wrong: F1 is 2 · 1 / (2 + 3).
    assert (long["remedy"], long["extractions"], long["facts"], long["facts_found"]) == ("repair", 1, 1, 1)
    assert long["after"]["f1"] == pytest.approx(2 / 5)
    (example,) = long["examples"]
    assert example["repaired"] == {"subject": "ship", "relation": "sails to", "object": "Bari"}
    assert example["slots"]["object"]["words"] == [["Bari", "same"], ["now", "extra"]]


def test_a_kind_in_any_case_with_its_examples(run):
    code, out, _ = run("--system", "mine", "--kind", "Too Long An Object")
    assert code == 0
    assert out.startswith("mine on gold: too long an object: 1 extraction, F1 .000 → .400\n")
    assert "wrong    (ship; sails to; Bari now)" in out
    assert "object   Bari +now" in out
    _, out, _ = run("--system", "right", "--kind", "negation")
    assert out == "right on gold: no mistake of the kind 'negation'\n"
    _, out, _ = run("--system", "mine", "--kind", "nothing extracted from the sentence", "--json")
    (mine,) = json.loads(out)["systems"]
    assert [(each["sentence"], each["closest"]) for each in mine["fix"]["examples"]] == [("3", None)]


def test_missed_facts_with_the_closest_extraction(run):
    code, out, _ = run("--missed", "--json")
    mine, right = json.loads(out)["systems"]
    assert (code, mine["count"], right["count"]) == (0, 3, 0)
    assert [
        (each["sentence"], each["kind"], each["closest"] and each["closest"]["object"]) for each in mine["missed"]
    ] == [
        ("1", "too long an object", "Bari now"),
        ("2", "negation", "rain"),
        ("3", "nothing extracted from the sentence", None),
    ]
    _, out, _ = run("--missed", "--kind", "negation", "--system", "mine")
    assert out.startswith("mine on gold: 1 fact missed\n\nnegation: 1\n")
    assert "missed    It --> does not --> rain" in out


def test_a_metric_with_its_facet(run, tmp_path):
    (tmp_path / "joined.tsv").write_text("1\tThe ship sails\tto\tBari\n")
    by_slots, joined = (
        json.loads(run("--json", "--metric", metric, files=("joined.tsv",))[1]) for metric in ("benchie", "benchie-c")
    )
    assert (joined["metric"], joined["facet"]) == ("benchie", "C")
    assert (by_slots["systems"][0]["wrong"], joined["systems"][0]["wrong"]) == (1, 0)
    _, out, _ = run("--metric", "Benchie-C", "--sentence", "1", files=("joined.tsv",))
    assert "joined: 1 of 1 synsets found" in out
    assert "right: synset 1 has all its words in order, wherever the slots are divided" in out
    _, out, _ = run("--metric", "benchie-M", "--sentence", "1", files=("right.tsv",))
    assert "wrong: the subject has 'The' beyond what the gold allows" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--kind", "to long object"], 1, "unknown kind 'to long object'; did you mean 'too long an object'?"),
        (["--system", "mien"], 1, "unknown system 'mien'; did you mean 'mine'?"),
        (["--metric", "benchie-X"], 1, "unknown metric 'benchie-X'; did you mean 'benchie-"),
        (["--kind", "case", "--sentence", "1"], 2, "expected no --kind beside it"),
        (["--missed", "--sentence", "1"], 2, "expected no --missed beside it"),
    ],
)
def test_bad_input(run, arguments, code, message):
    found, _, err = run(*arguments)
    assert found == code
    assert message in " ".join(err.replace("│", " ").split())
