"""Conjuncts, case markers and prepositions of sentences written down by hand, in both schemes of relations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.errors import InputError
from karat.syntax import Tagged, case_markers, conjuncts, is_parsed, prepositions

# Ann 's dog slept in Ulm and Bonn
UNIVERSAL = (
    "Ann/PROPN/NNP/3/nmod:poss 's/PART/POS/1/case dog/NOUN/NN/4/nsubj slept/VERB/VBD/0/root in/ADP/IN/6/case "
    "Ulm/PROPN/NNP/4/obl and/CCONJ/CC/8/cc Bonn/PROPN/NNP/6/conj"
)
SPACY = (
    "Ann/PROPN/NNP/3/poss 's/PART/POS/1/case dog/NOUN/NN/4/nsubj slept/VERB/VBD/0/ROOT in/ADP/IN/4/prep "
    "Ulm/PROPN/NNP/5/pobj and/CCONJ/CC/6/cc Bonn/PROPN/NNP/6/conj"
)


@pytest.mark.parametrize(
    ("words", "joined", "cases", "adpositions"),
    [
        pytest.param(UNIVERSAL, 1, 2, 1, id="UD: in and 's are case markers, one of them a preposition"),
        pytest.param(SPACY, 1, 2, 1, id="spaCy: the same"),
        pytest.param(
            "was/AUX/VBD/2/auxpass made/VERB/VBN/0/ROOT by/ADP/IN/2/agent us/PRON/PRP/3/pobj", 0, 1, 1, id="agent"
        ),
        pytest.param(
            "gave/VERB/VBD/0/ROOT it/PRON/PRP/1/dobj to/ADP/IN/1/dative us/PRON/PRP/3/pobj", 0, 1, 1, id="dative"
        ),
        pytest.param(
            "gave/VERB/VBD/0/ROOT us/PRON/PRP/1/dative it/PRON/PRP/1/dobj", 0, 0, 0, id="dative without a word"
        ),
        pytest.param(
            "before/ADP/IN/2/prep leaving/VERB/VBG/3/pcomp slept/VERB/VBD/0/ROOT",
            0,
            0,
            1,
            id="spaCy: a preposition of a clause marks no case",
        ),
        pytest.param("took/VERB/VBD/0/ROOT off/ADP/RP/1/prt", 0, 0, 0, id="a particle is no preposition"),
        pytest.param("nahm/VERB/VVFIN/0/root ab/ADP/PTKVZ/1/compound:prt", 0, 0, 0, id="nor is a German one"),
        pytest.param(
            "in/_/IN/2/case Ulm/_/NNP/5/obl as/_/IN/5/mark it/_/PRP/5/nsubj rained/_/VBD/0/root",
            0,
            1,
            1,
            id="Penn's tags alone: IN is also that of conjunctions",
        ),
        pytest.param("a/NOUN/NN/0/root b/NOUN/NN/1/conj:and c/NOUN/NN/1/conj:and", 2, 0, 0, id="subtypes count"),
    ],
)
def test_counts_by_hand(tagged: Callable[[str], Tagged], words: str, joined: int, cases: int, adpositions: int) -> None:
    found = tagged(words)
    assert (conjuncts(found), case_markers(found), prepositions(found)) == (joined, cases, adpositions)


def test_without_governors_only_prepositions_are_counted(tagged: Callable[[str], Tagged]) -> None:
    words = tagged("in/ADP/APPR/0/_ Ulm/PROPN/NE/0/_")
    assert not is_parsed(words)
    assert prepositions(words) == 1
    with pytest.raises(InputError, match="conjuncts: expected words with what governs them"):
        conjuncts(words)
    with pytest.raises(InputError, match="case markers: expected words with what governs them"):
        case_markers(words)


def test_nothing_has_nothing() -> None:
    assert (conjuncts(()), case_markers(()), prepositions(())) == (0, 0, 0)
