"""OIE2016's gold with the heads of predicates: what we wrote, what is wrong with other lines, and the real file."""

from __future__ import annotations

from collections import Counter

import pytest

from karat.errors import FormatError
from karat.formats import format_named, guess, read_tuples
from karat.model import Extraction, Sentence, TupleAnnotation

TEXT = "Ann had left Ulm .\tleft\thad left\tAnn\tUlm\t\nIt rains .\trains\trains\nAnn had left Ulm .\tUlm\tis\tUlm\n"
GOLD = [
    TupleAnnotation(
        Sentence("1", "Ann had left Ulm ."),
        (
            Extraction("had left", ("Ann", "Ulm", ""), other=(("head", "left"),)),
            Extraction("is", ("Ulm",), other=(("head", "Ulm"),)),
        ),
    ),
    TupleAnnotation(Sentence("2", "It rains ."), (Extraction("rains", (), other=(("head", "rains"),)),)),
]


def test_reading(file):
    assert list(read_tuples(file(TEXT), "oie2016-heads")) == GOLD


def test_writing_and_reading_again(tmp_path):
    format_named("oie2016-heads").write(tmp_path / "gold.oie", GOLD)
    assert list(read_tuples(tmp_path / "gold.oie", "oie2016-heads")) == GOLD


@pytest.mark.parametrize(("relation", "head"), [("had left", "left"), ("", "")])
def test_a_head_is_found_where_none_is_known(relation, head):
    gold = TupleAnnotation(Sentence("1", "Ann left ."), (Extraction(relation, ("Ann",)),))
    assert list(format_named("oie2016-heads").render([gold])) == [f"Ann left .\t{head}\t{relation}\tAnn"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("It rains .\trains", "expected at least 3 tab-separated fields", id="2 fields"),
        pytest.param(" \trains\trains\tit", "expected a sentence, found none", id="no sentence"),
    ],
)
def test_a_wrong_line(file, line, message):
    with pytest.raises(FormatError) as caught:
        list(read_tuples(file(f"{TEXT}{line}\n"), "oie2016-heads"))
    assert f":4: {message}" in str(caught.value)


@pytest.mark.published
def test_the_real_heads_are_the_predicates_of_the_later_release(data):
    """The release of 2018 has the head alone; all 1,730 agree. Arguments were put in another order, and words added."""
    path = data / "re_oie2016/OIE2016.txt"
    assert guess(path).name == "oie2016-heads"
    earlier, later = (
        Counter(
            (each.sentence.text, dict(one.other).get("head", one.relation), one.arguments)
            for each in read_tuples(file)
            for one in each.extractions
        )
        for file in (path, data / "oie2016/oie_corpus/test.oie.orig")
    )
    assert (earlier & later).total() == 926
    heads, predicates = (Counter((text, head) for text, head, _ in one.elements()) for one in (earlier, later))
    assert heads == predicates
    assert heads.total() == 1_730
