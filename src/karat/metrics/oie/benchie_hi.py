"""Hindi-BenchIE (Mishra et al., 2023): clusters are alternatives, and other facts compensate for omitted parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from string import punctuation
from typing import NamedTuple

from karat import algebra as k
from karat.algebra.scores.normaliser import FMeasure
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.facts import Triple
from karat.metrics.oie.oie_metric import FactRule, Ruling, rule_metric
from karat.metrics.oie.slots import Column, Pattern, Tokens
from karat.model import Annotation, Extraction, OptionalPart, Parts, Statement, Synset, Wording

Labels = frozenset[str]
NONE: Labels = frozenset()


class LabelledSlot(NamedTuple):
    """A slot with the label of each part that may be left out, ``None`` if it has none."""

    pattern: Pattern
    labels: tuple[str | None, ...]

    @classmethod
    def of(cls, parts: Parts) -> LabelledSlot:
        """Compile words and optional parts, which may be nested."""
        symbols: list[str] = []
        skips: list[tuple[int, int]] = []
        labels: list[str | None] = []

        def add(parts: Parts) -> None:
            for part in parts:
                if isinstance(part, OptionalPart):
                    place, start = len(skips), len(symbols)
                    add(part.parts)
                    if len(symbols) > start:
                        skips.insert(place, (start, len(symbols)))
                        labels.insert(place, part.label)
                else:
                    symbols.append(part)

        add(parts)
        return cls(Pattern(tuple(symbols), tuple(skips)), tuple(labels))

    @property
    def complete(self) -> Pattern:
        """The pattern in which labelled parts are required."""
        unlabelled = zip(self.pattern.skips, self.labels, strict=True)
        return Pattern(self.pattern.symbols, tuple([skip for skip, label in unlabelled if label is None]))

    def left_out(self, tokens: Tokens, missing: Mapping[str, Labels], keep: Keep) -> list[Labels]:
        """List, for the ways to match that ``keep`` selects, the facts that are still missing."""
        symbols = self.pattern.symbols
        reached: list[dict[int, list[Labels]]] = [{0: [NONE]}, *({} for _ in symbols)]
        for border, symbol in enumerate(symbols):
            skips = [skip for skip in zip(self.pattern.skips, self.labels, strict=True) if skip[0][0] == border]
            for position, ways in reached[border].items():
                if position < len(tokens) and tokens[position] == symbol:
                    _add_ways(reached[border + 1], position + 1, ways, keep)
                for (_, stop), label in skips:
                    omitted = NONE if label is None else missing[label]
                    _add_ways(reached[stop], position, [labels | omitted for labels in ways], keep)
        return reached[-1].get(len(tokens), [])


Keep = Callable[[Iterable[Labels]], list[Labels]]


def _add_ways(reached: dict[int, list[Labels]], position: int, ways: Iterable[Labels], keep: Keep) -> None:
    reached[position] = keep([*reached.get(position, ()), *ways])


def smallest(sets: Iterable[Labels]) -> list[Labels]:
    """Keep the smallest set; of equally small ones, the first in the alphabet."""
    return [min(sets, key=_order)]


def minimal(sets: Iterable[Labels]) -> list[Labels]:
    """Keep the sets that contain no other one."""
    minima: list[Labels] = []
    for labels in sorted(set(sets), key=_order):
        if not any(smaller <= labels for smaller in minima):
            minima.append(labels)
    return minima


def _order(labels: Labels) -> tuple[int, list[str]]:
    return len(labels), sorted(labels)


class WordingPattern:
    """A wording's slots, prepared for matching."""

    __slots__ = ("labels", "slots", "swaps")

    def __init__(self, wording: Wording) -> None:
        self.slots = tuple(map(LabelledSlot.of, wording))
        self.labels = [label for slot in self.slots for label in slot.labels if label is not None]
        self.swaps = wording.swap is not False
        """Whether subject and object may be exchanged: unless the wording forbids it."""

    def left_out(self, triple: Triple, missing: Mapping[str, Labels]) -> Iterator[Labels]:
        """List, for the ways to match that can be best, the facts that are still missing."""
        # If no two labels share a missing fact, sizes add up, and the smallest set is enough.
        sizes = [len(missing[label]) for label in self.labels]
        together = NONE.union(*(missing[label] for label in self.labels))
        keep = smallest if sum(sizes) == len(together) else minimal
        for reading in (triple, triple[::-1]) if self.swaps and triple[0] != triple[2] else (triple,):
            slots = [slot.left_out(tokens, missing, keep) for slot, tokens in zip(self.slots, reading, strict=True)]
            for ways in product(*slots):
                yield NONE.union(*ways)


class StatementPattern:
    """A statement prepared for matching; sets of wordings are bits."""

    def __init__(self, statement: Statement) -> None:
        self.label = statement.label
        self.wordings = tuple(map(WordingPattern, statement.wordings))
        self.labels = {label for wording in self.wordings for label in wording.labels}
        """The labels of its optional parts."""
        self._swapping = sum(1 << number for number, wording in enumerate(self.wordings) if wording.swaps)

    @cached_property
    def _any(self) -> list[Column]:
        return _columns([[slot.pattern for slot in wording.slots] for wording in self.wordings])

    @cached_property
    def _whole(self) -> list[Column]:
        return _columns([[slot.complete for slot in wording.slots] for wording in self.wordings])

    def accepts(self, triple: Triple, *, complete: bool = False) -> bool:
        """Whether one of the wordings has the triple, if ``complete`` with every labelled part."""
        columns = self._whole if complete else self._any

        def having(triple: Triple) -> int:
            wordings = -1 if columns else 0
            for column, tokens in zip(columns, triple, strict=False):
                wordings &= column.accepting(tokens)
            return wordings

        return having(triple) > 0 or having(triple[::-1]) & self._swapping > 0

    def left_out(self, triples: Iterable[Triple], missing: Mapping[str, Labels]) -> Labels:
        """Find the smallest set of missing facts if the statement is covered by one of the triples."""
        ways = [
            labels for triple in triples for wording in self.wordings for labels in wording.left_out(triple, missing)
        ]
        return smallest(ways)[0]


def _columns(rows: Sequence[Sequence[Pattern]]) -> list[Column]:
    return [Column(column) for column in zip(*rows, strict=True)]


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
        """List the statements that ``count_missing`` counts, each once, without labels that no statement has."""
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
        """List a statement's missing facts: itself if nothing covers it, else those that its omitted labels require."""
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
    """Match extractions, in order, with every statement not yet completely covered; also return the coverage."""
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
    """Match extractions with statements, then count the missing facts of the cluster that misses fewest."""
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
