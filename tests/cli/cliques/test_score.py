"""``karat cliques score`` and ``explain``, and cliques in ``karat evaluate``: what is printed, written and refused."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import karat
from karat.benchmarks import sample_path
from karat.cli import main

Run = Callable[..., tuple[int, str, str]]

SAMPLE = ("--published", "--benchmark", "karat-sample-cliques")
QUICK = (*SAMPLE, "--no-intervals")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat`` in a folder of its own; give the exit code, standard output, and error without guesses."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("KARAT_DATA", raising=False)

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(list(map(str, arguments)))
        code = stop.value.code or 0
        assert isinstance(code, int)
        out, err = capsys.readouterr()
        return code, out, "".join(line for line in err.splitlines(keepends=True) if "(guessed)" not in line)

    return run


@pytest.mark.parametrize("command", [("score",), ("explain", "0")])
def test_the_guess_is_said(command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("gold", "out"):
        (tmp_path / f"{name}.json").write_bytes(Path(cliques()).read_bytes())
    for format, said in ((), ["out", "gold"]), (("--format", "robust"), ["gold"]):
        with pytest.raises(SystemExit):
            main(["cliques", *command, f"{tmp_path}/out.json", "--gold", f"{tmp_path}/gold.json", *format])
        expected = [f"{tmp_path}/{name}.json: read as robust (guessed)" for name in said]
        assert capsys.readouterr().err.splitlines() == expected


def cliques(name: str = "cliques") -> str:
    return str(sample_path(f"{name}.json"))


def test_people_judge_inside(run: Run, tmp_path: Path) -> None:
    clique = {"id": 0, "ori_sent": "It opened .", "ori_args": [["opened", "it", "in May"]], "paraphrases": []}
    (tmp_path / "gold.json").write_text(json.dumps([clique]), encoding="utf-8")
    clique["ori_args"] = [["opened", "It", "in May"]]
    (tmp_path / "found.json").write_text(json.dumps([clique]), encoding="utf-8")
    facts = "sent_id:1\tIt opened .\n1--> Cluster 1:\nit --> opened --> in May\n"
    (tmp_path / "facts.txt").write_text(facts, encoding="utf-8")
    command = ("cliques", "explain", "0", "found.json", "--gold", "gold.json")

    def f1(*more: str) -> float:
        code, out, err = run(*command, "--synsets", "facts.txt", *more, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)["members"][0]["systems"][0]["f1"]

    assert f1("--inside", "benchie") == 0
    assert f1("--inside", "BenchIE-p") == 1
    assert f1("--inside", "benchie-P", "--people-steps", "none") == 0
    code, _, err = run(*command, "--people-steps", "none")
    assert (code, "expected --inside benchie-P beside it" in err) == (2, True)


def test_score_and_evaluate_have_the_same_numbers(run: Run) -> None:
    code, scored, err = run("cliques", "score", *QUICK, "--json")
    assert (code, err) == (0, "")
    document = json.loads(scored)
    evaluated = json.loads(run("evaluate", *QUICK, "--json")[1])
    assert {key: document[key] for key in evaluated} == evaluated
    assert [each["system"] for each in document["robustness"]] == ["careful", "greedy", "naive"]
    first = document["robustness"][0]
    assert sum(each["count"] for each in first["bins"]) == first["cliques"] == 7
    assert len(first["by_distance"]["intervals"]) == 5
    delta = document["systems"][0]["scores"][0]["delta"]
    assert set(delta) == {"precision", "recall", "f1", "intervals"}


def test_a_users_own_cliques(run: Run) -> None:
    code, out, _ = run("evaluate", f"mine={cliques('cliques_naive')}", "--gold", cliques(), "--no-intervals", "--json")
    assert code == 0
    (system,) = json.loads(out)["systems"]
    assert system["name"] == "mine"
    assert [score["facet"] for score in system["scores"]] == ["default", "originals", "mean"]


def test_what_is_printed(run: Run) -> None:
    code, out, _ = run("cliques", "score", *QUICK, "--threshold", "0.5")
    assert code == 0
    for text in (
        "Δ to originals",
        "spread < .50",
        "by syntactic distance (HWS)",
        "variance of F1 within 7 cliques",
        "█",
    ):
        assert text in out
    code, out, _ = run("cliques", "score", *QUICK, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 9
    assert [bool(row["delta_f1"]) for row in rows] == [True, False, False] * 3


def test_files(run: Run) -> None:
    code, _, err = run("cliques", "score", *QUICK, "--by-clique", "by.csv", "--output", "run.json")
    assert code == 0
    assert err.splitlines() == ["by.csv: scores of each clique written", "run.json: evaluation written"]
    rows = list(csv.DictReader(io.StringIO(Path("by.csv").read_text())))
    assert len(rows) == 3 * 27
    loaded = karat.load("run.json")
    assert loaded.grounds is not None
    assert loaded.grounds.command is not None
    assert loaded.grounds.command.startswith("karat cliques score")
    worst = [row["sentence"] for row in rows if row["system"] == "naive" and row["worst"] == "1"]
    assert worst == [clique.worst.sentence for clique in loaded["naive"].cliques]
    assert sum(row["original"] == "1" for row in rows) == 3 * 7


@pytest.mark.thorough
def test_a_report(run: Run) -> None:
    pytest.importorskip("altair")
    code, _, err = run("cliques", "score", *QUICK, "--html", "report.html", "--threshold", "0.5")
    assert code == 0
    assert "report.html: report written" in err
    assert "spread &lt; .50" in Path("report.html").read_text(encoding="utf-8")


def bare_gold(name: str = "gold.json") -> None:
    """The sample's cliques, whose last has a paraphrase without tuples."""
    entries = json.loads(Path(cliques()).read_text(encoding="utf-8"))
    entries[-1]["paraphrases"][-1]["args"] = []
    Path(name).write_text(json.dumps(entries), encoding="utf-8")


def test_stand_in_gold_is_called_that_everywhere(run: Run) -> None:
    bare_gold()
    output = cliques("cliques_naive")
    code, _, err = run("cliques", "score", output, "--gold", "gold.json", "--no-intervals")
    assert code == 1
    assert err.splitlines()[-1].startswith(
        "gold.json: expected gold tuples for sentence '26' of clique '24', found none"
    )
    code, out, err = run("cliques", "score", output, "--gold", "gold.json", "--no-intervals", "--stand-in")
    assert code == 0
    assert "robust, stand-in gold" in out
    assert "gold:stand-in" in out
    assert err == "gold: 1 paraphrase with stand-in gold: the original's tuples\n"
    document = json.loads(run("cliques", "score", output, "--gold", "gold.json", "--stand-in", "--json")[1])
    assert document["systems"][0]["scores"][0]["gold"] == "stand-in"


def without_a_paraphrase() -> None:
    entries = json.loads(Path(cliques("cliques_naive")).read_text(encoding="utf-8"))
    entries[0]["paraphrases"].pop()
    Path("out.json").write_text(json.dumps(entries), encoding="utf-8")


@pytest.mark.parametrize("command", [("evaluate",), ("cliques", "score"), ("cliques", "explain", "0")])
def test_a_missing_paraphrase(run: Run, command: tuple[str, ...]) -> None:
    without_a_paraphrase()
    code, out, err = run(*command, "out.json", "--gold", cliques())
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith(
        "out.json: expected sentence '3' of clique '0', found nothing of it: 'The disc"
    )
    code, out, _ = run(*command, "out.json", "--gold", cliques(), "--missing", "empty")
    assert code == 0
    assert out


def test_benchie_inside(run: Run) -> None:
    Path("cliques.json").write_text(
        '[{"id": 0, "ori_sent": "It opened .", "ori_args": [["opened", "It", "May"]], '
        '"paraphrases": [{"id": 1, "sent": "May saw it open .", "args": [["open", "it", "May"]]}]}]'
    )
    Path("synsets.txt").write_text(
        "sent_id:1\tIt opened .\n1--> Cluster 1:\nIt --> opened --> [in] May\n\n"
        "sent_id:2\tMay saw it open .\n2--> Cluster 1:\nit --> opened --> May\n"
    )
    arguments = ("cliques.json", "--gold", "cliques.json", "--inside", "benchie", "--synsets", "synsets.txt")
    code, out, _ = run("cliques", "score", *arguments, "--no-intervals", "--json")
    assert code == 0
    assert [score["f1"] for score in json.loads(out)["systems"][0]["scores"]] == [0, 1, 0.5]
    code, out, _ = run("cliques", "explain", "1", *arguments)
    assert code == 0
    assert "It --> opened --> [in] May" in out
    assert "← worst" in out
    pytest.importorskip("altair")
    code, _, err = run("cliques", "score", *arguments, "--html", "report.html")
    assert (code, err) == (0, "report.html: report written\n")
    assert "Which slot is wrong" in Path("report.html").read_text(encoding="utf-8")


def test_explain(run: Run) -> None:
    code, out, err = run("cliques", "explain", "4", *SAMPLE)
    assert (code, err) == (0, "")
    assert out.count("← worst") == 3
    assert "careful: F1 .909 .774 1.000 .584; the clique counts .584 (sentence 7)" in out
    document = json.loads(run("cliques", "explain", "4", *SAMPLE, "--json")[1])
    assert document["benchmark"] == "karat-sample-cliques"
    assert [member["sentence"]["id"] for member in document["members"]] == ["4", "5", "6", "7"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(("cliques", "score", *QUICK, "--threshold", "2"), 2, "expected more than 0 and at most 1", id="t"),
        pytest.param(
            ("cliques", "score", "--gold", "x.json"), 2, "expected at least one system's output", id="no output"
        ),
        pytest.param(("cliques", "score", "x.json"), 2, "expected --benchmark or --gold, found neither", id="no gold"),
        pytest.param(
            ("cliques", "score", "--published", "--benchmark", "karat-sample"),
            1,
            "karat-sample: expected cliques for robust, found single sentences",
            id="no cliques",
        ),
        pytest.param(
            ("cliques", "explain", "1", "--published", "--benchmark", "karat-sample"),
            1,
            "karat-sample: expected cliques, found single sentences",
            id="no cliques to explain",
        ),
        pytest.param(("cliques", "explain", "404", *SAMPLE), 1, "unknown clique '404'", id="no such clique"),
        pytest.param(
            ("evaluate", "--published", "--benchmark", "karat-sample", "--stand-in"),
            1,
            "karat-sample: expected cliques for --stand-in, found single sentences",
            id="stand-in elsewhere",
        ),
        pytest.param(
            ("evaluate", *QUICK, "--inside", "benchie"),
            1,
            "expected fact synsets for benchie inside, found none; give them with --synsets FILE",
            id="no synsets",
        ),
        pytest.param(
            ("gold", "stats", "--benchmark", "karat-sample-cliques"),
            1,
            "expected synsets or tuples, found cliques; karat cliques stats counts them",
            id="statistics",
        ),
    ],
)
def test_errors(run: Run, arguments: tuple[str, ...], code: int, message: str) -> None:
    found, _, err = run(*arguments)
    assert found == code
    assert message in " ".join(err.replace("│", " ").split())


def test_a_file_that_cannot_be_written_is_said_before_any_is(run: Run) -> None:
    code, out, err = run("cliques", "score", *QUICK, "--by-clique", "all.csv", "--output", "nowhere/run.json")
    assert (code, out) == (1, "")
    assert err.startswith("nowhere/run.json: expected a directory")
    assert list(Path().iterdir()) == []


def test_an_unknown_clique_of_many(run: Run) -> None:
    many = [
        {"id": number, "ori_sent": f"It is {number} .", "ori_args": [["is", "It"]], "paraphrases": []}
        for number in range(1300)
    ]
    Path("many.json").write_text(json.dumps(many))
    code, _, err = run("cliques", "explain", "x", "many.json", "--gold", "many.json")
    assert code == 1
    assert err == ("unknown clique 'x'; many has 1,300, the first of them 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n")


def test_an_output_that_does_not_repeat_its_sentences(run: Run) -> None:
    rows = [
        (text, [" ".join((arguments[0], relation, *arguments[1:])) for relation, *arguments in tuples])
        for each in json.loads(Path(cliques("cliques_naive")).read_text())
        for text, tuples in [
            (each["ori_sent"], each["ori_args"]),
            *((one["sent"], one["args"]) for one in each["paraphrases"]),
        ]
    ]
    triples = [[["It", "is", text] for text in found] for _, found in rows]
    Path("mine.jsonl").write_text("".join(json.dumps(found) + "\n" for found in triples))
    Path("input.txt").write_text("".join(f"{text}\n" for text, _ in rows))
    arguments = ("mine.jsonl", "--gold", cliques(), "--sentences", "input.txt")
    code, out, _ = run("cliques", "score", *arguments, "--no-intervals", "--json")
    assert code == 0
    assert json.loads(out)["systems"][0]["extractions"] == sum(len(found) for _, found in rows)
    code, out, _ = run("cliques", "explain", "4", *arguments)
    assert code == 0
    assert "clique 4 · 4 sentences" in out
    code, _, err = run(
        "cliques", "explain", "4", cliques("cliques_naive"), "--gold", cliques(), "--sentences", "input.txt"
    )
    assert code == 1
    assert "input.txt: expected an output that leaves its sentences out" in err


def test_sentences_and_cliques_are_counted_apart(run: Run) -> None:
    code, out, _ = run("evaluate", *QUICK, "--metric", "robust", "--metric", "carb")
    assert code == 0
    assert out.splitlines()[0] == "karat-sample-cliques · 27 sentences, 7 cliques · 3 systems"


def test_runs_of_cliques_are_compared(run: Run) -> None:
    for name in ("careful", "greedy"):
        run("cliques", "score", cliques(f"cliques_{name}"), "--gold", cliques(), "--output", f"{name}.json")
    code, out, _ = run("compare", "careful.json", "greedy.json", "--json")
    assert code == 0
    found = json.loads(out)["comparisons"]
    assert [(pair["metric"], pair["facet"]) for pair in found] == [
        ("robust", "default"),
        ("robust", "originals"),
        ("robust", "mean"),
    ]
