"""Facts from parses in Universal Dependencies, as CoNLL-U files have them."""

from __future__ import annotations

import pytest

from karat.errors import InputError
from karat.model import Word
from karat.systems.clauses.extractor import find_propositions
from karat.systems.clauses.schemes import from_words


def words(conllu: str) -> tuple[Word, ...]:
    """Rows of form, lemma, part of speech, tag, governor, relation."""
    rows = [line.split() for line in conllu.strip().splitlines()]
    return tuple(Word(form, lemma, upos, xpos, (), int(head), rel) for form, lemma, upos, xpos, head, rel in rows)


COPULA = """
Ann Ann PROPN NNP 4 nsubj
is be AUX VBZ 4 cop
the the DET DT 4 det
mayor mayor NOUN NN 0 root
of of ADP IN 6 case
Ulm Ulm PROPN NNP 4 nmod
. . PUNCT . 4 punct
"""

PLACE = """
Ann Ann PROPN NNP 4 nsubj
is be AUX VBZ 4 cop
in in ADP IN 4 case
Ulm Ulm PROPN NNP 0 root
"""

PASSIVE = """
Houses house NOUN NNS 3 nsubj:pass
were be AUX VBD 3 aux:pass
built build VERB VBN 0 root
by by ADP IN 5 case
Ann Ann PROPN NNP 3 obl:agent
because because ADP IN 8 case
of of ADP IN 6 fixed
floods flood NOUN NNS 3 obl
"""

INFINITIVE = """
Ann Ann PROPN NNP 2 nsubj
wants want VERB VBZ 0 root
to to PART TO 4 mark
buy buy VERB VB 2 xcomp
Bob Bob PROPN NNP 7 nmod:poss
's 's PART POS 5 case
house house NOUN NN 4 obj
"""

GERUND = """
Ann Ann PROPN NNP 2 nsubj
profits profit VERB VBZ 0 root
by by ADP IN 4 mark
selling sell VERB VBG 2 advcl
houses house NOUN NNS 4 obj
"""

GERMAN = """
Ann Ann PROPN NE 6 nsubj:pass
wurde werden AUX VAFIN 6 aux:pass
nicht nicht PART PTKNEG 6 advmod
von von ADP APPR 5 case
Bob Bob PROPN NE 6 obl:agent
gesehen sehen VERB VVPP 0 root
"""

GERMAN_RELATIVE = """
Häuser Haus NOUN NOUN 0 root
die der PRON PRON 6 nsubj:pass
in in ADP ADP 5 case
dem der DET DET 5 det
Jahr Jahr NOUN NOUN 6 obl
gebaut bauen VERB VERB 1 acl
wurden werden AUX AUX 6 aux:pass
"""

CLAIM = """
Ann Ann PROPN NNP 2 nsubj
denied deny VERB VBD 0 root
the the DET DT 4 det
claim claim NOUN NN 2 obj
that that SCONJ IN 7 mark
Bob Bob PROPN NNP 7 nsubj
stole steal VERB VBD 4 ccomp
cars car NOUN NNS 7 obj
"""

CHINESE = """
安娜 安娜 PROPN NR 2 nsubj
买 买 VERB VV 0 root
了 了 AUX AS 2 aux
房子 房子 NOUN NN 2 obj
"""


@pytest.mark.parametrize(
    ("conllu", "facts"),
    [
        pytest.param(COPULA, {("Ann", "is", "the mayor of Ulm"), ("Ann", "is the mayor of", "Ulm")}, id="copula"),
        pytest.param(PLACE, {("Ann", "is in", "Ulm")}, id="copula and preposition"),
        pytest.param(
            PASSIVE, {("Houses", "were built by", "Ann"), ("Houses", "were built because of", "floods")}, id="passive"
        ),
        pytest.param(INFINITIVE, {("Ann", "wants to buy", "Bob 's house")}, id="infinitive"),
        pytest.param(GERUND, {("Ann", "profits by selling", "houses")}, id="gerund of a preposition"),
        pytest.param(GERMAN, {("Ann", "wurde nicht gesehen von", "Bob")}, id="German passive"),
        pytest.param(CLAIM, {("Ann", "denied", "the claim")}, id="a claim that is denied"),
        pytest.param(CHINESE, {("安娜", "买 了", "房子")}, id="Chinese"),
    ],
)
def test_facts(conllu: str, facts: set[tuple[str, ...]]) -> None:
    parsed = words(conllu)
    parse = from_words(" ".join(word.form for word in parsed), parsed)
    explicit = [each for each in find_propositions(parse) if each.is_explicit]
    assert {proposition.write(parse) for proposition in explicit} == facts


def test_contractions_stay_with_the_preposition() -> None:
    parse = from_words("Häuser die im Jahr gebaut wurden", words(GERMAN_RELATIVE))
    assert {each.write(parse) for each in find_propositions(parse)} == {("Häuser", "gebaut wurden im", "Jahr")}


def test_words_without_a_parse_are_refused() -> None:
    with pytest.raises(InputError, match="expected words with a root"):
        from_words("Ann", (Word("Ann", "Ann", "PROPN", "NNP", (), 0, "_"),))
