"""Cut noun phrases to what one fact needs: one conjunct, without clauses and appositions, which are other facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from karat.systems.clauses.coordination import alternative_word, denies_nouns, denying_word, is_paired
from karat.systems.clauses.sentence import Parse, Role

LEFT_OUT = frozenset(
    {
        Role.CONJUNCT,
        Role.COORDINATOR,
        Role.RELATIVE_CLAUSE,
        Role.PARTICIPLE,
        Role.APPOSITION,
        Role.PARATAXIS,
        Role.STATEMENT,
        Role.ADVERBIAL_CLAUSE,
        Role.SUBJECT,
        Role.MARKER,
    }
)
"""What a noun's phrase does not contain."""

WHOLE = frozenset(
    {
        Role.DETERMINER,
        Role.ADJECTIVE,
        Role.NUMBER,
        Role.COMPOUND,
        Role.POSSESSOR,
        Role.POSSESSIVE_MARK,
        Role.NEGATION,
        Role.PREPOSITION_CLAUSE,
    }
)
"""What a noun's phrase contains with all that it governs."""

TOGETHER = frozenset({"between", "zwischen"})
"""Prepositions whose conjuncts are one argument."""

BRACKETS = {"(": ")", "[": "]", "{": "}"}
"""Around a whole phrase they say nothing."""

OPEN = {**BRACKETS, "``": "''", "`": "''", "“": "”", "‘": "’"}


def phrases(parse: Parse, head: int) -> list[tuple[int, ...]]:
    """Return the phrase of each conjunct; alternatives are one phrase, *Ulm or Bonn*, for not all of them are meant.

    What *neither … nor* denies is one phrase first, which says so, and then one a conjunct.
    """
    governor = parse.tokens[head].head
    together = governor >= 0 and parse.tokens[governor].lemma in TOGETHER
    joined = [clean(parse, [index for each in parse.conjuncts(head) for index in _with_coordinators(parse, each)])]
    is_list = parse.first(head, Role.CONJUNCT) is not None
    if together or (is_list and alternative_word(parse, head) is not None):
        return joined
    conjuncts = [each for each in parse.conjuncts(head) if each == head or _is_alike(parse, each)]
    if parse.role(head) is Role.PREPOSITION_OBJECT:
        conjuncts += [each for conjunct in conjuncts for each in _places(parse, conjunct)]
    denied = is_list and any(denies_nouns(parse, each) for each in joined[0])
    return [*(joined if denied else ()), *(phrase for each in conjuncts if (phrase := noun_phrase(parse, each)))]


def _places(parse: Parse, noun: int) -> Iterator[int]:
    """Yield the larger places beside a place: who lives *in Ulm , Germany* lives in Germany."""
    for apposition in parse.all(noun, Role.APPOSITION):
        if is_place(parse, apposition):
            yield apposition
            yield from _places(parse, apposition)


def is_place(parse: Parse, apposition: int) -> bool:
    """Tell whether an apposition says where its noun is: *in Ulm , Germany*."""
    token = parse.tokens[apposition]
    head = parse.tokens[token.head]
    if not token.upos == head.upos == "PROPN" or head.role not in (Role.PREPOSITION_OBJECT, Role.APPOSITION):
        return False
    while head.role is Role.APPOSITION and head.head >= 0:
        head = parse.tokens[head.head]
    if head.role is not Role.PREPOSITION_OBJECT or parse.first(apposition, Role.DETERMINER) is not None:
        return False
    return parse.tokens[head.head].lemma in PLACE_PREPOSITIONS


PLACE_PREPOSITIONS = frozenset({"in", "at", "near", "to", "from", "of", "outside", "around"})


def noun_phrase(parse: Parse, head: int) -> tuple[int, ...]:
    """Return the tokens of a noun's phrase, without its conjuncts."""
    return clean(parse, _members(parse, head))


def whole_phrase(parse: Parse, head: int) -> tuple[int, ...]:
    """Return all that the token governs, without punctuation at the ends."""
    return clean(parse, parse.subtree(head))


def _members(parse: Parse, head: int) -> Iterator[int]:
    pending = [head]
    while pending:
        node = pending.pop()
        yield node
        for child in parse.children[node]:
            if _is_whole(parse, node, child):
                yield from parse.subtree(child)
            elif _is_part(parse, child):
                pending.append(child)


def _is_whole(parse: Parse, node: int, child: int) -> bool:
    role = parse.role(child)
    if is_paired(parse, child) or (role is Role.NEGATION and (child > node or denying_word(parse, node) == child)):
        return False
    if role is Role.PREPOSITION_OBJECT:
        return parse.tokens[node].lemma in TOGETHER
    return role in WHOLE or (role is Role.APPOSITION and is_close(parse, child))


def _is_part(parse: Parse, child: int) -> bool:
    role = parse.role(child)
    if role is Role.PREPOSITION:
        return bool(parse.children[child])  # without a noun it has lost it to another conjunct
    left_out = role in LEFT_OUT or role is Role.NEGATION or parse.tokens[child].lemma == "respectively"
    return not left_out and not is_paired(parse, child)


def is_close(parse: Parse, apposition: int) -> bool:
    """Tell whether an apposition belongs to the phrase of its noun: *the painter Ann*, but not *the painter, Ann*."""
    head = parse.tokens[apposition].head
    return (
        head < apposition and parse.subtree(apposition)[0] == head + 1 and parse.tokens[head + 1].form not in BRACKETS
    )


def _with_coordinators(parse: Parse, head: int) -> Iterator[int]:
    yield from _members(parse, head)
    yield from parse.all(head, Role.COORDINATOR)
    yield from (each for each in parse.all(head, Role.DETERMINER) if denies_nouns(parse, each))


def _is_alike(parse: Parse, conjunct: int) -> bool:
    """Tell whether a conjunct can fill the slot of a noun: a verb there is the head of a clause of its own."""
    return parse.tokens[conjunct].upos not in ("VERB", "AUX")


def clean(parse: Parse, indices: Iterable[int]) -> tuple[int, ...]:
    """Sort the tokens and remove punctuation that has lost its neighbours, or the other half of its pair."""
    chosen = sorted(set(indices))
    while True:
        members = set(chosen)
        kept = [index for index in chosen if not _is_stray(parse, index, members)]
        if kept[1:] and BRACKETS.get(parse.tokens[kept[0]].form) == parse.tokens[kept[-1]].form:
            kept = kept[1:-1]
        if len(kept) == len(chosen):
            return tuple(chosen)
        chosen = kept


def _is_stray(parse: Parse, index: int, members: set[int]) -> bool:
    token = parse.tokens[index]
    if token.upos != "PUNCT" and token.role is not Role.PUNCTUATION:
        return False
    form = token.form
    if form in OPEN:
        closing = [other for other in members if other > index and parse.tokens[other].form == OPEN[form]]
        nested = sum(other > index and parse.tokens[other].form == form != "`" for other in members)  # `` is two "`"
        return len(closing) <= nested or not any(index < other < min(closing) for other in members)
    if form in OPEN.values():
        before = [parse.tokens[other].form for other in members if other < index]
        return sum(OPEN.get(each) == form for each in before) <= before.count(form)
    if form in ("'s", "'") or form.isalnum():
        return False
    return index - 1 not in members or index + 1 not in members
