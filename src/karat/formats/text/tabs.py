"""Tab-separated fields, and checks of what they look like."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from karat.errors import InputError

NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?|[-+]?inf", re.IGNORECASE)
ROLE = re.compile(r"[A-Z]+[A-Z0-9-]*:")
VERB = re.compile(r"[ABR]?V:")
SENTENCE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/#-]{0,63}")
SOME_HEADS, MANY_HEADS = 0.3, 0.7
"""Shares of rows with a predicate's head, in any 50 rows that follow each other: CaRB's, LSOIE's and OIE2016's gold
stays below 0.06, OIE2016's with heads above 0.8. With heads in another form, too, it is below 0.26 and above 0.96."""

ENOUGH_ROWS = 10
"""With fewer rows, a file cannot be said to have heads: a few subjects may contain the relation by chance."""

OWN_FORMS = frozenset("be am is are was were been being 's 're go goes going went gone".split())  # noqa: SIM905 - a list
"""Verbs whose forms begin differently; a subject is hardly ever one of them."""


def join(fields: Iterable[str], format_name: str) -> str:
    """Join fields into a line; a text that would break the line or the field is an error."""
    fields = list(fields)
    for text in fields:
        if any(break_ in text for break_ in "\t\n\r"):
            raise InputError(f"{format_name} cannot hold a tab or a line break: expected neither, found {text!r}")
    return "\t".join(fields)


def split(head: Sequence[str]) -> list[list[str]]:
    """Split each line into its fields."""
    return [text.split("\t") for text in head]


def is_number(text: str) -> bool:
    """Tell whether a field holds a number and nothing else."""
    return NUMBER.fullmatch(text.strip()) is not None


def is_sentence_id(text: str) -> bool:
    """Tell whether a field looks like a sentence's id rather than its text or a confidence."""
    return SENTENCE_ID.fullmatch(text) is not None and (text.isdecimal() or not is_number(text))


def is_sentence(text: str) -> bool:
    """Tell whether a field looks like a sentence: neither an id nor a number."""
    return not is_sentence_id(text) and not is_number(text)


def has_places(fields: Sequence[str]) -> bool:
    """Tell whether the sixth to the eleventh field are whole numbers: the spans of subject, relation and object."""
    return len(fields) > 11 and all(text.isdecimal() for text in fields[5:11])


def is_bracketed(text: str) -> bool:
    """Tell whether a field looks like ``(subject; relation; object)``, with or without notes after it."""
    return text.startswith("(") and "; " in text and ")" in text


def is_quoted(text: str) -> bool:
    """Tell whether a field is in double quotes."""
    return len(text) >= 2 and text[0] == text[-1] == '"'


def has_heads(fields: Sequence[str]) -> bool:
    """Tell whether the fields are Stanford's qa_srl: heads joined by points, triple, confidence, sentence."""
    return len(fields) == 6 and fields[0].count(".") >= 2 and " " not in fields[0] and is_number(fields[4])


def has_layer(fields: Sequence[str]) -> bool:
    """Tell whether the fields are Graphene's: a sentence, an id, a layer, the triple, contexts."""
    return len(fields) >= 6 and fields[1] != "" and " " not in fields[1] and fields[2].isdecimal()


def has_roles(fields: Sequence[str]) -> bool:
    """Tell whether all fields after the sentence start with the name of a role, one of them a verb's."""
    return (
        len(fields) >= 2
        and all(ROLE.match(text) for text in fields[1:])
        and any(VERB.match(text) for text in fields[1:])
    )


def may_have_heads(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the second fields may be heads of the predicates in the third: single words that occur in these.

    Another form counts: *including* is the head of *included*. Few rows may look so by chance; see ``surely_heads``.
    """
    return share(rows, _has_head) >= SOME_HEADS or share(rows, _may_have_head) >= MANY_HEADS


def surely_heads(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the second fields are heads of the predicates in the third, beyond chance."""
    return len(rows) >= ENOUGH_ROWS and share(rows, _has_head) >= MANY_HEADS


def share(rows: Sequence[Sequence[str]], holds: Callable[[Sequence[str]], bool]) -> float:
    """Return the share of rows that satisfy a condition."""
    return sum(map(holds, rows)) / len(rows)


def _has_head(fields: Sequence[str]) -> bool:
    return len(fields[1].split()) == 1 and fields[1].strip() in fields[2].split()


def _may_have_head(fields: Sequence[str]) -> bool:
    """Tell whether the second field may be a head: the third has it, a word that begins alike, or a form of be."""
    head, words = fields[1].strip().lower(), fields[2].lower().split()
    return _has_head(fields) or any(word[:2] == head[:2] or word in OWN_FORMS for word in words)
