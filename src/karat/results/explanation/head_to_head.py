"""Head to head of two systems: which gold facts both find, only one of them, or neither."""

from __future__ import annotations

from dataclasses import dataclass

from karat.errors import InputError
from karat.model import Extraction, Sentence, Synset
from karat.one_line import one_line, paragraph
from karat.results.explanation.causes import MissedFact, SentenceCauses
from karat.results.explanation.fixes import Diagnosis
from karat.results.verdict_files.sample import Sample, of_sample


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
            _missed(of_a, synset),
            _missed(of_b, synset),
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


def _missed(sentence: SentenceCauses, synset: Synset) -> MissedFact | None:
    return next((each for each in sentence.missed if each.synset is synset), None)
