"""Facts with their annotations: what the words say leaves the fact, and nothing is said twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.errors import UnknownNameError
from karat.model import Attribution, Extraction, Modality, Polarity, Quantity, Row
from karat.results.quantities import Quantities
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.clauses.annotations import ANNOTATIONS, RULES, AnnotatedProposition, annotate, choose_annotations
from karat.systems.clauses.annotations.attribution import Sources, name_of
from karat.systems.clauses.annotations.finding import apply_rules
from karat.systems.clauses.annotations.modality import MODALITY
from karat.systems.clauses.annotations.polarity import POLARITY
from karat.systems.clauses.annotations.quantities import find_quantities
from karat.systems.clauses.extractor import SWITCHES, find_propositions
from karat.systems.clauses.sentence import Parse

STATED, DENIED = Polarity.POSITIVE, Polarity.NEGATIVE
CERTAIN, POSSIBLE = Modality.CERTAINTY, Modality.POSSIBILITY
Fact = tuple[str, ...]


def annotated(
    parse: Parse, kinds: tuple[str, ...] = ANNOTATIONS, without: tuple[str, ...] = ()
) -> dict[Fact, AnnotatedProposition]:
    """Annotate the facts of a sentence; each is found by its words without articles."""
    found = annotate(parse, find_propositions(parse, rejected=True), kinds, without)
    return {tuple(map(without_articles, each.proposition.write(parse))): each for each in found}


def without_articles(phrase: str) -> str:
    return " ".join(word for word in phrase.split() if word.lower() not in ("a", "an", "the"))


@pytest.mark.parametrize(
    ("sentence", "fact", "polarity", "modality"),
    [
        pytest.param("Pia did not sell the boat.", "Pia; did sell; boat", DENIED, CERTAIN, id="F6, denied"),
        pytest.param("Pia sold the boat.", "Pia; sold; boat", STATED, CERTAIN, id="F6, stated"),
        pytest.param("It is not true that Nils lives in Oslo.", "Nils; lives in; Oslo", STATED, CERTAIN, id="F7"),
        pytest.param("Dora expects to meet with the Otters.", "Dora; meet with; Otters", STATED, POSSIBLE, id="F8"),
        pytest.param("Dora probably meets with Ann.", "Dora; meets with; Ann", STATED, POSSIBLE, id="F8, probably"),
        pytest.param("Dora will meet with the Otters.", "Dora; meet with; Otters", STATED, POSSIBLE, id="F8, will"),
        pytest.param("The ferry may not stop in Kiel.", "ferry; stop in; Kiel", DENIED, POSSIBLE, id="both"),
        pytest.param("Pia does not want to sell the boat.", "Pia; sell; boat", DENIED, POSSIBLE, id="a denied wish"),
    ],
)
def test_factuality(
    parse_english: Callable[[str], Parse], sentence: str, fact: str, polarity: Polarity, modality: Modality
) -> None:
    found = annotated(parse_english(sentence))[tuple(fact.split("; "))]
    assert (found.polarity, found.modality) == (polarity, modality)


@pytest.mark.parametrize(
    ("sentence", "fact", "factuality", "note"),
    [
        (
            "Ben lives neither in Rome nor in Ulm.",
            "Ben; lives in; Ulm",
            (DENIED, CERTAIN),
            "polarity: denied beside the fact, as by neither … nor",
        ),
        (
            "Unless Ann pays Bob, Mira keeps the key.",
            "Ann; pays; Bob",
            (STATED, POSSIBLE),
            "modality: left open by if, unless or whether",
        ),
        (
            "Ann lives in Rome or in Ulm.",
            "Ann; lives in; Rome",
            (STATED, POSSIBLE),
            "modality: one of several alternatives",
        ),
    ],
)
def test_words_beside_the_fact(sentence: str, fact: str, factuality: tuple[Polarity, Modality], note: str) -> None:
    system = Clauses(ClausesOptions(annotations=("polarity", "modality")))
    (parse,) = system.parse([sentence])
    (found,) = [each for each in system.annotated(parse) if "; ".join(each.proposition.write(parse)) == fact]
    assert (found.polarity, found.modality) == factuality
    assert note in found.proposition.notes


def test_a_question_has_no_facts() -> None:
    system = Clauses(ClausesOptions(annotations=("all",)))
    (parse,) = system.parse(["Did Ann sell the house?"])
    assert system.annotated(parse) == []


@pytest.mark.parametrize(
    ("sentence", "nary", "facts"),
    [
        ("According to the coach, the goalkeeper broke his wrist.", False, {("goalkeeper", "broke", "his wrist")}),
        ("According to the coach, the goalkeeper broke his wrist.", True, {("goalkeeper", "broke", "his wrist")}),
        (
            "The goalkeeper broke his wrist in Ulm, according to the coach.",
            True,
            {("goalkeeper", "broke", "his wrist", "in Ulm")},
        ),
    ],
)
def test_a_source_is_no_adverbial(
    parse_english: Callable[[str], Parse], sentence: str, nary: bool, facts: set[Fact]
) -> None:
    parse = parse_english(sentence)
    found = annotate(parse, find_propositions(parse, nary=nary), ["attribution"])
    assert {tuple(map(without_articles, each.proposition.write(parse))) for each in found} == facts
    assert {each.attribution and each.attribution.source for each in found} == {"the coach"}


def test_attribution_replaces_the_outer_fact(parse_english: Callable[[str], Parse]) -> None:
    parse = parse_english("The council does not believe that more than 3 million herons live near the coast.")
    assert ("council", "does not believe that") in {fact[:2] for fact in annotated(parse, ())}
    found = annotated(parse)
    assert list(found) == [("QUANT_S_1 herons", "live near", "coast")]
    (fact,) = found.values()
    assert fact.attribution == Attribution("The council", "believe", DENIED, POSSIBLE)
    assert (fact.polarity, fact.modality) == (STATED, CERTAIN)
    assert fact.quantities == (Quantity("QUANT_S_1", "more than 3 million"),)


def test_what_else_the_outer_clause_says_stays(parse_english: Callable[[str], Parse]) -> None:
    found = annotated(parse_english("The pilot told Ann in Kiel that the boat sank in May."))
    assert ("boat", "sank in", "May") in found
    assert any(fact[0] == "pilot" for fact in found)


@pytest.mark.parametrize(
    ("sentence", "fact", "quantities"),
    [
        pytest.param(
            "At least two letters mention the mill.",
            "QUANT_S_1 letters; mention; mill",
            {"QUANT_S_1": "At least two"},
            id="S",
        ),
        pytest.param(
            "Both farmers sold about 40 sheep.",
            "QUANT_S_1 farmers; sold; QUANT_O_1 sheep",
            {"QUANT_S_1": "Both", "QUANT_O_1": "about 40"},
            id="S and O",
        ),
        pytest.param(
            "Pia sold 40 sheep in two villages.",
            "Pia; sold QUANT_R_1 sheep in; QUANT_O_1 villages",
            {"QUANT_R_1": "40", "QUANT_O_1": "two"},
            id="R and O",
        ),
    ],
)
def test_quantities(
    parse_english: Callable[[str], Parse], sentence: str, fact: str, quantities: dict[str, str]
) -> None:
    parse = parse_english(sentence)
    subject, relation, last = fact.split("; ")
    found = annotated(parse)[subject, relation, last]
    assert {each.id: each.text for each in found.quantities} == quantities
    # An evaluation puts the words back, and finds the fact that is there without annotations.
    extraction = Extraction(relation, (subject, last), quantities=found.quantities)
    reader = Quantities("out.jsonl")
    row = reader.replace(Row(extraction))
    assert reader.replaced == 1
    assert row.extraction is not None
    assert tuple(map(without_articles, row.extraction.triple)) in annotated(parse, ())


@pytest.mark.parametrize("kind", ANNOTATIONS)
def test_each_annotation_alone(parse_english: Callable[[str], Parse], kind: str) -> None:
    parse = parse_english("Mira knows that two ferries may not stop in Kiel.")
    found = annotated(parse, (kind,))
    (fact,) = [each for words, each in found.items() if words[2] == "Kiel"]
    expected = {
        "polarity": (("two ferries", "may stop in"), DENIED, None, None, ()),
        "modality": (("two ferries", "not stop in"), None, POSSIBLE, None, ()),
        "attribution": (
            ("two ferries", "may not stop in"),
            None,
            None,
            Attribution("Mira", "know", STATED, CERTAIN),
            (),
        ),
        "quantities": (("QUANT_S_1 ferries", "may not stop in"), None, None, None, (Quantity("QUANT_S_1", "two"),)),
    }[kind]
    written = fact.proposition.write(parse)[:2]
    assert (written, fact.polarity, fact.modality, fact.attribution, fact.quantities) == expected


def test_notes_name_the_rules_and_their_words(parse_english: Callable[[str], Parse]) -> None:
    (fact,) = annotated(parse_english("Mira knows that two ferries may not stop in Kiel.")).values()
    assert fact.proposition.notes[-4:] == (
        "polarity: negated_verb (not)",
        "modality: modal_verb (may)",
        "attribution: reported_statement (knows)",
        "quantities: number (two)",
    )


def test_without_annotations_nothing_changes(parse_english: Callable[[str], Parse]) -> None:
    parse = parse_english("Mira knows that two ferries may not stop in Kiel.")
    assert [each.proposition for each in annotate(parse, find_propositions(parse), ())] == find_propositions(parse)


def test_unknown_annotation() -> None:
    with pytest.raises(UnknownNameError, match="unknown annotation 'polarty'; did you mean 'polarity'"):
        choose_annotations(["polarty"])


def test_names_of_rules_are_distinct() -> None:
    names = (*RULES, *SWITCHES)
    assert len(set(names)) == len(names)


def test_the_manual_has_every_rule_with_an_example_that_it_applies_to(parse_english: Callable[[str], Parse]) -> None:
    page = Path(__file__).parents[4] / "docs" / "systems" / "clauses-annotations.md"
    rows = re.findall(r"^\|[^|]*\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", page.read_text("utf-8"), re.MULTILINE)
    assert tuple(rule for rule, _, _ in rows) == RULES
    for rule, sentence, words in rows:
        parse = parse_english(sentence)
        verbs = [token.index for token in parse.tokens if token.upos in ("VERB", "AUX")]
        findings = [
            *(
                (each.rule, parse.render(sorted(each.words)))
                for each in apply_rules((*POLARITY, *MODALITY), parse, verbs)
            ),
            *((each.rule, name_of(parse, each.name)) for verb in verbs if (each := Sources(parse).of(verb))),
            *((each.rule, parse.render(each.words)) for each in find_quantities(parse)),
        ]
        assert (rule, words) in findings


def test_all_annotations() -> None:
    assert choose_annotations(["all"]) == ANNOTATIONS
    assert choose_annotations(["quantities", "polarity"]) == ("polarity", "quantities")
