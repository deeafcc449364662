"""Hindi-BenchIE (Mishra et al., 2023): clusters are alternatives, and other facts compensate for omitted parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import punctuation

from karat import algebra as k
from karat.algebra.scores.normaliser import FMeasure
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.fact_rule import FactRule, Ruling
from karat.metrics.oie.facts import Triple
from karat.metrics.oie.oie_metric import rule_metric
from karat.metrics.oie.statement_patterns import NONE, Labels, StatementPattern
from karat.model import Annotation, Extraction, Statement, Synset

DANDA = "।"
_NO_PUNCTUATION = str.maketrans("", "", punctuation + DANDA)


def clean_triple(extraction: Extraction) -> Triple:
    """Split subject, relation and object into tokens, without ASCII punctuation and the danda."""
    return tuple([tuple(slot.translate(_NO_PUNCTUATION).split()) for slot in extraction.triple])


def distinct_triples(predicted: Iterable[Extraction]) -> dict[Triple, int]:
    """List the distinct triples of a sentence's extractions, each with the index of its first occurrence."""
    first_index: dict[Triple, int] = {}
    for index, extraction in enumerate(predicted):
        first_index.setdefault(clean_triple(extraction), index)
    return first_index


class ClusterPattern:
    """A cluster prepared for matching."""

    __slots__ = ("compensatory", "essential", "id", "statements")

    def __init__(self, synset: Synset) -> None:
        self.id = synset.id
        self.statements = tuple(map(StatementPattern, synset.statements))
        self.essential = [index for index, statement in enumerate(self.statements) if statement.label is None]
        self.compensatory = {
            statement.label: index for index, statement in enumerate(self.statements) if statement.label is not None
        }
        """The indices of the compensatory statements, by label."""

    def count_missing(self, coverage: Sequence[Coverage]) -> int:
        """Count the missing facts: essential ones, and those that should have compensated for omitted parts."""
        missing = self._missing_by_label(coverage)
        return sum(len(self._missing(index, coverage[index], missing)) for index in self.essential)

    def missing_statements(self, coverage: Sequence[Coverage]) -> list[int]:
        """List the statements behind ``count_missing``, each once; a label without a statement is left out."""
        missing = self._missing_by_label(coverage)
        labels: set[str] = set()
        indices = []
        for index in self.essential:
            facts = self._missing(index, coverage[index], missing)
            indices += [index] if "" in facts else []
            labels |= facts
        return sorted([*indices, *(index for label, index in self.compensatory.items() if label in labels)])

    def _missing_by_label(self, coverage: Sequence[Coverage]) -> dict[str, Labels]:
        """Map each label to the facts that are missing if its part is omitted.

        A compensatory statement may itself be covered without labelled parts; these are followed to a fixed point.
        """
        used = set().union(*(statement.labels for statement in self.statements))
        missing = {label: NONE if label in self.compensatory else frozenset({label}) for label in used}
        followed = [(label, index) for label, index in self.compensatory.items() if label in used]
        for _ in range(len(followed) + 1):
            updated = {label: self._missing(index, coverage[index], missing) for label, index in followed}
            if all(missing[label] == facts for label, facts in updated.items()):
                break
            missing |= updated
        return missing

    def _missing(self, index: int, coverage: Coverage, missing: Mapping[str, Labels]) -> Labels:
        """List what is missing of a statement: itself if nothing covers it, else what its omitted labels lead to."""
        if coverage.complete:
            return NONE
        statement = self.statements[index]
        return statement.left_out(coverage.partial, missing) if coverage.partial else frozenset({statement.label or ""})


class Coverage:
    """Which extractions cover a statement: one covers all of it, or some cover it without labelled parts."""

    __slots__ = ("complete", "partial")

    def __init__(self) -> None:
        self.complete = False
        self.partial: list[Triple] = []

    def add(self, statement: StatementPattern, triple: Triple) -> bool | None:
        """Add an extraction, and tell whether it covers all of the statement; ``None`` if it does not match."""
        if self.complete or not statement.accepts(triple):
            return None
        self.complete = statement.accepts(triple, complete=True)
        if not self.complete:
            self.partial.append(triple)
        return self.complete


@dataclass(frozen=True)
class HindiGold:
    """A sentence's clusters, prepared for Hindi-BenchIE's rule."""

    annotation: Annotation
    clusters: tuple[ClusterPattern, ...]

    @property
    def most_essential(self) -> int:
        """The largest number of essential statements that a cluster has."""
        return max((len(cluster.essential) for cluster in self.clusters), default=0)


StatementMatches = list[tuple[int, int, bool]]
"""The statements that an extraction matches: cluster, index in it, and whether all of the statement is covered."""


def cover_statements(triples: Iterable[Triple], gold: HindiGold) -> tuple[list[StatementMatches], list[list[Coverage]]]:
    """Match extractions, in order, with every statement not yet completely covered; also give what is covered."""
    coverage = [[Coverage() for _ in cluster.statements] for cluster in gold.clusters]
    matched: list[StatementMatches] = [
        [
            (number, index, complete)
            for number, cluster in enumerate(gold.clusters)
            for index, statement in enumerate(cluster.statements)
            if (complete := coverage[number][index].add(statement, triple)) is not None
        ]
        for triple in triples
    ]
    return matched, coverage


def match_statements(triples: Iterable[Triple], gold: HindiGold) -> tuple[list[StatementMatches], int]:
    """Match extractions with statements, then count what is missing of the cluster that misses fewest."""
    matched, coverage = cover_statements(triples, gold)
    if not matched:
        return matched, gold.most_essential
    missing = [cluster.count_missing(coverage[number]) for number, cluster in enumerate(gold.clusters)]
    return matched, min(missing, default=0)


@dataclass(frozen=True)
class BenchIEHindi(FactRule):
    """Count right and wrong extractions, and the missing facts of the cluster that misses fewest."""

    name: str = field(default="", compare=False)
    normaliser: FMeasure = field(default_factory=FMeasure)

    fixed_gold = False

    def __str__(self) -> str:
        return "F[best cluster of statements; labels made up for]"

    def latex(self) -> str:
        return r"\mathrm{F}[\mathrm{best\ cluster\ of\ statements;\ labels\ made\ up\ for}]"

    def choices(self) -> list[str]:
        return [
            "clusters:alternatives",
            "optional:full",
            "punctuation:ascii+danda",
            "repeats:dropped",
            "silent:most_essential",
            "avg:micro",
            self.normaliser.signature,
        ]

    def applies_to(self, annotations: Iterable[Annotation]) -> bool:
        return any(synset.statements for annotation in annotations for synset in annotation.synsets)

    def prepare(self, annotation: Annotation) -> HindiGold:
        return HindiGold(annotation, tuple(map(ClusterPattern, annotation.synsets)))

    def score(self, predicted: Sequence[Extraction], gold: HindiGold, *, time_limit: float | None = None) -> k.Score:
        """Score one sentence; the gold's mass, matched plus missing facts, depends on the prediction."""
        matched, missing = match_statements(distinct_triples(predicted), gold)
        right = sum(map(bool, matched))
        return k.Score(
            right, len(matched), right, right + missing, self.normaliser, None, lambda: self._alignment(predicted, gold)
        )

    def _alignment(self, predicted: Sequence[Extraction], gold: HindiGold) -> k.Alignment:
        extractions = [predicted[index] for index in distinct_triples(predicted).values()]
        matched, _ = match_statements(distinct_triples(predicted), gold)
        synsets = gold.annotation.synsets
        covered = {(number, index) for statements in matched for number, index, _ in statements}
        return k.Alignment(
            tuple(
                k.Match(extraction, synsets[statements[0][0]].statements[statements[0][1]], 1)
                for extraction, statements in zip(extractions, matched, strict=True)
                if statements
            ),
            tuple(extraction for extraction, statements in zip(extractions, matched, strict=True) if not statements),
            tuple(
                statement
                for number, synset in enumerate(synsets)
                for index, statement in enumerate(synset.statements)
                if (number, index) not in covered
            ),
        )

    def rulings(self, predicted: Sequence[Extraction], gold: HindiGold) -> list[Ruling]:
        """Explain which clusters have each extraction, and which labelled parts it omits."""
        triples = distinct_triples(predicted)
        matched, _ = match_statements(triples, gold)
        by_triple = {triple: _ruling(triple, found, gold) for triple, found in zip(triples, matched, strict=True)}
        rulings = []
        for index, extraction in enumerate(predicted):
            triple = clean_triple(extraction)
            ruling = by_triple[triple]
            if triples[triple] != index:
                reason = (
                    f"{ruling.reason}; a repetition, counted once" if ruling.reason else "a repetition, counted once"
                )
                ruling = replace(ruling, reason=reason)
            rulings.append(ruling)
        return rulings


def _ruling(triple: Triple, matched: StatementMatches, gold: HindiGold) -> Ruling:
    clusters = tuple(dict.fromkeys(number for number, _, _ in matched))
    if not matched:
        for number, cluster in enumerate(gold.clusters):
            if any(statement.accepts(triple) for statement in cluster.statements):
                reason = f"cluster {cluster.id} states it, but an earlier extraction has said that statement"
                return Ruling(False, (number,), reason)
        return Ruling(False)
    number, index, complete = next((statement for statement in matched if statement[2]), matched[0])
    cluster = gold.clusters[number]
    if complete:
        return Ruling(True, clusters, f"cluster {cluster.id} states it")
    statement = cluster.statements[index]
    labels = sorted(statement.left_out([triple], {label: frozenset({label}) for label in statement.labels}))
    parts = f"the part {labels[0]}" if len(labels) == 1 else f"the parts {', '.join(labels)}"
    return Ruling(True, clusters, f"cluster {cluster.id} states it without {parts}, to be made up for by another fact")


BENCHIE_HI = BenchIEHindi().named("benchie_hi")


def _statements(gold: FactGold) -> list[Statement]:
    return [statement for synset in gold.annotation.synsets for statement in synset.statements]


BENCHIE_HI_ON_FACTS = rule_metric(BENCHIE_HI, "Hindi-BenchIE", _statements)
