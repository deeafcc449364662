from __future__ import annotations

import json

import pytest

from karat.benchmarks import BENCHMARKS
from karat.cli import main
from karat.cli.listing import users_of_metrics
from karat.formats import FORMATS
from karat.metrics import METRICS
from karat.systems.registry import SYSTEMS

KNOWN = {
    "benchmarks": [known.name for known in BENCHMARKS],
    "formats": [known.name for known in FORMATS],
    "metrics": [known.name for known in METRICS],
    "systems": [known.name for known in SYSTEMS],
}


def printed(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(["list", *arguments])
    captured = capsys.readouterr()
    assert (stop.value.code or 0, captured.err) == (0, "")
    return captured.out


@pytest.mark.parametrize("what", KNOWN)
def test_each_name_has_its_line(capsys, monkeypatch, what):
    monkeypatch.setenv("COLUMNS", "400")
    head, rule, *lines = printed(capsys, what).splitlines()
    assert head.startswith(what.removesuffix("s"))
    assert set(rule.strip()) == {"─"}
    assert [line.split()[0] for line in lines] == KNOWN[what]
    assert all(len(line.split()) > 1 for line in lines)


@pytest.mark.parametrize("what", KNOWN)
def test_names_are_whole_on_a_narrow_console(capsys, monkeypatch, what):
    monkeypatch.setenv("COLUMNS", "80")
    lines = printed(capsys, what).splitlines()
    assert [line.split()[0] for line in lines[2:] if not line.startswith(" ")] == KNOWN[what]


@pytest.mark.parametrize(
    ("what", "keys"),
    [
        ("benchmarks", ["name", "title", "language", "synsets", "tuples", "cliques", "metrics", "outputs"]),
        ("formats", ["name", "title", "holds", "looks", "written"]),
        ("metrics", ["name", "used_by", "definition", "signature"]),
        ("systems", ["name", "what", "extra"]),
    ],
)
def test_json(capsys, what, keys):
    document = json.loads(printed(capsys, what, "--json"))
    assert [each["name"] for each in document] == KNOWN[what]
    assert {tuple(each) for each in document} == {tuple(keys)}


def test_signatures_are_spelled_out(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["list", "signature", "muc,lea|avg:macro", "--json"])
    assert not stop.value.code
    spelled_out = json.loads(capsys.readouterr().out)
    assert [entry["short"] for entry in spelled_out] == ["muc|avg:macro", "lea|avg:macro"]
    assert spelled_out[0]["signature"].startswith("muc|def:F~[max{0, Σ↔[δ] − 1}]|match:n_to_n|avg:macro|empty:0|")


def test_a_footer_of_metrics_of_ones_own_is_explained(capsys):
    out = printed(capsys, "signature", "one.c566a3,two.40b77c|v:0.1.0")
    assert [line.partition(" is a metric of your own")[0] for line in out.splitlines()] == [
        "one.c566a3|v:0.1.0: one",
        "two.40b77c|v:0.1.0: two",
    ]
    (entry,) = json.loads(printed(capsys, "signature", "one.c566a3|v:0.1.0", "--json"))
    assert entry == {"short": "one.c566a3|v:0.1.0", "signature": None}


def test_each_metric_names_the_commands_that_use_it():
    used_by = users_of_metrics()
    assert used_by["carb"] == used_by["robust"] == ["evaluate", "cliques score"]
    assert used_by["las"] == ["score dependencies"]
