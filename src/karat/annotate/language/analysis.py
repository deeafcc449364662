"""Analyse sentences: split them, tag them, and apply the rules of their language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from threading import Lock

from karat.annotate.language.findings import Analysis, Token
from karat.annotate.language.parse import Parse, lay_over
from karat.annotate.language.structure import STRUCTURES
from karat.annotate.language.suggestions import RULES, suggest
from karat.annotate.language.tokens import main_language, split
from karat.errors import InputError, MissingExtraError
from karat.syntax import LANGUAGES, Tagger, tagger_for

BATCH = 256
"""How many sentences are tagged at a time when they are streamed."""

LONGEST_WORD = 60
"""Characters of a word that a tagger sees; HanTa's time grows with the square of a word's length."""

MOST_TOKENS = 1_000
"""Tokens of a text that a tagger sees; what follows has no tags."""

TAGGERS = ("auto", "none")

ARGUMENTS = ("NOUN", "PROPN")

_TAGGING = Lock()
"""Taggers are shared by all threads of a server, and one text is tagged at a time."""


def analyse(texts: Sequence[str], language: str, tagger: str = "auto") -> list[Analysis]:
    """Analyse sentences with the language's tagger; without one, or with ``none``, give their tokens only.

    >>> [token.text for token in analyse(["Ann left."], "en", "none")[0].tokens]
    ['Ann', 'left', '.']
    """
    tokens = [_tokens(text, language) for text in texts]
    if why_untagged(language, tagger):
        return [Analysis(found) for found in tokens]
    program = _tagger(main_language(language))
    forms = [[token.text[:LONGEST_WORD] for token in found[:MOST_TOKENS]] for found in tokens]
    with _TAGGING:
        tagged = program.tag([" ".join(each) for each in forms])
    return [
        _analysis(found, lay_over(each, words), main_language(language), program.name)
        for found, each, words in zip(tokens, forms, tagged, strict=True)
    ]


def analyse_stream(texts: Iterable[str], language: str, tagger: str = "auto") -> Iterator[Analysis]:
    """Analyse sentences in batches as they come, with flat memory."""
    remaining = iter(texts)
    while batch := list(islice(remaining, BATCH)):
        yield from analyse(batch, language, tagger)


def why_untagged(language: str, tagger: str = "auto") -> str | None:
    """Say in one line why sentences get tokens only, or None if they are tagged."""
    if tagger not in TAGGERS:
        raise InputError(f"tagger: expected {' or '.join(TAGGERS)}, found {tagger!r}")
    if tagger == "none":
        return "the project's tagger is set to none: sentences have tokens, but no suggestions"
    language = main_language(language)
    if language not in LANGUAGES:
        return (
            f"no tagger for the language {language!r}: sentences have tokens, but no suggestions "
            f"(known: {', '.join(LANGUAGES)})"
        )
    try:
        _ = _tagger(language).name
    except MissingExtraError as error:
        return f"{error}: sentences have tokens, but no suggestions"
    return None


@cache
def _tagger(language: str) -> Tagger:
    return tagger_for(language)


def _tokens(text: str, language: str) -> tuple[Token, ...]:
    return tuple(
        Token(text[start:end], start, end, space=text[end : end + 1].isspace()) for start, end in split(text, language)
    )


def _analysis(tokens: tuple[Token, ...], parse: Parse | None, language: str, tagger: str) -> Analysis:
    """Apply the language's rules to a parsed sentence."""
    if parse is None:  # the tagger changed the text's characters, so nothing that it says has a place
        return Analysis(tokens)
    described = list(tokens)
    for word in parse:
        for number in word.numbers:
            described[number] = replace(
                described[number],
                pos=word.pos,
                lemma=word.lemma,
                predicate=word.pos == "VERB" or (word.pos == "AUX" and word.relation not in ("aux", "auxpass")),
                argument=word.pos in ARGUMENTS,
            )
    suggestions = suggest(parse, RULES[language])
    for number, reason in suggestions.singles.items():
        described[number] = replace(described[number], optional=True, why=reason)
    for index, (numbers, reason) in reversed(list(enumerate(suggestions.groups))):
        for number in numbers:
            described[number] = replace(described[number], group=index, why=described[number].why or reason)
    structure = STRUCTURES[language](parse)
    return Analysis(
        tuple(described),
        groups=tuple(numbers for numbers, _ in suggestions.groups),
        group_reasons=tuple(reason for _, reason in suggestions.groups),
        passives=structure.passives,
        coreferent=structure.coreferent,
        verb_order=structure.verb_order,
        clauses=structure.clauses,
        conjunctions=structure.conjunctions,
        noun_phrases=structure.noun_phrases,
        tagger=tagger,
    )
