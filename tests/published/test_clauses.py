"""Karat's own extractor on the test sets, beside the published outputs: totals only, no sentence is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from karat.benchmarks import benchmark_named, load_gold, read_gold, where
from karat.model import Row, Sentence
from karat.results import Evaluation, Options, evaluate
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.system import Extracted

pytestmark = [pytest.mark.published, pytest.mark.long]
OURS = "clauses"


def rows(sentences: tuple[Sentence, ...], options: ClausesOptions) -> list[Row]:
    pytest.importorskip("spacy", reason="spaCy is not installed, so the extractor has no parser")
    extracted = []
    for sentence, result in zip(sentences, Clauses(options).extract(sentences), strict=True):
        assert isinstance(result, Extracted)
        extracted += [Row(extraction, sentence.id, sentence.text) for extraction in result.extractions or (None,)]
    return extracted


def beside_published(benchmark: str, options: ClausesOptions = ClausesOptions()) -> Evaluation:  # noqa: B008
    known = benchmark_named(benchmark)
    outputs: dict[str, object] = {name: where(*place) for name, place in known.outputs}
    outputs[OURS] = rows(load_gold(known).sentences, options)
    return evaluate(outputs, benchmark)  # type: ignore[arg-type]


def record(record_property: pytest.RecordProperty, evaluation: Evaluation, test_set: str) -> None:
    for measured in evaluation[OURS].measurements:
        values = (measured.precision, measured.recall, measured.f1)
        record_property(f"{test_set}: {OURS} by {measured.label}, P R F1", ", ".join(map(str, values)))


def best_published(evaluation: Evaluation) -> str:
    return max((system for system in evaluation if system.name != OURS), key=lambda system: system.f1.value or 0).name


def test_benchie(data: Path, record_property: pytest.RecordProperty) -> None:
    evaluation = beside_published("benchie-en", ClausesOptions(explicit=True))
    record(record_property, evaluation, "BenchIE EN")
    comparison = evaluation.compare(OURS, "clausie")
    record_property("BenchIE EN: clauses and the best published output", str(comparison))
    assert best_published(evaluation) == "clausie"
    assert comparison.difference is not None
    assert comparison.difference > 0
    assert comparison.p is not None
    assert comparison.p < 0.05
    assert evaluation[OURS].f1.value >= 0.42


def test_benchie_fl(data: Path, record_property: pytest.RecordProperty) -> None:
    evaluation = beside_published("benchie-fl")
    record(record_property, evaluation, "BenchIE-FL")
    best = best_published(evaluation)
    record_property("BenchIE-FL: clauses and the best published output", str(evaluation.compare(OURS, best)))
    assert evaluation[OURS].f1.value > evaluation[best].f1.value


def test_wire57(data: Path, record_property: pytest.RecordProperty) -> None:
    evaluation = beside_published("wire57")
    record(record_property, evaluation, "WiRe57")
    best = best_published(evaluation)
    record_property("WiRe57: clauses and the best published output", str(evaluation.compare(OURS, best)))
    assert evaluation[OURS].f1.value > evaluation[best].f1.value


def test_synsets_of_wire57(data: Path, record_property: pytest.RecordProperty) -> None:
    gold = data / "benchie_fl/data/wire57-annotated57.txt"
    outputs: Mapping[str, object] = {
        "minie": data / "benchie_fl/extractions/wire/minie_wire_benchie_form.txt",
        OURS: rows(read_gold(gold).sentences, ClausesOptions()),
    }
    evaluation = evaluate(outputs, gold=gold, options=Options(metrics=("benchie_fl", "benchie"), facets=("default",)))  # type: ignore[arg-type]
    record(record_property, evaluation, "WiRe57's synsets")
    record_property("WiRe57's synsets: clauses and the best published output", str(evaluation.compare(OURS, "minie")))


def test_carb(data: Path, record_property: pytest.RecordProperty) -> None:
    known = benchmark_named("carb-test")
    evaluation = evaluate({OURS: rows(load_gold(known).sentences, ClausesOptions())}, "carb-test")
    record(record_property, evaluation, "CaRB test")
    assert evaluation[OURS].f1.value > 0.488  # OpenIE 4, the best of the release


def test_re_oie2016(data: Path, record_property: pytest.RecordProperty) -> None:
    """What the page says: the default is behind on n-ary gold, ``nary`` is not."""
    sentences = load_gold(benchmark_named("re-oie2016")).sentences
    outputs: dict[str, object] = {
        OURS: rows(sentences, ClausesOptions()),
        "nary": rows(sentences, ClausesOptions(nary=True)),
        "openie4": data / "oie2016/systems_output/test/openie4_test.txt",
    }
    evaluation = evaluate(outputs, "re-oie2016", options=Options(metrics=("carb",)))  # type: ignore[arg-type]
    record(record_property, evaluation, "Re-OIE2016")
    assert [round(evaluation[name].f1.value or 0, 3) for name in outputs] == [0.491, 0.663, 0.603]


def test_lsoie(data: Path, record_property: pytest.RecordProperty) -> None:
    extracted = rows(load_gold(benchmark_named("lsoie")).sentences, ClausesOptions())
    evaluation = evaluate({OURS: extracted}, "lsoie")
    record(record_property, evaluation, "LSOIE")
    assert round(evaluation[OURS].f1.value, 3) == 0.339
    slots = [
        slot for row in extracted if row.extraction for slot in (row.extraction.relation, *row.extraction.arguments)
    ]
    assert [slot for slot in slots if slot.count("-LRB-") != slot.count("-RRB-")] == []
    assert {"-LRB-", "-RRB-"}.isdisjoint(slots)
