"""The taggers on the sample's sentences of their languages, where they are installed."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import pytest

from karat.benchmarks import sample_path
from karat.errors import InputError, MissingExtraError, UnknownNameError
from karat.formats import read_synsets
from karat.syntax import LANGUAGES, Tagger, case_markers, conjuncts, is_parsed, prepositions, tagger_for
from karat.syntax.taggers import SpacyTagger

TAGS = {"ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"}
TAGS |= {"PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"}
PACKAGES = {"en": "spacy", "de": "HanTa", "zh": "jieba"}


@cache
def tagger(language: str) -> Tagger:
    try:
        found = tagger_for(language)
        _ = found.name
    except MissingExtraError:
        pytest.skip(f"the extra 'syntax' is not installed, so {PACKAGES[language]} cannot tag")
    return found


def sentences(language: str) -> dict[str, str]:
    return {each.sentence.id: each.sentence.text for each in read_synsets(sample_path(f"{language}/gold.txt"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_sample_keeps_its_characters(language: str) -> None:
    texts = list(sentences(language).values())
    found = tagger(language).tag(texts)
    assert ["".join(word.form for word in words) for words in found] == ["".join(text.split()) for text in texts]
    assert all(0 <= word.governor <= len(words) for words in found for word in words)
    assert {is_parsed(words) for words in found} == {language == "en"}
    assert all(word.upos in TAGS for words in found for word in words)


@pytest.mark.parametrize(
    ("language", "text", "forms", "tags"),
    [
        (
            "en",
            "The Danube flows through Vienna .",
            "The Danube flows through Vienna .",
            "DET PROPN VERB ADP PROPN PUNCT",
        ),
        (
            "de",
            "Der Neckar mündet bei Mannheim in den Rhein.",
            "Der Neckar mündet bei Mannheim in den Rhein .",
            "DET PROPN VERB ADP PROPN ADP DET PROPN PUNCT",
        ),
        # jieba takes 流经 for a noun.
        (
            "zh",
            "长 江 流 经 武 汉 ， 在 上 海 。",
            "长江 流经 武汉 ， 在 上海 。",
            "PROPN NOUN PROPN PUNCT ADP PROPN PUNCT",
        ),
    ],
)
def test_words_and_parts_of_speech(language: str, text: str, forms: str, tags: str) -> None:
    (words,) = tagger(language).tag([text])
    assert [word.form for word in words] == forms.split()
    assert [word.upos for word in words] == tags.split()


def test_english_is_parsed() -> None:
    (words,) = tagger("en").tag(["Octopuses have three hearts and blue blood ."])
    relations = {word.form: (word.governor, word.relation) for word in words}
    assert relations["have"] == (0, "ROOT")
    assert relations["Octopuses"] == (2, "nsubj")
    assert relations["blood"] == (4, "conj")
    assert (conjuncts(words), case_markers(words), prepositions(words)) == (1, 0, 0)


def test_white_space_is_no_word() -> None:
    english = tagger("en")
    one, other = english.tag(["Ann  left   Ulm .", "Ann left Ulm ."])
    assert [word.form for word in one] == [word.form for word in other] == ["Ann", "left", "Ulm", "."]
    assert all(word.governor <= 4 for word in one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words(language: str) -> None:
    assert tagger(language).tag(["", "  "]) == [(), ()]
    assert tagger(language).tag([]) == []


def test_latin_words_in_chinese_stay_apart() -> None:
    (words,) = tagger("zh").tag(["他 在 New York 工 作"])
    assert "NewYork" not in [word.form for word in words]
    assert "York" in [word.form for word in words]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_has_the_version(language: str) -> None:
    name = tagger(language).name
    assert version(PACKAGES[language]) in name


def test_unknown_languages_and_pipelines_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown language of a tagger 'fr'"):
        tagger_for("fr")
    tagger("en")
    with pytest.raises(InputError, match="found no 'xx_none'"):
        SpacyTagger("xx_none").tag(["Ann left ."])


@pytest.mark.parametrize(("language", "what"), [("en", "English"), ("de", "German"), ("zh", "Chinese")])
def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, language: str, what: str) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("karat.syntax.taggers.version", absent)
    message = rf"tagging {what} needs Karat's extra 'syntax', which is not installed: pip install "
    with pytest.raises(MissingExtraError, match=message):
        tagger_for(language).tag(["x"])


def test_naming_a_tagger_loads_no_program() -> None:
    for language in LANGUAGES:
        tagger(language)
    program = (
        "import sys; from karat.syntax import LANGUAGES, tagger_for\n"
        "[tagger_for(each).name for each in LANGUAGES]\n"
        "print(*({'spacy', 'HanTa', 'jieba', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
