"""Look at a word of a parse by its index; beyond the ends of the sentence there is an empty word."""

from __future__ import annotations

from karat.systems.clauses.sentence import Parse, Role


def form(parse: Parse, index: int) -> str:
    """Give the word in lower case."""
    return parse.tokens[index].form.lower() if 0 <= index < len(parse) else ""


def lemma(parse: Parse, index: int) -> str:
    """Give the word's lemma in lower case."""
    return parse.tokens[index].lemma.lower() if 0 <= index < len(parse) else ""


def role(parse: Parse, index: int) -> Role:
    """Give the word's role."""
    return parse.tokens[index].role if 0 <= index < len(parse) else Role.OTHER


def head(parse: Parse, index: int) -> int:
    """Give the index of the word's head, -1 if there is none."""
    return parse.tokens[index].head if 0 <= index < len(parse) else -1


def is_verb(parse: Parse, index: int) -> bool:
    """Tell whether the word is a verb or an auxiliary."""
    return _part_of_speech(parse, index) in ("VERB", "AUX")


def is_nominal(parse: Parse, index: int) -> bool:
    """Tell whether the word can head the name of somebody or something."""
    return _part_of_speech(parse, index) in ("NOUN", "PROPN", "PRON", "NUM")


def is_proper(parse: Parse, index: int) -> bool:
    """Tell whether the word is a proper noun."""
    return _part_of_speech(parse, index) == "PROPN"


def is_numeral(parse: Parse, index: int) -> bool:
    """Tell whether the word is a number, in digits or in letters."""
    return _part_of_speech(parse, index) == "NUM" or (0 <= index < len(parse) and parse.tokens[index].xpos == "CD")


def _part_of_speech(parse: Parse, index: int) -> str:
    return parse.tokens[index].upos if 0 <= index < len(parse) else ""
