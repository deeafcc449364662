"""An option that would have no effect is refused, not ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from karat.benchmarks import read_gold, sample_path
from karat.errors import KaratError
from karat.metrics import OIE_METRICS
from karat.model import Document, Extraction, MarkedText, Row
from karat.results import Options, evaluate
from karat.results.measuring import OPTION_NAMES
from karat.results.outputs import PublishedOutput
from karat.results.tasks.scoring import score

FACTS = "sent_id:1\tAnn left Ulm .\n1--> Cluster 1:\nAnn --> left --> Ulm\n"
TUPLES = "Ann left Ulm .\tleft\tAnn\tUlm\nBob sang .\tsang\tBob\t\n"
CLIQUES = [{"id": 0, "ori_sent": "It fell .", "ori_args": [["fell", "it", "down"]], "paraphrases": []}]
ROW = Row(Extraction("left", ("Ann", "Ulm")), sentence="Ann left Ulm .")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {"facts.txt": FACTS, "tuples.tsv": TUPLES, "cliques.json": json.dumps(CLIQUES)}
    texts["mine.tsv"] = "Ann left Ulm .\t0.5\tleft\tAnn\tUlm\n"
    texts["gold.bio"] = texts["mine.bio"] = "Ada B-person\n\nUlm B-place\n"
    texts["gold.conllu"] = "1\tAda\tAda\tX\t_\t_\t0\troot\t_\t_\n\n"
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("gold", "more", "said"),
    [
        pytest.param(
            "tuples.tsv",
            {"options": Options(facets=("C",))},
            "tuples: expected benchie for --facet, found carb",
            id="facets without BenchIE",
        ),
        pytest.param(
            "tuples.tsv",
            {"options": Options(credit="all")},
            "expected benchie for --credit",
            id="credit without BenchIE",
        ),
        pytest.param(
            "tuples.tsv",
            {"options": Options(as_published=True)},
            "expected oie2016 for --as-published",
            id="as published",
        ),
        pytest.param("tuples.tsv", {"options": Options(rounding="published")}, "expected cliques for", id="rounding"),
        pytest.param(
            "facts.txt",
            {"options": Options(metrics=("benchie", "carb"))},
            "facts: expected tuples, as CaRB's gold has them, for carb, found facts",
            id="one of the metrics has no gold",
        ),
        pytest.param(
            "facts.txt",
            {"entities": "facts.txt", "options": Options(facets=("C",))},
            "facts.txt: expected BenchIE's facet E to be scored",
            id="entities without facet E",
        ),
        pytest.param(
            "tuples.tsv", {"entities": "facts.txt"}, "expected BenchIE's facet E", id="entities without facts"
        ),
        pytest.param("tuples.tsv", {"synsets": "facts.txt"}, "metric of synsets inside", id="synsets without cliques"),
        pytest.param(
            "tuples.tsv", {"test": "bootstrap"}, "expected intervals and tests for the bootstrap test", id="a test"
        ),
        pytest.param("tuples.tsv", {"test": "student"}, "unknown paired test 'student'", id="an unknown test"),
    ],
)
def test_evaluate(folder: Path, gold: str, more: dict[str, Any], said: str) -> None:
    with pytest.raises(KaratError, match=said):
        evaluate(folder / "mine.tsv", gold=gold, resampling=None, **more)


def test_a_format_of_rows(folder: Path) -> None:
    with pytest.raises(KaratError, match="expected a file in format 'benchie', found values that were read before"):
        evaluate({"mine": [ROW]}, gold=folder / "tuples.tsv", format="benchie", resampling=None)


@pytest.mark.parametrize("more", [{"entities": "facts.txt"}, {"options": Options(stand_in=True)}])
def test_what_is_for_reading_gold_that_was_read(folder: Path, more: dict[str, Any]) -> None:
    gold = read_gold(folder / ("cliques.json" if "options" in more else "facts.txt"))
    with pytest.raises(KaratError, match="found gold that was read before"):
        evaluate({"mine": [ROW]}, gold=gold, resampling=None, **more)


def test_every_choice_that_a_metric_obeys_has_an_option() -> None:
    obeyed = {field for metric in OIE_METRICS for field in metric.obeys}
    assert obeyed == set(OPTION_NAMES)


@pytest.mark.parametrize(
    ("task", "more", "said"),
    [
        pytest.param("spans", {"average": "median"}, "unknown average 'median'", id="average"),
        pytest.param("spans", {"time_limit": -1}, "expected a time limit of 0 seconds or more", id="time limit"),
        pytest.param("spans", {"missing": "drop"}, "unknown choice for what is missing 'drop'", id="missing"),
        pytest.param("spans", {"test": "bootstrap"}, "expected intervals and tests for the bootstrap test", id="test"),
        pytest.param("dependencies", {"missing": "empty"}, "none of it can be missing", id="nothing can be missing"),
    ],
)
def test_score(folder: Path, task: str, more: dict[str, Any], said: str) -> None:
    file = folder / ("gold.bio" if task == "spans" else "gold.conllu")
    with pytest.raises(KaratError, match=said):
        score(task, file, file, resampling=None, **more)


def test_formats_of_documents_that_were_read(folder: Path) -> None:
    documents = [Document("1", MarkedText(("Ada",)))]
    with pytest.raises(KaratError, match="expected a file in format 'tags'"):
        score("spans", {"mine": documents}, documents, format="tags", resampling=None)
    with pytest.raises(KaratError, match="expected a gold file in format 'tags', found none"):
        score("spans", folder / "mine.bio", documents, gold_format="tags", resampling=None)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"nary": "triple"}, "unknown choice for more than two arguments 'triple'; did you mean 'triples'"),
        ({"credit": "both"}, "unknown credit 'both'"),
        ({"unknown": "skip"}, "unknown choice for unknown sentences 'skip'"),
        ({"facets": ("D",)}, "unknown facet 'D'"),
    ],
)
def test_an_unknown_choice_is_refused(choice: dict[str, Any], said: str) -> None:
    with pytest.raises(KaratError, match=said):
        Options(**choice)


def test_what_is_asked_for_twice_is_measured_once(folder: Path) -> None:
    options = Options(metrics=("carb", "carb"), facets=("C", "C"))
    assert (options.metrics, options.facets) == (("carb",), ("C",))
    found = evaluate(folder / "mine.tsv", gold=folder / "tuples.tsv", options=Options(metrics=("carb",) * 2))
    assert [one.key for one in found["mine"].measurements] == [("carb", None)]


def test_a_format_that_was_named_when_gold_was_read_is_in_the_signature(folder: Path) -> None:
    """As it is where `evaluate` reads the gold itself."""
    named = read_gold(folder / "tuples.tsv", format="carb-gold")
    signatures = {
        evaluate(folder / "mine.tsv", gold=gold, resampling=None, **more)["mine"]["carb"].signature
        for gold, more in ((named, {}), (folder / "tuples.tsv", {"gold_format": "carb-gold"}))
    }
    (signature,) = signatures
    assert "|gold-format:carb-gold|" in signature
    guessed = evaluate(folder / "mine.tsv", gold=read_gold(folder / "tuples.tsv"), resampling=None)
    assert "gold-format" not in guessed["mine"]["carb"].signature


def test_published_outputs_are_not_signed_with_the_format_of_others() -> None:
    own = {"mine": sample_path("en/careful.tsv"), "theirs": PublishedOutput(sample_path("en/greedy.tsv"))}
    found = evaluate(own, "karat-sample", format="carb-tab", resampling=None)
    assert ["format:carb-tab" in found[name]["carb"].signature for name in own] == [True, False]
