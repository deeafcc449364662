"""A real CoreNLP server, which takes some ten seconds to start: one for all tests of this file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from real_corenlp import need_jars

from karat.errors import ServiceError
from karat.model import Sentence
from karat.systems.corenlp import Corenlp, CorenlpOptions
from karat.systems.corenlp.client import Client
from karat.systems.corenlp.tagger import CorenlpTagger
from karat.systems.system import Extracted

TEXTS = [
    "Ann founded Bext in 2004 .",
    "",
    "Dan 😀 sold his (old) car to Eve\u2028in Ulm .",
    "\u200b",
    "Cora did n't sleep .",
    "Fay ate a cake , and Gil drank tea .",
]


@pytest.fixture(scope="module")
def system() -> Iterator[Corenlp]:
    need_jars(["models"])
    system = Corenlp(CorenlpOptions(memory="2g"))
    yield system
    system.close()


def sentences() -> list[Sentence]:
    return [Sentence(str(number), text) for number, text in enumerate(TEXTS)]


def test_triples(system: Corenlp) -> None:
    results = system.extract(sentences())
    found = [[each.triple for each in result.extractions] for result in results if isinstance(result, Extracted)]
    assert len(found) == len(TEXTS)
    assert ("Ann", "founded", "Bext") in found[0]
    assert ("Dan 😀", "sold", "his old car") in found[2]
    assert {("Fay", "ate", "cake"), ("Gil", "drank", "tea")} <= set(found[5])
    assert found[1] == found[3] == []
    (extraction,) = (each for each in results[0].extractions if each.triple == ("Ann", "founded", "Bext"))
    assert extraction.spans == (((1, 2),), ((0, 1),), ((2, 3),))


def test_batches_give_the_same(system: Corenlp) -> None:
    together = list(system.extract(sentences()))
    assert [result for each in reversed(sentences()) for result in system.extract([each])][::-1] == together


def test_the_tagger_by_the_same_server(system: Corenlp) -> None:
    address = system._pipeline._server.address
    url = address.url.replace("//", f"//{address.user}:{address.password}@")
    with CorenlpTagger("en", CorenlpOptions(url=url)) as tagger:
        (words, nothing) = tagger.tag(["Ann did n't leave the house .", ""])
        assert address.password not in tagger.name
    assert nothing == ()
    assert [(word.form, word.lemma, word.upos, word.governor, word.relation) for word in words] == [
        ("Ann", "Ann", "PROPN", 4, "nsubj"),
        ("did", "do", "AUX", 4, "aux"),
        ("n't", "not", "ADV", 4, "advmod"),
        ("leave", "leave", "VERB", 0, "root"),
        ("the", "the", "DET", 6, "det"),
        ("house", "house", "NOUN", 4, "obj"),
        (".", ".", "PUNCT", 4, "punct"),
    ]


def test_others_need_the_password(system: Corenlp) -> None:
    address = system._pipeline._server.address
    assert Client(address).is_ready()
    wrong = CorenlpOptions(url=address.url, retries=0)
    with pytest.raises(ServiceError, match="found status 401"):
        Corenlp(wrong).extract(sentences())


def test_corenlps_own_words_say_what_is_wrong(system: Corenlp) -> None:
    address = system._pipeline._server.address
    url = address.url.replace("//", f"//{address.user}:{address.password}@")
    wrong = CorenlpOptions(url=url, retries=0, properties=("depparse.model=nowhere",))
    with pytest.raises(ServiceError, match=r'expected CoreNLP with the annotators .* "nowhere"'):
        Corenlp(wrong).extract(sentences())
