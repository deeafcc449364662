"""Texts and results stay together, whatever a server does."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from fake_corenlp import Behaviour, FakeServer, Handler, annotate, answering, failing, good, silent

from karat.errors import InputError, ServiceError, UnknownNameError
from karat.model import Sentence
from karat.systems.corenlp import Corenlp, CorenlpOptions
from karat.systems.corenlp.tagger import CorenlpTagger
from karat.systems.corenlp.trees import CorenlpTrees
from karat.systems.system import Extracted, Failure

TEXTS = ["Ann met Bob", "", "Cora 😀 likes the cake", " ", "Dan\u2028left\rEve", "Fay slept"]


def sentences(texts: list[str]) -> list[Sentence]:
    return [Sentence(str(number), text) for number, text in enumerate(texts, 1)]


def triples(result: Extracted | Failure) -> list[tuple[str, str, str]]:
    assert isinstance(result, Extracted)
    return [extraction.triple for extraction in result.extractions]


def unless(word: str, trouble: Behaviour) -> Behaviour:
    """Misbehave where a word occurs."""

    def answer(handler: Handler, text: str) -> None:
        (trouble if word in text.split() else good)(handler, text)

    return answer


def test_each_text_gets_its_own(serve: Callable[..., FakeServer]) -> None:
    system = Corenlp(CorenlpOptions(url=serve().url))
    found = [triples(result) for result in system.extract(sentences(TEXTS))]
    assert found == [
        [("Ann", "is", "there"), ("Ann", "met", "Bob")],
        [],
        [("Cora", "is", "there"), ("Cora", "😀 likes the", "cake")],
        [],
        [("Dan", "is", "there"), ("Dan", "left", "Eve")],
        [("Fay", "is", "there"), ("Fay", "is", "slept")],
    ]
    system.close()


def test_batches_do_not_change_the_result(serve: Callable[..., FakeServer]) -> None:
    system = Corenlp(CorenlpOptions(url=serve().url))
    whole = system.extract(sentences(TEXTS))
    assert [result for each in sentences(TEXTS) for result in system.extract([each])] == list(whole)


@pytest.mark.parametrize("trouble", [failing(500), silent, answering(b"{}")], ids=["500", "silent", "no sentences"])
def test_one_text_fails_alone(serve: Callable[..., FakeServer], trouble: Behaviour) -> None:
    server = serve(unless("Eve", trouble))
    results = Corenlp(CorenlpOptions(url=server.url, retries=0)).extract(sentences(TEXTS))
    assert [isinstance(result, Failure) for result in results] == [False, False, False, False, True, False]
    (failure,) = (result for result in results if isinstance(result, Failure))
    assert failure.reason.startswith("CoreNLP: ")
    assert "\n" not in failure.reason


def test_words_that_were_not_sent_are_a_failure(serve: Callable[..., FakeServer]) -> None:
    body = json.dumps(annotate("Ann met Bob\nCora met Dan")).encode()
    system = Corenlp(CorenlpOptions(url=serve(good, answering(body)).url, retries=0))
    (result,) = system.extract(sentences(["Ann met Bob"]))
    assert result == Failure("CoreNLP: an answer with words that were not sent, at character 12")


def test_settings_that_cannot_work_stop_the_run(serve: Callable[..., FakeServer]) -> None:
    url = serve(failing(500, "Unable to open nope")).url
    with pytest.raises(ServiceError) as raised:
        Corenlp(CorenlpOptions(url=url, retries=0)).extract(sentences(TEXTS))
    assert str(raised.value) == (
        f"{url}: expected CoreNLP with the annotators tokenize,pos,lemma,depparse,natlog,openie, "
        "found status 500: Unable to open nope"
    )


def test_a_server_that_goes_away_stops_the_run(serve: Callable[..., FakeServer]) -> None:
    server = serve()
    system = Corenlp(CorenlpOptions(url=server.url, retries=1))
    system.extract(sentences(TEXTS))
    server.stop()
    with pytest.raises(ServiceError, match="expected a CoreNLP server, found no connection"):
        system.extract(sentences(TEXTS))


def test_settings_and_version() -> None:
    options = CorenlpOptions(url="http://ann:secret@h:9", properties=("openie.triple.strict = false",), timeout=3)
    system = Corenlp(options)
    assert system.version == "CoreNLP at http://h:9"
    assert system.settings == {
        "properties": {
            "annotators": "tokenize,pos,lemma,depparse,natlog,openie",
            "openie.triple.strict": "false",
            "ssplit.eolonly": "true",
        }
    }


def test_properties_are_sent(serve: Callable[..., FakeServer]) -> None:
    server = serve()
    Corenlp(CorenlpOptions(url=server.url, properties=("a.b=c=d",))).extract(sentences(TEXTS))
    assert {request["properties"]["a.b"] for request in server.requests} == {"c=d"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"properties": ("strict",)}, "properties: expected NAME=VALUE, found 'strict'"),
        ({"memory": "much"}, "memory: expected a size as Java writes it, such as 3g, found 'much'"),
        ({"batch": 0}, "batch: expected at least 1, found 0"),
        ({"timeout": 0.0}, "timeout: expected more than 0 seconds, found 0.0"),
    ],
)
def test_options_are_checked(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as raised:
        CorenlpOptions(**options)
    assert str(raised.value) == message


def test_the_tagger(serve: Callable[..., FakeServer]) -> None:
    server = serve()
    with CorenlpTagger("en", CorenlpOptions(url=server.url, batch=2)) as tagger:
        first, nothing, last = tagger.tag(["Ann left", "", "Bob"])
        assert tagger.name == f"CoreNLP at {server.url} en"
    assert [(word.form, word.lemma, word.upos, word.xpos, word.governor, word.relation) for word in first] == [
        ("Ann", "ann", "NOUN", "NN", 0, "root"),
        ("left", "left", "NOUN", "NN", 1, "dep"),
    ]
    assert (nothing, len(last)) == ((), 1)


def test_a_text_that_cannot_be_tagged_is_an_error(serve: Callable[..., FakeServer]) -> None:
    server = serve(unless("Bob", failing(500)))
    tagger = CorenlpTagger("en", CorenlpOptions(url=server.url, retries=0))
    with pytest.raises(ServiceError, match=r"^expected a parse of 'Bob', found CoreNLP: status 500"):
        tagger.tag(["Ann left", "Bob"])


def test_trees(serve: Callable[..., FakeServer]) -> None:
    server = serve(unless("Bob", failing(500)))
    trees = CorenlpTrees("en", "pcfg", CorenlpOptions(url=server.url, retries=0))
    assert trees.parse(["Ann left", "Bob", "", "Cora"]) == [
        "(ROOT (S (X Ann) (X left)))",
        Failure("CoreNLP: status 500: java.lang.RuntimeException: no"),
        Failure("CoreNLP: no word in it"),
        "(ROOT (S (X Cora)))",
    ]
    assert {request["properties"]["parse.model"].rpartition("/")[2] for request in server.requests} == {
        "englishPCFG.ser.gz"
    }


@pytest.mark.parametrize("make", [CorenlpTagger, CorenlpTrees])
def test_other_languages_are_refused(make: Callable[[str], object]) -> None:
    with pytest.raises(UnknownNameError, match="unknown language of CoreNLP 'fr'"):
        make("fr")
