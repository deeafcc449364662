"""Polarity and modality in tables, JSON and Python objects, in the spellings that MinIE and people use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from karat.formats.field_names import plain_name
from karat.model import Modality, Polarity

POLARITIES = {
    "+": Polarity.POSITIVE,
    "positive": Polarity.POSITIVE,
    "-": Polarity.NEGATIVE,
    "−": Polarity.NEGATIVE,
    "negative": Polarity.NEGATIVE,
}
MODALITIES = {
    "ct": Modality.CERTAINTY,
    "certainty": Modality.CERTAINTY,
    "ps": Modality.POSSIBILITY,
    "possibility": Modality.POSSIBILITY,
}

Others = tuple[tuple[str, str], ...]


class Marks(NamedTuple):
    """What the fields named polarity and modality say, and all other fields."""

    polarity: Polarity | None
    modality: Modality | None
    other: Others


def split_marks(other: Iterable[tuple[str, str]]) -> Marks:
    """Find polarity and modality among the fields that have no place of their own.

    A field of that name with anything else in it, as a polarity of sentiments between -1 and 1, stays what it is.

    >>> split_marks([("Polarity", "Negative"), ("modality", "CT"), ("topic", "pots")])
    Marks(polarity=<Polarity.NEGATIVE: '-'>, modality=<Modality.CERTAINTY: 'CT'>, other=(('topic', 'pots'),))
    >>> split_marks([("polarity", "0.3")]).other
    (('polarity', '0.3'),)
    """
    polarity: Polarity | None = None
    modality: Modality | None = None
    rest = []
    for name, text in other:
        plain, value = plain_name(name), text.strip().casefold()
        if plain == "polarity" and polarity is None and value in POLARITIES:
            polarity = POLARITIES[value]
        elif plain == "modality" and modality is None and value in MODALITIES:
            modality = MODALITIES[value]
        else:
            rest.append((name, text))
    return Marks(polarity, modality, tuple(rest))
