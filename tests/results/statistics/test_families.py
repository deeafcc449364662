"""Families of systems: given with a name, by option or in Python; their means in every form of the results."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from karat.benchmarks import sample_path
from karat.cli import main
from karat.errors import InputError, UnknownNameError
from karat.results import Evaluation, evaluate, load
from karat.results.tasks.scoring import score

NAMES = ("careful", "greedy", "naive")
FILES = {name: sample_path(f"en/{name}.tsv") for name in NAMES}
CLIQUES = {name: sample_path(f"cliques_{name}.json") for name in NAMES}


@pytest.fixture(scope="module")
def grouped() -> Evaluation:
    named = {"careful@slow": FILES["careful"], "greedy@fast": FILES["greedy"], "naive@fast": FILES["naive"]}
    return evaluate(named, "karat-sample", resampling=None)


def test_a_family_is_given_with_the_name(grouped: Evaluation) -> None:
    assert [(system.name, system.family) for system in grouped] == [
        ("careful", "slow"),
        ("greedy", "fast"),
        ("naive", "fast"),
    ]
    assert [(family.name, family.systems) for family in grouped.families] == [
        ("slow", ("careful",)),
        ("fast", ("greedy", "naive")),
    ]


@pytest.mark.parametrize("metric", [("benchie", "default"), ("benchie", "C"), ("carb", None)])
@pytest.mark.parametrize("value", ["precision", "recall", "f1"])
def test_a_mean_is_over_the_systems_of_the_family(
    grouped: Evaluation, metric: tuple[str, str | None], value: str
) -> None:
    fast = grouped.families[1]
    greedy, naive = (getattr(grouped[name][metric], value).value for name in fast.systems)
    assert getattr(fast[metric], value) == pytest.approx((greedy + naive) / 2)


def test_the_mean_of_what_carb_gives_over_benchie(grouped: Evaluation) -> None:
    greedy, naive = (grouped[name].overestimate for name in ("greedy", "naive"))
    assert greedy is not None
    assert naive is not None
    assert grouped.families[1].overestimate == pytest.approx((greedy + naive) / 2)


def test_the_mean_delta_of_cliques() -> None:
    found = evaluate(CLIQUES, "karat-sample-cliques", families={"fast": ["greedy", "naive"]}, resampling=None)
    deltas = [found[name]["robust"].delta for name in ("greedy", "naive")]
    mean = found.families[0]["robust"].delta
    assert mean is not None
    for place in range(3):
        values = [delta.values[place] for delta in deltas if delta is not None]
        assert mean[place] == pytest.approx(sum(value for value in values if value is not None) / 2)


def test_an_undefined_value_has_no_mean(tmp_path: Path) -> None:
    """A system that says nothing has no precision, so its family has none."""
    gold = {"Ann left .": [("Ann", "left", "")], "Bob left .": [("Bob", "left", "")]}
    silent = {"Ann left .": []}
    found = evaluate({"a@x": [("Ann left .", "Ann", "left", "")], "b@x": silent}, gold=gold, resampling=None)
    mean = found.families[0]["benchie"]
    assert (mean.precision, mean.recall) == (None, pytest.approx(1 / 4))


def test_the_document_is_read_back_as_it_was(grouped: Evaluation, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    document = grouped.to_json(path)
    assert load(path) == grouped
    assert load(path).families == grouped.families
    assert [system.get("family") for system in document["systems"]] == ["slow", "fast", "fast"]
    assert [family["name"] for family in document["families"]] == ["slow", "fast"]
    assert document["families"][1]["systems"] == ["greedy", "naive"]


def test_without_families_nothing_is_added(tmp_path: Path) -> None:
    found = evaluate(FILES, "karat-sample", resampling=None)
    document = found.to_json()
    assert found.families == ()
    assert "families" not in document
    assert not any("family" in system for system in document["systems"])
    assert "family" not in found.to_frame().columns


def test_the_keyword_and_the_name_say_the_same(grouped: Evaluation) -> None:
    by_keyword = evaluate(
        FILES, "karat-sample", families={"slow": ["careful"], "fast": ["greedy", "naive"]}, resampling=None
    )
    assert by_keyword.families == grouped.families


@pytest.mark.parametrize(
    ("families", "error", "message"),
    [
        pytest.param({"fast": ["gredy"]}, UnknownNameError, "did you mean 'greedy'", id="no such system"),
        pytest.param(
            {"fast": ["greedy"], "slow": ["greedy"]},
            InputError,
            "greedy: expected one family, found 'fast' and",
            id="two",
        ),
        pytest.param({"fast": "greedy"}, InputError, "expected a list of systems, found the text 'greedy'", id="text"),
    ],
)
def test_wrong_families_are_refused(families: Any, error: type[InputError], message: str) -> None:
    with pytest.raises(error, match=message):
        evaluate(FILES, "karat-sample", families=families, resampling=None)


def test_one_name_in_two_families_is_refused() -> None:
    with pytest.raises(InputError, match="expected a name of its own for each system"):
        evaluate({"a@x": FILES["careful"], "a@y": FILES["greedy"]}, "karat-sample", resampling=None)


def test_a_file_with_a_sign_in_its_name_has_no_family(tmp_path: Path) -> None:
    mine = tmp_path / "me@home.tsv"
    mine.write_bytes(FILES["careful"].read_bytes())
    (system,) = evaluate([mine], "karat-sample", resampling=None)
    assert (system.name, system.family) == ("me@home", None)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        code = stop.value.code or 0
        assert isinstance(code, int)
        return code, out, err

    return run


ON_SAMPLE = ("--benchmark", "karat-sample", "--no-intervals", "--facet", "default")


def test_the_console_groups_rows(run: Any) -> None:
    code, out, _ = run(
        "evaluate", f"greedy@fast={FILES['greedy']}", FILES["careful"], f"naive@fast={FILES['naive']}", *ON_SAMPLE
    )
    assert code == 0
    rows = out.splitlines()
    start = rows.index(next(row for row in rows if row.startswith("benchie ")))
    assert [row.split("  ")[0] for row in rows[start + 1 : start + 5]] == [
        "greedy",
        "naive",
        "fast, mean of 2",
        "careful",
    ]
    assert rows[start + 3].split()[-3:] == [".172", ".093", ".121"]  # (.286 + .058) / 2, and so on
    assert "Means are over the systems of a family, column by column" in out


def test_outputs_that_come_with_a_benchmark_are_grouped_by_option(run: Any) -> None:
    code, out, _ = run("evaluate", "--published", *ON_SAMPLE, "--family", "fast=greedy,naive", "--json")
    assert code == 0
    document = json.loads(out)
    assert [system.get("family") for system in document["systems"]] == [None, "fast", "fast"]


@pytest.mark.parametrize("family", ["fast", "=greedy", "fast=", "fast=greedy,"])
def test_a_family_without_name_or_systems_is_refused(run: Any, family: str) -> None:
    code, _, err = run("evaluate", "--published", *ON_SAMPLE, "--family", family)
    assert (code, f"--family {family}: expected NAME=SYSTEM,SYSTEM" in err) == (1, True)


@pytest.mark.parametrize(("output", "missing"), [("a@=x.tsv", "family"), ("@b=x.tsv", "name")])
def test_half_a_name_is_refused(run: Any, output: str, missing: str) -> None:
    code, _, err = run("evaluate", output, *ON_SAMPLE)
    assert (code, f"expected NAME or NAME@FAMILY, found no {missing}" in err) == (1, True)


def test_csv_has_the_family_and_the_means(run: Any) -> None:
    _, out, _ = run("evaluate", "--published", *ON_SAMPLE, "--family", "fast=greedy,naive", "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    systems, means = [row for row in rows if row["system"]], [row for row in rows if not row["system"]]
    assert [(row["system"], row["family"]) for row in systems if row["metric"] == "carb"] == [
        ("careful", ""),
        ("greedy", "fast"),
        ("naive", "fast"),
    ]
    assert [(row["family"], row["metric"], row["systems"]) for row in means] == [
        ("fast", "benchie", "2"),
        ("fast", "carb", "2"),
    ]
    fast = [float(row["f1"]) for row in systems if row["family"] and row["metric"] == "carb"]
    assert float(means[1]["f1"]) == pytest.approx(sum(fast) / 2)


@pytest.mark.parametrize(
    ("form", "rows"),
    [
        pytest.param("--markdown", 2, id="markdown: a row for each metric"),
        pytest.param("--latex", 1, id="latex: a row for each system"),
    ],
)
def test_markdown_and_latex_have_the_means(run: Any, form: str, rows: int) -> None:
    _, out, _ = run("evaluate", "--published", *ON_SAMPLE, "--family", "fast=greedy,naive", form)
    assert sum("fast, mean of 2" in line for line in out.splitlines()) == rows


def test_chosen_columns_have_means(run: Any) -> None:
    _, out, _ = run(
        *("evaluate", "--published", *ON_SAMPLE, "--family", "fast=greedy,naive"),
        *("--show", "benchie:f1,carb:p,carb:auc"),
    )
    (mean,) = [line.split("  ") for line in out.splitlines() if line.startswith("fast, mean of 2")]
    assert [cell.strip() for cell in mean if cell.strip()] == [
        "fast, mean of 2",
        ".121",
        ".684",
    ]  # of values that are not rounded


def test_the_loss_under_robust_has_a_mean(run: Any) -> None:
    systems = [f"{name}@fast={CLIQUES[name]}" for name in ("greedy", "naive")]
    _, out, _ = run("cliques", "score", *systems, "--benchmark", "karat-sample-cliques", "--no-intervals")
    rows = out[out.index("Δ to originals") :].splitlines()
    assert rows[1].split()[1:] == ["−.337", "−.553", "−.453"]
    assert rows[2].split()[1:] == ["−.342", "−.162", "−.303"]
    assert rows[3].split()[4:] == ["−.339", "−.357", "−.378"]  # of values that are not rounded


def test_tasks_have_families_too(tmp_path: Path) -> None:
    spans = "Ann\tB-PER\nslept\tO\n\n"
    for name in ("gold", "one", "two"):
        (tmp_path / f"{name}.tsv").write_text(spans, encoding="utf-8")
    outputs = {"one@x": tmp_path / "one.tsv", "two@x": tmp_path / "two.tsv"}
    found = score("spans", outputs, tmp_path / "gold.tsv", resampling=None)
    assert [(family.name, family[found.labels[0]].f1) for family in found.families] == [("x", 1)]
