"""An evaluation that keeps a sample: the same scores, and whatever is about the sample says so."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import karat
from karat.benchmarks import sample_path
from karat.errors import FormatError, InputError, UnknownNameError
from karat.formats.text.slots import render_slot
from karat.reports.console import print_table
from karat.reports.diagnoses import fix_summary
from karat.reports.html import html
from karat.reports.markdown import markdown
from karat.reports.tables.buckets import tabulate_buckets
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.table import Table
from karat.results import error_profiles
from karat.results.buckets import LENGTH, by_sentence
from karat.results.explanation.json import diagnosis_object, head_to_head_object
from karat.results.serialisation import summary
from karat.results.verdict_files import sample as samples
from karat.results.verdict_files.sample import Sample

SAID = "6 of 24 sentences, evenly spaced"


@pytest.fixture(autouse=True, scope="module")
def small_samples() -> Iterator[None]:
    """Of the 24 sentences of the sample benchmark, keep those at 0, 4, … 20."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(samples, "MOST_SENTENCES", 6)
        yield


def evaluated(*names: str, **options: Any) -> karat.Evaluation:
    outputs = {name: sample_path(f"en/{name}.tsv") for name in names or ("careful", "greedy", "naive")}
    return karat.evaluate(outputs, "karat-sample", **options)


def render(table: Table) -> str:
    console = Console(file=io.StringIO(), width=200)
    print_table(table, console)
    return console.file.getvalue()  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def whole() -> karat.Evaluation:
    return evaluated()


@pytest.fixture(scope="module")
def sampled() -> karat.Evaluation:
    return evaluated(keep="sample")


def test_scores_are_of_all_sentences(whole: karat.Evaluation, sampled: karat.Evaluation) -> None:
    assert sampled.sample == Sample(6, 24)
    assert whole.sample is None
    assert [system.measurements for system in sampled] == [system.measurements for system in whole]
    assert [system.extractions for system in sampled] == [system.extractions for system in whole]
    assert sampled.comparisons == whole.comparisons


def test_verdicts_and_gold_are_of_the_sample(whole: karat.Evaluation, sampled: karat.Evaluation) -> None:
    assert whole.grounds is not None
    assert sampled.grounds is not None
    assert sampled.grounds.annotations == whole.grounds.annotations[::4]
    ids = {sentence.id for sentence in sampled.grounds.sentences}
    for some, all_ in zip(sampled, whole, strict=True):
        assert some.verdicts == tuple(verdict for verdict in all_.verdicts if verdict.sentence in ids)
        assert 0 < len(some.verdicts) < len(all_.verdicts)


def test_a_small_evaluation_is_kept_whole(monkeypatch: pytest.MonkeyPatch, whole: karat.Evaluation) -> None:
    monkeypatch.setattr(samples, "MOST_SENTENCES", 24)
    assert evaluated(keep="sample") == whole
    assert evaluated(keep="all") == whole


def test_gold_on_disk_alone_makes_no_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    systems, gold = [sample_path("en/careful.tsv")], sample_path("en/gold.txt")
    monkeypatch.setattr("karat.results.scoring.LARGE_GOLD", -1)
    assert karat.evaluate(systems, gold=gold, resampling=None).sample is None
    monkeypatch.setattr("karat.results.scoring.LARGE", -1)
    assert karat.evaluate(systems, gold=gold, resampling=None).sample is not None


def test_it_is_read_back_as_it_was(sampled: karat.Evaluation, tmp_path: Path) -> None:
    sampled.to_json(tmp_path / "run.json")
    loaded = karat.load(tmp_path / "run.json")
    assert loaded == sampled
    assert loaded.sample == Sample(6, 24)


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        pytest.param(
            {"sentences": 7, "of": 24}, "expected 6, as many as sentences in grounds.sample.sentences, found 7"
        ),
        pytest.param({"sentences": 6, "of": 5}, "expected at least 6 in grounds.sample.of, found 5"),
        pytest.param({"sentences": 6}, "in grounds.sample"),
        pytest.param({"sentences": "6", "of": 24}, "expected a whole number in grounds.sample.sentences"),
    ],
)
def test_a_damaged_sample_is_refused(
    sampled: karat.Evaluation, tmp_path: Path, sample: dict[str, Any], message: str
) -> None:
    document = sampled.to_json()
    document["grounds"]["sample"] = sample
    (tmp_path / "run.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        karat.load(tmp_path / "run.json")


def test_small_evaluations_say_nothing(whole: karat.Evaluation) -> None:
    assert "sample" not in summary(whole)
    assert "sample" not in whole.to_json()["grounds"]
    assert "of a sample" not in render(tabulate_evaluation(whole))


SAYING: dict[str, Callable[[karat.Evaluation], str]] = {
    "table": lambda evaluation: render(tabulate_evaluation(evaluation)),
    "markdown": lambda evaluation: markdown(tabulate_evaluation(evaluation)),
    "what to fix first": lambda evaluation: fix_summary("greedy", evaluation["greedy"].diagnosis())[0],
    "head to head": lambda evaluation: str(evaluation.head_to_head("careful", "greedy")),
    "buckets": lambda evaluation: render(tabulate_buckets(by_sentence(evaluation, LENGTH))),
}


@pytest.mark.parametrize("what", SAYING)
def test_texts_say_so(sampled: karat.Evaluation, whole: karat.Evaluation, what: str) -> None:
    assert SAID in " ".join(SAYING[what](sampled).split())
    assert "evenly spaced" not in SAYING[what](whole)


DOCUMENTS: dict[str, Callable[[karat.Evaluation], dict[str, Any]]] = {
    "--json": summary,
    "what to fix first": lambda evaluation: diagnosis_object(evaluation["greedy"].diagnosis()),
    "head to head": lambda evaluation: head_to_head_object(evaluation.head_to_head("careful", "greedy")),
    "error profile": lambda evaluation: error_profiles(evaluation)[0].to_json(),
    "buckets": lambda evaluation: by_sentence(evaluation, LENGTH).to_json(),
}


@pytest.mark.parametrize("what", DOCUMENTS)
def test_documents_say_so(sampled: karat.Evaluation, whole: karat.Evaluation, what: str) -> None:
    assert DOCUMENTS[what](sampled)["sample"] == {"sentences": 6, "of": 24}
    assert "sample" not in DOCUMENTS[what](whole)


def test_the_page_says_so_everywhere(sampled: karat.Evaluation, whole: karat.Evaluation) -> None:
    page = html(sampled)
    for said in (
        f"examples and causes of mistakes are of a sample, {SAID}",
        f"repaired, in a sample of {SAID}).",
        f"All of this is about a sample, {SAID}",
        f"The evaluation keeps a sample, {SAID}.",
        f"what the other has in their place, in a sample of {SAID}.",
        f"one may be wrong in several slots, in a sample of {SAID}.",
        "gold facts in the sample",
    ):
        assert said in page
    assert html(whole).count("evenly spaced") == 0


def test_a_profile_is_that_of_the_sampled_sentences_alone(sampled: karat.Evaluation, whole: karat.Evaluation) -> None:
    """Its intervals are over 6 sentences, not over 24 of which 18 have no mistakes."""
    assert sampled.grounds is not None
    sentences = {annotation.sentence.text: annotation.sentence.id for annotation in sampled.grounds.annotations}
    outputs = {
        system.name: {
            text: [verdict.extraction.triple for verdict in system.verdicts if verdict.sentence == id]
            for text, id in sentences.items()
        }
        for system in sampled
    }
    gold = {
        annotation.sentence.text: [
            [tuple(map(render_slot, fact)) for fact in synset.facts] for synset in annotation.synsets
        ]
        for annotation in sampled.grounds.annotations
    }
    alone = karat.evaluate(outputs, gold=gold)
    for of_sample, of_these in zip(error_profiles(sampled), error_profiles(alone), strict=True):
        assert (of_sample.slots, of_sample.buckets) == (of_these.slots, of_these.buckets)
    assert error_profiles(sampled)[0].slots != error_profiles(whole)[0].slots


def test_buckets_are_of_the_sample(sampled: karat.Evaluation) -> None:
    table = by_sentence(sampled, LENGTH)
    assert sum(map(len, table)) == 6


@pytest.mark.parametrize(
    "kept", [pytest.param(("sample", "sample"), id="both"), pytest.param((None, "sample"), id="one")]
)
def test_merged_evaluations_keep_what_all_keep(kept: tuple[str | None, str | None]) -> None:
    first, second = (evaluated(name, keep=each) for name, each in zip(("careful", "greedy"), kept, strict=True))
    assert first.merged(second) == evaluated("careful", "greedy", keep="sample")


def test_merged_evaluations_of_other_samples_keep_what_is_common(monkeypatch: pytest.MonkeyPatch) -> None:
    first = evaluated("careful", keep="sample")  # 0, 4, 8, …
    monkeypatch.setattr(samples, "MOST_SENTENCES", 4)
    second = evaluated("greedy", keep="sample")  # 0, 6, 12, 18
    merged = first.merged(second)
    assert merged.sample == Sample(2, 24)
    assert merged.head_to_head("careful", "greedy").facts


def test_cliques_are_not_sampled(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected single sentences to keep a sample of, found cliques"):
        karat.evaluate(benchmark="karat-sample-cliques", keep="sample")


def test_another_word_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown choice of verdicts to keep 'most'"):
        evaluated(keep="most")


def test_verdicts_are_written_whatever_is_kept(whole: karat.Evaluation, tmp_path: Path) -> None:
    for keep in ("all", "sample"):
        evaluated(verdicts=tmp_path / f"{keep}.jsonl", keep=keep)
    lines = (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == sum(len(system.verdicts) for system in whole)
    assert (tmp_path / "sample.jsonl").read_bytes() == (tmp_path / "all.jsonl").read_bytes()


def test_verdicts_need_fact_synsets(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected fact synsets for a file of verdicts, found none"):
        karat.evaluate(
            sample_path("en/careful.tsv"), gold=sample_path("en/carb_gold.tsv"), verdicts=tmp_path / "v.jsonl"
        )
    assert list(tmp_path.iterdir()) == []
