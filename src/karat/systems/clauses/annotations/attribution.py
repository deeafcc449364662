"""Attribution: who the sentence gives as the source of a fact, and how sure the source is.

Each rule takes the sentence and the verb of a clause, and gives the source that vouches for that clause: the head of
its name, and the word that introduces the clause.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from karat.model import Attribution, Modality, Polarity
from karat.one_line import one_line
from karat.systems.clauses.annotations.finding import apply_rules
from karat.systems.clauses.annotations.lexicon import (
    CERTAIN_SOURCES,
    DENYING_SOURCES,
    OPEN_QUESTIONS,
    POSSIBLE_SOURCES,
)
from karat.systems.clauses.annotations.modality import MODALITY
from karat.systems.clauses.annotations.polarity import POLARITY
from karat.systems.clauses.annotations.words import form, head, is_nominal, is_verb, lemma
from karat.systems.clauses.sentence import Parse, Role

REPORTING = CERTAIN_SOURCES | POSSIBLE_SOURCES | DENYING_SOURCES
SAME_STATEMENT = (Role.CONJUNCT, Role.INFINITIVE, Role.ADVERBIAL_CLAUSE)
"""What a clause is to another one if a source that vouches for the other vouches for it, too."""
DESCRIBING = (Role.RELATIVE_CLAUSE, Role.PARTICIPLE)
ASIDE = (*DESCRIBING, Role.APPOSITION, Role.PARATAXIS, Role.PUNCTUATION)
"""What does not belong to a source's name."""
ACCORDING_TO = "according to"


@dataclass(frozen=True, slots=True)
class Source:
    """The rule that found a source, the head of its name, and the word that introduces the fact."""

    rule: str
    name: int
    predicate: int

    __repr__ = one_line


Rule = Callable[[Parse, int], tuple[int, int] | None]


def reported_statement(parse: Parse, verb: int) -> tuple[int, int] | None:
    """*The harbour master reports that the storm has passed*, *"The storm has passed," she said*."""
    introducing = head(parse, verb)
    is_open = any(form(parse, mark) in OPEN_QUESTIONS for mark in parse.all(verb, Role.MARKER))
    if parse.role(verb) is Role.STATEMENT and _is_reporting(parse, introducing) and not is_open:
        return _said_by(parse, introducing)
    return None


def inserted(parse: Parse, verb: int) -> tuple[int, int] | None:
    """*The storm, she said, has passed*."""
    for word in parse.all(verb, Role.PARATAXIS):
        if _is_reporting(parse, word):
            return _said_by(parse, word)
    return None


def as_reported(parse: Parse, verb: int) -> tuple[int, int] | None:
    """*As the pilot reported, the boat sank*."""
    for word in parse.all(verb, Role.ADVERBIAL_CLAUSE):
        begins_with_as = any(form(parse, mark) == "as" for mark in parse.all(word, Role.MARKER, Role.ADVERB))
        if begins_with_as and _is_reporting(parse, word):
            return _said_by(parse, word)
    return None


def according_to(parse: Parse, verb: int) -> tuple[int, int] | None:
    """*According to the harbour master, the storm has passed*."""
    for word in parse.children[verb]:
        if form(parse, word) == "according" and form(parse, word + 1) == "to":
            for preposition in (word, word + 1):
                for name in parse.children[preposition]:
                    if is_nominal(parse, name):
                        return name, word
    return None


RULES: tuple[Rule, ...] = (reported_statement, inserted, as_reported, according_to)


class Sources:
    """Finds the sources of the clauses of a sentence; rules named in ``without`` are left out."""

    def __init__(self, parse: Parse, without: Collection[str] = ()) -> None:
        self._parse = parse
        self._rules = [rule for rule in RULES if rule.__name__ not in without]
        self._found: dict[int, Source | None] = {-1: None}

    def of(self, verb: int) -> Source | None:
        """Find the source of a verb's clause: named there, or where its statement is embedded.

        *Mira knows that the mill burned and the barn was saved*: she is the source of both. What a relative clause or
        an apposition says aside is the writer's own.
        """
        embedded = []
        while verb not in self._found:
            own = self._own(verb)
            if own is not None or self._parse.role(verb) not in SAME_STATEMENT:
                self._found[verb] = own
            else:
                embedded.append(verb)
                verb = head(self._parse, verb)
        source = self._found[verb]
        for inner in reversed(embedded):
            if source is not None and source.predicate == inner:
                source = None  # "As the pilot reported" is no report of the pilot's
            self._found[inner] = source
        return source

    def _own(self, verb: int) -> Source | None:
        for rule in self._rules:
            found = rule(self._parse, verb)
            if found is not None:
                return Source(rule.__name__, *found)
        return None


def attribute(parse: Parse, source: Source) -> Attribution:
    """Make the attribution: the source's name, the predicate's lemma, and the factuality of what the source says.

    *does not believe* is negative and possible, *knows* positive and certain, *denies* negative and certain.
    """
    if form(parse, source.predicate) == "according":
        return Attribution(name_of(parse, source.name), ACCORDING_TO, Polarity.POSITIVE, Modality.CERTAINTY)
    predicate = lemma(parse, source.predicate)
    verbs = (source.predicate,)
    denied = bool(apply_rules(POLARITY, parse, verbs)) != (predicate in DENYING_SOURCES)
    possible = predicate in POSSIBLE_SOURCES or bool(apply_rules(MODALITY, parse, verbs))
    return Attribution(
        name_of(parse, source.name),
        predicate,
        Polarity.NEGATIVE if denied else Polarity.POSITIVE,
        Modality.POSSIBILITY if possible else Modality.CERTAINTY,
    )


def name_of(parse: Parse, index: int) -> str:
    """Write a source's name, without what is said about it aside: *the weather office in Bergen*."""
    words, pending = [], [index]
    while pending:
        word = pending.pop()
        words.append(word)
        pending += [child for child in parse.children[word] if _belongs_to_name(parse, child)]
    return parse.render(sorted(words))


def _belongs_to_name(parse: Parse, word: int) -> bool:
    return parse.role(word) not in ASIDE or form(parse, word) in ("-", "'", "’", "/")


def _is_reporting(parse: Parse, verb: int) -> bool:
    """Tell whether the verb can introduce what its subject says or thinks."""
    return is_verb(parse, verb) and lemma(parse, verb) in REPORTING


def _said_by(parse: Parse, verb: int) -> tuple[int, int] | None:
    """Find who says what a verb introduces: its subject, that of the clause it belongs to, or in the passive its agent.

    *It is believed that* names nobody.
    """
    speaker = verb
    while (subject := parse.first(speaker, Role.SUBJECT)) is None and parse.role(speaker) in SAME_STATEMENT:
        speaker = head(parse, speaker)
    if subject is None:
        return (head(parse, speaker), verb) if parse.role(speaker) in DESCRIBING else None
    if parse.first(verb, Role.PASSIVE_AUXILIARY) is not None:
        agent = parse.first(verb, Role.AGENT)
        name = parse.first(agent, Role.PREPOSITION_OBJECT) if agent is not None else None
        return (name, verb) if name is not None else None
    if form(parse, subject) in ("who", "which", "that") and parse.role(speaker) is Role.RELATIVE_CLAUSE:
        return head(parse, speaker), verb
    return subject, verb
