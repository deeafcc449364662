"""CoreNLP as a tagger and parser of English, German and Chinese, with the relations of Universal Dependencies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from karat.errors import FormatError, ServiceError, UnknownNameError, quoted
from karat.formats.documents.parses import parsed_sentence
from karat.formats.json.parts import Part
from karat.model import Word
from karat.syntax import Tagged
from karat.systems.corenlp.options import DEFAULT, CorenlpOptions
from karat.systems.corenlp.pipeline import Pipeline
from karat.systems.corenlp.universal import CHINESE, ENGLISH, GERMAN, second_version, universal
from karat.systems.system import Failure


@dataclass(frozen=True, slots=True)
class Language:
    """What CoreNLP needs for a language: annotators, weights, a first sentence; and how it writes parts of speech."""

    annotators: str
    models: tuple[str, ...]
    example: str
    parts_of_speech: Mapping[str, str]


LANGUAGES = {
    "en": Language("tokenize,pos,lemma,depparse", ("models",), "Ann left .", ENGLISH),
    "de": Language("tokenize,mwt,pos,depparse", ("models-german",), "Anna ging zum Markt .", GERMAN),
    "zh": Language("tokenize,pos,depparse", ("models-chinese",), "安娜走了。", CHINESE),
}
"""Lemmas come with English alone."""


class CorenlpTagger:
    """A tagger that parses; it follows the protocol of ``karat.syntax.Tagger``, and must be closed.

    A contraction that Universal Dependencies splits (German *zum*) becomes several words.
    """

    def __init__(
        self,
        language: str = "en",
        options: CorenlpOptions = DEFAULT,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        if language not in LANGUAGES:
            raise UnknownNameError("language of CoreNLP", language, LANGUAGES)
        self.language = language
        chosen = LANGUAGES[language]
        self._parts_of_speech = chosen.parts_of_speech
        self._pipeline = Pipeline(
            chosen.annotators, options, language=language, models=chosen.models, example=chosen.example, tell=tell
        )

    @property
    def name(self) -> str:
        """Program and weights with their version, the language, and properties that were set."""
        properties = "".join(f" {each}" for each in self._pipeline.options.properties)
        return f"{self._pipeline.version} {self.language}{properties}"

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag and parse each text, as one sentence; a text that CoreNLP cannot process is an error."""
        size = self._pipeline.options.batch
        tagged: list[Tagged] = []
        for start in range(0, len(texts), size):
            batch = texts[start : start + size]
            for text, annotated in zip(batch, self._pipeline.annotate(batch), strict=True):
                if isinstance(annotated, Failure):
                    raise ServiceError(f"expected a parse of {quoted(text)}, found {annotated.reason}")
                tagged.append(self._words(text, annotated))
        return tagged

    def close(self) -> None:
        """End the server, if it is ours."""
        self._pipeline.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _words(self, text: str, sentences: Sequence[Part]) -> Tagged:
        words: list[Word] = []
        for sentence in sentences:
            try:
                parsed = parsed_sentence(sentence).words
            except FormatError as error:
                raise ServiceError(f"expected a parse of {quoted(text)}, found another answer: {error}") from None
            words += self._in_universal_dependencies(parsed, len(words))
        return tuple(words)

    def _in_universal_dependencies(self, words: Sequence[Word], before: int) -> list[Word]:
        """Give words their universal parts of speech and relations; ``before`` words come before them."""
        parts = ["", *(universal(word.xpos, word.relation, self._parts_of_speech) for word in words)]
        return [
            replace(
                word,
                upos=part,
                governor=word.governor + before if word.governor else 0,
                relation=second_version(word.relation, parts[word.governor])
                if self.language == "zh"
                else word.relation,
            )
            for word, part in zip(words, parts[1:], strict=True)
        ]
