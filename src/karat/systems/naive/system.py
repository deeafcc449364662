"""Naive OIE as a system, with a tagger for each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from karat.errors import InputError, UnknownNameError
from karat.model import Extraction, Sentence
from karat.syntax import Tagger
from karat.syntax.taggers import HantaTagger, JiebaTagger, NltkTagger, SpacyTagger
from karat.systems.naive.extraction import is_mark, triples
from karat.systems.system import Extracted, Failure, Result

TaggerName = Literal["spacy", "nltk", "hanta", "jieba"]

TAGGERS: dict[str, TaggerName] = {"en": "spacy", "de": "hanta", "zh": "jieba"}
"""The tagger of each language, if none is asked for; NLTK is English as well."""

LANGUAGE_OF: dict[TaggerName, str] = {"spacy": "en", "nltk": "en", "hanta": "de", "jieba": "zh"}
"""The language of each tagger; that of spaCy's own pipeline, if no other is asked for."""

RULE = "1"
"""The version of the rule itself; it changes when the rule does."""

MOST_CHARACTERS = 100_000
"""Longer texts are no sentences; each verb repeats the whole text, so that the output grows with its square."""


@dataclass(frozen=True, slots=True)
class NaiveOptions:
    """Which words are verbs is decided by a tagger; without one, by the usual tagger of the language (English).

    ``model`` is an installed spaCy pipeline, for other languages or larger weights.
    """

    tagger: TaggerName | None = None
    language: str | None = None
    model: str | None = None


class Naive:
    """Every verb of a sentence is the relation of a triple (Gashteovski et al., 2022, section 4.1)."""

    name = "naive"
    batch = 1
    workers = 1
    samples = 1

    def __init__(self, options: NaiveOptions = NaiveOptions()) -> None:
        self._tagger_name = choose_tagger(options)
        self._model = options.model
        self._tagger = _make_tagger(self._tagger_name, options.model)

    @property
    def version(self) -> str:
        """The version of the rule, and the tagger with its weights."""
        return f"{RULE} with {self._tagger.name}"

    @property
    def settings(self) -> Mapping[str, Any]:
        return {"tagger": self._tagger_name} | ({"model": self._model} if self._model else {})

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        return [self._result(sentence.text) for sentence in sentences]

    def close(self) -> None:
        """Nothing is held."""

    def _result(self, text: str) -> Result:
        if len(text) > MOST_CHARACTERS:
            return Failure(f"expected a sentence of at most {MOST_CHARACTERS:,} characters, found {len(text):,}")
        try:
            return Extracted(self._triples(text))
        except UnicodeEncodeError as error:  # of spaCy
            return Failure(f"expected text that UTF-8 can hold, found {error.object[error.start]!r}")

    def _triples(self, text: str) -> tuple[Extraction, ...]:
        if isinstance(self._tagger, NltkTagger):
            # As in the published output: the final mark is left out before tagging, and words stay as NLTK writes them.
            forms = self._tagger.split(text)
            return triples(self._tagger.tag_words(forms[:-1] if forms and is_mark(forms[-1]) else forms))
        # One sentence at a time: in a batch, rounding may depend on the other sentences.
        (words,) = self._tagger.tag([text])
        return triples(words[:-1] if words and is_mark(words[-1].form) else words, text)


def choose_tagger(options: NaiveOptions) -> TaggerName:
    """Return the tagger that is asked for, or that of the language; refuse one that does not know the language."""
    tagger, language, model = options.tagger, options.language, options.model
    if model is not None and tagger not in (None, "spacy"):
        raise InputError(f"naive: expected the tagger spacy for the pipeline {model!r}, found {tagger}")
    if model is not None:
        return "spacy"
    if language is not None and language not in TAGGERS:
        raise UnknownNameError("language of naive", language, TAGGERS)
    if tagger is None:
        return TAGGERS[language or "en"]
    if language is not None and language != LANGUAGE_OF[tagger]:
        raise InputError(
            f"naive: expected a tagger for {language!r} ({TAGGERS[language]}, or a model of spaCy), "
            f"found {tagger}, for {LANGUAGE_OF[tagger]!r}"
        )
    return tagger


def _make_tagger(name: TaggerName, model: str | None) -> Tagger:
    match name:
        case "spacy":
            return SpacyTagger(model)
        case "nltk":
            return NltkTagger()
        case "hanta":
            return HantaTagger()
        case "jieba":
            return JiebaTagger()
