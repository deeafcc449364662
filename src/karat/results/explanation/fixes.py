"""What would pay: the score that a system would have without each cause of mistakes.

Nothing is estimated. The extractions with a cause are repaired, left out or added, and their sentences are scored again
by the metric itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from karat.algebra import Score
from karat.metrics.oie.benchie import Credit, FactGold
from karat.metrics.oie.people.steps import KEPT
from karat.model import Extraction, Fact
from karat.one_line import one_line, paragraph
from karat.results.explanation.causes import (
    LEFT_OUT,
    OF_FACTS,
    Cause,
    CauseFinder,
    MissedFact,
    SentenceCauses,
    WrongExtraction,
)
from karat.results.explanation.judging import FactJudge
from karat.results.explanation.verdicts import Verdict
from karat.results.garbage_collection import garbage_collection_paused
from karat.results.statistics.estimate import format_value
from karat.results.verdict_files.sample import Sample

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
    wrong: tuple[WrongExtraction, ...]
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
    def wrong(self) -> tuple[WrongExtraction, ...]:
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
        wrong: tuple[WrongExtraction, ...],
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


def extractions_by_sentence(verdicts: Iterable[Verdict]) -> dict[str, list[Extraction]]:
    """Collect a system's extractions from its verdicts."""
    by_sentence: dict[str, list[Extraction]] = {}
    for verdict in verdicts:
        by_sentence.setdefault(verdict.sentence, []).append(verdict.extraction)
    return by_sentence
