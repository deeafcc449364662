from __future__ import annotations

import json

import pytest

import karat
from karat.benchmarks import sample_path
from karat.cli import main


def evaluated(*names, language="en", benchmark="karat-sample", **options):
    return karat.evaluate({name: sample_path(f"{language}/{name}.tsv") for name in names}, benchmark, **options)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Evaluations on the sample, written."""
    folder = tmp_path_factory.mktemp("runs")
    evaluated("careful", "naive").to_json(folder / "monday.json")
    evaluated("greedy").to_json(folder / "tuesday.json")
    evaluated("careful", language="de", benchmark="karat-sample-de").to_json(folder / "german.json")
    evaluated("greedy", options=karat.Options(credit="all")).to_json(folder / "credit.json")
    evaluated("greedy", options=karat.Options(facets=("C",))).to_json(folder / "facet.json")
    evaluated("greedy", resampling=None).to_json(folder / "bare.json")
    evaluated("greedy", resampling=karat.Resampling(seed=7, resamples=500)).to_json(folder / "seed.json")
    (folder / "again").mkdir()
    evaluated("greedy").to_json(folder / "again" / "tuesday.json")
    whole = (folder / "monday.json").read_text()
    (folder / "cut.json").write_text(whole[: len(whole) // 2])
    (folder / "other.json").write_text('{"karat": "something else"}')
    document = json.loads(whole)
    del document["systems"][0]["scores"][0]["masses"][3]
    (folder / "short.json").write_text(json.dumps(document))
    document = json.loads(whole)
    document["systems"][0]["scores"][0]["masses"][0][3] = 99
    (folder / "gold.json").write_text(json.dumps(document))
    return folder


@pytest.fixture
def run(runs, monkeypatch, capsys):
    """Run ``karat compare`` among the evaluations; give the exit code, standard output and error."""
    monkeypatch.chdir(runs)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["compare", *arguments])
        return (stop.value.code or 0, *capsys.readouterr())

    return run


def rows(out, section):
    """The rows of a section, without their numbers."""
    lines = out.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"{section} "))
    found = []
    for line in lines[start + 1 :]:
        if not line:
            return found
        found.append(line.partition("  ")[0])
    return found


def test_two_files(run):
    code, out, err = run("monday.json", "tuesday.json")
    assert (code, err) == (0, "")
    assert out.startswith("karat-sample · 3 systems · 3 pairs · 95 % intervals\n")
    assert rows(out, "benchie-C") == ["careful − naive", "careful − greedy", "naive − greedy"]


def test_it_is_what_one_evaluation_of_all_says(run):
    _, out, _ = run("monday.json", "tuesday.json", "--json")
    together = evaluated("careful", "naive", "greedy")
    document = json.loads(out)
    assert list(document) == ["benchmark", "version", "systems", "warnings", "value", "comparisons"]
    assert [(each["difference"], each["p"], each["p_holm"]) for each in document["comparisons"]] == [
        (pair.comparison.difference, pair.comparison.p, pair.comparison.p_holm) for pair in together.comparisons
    ]


def test_two_systems_of_one_file_by_one_metric(run):
    code, out, err = run("monday.json", "--metric", "benchie-C", "--system", "naive", "--system", "careful")
    assert (code, err) == (0, "")
    assert rows(out, "naive − careful") == ["benchie-C"]


def test_the_value_compared(run):
    _, out, _ = run("monday.json", "--value", "recall", "--json")
    document = json.loads(out)
    one = karat.load("monday.json").compare("careful", "naive", value="recall")
    assert document["value"] == "recall"
    assert document["comparisons"][0]["difference"] == one.difference
    assert document["comparisons"][0]["p"] == one.p


@pytest.mark.parametrize(
    ("files", "names"),
    [
        pytest.param(["monday.json", "monday.json"], None, id="a file with itself"),
        pytest.param(
            ["credit.json", "seed.json"],
            ["credit:greedy − seed:greedy"],
            id="by the files' stems",
        ),
        pytest.param(
            ["tuesday.json", "again/tuesday.json"],
            ["tuesday.json:greedy − again/tuesday.json:greedy"],
            id="by their paths, where the stems are the same",
        ),
    ],
)
def test_a_name_in_several_files(run, files, names):
    code, out, err = run(*files, "--metric", "benchie")
    if names is None:
        assert (code, err) == (
            1,
            "two systems are called 'monday.json:careful': expected another name in each evaluation\n",
        )
    else:
        assert code == 0
        assert out.splitlines()[2].startswith(names[0])


def test_different_choices_are_named(run):
    code, _, err = run("monday.json", "credit.json", "--metric", "benchie", "--system", "careful", "--system", "greedy")
    assert code == 0
    assert err == "benchie: scored by different choices: careful credit:first; greedy credit:all\n"


def test_metrics_in_common(run):
    _, out, _ = run("monday.json", "facet.json", "--json")
    assert {(each["metric"], each.get("facet")) for each in json.loads(out)["comparisons"]} == {
        ("benchie", "C"),
        ("carb", None),
    }


@pytest.mark.parametrize("other", ["bare.json", "seed.json"])
def test_intervals_are_drawn_alike(run, other):
    code, _, err = run("monday.json", other, "--output", "merged.json")
    assert (code, err) == (0, "merged.json: evaluation written\n")
    merged = karat.load("merged.json")
    assert merged["greedy"].f1 == evaluated("greedy")["greedy"].f1
    assert merged == evaluated("careful", "naive").merged(evaluated("greedy"))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        pytest.param(
            ["monday.json", "german.json"],
            "german: expected an evaluation on karat-sample, as monday, found karat-sample-de",
            id="another benchmark",
        ),
        pytest.param(
            ["tuesday.json", "gold.json"],
            "gold: benchie: expected the gold of tuesday, found other gold of sentence 1",
            id="other gold",
        ),
        pytest.param(
            ["tuesday.json"], "tuesday.json: expected at least two systems to compare, found one: greedy", id="one"
        ),
        pytest.param(["gone.json"], "gone.json: expected an evaluation, found no file", id="no file"),
        pytest.param(["cut.json"], "cut.json:1: expected an evaluation in JSON, found", id="cut off"),
        pytest.param(
            ["other.json"],
            "other.json: expected an evaluation that `karat evaluate --output` wrote, found another document",
            id="another document",
        ),
        pytest.param(
            ["short.json"],
            "short.json: expected 24 rows, one for each sentence in systems[0].scores[0].masses, found 23",
            id="a sentence too few",
        ),
        pytest.param(
            ["monday.json", "--system", "carefull"], "unknown system 'carefull'; did you mean 'careful'?", id="system"
        ),
        pytest.param(
            ["monday.json", "--metric", "benchie-c"],
            "unknown metric of this evaluation 'benchie-c'; did you mean 'benchie",
            id="metric",
        ),
    ],
)
def test_bad_input_is_1_and_one_line(run, arguments, line):
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith(line)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="no file"),
        pytest.param(["monday.json", "--json", "--csv"], id="two forms"),
        pytest.param(["monday.json", "--output", "x.json", "--value", "recall"], id="what a run does not keep"),
    ],
)
def test_wrong_usage_is_2(run, arguments):
    assert run(*arguments)[:2] == (2, "")


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        pytest.param(["--facet", "C"], [("benchie", "C")], id="of all metrics that have it"),
        pytest.param(["--metric", "benchie", "--facet", "M"], [("benchie", "M")], id="of one metric"),
        pytest.param(
            ["--facet", "default", "--facet", "E"], [("benchie", "default"), ("benchie", "E")], id="two of them"
        ),
        pytest.param(["--metric", "benchie-default"], [("benchie", "default")], id="the default by its label"),
    ],
)
def test_facets(run, arguments, keys):
    code, out, _ = run("monday.json", *arguments, "--json")
    assert code == 0
    found = json.loads(out)["comparisons"]
    assert [(each["metric"], each["facet"]) for each in found] == keys
    whole = karat.load("monday.json")
    for each in found:
        expected = whole.compare("careful", "naive", each["metric"], each["facet"])
        assert each["difference"] == expected.difference


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["--facet", "X"], "unknown facet 'X'", id="no such facet"),
        pytest.param(
            ["--facet", "C", "--metric", "carb"], "unknown metric with facets 'carb'", id="a metric without facets"
        ),
        pytest.param(["--facet", "C", "--metric", "crab"], "unknown metric with facets 'crab'", id="no such metric"),
    ],
)
def test_facets_that_are_not_there(run, arguments, said):
    code, out, err = run("monday.json", *arguments)
    assert (code, out) == (1, "")
    assert said in err


def test_facts_that_only_one_of_two_systems_finds(run):
    code, out, _ = run("monday.json", "tuesday.json", "--system", "careful", "--system", "greedy", "--facts", "--json")
    document = json.loads(out)
    assert (code, document["a"], document["b"], document["metric"], document["facet"]) == (
        0,
        "careful",
        "greedy",
        "benchie",
        "default",
    )
    counts = document["counts"]
    evaluation = evaluated("careful", "greedy", resampling=None)
    found = {name: evaluation[name]["benchie"].counts["matched"] for name in ("careful", "greedy")}
    assert counts["both"] + counts["only_a"] == found["careful"]
    assert counts["both"] + counts["only_b"] == found["greedy"]
    assert sum(counts.values()) == evaluation["careful"]["benchie"].score.gold
    assert (len(document["only_a"]), len(document["only_b"])) == (counts["only_a"], counts["only_b"])
    assert all(fact["found_by"] and fact["missed"]["kind"] for fact in document["only_a"])
    _, out, _ = run("monday.json", "--facts", "--metric", "benchie-C", "--examples", "1", "--json")
    document = json.loads(out)
    assert (document["facet"], len(document["only_a"])) == ("C", 1)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["monday.json", "tuesday.json", "--facts"], 1, "expected two systems for --facts, named by --system, found 3"),
        (["monday.json", "--facts", "--csv"], 2, "expected no --csv beside it"),
        (["monday.json", "--facts", "--test", "bootstrap"], 2, "expected no --test beside it"),
        (["monday.json", "--examples", "3"], 2, "expected --facts beside it"),
        (["monday.json", "--facts", "--metric", "carb"], 1, "expected a measurement by a metric of fact synsets"),
    ],
)
def test_what_facts_need(run, arguments, code, message):
    found, _, err = run(*arguments)
    assert found == code
    assert message in " ".join(err.replace("│", " ").split())
