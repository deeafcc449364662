"""Tag German with HanTa, the Hanover Tagger (Wartena, 2019), which uses the tags of the STTS."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from karat.errors import MissingExtraError
from karat.model import Word
from karat.syntax.tagger import Tagged

WEIGHTS = "morphmodel_ger.pgz"
"""A file in HanTa's own package."""

WORD = re.compile(r"\d+(?:[.,:]\d+)*(?:\.(?=\s+\w))?|\w+(?:[-'’]\w+)*-?|\.\.\.|[^\w\s]")
"""A number, an ordinal before a word (``3. Mai``), a word with its hyphens, or a punctuation mark."""

UNIVERSAL = {
    "NN": "NOUN",
    "NE": "PROPN",
    "VA": "AUX",
    "VM": "AUX",
    "VV": "VERB",
    "ADJ": "ADJ",
    "ADV": "ADV",
    "PAV": "ADV",
    "PROAV": "ADV",
    "PWAV": "ADV",
    "APPR": "ADP",
    "APPO": "ADP",
    "APZR": "ADP",
    "PTKVZ": "ADP",
    "ART": "DET",
    "PDAT": "DET",
    "PIAT": "DET",
    "PIDAT": "DET",
    "PPOSAT": "DET",
    "PRELAT": "DET",
    "PWAT": "DET",
    "PDS": "PRON",
    "PIS": "PRON",
    "PPER": "PRON",
    "PPOSS": "PRON",
    "PRELS": "PRON",
    "PRF": "PRON",
    "PWS": "PRON",
    "CARD": "NUM",
    "KOUI": "SCONJ",
    "KOUS": "SCONJ",
    "KON": "CCONJ",
    "KOKOM": "CCONJ",
    "PTK": "PART",
    "ITJ": "INTJ",
    "$": "PUNCT",
}
"""The universal part of speech of an STTS tag, by its longest prefix in this table."""


class HantaTagger:
    """A tagger for German, without parsing."""

    @cached_property
    def name(self) -> str:
        """The program with its version, as ``hanta-1.1.2``; the weights are part of it."""
        try:
            return f"hanta-{version('HanTa')}"
        except PackageNotFoundError:
            raise MissingExtraError("tagging German", "syntax") from None

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text, split into words at white space and punctuation."""
        return [tuple(map(_word, self._tagger.tag_sent(WORD.findall(text), taglevel=1))) for text in texts]

    @cached_property
    def _tagger(self) -> Any:
        _ = self.name  # raises an error that names the missing package
        from HanTa.HanoverTagger import HanoverTagger  # an optional dependency

        return HanoverTagger(WEIGHTS)


def universal(tag: str) -> str:
    """Convert a tag of the STTS to a universal part of speech.

    >>> universal("APPRART"), universal("VV(FIN)"), universal("PTKNEG"), universal("XY")
    ('ADP', 'VERB', 'PART', 'X')
    """
    prefixes = [prefix for prefix in UNIVERSAL if tag.startswith(prefix)]
    return UNIVERSAL[max(prefixes, key=len)] if prefixes else "X"


def _word(tagged: tuple[str, str, str]) -> Word:
    form, lemma, tag = tagged
    return Word(form, lemma, universal(tag), tag, (), 0, "_")
