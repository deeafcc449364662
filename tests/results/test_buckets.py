"""Sentences in buckets: scores by hand, and sums that add up to the whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.benchmarks import benchmark_named, where
from karat.errors import InputError, UnknownNameError
from karat.formats.documents.parses import FileParses
from karat.model import Sentence, Word
from karat.results import Evaluation, Resampling, evaluate, load
from karat.results.buckets import LENGTH, Bucketing, bucketing_named, by_count, by_sentence
from karat.syntax import Tagged

GOLD = """\
sent_id:1\tAnn founded Bext in Ulm .
1--> Cluster 1:
Ann --> founded --> Bext
1--> Cluster 2:
Ann --> founded Bext in --> Ulm

sent_id:2\tBob slept and Eve ate rice .
2--> Cluster 1:
Eve --> ate --> rice

sent_id:3\tThe old mill burned .
"""
OUTPUT = "1\tAnn\tfounded\tBext\n1\tAnn\tin\tUlm\n2\tEve\tate\trice\n3\tmill\tburned\tdown\n"


@pytest.fixture
def small(tmp_path: Path) -> Evaluation:
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    (tmp_path / "mine.tsv").write_text(OUTPUT, encoding="utf-8")
    return evaluate(tmp_path / "mine.tsv", gold=tmp_path / "gold.txt", resampling=Resampling(resamples=100))


@pytest.fixture(scope="module")
def sample() -> Evaluation:
    outputs = {name: where(*place) for name, place in benchmark_named("karat-sample").outputs}
    return evaluate(outputs, "karat-sample", resampling=None)


def test_by_hand(small: Evaluation) -> None:
    """6, 7 and 5 tokens: 1 of 2 extractions and 1 of 2 facts; all; one that no fact accepts."""
    table = by_sentence(small, by_count("length", lambda sentence: len(sentence.tokens), (5, 6)))
    assert [(bucket.name, bucket.sentences) for bucket in table] == [("≤5", ("3",)), ("6", ("1",)), (">6", ("2",))]
    found = {name: table["mine", name] for name in ("≤5", "6", ">6")}
    values = {name: (one.precision.value, one.recall.value, one.f1.value) for name, one in found.items()}
    assert values == {"≤5": (0.0, None, 0.0), "6": (1 / 2, 1 / 2, 1 / 2), ">6": (1.0, 1.0, 1.0)}
    assert all(one.f1.low is None for one in found.values()), "one sentence has no interval"
    assert table.signature.endswith("|by:length/≤5,6,>6")


def test_a_function_of_ones_own(small: Evaluation) -> None:
    table = by_sentence(small, Bucketing("conjunction", lambda sentence: "and" if " and " in sentence.text else "none"))
    assert [(bucket.name, len(bucket)) for bucket in table] == [("none", 2), ("and", 1)]
    assert table["mine", "none"].f1.value == pytest.approx(2 * 1 / (2 * 1 + 2 + 1))
    assert table["mine", "none"].f1.low is not None


def test_order_and_empty_buckets(small: Evaluation) -> None:
    named = Bucketing("id", lambda sentence: f"s{sentence.id}", order=("s9", "s3", "s1"))
    assert [bucket.name for bucket in by_sentence(small, named)] == ["s3", "s1", "s2"]


@pytest.mark.parametrize(
    ("edges", "labels", "number", "bucket"),
    [
        ((20, 30), None, 20, "≤20"),
        ((20, 30), None, 21, "21–30"),
        ((20, 30), None, 30, "21–30"),
        ((20, 30), None, 31, ">30"),
        ((0, 1), None, 0, "0"),
        ((0, 1), None, 1, "1"),
        ((0, 1), None, 2, ">1"),
        ((1, 2, 4), ("0–1", "2", "3–4", ">4"), 0, "0–1"),
        ((1, 2, 4), ("0–1", "2", "3–4", ">4"), 4, "3–4"),
        ((1, 2, 4), ("0–1", "2", "3–4", ">4"), 5, ">4"),
    ],
)
def test_edges_belong_to_the_bucket_below(
    edges: Sequence[int], labels: Sequence[str] | None, number: int, bucket: str
) -> None:
    assert by_count("any", lambda _: number, edges, labels).function(Sentence("1", "")) == bucket


@given(st.data())
def test_buckets_part_the_sentences_and_masses_add_up(sample: Evaluation, data: st.DataObject) -> None:
    metric, facet = data.draw(st.sampled_from(sample.labels))
    whole = sample["careful"][metric, facet] if facet else sample["careful"][metric]
    names = data.draw(st.fixed_dictionaries({id: st.sampled_from("abcd") for id in whole.sentences}))
    table = by_sentence(sample, Bucketing("drawn", lambda sentence: names[sentence.id]), metric, facet)
    ids = [id for bucket in table for id in bucket.sentences]
    assert sorted(ids) == sorted(whole.sentences)
    assert len(set(ids)) == len(ids)
    assert all(names[id] == bucket.name for bucket in table for id in bucket.sentences)
    for system in sample:
        rows = [bucket.measured[system.name].score.row for bucket in table]
        total = system[metric, facet] if facet else system[metric]
        assert [sum(column) for column in zip(*rows, strict=True)] == list(total.score.row)


def test_one_bucket_is_the_whole(sample: Evaluation) -> None:
    full = evaluate(benchmark="karat-sample", resampling=Resampling(resamples=200))
    table = by_sentence(full, Bucketing("all", lambda _: "all"), "carb")
    for system in full:
        one, whole = table[system.name, "all"], system["carb"]
        assert (one.precision, one.recall, one.f1) == (whole.precision, whole.recall, whole.f1)


def test_an_evaluation_read_again_has_its_sentences(sample: Evaluation, tmp_path: Path) -> None:
    sample.to_json(tmp_path / "run.json")
    assert by_sentence(load(tmp_path / "run.json"), LENGTH) == by_sentence(sample, LENGTH)


def test_the_document_has_every_number(small: Evaluation) -> None:
    document = by_sentence(small, LENGTH).to_json()
    assert (document["by"], document["metric"], document["facet"]) == ("length", "benchie", "default")
    (bucket,) = document["buckets"]
    assert (bucket["name"], bucket["sentences"]) == ("≤20", 3)
    (system,) = bucket["systems"]
    assert system["counts"] == {"matched": 2.0, "spurious": 2.0, "missed": 1.0}
    assert len(system["intervals"]["f1"]) == 2


def test_the_table_as_text(small: Evaluation) -> None:
    table = by_sentence(small, by_count("length", lambda sentence: len(sentence.tokens), (5, 6)))
    assert str(table).splitlines()[:10] == [
        "gold · 3 sentences · benchie by length",
        "",
        "mine  n      P          R         F1      change",
        "≤5    1   .000 [—]      —       .000 [—]",
        "6     1   .500 [—]   .500 [—]   .500 [—]   +.500",
        ">6    1  1.000 [—]  1.000 [—]  1.000 [—]  +1.000",
        "",
        "change: F1 less that of the first row; the rows have different sentences",
        "[—]: no interval, because fewer than two sentences (documents, cliques) bear on",
        "  it",
    ]
    assert "<table" in table._repr_html_()


PARSES = """\
1\tAnn\t_\tPROPN\t_\t_\t2\tnsubj\t_\t_
2\tfounded\t_\tVERB\t_\t_\t0\troot\t_\t_
3\tBext\t_\tPROPN\t_\t_\t2\tobj\t_\t_
4\tin\t_\tADP\t_\t_\t5\tcase\t_\t_
5\tUlm\t_\tPROPN\t_\t_\t2\tobl\t_\t_
6\t.\t_\tPUNCT\t_\t_\t2\tpunct\t_\t_

1\tBob\t_\tPROPN\t_\t_\t2\tnsubj\t_\t_
2\tslept\t_\tVERB\t_\t_\t0\troot\t_\t_
3\tand\t_\tCCONJ\t_\t_\t5\tcc\t_\t_
4\tEve\t_\tPROPN\t_\t_\t5\tnsubj\t_\t_
5\tate\t_\tVERB\t_\t_\t2\tconj\t_\t_
6\trice\t_\tNOUN\t_\t_\t5\tobj\t_\t_
7\t.\t_\tPUNCT\t_\t_\t2\tpunct\t_\t_

1\tThe\t_\tDET\t_\t_\t3\tdet\t_\t_
2\told\t_\tADJ\t_\t_\t3\tamod\t_\t_
3\tmill\t_\tNOUN\t_\t_\t4\tnsubj\t_\t_
4\tburned\t_\tVERB\t_\t_\t0\troot\t_\t_
5\t.\t_\tPUNCT\t_\t_\t4\tpunct\t_\t_
"""


@pytest.mark.parametrize(
    ("name", "edges", "expected"),
    [
        ("conjuncts", None, {"0": ("1", "3"), "1": ("2",)}),
        ("cases", None, {"0–1": ("1", "2", "3")}),
        ("cases", (0,), {"0": ("2", "3"), ">0": ("1",)}),
        ("prepositions", (0,), {"0": ("2", "3"), ">0": ("1",)}),
        ("length", (6,), {"≤6": ("1", "3"), ">6": ("2",)}),
    ],
)
def test_parses_from_a_file(
    small: Evaluation, tmp_path: Path, name: str, edges: Sequence[int] | None, expected: dict[str, tuple[str, ...]]
) -> None:
    (tmp_path / "parses.conllu").write_text(PARSES, encoding="utf-8")
    assert small.grounds is not None
    parses = FileParses(tmp_path / "parses.conllu")
    bucketing = bucketing_named(name, small.grounds.sentences, parses, edges)
    assert {bucket.name: bucket.sentences for bucket in by_sentence(small, bucketing)} == expected
    assert (parses.name in bucketing.signature()) == (name != "length")


class Blind:
    """A tagger that does not parse."""

    name = "blind-1"

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        return [tuple(Word(form, form, "ADP", "_", (), 0, "_") for form in text.split()) for text in texts]


def test_wrong_use_is_refused(small: Evaluation) -> None:
    sentences = [Sentence("1", "in Ulm")]
    with pytest.raises(InputError, match=r"conjuncts: expected what governs each word, .*\(blind-1\)"):
        bucketing_named("conjuncts", sentences, Blind())
    assert bucketing_named("prepositions", sentences, Blind()).function(sentences[0]) == "2"
    assert bucketing_named("prepositions", [], Blind()).function(sentences[0]) == "2", "a sentence that comes later"
    with pytest.raises(UnknownNameError, match="did you mean 'conjuncts'"):
        bucketing_named("conjunct", sentences)
    with pytest.raises(InputError, match=r"expected edges that rise, found \[2, 2\]"):
        by_count("x", lambda _: 0, (2, 2))
    with pytest.raises(InputError, match="expected 2 labels that differ"):
        by_count("x", lambda _: 0, (2,), ("a",))
    with pytest.raises(InputError, match="expected a text as the bucket of '1', found 6"):
        by_sentence(small, Bucketing("x", lambda sentence: len(sentence.tokens)))  # type: ignore[arg-type, return-value]
    with pytest.raises(InputError, match="expected the text of sentence '2', found none"):
        by_sentence(small, LENGTH, sentences=sentences)
    with pytest.raises(UnknownNameError, match="unknown bucket '>30'"):
        by_sentence(small, LENGTH)["mine", ">30"]
    with pytest.raises(UnknownNameError, match="unknown system 'yours'"):
        by_sentence(small, LENGTH)["yours", "≤20"]
