"""What would pay: the score that a system would have without each cause of mistakes, and two systems head to head.

Nothing is estimated. The extractions with a cause are repaired, left out or added, and their sentences are scored again
by the metric itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from karat.algebra import Score
from karat.errors import InputError
from karat.metrics.oie.benchie import Credit, FactGold
from karat.metrics.oie.people.steps import KEPT
from karat.model import Extraction, Fact, Sentence, Synset
from karat.one_line import one_line, paragraph
from karat.results.explanation.causes import LEFT_OUT, OF_FACTS, Cause
from karat.results.explanation.explanation import Explanation
from karat.results.explanation.judging import FactJudge
from karat.results.explanation.missed_facts import CauseFinder, MissedFact, SentenceCauses
from karat.results.garbage_collection import garbage_collection_paused
from karat.results.statistics.estimate import format_value
from karat.results.verdict_files.sample import Sample, of_sample

Remedy = Literal["repair", "leave out", "add"]


@dataclass(frozen=True, slots=True)
class Fix:
    """A cause, how often it occurs, and the score without it.

    ``after`` is the score if all extractions with the cause were replaced by the closest gold fact (*repair*), or left
    out where none is close; for facts that nothing comes close to, if they were extracted (*add*). ``left_out`` is the
    score if the extractions were left out, ``None`` where the cause has none.
    """

    cause: Cause
    remedy: Remedy
    wrong: tuple[Explanation, ...]
    missed: tuple[MissedFact, ...]
    all_wrong: int
    all_missed: int
    before: Score
    after: Score
    left_out: Score | None

    __repr__ = one_line
    _repr_html_ = paragraph

    @property
    def count(self) -> int:
        """The number of wrong extractions, or of missed facts where no extraction is wrong."""
        return len(self.missed) if self.remedy == "add" else len(self.wrong)

    @property
    def unit(self) -> str:
        """What ``count`` counts."""
        noun = "fact" if self.remedy == "add" else "extraction"
        return noun if self.count == 1 else f"{noun}s"

    @property
    def share(self) -> float:
        """The share of the wrong extractions, or of the missed facts, that have the cause."""
        return self.count / (self.all_missed if self.remedy == "add" else self.all_wrong)

    @property
    def gain(self) -> float:
        """The difference in F1, in which an undefined F1 counts as 0."""
        return (self.after.f1 or 0.0) - (self.before.f1 or 0.0)

    @property
    def found(self) -> int:
        """How many more gold facts are found; a repair can also give a fact that another extraction finds already."""
        return round(self.after.matched_gold - self.before.matched_gold)

    def __str__(self) -> str:
        return (
            f"{self.cause}: {self.count} {self.unit}, F1 {format_value(self.before.f1)} → {format_value(self.after.f1)}"
        )


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The causes of all of a system's wrong extractions and missed facts, sentence by sentence, and its score.

    If the evaluation keeps a ``sample`` of the sentences only, all of this is about the sample.
    """

    judge: FactJudge
    sentences: tuple[SentenceCauses, ...]
    gold: tuple[FactGold, ...]
    scores: tuple[Score, ...]
    sample: Sample | None = None

    __repr__ = one_line

    @property
    def wrong(self) -> tuple[Explanation, ...]:
        """All wrong extractions."""
        return tuple(each for sentence in self.sentences for each in sentence.wrong)

    @property
    def missed(self) -> tuple[MissedFact, ...]:
        """All missed facts."""
        return tuple(each for sentence in self.sentences for each in sentence.missed)

    @property
    def score(self) -> Score:
        """The score of the extractions as they are."""
        return _total(self.scores)

    @garbage_collection_paused()
    def fixes(self) -> tuple[Fix, ...]:
        """Measure what each cause costs, the largest gain in F1 first; of equal gains the larger count."""
        wrong, missed = self.wrong, self.missed
        causes = {each.cause for each in wrong} | {each.cause for each in missed}
        before = self.score
        fixes = [
            self._fix(
                cause,
                tuple(each for each in wrong if each.cause is cause),
                tuple(each for each in missed if each.cause is cause),
                before,
                (len(wrong), len(missed)),
            )
            for cause in Cause
            if cause in causes
        ]
        return tuple(sorted(fixes, key=lambda fix: (-fix.gain, -fix.count, list(Cause).index(fix.cause))))

    def _fix(
        self,
        cause: Cause,
        wrong: tuple[Explanation, ...],
        missed: tuple[MissedFact, ...],
        before: Score,
        totals: tuple[int, int],
    ) -> Fix:
        left_out = self._changed(cause, _without) if wrong else None
        if cause in OF_FACTS:
            remedy: Remedy = "add"
            after = self._changed(cause, self._with_missed)
        elif cause in LEFT_OUT:
            remedy = "leave out"
            assert left_out is not None, "the cause is one of extractions"
            after = left_out
        else:
            remedy = "repair"
            after = self._changed(cause, _repaired)
        return Fix(cause, remedy, wrong, missed, *totals, before, after, left_out)

    def _changed(self, cause: Cause, change: Callable[[SentenceCauses, Cause], list[Extraction] | None]) -> Score:
        """Score again the sentences in which a cause occurs, after a change of their extractions."""
        scores = []
        for sentence, gold, score in zip(self.sentences, self.gold, self.scores, strict=True):
            extractions = change(sentence, cause)
            scores.append(score if extractions is None else self.judge.score(extractions, gold))
        return _total(scores)

    def _with_missed(self, sentence: SentenceCauses, cause: Cause) -> list[Extraction] | None:
        """Add a form of each missed fact; of its forms, the first that this fact is credited for."""
        added = []
        for each in sentence.missed:
            if each.cause is cause and each.synset.facts:
                forms = list(map(_form, each.synset.facts))
                added.append(next((form for form in forms if self._finds(form, each, sentence)), forms[0]))
        return [*sentence.judged.extractions, *added] if added else None

    def _finds(self, form: Extraction, missed: MissedFact, sentence: SentenceCauses) -> bool:
        (synsets,) = self.judge.judge([form], sentence.judged.gold).credited
        return any(sentence.judged.synsets[index] is missed.synset for index in synsets)


def _form(fact: Fact) -> Extraction:
    """Write a fact as an extraction, without its optional words."""
    subject, relation, object_ = (" ".join(slot.required) for slot in fact)
    return Extraction(relation, (subject, object_))


def _without(sentence: SentenceCauses, cause: Cause) -> list[Extraction] | None:
    """Leave out the extractions with a cause; ``None`` if there are none."""
    numbers = {each.number for each in sentence.wrong if each.cause is cause}
    if not numbers:
        return None
    return [each for number, each in enumerate(sentence.judged.extractions) if number not in numbers]


def _repaired(sentence: SentenceCauses, cause: Cause) -> list[Extraction] | None:
    """Repair the extractions with a cause; ``None`` if there are none."""
    repaired = {each.number: each.repaired for each in sentence.wrong if each.cause is cause}
    if not repaired:
        return None
    return [repaired.get(number) or each for number, each in enumerate(sentence.judged.extractions)]


def _total(scores: Sequence[Score]) -> Score:
    first, *others = scores
    return sum(others, start=first)


class GoldFacts:
    """The facts of a benchmark; what is computed for one system is kept for the next."""

    def __init__(self, gold: Iterable[FactGold]) -> None:
        self.gold = tuple(gold)
        self._judges: dict[
            tuple[str, str | None, Credit, tuple[str, ...]], tuple[FactJudge, dict[int, CauseFinder]]
        ] = {}

    @garbage_collection_paused()
    def diagnose(
        self,
        extractions: Mapping[str, Sequence[Extraction]],
        metric: str,
        facet: str | None,
        credit: Credit = "first",
        people_steps: Sequence[str] = KEPT,
    ) -> Diagnosis:
        """Find the causes of a system's mistakes; ``extractions`` are the system's, by sentence id."""
        key = (metric, facet, credit, tuple(people_steps))
        if key not in self._judges:
            self._judges[key] = FactJudge(*key), {}
        judge, finders = self._judges[key]
        sentences, scores = [], []
        for gold in self.gold:
            predicted = extractions.get(gold.sentence.id, ())
            judged = judge.judge(predicted, gold)
            finder = finders.get(id(judged.gold))
            if finder is None:
                finder = CauseFinder(judged.gold)
                if judged.gold is judge.compared(gold):  # not made for this system
                    finders[id(judged.gold)] = finder
            sentences.append(finder.causes(judged))
            scores.append(judge.score(predicted, gold))
        return Diagnosis(judge, tuple(sentences), self.gold, tuple(scores))


@dataclass(frozen=True, slots=True)
class FactOfTwo:
    """A gold fact and what two systems make of it.

    ``found_by_a`` and ``found_by_b`` are the extractions that find it. A system that misses it has the cause and its
    closest extraction in ``missed_by_a`` or ``missed_by_b``.
    """

    sentence: Sentence
    synset: Synset
    found_by_a: tuple[Extraction, ...]
    found_by_b: tuple[Extraction, ...]
    missed_by_a: MissedFact | None
    missed_by_b: MissedFact | None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All gold facts, in the benchmark's order, or those of a ``sample``, under two systems, by one metric."""

    a: str
    b: str
    metric: str
    facet: str | None
    facts: tuple[FactOfTwo, ...]
    sample: Sample | None = None

    __repr__ = one_line
    _repr_html_ = paragraph

    @property
    def both(self) -> tuple[FactOfTwo, ...]:
        """The facts that both systems find."""
        return tuple(fact for fact in self.facts if fact.found_by_a and fact.found_by_b)

    @property
    def only_a(self) -> tuple[FactOfTwo, ...]:
        """The facts that only the first system finds."""
        return tuple(fact for fact in self.facts if fact.found_by_a and not fact.found_by_b)

    @property
    def only_b(self) -> tuple[FactOfTwo, ...]:
        """The facts that only the second system finds."""
        return tuple(fact for fact in self.facts if fact.found_by_b and not fact.found_by_a)

    @property
    def neither(self) -> tuple[FactOfTwo, ...]:
        """The facts that neither system finds."""
        return tuple(fact for fact in self.facts if not fact.found_by_a and not fact.found_by_b)

    @property
    def sentence(self) -> str:
        """The four counts in a sentence."""
        only_a, only_b = len(self.only_a), len(self.only_b)
        facts = "fact" if only_a == 1 else "facts"
        return (
            f"{self.a} finds {only_a} {facts} that {self.b} misses, and {self.b} {only_b} that {self.a} misses; "
            f"both find {len(self.both)}, neither {len(self.neither)}{of_sample(self.sample)}"
        )

    def __str__(self) -> str:
        return self.sentence


def head_to_head(names: tuple[str, str], a: Diagnosis, b: Diagnosis) -> HeadToHead:
    """Compare two systems, diagnosed by the same metric on the same gold, fact by fact."""
    metric = a.judge.metric
    if metric.name == "benchie_hi":
        raise InputError(
            "expected a metric with the same facts for all systems, found benchie_hi, which measures each system by "
            "the cluster that fits it best"
        )
    facts = [
        FactOfTwo(
            of_a.judged.sentence,
            synset,
            _finding(of_a, index),
            _finding(of_b, index),
            _missed_by(of_a, index),
            _missed_by(of_b, index),
        )
        for of_a, of_b in zip(a.sentences, b.sentences, strict=True)
        for index, synset in enumerate(of_a.judged.synsets)
    ]
    return HeadToHead(*names, metric.name, a.judge.facet, tuple(facts), a.sample)


def _finding(sentence: SentenceCauses, index: int) -> tuple[Extraction, ...]:
    judged = sentence.judged
    return tuple(
        extraction for extraction, synsets in zip(judged.extractions, judged.credited, strict=True) if index in synsets
    )


def _missed_by(sentence: SentenceCauses, index: int) -> MissedFact | None:
    synset = sentence.judged.synsets[index]
    return next((each for each in sentence.missed if each.synset is synset), None)
