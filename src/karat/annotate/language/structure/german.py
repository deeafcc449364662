"""The structure of a German sentence, from HanTa's tags alone (guideline A.3)."""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.language.findings import Passive, VerbOrder
from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.structure.found import Structure, numbers_of
from karat.annotate.language.structure.german_clauses import (
    FINITE,
    STARTERS,
    clauses,
    finite_follows,
    rest_of_clause,
)
from karat.annotate.language.structure.german_pronouns import coreferents
from karat.annotate.language.vocabulary import words

NON_FINITE = ("VV(INF)", "VV(PP)", "VV(IZU)", "VA(INF)", "VA(PP)", "VM(INF)", "VM(PP)")
AGENT = words("von vom durch")
CONJUNCTIONS = words("und oder sowie")
NOMINAL = ("NOUN", "PROPN", "NUM")


def structure(parse: Parse) -> Structure:
    """Find passives, coreferent pronouns, verb order, clauses and conjunctions."""
    return Structure(
        passives=tuple(passives(parse)),
        coreferent=tuple(coreferents(parse)),
        verb_order=tuple(verb_orders(parse)),
        clauses=tuple(clauses(parse)),
        conjunctions=tuple(conjunctions(parse)),
    )


def verb_orders(parse: Parse) -> Iterator[VerbOrder]:
    """Parts of the predicate that stand apart from the finite verb.

    *fuhr … ab* (A.3.1), *muss … verkaufen*, *hat … verkauft*, *wird … verkaufen* (A.3.2), *wurde … verkauft* (A.3.3).
    """
    for finite in parse:
        moved = _rest_of_predicate(parse, finite)
        if moved and moved[0].index > finite.index + 1:
            yield VerbOrder(finite.numbers[0], numbers_of(moved), _section(finite, moved))


def _section(finite: TaggedWord, moved: list[TaggedWord]) -> str:
    if moved[0].tag == "PTKVZ":
        return "A.3.1"
    if _is_passive(finite, moved):
        return "A.3.3"
    return "A.3.2"


def _is_passive(finite: TaggedWord, others: list[TaggedWord]) -> bool:
    has_participle = any(word.tag == "VV(PP)" for word in others)
    auxiliaries = [word for word in (finite, *others) if word.tag.startswith("VA")]
    is_future = finite.lemma == "werden" and others[-1].tag.endswith("(INF)")
    return has_participle and any(word.lemma == "werden" for word in (auxiliaries[1:] if is_future else auxiliaries))


def _rest_of_predicate(parse: Parse, finite: TaggedWord) -> list[TaggedWord]:
    """The particle, or the run of participles and infinitives, that closes the clause of a finite verb."""
    if finite.tag not in FINITE:
        return []
    for word in rest_of_clause(parse, finite):
        if finite.tag == "VV(FIN)":
            if word.tag == "PTKVZ":
                return [word]
        elif word.tag in NON_FINITE:
            run = [word]
            while (following := parse.after(run[-1])) is not None and following.tag in NON_FINITE:
                run.append(following)
            return run
    return []


def passives(parse: Parse) -> Iterator[Passive]:
    """*wurde … von Mia verkauft*, and in a subordinate clause *von Mia verkauft wurde*."""
    for finite in parse:
        if not finite.tag.startswith("VA(FIN)") and finite.tag != "VM(FIN)":
            continue
        others = _rest_of_predicate(parse, finite) or _predicate_before(parse, finite)
        if not others or not _is_passive(finite, others):
            continue
        verb = next(word for word in others if word.tag == "VV(PP)")
        auxiliaries = [finite, *(word for word in others if word.tag.startswith("VA"))]
        start = finite.index if verb.index > finite.index else _clause_start(parse, finite)
        between = parse.words[min(start, verb.index) : max(finite.index, verb.index)]
        by = next((word for word in reversed(between) if word.lower in AGENT and word.pos == "ADP"), None)
        yield Passive(numbers_of(auxiliaries), verb.numbers[0], None if by is None else by.numbers[0])


def _predicate_before(parse: Parse, finite: TaggedWord) -> list[TaggedWord]:
    """The participles and infinitives directly before a finite verb at the end of its clause."""
    run: list[TaggedWord] = []
    word = parse.before(finite)
    while word is not None and word.tag in NON_FINITE:
        run.insert(0, word)
        word = parse.before(word)
    return run


def _clause_start(parse: Parse, finite: TaggedWord) -> int:
    for word in reversed(parse.words[: finite.index]):
        if word.tag.startswith("$") or word.tag in STARTERS:
            return word.index
    return 0


def conjunctions(parse: Parse) -> Iterator[int]:
    """*und*, *oder*, *sowie* between noun phrases."""
    for word in parse:
        before, following = parse.before(word), parse.after(word)
        if word.lower not in CONJUNCTIONS or before is None or following is None or before.pos not in NOMINAL:
            continue
        while following is not None and following.pos in ("DET", "ADJ", "ADV", "NUM"):
            following = parse.after(following)
        if following is not None and following.pos in NOMINAL and not finite_follows(parse, word.index + 1):
            yield from word.numbers
