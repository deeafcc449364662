"""What a metric says of each single extraction: a score and the reason, the threshold, and the closest gold."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from karat import algebra as k
from karat.algebra.definitions.matching import Matching
from karat.algebra.definitions.similarity import Normalised, Threshold
from karat.benchmarks.gold import Gold, no_gold_for
from karat.errors import FormatError, InputError
from karat.formats.json.loading import load_json
from karat.formats.text.slots import render_slot
from karat.metrics import OieMetric, metric_and_facet, scores_cliques
from karat.metrics.oie.benchie import PEOPLES_FACET, FactGold
from karat.metrics.oie.oie_metric import FactRule
from karat.model import Extraction
from karat.one_line import one_line
from karat.results.agreement.labels import Item
from karat.results.display import Figures
from karat.results.explanation.verdicts import judge as closest_fact
from karat.results.measurement import measurement_label
from karat.results.options import Options

ScoreKind = Literal["precision", "similarity"]
"""An extraction's score: the precision that it has alone, or how similar it is to the gold tuple it fits best."""

DEFAULT = 0.5
BEST: Literal["best"] = "best"
"""In place of a threshold: the one with the highest κ on the labels at hand."""

Origin = Literal["given", "these labels", "other labels"]


class Judgement(NamedTuple):
    """A metric's score of one extraction, and the metric's reason, if it gives one."""

    score: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AskedMetric:
    """A metric of Open IE, and one of its facets if it has any."""

    metric: OieMetric
    facet: str | None = None

    __repr__ = one_line

    @classmethod
    def named(cls, name: str) -> AskedMetric:
        """Find a metric by its name, in any case, such as ``carb`` or ``benchie-C``."""
        return cls(*metric_and_facet(name, "metric of extractions", of_sentences=True))

    @property
    def name(self) -> str:
        """The name as users type it: ``benchie``, ``benchie-C``."""
        return measurement_label(self.metric.name, self.facet)

    def rule(self, options: Options) -> FactRule | None:
        """The rule that judges extractions together, if the metric or its facet has one."""
        return self.metric.under(self.facet, options.people_steps, options.meaning_answers).rule

    def options(self, options: Options) -> Options:
        """The options under which the metric measures systems."""
        usual = Options()
        facets = usual.facets if self.facet is None else (self.facet,)
        steps = options.people_steps if self.facet == PEOPLES_FACET else usual.people_steps
        answers = options.meaning_answers if self.takes_answers else usual.meaning_answers
        return replace(options, metrics=(self.metric.name,), facets=facets, people_steps=steps, meaning_answers=answers)

    @property
    def takes_answers(self) -> bool:
        """Whether a judge's recorded answers can decide."""
        return "meaning_answers" in self.metric.obeys

    def gold_of(self, gold: Gold) -> Sequence[Any]:
        """The gold of each sentence that the metric uses; ``None`` where there is none."""
        return gold.facts if self.metric.gold == "facts" else gold.tuples

    def applies_to(self, gold: Gold) -> bool:
        """Whether some sentence has the gold that the metric needs."""
        return self.metric.applies_to([each for each in self.gold_of(gold) if each is not None])


def check_names(names: Sequence[str], options: Options) -> list[AskedMetric]:
    """Find the metrics of these names; refuse a metric that is named twice, and options of one that is not named."""
    asked = list(map(AskedMetric.named, names))
    for each in asked:
        if asked.count(each) > 1:
            raise InputError(f"metrics: expected each metric once, found {each.name} twice")
    if options.people_steps != Options().people_steps and all(each.facet != PEOPLES_FACET for each in asked):
        found = ", ".join(each.name for each in asked)
        raise InputError(f"expected a metric with facet {PEOPLES_FACET} for --people-steps, found {found}")
    if options.meaning_answers is not None and not any(each.takes_answers for each in asked):
        found = ", ".join(each.name for each in asked)
        raise InputError(f"expected meaning for --meaning-answers, found {found}")
    return asked


def usable_metrics(gold: Gold) -> list[AskedMetric]:
    """Find the metrics of a gold for which it has what they need."""
    return [
        asked
        for name in gold.metrics
        if not scores_cliques(name) and (asked := AskedMetric.named(name)).applies_to(gold)
    ]


def judge(
    asked: AskedMetric,
    items: Sequence[Item],
    gold: Gold,
    options: Options,
    kind: ScoreKind = "precision",
    *,
    alone: bool = False,
) -> list[tuple[Item, Judgement]]:
    """Judge every extraction of the sentences that have gold for the metric.

    A rule judges all extractions of one system in one sentence together, since its verdict on one may depend on the
    others, unless each is to be judged ``alone``. Every other metric judges each extraction alone.
    """
    golds = asked.gold_of(gold)
    if not asked.applies_to(gold):
        raise no_gold_for([asked.metric], gold)
    items = [item for item in items if golds[item.place] is not None]
    rule = None if alone else asked.rule(options)
    if rule is not None:
        return list(zip(items, _by_rule(rule, items, golds), strict=True))
    pairs = list(dict.fromkeys((item.place, item.extraction) for item in items))
    similarity = pair_similarity(asked.metric.metric) if kind == "similarity" else None
    if similarity is None:
        (measured,) = asked.metric.measure(
            [[extraction] for _, extraction in pairs], [golds[place] for place, _ in pairs], asked.options(options)
        )
        scores = [float(score.precision or 0.0) for score in measured.scores]
    else:
        scores = [_best(asked.metric, similarity, extraction, golds[place]) for place, extraction in pairs]
    judgements = dict(zip(pairs, map(Judgement, scores), strict=True))
    return [(item, judgements[item.place, item.extraction]) for item in items]


def _by_rule(rule: FactRule, items: Sequence[Item], golds: Sequence[Any]) -> list[Judgement]:
    return [
        Judgement(float(each.correct), each.reason)
        for (_, place), together in groupby(items, key=lambda item: (item.system, item.place))
        for each in rule.rulings([item.extraction for item in together], rule.prepared(golds[place]))
    ]


def _best(metric: OieMetric, similarity: Callable[[Any, Any], float], extraction: Extraction, gold: Any) -> float:
    """Take the highest similarity of an extraction with a gold item of its sentence."""
    (predicted,) = metric.predicted([extraction])
    return min(1.0, max((similarity(predicted, wanted) for wanted in metric.wanted(gold)), default=0.0))


def pair_similarity(metric: k.Metric) -> Callable[[Any, Any], float] | None:
    """How similar a prediction is to one gold item, before any threshold; ``None`` if a metric only says yes or no.

    Where a metric has one similarity for precision and another for recall, it is their harmonic mean.
    """
    match metric:
        case k.Sides(precision=Matching(inner=precision), recall=Matching(inner=recall)):
            return lambda predicted, gold: _harmonic(
                precision.similarity(predicted, gold), recall.similarity(predicted, gold)
            )
        case Normalised(inner=Matching(inner=Threshold(inner=whole))):
            return lambda predicted, gold: float(whole.similarity(predicted, gold))
    return None


def _harmonic(precision: k.Number, recall: k.Number) -> float:
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


def closest_gold(extraction: Extraction, gold: Any) -> str:
    """Write the fact or tuple of a sentence's gold that an extraction is closest to; empty if there is none."""
    if isinstance(gold, FactGold):
        fact = closest_fact(extraction, gold).gold
        return "" if fact is None else f"({'; '.join(map(render_slot, fact))})"
    tuples = gold.annotation.extractions
    if not tuples:
        return ""
    nearest = max(tuples, key=lambda each: _shared_words(extraction, each))
    subject, *others = nearest.arguments or ("",)
    return f"({'; '.join((subject, nearest.relation, *others))})"


def _shared_words(extraction: Extraction, wanted: Extraction) -> float:
    """Dice's coefficient of the words, without regard to case and slots."""
    mine, theirs = ({word.casefold() for slot in each.triple for word in slot.split()} for each in (extraction, wanted))
    return 2 * len(mine & theirs) / (len(mine) + len(theirs)) if mine or theirs else 0.0


# Thresholds


@dataclass(frozen=True, slots=True, repr=False)
class CutOff(Figures):
    """A threshold and where it comes from; one found on the labels that it is then judged by is too good to be true."""

    value: float
    origin: Origin = "given"


def is_graded(scores: Sequence[float]) -> bool:
    """Whether a metric gives more than yes and no."""
    return any(score not in (0.0, 1.0) for score in scores)


def best_threshold(scores: Sequence[float], people: Sequence[bool]) -> float:
    """Find the score from which on to accept for the highest κ with people; of equal ones the highest.

    Every score is tried, so the work is that of sorting them. Without a defined κ, it is the usual threshold.
    """
    order = np.argsort(-np.asarray(scores, dtype=np.float64), kind="stable")
    ranked = np.asarray(scores, dtype=np.float64)[order]
    labels = np.asarray(people, dtype=np.float64)[order]
    total, correct = float(len(labels)), float(labels.sum())
    accepted = np.arange(1, len(labels) + 1, dtype=np.float64)
    both = np.cumsum(labels)
    # Equal scores are accepted together, and a score of 0 is never accepted.
    last = np.append(ranked[1:] < ranked[:-1], True) & (ranked > 0)
    raw = (total - accepted - correct + 2 * both) / total
    chance = (accepted * correct + (total - accepted) * (total - correct)) / total**2
    with np.errstate(divide="ignore", invalid="ignore"):
        kappas = np.where(last & (chance < 1), (raw - chance) / (1 - chance), -np.inf)
    if not len(kappas) or not np.isfinite(kappas.max()):
        return DEFAULT
    return float(ranked[int(np.argmax(kappas))])


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How the threshold of a metric is chosen: as given, the best on these labels, or as found before.

    ``given`` is ``None`` if nothing was asked for, which is the usual threshold. ``found`` are those of an agreement
    that was written before, by metric, and ``fingerprint`` is that of its labels.
    """

    given: float | Literal["best"] | Mapping[str, float] | None = None
    found: Mapping[str, CutOff] | None = None
    fingerprint: str | None = None

    __repr__ = one_line

    def choose(self, name: str, scores: Sequence[float], people: Sequence[bool], fingerprint: str) -> CutOff | None:
        """Choose a metric's threshold for labels with a fingerprint; ``None`` if it says yes or no by itself.

        One that was found before is still one of these labels if they are those that it was found on.
        """
        if not is_graded(scores):
            return None
        if self.found is not None:
            if name not in self.found:
                raise InputError(f"--threshold-from: expected a threshold of {name}, found none")
            cut = self.found[name]
            return cut if fingerprint == self.fingerprint else replace(cut, origin="other labels")
        if isinstance(self.given, str):
            return CutOff(best_threshold(scores, people), "these labels")
        own = self.given.get(name) if isinstance(self.given, Mapping) else self.given
        return CutOff(DEFAULT if own is None else own)

    def check_used(self, chosen: Mapping[str, CutOff | None]) -> None:
        """Refuse a threshold of a metric that says yes or no by itself, and one for all if all metrics do."""
        unused = [name for name, cut in chosen.items() if cut is None]
        if isinstance(self.given, Mapping):
            unused = [name for name in unused if name in self.given]
        elif (self.given is None and self.found is None) or len(unused) < len(chosen):
            return
        if unused:
            option = "threshold" if self.found is None else "--threshold-from"
            verb = "says" if len(unused) == 1 else "say"
            raise InputError(
                f"{option}: expected a metric with scores between 0 and 1, "
                f"found {', '.join(unused)}, which {verb} yes or no"
            )


def choose_thresholds(
    threshold: float | Literal["best"] | Mapping[str, float] | None,
    threshold_from: str | os.PathLike[str] | None,
    measured: Sequence[str],
) -> Thresholds:
    """Check what was asked for; a threshold may be given by name for the measured metrics only."""
    if threshold_from is not None:
        if threshold is not None:
            raise InputError("expected threshold or threshold_from, found both")
        return read_thresholds(threshold_from)
    if isinstance(threshold, Mapping):
        by_name = {AskedMetric.named(name).name: check_threshold(value) for name, value in threshold.items()}
        for name in by_name:
            if name not in measured:
                raise InputError(f"threshold: expected one of a metric that is measured, found {name}")
        return Thresholds(by_name)
    if isinstance(threshold, str):
        if threshold != BEST:
            raise InputError(f"threshold: expected a number or 'best', found {threshold!r}")
        return Thresholds(BEST)
    return Thresholds(None if threshold is None else check_threshold(threshold))


def is_threshold(value: float) -> bool:
    """Whether some scores from 0 to 1 reach the value, and not all."""
    return 0 < value <= 1


def check_threshold(value: float) -> float:
    """Refuse a threshold that no score or every score reaches."""
    if not is_threshold(value):
        raise InputError(f"threshold: expected more than 0 and at most 1, found {value:g}")
    return value


def read_thresholds(path: str | os.PathLike[str]) -> Thresholds:
    """Read the thresholds of an agreement that ``karat agreement --output`` wrote."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(file, None, "an agreement in JSON", f"{error}") from None
    document = load_json(text, file, expected="an agreement in JSON")
    match document:
        case {"karat": "agreement", "metrics": [*metrics]}:
            cuts = {name: cut for each in metrics for name, cut in _threshold(file, each).items()}
            fingerprint = document.get("fingerprint")
            return Thresholds(None, cuts, fingerprint if isinstance(fingerprint, str) else None)
    raise FormatError(file, None, "an agreement that `karat agreement --output` wrote", "another document")


def _threshold(file: Path, metric: object) -> Mapping[str, CutOff]:
    match metric:
        case {"metric": str(name), "threshold": {"value": int() | float() as value, **others}}:
            if not is_threshold(value):
                raise FormatError(file, None, f"a threshold of {name} more than 0 and at most 1", f"{value:g}")
            origins: tuple[Origin, ...] = get_args(Origin)
            known = [each for each in origins if each == others.get("origin")]
            return {name: CutOff(value, *known)}
        case {"metric": str(), "threshold": None}:
            return {}
    raise FormatError(file, None, "each metric with its threshold", "another object")
