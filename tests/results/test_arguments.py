"""Every argument of the public functions does something: another value gives another result, or is refused."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from karat.benchmarks import sample_path
from karat.errors import KaratError
from karat.formats.text.slots import parse_slot
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold
from karat.model import Annotation, Extraction, Fact, Sentence, Synset, TupleAnnotation
from karat.results import (
    Evaluation,
    Options,
    Resampling,
    evaluate,
    explain_extraction,
    explain_sentence,
    mistake_profile,
)
from karat.results.tasks.findings import explain_document
from karat.results.tasks.scoring import score

FEW = Resampling(resamples=40)
CAT = "The cat that sleeps here sleeps well ."


def graph(names: str, seed: int) -> str:
    """Eight nodes of one concept and some sixteen edges of one role, which take a search to align."""
    draw = Random(seed)
    lines = [f"1\t{names}{node}\tinstance\ta" for node in range(8)]
    lines += dict.fromkeys(f"1\t{names}{node}\tr\t{names}{draw.randrange(8)}" for node in range(8) for _ in range(2))
    return "\n".join([*lines, ""])


FILES = {
    "gold.txt": "sent_id:1\tAnn left Ulm .\n1--> Cluster 1:\nAnn --> left --> Ulm\n\nsent_id:2\tBo sang .\n"
    "2--> Cluster 1:\nBo --> sang --> loudly\n",
    "entities.txt": "sent_id:1\tAnn left Ulm .\n1--> Cluster 1:\nAnn --> saw --> Ulm\n",
    "tuples.tsv": "Ann left Ulm .\tleft\tAnn\tUlm\nBo sang .\tsang\tBo\t\n",
    "either.tsv": f"{CAT}\tsleeps\tThe cat that sleeps here\twell\n",
    "mine.tsv": "1\tAnn\tleft\tUlm\n2\tBo\tsang\tsoftly\n",
    "other.tsv": "1\tAnn\tleft\tBonn\n2\tBo\tsang\tloudly\n",
    "keyed.json": json.dumps(
        [{"id": "1", "subject": "Ann", "relation": "left", "object": "Ulm", "other": "Bo"}],
    ),
    "cat.tsv": f"{CAT}\t0.5\tsleeps\tThe cat that sleeps here\twell\n",
    "labelled.txt": 'Ann left Ulm .\n0\t"Ann"\t"left"\t"Ulm"\t1\n0\t"Ann"\t"was"\t"here"\t0\n',
    "encoded.tsv": "1\tAnn\tleft\t+AFU-lm\n",
    "blocks.txt": "(Ann; left; Ulm)\n\n(Bo; sang; loudly)\n",
    "sentences.txt": "Ann left Ulm .\nBo sang .\n",
    "turned.txt": "Bo sang .\nAnn left Ulm .\n",
    "cliques.json": json.dumps(
        [{"id": 0, "ori_sent": "It fell .", "ori_args": [["fell", "it", "down"]], "paraphrases": []}]
    ),
    "facts.txt": "sent_id:1\tIt fell .\n1--> Cluster 1:\nit --> fell --> down\n",
    "spans.bio": "Ada B-person\nBo B-person\n\nUlm B-place\n",
    "found.bio": "Ada B-person\nBo O\n\nUlm B-place\n",
    "short.bio": "Ada B-person\nBo O\n",
    "encoded.bio": "Ada B-pers+AG8-n\nBo O\n\nUlm B-place\n",
    "one.amr": "(g / go-02)\n",
    "search.tsv": graph("x", 1),
    "searched.tsv": graph("y", 2),
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


def outcome(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """What a call gives, or how it is refused."""
    try:
        found = function(**arguments)
    except KaratError as error:
        return str(error)
    if isinstance(found, Evaluation):
        document = found.to_json()
        del document["grounds"]
        return json.dumps(document)
    return found


Case = tuple[dict[str, Any], dict[str, Any]]
"""The arguments of one call, and what another call has in their place."""

BASE = {"outputs": "mine.tsv", "gold": "gold.txt", "resampling": None}
TWO = {"outputs": ["mine.tsv", "other.tsv"], "gold": "gold.txt", "resampling": FEW}
EVALUATE: dict[str, Case] = {
    "outputs": (BASE, {"outputs": "other.tsv"}),
    "benchmark": ({"benchmark": "karat-sample", "resampling": None}, {"benchmark": "karat-sample-de"}),
    "gold": (BASE, {"gold": "entities.txt"}),
    "entities": (BASE, {"entities": "entities.txt"}),
    "carb_gold": (BASE, {"carb_gold": ["tuples.tsv"]}),
    "synsets": ({**BASE, "gold": "cliques.json", "options": Options(inside="benchie")}, {"synsets": "facts.txt"}),
    "options": (BASE, {"options": Options(facets=("C",))}),
    "resampling": (BASE, {"resampling": FEW}),
    "test": (TWO, {"test": "bootstrap"}),
    "format": ({**BASE, "outputs": "labelled.txt", "carb_gold": ["tuples.tsv"]}, {"format": "clausie"}),
    "columns": (
        {**BASE, "outputs": "other.tsv"},
        {"columns": ["sentence", "confidence", "subject", "relation", "object"]},
    ),
    "map": ({**BASE, "outputs": "keyed.json"}, {"map": "subject=$.other"}),
    "families": (TWO, {"families": {"both": ["mine", "other"]}}),
    "gold_format": (
        {"outputs": "cat.tsv", "gold": "either.tsv", "resampling": None, "gold_format": "carb-gold"},
        {"gold_format": "oie2016-heads"},
    ),
    "encoding": ({**BASE, "outputs": "encoded.tsv"}, {"encoding": "utf-7"}),
    "sentences": ({**BASE, "outputs": "blocks.txt", "sentences": "sentences.txt"}, {"sentences": "turned.txt"}),
    "verdicts": (BASE, {"verdicts": "verdicts.txt"}),
    "keep": (BASE, {"keep": "most"}),
}
SPANS = {"task": "spans", "outputs": {"mine": "found.bio"}, "gold": "spans.bio", "resampling": None}
SEARCH = {"task": "amr", "outputs": {"mine": "search.tsv"}, "gold": "searched.tsv", "resampling": None}
SCORE: dict[str, Case] = {
    "task": ({**SPANS, "outputs": {"mine": "one.amr"}, "gold": "one.amr"}, {"task": "amr"}),
    "outputs": (SPANS, {"outputs": {"mine": "spans.bio"}}),
    "gold": (SPANS, {"gold": "found.bio"}),
    "choices": (SPANS, {"choices": {"jaccard": True}}),
    "missing": ({**SPANS, "outputs": {"mine": "short.bio"}}, {"missing": "empty"}),
    "average": (SPANS, {"average": "macro"}),
    "resampling": (SPANS, {"resampling": FEW}),
    "test": ({**SPANS, "outputs": ["found.bio", "spans.bio"], "resampling": FEW}, {"test": "bootstrap"}),
    "format": (SPANS, {"format": "conll04"}),
    "gold_format": (SPANS, {"gold_format": "conll04"}),
    "encoding": ({**SPANS, "outputs": {"mine": "encoded.bio"}}, {"encoding": "utf-7"}),
    "time_limit": (SEARCH, {"time_limit": 0.0}),
    "by_type": (SPANS, {"by_type": True}),
}
DOCUMENT = {"task": "spans", "outputs": ["found.bio"], "gold": "spans.bio", "document": "1"}
EXPLAIN: dict[str, Case] = {
    "task": (DOCUMENT, {"task": "amr"}),
    "outputs": (DOCUMENT, {"outputs": ["spans.bio"]}),
    "gold": (DOCUMENT, {"gold": "found.bio"}),
    "document": (DOCUMENT, {"document": "2"}),
    "choices": (DOCUMENT, {"choices": {"no": "such"}}),
    "missing": ({**DOCUMENT, "outputs": ["short.bio"]}, {"missing": "empty"}),
    "format": (DOCUMENT, {"format": "conll04"}),
    "gold_format": (DOCUMENT, {"gold_format": "conll04"}),
    "encoding": ({**DOCUMENT, "outputs": ["encoded.bio"]}, {"encoding": "utf-7"}),
    "time_limit": (
        {"task": "amr", "outputs": ["search.tsv"], "gold": "searched.tsv", "document": "1"},
        {"time_limit": 0.0},
    ),
}


def told(**arguments: Any) -> list[str]:
    return [str(each) for each in explain_document(**arguments)]


SAMPLE = {
    "outputs": {name: sample_path(f"en/{name}.tsv") for name in ("careful", "greedy")},
    "benchmark": "karat-sample",
}


def compared(**arguments: Any) -> Any:
    return evaluate(**SAMPLE, resampling=Resampling(resamples=200)).compare(**arguments)  # type: ignore[arg-type]


PAIR = {"a": "careful", "b": "greedy"}
COMPARE: dict[str, Case] = {
    "a": (PAIR, {"a": "greedy"}),
    "b": (PAIR, {"b": "careful"}),
    "metric": (PAIR, {"metric": "carb"}),
    "facet": (PAIR, {"facet": "C"}),
    "value": (PAIR, {"value": "recall"}),
    "test": (PAIR, {"test": "bootstrap"}),
}
LEFT, SANG = Extraction("left", ("Ann", "Ulm")), Extraction("sang", ("Bo", "loudly"))


def facts(*slots: str) -> FactGold:
    fact = Fact(*(parse_slot(text)[0] for text in slots))
    return FactGold(Annotation(Sentence("1", "Ann left Ulm ."), (Synset("1", (fact,)),)))


TUPLES = carb_gold(TupleAnnotation(Sentence("1", "Ann left Ulm ."), (LEFT,)))
GOLD = facts("Ann", "left", "Ulm")
ONE: dict[str, Case] = {
    "extraction": ({"extraction": LEFT, "gold": GOLD}, {"extraction": SANG}),
    "gold": ({"extraction": LEFT, "gold": GOLD}, {"gold": facts("Ann", "left", "Bonn")}),
    "tuples": ({"extraction": LEFT, "gold": GOLD}, {"tuples": TUPLES}),
}
SENTENCE: dict[str, Case] = {
    "extractions": ({"extractions": [LEFT], "gold": GOLD}, {"extractions": [SANG]}),
    "gold": ({"extractions": [LEFT], "gold": GOLD}, {"gold": facts("Ann", "left", "Bonn")}),
    "tuples": ({"extractions": [LEFT], "gold": GOLD}, {"tuples": TUPLES}),
}
WRONG = [explain_extraction(SANG, GOLD), explain_extraction(SANG, GOLD)]
MISTAKES: dict[str, Case] = {
    "explanations": ({"explanations": WRONG}, {"explanations": WRONG[:1]}),
    "examples": ({"explanations": WRONG}, {"examples": 1}),
}
NO_CHOICES = frozenset({"progress", "workers", "cluster", "scratch"})
FUNCTIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any], dict[str, Case], frozenset[str]]] = {
    "evaluate": (evaluate, evaluate, EVALUATE, NO_CHOICES),
    "score": (score, score, SCORE, frozenset({"progress", "workers", "cluster", "scratch"})),
    "explain_document": (explain_document, told, EXPLAIN, frozenset()),
    "compare": (Evaluation.compare, compared, COMPARE, frozenset({"self"})),
    "explain_extraction": (explain_extraction, explain_extraction, ONE, frozenset()),
    "explain_sentence": (explain_sentence, explain_sentence, SENTENCE, frozenset()),
    "mistake_profile": (mistake_profile, mistake_profile, MISTAKES, frozenset()),
}
"""By name: what is looked at, what is called, a case for each argument, and arguments that are no choice."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_argument_has_a_case(name: str) -> None:
    function, _, cases, others = FUNCTIONS[name]
    assert set(cases) | others == set(inspect.signature(function).parameters)


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name, (_, _, cases, _) in FUNCTIONS.items() for argument in cases]
)
def test_every_argument_does_something(name: str, argument: str) -> None:
    _, called, cases, _ = FUNCTIONS[name]
    usual, changed = cases[argument]
    assert argument in changed
    assert outcome(called, usual) != outcome(called, {**usual, **changed})


def test_progress_is_told() -> None:
    steps: list[str] = []
    evaluate(**BASE, progress=steps.append)  # type: ignore[arg-type]
    assert steps
    steps.clear()
    score(**SPANS, progress=steps.append)  # type: ignore[arg-type]
    assert steps
