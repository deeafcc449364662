"""Propositions: what a rule takes from a clause, as tokens of the sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from karat.one_line import one_line
from karat.systems.clauses.sentence import Parse, Phrase


class ClauseType(StrEnum):
    """The seven types of clauses (Quirk et al., 1985): subject, verb, complement, objects, adverbial."""

    SV = "SV"
    SVA = "SVA"
    SVC = "SVC"
    SVO = "SVO"
    SVOO = "SVOO"
    SVOA = "SVOA"
    SVOC = "SVOC"


class Source(StrEnum):
    """Where a clause's subject was found."""

    OWN = "own"
    """The clause has it: *Ann* **slept**."""
    SHARED = "shared"
    """It is that of a coordinated clause: *Ann came and* **slept**."""
    RELATIVE = "relative"
    """It is the noun that a relative clause modifies: *Ann, who* **slept**."""
    PARTICIPLE = "participle"
    """It is the noun that a participle modifies: *the house* **built** *by Ann*."""
    SUPPLEMENT = "supplement"
    """It is that of the clause which a clause without a subject supplements: *Ann left,* **taking** *the key*."""
    CHAIN = "chain"
    """It is that of the verb which a clause without a subject completes: *Ann wants to* **sleep**."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb and the heads of its constituents, as indices of tokens.

    ``group`` are the words of its relation: auxiliaries, negation, the verb, its particle, and in a chain all that
    leads to it (*wants to buy*). ``outer`` is the verb of the clause which contains this one.
    """

    verb: int
    type: ClauseType
    source: Source
    subjects: tuple[int, ...]
    group: Phrase
    passive: bool = False
    objects: tuple[int, ...] = ()
    indirect_objects: tuple[int, ...] = ()
    complements: tuple[int, ...] = ()
    adverbials: tuple[int, ...] = ()
    statements: tuple[int, ...] = ()
    outer: int | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Proposition:
    """A relation and its arguments, the subject first, with the rule that made it and why.

    ``confidence`` is how often the rule is near the gold of the tuning data. ``clause`` is ``None`` for facts that
    nouns state without a verb (appositions, possessives). ``is_denied`` says that the sentence denies it by a word
    which is in none of its slots (*neither … nor*), ``is_rejected`` that the clause around it does (*Ann denies that*,
    *it is false that*), ``is_conditional`` that it leaves open whether it holds (*if*, *whether*, *suppose*), and
    ``is_alternative`` that it is one of several facts of which not all have to hold (*in Ulm or in Bonn*).
    """

    relation: Phrase
    arguments: tuple[Phrase, ...]
    rule: str
    clause: Clause | None = None
    notes: tuple[str, ...] = ()
    confidence: float = 0.5
    is_denied: bool = False
    is_rejected: bool = False
    is_conditional: bool = False
    is_alternative: bool = False

    __repr__ = one_line

    @property
    def is_explicit(self) -> bool:
        """Whether all its words are in the sentence."""
        return all(isinstance(piece, int) for phrase in (self.relation, *self.arguments) for piece in phrase)

    def write(self, parse: Parse) -> tuple[str, ...]:
        """Write the subject, the relation and the other arguments as the text writes them."""
        subject, *others = self.arguments
        return tuple(parse.render(phrase) for phrase in (subject, self.relation, *others))
