"""The data behind the examples of a page: every verdict, every missed fact, and which system finds which fact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from karat.errors import InputError
from karat.formats.text.slots import render_slot
from karat.model import Extraction, Fact
from karat.reports.tables.table import printable
from karat.results.evaluation import Evaluation
from karat.results.explanation.causes import CAUSES
from karat.results.explanation.explanation import Explanation, explain_verdict
from karat.results.explanation.fixes import Diagnosis
from karat.results.explanation.missed_facts import MissedFact, SentenceCauses
from karat.results.explanation.slot_differences import Mark, SlotDifference, describe_differences
from karat.results.explanation.verdicts import Verdict, evenly_spaced
from karat.results.system_result import SystemResult

SIGNS = {Mark.SAME: "=", Mark.OPTIONAL: "?", Mark.EXTRA: "+", Mark.MISSING: "-"}
KINDS = [cause.value for cause in CAUSES]
REASON = 6
"""The place of the reason in the row of an example; behind it comes why people would accept it."""

Key = TypeVar("Key")


class Numbers(dict[Key, int]):
    """Numbers keys in the order in which they are first asked for."""

    def __missing__(self, key: Key) -> int:
        self[key] = len(self)
        return self[key]


@dataclass(frozen=True, slots=True)
class SystemExamples:
    """What is shown of one system in one sentence: extractions, with their numbers, and missed facts.

    ``accepted`` says by their numbers why wrong extractions are right as people judge.
    """

    shown: list[tuple[int, Explanation]] = field(default_factory=list)
    accepted: dict[int, str] = field(default_factory=dict)
    causes: list[SentenceCauses] = field(default_factory=list)
    missed: list[MissedFact] = field(default_factory=list)


class ExampleData:
    """What the scripts of a page need, sentence by sentence, so that equal words are close together and compress well.

    Each text is kept once, and rows refer to it by number:

    - ``examples``: system, sentence, fact, right (1 or 0), kind, slots, reason, and, where it is wrong by exact
      matching but right by facet P, the reason for that;
    - ``gold``: sentence, fact, then for each system that finds it its number and that of the example, or −1;
    - ``missed``: system, gold, fact, kind, and the closest extraction: the number of an example, slots, or nothing.

    Slots are words, each with a sign before it: ``=`` shared, ``?`` optional, ``+`` too many, ``-`` wanting. At most
    ``most`` extractions and as many missed facts of each system are kept, evenly spaced.
    """

    def __init__(
        self, evaluation: Evaluation, diagnoses: Mapping[str, Diagnosis | None], most: int | None = None
    ) -> None:
        self.evaluation = evaluation
        self.most = most
        self.examples: list[list[Any]] = []
        self.gold: list[list[int]] = []
        self.missed: list[list[Any]] = []
        self._facts: Numbers[str] = Numbers()
        self._same_gold = True
        self.undiagnosed = [name for name, diagnosis in diagnoses.items() if diagnosis is None]
        self._sentences: list[tuple[str, str]] = []
        assert evaluation.grounds is not None, "examples are for evaluations that keep their sentences"
        collected = _by_sentence(evaluation, diagnoses, most)
        for sentence in evaluation.grounds.sentences:
            if sentence.id in collected:
                self._add_sentence(len(self._sentences), collected[sentence.id])
                self._sentences.append((sentence.id, sentence.text))

    @property
    def comparable(self) -> bool:
        """Whether two systems can be compared fact by fact: there are several, with the same gold facts."""
        return len(self.evaluation) > 1 and bool(self.gold) and self._same_gold and not self.undiagnosed

    @property
    def has_accepted(self) -> bool:
        """Whether facet P accepts an extraction that is wrong by exact matching."""
        return any(len(example) > REASON + 1 for example in self.examples)

    def _add_sentence(self, sentence: int, systems: dict[int, SystemExamples]) -> None:
        gold: dict[str, int] = {}
        for system, shown in systems.items():
            rows: dict[int | None, int] = {}
            for number, extraction in shown.shown:
                rows[number] = len(self.examples)
                accepted = shown.accepted.get(number)
                self.examples.append(
                    [*self._example(system, sentence, extraction), *([] if accepted is None else [accepted])]
                )
            for causes in shown.causes:
                self._add_gold(system, sentence, causes, rows, gold)
            numbers = {id(each.extraction): each.number for causes in shown.causes for each in causes.wrong}
            self.missed += [
                self._missed(system, gold[str(fact.synset.id)], fact, rows.get(numbers.get(id(fact.extraction), -1)))
                for fact in shown.missed
            ]

    def _example(self, system: int, sentence: int, shown: Explanation) -> list[Any]:
        _, fact, differences = shown.target
        kind = None if shown.cause is None else KINDS.index(shown.cause)
        reason = shown.reason.partition(": ")[2]
        if shown.near_miss is not None and fact is not None:
            reason = describe_differences(differences, fact)
        pattern = None if fact is None else self._number(fact)
        return [system, sentence, pattern, int(shown.correct), kind, _slots(shown.extraction, differences), reason]

    def _add_gold(
        self, system: int, sentence: int, causes: SentenceCauses, rows: Mapping[int | None, int], gold: dict[str, int]
    ) -> None:
        """Add the sentence's facts, and which of them a system finds, by its first extraction that does."""
        judged = causes.judged
        ids = [str(synset.id) for synset in judged.synsets]
        self._same_gold &= not gold or list(gold) == ids
        for id_, synset in zip(ids, judged.synsets, strict=True):
            if id_ not in gold:
                gold[id_] = len(self.gold)
                self.gold.append([sentence, self._number(synset.facts[0]) if synset.facts else -1])
        finders: dict[int, int] = {}
        for number, synsets in enumerate(judged.credited):
            for index in synsets:
                finders.setdefault(index, rows.get(number, -1))
        for index, row in finders.items():
            self.gold[gold[ids[index]]] += [system, row]

    def _missed(self, system: int, gold: int, fact: MissedFact, example: int | None) -> list[Any]:
        pattern = -1 if fact.fact is None else self._number(fact.fact)
        closest: int | list[str] | None = None
        if fact.extraction is not None:
            closest = _slots(fact.extraction, fact.differences)
            if example is not None and self.examples[example][5] == closest:
                closest = example
        return [system, gold, pattern, KINDS.index(fact.cause), closest]

    def _number(self, fact: Fact) -> int:
        return self._facts[" --> ".join(map(render_slot, fact))]

    def to_json(self) -> dict[str, Any]:
        """Return the data as the scripts read them."""
        return {
            "systems": [printable(system.name) for system in self.evaluation],
            "kinds": KINDS,
            "sentences": self._sentences,
            "facts": list(self._facts),
            "examples": self.examples,
            "gold": self.gold,
            "missed": self.missed,
        }


def _by_sentence(
    evaluation: Evaluation, diagnoses: Mapping[str, Diagnosis | None], most: int | None
) -> dict[str, dict[int, SystemExamples]]:
    """Collect what is shown of each sentence and system."""
    assert evaluation.grounds is not None, "examples are for evaluations that keep their sentences"
    collected: dict[str, dict[int, SystemExamples]] = defaultdict(lambda: defaultdict(SystemExamples))
    annotations = evaluation.grounds.by_sentence()
    for number, system in enumerate(evaluation):
        diagnosis = diagnoses[system.name]
        wrong = {} if diagnosis is None else {(each.sentence.id, each.number): each for each in diagnosis.wrong}
        rulings = system.peoples_rulings() or [None] * len(system.verdicts)
        numbered = [(*each, ruling) for each, ruling in zip(_numbered(system.verdicts), rulings, strict=True)]
        for place, verdict, ruling in evenly_spaced(tuple(numbered), most):
            diagnosed = None if verdict.correct else wrong.get((verdict.sentence, place))
            collected[verdict.sentence][number].shown.append(
                (place, diagnosed or explain_verdict(verdict, annotations[verdict.sentence]))
            )
            if ruling is not None and ruling.correct and not verdict.correct:
                collected[verdict.sentence][number].accepted[place] = ruling.reason
        if diagnosis is not None:
            for causes in diagnosis.sentences:
                collected[causes.judged.sentence.id][number].causes.append(causes)
            for fact in evenly_spaced(diagnosis.missed, most):
                collected[fact.sentence.id][number].missed.append(fact)
    return collected


def diagnosis_of(system: SystemResult, most: int | None = None) -> Diagnosis | None:
    """Diagnose a system; ``None`` if it has more extractions than ``most``, or no facts to diagnose it by are kept."""
    if not system.has_facts or (most is not None and system.judged > most):
        return None
    try:
        return system.diagnosis()
    except InputError:  # entities of a file of one's own are not kept
        return None


def kinds_of(rows: Iterable[Sequence[Any]], column: int) -> list[str]:
    """Name the kinds that occur in rows, the most frequent first."""
    counts = Counter(row[column] for row in rows if row[column] is not None)
    return [KINDS[kind] for kind, _ in counts.most_common()]


def _numbered(verdicts: Iterable[Verdict]) -> Iterator[tuple[int, Verdict]]:
    """Number each sentence's extractions from 0."""
    seen: Counter[str] = Counter()
    for verdict in verdicts:
        yield seen[verdict.sentence], verdict
        seen[verdict.sentence] += 1


def _slots(extraction: Extraction, differences: Sequence[SlotDifference]) -> list[str]:
    if not differences:
        return [" ".join(f"={word}" for word in text.split()) for text in extraction.triple]
    return [" ".join(f"{SIGNS[each.mark]}{each.word}" for each in difference.words) for difference in differences]
