"""What the page knows about a sentence: its tokens, candidate heads, suggested optional tokens, passives and more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its characters in the sentence, and what the tagger and the rules say about it.

    ``optional`` suggests the token as optional by itself, for the reason ``why``, as ``A.1.3 determiner``. ``group`` is
    the index of the suggested group of tokens that come and go together, if the token is in one. A token may be in a
    group and optional by itself: the group is for slots that hold all of it and more, as *minister [of the land]*;
    the token for others, as *of [the] land*.
    """

    text: str
    start: int
    end: int
    space: bool
    pos: str | None = None
    lemma: str | None = None
    predicate: bool = False
    argument: bool = False
    optional: bool = False
    why: str | None = None
    group: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "pos": self.pos,
            "lemma": self.lemma,
            "space": self.space,
            "predicate": self.predicate,
            "argument": self.argument,
            "optional": self.optional,
            "why": self.why,
            "group": self.group,
        }


@dataclass(frozen=True, slots=True)
class Passive:
    """A passive: its auxiliaries, its verb, and the preposition before the agent if it is named."""

    auxiliaries: tuple[int, ...]
    verb: int
    by: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {"auxiliaries": list(self.auxiliaries), "verb": self.verb, "by": self.by}


@dataclass(frozen=True, slots=True)
class Coreferent:
    """A pronoun and the noun phrase that it probably stands for; offered to the annotator, never applied by itself."""

    pronoun: int
    antecedent: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {"pronoun": self.pronoun, "antecedent": list(self.antecedent)}


@dataclass(frozen=True, slots=True)
class VerbOrder:
    """Tokens far from the finite verb that belong beside it in a relation, and the guideline's section."""

    finite: int
    moved: tuple[int, ...]
    rule: str

    def to_json(self) -> dict[str, Any]:
        return {"finite": self.finite, "moved": list(self.moved), "rule": self.rule}


@dataclass(frozen=True, slots=True)
class Analysis:
    """A sentence's analysis; all numbers are token numbers from 0.

    ``group_reasons`` has one reason for each group. ``clauses`` are the subordinate clauses, each by its
    first and last token: an argument that has tokens inside and outside of one cuts it, and so does a part of one as
    the object of a relation outside (A.1.4). ``noun_phrases`` are the Chinese ones that must stay in one slot (A.2.2),
    likewise by first and last token. ``tagger`` is None if there are tokens only.
    """

    tokens: tuple[Token, ...]
    groups: tuple[tuple[int, ...], ...] = ()
    group_reasons: tuple[str, ...] = ()
    passives: tuple[Passive, ...] = ()
    coreferent: tuple[Coreferent, ...] = ()
    verb_order: tuple[VerbOrder, ...] = ()
    clauses: tuple[tuple[int, int], ...] = ()
    conjunctions: tuple[int, ...] = ()
    noun_phrases: tuple[tuple[int, int], ...] = ()
    tagger: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "tokens": [token.to_json() for token in self.tokens],
            "groups": [list(group) for group in self.groups],
            "group_reasons": list(self.group_reasons),
            "passives": [passive.to_json() for passive in self.passives],
            "coreferent": [coreferent.to_json() for coreferent in self.coreferent],
            "verb_order": [order.to_json() for order in self.verb_order],
            "clauses": [list(clause) for clause in self.clauses],
            "conjunctions": list(self.conjunctions),
            "noun_phrases": [list(phrase) for phrase in self.noun_phrases],
            "tagger": self.tagger,
        }
