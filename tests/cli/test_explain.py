from __future__ import annotations

import json

import pytest

from karat.benchmarks import sample_path
from karat.cli import main

GOLD = """sent_id:1\tThe ship sails to Bari .
1--> Cluster 1:
[The] ship --> sails to --> Bari
[The] ship --> sails --> to Bari

sent_id:2\tIt does not rain .
2--> Cluster 1:
It --> does not --> rain
"""
MINE = "1\tthe ship\tsails to\tBari\n1\tThe ship\tsails\tto Bari\n2\tIt\tdoes\train\n"
OTHER = "1\tship\tsails\tBari\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat explain`` beside some files; give the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "gold.txt").write_text(GOLD)
    (tmp_path / "mine.tsv").write_text(MINE)
    (tmp_path / "other.tsv").write_text(OTHER)
    (tmp_path / "bare.txt").write_text("(Ann; left; Ulm)\n")

    def run(*arguments, command="explain"):
        with pytest.raises(SystemExit) as stop:
            main([command, *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


def test_a_system(run):
    code, out, _ = run("mine.tsv", "--gold", "gold.txt", "--json")
    (system,) = json.loads(out)["systems"]
    assert (code, system["name"], system["extractions"], system["wrong"]) == (0, "mine", 3, 2)
    assert system["slot_errors"] == {
        "subject": {"count": 1, "share": 0.5},
        "relation": {"count": 1, "share": 0.5},
        "object": {"count": 0, "share": 0.0},
    }
    assert [(each["kind"], each["count"]) for each in system["near_misses"]] == [("case", 1), ("negation", 1)]


def test_a_sentence_across_systems(run):
    code, out, _ = run("mine.tsv", "second=other.tsv", "--gold", "gold.txt", "--sentence", "1", "--json")
    document = json.loads(out)
    mine, second = document["systems"]
    assert (code, document["sentence"]["id"]) == (0, "1")
    assert mine["found"] == [{"synset": "1", "extractions": [2]}]
    assert mine["missed"] == []
    assert second["found"] == []
    assert [synset["synset"] for synset in second["missed"]] == ["1"]
    assert second["extractions"][0]["reason"] == "wrong: the relation lacks 'to'"


def test_a_sentence_on_the_console(run):
    _, out, _ = run("mine.tsv", "other.tsv", "--gold", "gold.txt", "--sentence", "1")
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[:3] == [
        "sentence 1  The ship sails to Bari .",
        "synset 1  [The] ship --> sails to --> Bari   (2 patterns)",
        "          found by mine through [The] ship --> sails --> to Bari; missed by other",
    ]


def test_an_extraction(run):
    code, out, _ = run("mine.tsv", "--gold", "gold.txt", "--sentence", "2", "--extraction", "1")
    assert code == 0
    assert [line.rstrip() for line in out.splitlines()] == [
        "sentence    2  It does not rain .",
        "extraction  mine 1: (It; does; rain)",
        "verdict     wrong: the relation lacks 'not'",
        "closest     It --> does not --> rain   (synset 1, line 8)",
        "subject     It",
        "relation    does -not",
        "object      rain",
        "near miss   negation: the relation has lost 'not'",
        "+word: too many   -word: wanting   [word]: optional, used",
    ]


def test_a_triple_of_no_system(run):
    code, out, _ = run("--gold", "gold.txt", "--sentence", "1", "--triple", "The ship", "sails to", "Bari", "--json")
    document = json.loads(out)
    assert (code, document["correct"], document["synset"], document["line"]) == (0, True, "1", 3)
    assert document["slots"]["subject"] == {"agrees": True, "words": [["The", "optional"], ["ship", "same"]]}


def test_words_in_common_where_there_is_such_gold(run):
    (code, out, _) = run(
        "--benchmark", "karat-sample", "--sentence", "1", "--triple", "Danube", "flows", "through Vienna", "--json"
    )
    assert code == 0
    assert set(json.loads(out)["carb"]) == {"precision", "recall", "gold"}


def test_an_evaluation_that_was_written_before(run):
    run("mine.tsv", "--gold", "gold.txt", "--output", "run.json", "--no-intervals", command="evaluate")
    assert run("run.json", "--gold", "gold.txt", "--json")[1] == run("mine.tsv", "--gold", "gold.txt", "--json")[1]
    assert run("run.json")[:2] == run("mine.tsv", "--gold", "gold.txt")[:2]


def test_an_evaluation_brings_its_benchmark(run):
    output = str(sample_path("en/careful.tsv"))
    run(output, "--benchmark", "karat-sample", "--output", "run.json", "--no-intervals", command="evaluate")
    code, out, _ = run("run.json", "--sentence", "2", "--extraction", "1")
    assert code == 0
    assert "near miss   slot border" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(["mine.tsv"], 2, "expected --benchmark or --gold, found neither", id="no gold"),
        pytest.param(["--gold", "gold.txt"], 2, "expected at least one system's output", id="no output"),
        pytest.param(
            ["mine.tsv", "--gold", "gold.txt", "--extraction", "1"], 2, "expected --sentence", id="no sentence"
        ),
        pytest.param(
            ["--gold", "gold.txt", "--triple", "a", "b", "c"], 2, "expected --sentence", id="a triple of no sentence"
        ),
        pytest.param(
            ["mine.tsv", "--gold", "gold.txt", "--sentence", "9"],
            1,
            "expected a sentence id of gold, such as 1, 2, found '9'",
            id="unknown sentence",
        ),
        pytest.param(
            ["mine.tsv", "--gold", "gold.txt", "--sentence", "2", "--extraction", "4"],
            1,
            "mine: expected an extraction 4 of sentence 2, found 1",
            id="unknown extraction",
        ),
        pytest.param(
            ["mine.tsv", "mine=other.tsv", "--gold", "gold.txt"], 1, "two systems are called 'mine'", id="one name"
        ),
        pytest.param(
            ["mine.tsv", "--gold", "bare.txt"],
            1,
            "bare.txt:1: expected the text of the sentence in each row of gold, found none",
            id="no gold file",
        ),
    ],
)
def test_bad_input(run, arguments, code, message):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert message in err


@pytest.mark.parametrize(
    ("arguments", "guesses"),
    [
        pytest.param(
            ["mine.tsv", "b=other.tsv", "--gold", "gold.txt"],
            ["mine.tsv benchie", "other.tsv benchie", "gold.txt benchie-gold"],
            id="outputs and gold",
        ),
        pytest.param(["mine.tsv", "--gold", "gold.txt", "--format", "benchie"], ["gold.txt benchie-gold"], id="named"),
        pytest.param(
            ["--gold", "gold.txt", "--sentence", "1", "--triple", "a", "b", "c"], ["gold.txt benchie-gold"], id="triple"
        ),
        pytest.param(["mine.tsv", "--benchmark", "karat-sample"], ["mine.tsv benchie"], id="a benchmark"),
    ],
)
def test_guesses_are_printed(run, arguments, guesses):
    code, _, err = run(*arguments)
    expected = [f"{file}: read as {name} (guessed)" for file, name in map(str.split, guesses)]
    assert code == 0
    assert [line for line in err.splitlines() if "(guessed)" in line] == expected


def test_an_evaluation_is_not_guessed(run, tmp_path):
    assert run("mine.tsv", "--gold", "gold.txt", "--output", "run.json", command="evaluate")[0] == 0
    code, _, err = run("run.json", "--gold", "gold.txt")
    assert (code, err) == (0, "gold.txt: read as benchie-gold (guessed)\n")


def test_an_evaluation_whose_keys_were_sorted(run, tmp_path):
    run("mine.tsv", "--gold", "gold.txt", "--output", "run.json", "--no-intervals", command="evaluate")
    before = run("run.json", "--gold", "gold.txt", "--json")
    document = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps(document, sort_keys=True, indent=2))
    assert before[0] == 0
    assert run("run.json", "--gold", "gold.txt", "--json") == before


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (["--explicit-only"], "run.json: expected a system's output for --explicit-only, found an evaluation"),
        (["--tokens", "exact"], "run.json: expected a system's output for --tokens, found an evaluation"),
        (["--nary", "triples"], "run.json: expected a system's output for --nary, found an evaluation"),
        (["--format", "benchie"], "expected a system's output in format 'benchie', found none"),
    ],
)
def test_what_an_evaluation_has_no_use_for(run, option, said):
    run("mine.tsv", "--gold", "gold.txt", "--output", "run.json", "--no-intervals", command="evaluate")
    code, out, err = run("run.json", "--gold", "gold.txt", *option)
    assert (code, out, err.splitlines()[-1]) == (1, "", said)


HINDI = """sent_id:1\tमीना ने लाल सेब खाया ।
------ Cluster 1 ------
मीना ने --> खाया --> [लाल]{a} सेब
{a} लाल --> property --> सेब
"""


def test_a_benchmark_with_a_rule_of_its_own(run, tmp_path):
    """Verdicts are the rule's, and name its clusters and labels."""
    (tmp_path / "hindi.txt").write_text(HINDI, encoding="utf-8")
    (tmp_path / "short.tsv").write_text("1\tसेब\tखाया\tमीना ने\n1\tराम\tखाया\tसेब\n", encoding="utf-8")
    code, out, _ = run("short.tsv", "--gold", "hindi.txt", "--sentence", "1")
    assert code == 0
    assert "cluster 1  मीना ने --> खाया --> [लाल] सेब" in out
    assert "short: 1 of 1 clusters found, at least in part" in out
    assert "right: cluster 1 states it without the part a, to be made up for by another fact" in out
    code, out, _ = run("short.tsv", "--gold", "hindi.txt", "--sentence", "1", "--extraction", "1", "--json")
    explained = json.loads(out)
    assert (explained["correct"], explained["credited"], explained["synset"]) == (True, ["1"], "1")
    code, out, _ = run("--gold", "hindi.txt", "--sentence", "1", "--triple", "सेब", "खाया", "मीना ने")
    assert (code, "right: cluster 1 states it" in out) == (0, True)


CARB_GOLD = "The ship sails to Bari .\tsails to\tThe ship\tBari\nIt does not rain .\tdoes not rain\tIt\n"


def test_a_metric_of_tuples_shows_what_it_matched(run, tmp_path):
    """(the ship; sails to; Bari) has 4 of the 5 words of the gold tuple; of (The ship; sails; to Bari) it is 3."""
    (tmp_path / "carb.tsv").write_text(CARB_GOLD)
    asked = ("mine.tsv", "--gold", "gold.txt", "--carb-gold", "carb.tsv", "--sentence", "1")
    code, out, _ = run(*asked, "--metric", "carb", "--json")
    document = json.loads(out)
    (system,) = document["systems"]
    assert (code, document["metric"], document["gold"]) == (0, "carb", ["(The ship; sails to; Bari)"])
    assert [(each["gold"], each["credit"]) for each in system["tuples"]] == [(1, 0.8), (None, 0.0)]
    assert system["precision"] == pytest.approx((4 / 5 + 0) / 2)
    assert system["found"] == [0.8]
    code, out, _ = run(*asked, "--metric", "carb")
    assert (code, "→ g1 .80   (the ship; sails to; Bari)" in out) == (0, True)


def test_gold_of_tuples_alone_is_explained_by_its_first_metric(run, tmp_path):
    (tmp_path / "carb.tsv").write_text(CARB_GOLD)
    (tmp_path / "theirs.tsv").write_text("The ship sails to Bari .\t1\tsails to\tThe ship\tBari\n")
    code, out, _ = run("theirs.tsv", "--gold", "carb.tsv", "--sentence", "1", "--json")
    document = json.loads(out)
    assert (code, document["metric"], document["systems"][0]["f1"]) == (0, "carb", 1)
    code, _, err = run("theirs.tsv", "--gold", "carb.tsv")
    assert (code, "expected --sentence ID for carb" in err) == (2, True)


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        pytest.param("crab", "unknown metric 'crab'; did you mean 'carb'?", id="unknown"),
        pytest.param(
            "carb",
            "gold: expected tuples, as CaRB's gold has them, for carb, found facts; --carb-gold FILE adds tuples",
            id="no tuples",
        ),
        pytest.param(
            "robust",
            "gold: expected cliques of sentences, as ROBUST's gold has them, for robust, found facts",
            id="cliques",
        ),
        pytest.param(
            "benchie_hi",
            "gold: expected what the gold of Hindi-BenchIE adds to facts, for benchie_hi, found facts",
            id="statements",
        ),
    ],
)
def test_a_metric_that_cannot_be_explained(run, metric, said):
    code, _, err = run("mine.tsv", "--gold", "gold.txt", "--sentence", "1", "--metric", metric)
    assert (code, said in err) == (1, True), err


def test_a_rule_over_facts_explains_itself(run):
    code, out, _ = run("mine.tsv", "--gold", "gold.txt", "--sentence", "1", "--metric", "benchie_fl", "--json")
    assert code == 0
    assert [each["correct"] for each in json.loads(out)["systems"][0]["extractions"]] == [False, True]


def test_json_whose_parts_are_named_by_paths(run, tmp_path):
    rows = [line.split("\t") for line in MINE.splitlines()]
    items = [dict(zip("nabc", row, strict=True)) for row in rows]
    (tmp_path / "mapped.json").write_text(json.dumps({"all": items}), encoding="utf-8")
    named = ("--map", "items=$.all[*],id=$.n,subject=$.a,relation=$.b,object=$.c")
    asked = ("--gold", "gold.txt", "--sentence", "1", "--json")
    code, out, err = run("mine=mapped.json", *named, *asked)
    assert code == 0, err
    assert json.loads(out) == json.loads(run("mine.tsv", *asked)[1])


def test_what_json_prints_is_no_evaluation(run, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["evaluate", "--published", "--benchmark", "karat-sample", "--no-intervals", "--json"])
    (tmp_path / "run.json").write_text(capsys.readouterr().out)
    code, _, err = run("run.json")
    assert code == 1
    assert err == (
        "run.json: expected an evaluation that `karat evaluate --output` wrote, found what `--json` prints, "
        "which has no extractions\n"
    )


def test_as_people_judge(run):
    code, out, _ = run("mine.tsv", "--gold", "gold.txt", "--sentence", "1", "--metric", "benchie-p", "--json")
    (mine,) = json.loads(out)["systems"]
    assert (code, mine["found"]) == (0, [{"synset": "1", "extractions": [1, 2]}])
    assert "in another spelling" in mine["extractions"][0]["reason"]
    code, out, _ = run("mine.tsv", "--gold", "gold.txt", "--metric", "benchie-P", "--json")
    document = json.loads(out)
    assert (document["facet"], document["systems"][0]["wrong"]) == ("P", 1)


def test_the_steps_of_people(run):
    steps = ("mine.tsv", "--gold", "gold.txt", "--sentence", "1", "--people-steps", "none", "--json")
    code, out, _ = run(*steps, "--metric", "benchie-P")
    assert (code, json.loads(out)["systems"][0]["found"]) == (0, [{"synset": "1", "extractions": [2]}])
    code, _, err = run(*steps)
    assert (code, "expected --metric benchie-P beside it" in err) == (2, True)
    code, _, err = run("mine.tsv", "--gold", "gold.txt", "--metric", "benchie-P", "--people-steps", ",")
    assert (code, err.strip()) == (1, "expected names of steps of facet P, with commas between, found ','")


def test_an_evaluation_is_explained_as_people_judge(run):
    options = ("--facet", "default", "--facet", "P", "--output", "run.json")
    assert run("mine.tsv", "--gold", "gold.txt", *options, command="evaluate")[0] == 0
    code, out, _ = run("run.json", "--gold", "gold.txt", "--sentence", "1", "--metric", "benchie-P", "--json")
    assert (code, json.loads(out)["systems"][0]["missed"]) == (0, [])
