"""What parsers get wrong is repaired before the rules see it; each tree here is wrong in the way that is repaired."""

from __future__ import annotations

from karat.model import Word
from karat.systems.clauses.extractor import find_propositions
from karat.systems.clauses.repairs import repair
from karat.systems.clauses.schemes.clearnlp import from_clearnlp
from karat.systems.clauses.sentence import Parse


def parse_of(text: str, rows: str) -> Parse:
    words = [line.split() for line in rows.strip().splitlines()]
    return from_clearnlp(
        text, [Word(form, form.lower(), upos, tag, (), int(at), rel) for form, upos, tag, at, rel in words]
    )


def facts(parse: Parse) -> set[tuple[str, ...]]:
    return {each.write(parse) for each in find_propositions(parse)}


HYPHENS = parse_of(
    "Two ex-wives slept in Ulm",
    """
    Two NUM CD 2 nummod
    ex NOUN NN 5 nsubj
    - PUNCT HYPH 2 punct
    wives NOUN NNS 5 npadvmod
    slept VERB VBD 0 ROOT
    in ADP IN 5 prep
    Ulm PROPN NNP 6 pobj
    """,
)

AGENT = parse_of(
    "Houses were sold at fairs by Ann",
    """
    Houses NOUN NNS 3 nsubjpass
    were AUX VBD 3 auxpass
    sold VERB VBN 0 ROOT
    at ADP IN 3 prep
    fairs NOUN NNS 4 pobj
    by ADP IN 5 prep
    Ann PROPN NNP 6 pobj
    """,
)

AMPERSAND = parse_of(
    "Ann joined Miller & Sons",
    """
    Ann PROPN NNP 2 nsubj
    joined VERB VBD 0 ROOT
    Miller PROPN NNP 2 dobj
    & CCONJ CC 3 cc
    Sons PROPN NNPS 3 conj
    """,
)


BITTEN = parse_of(
    "The dog that bit the postman sleeps in Ulm",
    """
    The DET DT 2 det
    dog NOUN NN 0 ROOT
    that PRON WDT 4 nsubj
    bit NOUN NN 2 relcl
    the DET DT 6 det
    postman NOUN NN 7 nsubj
    sleeps VERB VBZ 4 ccomp
    in ADP IN 7 prep
    Ulm PROPN NNP 8 pobj
    """,
)

LOST_VERB = parse_of(
    "In May the council cut bus services",
    """
    In ADP IN 7 prep
    May PROPN NNP 1 pobj
    the DET DT 7 det
    council NOUN NN 5 compound
    cut NOUN NN 7 compound
    bus NOUN NN 7 compound
    services NOUN NNS 0 ROOT
    """,
)


def test_hyphens_join_words() -> None:
    assert ("Two ex", "slept in", "Ulm") in facts(HYPHENS)
    assert facts(repair(HYPHENS)) == {("Two ex-wives", "slept in", "Ulm")}


def test_agents_go_to_the_passive_verb() -> None:
    assert ("Houses", "were sold at", "fairs by Ann") in facts(AGENT)
    assert facts(repair(AGENT)) == {("Houses", "were sold at", "fairs"), ("Houses", "were sold by", "Ann")}


def test_ampersands_join_names() -> None:
    assert facts(AMPERSAND) == {("Ann", "joined", "Miller"), ("Ann", "joined", "Sons")}
    assert facts(repair(AMPERSAND)) == {("Ann", "joined", "Miller & Sons")}


def test_a_main_verb_gets_the_noun_before_the_relative_clause() -> None:
    assert facts(BITTEN) == {("the postman", "sleeps in", "Ulm")}
    assert facts(repair(BITTEN)) == {("The dog", "bit", "the postman"), ("The dog", "sleeps in", "Ulm")}


def test_a_verb_is_found_among_nouns() -> None:
    assert facts(LOST_VERB) == set()
    expected = {("the council", "cut", "bus services"), ("the council", "cut bus services In", "May")}
    assert facts(repair(LOST_VERB)) == expected


def test_nothing_to_repair() -> None:
    parse = repair(AMPERSAND)
    assert repair(parse) is parse
