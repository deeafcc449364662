"""One fact a clause with all its arguments, each adverbial with its preposition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from karat.systems.clauses.clauses import object_antecedent
from karat.systems.clauses.coordination import pair_respectively
from karat.systems.clauses.phrases import noun_phrase
from karat.systems.clauses.proposition import Clause, Proposition
from karat.systems.clauses.rules.rule import explain_clause, preposition_parts, subject_phrases
from karat.systems.clauses.sentence import Parse, Phrase, Role

RULE = "nary"


def find_nary(parse: Parse, clause: Clause) -> Iterator[Proposition]:
    """*Ann sold the house to Bob last year* → (Ann; sold; the house; to Bob; last year)."""
    antecedent = object_antecedent(parse, clause)
    _, second = pair_respectively(parse)
    for place in sorted(set(second.values())) or [0]:  # *Ann and Bo won gold and silver respectively*: one of each
        paired = {head: member for head in second for member, its_place in second.items() if its_place == place}
        arguments: list[Phrase] = [] if antecedent is None else [noun_phrase(parse, antecedent)]
        arguments += [
            noun_phrase(parse, paired.get(head, head))
            for head in (*clause.indirect_objects, *clause.objects, *clause.complements)
            if not parse.tokens[head].is_relative
        ]
        arguments += [phrase for head in clause.adverbials if (phrase := _adverbial(parse, head, paired))]
        if arguments:
            for subject in subject_phrases(parse, clause):
                yield Proposition(clause.group, (subject, *arguments), RULE, clause, (explain_clause(parse, clause),))


def _adverbial(parse: Parse, head: int, paired: Mapping[int, int]) -> Phrase:
    if parse.role(head) is Role.NOUN_ADVERBIAL:
        return noun_phrase(parse, paired.get(head, head))
    words, nouns = preposition_parts(parse, head)
    return (*words, *noun_phrase(parse, paired.get(nouns[0], nouns[0]))) if nouns else ()
