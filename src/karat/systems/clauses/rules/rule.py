"""What a rule is, and what rules share: phrases of subjects, facts of all conjuncts, parts of prepositions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from karat.one_line import one_line
from karat.systems.clauses.clauses import object_antecedent
from karat.systems.clauses.coordination import alternative_word, denying_word
from karat.systems.clauses.phrases import noun_phrase, phrases, whole_phrase
from karat.systems.clauses.proposition import Clause, Proposition, Source
from karat.systems.clauses.sentence import Parse, Phrase, Role

Facts = Iterator[Proposition]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with its example: a sentence, and the facts that this rule takes from it.

    ``of_clause`` takes facts from a clause, ``of_sentence`` from all nouns of a sentence; a rule has one of them.
    """

    name: str
    example: str
    facts: tuple[tuple[str, ...], ...]
    of_clause: Callable[[Parse, Clause], Facts] | None = None
    of_sentence: Callable[[Parse], Facts] | None = None
    is_binary: bool = False
    """Whether its facts are parts of the clause's n-ary fact."""

    __repr__ = one_line


def subject_phrases(parse: Parse, clause: Clause) -> list[Phrase]:
    """Return the phrase of each subject, one for alternatives and one for *neither … nor*."""
    first = clause.subjects[0]
    if clause.subjects[1:] and any(find(parse, first) is not None for find in (alternative_word, denying_word)):
        return list(phrases(parse, first))
    return [
        phrase
        for subject in clause.subjects
        if (phrase := (whole_phrase if parse.role(subject) is Role.CLAUSAL_SUBJECT else noun_phrase)(parse, subject))
    ]


def state(parse: Parse, clause: Clause, rule: str, relation: Phrase, head: int, note: str) -> Facts:
    """Combine each subject with each conjunct of an argument."""
    arguments = phrases(parse, head)
    for subject in subject_phrases(parse, clause):
        for argument in arguments:
            yield Proposition(relation, (subject, argument), rule, clause, (explain_clause(parse, clause), note))


CONSTITUENTS = {"S": "subject", "V": "verb", "O": "object", "C": "complement", "A": "adverbial"}

SUBJECTS = {
    Source.OWN: "its own",
    Source.SHARED: "that of the clause it is joined to",
    Source.RELATIVE: "the noun that the relative clause modifies",
    Source.PARTICIPLE: "the noun that the participle modifies",
    Source.SUPPLEMENT: "that of the clause it supplements",
    Source.CHAIN: "that of the verb it completes",
}
"""Where a clause's subject was found, in words."""


def explain_clause(parse: Parse, clause: Clause) -> str:
    """Say of what the clause consists, and where its subject was found; the last by the name of its switch, too."""
    voice = "passive clause" if clause.passive else "clause"
    *parts, last = (CONSTITUENTS[letter] for letter in clause.type)
    switch = "" if clause.source is Source.OWN else f" ({clause.source})"
    return (
        f"{voice} of {parse.tokens[clause.verb].form!r} with {', '.join(parts)} and {last} ({clause.type}), "
        f"subject: {SUBJECTS[clause.source]}{switch}"
    )


def preposition_parts(parse: Parse, preposition: int) -> tuple[tuple[int, ...], list[int]]:
    """Return the words of a preposition, of which there may be several (*because of*, *only in*), and its nouns."""
    words: list[int] = []
    nouns: list[int] = []
    following: int | None = preposition
    while following is not None and not nouns:
        words += [*_measure(parse, following), following, *parse.all(following, Role.COMPOUND)]
        nouns = [each for each in parse.all(following, Role.PREPOSITION_OBJECT) if not parse.tokens[each].is_relative]
        following = parse.first(following, Role.PREPOSITION)
    return tuple(words), nouns


def _measure(parse: Parse, preposition: int) -> tuple[int, ...]:
    """Return the words directly before a preposition that say how far: *only two days* **after**."""
    inside = {
        index
        for child in parse.all(preposition, Role.ADVERB, Role.NOUN_ADVERBIAL)
        if child < preposition
        for index in parse.subtree(child)
    }
    first = preposition
    while first - 1 in inside:
        first -= 1
    return tuple(range(first, preposition))


def predicates(parse: Parse, clause: Clause) -> list[Phrase]:
    """Return the relation's words with those of its objects and complement, once for each conjunct of these."""
    words: list[Phrase] = [clause.group]
    antecedent = object_antecedent(parse, clause)
    if antecedent is not None:
        words = [(*clause.group, *noun_phrase(parse, antecedent))]
    for head in (*clause.indirect_objects[:1], *clause.objects[:1], *clause.complements[:1]):
        if not parse.tokens[head].is_relative:
            words = [(*before, *phrase) for before in words for phrase in phrases(parse, head)]
    return words
