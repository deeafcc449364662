"""``karat score``: coreference and AMR from files to numbers."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

import karat
from karat.cli import main

# Ann met her brother in Ulm. He likes the town.
KEY = """#begin document (tale); part 000
tale 0 Ann (1)
tale 0 met -
tale 0 her (2|(1)
tale 0 brother 2)
tale 0 in -
tale 0 Ulm (3)

tale 1 He (2)
tale 1 likes -
tale 1 the (3
tale 1 town 3)
#end document
#begin document (tale); part 001
tale 0 Ann (1)
tale 0 sleeps -
tale 1 She (1)
#end document
"""
# The town is not found, and he is taken for Ann.
RESPONSE = KEY.replace("He (2)", "He (1)").replace("the (3", "the -").replace("town 3)", "town -")
GRAPHS = """# ::id g1
(s / sleep-01 :ARG0 (c / cat :mod (w / white)))

# ::id g2
(l / like-01 :ARG0 (a / person :name (n / name :op1 "Ann")) :ARG1 (m / milk))
"""

GUESSES = re.compile(r"^.+: read as \S+ \(guessed\)\n", re.MULTILINE)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat score`` beside the files above; give the exit code, the output and what else is said.

    The formats that were guessed are left out; they have a test of their own.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name, text in {
        "key.conll": KEY,
        "mine.conll": RESPONSE,
        "gold.amr": GRAPHS,
        "mine.amr": GRAPHS.replace("white", "black"),
        "yours.amr": "(x / sleep-01 :ARG0 (y / dog))\n\n(x / like-01 :ARG1 (y / milk))\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["score", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, GUESSES.sub("", captured.err)

    return run


def test_it_says_which_formats_were_guessed(run, capsys):
    with pytest.raises(SystemExit):
        main(["score", "amr", "mine.amr", "again=mine.amr", "yours.amr", "--gold", "gold.amr"])
    said = capsys.readouterr().err.splitlines()[:3]
    assert said == [f"{name}.amr: read as penman (guessed)" for name in ("mine", "yours", "gold")]
    with pytest.raises(SystemExit):
        main(["score", "amr", "mine.amr", "--gold", "gold.amr", "--format", "penman", "--gold-format", "penman"])
    assert "guessed" not in capsys.readouterr().err


def test_coreference_in_json(run):
    code, out, err = run("coreference", "mine.conll", "--gold", "key.conll", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["task"] == "coreference"
    (system,) = document["systems"]
    assert (system["name"], system["file"]) == ("mine", "mine.conll")
    scores = {each["metric"]: each for each in system["scores"]}
    assert set(scores) == {"conll", "muc", "b_cubed", "ceaf_phi4", "ceaf_phi3", "lea", "blanc", "mention"}
    # Links of the key: 1 + 1 + 1 and 1; found: Ann-her and Ann-She; predicted: Ann-her-He, Ann-She.
    assert scores["muc"]["counts"] == {"matched": 2, "spurious": 1, "missed": 2}
    assert (scores["muc"]["precision"], scores["muc"]["recall"]) == (pytest.approx(2 / 3), pytest.approx(1 / 2))
    assert scores["mention"]["counts"] == {"matched": 7, "spurious": 0, "missed": 1}
    assert scores["muc"]["intervals"]["f1"] is not None
    assert "singletons:keep" in scores["muc"]["signature"]


def test_the_documents_one_by_one(run):
    _, out, _ = run("coreference", "mine.conll", "--gold", "key.conll", "--json", "--per-document")
    muc = json.loads(out)["systems"][0]["scores"][1]
    assert muc["documents"] == [
        {"document": "tale; part 000", "precision": 0.5, "recall": pytest.approx(1 / 3), "f1": pytest.approx(0.4)},
        {"document": "tale; part 001", "precision": 1.0, "recall": 1.0, "f1": 1.0},
    ]
    _, out, _ = run("coreference", "mine.conll", "--gold", "key.conll", "--per-document", "--resamples", "0")
    table = out.split("coreference · F1 by document\n")[1]
    assert table.split("\n")[1].split() == [
        "mine", "conll", "muc", "b_cubed", "ceaf_phi4", "ceaf_phi3", "lea", "blanc", "mention",
    ]  # fmt: skip
    assert [line[:14] for line in table.split("\n")[2:4]] == ["tale; part 000", "tale; part 001"]


def test_csv_has_a_line_for_each_document(run):
    _, out, _ = run("coreference", "mine.conll", "--gold", "key.conll", "--csv", "--per-document")
    rows = [row for row in csv.DictReader(io.StringIO(out)) if row["metric"] == "muc"]
    assert [(row["document"], row["precision"], row["recall"], row["f1"]) for row in rows[1:]] == [
        ("tale; part 000", "0.5", "0.3333333333333333", "0.4"),
        ("tale; part 001", "1.0", "1.0", "1.0"),
    ]
    _, whole, _ = run("coreference", "mine.conll", "--gold", "key.conll", "--csv")
    (total,) = [row for row in csv.DictReader(io.StringIO(whole)) if row["metric"] == "muc"]
    assert rows[0] == {"document": ""} | total


@pytest.mark.parametrize(
    ("show", "groups"),
    [
        pytest.param("span", ["span", "span-LOC", "span-PER"], id="a metric alone: also each type"),
        pytest.param("span:f1,span_exact-PER:f1", ["span", "span-LOC", "span-PER", "span_exact-PER"], id="a value"),
        pytest.param("span:f1,span-LOC:f1", ["span", "span-LOC"], id="a type named: no other"),
    ],
)
def test_the_types_of_chosen_columns(run, tmp_path, show, groups):
    (tmp_path / "gold.bio").write_text("Ann B-PER\nsleeps O\n\nUlm B-LOC\nshines O\n", encoding="utf-8")
    code, out, _ = run("spans", "gold.bio", "--gold", "gold.bio", "--by-type", "--show", show, "--resamples", "0")
    assert (code, out.splitlines()[2].split()) == (0, groups)


def test_the_table(run):
    code, out, _ = run("amr", "mine.amr", "--gold", "gold.amr", "--resamples", "0", "--signatures")
    assert code == 0
    # 6 and 9 triples with TOP, of which one concept is wrong; mod is turned into domain.
    unwrapped = out.replace("\n  ", "")
    assert re.sub("code:[0-9a-f]{12}", "code:CODE", unwrapped) == (
        "amr · 2 documents · 1 system\n"
        "\n"
        "mine       P     R    F1\n"
        "smatch  .933  .933  .933\n"
        "\n"
        "smatch|def:F[Σ↔{distinct}[φ̃_source × δ_role × (φ̃_model.amr.Variable or δ_str)_target]∘triples]|"
        "match:one_to_one|distinct|avg:micro|empty:undefined|code:CODE|"
        "top:constant|quotes:drop|roles:turn|case:lower|v:0.1.0\n"
    )


def test_smatch_is_proved(run):
    _, out, _ = run("amr", "mine.amr", "--gold", "gold.amr", "--json")
    (smatch,) = json.loads(out)["systems"][0]["scores"]
    assert (smatch["optimal"], smatch["bound"]) == (True, 14)
    assert smatch["counts"] == {"matched": 14, "spurious": 1, "missed": 1}


def test_two_systems_are_compared_and_graphs_without_ids_paired_by_order(run):
    code, out, err = run("amr", "mine.amr", "other=yours.amr", "--gold", "gold.amr", "--json")
    assert code == 0
    assert err == "other: 2 documents paired with the gold by their order, since one side has no ids\n"
    document = json.loads(out)
    assert [system["name"] for system in document["systems"]] == ["mine", "other"]
    (comparison,) = document["comparisons"]
    assert (comparison["a"], comparison["b"], comparison["metric"]) == ("mine", "other", "smatch")


def test_conventions_and_subscores(run):
    _, out, _ = run(
        "amr", "mine.amr", "--gold", "gold.amr", "--json", "--top", "none", "--quotes", "keep", "--subscores"
    )
    scores = {each["metric"]: each for each in json.loads(out)["systems"][0]["scores"]}
    assert scores["smatch"]["counts"] == {"matched": 12, "spurious": 1, "missed": 1}
    assert "top:none|quotes:keep" in scores["smatch"]["signature"]
    assert scores["smatch_concepts"]["counts"] == {"matched": 6, "spurious": 1, "missed": 1}
    assert scores["smatch_named_entities"]["f1"] == 1
    assert len(scores) == 9
    _, out, _ = run("amr", "mine.amr", "--gold", "gold.amr", "--json", "--preset", "smatch-1.0.2")
    assert "top:concept|quotes:drop" in out


@pytest.mark.parametrize("form", ["--markdown", "--latex"])
def test_tables_for_papers(run, form):
    code, out, _ = run("coreference", "mine.conll", "--gold", "key.conll", form, "--resamples", "0")
    assert code == 0
    assert "muc" in out
    assert ".571" in out


def test_csv(run):
    _, out, _ = run("coreference", "mine.conll", "--gold", "key.conll", "--csv", "--resamples", "0")
    rows = {row["metric"]: row for row in csv.DictReader(io.StringIO(out))}
    assert float(rows["muc"]["f1"]) == pytest.approx(4 / 7)


def test_what_is_written_can_be_loaded(run, tmp_path):
    from karat import load

    code, _, err = run("coreference", "mine.conll", "--gold", "key.conll", "--output", "run.json")
    assert (code, err) == (0, "run.json: evaluation written\n")
    assert load(tmp_path / "run.json")["mine"]["muc"].f1.value == pytest.approx(4 / 7)


def test_macro(run):
    _, out, _ = run("coreference", "mine.conll", "--gold", "key.conll", "--json", "--average", "macro")
    assert json.loads(out)["systems"][0]["scores"][1]["f1"] == pytest.approx((0.4 + 1) / 2)


def test_a_document_is_explained(run):
    code, out, _ = run("coreference", "mine.conll", "--gold", "key.conll", "--explain", "tale; part 000")
    assert code == 0
    assert out.splitlines()[1:] == [
        "  0 of 3 gold entities found whole; 3 predicted",
        '  split: the gold entity {"her brother" [2–3], "He" [6]} is in 2 predicted ones',
        '    {"her brother" [2–3]}',
        '    {"He" [6]}',
        '  merged: the predicted entity {"Ann" [0], "her" [2], "He" [6]} joins 2 gold ones',
        '    {"Ann" [0], "her" [2]}',
        '    {"He" [6]}',
        '  missing mentions: "the town" [8–9]',
    ]
    _, out, _ = run("amr", "mine.amr", "--gold", "gold.amr", "--explain", "g1", "--json")
    (found,) = json.loads(out)
    assert found["only_predicted"] == [["w", "instance", "black"]]
    assert sorted(found["variables"]) == [["c", "c"], ["s", "s"], ["w", "w"]]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(["coreference", "mine.conll"], 2, "--gold", id="no gold"),
        pytest.param(["coreference", "--gold", "key.conll"], 2, "PREDICTED", id="no prediction"),
        pytest.param(["corference", "a", "--gold", "b"], 2, "corference", id="no such task"),
        pytest.param(
            ["coreference", "mine.conll", "--gold", "key.conll", "--top", "none"], 2, "--top", id="other task"
        ),
        pytest.param(
            ["coreference", "mine.conll", "--gold", "key.conll", "--json", "--csv"],
            2,
            "--json and --csv",
            id="two forms",
        ),
        pytest.param(
            ["coreference", "mine.conll", "--gold", "key.conll", "--explain", "tale; part 001", "--latex"],
            2,
            "expected text or --json",
            id="an explanation in LaTeX",
        ),
        pytest.param(
            ["coreference", "none.conll", "--gold", "key.conll"],
            1,
            "none.conll: expected a file, found nothing of that name",
            id="no file",
        ),
        pytest.param(
            ["coreference", "mine.conll", "--gold", "gold.amr"],
            1,
            "gold.amr:1: expected coreference in one of",
            id="kind",
        ),
        pytest.param(
            ["amr", "mine.amr", "--gold", "gold.amr", "--format", "pennman"],
            1,
            "unknown format of amr 'pennman'; did you mean 'penman'?",
            id="no such format",
        ),
        pytest.param(
            ["amr", "mine.amr", "--gold", "gold.amr", "--explain", "g9"],
            1,
            "unknown document 'g9'",
            id="no such document",
        ),
    ],
)
def test_wrong_use(run, arguments, code, message):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert message in err


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        pytest.param(
            "bad.conll", KEY.replace("town 3)", "town -"), "bad.conll:11: expected 3) to close (3", id="unclosed"
        ),
        pytest.param(
            "bad.conll",
            KEY.split("#begin document (tale); part 001")[0],
            "found none for 'tale; part 001'",
            id="missing",
        ),
    ],
)
def test_bad_files(run, tmp_path, file, text, message):
    (tmp_path / file).write_text(text, encoding="utf-8")
    code, _, err = run("coreference", file, "--gold", "key.conll")
    assert code == 1
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_mention_twice_is_refused_in_gold_only(run, tmp_path):
    (tmp_path / "twice.conll").write_text(
        KEY.replace("Ann (1)\ntale 0 met", "Ann (1)(3)\ntale 0 met"), encoding="utf-8"
    )
    assert run("coreference", "twice.conll", "--gold", "key.conll")[0] == 0
    code, _, err = run("coreference", "mine.conll", "--gold", "twice.conll")
    assert code == 1
    assert err == (
        "twice.conll:2: expected each mention of the gold once, "
        "found token 0 in entity '3' and before in '1' (line 2)\n"
    )


def test_cycles_are_refused_where_asked(run, tmp_path):
    (tmp_path / "cycle.amr").write_text("# ::id g1\n(s / sleep-01 :ARG0 (c / cat :ARG0 s))\n", encoding="utf-8")
    assert run("amr", "cycle.amr", "--gold", "cycle.amr")[0] == 0
    code, _, err = run("amr", "cycle.amr", "--gold", "cycle.amr", "--cycles", "refuse")
    assert (code, err) == (1, "cycle.amr:2: expected a graph without cycles, found the cycle s → c → s\n")


@pytest.mark.parametrize(
    "option",
    [("--output", "run.json"), ("--per-document",), ("--seed", "1"), ("--average", "macro"), ("--level", "0.9")],
)
def test_what_an_explanation_has_no_use_for(run, option):
    code, out, err = run("coreference", "mine.conll", "--gold", "key.conll", "--explain", "tale; part 000", *option)
    assert (code, out) == (2, "")
    assert f"expected no {option[0]} beside it" in " ".join(err.split())


def test_explain_points_a_run_of_a_task_to_score(run, capsys):
    run("amr", "mine.amr", "--gold", "gold.amr", "--output", "run.json")
    with pytest.raises(SystemExit) as stop:
        main(["explain", "run.json"])
    assert stop.value.code == 1
    assert capsys.readouterr().err == (
        "run.json: expected an evaluation of extractions, found one of amr; "
        "`karat score amr PREDICTED --gold GOLD --explain DOCUMENT` explains a document\n"
    )


def test_a_subscore_of_nothing_is_undefined(run):
    _, out, _ = run("amr", "mine.amr", "--gold", "gold.amr", "--subscores", "--json")
    scores = {each["metric"]: each for each in json.loads(out)["systems"][0]["scores"]}
    assert [scores["smatch_negation"][value] for value in ("precision", "recall", "f1")] == [None, None, None]
    assert scores["smatch_named_entities"]["f1"] == 1


def test_signatures_are_short_unless_asked_for(run):
    _, out, _ = run("amr", "mine.amr", "--gold", "gold.amr", "--resamples", "0")
    assert out.splitlines()[-1].startswith(f"smatch|v:{karat.__version__}  (without choices at their defaults")
