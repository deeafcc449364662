"""``karat agreement``: what it prints, writes and refuses."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from karat.cli import main
from karat.reports.html.packing import unpack

DEMO = ("agreement", "--demo", "--resamples", "0")


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as stop:
        main([str(argument) for argument in arguments])
    return int(stop.value.code or 0)


def test_the_demo_needs_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*DEMO, "--table", "confusion") == 0
    out, err = capsys.readouterr()
    assert "metric only" in out
    assert "accepts from" not in out
    assert err.splitlines() == [
        "karat-sample: 2 extractions without a final label, judged beside the others but not counted",
        "karat-sample: 3 extractions with the words of quantities in place of MinIE's placeholders",
    ]


def test_json_is_what_output_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "found.json"
    assert run(*DEMO, "carb", "--json", "--output", path, "--threshold", "best") == 0
    printed = json.loads(capsys.readouterr().out)
    assert json.loads(path.read_text(encoding="utf-8")) == printed
    assert printed["metrics"][0]["threshold"]["origin"] == "these labels"
    assert run(*DEMO, "carb", "--json", "--threshold-from", path) == 0
    again = json.loads(capsys.readouterr().out)["metrics"][0]
    assert again["threshold"] == printed["metrics"][0]["threshold"], "the labels are the same"
    assert again["signature"] == printed["metrics"][0]["signature"]
    assert again["agreement"] == printed["metrics"][0]["agreement"]


def test_the_page_has_every_disagreement(tmp_path: Path) -> None:
    page, found = tmp_path / "page.html", tmp_path / "found.json"
    assert run(*DEMO, "benchie", "carb", "--html", page, "--output", found) == 0
    text = page.read_text(encoding="utf-8")
    packed = text.partition('id="disagreements-data">')[2].partition("</script>")[0]
    data = unpack(packed)
    document = json.loads(found.read_text(encoding="utf-8"))
    assert data["metrics"] == ["benchie", "carb"]
    counts = [len(each["disagreements"]) for each in document["metrics"]]
    assert [sum(item["metric"] == name for item in data["items"]) for name in data["metrics"]] == counts
    assert min(counts) > 10
    assert {item["score"] for item in data["items"] if item["metric"] == "benchie"} == {""}
    assert all(item["score"] for item in data["items"] if item["metric"] == "carb")
    assert "Of 2 metrics, carb agrees most with people" in text
    for section in ("agreement", "confusion", "ranks", "systems", "disagreements", "making"):
        assert f'<section id="{section}"' in text


def test_show_lists_so_many_of_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*DEMO, "benchie", "--table", "confusion", "--show", "2") == 0
    out = capsys.readouterr().out
    assert "benchie: 37 that only people accept" in out
    assert "and 35 more; --html FILE shows all" in out
    assert out.count("closest gold:") == 3


def test_thresholds_by_metric(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ("--threshold", "carb=0.9", "--threshold", "WiRe57=0.25")
    assert run(*DEMO, "carb", "wire57", "--json", *chosen) == 0
    metrics = json.loads(capsys.readouterr().out)["metrics"]
    assert [each["threshold"]["value"] for each in metrics] == [0.9, 0.25]


def test_csv_is_utf_8_whatever_the_output_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = tmp_path / "labels.tsv"
    labels.write_text("id\tsystem\tsubject\trelation\tobject\tlabel\n1\t系统\tAnn\tslept\tlong\t1\n", encoding="utf-8")
    out = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", out)
    chosen = ("--benchmark", "karat-sample", "--resamples", "0", "--csv")
    assert run("agreement", "benchie", "--labels", labels, *chosen) == 0
    assert "系统" in out.buffer.getvalue().decode("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(("agreement",), 2, "expected --labels or --demo, found neither", id="no labels"),
        pytest.param((*DEMO, "--labels", "x.tsv"), 2, "expected --labels or --demo, found both", id="two labels"),
        pytest.param(
            ("agreement", "--labels", "x.tsv"), 2, "expected --benchmark or --gold, found neither", id="no gold"
        ),
        pytest.param((*DEMO, "--gold-format", "table"), 2, "expected --gold beside it", id="gold format"),
        pytest.param((*DEMO, "--threshold", "2"), 1, "expected best, or more than 0 and at most 1, found '2'", id="2"),
        pytest.param((*DEMO, "--threshold", "nan"), 1, "found 'nan'", id="nan"),
        pytest.param(
            (*DEMO, "--threshold", "0.5", "--threshold", "carb=1"), 1, "or one for all, found both", id="mixed"
        ),
        pytest.param((*DEMO, "--threshold", ".5", "--threshold", ".6"), 1, "found .5 and .6", id="two thresholds"),
        pytest.param(
            (*DEMO, "carb", "--threshold", "carb=.5", "--threshold", "carb=.6"), 1, "found carb twice", id="named twice"
        ),
        pytest.param((*DEMO, "carb", "--threshold", "wire57=.5"), 1, "that is measured, found wire57", id="other"),
        pytest.param((*DEMO, "--table", "rank"), 1, "unknown table 'rank'; did you mean 'ranks'?", id="table"),
        pytest.param((*DEMO, "--json", "--show", "3"), 2, "expected no --show beside it", id="show"),
        pytest.param(
            (*DEMO, "--threshold-from", "x.json", "--threshold", "1"), 2, "expected no --threshold beside", id="from"
        ),
        pytest.param((*DEMO, "--threshold-from", "x.json"), 1, "x.json: no such file or directory", id="no file"),
        pytest.param((*DEMO, "--output", "no/x.json"), 1, "no/x.json: expected a directory", id="no folder"),
    ],
)
def test_what_is_refused(
    arguments: tuple[str, ...], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert message in " ".join(err.replace("│", " ").split())


ROWS = "id\tsystem\tsubject\trelation\tobject\tlabel\n1\ta\tBo\tsold\tthe boat\t1\n1\ta\tBo\tsold\tboat\t0\n"
GOLD = "sent_id:1\tBo sold the boat .\n1--> Cluster 1:\nBo --> sold --> [the] boat\n"


def test_one_system_and_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels, gold = tmp_path / "labels.tsv", tmp_path / "gold.txt"
    labels.write_text(ROWS, encoding="utf-8")
    gold.write_text(GOLD, encoding="utf-8")
    assert run("agreement", "--labels", labels, "--gold", gold) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "[—]: no interval, because fewer than two sentences" in out
    assert run("agreement", "--labels", labels, "--gold", gold, "--table", "ranks") == 1
    assert "--table ranks: expected 3 systems or more whose scores differ, found 1 system" in capsys.readouterr().err


def test_latex_has_no_greek_letters(capsys: pytest.CaptureFixture[str]) -> None:
    """pdflatex stops at them."""
    assert run(*DEMO, "benchie", "--latex") == 0
    out = capsys.readouterr().out
    assert "$\\kappa$" in out
    assert "$\\tau$ of P" in out
    assert not set("κτρ") & set(out)
