"""Which extractions of a sentence are right, and which facts they find, by one metric over fact synsets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.algebra import Score
from karat.errors import InputError
from karat.metrics import OIE_METRICS, oie_metric_named
from karat.metrics.oie.benchie import CREDITS, Credit, FactGold, accepted, triples
from karat.metrics.oie.benchie_hi import BenchIEHindi, clean_triple, cover_statements, distinct_triples
from karat.metrics.oie.oie_metric import Ruling
from karat.metrics.oie.people.steps import KEPT
from karat.model import Annotation, Chunk, Extraction, Fact, Sentence, Slot, Statement, Synset
from karat.model.fact import Parts
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence's extractions and facts, as one metric sees them.

    ``gold`` has the facts that the metric compares with: under facet M without optional words, for Hindi-BenchIE the
    statements of the best cluster, each as a synset. ``credited`` has, for each extraction, the indices of the synsets
    that it finds; ``correct`` can be true without any, where a statement of another cluster is found. ``taken`` has the
    numbers of the wrong extractions that would be right if another extraction did not have the credit. ``rulings`` are
    the decisions of the metric's own rule on the synsets of ``gold``; empty if there is none.
    """

    gold: FactGold
    extractions: tuple[Extraction, ...]
    correct: tuple[bool, ...]
    credited: tuple[tuple[int, ...], ...]
    missed: tuple[int, ...]
    taken: frozenset[int]
    rulings: tuple[Ruling, ...] = ()

    __repr__ = one_line

    @property
    def sentence(self) -> Sentence:
        """The sentence itself."""
        return self.gold.sentence

    @property
    def synsets(self) -> tuple[Synset, ...]:
        """The facts that the metric compares with."""
        return self.gold.annotation.synsets

    def index(self, synset: Synset | None) -> int:
        """Find the index of a synset, the first if the gold repeats it."""
        return next(index for index, other in enumerate(self.synsets) if other is synset)

    @property
    def found(self) -> tuple[int, ...]:
        """The indices of the synsets that are found."""
        return tuple(sorted({synset for synsets in self.credited for synset in synsets}))


class FactJudge:
    """Judges extractions by a metric over fact synsets, for BenchIE under one facet, of which P has steps."""

    def __init__(
        self,
        metric: str = "benchie",
        facet: str | None = None,
        credit: Credit = "first",
        people_steps: Sequence[str] = KEPT,
    ) -> None:
        self.metric = oie_metric_named(metric)
        if self.metric.gold != "facts":
            known = ", ".join(each.name for each in OIE_METRICS if each.gold == "facts")
            raise InputError(f"expected a metric of fact synsets ({known}), found {metric}")
        self.facet = facet or next(iter(self.metric.facets), None)
        self.credit = credit
        self.rule = self.metric.under(self.facet, people_steps).rule
        self._compared: dict[int, tuple[FactGold, FactGold]] = {}

    def __str__(self) -> str:
        return self.metric.name if self.facet in (None, "default") else f"{self.metric.name}-{self.facet}"

    def __repr__(self) -> str:
        return f"<FactJudge {self}>"

    def judge(self, extractions: Sequence[Extraction], gold: FactGold) -> JudgedSentence:
        """Judge the extractions of a sentence together."""
        rule = self.rule
        if isinstance(rule, BenchIEHindi):
            return _judge_statements(extractions, gold, rule)
        if rule is not None:
            rulings = rule.rulings(extractions, rule.prepared(gold))
            credited = [ruling.synsets if ruling.correct else () for ruling in rulings]
        else:
            assert self.facet is not None, "BenchIE has facets"
            rulings, credited = [], [()] * len(extractions)
            for row, column in accepted(triples(extractions, self.facet), gold.synsets(self.facet)):
                if not credited[row] or self.credit == "all":
                    credited[row] = (*credited[row], column)
        found = {synset for synsets in credited for synset in synsets}
        compared = self.compared(gold)
        missed = tuple(index for index in range(len(compared.annotation.synsets)) if index not in found)
        correct = tuple(map(bool, credited))
        return JudgedSentence(
            compared, tuple(extractions), correct, tuple(credited), missed, _taken(rulings), tuple(rulings)
        )

    def compared(self, gold: FactGold) -> FactGold:
        """Return the facts that the facet compares with; kept for the next system."""
        if id(gold) not in self._compared:
            self._compared[id(gold)] = gold, facts_of_facet(gold, self.facet)
        return self._compared[id(gold)][1]

    def score(self, extractions: Sequence[Extraction], gold: FactGold) -> Score:
        """Score a sentence by the metric itself."""
        if self.rule is not None:
            score = self.rule.score(extractions, self.rule.prepared(gold))
        else:
            assert self.facet is not None, "BenchIE has facets"
            score = CREDITS[self.credit].score(triples(extractions, self.facet), gold.synsets(self.facet))
        assert isinstance(score, Score), "metrics of facts have masses"
        return score


def _taken(rulings: Iterable[Ruling]) -> frozenset[int]:
    return frozenset(number for number, ruling in enumerate(rulings) if ruling.synsets and not ruling.correct)


def facts_of_facet(gold: FactGold, facet: str | None) -> FactGold:
    """Return the facts that a facet of BenchIE compares with: M without optional words, E with the shortest objects."""
    if facet == "M":
        return FactGold(Annotation(gold.sentence, tuple(map(_required, gold.annotation.synsets))))
    if facet == "E":
        return FactGold(Annotation(gold.sentence, tuple(pattern.synset for pattern in gold.synsets("E"))))
    return gold


def _required(synset: Synset) -> Synset:
    """Leave out the optional words."""
    facts = (Fact(*map(_required_slot, fact), line=fact.line) for fact in synset.facts)
    return Synset(synset.id, tuple(facts), line=synset.line)


def _required_slot(slot: Slot) -> Slot:
    return Slot((Chunk(" ".join(slot.required)),))


def _judge_statements(extractions: Sequence[Extraction], gold: FactGold, rule: BenchIEHindi) -> JudgedSentence:
    """Judge by Hindi-BenchIE: the facts are the statements of the cluster that misses fewest, the first of equal ones.

    Missed are the statements that nothing covers: essential ones, and those that should compensate for omitted parts.
    Where nothing was extracted, the cluster with most essential statements counts, as in the metric.
    """
    prepared = rule.prepared(gold)
    distinct = list(distinct_triples(extractions))
    matched, coverage = cover_statements(distinct, prepared)
    sign = 1 if distinct else -1
    best = min(
        range(len(coverage)),
        key=lambda number: sign * prepared.clusters[number].count_missing(coverage[number]),
        default=None,
    )
    by_triple = dict(zip(distinct, matched, strict=True))
    all_matches = [by_triple[clean_triple(extraction)] for extraction in extractions]
    correct = tuple(map(bool, all_matches))
    taken = _taken(rule.rulings(extractions, prepared))
    if best is None:
        return JudgedSentence(gold, tuple(extractions), correct, ((),) * len(extractions), (), taken)
    credited = (tuple(index for number, index, _ in matches if number == best) for matches in all_matches)
    cluster = gold.annotation.synsets[best]
    statements = tuple(_as_synset(cluster.id, number, each) for number, each in enumerate(cluster.statements, 1))
    missed = tuple(prepared.clusters[best].missing_statements(coverage[best]))
    compared = FactGold(Annotation(gold.sentence, statements))
    return JudgedSentence(compared, tuple(extractions), correct, tuple(credited), missed, taken)


def _as_synset(cluster: str, number: int, statement: Statement) -> Synset:
    """Make a synset of a statement: its wordings, in which an optional part has all its words or none."""
    facts = (Fact(*map(_as_slot, wording), line=statement.line) for wording in statement.wordings)
    return Synset(f"{cluster}.{number}", tuple(facts), line=statement.line)


def _as_slot(parts: Parts) -> Slot:
    chunks = (Chunk(part) if isinstance(part, str) else Chunk(_words(part.parts), optional=True) for part in parts)
    return Slot(tuple(chunks))


def _words(parts: Parts) -> str:
    return " ".join(part if isinstance(part, str) else _words(part.parts) for part in parts)
