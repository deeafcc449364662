from __future__ import annotations

import json

import pytest

import karat
from karat.benchmarks import sample_path
from karat.cli import main

GOLD = """\
sent_id:1\tAnn left Ulm .
1--> Cluster 1:
Ann --> left --> Ulm

sent_id:2\tBob and Cy sang .
2--> Cluster 1:
Bob --> sang --> []
2--> Cluster 2:
Cy --> sang --> []
"""
GOLD = GOLD.replace("[]", "[loudly]")
RIGHT = "1\tAnn\tleft\tUlm\n2\tBob\tsang\tloudly\n"
WRONG = "1\tAnn\tleft\tBonn\n2\tBob\tsang\tloudly\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat evaluate`` in a folder of its own; give the exit code, standard output and error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "gold.txt").write_text(GOLD)
    (tmp_path / "right.tsv").write_text(RIGHT)
    (tmp_path / "wrong.tsv").write_text(WRONG)

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["evaluate", *map(str, arguments)])
        return (stop.value.code or 0, *capsys.readouterr())

    return run


def test_two_systems_on_a_gold_file(run):
    code, out, err = run("right.tsv", "mine=wrong.tsv", "--gold", "gold.txt", "--facet", "default")
    assert code == 0
    assert out.splitlines()[:5] == [
        "gold · 2 sentences · 2 systems · 95 % intervals",
        "",
        "benchie      P                   R                  F1                to best",
        "right    1.000 [.158, 1.000]  .667 [.021, 1.000]  .800 [.114, 1.000]     best",
        "mine      .500 [.000, 1.000]  .333 [.000, .979]   .400 [.000, .999]     −.400",
    ]
    assert err.splitlines() == [
        "right.tsv: read as benchie (guessed)",
        "wrong.tsv: read as benchie (guessed)",
        "gold.txt: read as benchie-gold (guessed)",
        "right: 2 extractions of 2 sentences, 3.0 tokens long on average",
        "mine: 2 extractions of 2 sentences, 3.0 tokens long on average",
    ]


BAD = [
    pytest.param("9\tAnn\tleft\tUlm\n" + RIGHT, ["expected a sentence id of gold, found '9'"], id="unknown id"),
    pytest.param(
        "9\tAnn\tleft\tUlm\n", ["expected a sentence id of gold, found '9'; its ids are 1 to 2; those"], id="all"
    ),
    pytest.param("1\tAnn\tleft\tUlm\tnow\n" + RIGHT, ["bad.tsv", "expected"], id="a tab in the text: five fields"),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_bad_output_is_1_and_named(run, tmp_path, text, said):
    (tmp_path / "bad.tsv").write_text(text)
    code, out, err = run("bad.tsv", "--gold", "gold.txt", "--format", "benchie")
    assert (code, out) == (1, "")
    assert [part for part in said if part not in err.splitlines()[-1]] == []


def test_unknown_ids_can_be_left_out(run, tmp_path):
    (tmp_path / "bad.tsv").write_text("9\tAnn\tleft\tUlm\n" + RIGHT)
    code, out, _ = run("bad.tsv", "--gold", "gold.txt", "--unknown", "ignore")
    assert code == 0
    assert "Warning: bad: 1 extraction of sentences that are not in gold left out" in out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        pytest.param(
            ["right.tsv", "--gold", "none.txt"],
            "none.txt: expected fact synsets, found sentences without any",
            id="a gold file without synsets",
        ),
        pytest.param(
            ["right.tsv", "--gold", "gone.txt"],
            "gone.txt: expected a file, found nothing of that name",
            id="no gold file",
        ),
        pytest.param(
            ["right.tsv", "right=wrong.tsv", "--gold", "gold.txt"],
            "two systems are called 'right': right.tsv and wrong.tsv; expected NAME=FILE for one of them",
            id="two of one name",
        ),
        pytest.param(
            ["careful=right.tsv", "--published", "--benchmark", "karat-sample"],
            "two systems are called 'careful': right.tsv and a published one; expected NAME=FILE for the first",
            id="a published system's name",
        ),
        pytest.param(
            ["=right.tsv", "--gold", "gold.txt"], "=right.tsv: expected FILE or NAME=FILE, found no name", id="no name"
        ),
        pytest.param(["x=", "--gold", "gold.txt"], "x=: expected FILE or NAME=FILE, found no file", id="no file"),
        pytest.param(
            ["right.tsv", "--benchmark", "benchi-en"],
            "unknown benchmark 'benchi-en'; did you mean 'benchie-en'?",
            id="a benchmark misspelt",
        ),
        pytest.param(
            ["right.tsv", "--benchmark", "benchie"],
            "unknown benchmark 'benchie'; did you mean 'benchie-en'?",
            id="a benchmark without its language",
        ),
        pytest.param(
            ["right.tsv", "--gold", "gold.txt", "--view", "clausi"],
            "unknown view 'clausi'; did you mean 'clausie'?",
            id="a view misspelt",
        ),
        pytest.param(
            ["--published", "--benchmark", "lsoie"],
            "lsoie: expected outputs that come with the benchmark, found none",
            id="nothing published",
        ),
        pytest.param(
            ["right.tsv", "--gold", "gold.txt", "--level", "100"],
            "level: expected a confidence from 0.5 to less than 1, such as 0.95, found 1",
            id="a level of everything",
        ),
        pytest.param(
            ["right.tsv", "--gold", "gold.txt", "--encoding", "utf8x"],
            "unknown encoding 'utf8x'",
            id="no such encoding",
        ),
        pytest.param(
            ["right.tsv", "--gold", "gold.txt", "--output", "gone/run.json"],
            "gone/run.json: expected a directory",
            id="nowhere to write",
        ),
        pytest.param(
            ["right.tsv", "--gold", "gold.txt", "--fail-under", "0", "--fail-on", "benchie-X"],
            "unknown metric of this evaluation 'benchie-X'; did you mean",
            id="fail on what is not measured",
        ),
        pytest.param(
            ["right.tsv", "--gold", "gold.txt", "--fail-under", "0", "--fail-on", "benchie:f2"],
            "unknown value 'f2'",
            id="fail on no value",
        ),
    ],
)
def test_bad_input_is_1_and_one_line(run, tmp_path, arguments, line):
    (tmp_path / "none.txt").write_text("sent_id:1\tAnn left Ulm .\n")
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith(line)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["right.tsv"], "expected --benchmark or --gold, found neither", id="no gold"),
        pytest.param(["right.tsv", "--gold", "gold.txt", "--benchmark", "karat-sample"], "found both", id="two golds"),
        pytest.param(["--gold", "gold.txt"], "expected at least one system's output, found none", id="no system"),
        pytest.param(["--published", "--gold", "gold.txt"], "expected --benchmark beside it", id="published, no name"),
        pytest.param(["right.tsv", "--benchmark", "karat-sample", "--carb-gold", "x"], "expected --gold", id="CaRB's"),
        pytest.param(["right.tsv", "--gold", "gold.txt", "--json", "--csv"], "--json and --csv", id="two forms"),
        pytest.param(["right.tsv", "--gold", "gold.txt", "--fail-on", "carb"], "expected --fail-under", id="fail on"),
    ],
)
def test_wrong_usage_is_2(run, arguments, said):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert said in " ".join(err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("options", "code", "lines"),
    [
        pytest.param(["0.3"], 0, [], id="all above"),
        pytest.param(["0.5"], 1, ["wrong: expected benchie f1 of at least 0.5, found .400"], id="one below"),
        pytest.param(
            ["0.81"],
            1,
            [
                "right: expected benchie f1 of at least 0.81, found .800",
                "wrong: expected benchie f1 of at least 0.81, found .400",
            ],
            id="both below",
        ),
        pytest.param(
            ["0.6", "--fail-on", "benchie-C:precision"],
            1,
            ["wrong: expected benchie-C precision of at least 0.6, found .500"],
            id="another metric and value",
        ),
        pytest.param(["0.3", "--fail-on", "benchie-default:recall"], 0, [], id="the default facet by its name"),
    ],
)
def test_fail_under(run, options, code, lines):
    found, out, err = run("right.tsv", "wrong.tsv", "--gold", "gold.txt", "--fail-under", *options)
    assert found == code
    assert "right" in out
    assert [line for line in err.splitlines() if "at least" in line] == lines


def test_a_system_that_says_nothing_has_no_precision(run, tmp_path):
    (tmp_path / "silent.jsonl").write_text('{"karat": "extractions", "sentence_id": "1"}\n')
    code, out, err = run("silent.jsonl", "--gold", "gold.txt", "--fail-under", "0", "--fail-on", "benchie:precision")
    assert code == 1
    # R: (1 − upper end)² = 1/40 for 0 of 2 sentences, if they were of one size. F1 has no precision to be made of.
    assert "benchie    —  .000 [.000, .871]  .000 [—]" in out.splitlines()
    assert err.splitlines()[-1] == "silent: expected benchie precision of at least 0, found —"


def test_an_extraction_of_empty_slots_is_wrong(run, tmp_path):
    (tmp_path / "empty.tsv").write_text("1\t\t\t\n" + RIGHT)
    _, out, _ = run("empty.tsv", "--gold", "gold.txt", "--json")
    assert json.loads(out)["systems"][0]["scores"][0]["counts"] == {"matched": 2, "spurious": 1, "missed": 1}


def test_json_is_the_document_of_the_design(run):
    code, out, _ = run("right.tsv", "wrong.tsv", "--gold", "gold.txt", "--json")
    document = json.loads(out)
    assert code == 0
    assert (document["benchmark"], document["version"]) == ("gold", karat.__version__)
    assert [(system["name"], system["file"]) for system in document["systems"]] == [
        ("right", "right.tsv"),
        ("wrong", "wrong.tsv"),
    ]
    first = document["systems"][0]["scores"][0]
    assert (first["metric"], first["facet"]) == ("benchie", "default")
    assert (first["precision"], first["recall"], first["f1"]) == (1.0, 2 / 3, 0.8)
    assert first["counts"] == {"matched": 2, "spurious": 0, "missed": 1}
    assert set(first["intervals"]) == {"precision", "recall", "f1"}
    assert first["signature"].startswith("benchie|facet:default|credit:first|")
    assert [score["facet"] for score in document["systems"][1]["scores"]] == ["default", "C", "M", "E"]
    compared = document["comparisons"][0]
    assert (compared["a"], compared["b"], compared["metric"], compared["facet"]) == (
        "right",
        "wrong",
        "benchie",
        "default",
    )
    assert compared["difference"] == pytest.approx(0.4)
    assert {"interval", "p", "p_holm"} <= set(compared)


SCHEMA = {
    "metric": str,
    "precision": (float, type(None)),
    "recall": (float, type(None)),
    "f1": (float, type(None)),
    "intervals": dict,
    "counts": dict,
    "signature": str,
}


def test_json_of_the_sample_has_every_field_of_its_type(run):
    code, out, err = run("--published", "--benchmark", "karat-sample", "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert list(document) == ["benchmark", "version", "systems", "comparisons", "rankings"]
    for system in document["systems"]:
        assert [score["metric"] for score in system["scores"]] == ["benchie"] * 4 + ["carb"]
        for score in system["scores"]:
            assert [name for name, kind in SCHEMA.items() if not isinstance(score[name], kind)] == []
            assert all(low <= high for low, high in score["intervals"].values())
        assert "facet" not in system["scores"][-1]
        assert isinstance(system["scores"][-1]["auc"], float)
        assert isinstance(system["scores"][-1]["threshold"], float)
    assert len(document["comparisons"]) == 5 * 3


def test_without_intervals_they_are_null(run):
    _, out, _ = run("right.tsv", "wrong.tsv", "--gold", "gold.txt", "--json", "--no-intervals")
    document = json.loads(out)
    assert document["systems"][0]["scores"][0]["intervals"] == {"precision": None, "recall": None, "f1": None}
    assert document["comparisons"] == []


def test_the_options_reach_the_signature(run):
    _, out, _ = run(
        *("right.tsv", "--gold", "gold.txt", "--json", "--credit", "all", "--nary", "triples", "--explicit-only"),
        *("--resamples", 50, "--seed", 3, "--interval", "percentile", "--level", 0.9, "--facet", "E", "--facet", "C"),
    )
    scores = json.loads(out)["systems"][0]["scores"]
    assert [score["signature"].partition("|v:")[0] for score in scores] == [
        "benchie|facet:C|credit:all|avg:micro|nary:triples|explicit:only",
        "benchie|facet:E|credit:all|avg:micro|nary:triples|explicit:only",
    ]
    assert scores[0]["signature"].endswith("|ci:percentile/50/seed:3/90")


def test_what_is_left_out_is_said_once(run, tmp_path):
    (tmp_path / "implicit.tsv").write_text("1\tAnn\tdeparted\tUlm\n" + RIGHT)
    code, _, err = run("implicit.tsv", "--gold", "gold.txt", "--explicit-only")
    assert code == 0
    assert err.count("implicit extractions left out") == 1


def test_repairs_of_the_gold_are_counted(run, tmp_path):
    (tmp_path / "gold.txt").write_text(GOLD.replace("2--> Cluster 2:", "2-> Cluster 2:"))
    code, _, err = run("right.tsv", "--gold", "gold.txt")
    assert code == 0
    assert "gold.txt: 1 damaged line read with repairs; karat gold lint gold.txt shows them" in err.splitlines()


def test_carbs_gold_beside_a_gold_file(run, tmp_path):
    (tmp_path / "carb.tsv").write_text("Ann left Ulm .\tleft\tAnn\tUlm\nBob and Cy sang .\tsang\tBob and Cy\n")
    code, out, err = run("wrong.tsv", "--gold", "gold.txt", "--carb-gold", "carb.tsv", "--json")
    assert code == 0
    assert "carb.tsv: read as carb-gold (guessed)" in err
    carb = json.loads(out)["systems"][0]["scores"][-1]
    # Ann left Bonn shares 2 of 3 words with its gold, Bob sang loudly 2 of 2 (its third slot has no gold words).
    assert carb["metric"] == "carb"
    assert carb["recall"] == pytest.approx((2 / 3 + 2 / 4) / 2)


def test_what_is_written_can_be_loaded(run, tmp_path):
    code, _, err = run("right.tsv", "wrong.tsv", "--gold", "gold.txt", "--output", "run.json")
    assert code == 0
    assert "run.json: evaluation written" in err
    assert karat.load("run.json") == karat.evaluate(["right.tsv", "wrong.tsv"], gold="gold.txt")


def test_the_printed_evaluation_is_the_table(run):
    sources = {name: sample_path(f"en/{name}.tsv") for name in ("careful", "greedy")}
    _, out, _ = run(*(f"{name}={path}" for name, path in sources.items()), "--benchmark", "karat-sample")
    narrow = str(karat.evaluate(sources, "karat-sample"))
    assert narrow.splitlines()[0] == out.splitlines()[0]
    assert "careful    .708  .560  .626 [.546, .701]   best" in narrow


def test_fail_under_is_a_score(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["evaluate", "--benchmark", "karat-sample", "--published", "--fail-under", "34"])
    assert stop.value.code == 2
    assert "from 0 to 1" in capsys.readouterr().err


@pytest.mark.parametrize("option", [("--seed", 1), ("--resamples", 5), ("--level", 0.9), ("--test", "bootstrap")])
def test_nothing_is_drawn_without_intervals(run, option):
    code, out, err = run("right.tsv", "--gold", "gold.txt", "--no-intervals", *option)
    assert (code, out) == (2, "")
    assert f"expected no {option[0]} beside it" in " ".join(err.split())


def test_the_encoding_is_that_of_files_of_ones_own(run, tmp_path):
    output = tmp_path / "careful.tsv"
    text = sample_path("de/careful.tsv").read_text(encoding="utf-8")
    output.write_text(text, encoding="iso8859-9")
    code, out, _ = run(output, "--benchmark", "karat-sample-de", "--encoding", "iso8859-9", "--json", "--no-intervals")
    expected = run(sample_path("de/careful.tsv"), "--benchmark", "karat-sample-de", "--json", "--no-intervals")[1]
    found, known = (json.loads(text)["systems"][0]["scores"] for text in (out, expected))
    assert code == 0
    assert [score["f1"] for score in found] == [score["f1"] for score in known]


@pytest.mark.parametrize("option", [("--format", "benchie"), ("--encoding", "utf-16")])
def test_published_outputs_have_their_own_format_and_encoding(run, tmp_path, option):
    (tmp_path / "mine.tsv").write_text(
        "1\tThe Danube\tflows through\tVienna\n", encoding=dict([option]).get("--encoding")
    )
    published = ("--benchmark", "karat-sample", "--published", "--no-intervals", "--json")
    code, out, err = run("mine.tsv", *published, *option)
    assert code == 0, err
    mine, *others = json.loads(out)["systems"]
    known = json.loads(run(*published)[1])["systems"]
    assert (mine["name"], mine["extractions"]) == ("mine", 1)
    assert [[score["f1"] for score in each["scores"]] for each in others] == [
        [score["f1"] for score in each["scores"]] for each in known
    ]


def test_what_to_fix_first_stands_below_a_single_system(run, tmp_path):
    (tmp_path / "long.tsv").write_text("1\tAnn\tleft\tUlm by train\n")
    code, out, _ = run("long.tsv", "--gold", "gold.txt", "--facet", "default")
    assert code == 0
    below = out[out.index("What to fix first in long, by benchie:") :].splitlines()
    assert below[1].startswith("  too long an object: 1 extraction, F1 .000 → ")
    _, out, _ = run("right.tsv", "wrong.tsv", "--gold", "gold.txt")
    assert "What to fix first" not in out
    _, out, _ = run("right.tsv", "long.tsv", "--gold", "gold.txt", "--focus", "long")
    assert "What to fix first in long, by benchie:" in out
    document = json.loads(run("right.tsv", "long.tsv", "--gold", "gold.txt", "--focus", "long", "--json")[1])
    assert (document["focus"]["system"], document["focus"]["wrong"]) == ("long", 1)
    assert document["focus"]["fixes"][0]["examples"][0]["kind"] == document["focus"]["fixes"][0]["kind"]
    code, _, err = run("right.tsv", "--gold", "gold.txt", "--focus", "rigth")
    assert (code, "unknown system 'rigth'; did you mean 'right'?" in err) == (1, True)


def test_many_extractions_are_diagnosed_only_when_asked(run, monkeypatch):
    monkeypatch.setattr("karat.cli.printing.MOST_UNASKED", 1)
    _, out, _ = run("wrong.tsv", "--gold", "gold.txt", "--facet", "default")
    assert "What to fix first" not in out
    _, out, _ = run("wrong.tsv", "--gold", "gold.txt", "--facet", "default", "--focus", "wrong")
    assert "What to fix first in wrong" in out
