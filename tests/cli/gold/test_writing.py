"""``karat gold init`` and ``karat gold from``, and triples as gold of an evaluation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from karat.cli import main

ANN, BO = "Ann founded Bext .", "Bo left Ulm ."
TRIPLES = f"sentence,subject,relation,object\n{ANN},Ann,founded,Bext\n{BO},Bo,left,Ulm\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("sentences.txt").write_text(f"{ANN}\n\n{BO}\n", "utf-8")
    Path("triples.csv").write_text(TRIPLES, "utf-8")
    Path("mine.tsv").write_text("1\tAnn\tfounded\tBext\n2\tBo\tstayed in\tUlm\n", "utf-8")

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main([*arguments])
        return stop.value.code or 0, *capsys.readouterr()

    return run


def test_a_file_to_fill_in(run):
    code, out, err = run("gold", "init", "sentences.txt", "-o", "gold.txt")
    assert (code, out) == (0, "")
    assert err.startswith("gold.txt: 2 sentences written; write the facts of each below it")
    text = Path("gold.txt").read_text("utf-8")
    assert text.startswith("# Gold facts for Karat.")
    assert text.endswith(f"\n\nsentence 1: {ANN}\n\nsentence 2: {BO}\n")
    code, _, err = run("evaluate", "mine.tsv", "--gold", "gold.txt")
    assert code == 1
    assert "gold.txt: expected facts below the sentences" in err
    Path("gold.txt").write_text(f"{text}Bo --> left --> Ulm\n", "utf-8")
    assert run("evaluate", "mine.tsv", "--gold", "gold.txt")[0] == 0


def test_the_instructions_are_gold_themselves(run):
    """What the comments teach can be read: without the signs of comment, it is a gold file."""
    from karat.formats.benchmarks.benchie_gold import INSTRUCTIONS

    lines = [
        line[4:] for line in INSTRUCTIONS.partition("# - ")[0].splitlines() if line.startswith("#   ") or line == "#"
    ]
    Path("gold.txt").write_text("\n".join(lines), "utf-8")
    code, out, _ = run("gold", "stats", "gold.txt", "--json")
    assert code == 0
    (counts,) = json.loads(out)
    assert (counts["sentences"], counts["synsets"], counts["facts"]) == (1, 2, 3)


@pytest.mark.parametrize("command", [("init", "sentences.txt"), ("from", "triples.csv")])
def test_a_file_is_not_written_over(run, command):
    Path("gold.txt").write_text("hours of work", "utf-8")
    code, _, err = run("gold", *command, "-o", "gold.txt")
    assert code == 1
    assert err == "gold.txt: expected a new file to write, found one that exists; --force writes over it\n"
    assert Path("gold.txt").read_text("utf-8") == "hours of work"
    assert run("gold", *command, "-o", "gold.txt", "--force")[0] == 0
    assert ANN in Path("gold.txt").read_text("utf-8")


def test_gold_is_printed_without_a_file(run):
    code, out, _ = run("gold", "from", "triples.csv")
    assert code == 0
    assert out.endswith(f"sentence 1: {ANN}\n\nAnn --> founded --> Bext\n\nsentence 2: {BO}\n\nBo --> left --> Ulm\n")


def test_gold_from_triples_in_json(run):
    Path("triples.json").write_text(json.dumps([{"sentence": ANN, "triples": [["Ann", "founded", "Bext"]]}]), "utf-8")
    code, _, err = run("gold", "from", "triples.json", "-o", "gold.jsonl")
    assert (code, err.splitlines()[1:]) == (
        0,
        ["triples.json: 1 gold triple; each triple is its own fact", "gold.jsonl: 1 sentence with 1 fact written"],
    )
    (line,) = Path("gold.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["facts"] == [{"id": "1", "variants": [["Ann", "founded", "Bext"]]}]


def test_gold_from_numbered_triples(run):
    code, _, err = run("gold", "from", "mine.tsv")
    assert code == 1
    assert "mine.tsv:1: expected the text of the sentence in each row of gold, found only its id, '1'" in err
    code, out, _ = run("gold", "from", "mine.tsv", "--sentences", "sentences.txt")
    assert code == 0
    assert f"sentence 2: {BO}\n\nBo --> stayed in --> Ulm\n" in out


def test_gold_with_named_columns(run):
    Path("other.csv").write_text(f"founded,Ann,Bext,{ANN}\n", "utf-8")
    code, out, _ = run("gold", "from", "other.csv", "--columns", "relation,subject,object,sentence")
    assert code == 0
    assert "Ann --> founded --> Bext" in out


def test_gold_that_has_facts_already(run):
    Path("gold.txt").write_text(f"sentence 1: {ANN}\n\nAnn --> founded --> Bext\n", "utf-8")
    code, _, err = run("gold", "from", "gold.txt")
    assert code == 1
    assert "gold.txt: expected triples, found gold that has facts already (format gold-text)" in err


def test_triples_are_gold_of_an_evaluation(run):
    code, out, err = run("evaluate", "mine.tsv", "--gold", "triples.csv", "--json")
    assert code == 0
    assert "triples: 2 gold triples; each triple is its own fact" in err
    scores = {score["metric"]: score for score in json.loads(out)["systems"][0]["scores"] if score.get("facet") != "C"}
    assert scores["benchie"]["f1"] == 0.5
    assert "carb" in scores


def test_a_table_with_optional_words_is_no_gold_for_carb(run):
    Path("triples.csv").write_text(TRIPLES.replace("founded,Bext", "[has] founded,Bext"), "utf-8")
    code, out, _ = run("evaluate", "mine.tsv", "--gold", "triples.csv", "--json")
    assert code == 0
    assert {score["metric"] for score in json.loads(out)["systems"][0]["scores"]} == {"benchie"}


def test_a_table_in_doubt_is_named_by_its_columns_when_gold_is_made(run):
    """``--columns`` is about outputs, so that the advice for gold is another command, which works."""
    Path("triples.csv").write_text(f"{ANN},0.5,founded,Ann,Bext\n{BO},0.5,left,Bo,Ulm\n", "utf-8")
    code, _, err = run("evaluate", "mine.tsv", "--gold", "triples.csv")
    assert code == 1
    advice = "karat gold from triples.csv --columns sentence,confidence,relation,subject,object -o gold.txt"
    assert err.splitlines()[-1].endswith(f"; name the columns, as in {advice}")
    assert run(*advice.split()[1:])[0] == 0
    assert run("evaluate", "mine.tsv", "--gold", "gold.txt")[0] == 0
