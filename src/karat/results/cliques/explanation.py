"""Explain a clique: each sentence's gold, each system's extractions, and what matched what (ROBUST, Table 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.benchmarks.gold import CliqueGold, Gold
from karat.errors import InputError, UnknownNameError
from karat.metrics import OieMetric, metric_inside
from karat.metrics.oie.robust import CliqueScore, MemberScore, Robust
from karat.model import Sentence
from karat.one_line import one_line
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
"""How many cliques an error message lists."""


@dataclass(frozen=True, slots=True)
class SystemMember:
    """A system's result on one sentence; ``found`` is the credit in recall for each gold tuple."""

    system: str
    score: MemberScore | None
    worst: bool
    tuples: tuple[MatchedTuple, ...]
    found: tuple[float, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class MemberExplanation:
    """A sentence, its gold as text, and each system's result."""

    sentence: Sentence
    gold: tuple[str, ...]
    systems: tuple[SystemMember, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class CliqueExplanation:
    """The sentences of a clique, the original first."""

    id: str
    inside: str
    members: tuple[MemberExplanation, ...]
    stand_in: bool = False
    """Whether the original's tuples are used as gold for paraphrases that have none."""

    __repr__ = one_line

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems' names."""
        return tuple(member.system for member in self.members[0].systems)


def explain_clique(id: str, systems: Sequence[SystemOutput], gold: Gold, options: Options) -> CliqueExplanation:
    """Compare each system's extractions with the gold, for each sentence of a clique."""
    clique = _find_clique(id, gold)
    inside = metric_inside(options.inside, options.people_steps)
    all_gold = gold_inside(gold, options)
    has_all_gold = is_whole(gold, options)
    scores = {system.name: _score_clique(system, clique, all_gold, gold, options) for system in systems}
    members = [
        MemberExplanation(
            gold.sentences[index],
            gold_texts(inside, all_gold[index]),
            tuple(
                _system_member(system, index, all_gold[index], inside, scores[system.name], number, has_all_gold)
                for system in systems
            ),
        )
        for number, index in enumerate(clique.members)
    ]
    return CliqueExplanation(clique.id, options.inside, tuple(members), gold.stand_in)


def _find_clique(id: str, gold: Gold) -> CliqueGold:
    """Find a clique by its id, or by that of one of its sentences."""
    for clique in gold.cliques:
        if clique.id == id:
            return clique
    for clique in gold.cliques:
        if any(gold.sentences[index].id == id for index in clique.members):
            return clique
    names = [clique.id for clique in gold.cliques]
    if len(names) > MOST_NAMED:
        shown = ", ".join(names[:MOST_NAMED])
        raise InputError(f"unknown clique {id!r}; {gold.name} has {len(names):,}, the first of them {shown}")
    raise UnknownNameError("clique", id, names)


def _score_clique(
    system: SystemOutput, clique: CliqueGold, all_gold: Sequence[Any], gold: Gold, options: Options
) -> CliqueScore:
    inside = metric_inside(options.inside, options.people_steps)
    indices = [index for index in clique.members if all_gold[index] is not None]
    return Robust(inside.metric, options.rounding).clique(
        clique.id,
        [gold.sentences[index].id for index in indices],
        [inside.predicted(system.found[index]) for index in indices],
        [inside.wanted(all_gold[index]) for index in indices],
    )


def _system_member(
    system: SystemOutput,
    index: int,
    gold: Any,
    inside: OieMetric,
    clique_score: CliqueScore,
    number: int,
    has_all_gold: bool,
) -> SystemMember:
    matches = match_tuples(inside, system.found[index], gold)
    if gold is None:
        return SystemMember(system.name, None, False, matches.tuples, ())
    score = clique_score.members[number]
    return SystemMember(
        system.name, score, has_all_gold and score is clique_score.worst, matches.tuples, matches.recalls
    )


def clique_explanation_object(explanation: CliqueExplanation) -> dict[str, Any]:
    """Write an explanation as a JSON document, which cannot be loaded back."""
    return {
        "clique": explanation.id,
        "inside": explanation.inside,
        **({"gold": "stand-in"} if explanation.stand_in else {}),
        "members": [
            {
                "sentence": {"id": member.sentence.id, "text": member.sentence.text},
                "original": number == 0,
                "gold": list(member.gold),
                "systems": [_system_object(result) for result in member.systems],
            }
            for number, member in enumerate(explanation.members)
        ],
    }


def _system_object(member: SystemMember) -> dict[str, Any]:
    score = member.score
    return {
        "name": member.system,
        "precision": None if score is None else float(score.precision),
        "recall": None if score is None else float(score.recall),
        "f1": None if score is None else float(score.f1),
        "worst": member.worst,
        **matches_object(SentenceMatches(member.tuples, member.found)),
    }
