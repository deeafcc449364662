"""Which metrics measure what, on files small enough to redo by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from karat.benchmarks import read_gold
from karat.errors import InputError, UnknownNameError
from karat.results import Options, evaluate, load

TUPLES = "Ann founded Bext in Ulm .\tfounded\tAnn\tBext\tin Ulm\nBo slept .\tslept\tBo\nBo slept .\tis\tBo\tasleep\n"
OUTPUT = "Ann founded Bext in Ulm .\t0.9\tfounded\tAnn\tBext\nAnn founded Bext in Ulm .\t0.4\tleft\tAnn\n"


def slot(text: str, *indexes: int | str) -> dict[str, Any]:
    return {"text": text, "words": text.replace("[", "").replace("]", "").split(), "words_indexes": list(indexes)}


WIRE57_GOLD = {
    "letters": [
        {
            "id": "L 1",
            "sent": "Bext , a brewery , closed .",
            "tokens": ["Bext", ",", "a", "brewery", ",", "closed", "."],
            "tuples": [
                {"arg1": slot("Bext", 0), "rel": slot("[is]", "inf"), "arg2": slot("a brewery", 2, 3), "arg3+": []},
            ],
        }
    ]
}
WIRE57_OUTPUTS = {
    "L 1": [
        {"arg1": "Bext", "rel": "is", "arg2": "a brewery", "extractor": "one", "score": 1},
        {"arg1": "Bext", "rel": "closed", "arg2": "", "extractor": "two", "score": 1},
    ]
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "gold.tsv").write_text(TUPLES)
    (tmp_path / "mine.tsv").write_text(OUTPUT)
    (tmp_path / "wire.json").write_text(json.dumps(WIRE57_GOLD))
    (tmp_path / "outputs.json").write_text(json.dumps(WIRE57_OUTPUTS))
    return tmp_path


@pytest.mark.parametrize(("published", "missed"), [(False, 2), (True, 2**2)])
def test_a_metric_may_stand_in_place_of_the_usual(folder: Path, published: bool, missed: int) -> None:
    """Three of five gold words are found at confidence 0.9; the second sentence has two tuples and no prediction."""
    options = Options(metrics=("oie2016",), as_published=published)
    found = evaluate(folder / "mine.tsv", gold=folder / "gold.tsv", options=options, resampling=None)["mine"]
    assert [one.metric for one in found.measurements] == ["oie2016"]
    assert found["oie2016"].threshold == 0.9
    assert found["oie2016"].counts == {"matched": 1, "spurious": 0, "missed": missed}
    assert f"unpredicted:{'n²' if published else 'n'}" in found["oie2016"].signature
    assert found["oie2016"].auc == found["oie2016"].auc_by_recall == pytest.approx(1 / (1 + missed))


@pytest.mark.parametrize(
    ("metric", "error", "said"),
    [
        pytest.param("oie2061", UnknownNameError, "unknown metric 'oie2061'; did you mean 'oie2016'", id="unknown"),
        pytest.param(
            "benchie",
            InputError,
            "gold: expected synsets of facts, as BenchIE's gold has them, for benchie, found tuples",
            id="no gold",
        ),
    ],
)
def test_a_metric_that_cannot_measure(folder: Path, metric: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        evaluate(folder / "mine.tsv", gold=folder / "gold.tsv", options=Options(metrics=(metric,)), resampling=None)


def test_wire57_gold_is_scored_by_wire57(folder: Path) -> None:
    """The first system finds an inferred word besides the three real ones; the second shares no word in two slots."""
    found = evaluate(folder / "outputs.json", gold=folder / "wire.json", resampling=None)
    assert {system.name: [one.metric for one in system.measurements] for system in found} == {
        "one": ["wire57", "wire57_exact"],
        "two": ["wire57", "wire57_exact"],
    }
    assert (found["one"].precision.value, found["one"].recall.value) == (1, pytest.approx(4 / 3))
    assert (found["two"].precision.value, found["two"].recall.value) == (0, 0)
    assert found["one"]["wire57_exact"].f1.value == 1


def test_one_system_of_a_file_of_several_is_named(folder: Path) -> None:
    found = evaluate({"two": folder / "outputs.json"}, gold=folder / "wire.json", resampling=None)
    assert [(system.name, system.extractions) for system in found] == [("two", 1)]


def test_how_many_extractions_and_how_long(folder: Path) -> None:
    """Three and two tokens."""
    found = evaluate(folder / "mine.tsv", gold=folder / "gold.tsv", resampling=None)
    assert str(found["mine"].statistics) == "2 extractions of 1 sentence, 2.5 tokens long on average"
    found.to_json(folder / "run.json")
    assert load(folder / "run.json")["mine"].statistics == found["mine"].statistics
    empty = evaluate({"mine": []}, gold=folder / "gold.tsv", resampling=None)
    assert str(empty["mine"].statistics) == "no extractions"


def test_tuples_of_several_files_are_put_together(folder: Path) -> None:
    """Sentences are numbered through; the same sentence in both files is one, with the tuples of both."""
    (folder / "more.tsv").write_text("Bo slept.\tdreamt\tBo\t\nCy left .\tleft\tCy\tUlm\n")
    gold = read_gold(folder / "gold.tsv", tuples=[folder / "more.tsv"])
    assert [(each.id, each.text) for each in gold.sentences] == [
        ("1", "Ann founded Bext in Ulm ."),
        ("2", "Bo slept ."),
        ("3", "Cy left ."),
    ]
    assert [len(each.annotation.extractions) for each in gold.tuples if each] == [1, 3, 1]


def test_re_oie2016_is_read_as_published_scorers_do(folder: Path) -> None:
    def record(predicate: str) -> dict[str, Any]:
        return {
            "arg0": "Ann",
            "arg0_index": [0, 0],
            "pred": predicate,
            "pred_index": [-2],
            "arg1": "old",
            "arg1_index": [1, 1],
        }

    (folder / "re.json").write_text(json.dumps({"Ann , old , left .": [record("<be>"), record("<be> named")]}))
    gold = read_gold(folder / "re.json")
    assert gold.metrics == ("carb", "oie2016")
    assert [each.relation for one in gold.tuples if one for each in one.annotation.extractions] == ["[is]", "named"]
