"""Naive OIE with its taggers: which one is taken, what comes out, and what no tagger expects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

import karat
from karat.benchmarks import sample_path
from karat.errors import InputError, UnknownNameError
from karat.formats import read_synsets
from karat.model import Sentence
from karat.systems.naive import Naive, NaiveOptions
from karat.systems.naive.system import MOST_CHARACTERS, TaggerName, choose_tagger
from karat.systems.system import Extracted, Failure

TAGGERS: tuple[TaggerName, ...] = get_args(TaggerName)

Make = Callable[[TaggerName], Naive]


def triples(system: Naive, text: str) -> list[tuple[str, str, str]]:
    (result,) = system.extract([Sentence("1", text)])
    assert isinstance(result, Extracted)
    return [extraction.triple for extraction in result.extractions]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (NaiveOptions(), "spacy"),
        (NaiveOptions(language="en"), "spacy"),
        (NaiveOptions(language="de"), "hanta"),
        (NaiveOptions(language="zh"), "jieba"),
        (NaiveOptions(tagger="nltk"), "nltk"),
        (NaiveOptions(tagger="nltk", language="en"), "nltk"),
        (NaiveOptions(language="fr", model="fr_core_news_sm"), "spacy"),
        (NaiveOptions(tagger="spacy", language="de", model="de_core_news_sm"), "spacy"),
    ],
)
def test_which_tagger(options: NaiveOptions, expected: str) -> None:
    assert choose_tagger(options) == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (NaiveOptions(language="fr"), "unknown language of naive 'fr'. Known: en, de, zh"),
        (
            NaiveOptions(tagger="nltk", language="de"),
            "naive: expected a tagger for 'de' (hanta, or a model of spaCy), found nltk, for 'en'",
        ),
        (
            NaiveOptions(tagger="spacy", language="zh"),
            "naive: expected a tagger for 'zh' (jieba, or a model of spaCy), found spacy, for 'en'",
        ),
        (
            NaiveOptions(tagger="jieba", model="zh_core_web_sm"),
            "naive: expected the tagger spacy for the pipeline 'zh_core_web_sm', found jieba",
        ),
    ],
)
def test_taggers_that_do_not_fit_are_refused(options: NaiveOptions, message: str) -> None:
    with pytest.raises((InputError, UnknownNameError)) as raised:
        Naive(options)
    assert str(raised.value) == message


def test_a_pipeline_that_is_not_there_stops_the_run(naive: Make) -> None:
    naive("spacy")
    with pytest.raises(InputError, match="expected a pipeline of spaCy that is installed as a package, found no 'xx'"):
        _ = Naive(NaiveOptions(model="xx")).version


@pytest.mark.parametrize(
    ("tagger", "text", "expected"),
    [
        ("spacy", "The ferry crosses the lake twice a day .", [("The ferry", "crosses", "the lake twice a day")]),
        ("spacy", "The ferry crosses the lake", [("The ferry", "crosses", "the lake")]),
        ("nltk", "The ferry crosses the lake twice a day .", [("The ferry", "crosses", "the lake twice a day")]),
        # NLTK's own quotes, and only the last of two final marks is left out, as in the published output.
        ("nltk", 'She said "it moves ."', [("She", "said", "`` it moves ."), ("She said `` it", "moves", ".")]),
        ("hanta", "Die Fähre kreuzt den See.", [("Die Fähre", "kreuzt", "den See")]),
        ("jieba", "他 喜 欢 音 乐 。", [("他", "喜 欢", "音 乐")]),
        ("jieba", "他喜欢音乐。", [("他", "喜欢", "音乐")]),
    ],
)
def test_triples_of_each_tagger(naive: Make, tagger: TaggerName, text: str, expected: list[object]) -> None:
    assert triples(naive(tagger), text) == expected


@pytest.mark.parametrize("tagger", TAGGERS)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(" \t\u3000", id="white space"),
        pytest.param("Rain", id="one word"),
        pytest.param(".", id="a full stop"),
        pytest.param("... !? -- ,", id="only punctuation"),
        pytest.param("😀", id="an emoji"),
        pytest.param("\u200b\ufeff", id="invisible characters"),
    ],
)
def test_nothing_to_extract(naive: Make, tagger: TaggerName, text: str) -> None:
    assert triples(naive(tagger), text) == []


@pytest.mark.parametrize("tagger", TAGGERS)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Ann\tfound\t\tthe key .", id="tabs"),
        pytest.param("👩‍🚀 Ann 😀 found 🔑 the key 🎉 .", id="emoji"),
        pytest.param("Zoe\u0308 found\u00a0the\u2028key .", id="accents and odd spaces"),
        pytest.param("a\x00b found \x1b[31mthe key .", id="control characters"),
        pytest.param("מים found the مفتاح key .", id="right to left"),
        pytest.param("The dog ran home and " * 1000, id="5,000 words"),
    ],
)
def test_slots_are_never_empty_and_on_one_line(naive: Make, tagger: TaggerName, text: str) -> None:
    """Slots have the sentence's characters in their order; NLTK may write quotes differently, and there are none."""
    found = triples(naive(tagger), text)
    assert found or tagger in ("hanta", "jieba")  # English is foreign to them
    characters = "".join(text.split())
    for triple in found:
        assert all(slot and slot == " ".join(slot.split()) for slot in triple)
        joined = "".join("".join(slot.split()) for slot in triple)
        assert joined == characters[: len(joined)]
        assert len(characters) - len(joined) <= 1  # the final full stop


def test_long_sentences_have_a_triple_for_each_verb(naive: Make) -> None:
    for tagger in ("spacy", "nltk"):
        assert len(triples(naive(tagger), "The dog ran home and " * 1000)) == 1000


@pytest.mark.parametrize("tagger", TAGGERS)
def test_what_is_no_sentence_fails_alone(naive: Make, tagger: TaggerName) -> None:
    long = Sentence("2", "a" * (MOST_CHARACTERS + 1))
    first, second, third = naive(tagger).extract([Sentence("1", "Ann left Ulm ."), long, Sentence("3", "")])
    assert isinstance(first, Extracted)
    assert second == Failure("expected a sentence of at most 100,000 characters, found 100,001")
    assert third == Extracted()


def test_half_a_character_fails_alone(naive: Make) -> None:
    (result,) = naive("spacy").extract([Sentence("1", "Ann left \ud83d today .")])
    assert result == Failure("expected text that UTF-8 can hold, found '\\ud83d'")


def test_the_language_of_a_benchmark(naive: Make, tmp_path: Path) -> None:
    naive("hanta")
    summary = karat.run("naive", output=tmp_path / "out.jsonl", benchmark="karat-sample-de")
    assert (summary.head.settings, summary.extractions) == ({"tagger": "hanta"}, 11)
    with pytest.raises(InputError, match="expected a tagger for 'de'"):
        karat.run("naive", output=tmp_path / "other.jsonl", benchmark="karat-sample-de", tagger="nltk")


@pytest.mark.parametrize("tagger", TAGGERS)
def test_version_and_settings_say_what_can_change_the_output(naive: Make, tagger: TaggerName) -> None:
    system = naive(tagger)
    assert system.settings == {"tagger": tagger}
    assert system.version.startswith("1 with " + tagger)
    assert Naive(NaiveOptions(model="de_core_news_sm")).settings == {"tagger": "spacy", "model": "de_core_news_sm"}


def test_a_batch_does_not_change_a_sentence(naive: Make) -> None:
    sentences = [each.sentence for each in read_synsets(sample_path("en/gold.txt"))]
    system = naive("spacy")
    assert system.extract(sentences) == [system.extract([sentence])[0] for sentence in sentences]


def test_german_sample_has_the_triples_of_its_naive_output(naive: Make) -> None:
    """The sample's output was made by the same rule, with verbs that people found."""
    gold = read_synsets(sample_path("de/gold.txt"))
    system = naive("hanta")
    found = [(each.sentence.id, *triple) for each in gold for triple in triples(system, each.sentence.text)]
    expected = [tuple(line.split("\t")) for line in sample_path("de/naive.tsv").read_text("utf-8").splitlines()]
    assert found == expected
