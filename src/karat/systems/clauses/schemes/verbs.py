"""Forms of verbs and relative words, by the features of Universal Dependencies or by the tags of treebanks."""

from __future__ import annotations

from karat.model import Word
from karat.systems.clauses.sentence import VerbForm

TAGS = {
    "VB": VerbForm.INFINITIVE,
    "VBD": VerbForm.FINITE,
    "VBZ": VerbForm.FINITE,
    "VBP": VerbForm.FINITE,
    "VBG": VerbForm.PRESENT_PARTICIPLE,
    "VBN": VerbForm.PAST_PARTICIPLE,
    "VVFIN": VerbForm.FINITE,
    "VAFIN": VerbForm.FINITE,
    "VMFIN": VerbForm.FINITE,
    "VVINF": VerbForm.INFINITIVE,
    "VAINF": VerbForm.INFINITIVE,
    "VVIZU": VerbForm.INFINITIVE,
    "VVPP": VerbForm.PAST_PARTICIPLE,
    "VAPP": VerbForm.PAST_PARTICIPLE,
}
"""Tags of the Penn Treebank and of STTS."""

FEATURES = {
    "VerbForm=Fin": VerbForm.FINITE,
    "VerbForm=Inf": VerbForm.INFINITIVE,
    "VerbForm=Ger": VerbForm.PRESENT_PARTICIPLE,
    "VerbForm=Part": VerbForm.PAST_PARTICIPLE,
}

WH_WORDS = frozenset({"WDT", "WP", "WP$", "WRB", "PRELS", "PRELAT", "PWS", "PWAT", "PWAV"})


def verb_form(word: Word) -> VerbForm | None:
    """Return the form of a verb; the tag decides, because features do not tell English participles apart by voice."""
    if word.xpos in TAGS:
        return TAGS[word.xpos]
    form = next((FEATURES[each] for each in word.features if each in FEATURES), None)
    if form is VerbForm.PAST_PARTICIPLE and "Tense=Pres" in word.features:
        return VerbForm.PRESENT_PARTICIPLE
    return form


def is_relative(word: Word) -> bool:
    """Tell whether the word opens a relative clause or a question: *who*, *which*, *where*."""
    return word.xpos in WH_WORDS or "PronType=Rel" in word.features or "PronType=Int" in word.features
