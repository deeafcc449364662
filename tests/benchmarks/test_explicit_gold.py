"""Gold without implicit tuples: which tuples go, what is said about it, and where the option is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from karat.benchmarks import Gold, read_gold
from karat.benchmarks.gold import only_explicit
from karat.errors import InputError
from karat.metrics.oie.carb import carb_gold
from karat.model import Extraction, Sentence, TupleAnnotation
from karat.results import Options, evaluate

ANN, BOB = "Ann founded Bext in Ulm .", "Bob , a cook , sang ."
TUPLES = f"""{ANN}\tfounded\tAnn\tBext\tL: in Ulm
{ANN}\twas founded by\tBext\tAnn
{ANN}\tfounded\tAnn\tBext\tC: as Joe says
{BOB}\tis\tBob\ta cook
"""
SYNSETS = f"""sent_id:1\t{ANN}
1--> Cluster 1:
Ann --> founded --> Bext
"""


@pytest.fixture
def tuples(tmp_path: Path) -> Path:
    path = tmp_path / "tuples.tsv"
    path.write_text(TUPLES, encoding="utf-8")
    return path


def test_implicit_tuples_go_and_with_them_sentences_that_have_no_other(tuples: Path) -> None:
    """`was founded by` and `is` are inferred; a label is no word, and a context is not scored."""
    gold = only_explicit(read_gold(tuples))
    first, second = gold.tuples
    assert first is not None
    assert [extraction.triple for extraction in first.annotation.extractions] == [
        ("Ann", "founded", "Bext L: in Ulm"),
        ("Ann", "founded", "Bext C: as Joe says"),
    ]
    assert second is None
    assert gold.notes == (("implicit gold tuples left out (a token is not in the sentence)", 2),)


@pytest.mark.parametrize(
    ("index", "stays"), [pytest.param(1, True, id="a real word"), pytest.param("inf", False, id="an inferred word")]
)
def test_wire57_says_itself_which_words_are_inferred(index: int | str, stays: bool) -> None:
    """Its words are not divided as the text of its sentences, in which ``Bext's`` is one word."""
    words = {"arg1": ["Ann"], "rel": ["runs"], "arg2": ["Bext", "'s", "mill"]}
    fields = []
    for slot, own in words.items():
        places = [index if word == "runs" else 0 for word in own]
        fields += [(f"{slot}.words", json.dumps(own)), (f"{slot}.words_indexes", json.dumps(places))]
    extraction = Extraction("runs", ("Ann", "Bext's mill"), other=tuple(fields))
    sentence = Sentence("1", "Ann runs Bext's mill.")
    gold = Gold("mine", (sentence,), (None,), (carb_gold(TupleAnnotation(sentence, (extraction,))),), ())
    assert (only_explicit(gold).tuples[0] is not None) == stays


def test_only_the_metrics_of_tuples_are_signed(tmp_path: Path, tuples: Path) -> None:
    gold, mine = tmp_path / "gold.txt", tmp_path / "mine.tsv"
    gold.write_text(SYNSETS, encoding="utf-8")
    mine.write_text("1\tAnn\tfounded\tBext\n", encoding="utf-8")
    found = evaluate(mine, gold=gold, carb_gold=[tuples], options=Options(explicit_gold=True), resampling=None)
    assert "gold:explicit" in found["mine"]["carb"].signature
    assert "gold:explicit" not in found["mine"]["benchie"].signature
    assert found["mine"]["benchie"].f1.value == 1
    assert [remark.partition(": ")[2] for remark in found.remarks()] == [
        "1 implicit gold tuple left out (a token is not in the sentence)"
    ]


def test_recall_is_of_the_explicit_tuples_alone(tmp_path: Path, tuples: Path) -> None:
    mine = tmp_path / "mine.tsv"
    mine.write_text(f"{ANN}\t1\tfounded\tAnn\tBext L: in Ulm\n", encoding="utf-8")
    every, explicit = (
        evaluate(mine, gold=tuples, options=Options(explicit_gold=only), resampling=None)["mine"]["carb"]
        for only in (False, True)
    )
    assert every.sentences == ("1", "2")
    assert every.recall.value == pytest.approx((6 / 6 + 1 / 5 + 3 / 3 + 0 / 4) / 4)
    assert explicit.sentences == ("1",)
    assert explicit.recall.value == 1


def test_gold_of_nothing_but_implicit_tuples_is_refused(tmp_path: Path) -> None:
    gold, mine = tmp_path / "gold.tsv", tmp_path / "mine.tsv"
    gold.write_text(f"{BOB}\tis\tBob\ta cook\n", encoding="utf-8")
    mine.write_text(f"{BOB}\t1\tsang\tBob\t\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"expected .*, for benchie or carb, found none"):
        evaluate(mine, gold=gold, options=Options(explicit_gold=True), resampling=None)


def test_synsets_have_no_implicit_tuples_to_leave_out(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text(SYNSETS, encoding="utf-8")
    rows = {"mine": [(ANN, "Ann", "founded", "Bext")]}
    with pytest.raises(InputError) as raised:
        evaluate(rows, gold=gold, options=Options(explicit_gold=True), resampling=None)
    assert str(raised.value) == (
        "gold: expected a metric of tuples, such as carb, for --explicit-gold, found benchie of fact synsets"
    )


def test_cliques_are_refused() -> None:
    with pytest.raises(InputError, match="expected single sentences for --explicit-gold, found cliques"):
        evaluate(None, "karat-sample-cliques", options=Options(explicit_gold=True), resampling=None)
