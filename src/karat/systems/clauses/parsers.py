"""The parsers that drive the rules: spaCy, CoreNLP, or a CoNLL-U file in which sentences are looked up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from karat.errors import InputError
from karat.formats.documents import conllu
from karat.model import ParsedSentence
from karat.syntax import Tagged
from karat.syntax.taggers import SpacyTagger
from karat.systems.clauses.sentence import decode_brackets
from karat.systems.corenlp import CorenlpOptions
from karat.systems.corenlp.tagger import CorenlpTagger


@cache
def load_spacy(model: str | None) -> SpacyTagger:
    """Load a pipeline once, however many systems use it."""
    return SpacyTagger(model)


def start_corenlp(address: str, language: str) -> CorenlpTagger:
    """Use the server at an address, or start one (*start*); it must be closed."""
    return CorenlpTagger(language, CorenlpOptions(url=None if address == "start" else address))


class ConlluParser:
    """Takes parses from a CoNLL-U file; a text's words must be those of one of its sentences, white space aside."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def name(self) -> str:
        """A checksum of the file."""
        return f"conllu-{sha256(self._path.read_bytes()).hexdigest()[:12]}"

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Look each text up."""
        return [self._find(text) for text in texts]

    def _find(self, text: str) -> Tagged:
        words = self._sentences.get(decode_brackets("".join(text.split())))
        if words is None:
            raise InputError(f"{self._path}: expected a parse of each sentence, found none of {text!r:.80}")
        return words

    @cached_property
    def _sentences(self) -> dict[str, Tagged]:
        documents = list(conllu.read(self._path))
        return {_text(each.content): each.content.words for each in documents}


def _text(sentence: ParsedSentence) -> str:
    return decode_brackets("".join("".join(token.form.split()) for token in sentence.tokens))
