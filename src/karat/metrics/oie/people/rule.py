"""People's measure: BenchIE's facet P, which accepts an extraction by named steps, as people do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import ClassVar, NamedTuple

from karat import algebra as k
from karat.algebra.scores.normaliser import CoveredF
from karat.metrics.oie.facts import OBJECT, RELATION, SUBJECT, Facts
from karat.metrics.oie.oie_metric import FactRule, Ruling, align_synsets
from karat.metrics.oie.people.factuality import (
    NO_SIGNS,
    Sign,
    Signs,
    adds_negation,
    leave_out,
    marked_signs,
    worded_signs,
)
from karat.metrics.oie.people.looser_steps import Acceptance, accept_loosely
from karat.metrics.oie.people.spelled import SpelledFacts, SpelledText, SpelledTriple, spell_text, spell_triple
from karat.metrics.oie.people.spelling import is_spaced, speller
from karat.metrics.oie.people.steps import KEPT, PeopleStep, steps_named
from karat.metrics.oie.slots import CACHE_SIZE, Tokens, bits
from karat.model import Annotation, Extraction

Key = tuple[str, str, str, Signs]
"""What repeated extractions have in common."""


class Verdict(NamedTuple):
    """The synsets that an extraction is credited with, and those that a better extraction takes from it."""

    triple: SpelledTriple
    signs: Signs = NO_SIGNS
    spelled: frozenset[int] = frozenset()
    """The synsets that accept its spelling."""
    looser: tuple[Acceptance, ...] = ()
    outdone: tuple[Acceptance, ...] = ()
    """The looser acceptances that do not count, since another extraction states the fact better."""
    unmarked: frozenset[int] = frozenset()
    """The synsets that have its words, but not its polarity or modality."""
    unworded: Signs = NO_SIGNS
    """The signs that its marks express and its words do not; the facts that accept it express them in words."""

    @property
    def credited(self) -> frozenset[int]:
        return self.spelled or frozenset(acceptance.synset for acceptance in self.looser)


class PeopleGold:
    """A sentence's gold, prepared for people's measure under some steps."""

    def __init__(self, annotation: Annotation, steps: Iterable[PeopleStep]) -> None:
        self.annotation = annotation
        self.steps = frozenset(steps)
        self.spell = speller(self.steps, is_spaced(annotation.sentence.text))
        self._facts = {(NO_SIGNS, NO_SIGNS): (SpelledFacts(annotation.synsets, self.spell), -1)}
        """By marked signs and those not in words: all facts without words for the latter; the facts with the former."""
        self._alone: dict[Key, Verdict] = {}
        """Verdicts without regard to other extractions; systems share many."""
        self._last: tuple[list[Extraction], list[Verdict], list[int]] | None = None

    # Computed lazily: only explanations need it.
    @cached_property
    def exact(self) -> Facts:
        """The facts as BenchIE compares them."""
        return Facts(self.annotation.synsets)

    @cached_property
    def sentence(self) -> SpelledText:
        return spell_text(self.annotation.sentence.text, self.spell)

    def judge(self, extractions: Sequence[Extraction]) -> tuple[list[Verdict], list[int]]:
        """Judge extractions, each once: return the verdicts, and the number of each extraction's verdict.

        The last result is cached, since a score and its explanation need the same.
        """
        extractions = list(extractions)
        last = self._last
        if last is None or last[0] != extractions:
            last = self._last = extractions, *self._judge_together(extractions)
        return last[1], last[2]

    def _judge_together(self, extractions: Iterable[Extraction]) -> tuple[list[Verdict], list[int]]:
        numbers: dict[Key, int] = {}
        distinct: list[tuple[Extraction, SpelledTriple, Signs]] = []
        verdict_of: list[int] = []
        for extraction in extractions:
            triple = spell_triple(extraction, self.spell)
            signs = marked_signs(extraction) if PeopleStep.FACTUALITY in self.steps else NO_SIGNS
            key = (triple[0].letters, triple[1].letters, triple[2].letters, signs)
            number = numbers.setdefault(key, len(distinct))
            if number == len(distinct):
                distinct.append((extraction, triple, signs))
            # Repetitions may be divided differently; which one is judged must not depend on their order.
            elif triple != distinct[number][1] and _division(triple) > _division(distinct[number][1]):
                distinct[number] = extraction, triple, signs
            verdict_of.append(number)
        verdicts = [self._find_verdict(*each) for each in distinct]
        if PeopleStep.CONTEXT in self.steps and any(verdict.looser for verdict in verdicts):
            verdicts = list(prefer_better(verdicts, self.sentence.letters))
        return verdicts, verdict_of

    def _find_verdict(self, extraction: Extraction, triple: SpelledTriple, signs: Signs) -> Verdict:
        written = (*extraction.triple, signs)  # reasons quote the system's own words
        verdict = self._alone.get(written)
        if verdict is None:
            if len(self._alone) >= CACHE_SIZE:
                self._alone.clear()
            verdict = self._alone[written] = self._judge_alone(extraction, triple, signs)
        return verdict

    def _judge_alone(self, extraction: Extraction, triple: SpelledTriple, signs: Signs) -> Verdict:
        """Judge an extraction by itself; its words may repeat what its marks express, or add to it."""
        if not signs:
            return self._judge_words(triple, *self._facts_saying(NO_SIGNS, NO_SIGNS))
        verdict = Verdict(triple, signs)
        for unworded in dict.fromkeys((signs - worded_signs(extraction.triple), signs)):
            found = self._judge_words(triple, *self._facts_saying(signs, unworded))
            found = found._replace(signs=signs, unworded=unworded)
            if found.credited:
                return found
            verdict = verdict if verdict.unmarked else found
        return verdict

    def _judge_words(self, triple: SpelledTriple, facts: SpelledFacts, allowed: int) -> Verdict:
        if not facts.column(RELATION).accepting(triple[RELATION].letters):
            return Verdict(triple)
        accepting = facts.accepting(tuple([text.letters for text in triple]))
        if accepting & allowed:
            return Verdict(triple, spelled=frozenset(bits(facts.synsets_of(accepting & allowed))))
        looser: dict[int, Acceptance] = {}
        for acceptance in accept_loosely(triple, facts, allowed, self.steps, self.sentence):
            if PeopleStep.FACTUALITY in self.steps and adds_negation(acceptance.added):
                continue
            other = looser.get(acceptance.synset)
            if other is None or len(acceptance.added) < len(other.added):
                looser[acceptance.synset] = acceptance
        return Verdict(triple, looser=tuple(looser.values()), unmarked=frozenset(bits(facts.synsets_of(accepting))))

    def _facts_saying(self, signs: Signs, unworded: Signs) -> tuple[SpelledFacts, int]:
        """Remove the words for ``unworded`` signs from all facts; also select the facts that express ``signs``."""
        if (signs, unworded) not in self._facts:
            facts = [fact for synset in self.annotation.synsets for fact in synset.facts]
            left = [leave_out(fact, unworded) for fact in facts]
            allowed = sum(
                1 << number
                for number, (fact, (_, said)) in enumerate(zip(facts, left, strict=True))
                if signs <= said | worded_signs(" ".join(slot.words) for slot in fact) - unworded
            )
            rest = (fact for fact, _ in left)
            synsets = [replace(each, facts=tuple(islice(rest, len(each.facts)))) for each in self.annotation.synsets]
            self._facts[signs, unworded] = SpelledFacts(synsets, self.spell), allowed
        return self._facts[signs, unworded]


def prefer_better(verdicts: Sequence[Verdict], sentence: str) -> Iterator[Verdict]:
    """Credit each synset to one extraction that is accepted by a looser step, and to none if one has its spelling.

    That is the one whose arguments are phrases of the sentence, given as letters, then the shortest, then the first in
    alphabetical order, then the one without marks. The order of the extractions does not matter.
    """
    spelled = frozenset().union(*(verdict.spelled for verdict in verdicts))
    best: dict[int, SpelledTriple] = {}
    looser = [verdict for verdict in verdicts if verdict.looser]
    for verdict in sorted(looser, key=lambda verdict: _distance(verdict, sentence)):
        for acceptance in verdict.looser:
            best.setdefault(acceptance.synset, verdict.triple)
    for verdict in verdicts:
        if verdict.looser:
            won = {synset for synset, triple in best.items() if synset not in spelled and triple is verdict.triple}
            verdict = verdict._replace(
                looser=tuple(each for each in verdict.looser if each.synset in won),
                outdone=tuple(each for each in verdict.looser if each.synset not in won),
            )
        yield verdict


def _distance(verdict: Verdict, sentence: str) -> tuple[bool, int, list[str], list[str]]:
    letters = [text.letters for text in verdict.triple]
    is_in_sentence = letters[SUBJECT] in sentence and letters[OBJECT] in sentence
    size = sum(len(text.words) for text in verdict.triple)
    return not is_in_sentence, size, letters, sorted(sign.value for sign in verdict.signs)


def _division(triple: SpelledTriple) -> tuple[int, list[Tokens], int, list[Tokens]]:
    """Rank how an extraction is divided: the more words the better, then the less punctuation."""
    words, pieces = [text.words for text in triple], [text.pieces for text in triple]
    return sum(map(len, words)), words, -sum(map(len, pieces)), pieces


@dataclass(frozen=True)
class PeopleRule(FactRule):
    """Count extractions that people would accept; an extraction that is repeated counts once.

    A synset counts once, however many extractions are credited with it, as in BenchIE's other facets.
    """

    name: str = field(default="", compare=False)
    reads_marks: ClassVar[bool] = True
    steps: tuple[PeopleStep, ...] = KEPT
    normaliser: CoveredF = field(default_factory=CoveredF)

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", steps_named(self.steps))

    def __str__(self) -> str:
        return f"F[exact slots{''.join(f', {step}' for step in self.steps)}; repetitions once]"

    def latex(self) -> str:
        steps = "".join(rf",\ {step}" for step in self.steps)
        return rf"\mathrm{{F}}[\mathrm{{exact\ slots{steps};\ repetitions\ once}}]"

    def choices(self) -> list[str]:
        return [
            f"steps:{'+'.join(self.steps) or 'none'}",
            "credit:all",
            "repeats:dropped",
            "avg:micro",
            self.normaliser.signature,
        ]

    def prepare(self, annotation: Annotation) -> PeopleGold:
        return PeopleGold(annotation, self.steps)

    def score(self, predicted: Sequence[Extraction], gold: PeopleGold, *, time_limit: float | None = None) -> k.Score:
        verdicts, _ = gold.judge(predicted)
        return k.Score(
            sum([bool(verdict.credited) for verdict in verdicts]),
            len(verdicts),
            len(_covered(verdicts)),
            len(gold.annotation.synsets),
            self.normaliser,
            None,
            lambda: self._alignment(predicted, gold),
        )

    def _alignment(self, predicted: Sequence[Extraction], gold: PeopleGold) -> k.Alignment:
        verdicts, verdict_of = gold.judge(predicted)
        distinct = [predicted[index] for index in _firsts(verdict_of)]
        return align_synsets(distinct, [sorted(verdict.credited) for verdict in verdicts], gold.annotation.synsets)

    def rulings(self, predicted: Sequence[Extraction], gold: PeopleGold) -> list[Ruling]:
        """Explain which step accepted each extraction, or why none did; a repetition has the ruling of the first."""
        verdicts, verdict_of = gold.judge(predicted)
        rulings = [_ruling(verdict, gold) for verdict in verdicts]
        firsts = _firsts(verdict_of)
        return [
            rulings[number] if firsts[number] == index else _as_repetition(rulings[number])
            for index, number in enumerate(verdict_of)
        ]


def _firsts(verdict_of: Sequence[int]) -> list[int]:
    """Find the first extraction with each verdict; verdicts are numbered as they come."""
    firsts: list[int] = []
    for index, number in enumerate(verdict_of):
        if number == len(firsts):
            firsts.append(index)
    return firsts


def _covered(verdicts: Iterable[Verdict]) -> frozenset[int]:
    return frozenset().union(*(verdict.credited for verdict in verdicts))


def _as_repetition(ruling: Ruling) -> Ruling:
    reason = f"{ruling.reason}; a repetition, counted once" if ruling.reason else "a repetition, counted once"
    return replace(ruling, reason=reason)


def _ruling(verdict: Verdict, gold: PeopleGold) -> Ruling:
    synsets = gold.annotation.synsets
    credited = tuple(sorted(verdict.credited))
    if verdict.spelled:
        have = _name_synsets([synsets[number].id for number in credited])
        if verdict.unworded:
            said = f"{have} it, and in words what its {_name_marks(verdict.unworded)} says"
            return Ruling(True, credited, f"accepted by people's measure: {said}")
        if gold.exact.accepting(tuple([text.tokens for text in verdict.triple])):
            return Ruling(True, credited, f"{have} it")
        return Ruling(True, credited, f"accepted by people's measure: {have} it in another spelling")
    if verdict.looser:
        by_number = sorted(verdict.looser, key=lambda acceptance: acceptance.synset)
        how = "; ".join(f"{each.how} (synset {synsets[each.synset].id})" for each in by_number)
        if verdict.unworded:
            how = f"{how}; its {_name_marks(verdict.unworded)} is said there in words"
        return Ruling(True, credited, f"accepted by people's measure: {how}")
    if verdict.outdone:
        first = min(verdict.outdone, key=lambda acceptance: acceptance.synset)
        reason = (
            f"synset {synsets[first.synset].id} would accept it ({first.how}), "
            "but another extraction states that fact better"
        )
        return Ruling(False, (first.synset,), reason)
    if verdict.unmarked:
        first_synset = min(verdict.unmarked)
        reason = f"synset {synsets[first_synset].id} has these words, but not this polarity or modality"
        return Ruling(False, (first_synset,), reason)
    return Ruling(False)


def _name_synsets(ids: Sequence[str]) -> str:
    if len(ids) == 1:
        return f"synset {ids[0]} has"
    return f"synsets {', '.join(ids[:-1])} and {ids[-1]} have"


def _name_marks(signs: Signs) -> str:
    names = {Sign.NEGATION: "negative polarity", Sign.POSSIBILITY: "modality"}
    return " and ".join(name for sign, name in names.items() if sign in signs)


PEOPLE = PeopleRule().named("people")
"""Facet P."""
