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
from karat.metrics.oie.facts import OBJECT, RELATION, SUBJECT, Facts, Triple
from karat.metrics.oie.oie_metric import FactRule, Ruling, align_synsets, rule_metric
from karat.metrics.oie.slots import Pattern, Tokens, bits
from karat.model import Annotation, Extraction, Synset

SLOTS = ("subject", "relation", "object")
_NO_PUNCTUATION = str.maketrans("", "", punctuation)


class Step(StrEnum):
    """How a synset accepts an extraction; the first step that applies counts."""

    EXACT = "exact"
    PUNCTUATION = "punctuation"
    REDUCED = "reduced"
    WORDS = "words"


class Acceptance(NamedTuple):
    """The synsets, as bits, that accept an extraction by a step, and an explanation in words."""

    step: Step
    synsets: int
    how: str


def without_punctuation(text: str) -> str:
    """Remove ASCII punctuation."""
    return text.translate(_NO_PUNCTUATION)


Related = dict[str, set[int]]
"""A group of strings that are equal or coordinated by the gold, each with the members of the group that have it.

Members are the two sides of a fact with *is*, or synsets that differ in one argument only. Two strings are related if
they belong to different members.
"""


class AcceptanceSteps:
    """A sentence's synsets, prepared for the four steps."""

    def __init__(self, synsets: tuple[Synset, ...]) -> None:
        self.synsets = synsets
        self.facts = Facts(synsets)

    # Computed lazily: only some extractions need it.
    @cached_property
    def plain(self) -> Facts:
        """The facts without punctuation."""
        return Facts(self.synsets, _plain_words)

    @cached_property
    def related(self) -> list[Related]:
        """The groups of related strings: where an argument has two of a group, one may be omitted."""
        shown = {pattern: strings(pattern) for pattern in {pattern for row in self.facts.rows for pattern in row}}
        groups = [
            _sides(shown[row[SUBJECT]], shown[row[OBJECT]]) for row in self.facts.rows if "is" in shown[row[RELATION]]
        ]
        alike: dict[tuple[int, str, str], Related] = {}
        for number, rows in enumerate(self.facts.synsets):
            for row in rows:
                for slot, other in ((SUBJECT, OBJECT), (OBJECT, SUBJECT)):
                    for key in product((slot,), shown[row[RELATION]], shown[row[other]]):
                        group = alike.setdefault(key, {})
                        for text in shown[row[slot]]:
                            group.setdefault(text, set()).add(number)
        return [group for group in (*groups, *alike.values()) if len(set().union(*group.values())) > 1]

    def accept_exactly(self, triple: Triple) -> tuple[Acceptance, ...]:
        """Find the synsets that accept by steps 1 and 2."""
        exact = self.facts.synsets_of(self.facts.accepting(triple))
        plain = self.plain.synsets_of(self.plain.accepting(plain_triple(triple))) & ~exact
        steps = (
            Acceptance(Step.EXACT, exact, "has it"),
            Acceptance(Step.PUNCTUATION, plain, "has it but for punctuation"),
        )
        return tuple(step for step in steps if step.synsets)

    def accept_loosely(self, triple: Triple) -> Iterator[Acceptance]:
        """Find the synsets that accept by steps 3 and 4."""
        yield from self._reduced(triple)
        plain = plain_triple(triple)
        for facts, words, spelled in ((self.facts, triple, "_spelled"), (self.plain, plain, "_spelled_plain")):
            synsets = _containing(facts, words)
            if synsets and getattr(self, spelled).accepting((tuple("".join(map("".join, words)).lower()),), "C"):
                yield Acceptance(Step.WORDS, synsets, "accepts it as a fact whose words are parted elsewhere")

    def _reduced(self, triple: Triple) -> Iterator[Acceptance]:
        subject, relation, object_ = self.facts.slots(triple)
        for slot, others_accepting in ((SUBJECT, relation & object_), (OBJECT, relation & subject)):
            if not others_accepting:
                continue
            argument = " ".join(triple[slot])
            for words in dict.fromkeys(reductions(argument, self.related)):
                reduced = (*triple[:slot], words, *triple[slot + 1 :])
                synsets = self.facts.synsets_of(self.facts.accepting(reduced))
                if synsets:
                    how = f"has it with the {SLOTS[slot]} {argument!r} reduced to {' '.join(words)!r}"
                    yield Acceptance(Step.REDUCED, synsets, how)

    # A fact without borders between slots and words, and in lower case.
    @cached_property
    def _spelled(self) -> Facts:
        return Facts(self.synsets, _letters)

    @cached_property
    def _spelled_plain(self) -> Facts:
        return Facts(self.synsets, _plain_letters)


def _letters(text: str) -> str:
    return "".join(text.split()).lower()


def _plain_words(text: str) -> list[str]:
    return without_punctuation(text).split()


def _plain_letters(text: str) -> str:
    return _letters(without_punctuation(text))


def _containing(facts: Facts, triple: Triple) -> int:
    """Find the synsets that have the relation and an argument, and all required words of the other argument."""
    subject, relation, object_ = map(facts.synsets_of, facts.slots(triple))
    synsets = 0
    for number in bits(relation & (subject | object_)):
        slots = [slot for slot, other in ((OBJECT, subject), (SUBJECT, object_)) if other >> number & 1]
        if any(set(row[slot].required) <= set(triple[slot]) for slot in slots for row in facts.synsets[number]):
            synsets |= 1 << number
    return synsets


def plain_triple(triple: Triple) -> Triple:
    """Remove punctuation from a triple, and with it tokens of nothing else."""
    return tuple([tuple(without_punctuation(" ".join(tokens)).split()) for tokens in triple])


def strings(pattern: Pattern) -> set[str]:
    """Write a slot with all its optional words and with none; the empty string is left out."""
    return {" ".join(tokens) for tokens in (pattern.symbols, pattern.required) if tokens}


def _sides(*sides: Iterable[str]) -> Related:
    group: Related = {}
    for side, texts in enumerate(sides):
        for text in texts:
            group.setdefault(text, set()).add(side)
    return group


def reductions(argument: str, related: Iterable[Related]) -> Iterator[Tokens]:
    """Omit one of two related strings, with or without *and* and commas; an empty result is skipped."""
    for group in related:
        contained = {text: members for text, members in group.items() if text in argument}
        for text, members in contained.items():
            if any(text != other and len(members | theirs) > 1 for other, theirs in contained.items()):
                rest = argument.replace(text, "")
                for tokens in (rest.split(), rest.replace(",", "").split()):
                    for words in (tokens, [word for word in tokens if word != "and"]):
                        if words:
                            yield tuple(words)


MOST_SYNSETS = 2
"""The most synsets that one extraction can count for."""


def triple_of(extraction: Extraction) -> Triple:
    """Split subject, relation and object into tokens; arguments after the second are dropped."""
    subject, object_ = (*extraction.arguments, "", "")[:2]
    return tuple(subject.split()), tuple(extraction.relation.split()), tuple(object_.split())


class Verdict(NamedTuple):
    """An extraction's acceptances, and the indices of the synsets that it is credited with."""

    accepted: tuple[Acceptance, ...]
    credited: tuple[int, ...]
    claimed: int | None = None
    """The synset that it claims by steps 3 and 4; a later extraction may take it."""


class FLGold:
    """A sentence's gold, prepared for BenchIE-FL's rule."""

    def __init__(self, annotation: Annotation) -> None:
        self.annotation = annotation
        self.steps = AcceptanceSteps(annotation.synsets)
        self._last: tuple[list[Triple], list[Verdict]] | None = None

    def judge(self, triples: list[Triple]) -> list[Verdict]:
        """Judge extractions; the last result is cached, since a score and its explanation need the same."""
        if self._last is None or self._last[0] != triples:
            self._last = triples, judge(triples, self.steps)
        return self._last[1]


def judge(triples: Sequence[Triple], steps: AcceptanceSteps) -> list[Verdict]:
    """Credit extractions, in order.

    An extraction that matches synsets exactly (steps 1 and 2) takes those that no earlier extraction has taken. Any
    other claims the first synset that accepts it and that no extraction matches exactly; the last claim counts.
    """
    exact = [steps.accept_exactly(triple) for triple in triples]
    matched = [_union(accepted) for accepted in exact]
    any_exact = taken = 0
    for synsets in matched:
        any_exact |= synsets
    verdicts, claims = [], {}
    for number, (triple, accepted, own) in enumerate(zip(triples, exact, matched, strict=True)):
        if own:
            verdicts.append(Verdict(accepted, tuple(bits(own & ~taken))))
            taken |= own
            continue
        loosely_accepted = tuple(steps.accept_loosely(triple))
        free = _union(loosely_accepted) & ~any_exact
        first = next(bits(free), None)
        if first is not None:
            claims[first] = number
        verdicts.append(Verdict(loosely_accepted, (), first))
    return [
        verdict._replace(credited=(verdict.claimed,))
        if verdict.claimed is not None and claims[verdict.claimed] == number
        else verdict
        for number, verdict in enumerate(verdicts)
    ]


def _union(accepted: Iterable[Acceptance]) -> int:
    synsets = 0
    for acceptance in accepted:
        synsets |= acceptance.synsets
    return synsets


@dataclass(frozen=True)
class BenchIEFL(FactRule):
    """Precision: credited extractions among all. Recall: credited synsets among all, at most two per extraction."""

    name: str = field(default="", compare=False)
    normaliser: FMeasure = field(default_factory=FMeasure)

    nary = "drop"

    def __str__(self) -> str:
        return f"F[first of {', '.join(Step)}; one extraction a synset]"

    def latex(self) -> str:
        steps = r",\ ".join(Step)
        return rf"\mathrm{{F}}[\mathrm{{first\ of\ {steps};\ one\ extraction\ a\ synset}}]"

    def choices(self) -> list[str]:
        return [
            f"steps:{'+'.join(Step)}",
            "strings:all_or_no_optional",
            "contains:substring",
            f"synsets:{MOST_SYNSETS}",
            "contested:last",
            "avg:micro",
            self.normaliser.signature,
        ]

    def prepare(self, annotation: Annotation) -> FLGold:
        return FLGold(annotation)

    def score(self, predicted: Sequence[Extraction], gold: FLGold, *, time_limit: float | None = None) -> k.Score:
        verdicts = gold.judge(list(map(triple_of, predicted)))
        credited = [len(verdict.credited) for verdict in verdicts]
        return k.Score(
            sum(map(bool, credited)),
            len(credited),
            sum(min(MOST_SYNSETS, count) for count in credited),
            len(gold.annotation.synsets),
            self.normaliser,
            None,
            lambda: align_synsets(predicted, [verdict.credited for verdict in verdicts], gold.annotation.synsets),
        )

    def rulings(self, predicted: Sequence[Extraction], gold: FLGold) -> list[Ruling]:
        """Explain which step accepted each extraction, or which other extraction has its synset."""
        return [_ruling(verdict, gold) for verdict in gold.judge(list(map(triple_of, predicted)))]


def _ruling(verdict: Verdict, gold: FLGold) -> Ruling:
    if verdict.credited:
        return Ruling(True, verdict.credited, _how(verdict.credited[0], verdict.accepted, gold))
    index = verdict.claimed
    if index is not None:
        reason = f"{_how(index, verdict.accepted, gold)}, but a later extraction takes that synset"
    elif verdict.accepted:
        index = next(bits(_union(verdict.accepted)))
        exact = verdict.accepted[0].step in (Step.EXACT, Step.PUNCTUATION)
        who = (
            "an earlier extraction has taken that synset" if exact else "another extraction matches that synset exactly"
        )
        reason = f"{_how(index, verdict.accepted, gold)}, but {who}"
    else:
        return Ruling(False)
    return Ruling(False, (index,), reason)


def _how(index: int, accepted: Iterable[Acceptance], gold: FLGold) -> str:
    how = next(acceptance.how for acceptance in accepted if acceptance.synsets >> index & 1)
    return f"synset {gold.annotation.synsets[index].id} {how}"


BENCHIE_FL = BenchIEFL().named("benchie_fl")


BENCHIE_FL_ON_FACTS = rule_metric(BENCHIE_FL, "BenchIE-FL")
