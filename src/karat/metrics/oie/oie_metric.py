"""How an Open IE metric is used: the gold it needs, what it compares, its facets and its title."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from karat import algebra as k
from karat.algebra.plans.swept_corpus import Curve, SweptCorpus
from karat.algebra.scores.corpus import AnyCorpus
from karat.model import Annotation, Extraction, Synset
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.metrics.oie.benchie import FactGold


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule's decision on one extraction.

    ``synsets`` are the indices of those that it is credited with, or would be if no other extraction had them.
    ``reason`` explains the decision in words; it is empty where no synset accepts the extraction.
    """

    correct: bool
    synsets: tuple[int, ...] = ()
    reason: str = ""

    __repr__ = one_line


class FactRule(k.Metric):
    """A metric of a sentence: ``predicted`` are its extractions, ``gold`` is what ``prepare`` makes of its annotation.

    All extractions of a sentence are judged together, since they may compete for a synset.
    """

    nary: ClassVar[str] = "join"
    """How arguments after the second are treated, for the signature."""
    reads_marks: ClassVar[bool] = False
    """Whether the polarity and modality of extractions count."""

    def applies_to(self, annotations: Iterable[Annotation]) -> bool:
        """Whether the gold has what the rule needs, by default any synset."""
        return any(annotation.synsets for annotation in annotations)

    def prepare(self, annotation: Annotation) -> Any:
        """Prepare a sentence's gold, once for all systems."""
        raise NotImplementedError

    def prepared(self, gold: FactGold) -> Any:
        """Get the prepared gold of a sentence, preparing it at the first call."""
        if self not in gold.by_rule:
            gold.by_rule[self] = self.prepare(gold.annotation)
        return gold.by_rule[self]

    def rulings(self, predicted: Sequence[Extraction], gold: Any) -> list[Ruling]:
        """Decide on each extraction, with the reason."""
        raise NotImplementedError


def align_synsets(
    extractions: Sequence[Extraction], credited: Sequence[Iterable[int]], synsets: Sequence[Synset]
) -> k.Alignment:
    """Make the alignment of extractions with the synsets that each is credited with."""
    pairs = [(extraction, list(numbers)) for extraction, numbers in zip(extractions, credited, strict=True)]
    covered = {number for _, numbers in pairs for number in numbers}
    return k.Alignment(
        tuple(k.Match(extraction, synsets[number], 1) for extraction, numbers in pairs for number in numbers),
        tuple(extraction for extraction, numbers in pairs if not numbers),
        tuple(synset for number, synset in enumerate(synsets) if number not in covered),
    )


GoldKind = Literal["facts", "tuples", "cliques"]

Extractions = Sequence[Sequence[Extraction]]
"""A system's extractions, sentence by sentence."""


class Choices(Protocol):
    """The options that a metric may obey; ``karat.results.Options`` has them."""

    @property
    def facets(self) -> Sequence[str]:
        """The facets to measure."""

    @property
    def credit(self) -> Literal["first", "all"]:
        """Which of several synsets an extraction is credited to."""

    @property
    def meaning_answers(self) -> Path | None:
        """The file of a judge's recorded answers for the metric ``meaning``."""

    @property
    def people_steps(self) -> Sequence[str]:
        """The steps of facet P."""

    @property
    def as_published(self) -> bool:
        """Whether to reproduce the faults behind published figures."""


@dataclass(frozen=True)
class Measured:
    """A metric's scores of one system on all sentences, or on some that are to be joined with the others.

    ``corpus`` has the scores at every confidence if the metric sweeps over confidences. ``choices`` are the options
    that the metric obeyed, by their names in the signature.
    """

    metric: str
    facet: str | None
    corpus: AnyCorpus | SweptCorpus
    signature: str
    choices: Mapping[str, str] = field(default_factory=dict)

    __repr__ = one_line

    # Computed when it is asked for: the best threshold of some sentences is not that of all.
    @cached_property
    def curve(self) -> Curve | None:
        """The scores at all confidences, if the metric sweeps over them."""
        return self.corpus.best() if isinstance(self.corpus, SweptCorpus) else None

    @property
    def scores(self) -> Sequence[k.Scored]:
        """One score for each sentence; at the confidence with the best F1 if the metric sweeps over confidences."""
        if isinstance(self.corpus, SweptCorpus):
            assert self.curve is not None
            return self.curve.scores
        return self.corpus


@dataclass(frozen=True, kw_only=True)
class OieMetric:
    """A metric of Open IE, with all that `evaluate` needs to use it.

    ``metric`` compares ``predicted(extractions)`` with ``wanted(gold)``, both of one sentence. The gold is a
    ``FactGold`` (``benchie.py``) where ``gold`` is ``"facts"``, a ``CarbGold`` (``carb.py``) where it is ``"tuples"``.
    ``obeys`` names the fields of ``karat.results.Options`` that only some metrics obey.
    """

    metric: k.Metric
    title: str
    """Its name in reports."""
    gold: GoldKind
    predicted: Callable[[Sequence[Extraction]], Sequence[Any]] = list
    wanted: Callable[[Any], Any]
    items: Callable[[Any], Sequence[Any]] | None = None
    """The gold items that an alignment contains, if they are not the elements of ``wanted(gold)``."""
    facets: tuple[str, ...] = ()
    obeys: tuple[str, ...] = ()
    nary: str = "join"
    """How arguments after the second are treated, unless only triples are kept, for the signature."""
    swept: bool = False
    """Whether `evaluate` scores at the confidence with the best F1, and leaves out extractions below it."""
    rule: FactRule | None = None
    """The rule that judges extractions, if it is not BenchIE's exact matching."""

    __repr__ = one_line

    @property
    def name(self) -> str:
        """The metric's name, as users type it."""
        return self.metric.name

    def applies_to(self, gold: Sequence[Any]) -> bool:
        """Whether the sentences' gold has what the metric needs."""
        return bool(gold)

    def under(self, facet: str | None, people_steps: Sequence[str] = (), answers: Path | None = None) -> OieMetric:
        """Get the metric of one facet alone, named as in tables (``benchie-C``); facet P with the given steps.

        ``answers`` is a judge's file for the metric ``meaning``.
        """
        return self

    def gold_items(self, gold: Any) -> Sequence[Any]:
        """List the gold items that the metric's alignments contain."""
        return list(self.items(gold) if self.items is not None else self.wanted(gold))

    def measure(self, extractions: Extractions, gold: Sequence[Any], choices: Choices) -> Iterator[Measured]:
        """Score a system: once for each facet, or once if there are none."""
        scores = self.metric.corpus(list(map(self.predicted, extractions)), list(map(self.wanted, gold)))
        yield Measured(self.name, None, scores, self.metric.signature)


@dataclass(frozen=True, kw_only=True)
class RuleMetric(OieMetric):
    """A benchmark's own rule over fact synsets."""

    rule: FactRule

    __repr__ = one_line

    def applies_to(self, gold: Sequence[Any]) -> bool:
        return bool(gold) and self.rule.applies_to(facts.annotation for facts in gold)


def synsets_of(gold: FactGold) -> Sequence[Synset]:
    """The synsets of a sentence."""
    return gold.annotation.synsets


def rule_metric(rule: FactRule, title: str, items: Callable[[Any], Sequence[Any]] = synsets_of) -> OieMetric:
    """Make a rule usable as a metric; ``items`` are the synsets or statements that its alignments match."""
    return RuleMetric(
        metric=rule, title=title, gold="facts", wanted=rule.prepared, items=items, nary=rule.nary, rule=rule
    )
