"""Facts of relative clauses whose noun is not their subject."""

from __future__ import annotations

from dataclasses import replace

from karat.systems.clauses.clauses import owner
from karat.systems.clauses.phrases import noun_phrase, phrases
from karat.systems.clauses.proposition import Clause, Proposition, Source
from karat.systems.clauses.rules.rule import Facts, Rule, explain_clause, predicates, subject_phrases
from karat.systems.clauses.sentence import Parse, Phrase, Piece, Role


def find_antecedents(parse: Parse, clause: Clause) -> Facts:
    """Relate the subject of a relative clause to the noun that the clause modifies, its object or adverbial."""
    if parse.first(clause.verb, Role.INFINITIVE) is not None:
        return  # the infinitive's clause says more: *failed to* cure
    if clause.source is Source.RELATIVE or any(
        owner(parse, each) is not None for each in parse.children[clause.subjects[0]]
    ):
        return  # *It is a house that* stands *in Ulm* , *whose* roof leaks
    token = parse.tokens[clause.verb]
    adverbs = [*parse.all(clause.verb, Role.ADVERB)]
    while token.role is Role.INFINITIVE and token.head >= 0:
        token = parse.tokens[token.head]
        adverbs += parse.all(token.index, Role.ADVERB)
    if token.role is not Role.RELATIVE_CLAUSE or token.head in clause.subjects or token.head in clause.group:
        return
    if parse.tokens[token.head].upos in ("VERB", "AUX"):
        return
    if any(parse.tokens[each].is_relative for each in adverbs):
        return  # *the town where*: no word of the sentence says how the noun is related
    relation = _relation(parse, clause)
    if relation is None:
        return
    notes = (explain_clause(parse, clause), "the noun that the relative clause modifies")
    for subject in subject_phrases(parse, clause):
        for noun in phrases(parse, token.head)[:1]:
            yield Proposition(relation, (subject, noun), "antecedent", clause, notes)


def name_owners(parse: Parse, proposition: Proposition) -> Proposition:
    """Write whom *whose* stands for: *Ann , whose brother slept in Ulm* → (Ann 's brother; slept in; Ulm)."""
    whose: dict[Piece, int] = {
        piece: noun
        for slot in (proposition.relation, *proposition.arguments)
        for piece in slot
        if isinstance(piece, int) and (noun := owner(parse, piece)) is not None and noun not in slot
    }
    if not whose:
        return proposition

    def named(slot: Phrase) -> Phrase:
        pieces: list[Piece] = []
        for piece in slot:
            noun = whose.get(piece)
            if noun is None:
                pieces.append(piece)
            else:
                plural = parse.tokens[noun].xpos == "NNS" and parse.tokens[noun].form.endswith("s")
                pieces += [*noun_phrase(parse, noun), "'" if plural else "'s"]
        return tuple(pieces)

    notes = (f"'whose' stands for {parse.tokens[noun].form!r}" for noun in dict.fromkeys(whose.values()))
    return replace(
        proposition,
        relation=named(proposition.relation),
        arguments=tuple(map(named, proposition.arguments)),
        notes=(*proposition.notes, *notes),
    )


def _relation(parse: Parse, clause: Clause) -> Phrase | None:
    """Return the relation to the noun: with the preposition of *in which*, or of *lives in*, if there is one."""
    for head in clause.adverbials:
        if parse.role(head) is Role.NOUN_ADVERBIAL:
            continue
        objects = list(parse.all(head, Role.PREPOSITION_OBJECT))
        if not objects and parse.first(head, Role.PREPOSITION_CLAUSE, Role.PREPOSITION) is None:
            return (*clause.group, head)
        if any(parse.tokens[each].is_relative for each in objects):
            return (*predicates(parse, clause)[0], head)
    if all(parse.tokens[each].is_relative for each in clause.objects) and not clause.complements:
        return None if clause.statements or clause.passive else clause.group
    return None


ANTECEDENT = Rule(
    "antecedent", "The house which Ann built stands in Ulm .", (("Ann", "built", "The house"),), find_antecedents
)
