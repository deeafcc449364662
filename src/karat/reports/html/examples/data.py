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
from karat.results.explanation.causes import Cause, MissedFact, SentenceCauses, WrongExtraction
from karat.results.explanation.examples import evenly_spaced, examples
from karat.results.explanation.explanation import Explanation
from karat.results.explanation.fixes import Diagnosis
from karat.results.explanation.slot_differences import Mark, SlotDifference
from karat.results.system_result import SystemResult

SIGNS = {Mark.SAME: "=", Mark.OPTIONAL: "?", Mark.EXTRA: "+", Mark.MISSING: "-"}
KINDS = [cause.value for cause in Cause]

Key = TypeVar("Key")


class Numbers(dict[Key, int]):
    """Numbers keys in the order in which they are first asked for."""

    def __missing__(self, key: Key) -> int:
        self[key] = len(self)
        return self[key]


@dataclass(frozen=True, slots=True)
class SystemExamples:
    """What is shown of one system in one sentence; explanations have the extraction's number."""

    explained: list[tuple[int, Explanation]] = field(default_factory=list)
    causes: list[SentenceCauses] = field(default_factory=list)
    missed: list[MissedFact] = field(default_factory=list)


class ExampleData:
    """What the scripts of a page need, sentence by sentence, so that equal words are close together and compress well.

    Each text is kept once, and rows refer to it by number:

    - ``examples``: system, sentence, fact, right (1 or 0), kind, slots, reason;
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
        self._sentences: list[tuple[str, str]] = []
        collected = _by_sentence(evaluation, diagnoses, most)
        assert evaluation.grounds is not None, "examples are for evaluations that keep their sentences"
        for sentence in evaluation.grounds.sentences:
            if sentence.id in collected:
                self._add_sentence(len(self._sentences), collected[sentence.id])
                self._sentences.append((sentence.id, sentence.text))

    @property
    def comparable(self) -> bool:
        """Whether two systems can be compared fact by fact: there are several, with the same gold facts."""
        return len(self.evaluation) > 1 and bool(self.gold) and self._same_gold

    def _add_sentence(self, sentence: int, systems: dict[int, SystemExamples]) -> None:
        gold: dict[str, int] = {}
        for system, shown in systems.items():
            wrong = {each.number: each for causes in shown.causes for each in causes.wrong}
            rows: dict[int, int] = {}
            for number, explanation in shown.explained:
                rows[number] = len(self.examples)
                self.examples.append(self._example(system, sentence, explanation, wrong.get(number)))
            for causes in shown.causes:
                self._add_gold(system, sentence, causes, rows, gold)
            numbers = {id(each.extraction): number for number, each in wrong.items()}
            self.missed += [
                self._missed(system, gold[str(fact.synset.id)], fact, rows.get(numbers.get(id(fact.extraction), -1)))
                for fact in shown.missed
            ]

    def _example(
        self, system: int, sentence: int, explanation: Explanation, wrong: WrongExtraction | None
    ) -> list[Any]:
        if wrong is None or explanation.correct:
            fact, kind, reason = explanation.fact, None, explanation.reason.partition(": ")[2]
            slots = _slots(explanation.extraction, explanation.differences)
        else:
            fact, kind, reason = wrong.fact, KINDS.index(wrong.cause), wrong.reason
            slots = _slots(wrong.extraction, wrong.differences)
        pattern = None if fact is None else self._number(fact)
        return [system, sentence, pattern, int(explanation.correct), kind, slots, reason]

    def _add_gold(
        self, system: int, sentence: int, causes: SentenceCauses, rows: dict[int, int], gold: dict[str, int]
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
    collected: dict[str, dict[int, SystemExamples]] = defaultdict(lambda: defaultdict(SystemExamples))
    explained = examples(evaluation, most)
    for number, system in enumerate(evaluation):
        for (sentence, place), (_, explanation) in zip(evenly_spaced(_places(system), most), explained, strict=False):
            collected[sentence][number].explained.append((place, explanation))
        if (diagnosis := diagnoses[system.name]) is not None:
            for causes in diagnosis.sentences:
                collected[causes.judged.sentence.id][number].causes.append(causes)
            for fact in evenly_spaced(diagnosis.missed, most):
                collected[fact.sentence.id][number].missed.append(fact)
    return collected


def diagnosis_of(system: SystemResult) -> Diagnosis | None:
    """Diagnose a system; ``None`` if the evaluation keeps no facts to diagnose it by."""
    try:
        return system.diagnosis() if system.has_facts else None
    except InputError:  # entities of a file of one's own are not kept
        return None


def kinds_of(rows: Iterable[Sequence[Any]], column: int) -> list[str]:
    """Name the kinds that occur in rows, the most frequent first."""
    counts = Counter(row[column] for row in rows if row[column] is not None)
    return [KINDS[kind] for kind, _ in counts.most_common()]


def _places(system: SystemResult) -> tuple[tuple[str, int], ...]:
    """Number each sentence's extractions, in the order of the verdicts."""
    return tuple(_numbered(verdict.sentence for verdict in system.verdicts))


def _numbered(sentences: Iterable[str]) -> Iterator[tuple[str, int]]:
    seen: Counter[str] = Counter()
    for sentence in sentences:
        yield sentence, seen[sentence]
        seen[sentence] += 1


def _slots(extraction: Extraction, differences: Sequence[SlotDifference]) -> list[str]:
    if not differences:
        return [" ".join(f"={word}" for word in text.split()) for text in extraction.triple]
    return [" ".join(f"{SIGNS[each.mark]}{each.word}" for each in difference.words) for difference in differences]
