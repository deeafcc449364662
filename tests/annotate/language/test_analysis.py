"""The analysis of a sentence as a whole, and what is left of it without a tagger."""

from __future__ import annotations

import pytest

from karat.annotate.language import analyse, analyse_stream, why_untagged
from karat.annotate.language import analysis as module
from karat.errors import InputError, MissingExtraError


def test_tokens_have_offsets_parts_of_speech_and_heads() -> None:
    (found,) = analyse(["Mia sold the old boat."], "en")
    assert (found.tagger or "").startswith("spacy-")
    mia, sold, *_, stop = found.tokens
    assert (mia.text, mia.start, mia.end, mia.space, mia.pos, mia.argument) == ("Mia", 0, 3, True, "PROPN", True)
    assert (sold.lemma, sold.predicate, sold.argument) == ("sell", True, False)
    assert (stop.text, stop.start, stop.end, stop.space) == (".", 21, 22, False)


def test_characters_of_a_chinese_word_share_its_tag() -> None:
    (found,) = analyse(["小 船 沉 没 了 。"], "zh")
    assert [token.text for token in found.tokens] == ["小", "船", "沉", "没", "了", "。"]
    assert [token.predicate for token in found.tokens] == [False, False, True, True, False, False]


@pytest.mark.parametrize(
    ("language", "tagger", "reason"),
    [
        (
            "hi",
            "auto",
            "no tagger for the language 'hi': sentences have tokens, but no suggestions (known: en, de, zh)",
        ),
        ("en", "none", "the project's tagger is set to none: sentences have tokens, but no suggestions"),
    ],
)
def test_without_a_tagger_there_are_tokens_only(language: str, tagger: str, reason: str) -> None:
    (found,) = analyse(["Mia sold the boat."], language, tagger)
    assert [token.text for token in found.tokens] == ["Mia", "sold", "the", "boat", "."]
    assert found.tagger is None
    assert not any(token.predicate or token.argument or token.optional or token.pos for token in found.tokens)
    assert why_untagged(language, tagger) == reason


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing:
        @property
        def name(self) -> str:
            raise MissingExtraError("tagging English", "syntax")

    monkeypatch.setattr(module, "_tagger", lambda language: Missing())
    assert analyse(["Mia sold it ."], "en")[0].tagger is None
    assert (why_untagged("en") or "").startswith("tagging English needs Karat's extra 'syntax', which is not installed")


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(InputError, match="tagger: expected auto or none, found 'best'"):
        analyse(["Mia"], "en", "best")


def test_a_stream_gives_the_same_as_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    texts = ["Mia sold the boat .", "", "It was bought by Tom .", "Tom, who paid, left."]
    assert list(analyse_stream(iter(texts), "en")) == analyse(texts, "en")


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_endless_words_and_texts_take_no_endless_time(language: str) -> None:
    text = " ".join(["x" * 5_000, *["Boot"] * 3_000])
    (found,) = analyse([text], language)
    assert len(found.tokens) == 3_001
    assert found.tokens[0].text == "x" * 5_000
    assert found.tokens[1].pos is not None
    assert found.tokens[-1].pos is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", ""),
        ("en", " \n "),
        ("en", "🙂 🙂 ( the ) who by"),
        ("en", "to to to and and , that which ... was by"),
        ("de", "der , der , und ab wurde , hat von"),
        ("de", "Dr. z.B. 3. , dass ( ) das ,"),
        ("zh", "的 的 被 、 和 了"),
        ("zh", "被的，的"),
    ],
)
def test_odd_texts_have_numbers_of_their_tokens_only(language: str, text: str) -> None:
    (found,) = analyse([text], language)
    shown = found.to_json()
    numbers = [number for name in ("groups", "clauses", "noun_phrases") for each in shown[name] for number in each]
    numbers += [number for pair in found.coreferent for number in (pair.pronoun, *pair.antecedent)]
    numbers += [number for passive in found.passives for number in (passive.verb, *passive.auxiliaries)]
    numbers += [number for order in found.verb_order for number in (order.finite, *order.moved)]
    assert set(numbers) | set(found.conjunctions) <= set(range(len(found.tokens)))
    assert "".join(token.text for token in found.tokens) == "".join(text.split())


def test_json_has_the_fields_of_the_contract() -> None:
    found = analyse(["Mia sold the boat ."], "en")[0].to_json()
    assert set(found) == {
        "tokens",
        "groups",
        "group_reasons",
        "passives",
        "coreferent",
        "verb_order",
        "clauses",
        "conjunctions",
        "noun_phrases",
        "tagger",
    }
    assert set(found["tokens"][0]) == {
        "text",
        "start",
        "end",
        "pos",
        "lemma",
        "space",
        "predicate",
        "argument",
        "optional",
        "why",
        "group",
    }
