from __future__ import annotations

import pytest

from karat.errors import FormatError
from karat.formats import Problems, format_named
from karat.formats.benchmarks.carb_gold import as_scored, without_context, without_empty_ends
from karat.formats.columns import CARB_GOLD
from karat.model import Extraction, Sentence, TupleAnnotation

GOLD = TupleAnnotation(
    Sentence("1", "Ann left ."),
    (Extraction("left", ("Ann", "", "a C: b", "L: Ulm", " ")), Extraction("C: is", ("C: x", ""))),
)


def arguments(annotation):
    return [extraction.arguments for extraction in annotation.extractions]


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (without_context, [("Ann", "", "L: Ulm", " "), ("",)]),
        (without_empty_ends, [("Ann", "", "a C: b", "L: Ulm"), ("C: x",)]),
        (as_scored, [("Ann", "", "L: Ulm"), ()]),
    ],
)
def test_views(view, expected):
    assert arguments(view(GOLD)) == expected


def test_sentences_are_gathered_in_the_order_of_their_first_line(file):
    path = file("Ann left . \tleft\tAnn\nIt rained .\trained\tIt\t\nAnn left .\tis\tAnn\tgone\tC: x\n")
    assert list(CARB_GOLD.read(path)) == [
        TupleAnnotation(
            Sentence("1", "Ann left ."), (Extraction("left", ("Ann",)), Extraction("is", ("Ann", "gone", "C: x")))
        ),
        TupleAnnotation(Sentence("2", "It rained ."), (Extraction("rained", ("It", "")),)),
    ]


def test_what_is_repaired(file):
    problems = Problems()
    path = file("Ann left .\tleft\tAnn\nAnn left .\n\ufeffAnn left .\tis\tAnn\tgone\n")
    (annotation,) = CARB_GOLD.read(path, problems=problems)
    assert len(annotation.extractions) == 2
    assert [(repair.line, repair.as_) for repair in problems.repairs] == [
        (2, "a sentence once more, without a tuple"),
        (3, "the same without the byte order mark"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "an empty file"),
        ("Ann left .\tleft\n", ":1: expected at least 3 tab-separated fields (sentence, relation, arguments), found 2"),
        ("Ann left .\n", ":1: expected at least 3 tab-separated fields (sentence, relation, arguments), found 1"),
        (" \tleft\tAnn\n", ":1: expected a sentence, found none"),
    ],
)
def test_bad_input(file, content, message):
    with pytest.raises(FormatError) as caught:
        list(CARB_GOLD.read(file(content)))
    assert message in str(caught.value)


def test_writing_and_reading_again(tmp_path):
    format_named("carb-gold").write(tmp_path / "gold.tsv", [GOLD])
    assert list(CARB_GOLD.read(tmp_path / "gold.tsv")) == [GOLD]


@pytest.mark.published
@pytest.mark.parametrize(
    ("name", "sentences", "rows", "repairs"),
    [
        ("carb/gold/dev.tsv", 638, 2_548, []),
        ("carb/gold/test.tsv", 634, 2_715, []),
        ("carb/expert_annotations/expert_gold.tsv", 50, 172, []),
        ("carb/said_type_sentences/said_type_annotations.tsv", 122, 330, [2, 267]),
        ("benchie/gold/carb_explicit.txt", 291, 783, []),
    ],
)
def test_real_files(data, name, sentences, rows, repairs):
    problems = Problems()
    annotations = list(CARB_GOLD.read(data / name, problems=problems))
    assert len(annotations) == sentences
    assert sum(len(annotation.extractions) for annotation in annotations) == rows
    assert [repair.line for repair in problems.repairs] == repairs


@pytest.mark.published
def test_empty_columns_of_the_test_gold(data):
    annotations = list(CARB_GOLD.read(data / "carb/gold/test.tsv"))
    changed = sum(
        one.arguments != other.arguments
        for annotation in annotations
        for one, other in zip(annotation.extractions, without_empty_ends(annotation).extractions, strict=True)
    )
    assert changed == 255
