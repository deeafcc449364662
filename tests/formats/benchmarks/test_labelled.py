"""Extractions with a person's label: what we wrote and what it means, wrong lines, and the real study."""

from __future__ import annotations

import pytest

from karat.errors import FormatError, FormatErrors
from karat.formats import format_named, read_rows
from karat.formats.benchmarks.labelled import judgements
from karat.model import Extraction, Judgement, Row, Sentence

STUDY = (
    'Ann left Ulm .\n0\t"Ann"\t"left"\t"Ulm"\t1\n0\t"Ulm"\t"left"\t0\nWow !\n'
    'It rains .\n2\t"It"\t"rains"\t"a"\t"b"\t1\n'
)
TRIPLES = "1\tAnn\tleft\tUlm\t1\n2\tit\train s\t\t0\n2\tit\trains\there\t\n"


def rows(name, path):
    return list(format_named(name).read(path))


def labelled(number, label, relation, *arguments):
    return Extraction(relation, arguments, other=(("sentence_number", number), ("label", label)))


def test_the_study(file):
    assert rows("clausie-labelled", file(STUDY)) == [
        Row(labelled("0", "1", "left", "Ann", "Ulm"), sentence="Ann left Ulm ."),
        Row(labelled("0", "0", "left", "Ulm"), sentence="Ann left Ulm ."),
        Row(None, sentence="Wow !"),
        Row(labelled("2", "1", "rains", "It", "a", "b"), sentence="It rains ."),
    ]


def test_triples(file):
    assert rows("labelled-triples", file(TRIPLES)) == [
        Row(Extraction("left", ("Ann", "Ulm"), other=(("label", "1"),)), "1"),
        Row(Extraction("rain s", ("it", ""), other=(("label", "0"),)), "2"),
        Row(Extraction("rains", ("it", "here")), "2"),
    ]


@pytest.mark.parametrize("text", [STUDY, TRIPLES])
def test_a_label_is_no_confidence(file, text):
    assert {row.extraction.confidence for row in read_rows(file(text)) if row.extraction} == {1.0}


def test_judgements(file):
    assert list(judgements(read_rows(file(TRIPLES)), judge="Ann")) == [
        Judgement(Sentence("1", ""), Extraction("left", ("Ann", "Ulm")), "Ann", True),
        Judgement(Sentence("2", ""), Extraction("rain s", ("it", "")), "Ann", False),
        Judgement(Sentence("2", ""), Extraction("rains", ("it", "here")), "Ann", None),
    ]
    found = list(judgements(read_rows(file(STUDY))))
    assert [(one.sentence, one.fact, one.judge) for one in found] == [
        (Sentence("0", "Ann left Ulm ."), True, "reconciled"),
        (Sentence("0", "Ann left Ulm ."), False, "reconciled"),
        (Sentence("2", "It rains ."), True, "reconciled"),
    ]
    assert found[0].extraction.other == (("sentence_number", "0"),)


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        pytest.param(
            "clausie-labelled", '0\t"a"\t"b"\t0.5', ":2: expected the label 0 or 1, found '0.5'", id="a score"
        ),
        pytest.param("clausie-labelled", '0\t"a"\t"b"\t', ":2: expected the label 0 or 1, found ''", id="no label"),
        pytest.param(
            "clausie-labelled", '0\t"a"\t1', ":2: expected a sentence alone, or number<TAB>", id="no relation"
        ),
        pytest.param("labelled-triples", "1\ta\tb\tc", ":2: expected 5 tab-separated fields", id="4 fields"),
        pytest.param("labelled-triples", "1\ta\tb\tc\tyes", ":2: expected the label 0 or 1, found 'yes'", id="a word"),
        pytest.param("labelled-triples", " \ta\tb\tc\t1", ":2: expected a sentence id, found none", id="no id"),
    ],
)
def test_a_wrong_line(file, name, line, message):
    first = "Ann left ." if name == "clausie-labelled" else "1\ta\tb\tc\t1"
    with pytest.raises(FormatError) as caught:
        rows(name, file(f"{first}\n{line}\n"))
    assert message in str(caught.value)


def test_a_proposition_before_any_sentence(file):
    with pytest.raises(FormatErrors, match="expected a sentence before its propositions"):
        rows("clausie-labelled", file('0\t"a"\t"b"\t1\n' * 2))


# Correct and all extractions of each system (the study's own counts): its file, joined with the labels by the
# sentence's number and all texts.
COUNTS = {
    "reverb": {
        "clausie": (1706, 2975),
        "clausie-ncc": (1466, 2344),
        "ollie": (547, 1242),
        "reverb": (388, 727),
        "woe_parse": (447, 1028),
        "textrunner_reverb": (343, 837),
        "textrunner": (286, 798),
    },
    "wikipedia": {"clausie": (598, 1001), "clausie-ncc": (536, 792), "ollie": (234, 565), "reverb": (165, 249)},
    "nyt": {"clausie": (696, 1303), "clausie-ncc": (594, 926), "ollie": (211, 497), "reverb": (149, 271)},
}
ENCODINGS = {"reverb": "latin-1"}


@pytest.mark.published
@pytest.mark.parametrize(("part", "system"), [(part, system) for part in COUNTS for system in COUNTS[part]])
def test_the_counts_of_the_real_study(data, part, system):
    folder, encoding = data / "clausie_human_labels" / part, ENCODINGS.get(part, "utf-8")
    labels = {
        (one.sentence.id, one.extraction.triple, one.extraction.arguments): one.fact
        for one in judgements(read_rows(folder / "extractions-all-labeled.txt", encoding=encoding))
    }
    found = [
        labels[dict(row.extraction.other)["sentence_number"], row.extraction.triple, row.extraction.arguments]
        for row in read_rows(folder / f"extractions-{system}.txt", encoding=encoding)
        if row.extraction is not None
    ]
    assert (sum(fact is True for fact in found), len(found)) == COUNTS[part][system]


@pytest.mark.published
@pytest.mark.parametrize(
    ("part", "correct", "count"), [("reverb", 2892, 6443), ("wikipedia", 929, 1769), ("nyt", 1021, 2093)]
)
def test_the_labels_of_the_real_study(data, part, correct, count):
    path = data / "clausie_human_labels" / part / "extractions-all-labeled.txt"
    facts = [one.fact for one in judgements(read_rows(path, encoding=ENCODINGS.get(part, "utf-8")))]
    assert (facts.count(True), facts.count(False), len(facts)) == (correct, count - correct, count)


@pytest.mark.published
@pytest.mark.parametrize(("system", "line"), [("all-labeled", 452), ("clausie-ncc", 198), ("clausie", 227)])
def test_latin_1_is_named_and_not_guessed(data, system, line):
    """What looks like Latin-1 may be anything, so we say what we found and what to try."""
    path = data / "clausie_human_labels/reverb" / f"extractions-{system}.txt"
    with pytest.raises(FormatError) as caught:
        list(read_rows(path))
    expected = (
        f"{path}:{line}: expected UTF-8 text (or another encoding, as in --encoding latin-1), found 0xA0 at byte "
    )
    assert str(caught.value).startswith(expected)
