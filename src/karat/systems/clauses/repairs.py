"""Repair what parsers often get wrong and what the text itself decides, before the rules see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from karat.systems.clauses.sentence import Parse, Role, Token, VerbForm

HYPHENS = frozenset({"-", "–", "/", "\\/"})

LOOSE = frozenset({Role.NOUN_ADVERBIAL, Role.COMPOUND, Role.OTHER, Role.PUNCTUATION, Role.ADVERB, Role.APPOSITION})
"""Roles of parts that say less of the whole word than those of other parts."""

Change = tuple[int, int, Role]
"""A token, its new head and its new role."""


def repair(parse: Parse) -> Parse:
    """Apply each repair in turn."""
    for find_changes in REPAIRS:
        changes = {index: (head, role) for index, head, role in find_changes(parse)}
        if changes:
            tokens = [_changed(token, changes.get(token.index)) for token in parse.tokens]
            parse = Parse(parse.text, tokens)
    return parse


def _changed(token: Token, change: tuple[int, Role] | None) -> Token:
    return replace(token, head=change[0], role=change[1]) if change else token


def join_hyphens(parse: Parse) -> Iterator[Change]:
    """Keep the parts of a word together that the text joins by hyphens: *ex-wives*, of which parsers make three."""
    tokens = parse.tokens
    first = 0
    while first < len(tokens):
        last = first
        while last + 2 < len(tokens) and _is_hyphen(tokens, last + 1):
            last += 2
        if last > first:
            yield from _join(parse, range(first, last + 1))
        first = last + 1


def _is_hyphen(tokens: tuple[Token, ...], index: int) -> bool:
    before, hyphen, after = tokens[index - 1 : index + 2]
    return hyphen.form in HYPHENS and before.end == hyphen.start and hyphen.end == after.start


def _join(parse: Parse, group: range) -> Iterator[Change]:
    """Let the part nearest to the root stand for the word, and all others depend on it."""
    outside = [index for index in group if parse.tokens[index].head not in group]
    words = [index for index in outside if parse.tokens[index].form not in HYPHENS] or outside
    if not words:
        return
    head = min(words, key=lambda index: (sum(1 for _ in parse.ancestors(index)), parse.role(index) in LOOSE, -index))
    for index in group:
        if index != head:
            yield index, head, Role.COMPOUND


def attach_agents(parse: Parse) -> Iterator[Change]:
    """Attach *by* to the passive verb, if a noun between them took it: *was sold at a fair* **by** *Ann*."""
    for token in parse.tokens:
        if token.lemma != "by" or token.role is not Role.PREPOSITION:
            continue
        for verb in parse.ancestors(token.index):
            if parse.tokens[verb].upos == "VERB":
                if (
                    _is_passive(parse, verb)
                    and verb < token.index
                    and verb != token.head
                    and not _has_agent(parse, verb)
                ):
                    yield token.index, verb, Role.AGENT
                break


def _is_passive(parse: Parse, verb: int) -> bool:
    if parse.tokens[verb].verb_form is not VerbForm.PAST_PARTICIPLE:
        return False
    return parse.first(verb, Role.AUXILIARY) is None or parse.first(verb, Role.PASSIVE_AUXILIARY) is not None


def _has_agent(parse: Parse, verb: int) -> bool:
    return any(parse.tokens[child].lemma == "by" for child in parse.children[verb])


def join_ampersands(parse: Parse) -> Iterator[Change]:
    """Keep names together that *&* joins: *Miller & Sons* is one company."""
    for token in parse.tokens:
        if token.form == "&" and token.head >= 0 and parse.tokens[token.head].upos == "PROPN":
            for conjunct in parse.all(token.head, Role.CONJUNCT):
                if conjunct > token.index and parse.tokens[conjunct].upos == "PROPN":
                    yield token.index, token.head, Role.COMPOUND
                    yield conjunct, token.head, Role.COMPOUND
                    break


def split_small_clauses(parse: Parse) -> Iterator[Change]:
    """Take an object and its complement for what they are, not for a statement: *makes* **it** *the* **best**."""
    for token in parse.tokens:
        if token.role is Role.STATEMENT and token.upos in ("NOUN", "PROPN", "ADJ") and token.head >= 0:
            inner = parse.first(token.index, Role.SUBJECT)
            if inner is not None and parse.first(token.index, Role.AUXILIARY, Role.MARKER) is None:
                yield inner, token.head, Role.OBJECT
                yield token.index, token.head, Role.OBJECT_COMPLEMENT


REPAIRS: tuple[Callable[[Parse], Iterator[Change]], ...] = (
    join_hyphens,
    join_ampersands,
    attach_agents,
    split_small_clauses,
)
"""All repairs, in the order in which they are applied."""
