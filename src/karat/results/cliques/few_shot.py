"""A language model's scores with k demonstrations, as numbers for tables and figures (ROBUST, 4.3.2 and A.3).

``FewShotResult`` holds the results of one of two protocols:

- ``shots``, a ``ShotsResult`` for each number of demonstrations, ascending (Figure 6a): draw ``shots`` against
  ``originals.f1`` (CaRB) and ``robust.f1``, each with ``value``, ``low``, ``high``;
- ``pairs``, a ``PairsResult`` for each number of demonstrations, ascending (Figure 6b): draw ``shots`` against
  ``sentence`` (blue), ``clique`` (orange) and ``robust`` (green); and ``correlations`` (Figure 9), a
  ``SyntaxCorrelation`` for ``distance`` and one for ``similarity``, each with ``intervals``: draw the middle of ``low``
  and ``high`` against ``f1``. ``correlations`` is empty where a parse is missing.

The other of ``shots`` and ``pairs`` is empty. Every value is an F1 from 0 to 1, or ``None`` if nothing was asked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from karat.algebra.scores import exact
from karat.algebra.scores.exact import total
from karat.errors import FormatError
from karat.formats.files import write_lines
from karat.formats.json.loading import load_json
from karat.formats.llm.answers import FailureKind
from karat.formats.text.lines import read_text
from karat.metrics.oie.robust import ROBUST, CliqueScore, MemberScore
from karat.one_line import one_line
from karat.results.signatures import with_choices
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling, mass_array, values_of
from karat.results.statistics.shares import Difference, Shares

if TYPE_CHECKING:
    from karat.algebra import Number
    from karat.results.statistics.resampling import Numbers

KIND = "karat-few-shot"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its interval; no interval for fewer than two cliques, no value for none."""

    value: float | None
    low: float | None = None
    high: float | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Means:
    """Mean precision and mean recall over cliques, and the F1 of the two."""

    precision: Mean
    recall: Mean
    f1: Mean

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """The number of answers, of their tuples, and of failures of each kind."""

    answers: int
    tuples: int
    failures: Mapping[FailureKind, int]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class ShotsResult:
    """The scores with one number of demonstrations: of the originals, and of the worst member of each clique."""

    shots: int
    originals: Means
    robust: Means
    difference: Mean
    """F1 of ``robust`` minus that of ``originals``."""
    counts: AnswerCounts
    cliques: tuple[CliqueScore, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class PairScore:
    """The score of a clique that was asked with demonstrations from another clique.

    ``distance`` (HWS) and ``similarity`` (tree kernel) are averaged over the demonstrations of each question, then over
    the questions.
    """

    pair: int
    demonstrations: str
    """The clique that the demonstrations are from."""
    clique: CliqueScore
    distance: float | None = None
    similarity: float | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class PairsResult:
    """The scores of all pairs with one number of demonstrations."""

    shots: int
    left_out: int
    """The number of pairs whose demonstrating clique has too few sentences."""
    sentence: Mean
    """CaRB F1, averaged over all sentences asked."""
    clique: Mean
    """Mean CaRB F1 of the clique's sentences, averaged over pairs."""
    robust: Mean
    """Lowest CaRB F1 of the clique's sentences, averaged over pairs."""
    counts: AnswerCounts
    pairs: tuple[PairScore, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SyntaxInterval:
    """The pairs whose distance or similarity is from ``low`` to ``high``, and their mean robust F1."""

    low: float
    high: float
    pairs: int
    f1: Mean

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SyntaxCorrelation:
    """Robust F1 against the distance or similarity of questions and demonstrations; each pair with its most shots."""

    measure: Literal["distance", "similarity"]
    intervals: tuple[SyntaxInterval, ...]
    pearson: float | None
    """Over pairs, not over intervals; ``None`` if one of the two does not vary."""

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that could not be read completely, with its text."""

    id: str
    kind: FailureKind
    text: str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class FewShotResult:
    """All scores of a file of answers, by number of demonstrations.

    ``choices`` says how the demonstrations were drawn, with the seed and the template; ``reading`` has the options for
    reading the answers and the gold. Scores are not rounded.
    """

    name: str
    gold: str
    resampling: Resampling
    choices: str = ""
    shots: tuple[ShotsResult, ...] = ()
    pairs: tuple[PairsResult, ...] = ()
    correlations: tuple[SyntaxCorrelation, ...] = ()
    failures: tuple[Failure, ...] = ()
    reading: Mapping[str, str] = field(default_factory=dict)

    __repr__ = one_line

    @property
    def signature(self) -> str:
        """Every choice that can change a number."""
        drawn = [f"demonstrations:{self.choices}"] if self.choices else []
        intervals = [self.resampling.signature()] if self.resampling.resamples else []
        return "|".join([with_choices(ROBUST.signature, self.reading), *drawn, *intervals])

    def document(self) -> dict[str, Any]:
        """Return everything as a JSON document."""
        return {
            "karat": KIND,
            "name": self.name,
            "gold": self.gold,
            "resampling": asdict(self.resampling),
            "choices": self.choices,
            **({"reading": dict(self.reading)} if self.reading else {}),
            "signature": self.signature,
            "shots": [_shots_object(each) for each in self.shots],
            "pairs": [_pairs_object(each) for each in self.pairs],
            "correlations": [asdict(each) for each in self.correlations],
            "failures": [asdict(each) for each in self.failures],
        }

    def to_json(self, path: str | os.PathLike[str]) -> None:
        """Write the document to a file."""
        write_lines(Path(path), [json.dumps(self.document(), ensure_ascii=False, allow_nan=False)])


def load_few_shot(path: str | os.PathLike[str]) -> FewShotResult:
    """Load what ``to_json`` wrote."""
    path = Path(path)
    document = load_json(read_text(path), path, expected="a few-shot result in JSON")
    if not isinstance(document, dict) or document.get("karat") != KIND:
        raise FormatError(path, None, f"a JSON object with 'karat': {KIND!r}", f"{json.dumps(document):.60}")
    try:
        return few_shot_from(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(path, None, "a few-shot result", f"one that lacks or mistakes {error}") from None


def few_shot_from(document: Mapping[str, Any]) -> FewShotResult:
    """Make a result from its JSON document."""
    return FewShotResult(
        document["name"],
        document["gold"],
        Resampling(**document["resampling"]),
        document["choices"],
        tuple(_shots_from(each) for each in document["shots"]),
        tuple(_pairs_from(each) for each in document["pairs"]),
        tuple(_correlation_from(each) for each in document["correlations"]),
        tuple(Failure(**each) for each in document["failures"]),
        document.get("reading", {}),
    )


def _shots_object(result: ShotsResult) -> dict[str, Any]:
    return {
        "shots": result.shots,
        "originals": asdict(result.originals),
        "robust": asdict(result.robust),
        "difference": asdict(result.difference),
        "counts": asdict(result.counts),
        "cliques": [_clique_object(each) for each in result.cliques],
    }


def _shots_from(value: Mapping[str, Any]) -> ShotsResult:
    return ShotsResult(
        value["shots"],
        _means_from(value["originals"]),
        _means_from(value["robust"]),
        Mean(**value["difference"]),
        AnswerCounts(**value["counts"]),
        tuple(_clique_from(each) for each in value["cliques"]),
    )


def _pairs_object(result: PairsResult) -> dict[str, Any]:
    return {
        "shots": result.shots,
        "left_out": result.left_out,
        **{name: asdict(getattr(result, name)) for name in ("sentence", "clique", "robust", "counts")},
        "pairs": [
            {
                "pair": each.pair,
                "demonstrations": each.demonstrations,
                "clique": _clique_object(each.clique),
                "distance": each.distance,
                "similarity": each.similarity,
            }
            for each in result.pairs
        ],
    }


def _pairs_from(value: Mapping[str, Any]) -> PairsResult:
    return PairsResult(
        value["shots"],
        value["left_out"],
        Mean(**value["sentence"]),
        Mean(**value["clique"]),
        Mean(**value["robust"]),
        AnswerCounts(**value["counts"]),
        tuple(PairScore(**{**each, "clique": _clique_from(each["clique"])}) for each in value["pairs"]),
    )


def _correlation_from(value: Mapping[str, Any]) -> SyntaxCorrelation:
    intervals = (SyntaxInterval(**{**each, "f1": Mean(**each["f1"])}) for each in value["intervals"])
    return SyntaxCorrelation(value["measure"], tuple(intervals), value["pearson"])


def _means_from(value: Mapping[str, Any]) -> Means:
    return Means(*(Mean(**value[name]) for name in ("precision", "recall", "f1")))


def _clique_object(score: CliqueScore) -> dict[str, Any]:
    return {
        "id": score.id,
        "members": [
            {
                "sentence": member.sentence,
                "precision": exact.to_json(member.precision),
                "recall": exact.to_json(member.recall),
                "f1": float(member.f1),
            }
            for member in score.members
        ],
    }


def _clique_from(value: Mapping[str, Any]) -> CliqueScore:
    members = (
        MemberScore(each["sentence"], exact.from_json(each["precision"]), exact.from_json(each["recall"]))
        for each in value["members"]
    )
    return CliqueScore(value["id"], tuple(members))


def shots_means(scores: Sequence[CliqueScore], resampling: Resampling) -> tuple[Means, Means, Mean]:
    """Average the originals and the worst members, and compute the F1 of the second minus that of the first."""
    originals = [(score.original.precision, score.original.recall, 1) for score in scores]
    worst = [(score.worst.precision, score.worst.recall, 1) for score in scores]
    values = Shares(_means_and_f1, (2, 2, 2))
    both = [(*first, *second) for first, second in zip(worst, originals, strict=True)]
    return (
        Means(*means_of(originals, values, resampling, 3)),
        Means(*means_of(worst, values, resampling, 3)),
        means_of(both, Difference(values, values), resampling, 3)[2],
    )


def pair_means(scores: Sequence[CliqueScore], resampling: Resampling) -> tuple[Mean, Mean, Mean]:
    """Average F1 over all sentences, and each clique's mean F1 and lowest F1 over cliques."""
    rows = [(score.mean * len(score.members), len(score.members), score.mean, score.worst.f1, 1) for score in scores]
    sentence, clique, robust = means_of(rows, Shares(_means_by_number, (1, 1, 4, 4, 4)), resampling, 3)
    return sentence, clique, robust


def plain_mean(values: Sequence[float], resampling: Resampling) -> Mean:
    """Average numbers, with an interval."""
    mean = Shares(lambda sums: sums[..., :1] / sums[..., 1:], (1, 1))
    return means_of([(Fraction(value), 1) for value in values], mean, resampling, 1)[0]


def means_of(
    rows: Sequence[Sequence[Number]], statistic: Shares | Difference, resampling: Resampling, count: int
) -> list[Mean]:
    """Compute each value of a statistic from the rows' sums, with its interval over rows; undefined for no rows."""
    if not rows:
        return [Mean(None)] * count
    masses = mass_array(rows, len(rows[0]))
    values = values_of(statistic, mass_array([[total(column) for column in zip(*rows, strict=True)]], len(rows[0]))[0])
    value_intervals = intervals(masses, statistic, resampling)
    return [
        Mean(float(value)) if interval is None else Mean(float(value), interval.low, interval.high)
        for value, interval in zip(values, value_intervals, strict=True)
    ]


def _means_and_f1(sums: Numbers) -> Numbers:
    means = sums[..., :2] / sums[..., 2:]
    return np.concatenate([means, _f1(means)], axis=-1)


def _f1(pair: Numbers) -> Numbers:
    total = pair.sum(axis=-1, keepdims=True)
    f1: Numbers = np.where(total > 0, 2 * pair.prod(axis=-1, keepdims=True) / np.where(total > 0, total, 1), 0)
    return f1


def _means_by_number(sums: Numbers) -> Numbers:
    return np.concatenate([sums[..., 0:1] / sums[..., 1:2], sums[..., 2:4] / sums[..., 4:]], axis=-1)
