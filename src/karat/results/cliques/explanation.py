"""One clique across systems: each sentence's gold, what each system took from it, and what matched what (Table 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.algebra import Alignment, Metric, Score, Sides
from karat.benchmarks.gold import CliqueGold, Gold
from karat.errors import InputError, UnknownNameError
from karat.formats.text.slots import render_fact
from karat.metrics.robust import CliqueScore, Inside, MemberScore, Robust, inside_named
from karat.model import Extraction, Sentence
from karat.results.cliques.scores import is_whole
from karat.results.options import Options
from karat.results.system_output import SystemOutput

MOST_NAMED = 12
"""How many cliques a message about an unknown one names."""


@dataclass(frozen=True, slots=True)
class MatchedTuple:
    """A system's tuple, the place of the gold tuple that it is matched with, and the credit for that in precision."""

    extraction: Extraction
    gold: int | None
    credit: float


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
    inside = inside_named(options.inside)
    known: Sequence[Any] = gold.facts if inside.facts else gold.tuples
    whole = is_whole(gold, options)
    scored = {system.name: _scored(system, clique, known, gold, options) for system in systems}
    members = []
    for number, place in enumerate(clique.members):
        members.append(
            MemberExplanation(
                gold.sentences[place],
                _gold_texts(known[place]),
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
    inside = inside_named(options.inside)
    places = [place for place in clique.members if known[place] is not None]
    return Robust(inside.metric, options.rounding).clique(
        clique.id,
        [gold.sentences[place].id for place in places],
        [inside.predicted(system.found[place]) for place in places],
        [inside.gold(known[place]) for place in places],
    )


def _gold_texts(known: Any) -> tuple[str, ...]:
    """Write the gold out: tuples, or the first pattern of each synset."""
    if known is None:
        return ()
    if hasattr(known, "synsets"):
        return tuple(render_fact(synset.facts[0]) for synset in known.annotation.synsets)
    return tuple(shown_tuple(extraction) for extraction in known.annotation.extractions)


def shown_tuple(extraction: Extraction) -> str:
    """A tuple as papers write one: subject, relation, other arguments.

    >>> shown_tuple(Extraction("opened", ("the bridge", "in May", "in Ulm")))
    '(the bridge; opened; in May; in Ulm)'
    """
    subject, *others = extraction.arguments or ("",)
    return f"({'; '.join([subject, extraction.relation, *(text for text in others if text)])})"


def _answer(
    system: SystemOutput,
    place: int,
    known: Any,
    inside: Inside,
    scored: CliqueScore,
    number: int,
    whole: bool,
) -> SystemMember:
    extractions = system.found[place]
    if known is None:
        return SystemMember(system.name, None, False, tuple(MatchedTuple(one, None, 0.0) for one in extractions), ())
    predicted, gold = list(inside.predicted(extractions)), list(inside.gold(known))
    precise, full = _alignments(inside.metric, predicted, gold)
    partners: dict[int, tuple[int, float]] = {}
    for one, other, credit in _places(precise, predicted, gold):
        if credit:
            partners[one] = (other, credit)
    found = [0.0] * len(gold)
    for _, other, credit in _places(full, predicted, gold):
        found[other] = max(found[other], credit)
    score = scored.members[number]
    return SystemMember(
        system.name,
        score,
        whole and score is scored.worst,
        tuple(MatchedTuple(one, *partners.get(at, (None, 0.0))) for at, one in enumerate(extractions)),
        tuple(found),
    )


def _alignments(metric: Metric, predicted: Sequence[Any], gold: Sequence[Any]) -> tuple[Alignment, Alignment]:
    """What precision matched, and what recall did."""
    if isinstance(metric, Sides):
        return metric.precision.plan.align(predicted, gold), metric.recall.plan.align(predicted, gold)
    score = metric.score(predicted, gold)
    assert isinstance(score, Score), "a metric of sentences has masses"
    assert score.alignment is not None, "a sentence's score knows what it matched"
    return score.alignment, score.alignment


def _places(alignment: Alignment, predicted: list[Any], gold: list[Any]) -> list[tuple[int, int, float]]:
    """Give matched pairs by their places; of equal elements each stands for one match after the other."""
    mine: set[int] = set()
    theirs: set[int] = set()
    return [
        (_place(match.predicted, predicted, mine), _place(match.gold, gold, theirs), float(match.credit))
        for match in alignment.matches
    ]


def _place(wanted: Any, elements: list[Any], taken: set[int]) -> int:
    """Where an element is: of equal ones the first that is not taken yet."""
    places = [at for at, one in enumerate(elements) if one is wanted or one == wanted]
    first = next((at for at in places if at not in taken), places[0])
    taken.add(first)
    return first


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
        "tuples": [
            {
                "relation": one.extraction.relation,
                "arguments": list(one.extraction.arguments),
                "gold": None if one.gold is None else one.gold + 1,
                "credit": one.credit,
            }
            for one in each.tuples
        ],
        "found": list(each.found),
    }
