"""German pronouns and the noun phrases that they probably stand for, by the gender that articles show."""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.language.findings import Coreferent
from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.structure.found import numbers_of
from karat.annotate.language.structure.german_clauses import is_relative

NOUNS = ("NN", "NE")
FEMININE_ENDINGS = ("in", "ung", "heit", "keit", "schaft", "tät", "ion")
ALL = frozenset("mfnp")
"""Masculine, feminine, neuter, plural."""

PRONOUNS = {
    "er": "m",
    "ihn": "m",
    "ihm": "mn",
    "sie": "fp",
    "ihnen": "p",
    "es": "n",
    "ihr": "fp",
    "sein": "mn",
}
RELATIVE = {"der": "mf", "den": "m", "dem": "mn", "die": "fp", "das": "n", "denen": "p", "dessen": "mn", "deren": "fp"}
ARTICLES = {
    "der": "m",
    "den": "mp",
    "dem": "mn",
    "des": "mn",
    "die": "fp",
    "das": "n",
    "ein": "mn",
    "einen": "m",
    "einem": "mn",
    "eines": "mn",
    "eine": "f",
    "einer": "f",
}


def coreferents(parse: Parse) -> Iterator[Coreferent]:
    """Offer the nearest noun phrase that fits in gender and number, for personal pronouns one that is no object."""
    for word in parse:
        if is_relative(parse, word):
            fits = RELATIVE.get(word.lower)
            phrase = None if fits is None else _nearest(parse, word, frozenset(fits), skip_objects=False)
        elif word.tag in ("PPER", "PPOSAT"):
            fits = PRONOUNS.get(_base(word))
            phrase = None if fits is None else _nearest(parse, word, frozenset(fits), skip_objects=True)
        else:
            continue
        if phrase:
            yield Coreferent(word.numbers[0], numbers_of(phrase))


def _base(word: TaggedWord) -> str:
    """*seinem* is *sein*, *ihre* is *ihr*."""
    if word.tag == "PPOSAT":
        return next((base for base in ("sein", "ihr") if word.lower.startswith(base)), word.lower)
    return word.lower


def _nearest(
    parse: Parse, pronoun: TaggedWord, fits: frozenset[str], *, skip_objects: bool
) -> tuple[TaggedWord, ...] | None:
    fitting = [
        phrase
        for phrase in _noun_phrases(parse, pronoun.index)
        if _genders(parse, phrase) & fits & _genders_of_noun(phrase[-1])
    ]
    if skip_objects:
        free = [phrase for phrase in fitting if not _after_preposition(parse, phrase)]
        fitting = free or fitting
    return fitting[-1] if fitting else None


def _noun_phrases(parse: Parse, end: int) -> Iterator[tuple[TaggedWord, ...]]:
    """Runs of article, adjectives, nouns and names before a word."""
    start: int | None = None
    for word in parse.words[:end]:
        in_phrase = word.tag in ("ART", "PPOSAT", "PDAT", "ADJ(A)", *NOUNS)
        if start is not None and (not in_phrase or word.tag in ("ART", "PPOSAT", "PDAT")):
            if parse[word.index - 1].tag in NOUNS:
                yield parse.words[start : word.index]
            start = None
        if in_phrase and start is None:
            start = word.index
    if start is not None and parse[end - 1].tag in NOUNS:
        yield parse.words[start:end]


def _genders(parse: Parse, phrase: tuple[TaggedWord, ...]) -> frozenset[str]:
    article = phrase[0]
    if article.tag == "ART":
        if article.lower == "der":  # *der Malerin* is feminine in the dative, and so is everything after a preposition
            return frozenset("f" if _after_preposition(parse, phrase) else "mf")
        return frozenset(ARTICLES.get(article.lower, "mfnp"))
    return frozenset("mf") if article.tag == "NE" else ALL


def _genders_of_noun(noun: TaggedWord) -> frozenset[str]:
    """The genders that the ending of a noun leaves open."""
    if noun.tag == "NN" and noun.lower.endswith(FEMININE_ENDINGS) and len(noun.text) > 4:
        return frozenset("f")
    return frozenset("n") if noun.lower.endswith(("chen", "lein")) else ALL


def _after_preposition(parse: Parse, phrase: tuple[TaggedWord, ...]) -> bool:
    before = parse.before(phrase[0])
    return before is not None and before.pos == "ADP"
