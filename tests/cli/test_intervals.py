"""One meaning of --interval, --test, --resamples and --seed in every command that has them."""

from __future__ import annotations

import json

import pytest

from karat.benchmarks import sample_path
from karat.cli import main

CONLL = "#begin document (a); part 000\na\t0\t0\tx\t(1)\na\t0\t1\ty\t(1)\n\n#end document\n"
EVALUATE = ("evaluate", "--published", "--benchmark", "karat-sample")
CLIQUES = ("cliques", "score", "--published", "--benchmark", "karat-sample-cliques")
SCORE = ("score", "coreference", "one.conll", "two.conll", "--gold", "key.conll")
AGREEMENT = ("gold", "agreement", "{gold}", "{gold}")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat`` in a folder with a few documents; give the exit code, standard output and error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("one", "two", "key"):
        (tmp_path / f"{name}.conll").write_text(CONLL + CONLL.replace("(a)", "(b)"))

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main([str(argument).format(gold=sample_path("en/gold.txt")) for argument in arguments])
        return (stop.value.code or 0, *capsys.readouterr())

    return run


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("evaluate",), id="evaluate"),
        pytest.param(("score", "coreference"), id="score"),
        pytest.param(("compare",), id="compare"),
        pytest.param(("cliques", "score"), id="cliques score"),
        pytest.param(("cliques", "answers"), id="cliques answers"),
        pytest.param(("gold", "agreement"), id="gold agreement"),
    ],
)
def test_help_says_what_0_means(run, command):
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert "0 leaves out intervals and tests" in " ".join(out.replace("│", " ").split()).replace("0 Leaves", "0 leaves")


@pytest.mark.parametrize("command", [EVALUATE, CLIQUES, SCORE], ids=["evaluate", "cliques score", "score"])
def test_0_resamples_leave_out_intervals_and_tests(run, command):
    code, out, err = run(*command, "--resamples", 0, "--json")
    assert code == 0
    document = json.loads(out)
    assert document.get("comparisons", []) == []
    for system in document["systems"]:
        for score in system["scores"]:
            assert set(score["intervals"].values()) == {None}
            assert "ci:" not in score["signature"]
    assert "no effect" not in err
    if command is not SCORE:
        assert run(*command, "--no-intervals", "--json")[1] == out


def test_0_resamples_leave_the_differences(run):
    run(*EVALUATE, "--facet", "default", "--output", "run.json")
    code, out, _ = run("compare", "run.json", "--metric", "benchie", "--resamples", 0)
    assert code == 0
    assert "% intervals" not in out
    assert "careful − greedy  .626  .200  +.426  —       —" in out
    assert "No intervals and no tests, as none were asked for" in out
    pair = json.loads(run("compare", "run.json", "--resamples", 0, "--json")[1])["comparisons"][0]
    assert (pair["interval"], pair["p"], pair["p_holm"]) == (None, None, None)
    assert pair["difference"] == pytest.approx(0.6257668711656442 - 0.2)


def test_0_resamples_leave_the_agreement(run):
    code, out, _ = run(*AGREEMENT, "--resamples", 0)
    assert code == 0
    assert "% interval" not in out
    assert "|ci:" not in out
    assert set(json.loads(run(*AGREEMENT, "--resamples", 0, "--json")[1])["intervals"].values()) == {None}


@pytest.mark.parametrize("command", [EVALUATE, CLIQUES, SCORE, AGREEMENT])
def test_fewer_resamples_than_none_are_refused(run, command):
    code, out, err = run(*command, "--resamples", -1)
    assert (code, out) == (2, "")
    assert "greater than or equal to 0" in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(
            ("--seed", 3),
            "--seed: no effect, since nothing is resampled (--interval korn-graubard, --test t)",
            id="seed",
        ),
        pytest.param(
            ("--resamples", 9, "--seed", 3),
            "--resamples and --seed: no effect, since nothing is resampled (--interval korn-graubard, --test t)",
            id="both",
        ),
        pytest.param(("--interval", "bca", "--seed", 3, "--resamples", 9), None, id="a bootstrap"),
        pytest.param(("--test", "randomisation", "--seed", 3), None, id="a test that resamples"),
        pytest.param((), None, id="not typed"),
    ],
)
def test_options_without_effect_are_named(run, options, said):
    code, _, err = run(*EVALUATE, "--facet", "default", *options)
    assert code == 0
    assert [line for line in err.splitlines() if "no effect" in line] == ([said] if said else [])


def test_the_bootstrap_gives_the_digits_that_it_always_gave(run):
    _, out, _ = run(*EVALUATE, "--facet", "default", "--interval", "bca", "--test", "randomisation")
    assert "careful  .708 [.650, .762]  .560 [.489, .626]  .626 [.561, .682]   best" in out
    assert "ci:bca/10000/seed:0/95" in out
    assert "paired randomisation test" in out


def test_the_formula_needs_no_seed(run):
    outputs = {run(*EVALUATE, "--json", "--seed", seed, "--resamples", count)[1] for seed, count in ((0, 10), (5, 99))}
    assert len(outputs) == 1
