"""Tag English with NLTK's averaged perceptron (Bird et al., 2009), which uses the tags of the Penn Treebank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from karat.errors import DataError, MissingExtraError
from karat.model import Word
from karat.syntax.tagger import Tagged

TAGGER = "averaged_perceptron_tagger_eng"
SPLITTER = "punkt_tab"
"""NLTK's names of the weights of its tagger, and of the splitter of sentences that its tokenizer begins with."""

FILES = {
    f"taggers/{TAGGER}/": [f"{TAGGER}.{part}.json" for part in ("classes", "tagdict", "weights")],
    f"tokenizers/{SPLITTER}/english/": [
        "abbrev_types.txt",
        "collocations.tab",
        "ortho_context.tab",
        "sent_starters.txt",
    ],
}
"""The files of NLTK's data that are used, by their folder."""

UNIVERSAL = {
    "NN": "NOUN",
    "NNP": "PROPN",
    "VB": "VERB",
    "MD": "AUX",
    "JJ": "ADJ",
    "RB": "ADV",
    "WRB": "ADV",
    "EX": "PRON",
    "PRP": "PRON",
    "PRP$": "PRON",
    "WP": "PRON",
    "DT": "DET",
    "PDT": "DET",
    "WDT": "DET",
    "IN": "ADP",
    "RP": "ADP",
    "TO": "PART",
    "POS": "PART",
    "CC": "CCONJ",
    "CD": "NUM",
    "UH": "INTJ",
    "SYM": "SYM",
    "#": "SYM",
    "$": "SYM",
    ",": "PUNCT",
    ".": "PUNCT",
    ":": "PUNCT",
    "(": "PUNCT",
    ")": "PUNCT",
    "''": "PUNCT",
    "``": "PUNCT",
}
"""The universal part of speech of a Penn tag, by its longest prefix in this table; *be* and *have* are verbs."""


class NltkTagger:
    """A tagger for English, without parsing.

    NLTK writes straight double quotes as two backquotes or two apostrophes, so that words may differ from their text.
    """

    @cached_property
    def name(self) -> str:
        """The program with its version and a checksum of its weights, which have no version of their own."""
        try:
            program = version("nltk")
        except PackageNotFoundError:
            raise MissingExtraError("tagging English with NLTK", "syntax") from None
        digest = sha256(b"\0".join(_weights())).hexdigest()
        return f"nltk-{program}/{TAGGER}-{digest[:8]}"

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text, split into words by NLTK."""
        return [self.tag_words(self.split(text)) for text in texts]

    def split(self, text: str) -> list[str]:
        """Split a text into words as the Penn Treebank does: *don't* is two."""
        _ = self._tagger  # raises an error that names what is missing
        from nltk import word_tokenize  # an optional dependency, and slow to import

        words: list[str] = word_tokenize(text)
        return words

    def tag_words(self, words: Sequence[str]) -> Tagged:
        """Tag a sentence that is split into words already."""
        tagged = self._tagger.tag(list(words))
        return tuple(Word(form, form, universal(tag), tag, (), 0, "_") for form, tag in tagged)

    @cached_property
    def _tagger(self) -> Any:
        _ = self.name  # raises an error that names what is missing
        from nltk.tag import PerceptronTagger  # an optional dependency, and slow to import

        return PerceptronTagger()


def universal(tag: str) -> str:
    """Convert a tag of the Penn Treebank to a universal part of speech.

    >>> universal("VBD"), universal("NNPS"), universal("PRP$"), universal("''"), universal("FW")
    ('VERB', 'PROPN', 'PRON', 'PUNCT', 'X')
    """
    prefixes = [prefix for prefix in UNIVERSAL if tag.startswith(prefix)]
    return UNIVERSAL[max(prefixes, key=len)] if prefixes else "X"


def _weights() -> Iterator[bytes]:
    """Read the data files, in the order of ``FILES``."""
    from nltk.data import find  # an optional dependency, and slow to import

    for folder, files in FILES.items():
        try:
            found = find(folder)
            for file in files:
                with found.join(file).open() as opened:
                    yield opened.read()
        except (LookupError, OSError):
            resource = folder.split("/")[1]
            raise DataError(
                f"tagging English with NLTK: expected NLTK's data {resource!r}, found none; "
                f"python -m nltk.downloader {TAGGER} {SPLITTER} fetches it"
            ) from None
