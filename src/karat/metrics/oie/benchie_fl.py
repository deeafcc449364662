"""BenchIE-FL (Lamarche and Langlais, 2024): synsets accept by four steps, and each synset credits one extraction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import product
from string import punctuation
from typing import NamedTuple

from karat import algebra as k
from karat.algebra.scores.normaliser import FMeasure
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.fact_rule import FactRule, Ruling
from karat.metrics.oie.fact_table import OBJECT, RELATION, SUBJECT, FactTable, bits
from karat.metrics.oie.oie_metric import rule_metric
from karat.metrics.oie.patterns import SlotPattern, Tokens, Triple
from karat.model import Annotation, Extraction, Synset

MOST_SYNSETS = 2
"""An extraction counts for so many synsets at most."""

SLOTS = ("subject", "relation", "object")
_NO_PUNCTUATION = str.maketrans("", "", punctuation)


class Step(StrEnum):
    """By what a synset accepts an extraction; the first step that holds counts."""

    EXACT = "exact"
    PUNCTUATION = "punctuation"
    REDUCED = "reduced"
    WORDS = "words"


class Acceptance(NamedTuple):
    """The synsets, as bits, that accept an extraction by a step, and how in words."""

    step: Step
    synsets: int
    how: str


def without_punctuation(text: str) -> str:
    """Remove ASCII punctuation."""
    return text.translate(_NO_PUNCTUATION)


def triple_of(extraction: Extraction) -> Triple:
    """The tokens of subject, relation and object; arguments after the second are dropped."""
    subject, object_ = (*extraction.arguments, "", "")[:2]
    return tuple(subject.split()), tuple(extraction.relation.split()), tuple(object_.split())


Related = dict[str, set[int]]
"""Strings that the gold shows to be equal or coordinated, each with the members that have it.

Members are the two sides of a fact with *is*, or the synsets that agree in all else; two strings of different members
belong together.
"""


class FLGold:
    """A sentence's gold, ready to be scored against by BenchIE-FL's rule."""

    def __init__(self, annotation: Annotation) -> None:
        self.annotation = annotation
        self.facts = FactTable(annotation.synsets)
        self._last: tuple[list[Triple], list[Judged]] | None = None

    # What only some extractions need is made when first asked for.
    @cached_property
    def plain(self) -> FactTable:
        """The facts without punctuation."""
        return FactTable(self.annotation.synsets, without_punctuation)

    @cached_property
    def related(self) -> list[Related]:
        """Groups of strings of which one may be left out where an argument has two of them."""
        shown = {pattern: strings(pattern) for pattern in {pattern for row in self.facts.rows for pattern in row}}
        groups = [
            _sides(shown[row[SUBJECT]], shown[row[OBJECT]]) for row in self.facts.rows if "is" in shown[row[RELATION]]
        ]
        alike: dict[tuple[int, str, str], Related] = {}
        for number, rows in enumerate(self.facts.synsets):
            for row in rows:
                for place, other in ((SUBJECT, OBJECT), (OBJECT, SUBJECT)):
                    for key in product((place,), shown[row[RELATION]], shown[row[other]]):
                        group = alike.setdefault(key, {})
                        for text in shown[row[place]]:
                            group.setdefault(text, set()).add(number)
        return [group for group in (*groups, *alike.values()) if len(set().union(*group.values())) > 1]

    def judged(self, triples: list[Triple]) -> list[Judged]:
        """``judge``, of which the last answer is kept: scores and explanations ask one after the other."""
        if self._last is None or self._last[0] != triples:
            self._last = triples, judge(triples, self)
        return self._last[1]

    def exactly(self, triple: Triple) -> tuple[Acceptance, ...]:
        """The synsets that accept by steps 1 and 2."""
        found = self.facts.accepting(triple)
        plain = self.plain.accepting(plain_triple(triple)) & ~found
        steps = (
            Acceptance(Step.EXACT, found, "has it"),
            Acceptance(Step.PUNCTUATION, plain, "has it but for punctuation"),
        )
        return tuple(step for step in steps if step.synsets)

    def otherwise(self, triple: Triple) -> Iterator[Acceptance]:
        """The synsets that accept by steps 3 and 4."""
        yield from self._reduced(triple)
        plain = plain_triple(triple)
        for facts, words in ((self.facts, triple), (self.plain, plain)):
            found = facts.containing(words)
            if found and facts.says("".join(map("".join, words)).lower()):
                yield Acceptance(Step.WORDS, found, "accepts it as a fact whose words are parted elsewhere")

    def _reduced(self, triple: Triple) -> Iterator[Acceptance]:
        subject, relation, object_ = self.facts.index.slots(triple)
        for place, fitting in ((SUBJECT, relation & object_), (OBJECT, relation & subject)):
            if not fitting:
                continue
            whole = " ".join(triple[place])
            for words in dict.fromkeys(reductions(whole, self.related)):
                changed = (*triple[:place], words, *triple[place + 1 :])
                found = self.facts.synsets_of(self.facts.index.accepting(changed))
                if found:
                    how = f"has it with the {SLOTS[place]} {whole!r} reduced to {' '.join(words)!r}"
                    yield Acceptance(Step.REDUCED, found, how)


def plain_triple(triple: Triple) -> Triple:
    """The triple without punctuation; a token of nothing else vanishes."""
    return tuple([tuple(without_punctuation(" ".join(tokens)).split()) for tokens in triple])


def strings(pattern: SlotPattern) -> set[str]:
    """What a slot says with all its optional words, and with none; not the empty string."""
    return {" ".join(tokens) for tokens in (pattern.words, pattern.required) if tokens}


def _sides(*sides: Iterable[str]) -> Related:
    group: Related = {}
    for side, texts in enumerate(sides):
        for text in texts:
            group.setdefault(text, set()).add(side)
    return group


def reductions(argument: str, related: Iterable[Related]) -> Iterator[Tokens]:
    """Leave out one of two strings that belong together, with or without *and* and commas; nothing is left empty."""
    for group in related:
        found = {text: members for text, members in group.items() if text in argument}
        for text, members in found.items():
            if any(text != other and len(members | theirs) > 1 for other, theirs in found.items()):
                rest = argument.replace(text, "")
                for kept in (rest.split(), rest.replace(",", "").split()):
                    for words in (kept, [word for word in kept if word != "and"]):
                        if words:
                            yield tuple(words)


class Judged(NamedTuple):
    """An extraction's acceptances and the synsets, as places, that it is credited with."""

    accepted: tuple[Acceptance, ...]
    credited: tuple[int, ...]
    claimed: int | None = None
    """The synset that it would have taken, had no later extraction done so."""


def judge(triples: Sequence[Triple], gold: FLGold) -> list[Judged]:
    """Credit extractions, in order.

    Each takes every synset that it matches exactly (steps 1 and 2) and that no earlier one has taken. Each that matches
    none exactly then takes the first synset that accepts it and that none matches exactly; a later one takes it away.
    """
    exact = [gold.exactly(triple) for triple in triples]
    matched = [_union(accepted) for accepted in exact]
    any_exact = taken = 0
    for each in matched:
        any_exact |= each
    judged, claims = [], {}
    for number, (triple, accepted, own) in enumerate(zip(triples, exact, matched, strict=True)):
        if own:
            judged.append(Judged(accepted, tuple(bits(own & ~taken))))
            taken |= own
            continue
        others = tuple(gold.otherwise(triple))
        free = _union(others) & ~any_exact
        first = next(bits(free), None)
        if first is not None:
            claims[first] = number
        judged.append(Judged(others, (), first))
    return [
        each._replace(credited=(each.claimed,)) if each.claimed is not None and claims[each.claimed] == number else each
        for number, each in enumerate(judged)
    ]


def _union(accepted: Iterable[Acceptance]) -> int:
    found = 0
    for each in accepted:
        found |= each.synsets
    return found


@dataclass(frozen=True)
class BenchIEFL(FactRule):
    """Precision: extractions with credit among all. Recall: credited synsets among all, two an extraction at most."""

    name: str = field(default="", compare=False)
    normaliser: FMeasure = field(default_factory=FMeasure)

    nary = "drop"

    def __str__(self) -> str:
        return f"F[first of {', '.join(Step)}; one extraction a synset]"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        steps = r",\ ".join(Step)
        return rf"\mathrm{{F}}[\mathrm{{first\ of\ {steps};\ one\ extraction\ a\ synset}}]"

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        return [
            f"steps:{'+'.join(Step)}",
            "strings:all_or_no_optional",
            "contains:substring",
            f"synsets:{MOST_SYNSETS}",
            "contested:last",
            "avg:micro",
            self.normaliser.signature,
        ]

    def applies_to(self, annotations: Iterable[Annotation]) -> bool:
        """Whether there are synsets."""
        return any(annotation.synsets for annotation in annotations)

    def prepare(self, annotation: Annotation) -> FLGold:
        """Make a sentence's gold ready."""
        return FLGold(annotation)

    def score(self, predicted: Sequence[Extraction], gold: FLGold, *, time_limit: float | None = None) -> k.Score:
        """Score one sentence."""
        judged = gold.judged(list(map(triple_of, predicted)))
        credited = [len(each.credited) for each in judged]
        return k.Score(
            sum(map(bool, credited)),
            len(credited),
            sum(min(MOST_SYNSETS, count) for count in credited),
            len(gold.annotation.synsets),
            self.normaliser,
            None,
            lambda: self._alignment(predicted, judged, gold),
        )

    def _alignment(self, predicted: Sequence[Extraction], judged: Sequence[Judged], gold: FLGold) -> k.Alignment:
        synsets = gold.annotation.synsets
        matches = [
            k.Match(extraction, synsets[place], 1)
            for extraction, each in zip(predicted, judged, strict=True)
            for place in each.credited
        ]
        found = {place for each in judged for place in each.credited}
        return k.Alignment(
            tuple(matches),
            tuple(extraction for extraction, each in zip(predicted, judged, strict=True) if not each.credited),
            tuple(synset for place, synset in enumerate(synsets) if place not in found),
        )

    def rulings(self, predicted: Sequence[Extraction], gold: FLGold) -> list[Ruling]:
        """Say which step accepted each extraction, or who else has its synset."""
        return [_ruling(each, gold) for each in gold.judged(list(map(triple_of, predicted)))]


def _ruling(judged: Judged, gold: FLGold) -> Ruling:
    if judged.credited:
        return Ruling(True, judged.credited, _how(judged.credited[0], judged.accepted, gold))
    place = judged.claimed
    if place is not None:
        said = f"{_how(place, judged.accepted, gold)}, but a later extraction takes that synset"
    elif judged.accepted:
        place = next(bits(_union(judged.accepted)))
        exact = judged.accepted[0].step in (Step.EXACT, Step.PUNCTUATION)
        who = (
            "an earlier extraction has taken that synset" if exact else "another extraction matches that synset exactly"
        )
        said = f"{_how(place, judged.accepted, gold)}, but {who}"
    else:
        return Ruling(False)
    return Ruling(False, (place,), said)


def _how(place: int, accepted: Iterable[Acceptance], gold: FLGold) -> str:
    how = next(each.how for each in accepted if each.synsets >> place & 1)
    return f"synset {gold.annotation.synsets[place].id} {how}"


BENCHIE_FL = BenchIEFL().named("benchie_fl")


def _synsets(gold: FactGold) -> Sequence[Synset]:
    return gold.annotation.synsets


BENCHIE_FL_ON_FACTS = rule_metric(BENCHIE_FL, "BenchIE-FL", _synsets)
