"""One clique across systems: each sentence's gold, what each system took from it, and what matched what (Table 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.benchmarks.gold import CliqueGold, Gold
from karat.errors import InputError, UnknownNameError
from karat.metrics import OieMetric, metric_inside
from karat.metrics.oie.robust import CliqueScore, MemberScore, Robust
from karat.model import Sentence
from karat.results.cliques.scores import gold_inside, is_whole
from karat.results.explanation.matched_tuples import (
    MatchedTuple,
    SentenceMatches,
    gold_texts,
    match_tuples,
    matches_object,
)
from karat.results.options import Options
from karat.results.system_output import SystemOutput

MOST_NAMED = 12
"""How many cliques a message about an unknown one names."""


@dataclass(frozen=True, slots=True)
class SystemMember:
    """What a system made of one sentence; ``found`` is the credit in recall for each gold tuple."""

    system: str
    score: MemberScore | None
    worst: bool
    tuples: tuple[MatchedTuple, ...]
    found: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MemberExplanation:
    """A sentence, its gold in words (none where it has none), and each system's answer."""

    sentence: Sentence
    gold: tuple[str, ...]
    systems: tuple[SystemMember, ...]


@dataclass(frozen=True, slots=True)
class CliqueExplanation:
    """A clique, the original first."""

    id: str
    inside: str
    members: tuple[MemberExplanation, ...]
    stand_in: bool = False
    """The original's tuples stand in for gold that a paraphrase has not."""

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems' names."""
        return tuple(each.system for each in self.members[0].systems)


def explain_clique(id: str, systems: Sequence[SystemOutput], gold: Gold, options: Options) -> CliqueExplanation:
    """Set what systems took from each sentence of a clique beside its gold."""
    clique = _named(id, gold)
    inside = metric_inside(options.inside)
    known = gold_inside(gold, options)
    whole = is_whole(gold, options)
    scored = {system.name: _scored(system, clique, known, gold, options) for system in systems}
    members = []
    for number, place in enumerate(clique.members):
        members.append(
            MemberExplanation(
                gold.sentences[place],
                gold_texts(inside, known[place]),
                tuple(
                    _answer(system, place, known[place], inside, scored[system.name], number, whole)
                    for system in systems
                ),
            )
        )
    return CliqueExplanation(clique.id, options.inside, tuple(members), gold.stand_in)


def _named(id: str, gold: Gold) -> CliqueGold:
    """Find a clique by its id, or by that of one of its sentences."""
    for clique in gold.cliques:
        if clique.id == id:
            return clique
    for clique in gold.cliques:
        if any(gold.sentences[place].id == id for place in clique.members):
            return clique
    names = [clique.id for clique in gold.cliques]
    if len(names) > MOST_NAMED:
        shown = ", ".join(names[:MOST_NAMED])
        raise InputError(f"unknown clique {id!r}; {gold.name} has {len(names):,}, the first of them {shown}")
    raise UnknownNameError("clique", id, names)


def _scored(
    system: SystemOutput, clique: CliqueGold, known: Sequence[Any], gold: Gold, options: Options
) -> CliqueScore:
    inside = metric_inside(options.inside)
    places = [place for place in clique.members if known[place] is not None]
    return Robust(inside.metric, options.rounding).clique(
        clique.id,
        [gold.sentences[place].id for place in places],
        [inside.predicted(system.found[place]) for place in places],
        [inside.wanted(known[place]) for place in places],
    )


def _answer(
    system: SystemOutput,
    place: int,
    gold: Any,
    inside: OieMetric,
    scored: CliqueScore,
    number: int,
    whole: bool,
) -> SystemMember:
    matches = match_tuples(inside, system.found[place], gold)
    if gold is None:
        return SystemMember(system.name, None, False, matches.tuples, ())
    score = scored.members[number]
    return SystemMember(system.name, score, whole and score is scored.worst, matches.tuples, matches.recalls)


def clique_explanation_object(explanation: CliqueExplanation) -> dict[str, Any]:
    """Give an explanation as a document; there is no way back."""
    return {
        "clique": explanation.id,
        "inside": explanation.inside,
        **({"gold": "stand-in"} if explanation.stand_in else {}),
        "members": [
            {
                "sentence": {"id": member.sentence.id, "text": member.sentence.text},
                "original": number == 0,
                "gold": list(member.gold),
                "systems": [_system_object(each) for each in member.systems],
            }
            for number, member in enumerate(explanation.members)
        ],
    }


def _system_object(each: SystemMember) -> dict[str, Any]:
    score = each.score
    return {
        "name": each.system,
        "precision": None if score is None else float(score.precision),
        "recall": None if score is None else float(score.recall),
        "f1": None if score is None else float(score.f1),
        "worst": each.worst,
        **matches_object(SentenceMatches(each.tuples, each.found)),
    }
