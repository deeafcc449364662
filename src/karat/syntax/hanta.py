"""German parts of speech by HanTa, the Hanover Tagger (Wartena, 2019), whose tags are the STTS's."""

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
"""In HanTa's own package."""

WORD = re.compile(r"\d+(?:[.,:]\d+)*(?:\.(?=\s+\w))?|\w+(?:[-'’]\w+)*-?|\.\.\.|[^\w\s]")
"""A number, an ordinal before a word (``3. Mai``), a word with its hyphens, or a sign."""

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
"""The universal part of speech of an STTS tag, by the longest of these that it begins with."""


class HantaTagger:
    """Tags German; what governs a word it does not say."""

    @cached_property
    def name(self) -> str:
        """As ``hanta-1.1.2``; the weights come with the program."""
        try:
            return f"hanta-{version('HanTa')}"
        except PackageNotFoundError:
            raise MissingExtraError("tagging German", "syntax") from None

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text, parted into words at white space and signs."""
        return [tuple(map(_word, self._tagger.tag_sent(WORD.findall(text), taglevel=1))) for text in texts]

    @cached_property
    def _tagger(self) -> Any:
        _ = self.name  # says what is missing
        from HanTa.HanoverTagger import HanoverTagger  # an optional dependency

        return HanoverTagger(WEIGHTS)


def universal(tag: str) -> str:
    """Give the universal part of speech of a tag of the STTS.

    >>> universal("APPRART"), universal("VV(FIN)"), universal("PTKNEG"), universal("XY")
    ('ADP', 'VERB', 'PART', 'X')
    """
    fitting = [known for known in UNIVERSAL if tag.startswith(known)]
    return UNIVERSAL[max(fitting, key=len)] if fitting else "X"


def _word(found: tuple[str, str, str]) -> Word:
    form, lemma, tag = found
    return Word(form, lemma, universal(tag), tag, (), 0, "_")
