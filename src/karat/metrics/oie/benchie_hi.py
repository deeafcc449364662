"""Hindi-BenchIE (Mishra et al., 2023): clusters are alternatives, and other facts make up for parts left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import punctuation

from karat import algebra as k
from karat.algebra.scores.normaliser import FMeasure
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.fact_rule import FactRule, Ruling
from karat.metrics.oie.oie_metric import rule_metric
from karat.metrics.oie.patterns import Triple
from karat.metrics.oie.statement_patterns import NONE, Labels, StatementPattern
from karat.model import Annotation, Extraction, Statement, Synset

DANDA = "।"
_NO_PUNCTUATION = str.maketrans("", "", punctuation + DANDA)


def cleaned(extraction: Extraction) -> Triple:
    """The tokens of subject, relation and object without ASCII punctuation and the danda."""
    return tuple([tuple(slot.translate(_NO_PUNCTUATION).split()) for slot in extraction.triple])


def distinct(predicted: Iterable[Extraction]) -> dict[Triple, int]:
    """What is left of a sentence's extractions when repetitions are dropped, each with the place of the first."""
    found: dict[Triple, int] = {}
    for place, extraction in enumerate(predicted):
        found.setdefault(cleaned(extraction), place)
    return found


class ClusterPattern:
    """A cluster made ready for matching."""

    __slots__ = ("essential", "id", "made_up_by", "statements")

    def __init__(self, synset: Synset) -> None:
        self.id = synset.id
        self.statements = tuple(map(StatementPattern, synset.statements))
        self.essential = [place for place, each in enumerate(self.statements) if each.label is None]
        self.made_up_by = {each.label: place for place, each in enumerate(self.statements) if each.label is not None}
        """The compensatory statements by their labels."""

    def missed(self, said: Sequence[Said]) -> int:
        """How many facts are missing: essential ones, and those that should have made up for what was left out."""
        missing = self._not_made_up(said)
        return sum(len(self._missing(place, said[place], missing)) for place in self.essential)

    def _not_made_up(self, said: Sequence[Said]) -> dict[str, Labels]:
        """For each label, the facts that are missing where its part is left out.

        A compensatory statement may have been said with labels of its own; these are followed until nothing changes.
        """
        used = set().union(*(statement.labels for statement in self.statements))
        missing = {label: NONE if label in self.made_up_by else frozenset({label}) for label in used}
        followed = [(label, place) for label, place in self.made_up_by.items() if label in used]
        for _ in range(len(followed) + 1):
            found = {label: self._missing(place, said[place], missing) for label, place in followed}
            if all(missing[label] == each for label, each in found.items()):
                break
            missing |= found
        return missing

    def _missing(self, place: int, said: Said, missing: Mapping[str, Labels]) -> Labels:
        """What is missing of a statement: itself where nothing says it, else what its labels lead to."""
        if said.whole:
            return NONE
        statement = self.statements[place]
        return statement.left_out(said.partly, missing) if said.partly else frozenset({statement.label or ""})


class Said:
    """What extractions said of a statement: all of it, or only with parts left out that have labels."""

    __slots__ = ("partly", "whole")

    def __init__(self) -> None:
        self.whole = False
        self.partly: list[Triple] = []

    def hear(self, statement: StatementPattern, triple: Triple) -> bool | None:
        """Take an extraction, and tell whether it says all of the statement; ``None`` if it does not say it."""
        if self.whole or not statement.accepts(triple):
            return None
        self.whole = statement.accepts(triple, whole=True)
        if not self.whole:
            self.partly.append(triple)
        return self.whole


@dataclass(frozen=True)
class HindiGold:
    """A sentence's clusters, ready to be scored against by Hindi-BenchIE's rule."""

    annotation: Annotation
    clusters: tuple[ClusterPattern, ...]

    @property
    def most_essential(self) -> int:
        """The largest number of essential statements that a cluster has."""
        return max((len(cluster.essential) for cluster in self.clusters), default=0)


Heard = list[tuple[int, int, bool]]
"""The statements that an extraction says, by cluster and place, and whether it says all of each."""


def listen(triples: Iterable[Triple], gold: HindiGold) -> tuple[list[Heard], int]:
    """Compare extractions, in order, with every statement that is not yet said wholly; then count what is missing."""
    said = [[Said() for _ in cluster.statements] for cluster in gold.clusters]
    heard: list[Heard] = [
        [
            (number, place, whole)
            for number, cluster in enumerate(gold.clusters)
            for place, statement in enumerate(cluster.statements)
            if (whole := said[number][place].hear(statement, triple)) is not None
        ]
        for triple in triples
    ]
    if not heard:
        return heard, gold.most_essential
    missed = [cluster.missed(said[number]) for number, cluster in enumerate(gold.clusters)]
    return heard, min(missed, default=0)


@dataclass(frozen=True)
class BenchIEHindi(FactRule):
    """Right extractions, wrong ones, and what the cluster that misses least misses."""

    name: str = field(default="", compare=False)
    normaliser: FMeasure = field(default_factory=FMeasure)

    fixed_gold = False

    def __str__(self) -> str:
        return "F[best cluster of statements; labels made up for]"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        return r"\mathrm{F}[\mathrm{best\ cluster\ of\ statements;\ labels\ made\ up\ for}]"

    def choices(self) -> list[str]:
        """The choices that the signature names."""
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
        """Whether there are clusters with statements."""
        return any(synset.statements for annotation in annotations for synset in annotation.synsets)

    def prepare(self, annotation: Annotation) -> HindiGold:
        """Make a sentence's gold ready."""
        return HindiGold(annotation, tuple(map(ClusterPattern, annotation.synsets)))

    def score(self, predicted: Sequence[Extraction], gold: HindiGold, *, time_limit: float | None = None) -> k.Score:
        """Score one sentence; the gold's mass, what was found and what is missing, depends on the prediction."""
        heard, missed = listen(distinct(predicted), gold)
        right = sum(map(bool, heard))
        return k.Score(
            right, len(heard), right, right + missed, self.normaliser, None, lambda: self._alignment(predicted, gold)
        )

    def _alignment(self, predicted: Sequence[Extraction], gold: HindiGold) -> k.Alignment:
        places = list(distinct(predicted).values())
        heard, _ = listen(distinct(predicted), gold)
        synsets = gold.annotation.synsets
        said = {(number, place) for each in heard for number, place, _ in each}
        return k.Alignment(
            tuple(
                k.Match(predicted[place], synsets[each[0][0]].statements[each[0][1]], 1)
                for place, each in zip(places, heard, strict=True)
                if each
            ),
            tuple(predicted[place] for place, each in zip(places, heard, strict=True) if not each),
            tuple(
                statement
                for number, synset in enumerate(synsets)
                for place, statement in enumerate(synset.statements)
                if (number, place) not in said
            ),
        )

    def rulings(self, predicted: Sequence[Extraction], gold: HindiGold) -> list[Ruling]:
        """Say which clusters have each extraction, and with which labels."""
        triples = distinct(predicted)
        heard, _ = listen(triples, gold)
        rulings = {triple: _ruling(triple, each, gold) for triple, each in zip(triples, heard, strict=True)}
        found = []
        for place, extraction in enumerate(predicted):
            triple = cleaned(extraction)
            ruling = rulings[triple]
            if triples[triple] != place:
                reason = (
                    f"{ruling.reason}; a repetition, counted once" if ruling.reason else "a repetition, counted once"
                )
                ruling = replace(ruling, reason=reason)
            found.append(ruling)
        return found


def _ruling(triple: Triple, heard: Heard, gold: HindiGold) -> Ruling:
    clusters = tuple(dict.fromkeys(number for number, _, _ in heard))
    if not heard:
        for number, cluster in enumerate(gold.clusters):
            if any(statement.accepts(triple) for statement in cluster.statements):
                said = "states it, but an earlier extraction has said that statement"
                return Ruling(False, (number,), f"cluster {cluster.id} {said}")
        return Ruling(False)
    number, place, whole = next((each for each in heard if each[2]), heard[0])
    cluster = gold.clusters[number]
    if whole:
        return Ruling(True, clusters, f"cluster {cluster.id} states it")
    statement = cluster.statements[place]
    labels = sorted(statement.left_out([triple], {label: frozenset({label}) for label in statement.labels}))
    parts = f"the part {labels[0]}" if len(labels) == 1 else f"the parts {', '.join(labels)}"
    return Ruling(True, clusters, f"cluster {cluster.id} states it without {parts}, to be made up for by another fact")


BENCHIE_HI = BenchIEHindi().named("benchie_hi")


def _statements(gold: FactGold) -> list[Statement]:
    return [statement for synset in gold.annotation.synsets for statement in synset.statements]


BENCHIE_HI_ON_FACTS = rule_metric(BENCHIE_HI, "Hindi-BenchIE", _statements)
