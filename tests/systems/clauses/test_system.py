"""The rules as a system: options, order, hostile sentences, and results that do not depend on the batch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from karat.errors import InputError, UnknownNameError
from karat.model import Sentence
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.clauses.explaining import explain
from karat.systems.clauses.extractor import CUT
from karat.systems.registry import make_system
from karat.systems.system import Extracted, Failure

ANN = Sentence("1", "Ann , the mayor of Ulm , has often sold the house to Bob last year .")


def facts(sentence: Sentence = ANN, **options: object) -> set[tuple[str, ...]]:
    (result,) = make_system("clauses", options).extract([sentence])
    assert isinstance(result, Extracted)
    return {(each.subject, each.relation, *each.arguments[1:]) for each in result.extractions}


def test_defaults() -> None:
    assert facts() == {
        ("Ann", "has often sold", "the house"),
        ("Ann", "has often sold the house to", "Bob"),
        ("Ann", "has often sold the house", "last year"),
        ("Ann", "is", "the mayor of Ulm"),
    }


def test_explicit() -> None:
    assert facts(explicit=True) == facts() - {("Ann", "is", "the mayor of Ulm")}
    assert facts(without=["apposition"]) == facts(explicit=True)


def test_minimal() -> None:
    assert ("Ann", "sold house to", "Bob") in facts(minimal=True)
    passive = Sentence("1", "The houses have been sold to Bob .")
    assert facts(passive, minimal=True) == {("houses", "been sold to", "Bob")}


def test_nary() -> None:
    assert ("Ann", "has often sold", "the house", "to Bob", "last year") in facts(nary=True)
    assert not {("Ann", "has often sold", "the house")} & facts(nary=True)


def test_extractions_say_which_rule_made_them() -> None:
    (result,) = Clauses().extract([Sentence("1", "Ann lives in Ulm .")])
    assert isinstance(result, Extracted)
    (extraction,) = result.extractions
    assert dict(extraction.other) == {
        "rule": "adverbial",
        "why": "clause of 'lives' with subject, verb and adverbial (SVA), subject: its own; an adverbial of the verb",
    }


def test_explain() -> None:
    system = Clauses()
    (parse,) = system.parse(["Ann lives in Ulm ."])
    lines = explain(parse, system.annotated(parse)).splitlines()
    assert lines[:2] == ["Ann lives in Ulm .", "  (Ann; lives in; Ulm)"]
    assert re.fullmatch(r"    rule adverbial, \d\d% of such facts in the tuning data are near the gold", lines[2])
    assert lines[3:] == [
        "    clause of 'lives' with subject, verb and adverbial (SVA), subject: its own",
        "    an adverbial of the verb",
    ]


@pytest.mark.parametrize(
    ("sentence", "options", "expected"),
    [
        ("Ann sold the house two years ago .", {}, "rule time, not measured: too few such facts"),
        ("There were problems with the old house .", {}, "rule existence, not measured: too few such facts"),
        ("Ann sold the house to Bob .", {"nary": True}, "% of such facts in the tuning data are near the gold"),
    ],
)
def test_what_was_not_measured_is_named(sentence: str, options: dict[str, Any], expected: str) -> None:
    system = Clauses(ClausesOptions(**options))
    (parse,) = system.parse([sentence])
    assert expected in explain(parse, system.annotated(parse))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ann came and built the house .", "subject: that of the clause it is joined to (shared)"),
        ("Ann , who built the house , slept .", "subject: the noun that the relative clause modifies (relative)"),
        ("Ann wants to sell the house .", "subject: that of the verb it completes (chain)"),
        ("The house was built by Bob .", "passive clause of 'built' with subject"),
    ],
)
def test_explanations_are_in_words(sentence: str, expected: str) -> None:
    system = Clauses()
    (parse,) = system.parse([sentence])
    assert expected in explain(parse, system.annotated(parse))


def test_explain_with_annotations() -> None:
    system = Clauses(ClausesOptions(annotations=("all",)))
    (parse,) = system.parse(["Mira believes that two ferries may not stop in Kiel ."])
    lines = explain(parse, system.annotated(parse)).splitlines()
    assert lines[1:5] == [
        "  (QUANT_S_1 ferries; stop in; Kiel)",
        "    factuality (-, PS)",
        "    attribution (Mira, believe) (+, PS)",
        "    QUANT_S_1 = two",
    ]
    assert lines[-4:] == [
        "    polarity: negated_verb (not)",
        "    modality: modal_verb (may)",
        "    attribution: reported_statement (believes)",
        "    quantities: number (two)",
    ]


def test_rules_of_annotations_can_be_switched_off() -> None:
    ferry = Sentence("1", "Two ferries may not stop in Kiel .")
    assert facts(ferry, annotations=["all"]) == {("QUANT_S_1 ferries", "stop in", "Kiel")}
    without = facts(ferry, annotations=["all"], without=["number", "modal_verb"])
    assert without == {("Two ferries", "may stop in", "Kiel")}


def test_the_most_certain_come_first() -> None:
    (result,) = Clauses().extract([ANN])
    assert isinstance(result, Extracted)
    shares = [extraction.confidence for extraction in result.extractions]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) > 1


def test_a_batch_changes_nothing() -> None:
    sentences = [ANN, Sentence("2", "Bob slept ."), Sentence("3", "The house that Ann built was sold in 1990 .")]
    system = Clauses()
    assert system.extract(sentences) == [system.extract([each])[0] for each in sentences]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Ann -LRB- a painter -RRB- moved to Ulm .",
            {("Ann", "is", "a painter"), ("Ann", "moved to", "Ulm")},
        ),
        (
            "The mill -lsb- built by Ann -rsb- burned in May .",
            {("The mill", "built by", "Ann"), ("The mill", "burned in", "May")},
        ),
        (
            "Ann sold the -LRB- old -RRB- house to Bob -LRB- 1902 .",
            {("Ann", "sold", "the -LRB- old -RRB- house"), ("Ann", "sold the -LRB- old -RRB- house to", "Bob")},
        ),
    ],
)
def test_codes_of_brackets_are_parsed_as_brackets_and_written_as_the_text_has_them(
    text: str, expected: set[tuple[str, ...]]
) -> None:
    assert facts(Sentence("1", text)) == expected


@pytest.mark.parametrize(
    "text", ["", " ", "(", ") ) (", "🙂 🙂", "Ann 🙂 sold ( the house", "\u202e\u0000", "and and and", "`` ''"]
)
def test_odd_sentences_do_no_harm(text: str) -> None:
    (result,) = Clauses().extract([Sentence("1", text)])
    assert isinstance(result, Extracted)


def test_what_is_no_sentence_fails_alone() -> None:
    results = Clauses().extract([Sentence("1", "a" * 100_001), Sentence("2", "\ud800"), ANN])
    assert [type(each) for each in results] == [Failure, Failure, Extracted]
    assert results[0] == Failure("expected a sentence of at most 100,000 characters, found 100,001")


def test_long_lists_end() -> None:
    names = " , ".join(["Ann"] * 400)
    (result,) = Clauses().extract([Sentence("1", f"{names} and Bob bought {names} and apples .")])
    assert isinstance(result, Extracted)
    assert len(result.extractions) <= 1000


def test_the_most_certain_of_very_many_facts_are_kept_and_say_so() -> None:
    text = " ".join(f"Ann met Bob{number} in Ulm ." for number in range(600)) + " Pia says that it rains ."
    (parse,) = (system := Clauses()).parse([text])
    propositions = system.propositions(parse)
    assert len(propositions) == 1000
    assert ("Pia", "says that", "it rains") in {each.write(parse) for each in propositions}
    assert all(CUT in each.notes for each in propositions)
    (few,) = system.parse(["Ann slept in Ulm ."])
    assert [CUT in each.notes for each in system.propositions(few)] == [False]


def test_options_are_checked() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'apposition'"):
        Clauses(ClausesOptions(without=("aposition",)))
    with pytest.raises(UnknownNameError, match="did you mean 'polarity'"):
        Clauses(ClausesOptions(annotations=("polarty",)))
    with pytest.raises(UnknownNameError, match="unknown language of clauses 'fr'"):
        Clauses(ClausesOptions(language="fr"))
    with pytest.raises(InputError, match="expected corenlp or conllu for 'de', found neither"):
        Clauses(ClausesOptions(language="de"))
    with pytest.raises(InputError, match="expected one parser, found model and conllu"):
        Clauses(ClausesOptions(model="en_core_web_sm", conllu=Path("parses.conllu")))


CONLLU = """\
1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\tlives\tlive\tVERB\tVBZ\t_\t0\troot\t_\t_
3\tin\tin\tADP\tIN\t_\t4\tcase\t_\t_
4\tUlm\tUlm\tPROPN\tNNP\t_\t2\tobl\t_\t_
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


def test_parses_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "parses.conllu"
    path.write_text(CONLLU)
    assert facts(Sentence("1", "Ann lives in Ulm."), conllu=path) == {("Ann", "lives in", "Ulm")}
    with pytest.raises(
        InputError, match=r"parses.conllu: expected a parse of each sentence, found none of 'Bob slept'"
    ):
        facts(Sentence("1", "Bob slept"), conllu=path)


GERMAN = """\
1\tAnnas\tAnna\tPROPN\tNE\t_\t2\tnmod:poss\t_\t_
2\tHaus\tHaus\tNOUN\tNN\t_\t3\tnsubj\t_\t_
3\tbrennt\tbrennen\tVERB\tVVFIN\t_\t0\troot\t_\t_

"""


def test_added_words_are_of_the_language(tmp_path: Path) -> None:
    path = tmp_path / "parses.conllu"
    path.write_text(GERMAN)
    assert facts(Sentence("1", "Annas Haus brennt"), conllu=path, language="de") == {("Annas", "hat", "Haus")}


def test_settings_are_json_and_the_version_names_the_parser() -> None:
    system = Clauses(ClausesOptions(without=("nested",)))
    assert system.settings["without"] == ["nested"]
    assert "spacy" in system.version
