"""Score a system's extractions clique by clique (ROBUST), average over cliques, and compare with the originals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.algebra import Number
from karat.algebra.scores import exact as numbers
from karat.algebra.scores.exact import ratio, total
from karat.benchmarks.gold import Gold, no_gold_for
from karat.metrics import metric_inside
from karat.metrics.oie.benchie import sign_steps
from karat.metrics.oie.people.rule import PeopleRule
from karat.metrics.oie.robust import CliqueScore, MemberScore, Robust, clique_row
from karat.model import Extraction
from karat.results.measurement import VALUES, Delta, Measurement
from karat.results.options import Options, Reading
from karat.results.signatures import evaluation_choices, signature_of, with_choices
from karat.results.statistics.intervals import Interval, intervals_object
from karat.results.statistics.shares import Difference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.results.statistics.resampling import Numbers

WORST, ORIGINALS, MEAN = "default", "originals", "mean"
"""ROBUST's facets: the worst member of each clique, its original, and the mean over its members."""


def is_whole(gold: Gold, options: Options) -> bool:
    """Tell whether every member of every clique has gold, so that more than the originals can be scored."""
    return bool(gold.cliques) and all(each is not None for each in gold_inside(gold, options))


def gold_inside(gold: Gold, options: Options) -> Sequence[Any]:
    """Return each sentence's gold, of the kind that the metric inside ROBUST needs; refuse what it cannot use."""
    inside = metric_inside(options.inside, options.people_steps)
    sentence_gold: Sequence[Any] = gold.facts if inside.gold == "facts" else gold.tuples
    present = [known for known in sentence_gold if known is not None]
    if present and not inside.applies_to(present):
        raise no_gold_for([inside], gold)
    return sentence_gold


def score_cliques(extractions: Sequence[Sequence[Extraction]], gold: Gold, options: Options) -> tuple[CliqueScore, ...]:
    """Score each clique's members, or the originals alone if paraphrases have no gold."""
    inside = metric_inside(options.inside, options.people_steps)
    metric = Robust(inside.metric, options.rounding)
    all_gold = gold_inside(gold, options)
    scored = []
    for clique in gold.cliques:
        indices = [index for index in clique.members if all_gold[index] is not None]
        if indices[:1] != list(clique.members[:1]):
            break  # no gold of this kind at all
        scored.append(
            metric.clique(
                clique.id,
                [gold.sentences[index].id for index in indices],
                [inside.predicted(extractions[index]) for index in indices],
                [inside.wanted(all_gold[index]) for index in indices],
            )
        )
    return tuple(scored) if len(scored) == len(gold.cliques) else ()


def measure_cliques(
    scored: Sequence[CliqueScore], gold: Gold, options: Options, reading: Reading
) -> Iterator[Measurement]:
    """Average the worst members, the originals and the means over cliques; without all gold, only the originals."""
    if not scored:
        return
    rows = {ORIGINALS: [clique.original for clique in scored]}
    if is_whole(gold, options):
        rows = {WORST: [clique.worst for clique in scored], **rows, MEAN: [_mean(clique) for clique in scored]}
    names = tuple(clique.id for clique in scored)
    yield from with_deltas(
        [
            Measurement(
                "robust",
                facet,
                names,
                tuple(map(clique_row, row)),
                robust_signature(facet, options, reading, stand_in=gold.stand_in),
            )
            for facet, row in rows.items()
        ]
    )


def _mean(clique: CliqueScore) -> MemberScore:
    """Compute a clique's mean precision and mean recall."""
    size = len(clique.members)
    precisions, recalls = zip(*((member.precision, member.recall) for member in clique.members), strict=True)
    return MemberScore(clique.id, ratio(total(precisions), size), ratio(total(recalls), size))


def robust_signature(facet: str, options: Options, reading: Reading, *, stand_in: bool = False) -> str:
    """Write every choice behind a score of cliques; ``stand_in`` says that some of their gold is stand-in gold."""
    inside = metric_inside(options.inside, options.people_steps)
    choices = [
        f"facet:{facet}",
        f"in:{options.inside}",
        *(["context:kept"] if inside.gold == "tuples" else []),
        *([sign_steps(inside.rule)] if isinstance(inside.rule, PeopleRule) else []),
        *(["gold:stand-in"] if stand_in and facet != ORIGINALS else []),
        "worst:f1",
        "avg:macro",
        "empty:0",
        f"rounding:{options.rounding}",
        f"missing:{options.missing}",
    ]
    return with_choices(signature_of("robust", choices), evaluation_choices(options, reading, inside.nary))


def clique_score_object(clique: CliqueScore) -> dict[str, Any]:
    """Write a clique's scores as a JSON object."""
    return {"id": clique.id, "members": [_member_object(member) for member in clique.members]}


def _member_object(member: MemberScore) -> dict[str, Any]:
    document = {
        "sentence": member.sentence,
        "precision": numbers.to_json(member.precision),
        "recall": numbers.to_json(member.recall),
    }
    return document if member.rounded_f1 is None else {**document, "f1": numbers.to_json(member.rounded_f1)}


def clique_score_from(entry: dict[str, Any]) -> CliqueScore:
    """Read a clique's scores from a JSON object."""
    return CliqueScore(entry["id"], tuple(_member_from(each) for each in entry["members"]))


def _member_from(entry: dict[str, Any]) -> MemberScore:
    f1: Number | None = numbers.from_json(entry["f1"]) if "f1" in entry else None
    return MemberScore(entry["sentence"], numbers.from_json(entry["precision"]), numbers.from_json(entry["recall"]), f1)


def with_deltas(measured: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """Add the Δ to the originals to the measurement of the worst members."""
    originals = _originals(measured)
    if originals is None:
        return tuple(measured)
    return tuple(
        replace(measurement, delta=_delta(measurement, originals))
        if measurement.key == ("robust", WORST)
        else measurement
        for measurement in measured
    )


def difference(worst: Measurement, measured: Sequence[Measurement]) -> tuple[Numbers, Difference]:
    """Return the masses and the statistic of a Δ, for its intervals."""
    originals = _originals(measured)
    assert originals is not None, "a Δ is to the originals"
    return np.hstack([worst.masses, originals.masses]), Difference(worst.statistic, originals.statistic)


def _originals(measured: Sequence[Measurement]) -> Measurement | None:
    return next((measurement for measurement in measured if measurement.key == ("robust", ORIGINALS)), None)


def _delta(worst: Measurement, originals: Measurement) -> Delta:
    pairs = [(getattr(worst, value).value, getattr(originals, value).value) for value in VALUES]
    return Delta(tuple(None if low is None or original is None else low - original for low, original in pairs))


def delta_object(delta: Delta) -> dict[str, Any]:
    """Write a Δ as a JSON object."""
    return {
        **dict(zip(VALUES, delta.values, strict=True)),
        "intervals": intervals_object(VALUES, delta.intervals),
    }


def delta_from(entry: dict[str, Any]) -> Delta:
    """Read a Δ from a JSON object."""
    ends = [entry["intervals"][value] for value in VALUES]
    undefined = entry.get("undefined", [0] * len(VALUES))
    return Delta(
        tuple(entry[value] for value in VALUES),
        tuple(
            None if interval is None else Interval(interval[0], interval[1], count)
            for interval, count in zip(ends, undefined, strict=True)
        ),
    )
