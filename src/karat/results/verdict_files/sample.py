"""The sample of sentences whose verdicts and gold facts a large evaluation keeps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.results.evaluation import Evaluation

MOST_SENTENCES = 1_000


@dataclass(frozen=True, slots=True)
class Sample:
    """An evenly spaced sample of a benchmark's sentences; ``of`` is how many there are in all.

    >>> list(Sample(3, 10))
    [0, 3, 6]
    """

    sentences: int
    of: int

    __repr__ = one_line

    @classmethod
    def among(cls, sentences: int, most: int | None = None) -> Sample:
        """Choose at most ``most`` of these many sentences, by default 1,000."""
        return cls(min(MOST_SENTENCES if most is None else most, sentences), sentences)

    @property
    def is_whole(self) -> bool:
        """Whether no sentence is left out."""
        return self.sentences == self.of

    def __iter__(self) -> Iterator[int]:
        """Yield the places of the sentences in the benchmark, counted from 0."""
        return (number * self.of // self.sentences for number in range(self.sentences))

    def within(self, first: int, stop: int) -> list[int]:
        """List the sampled sentences from ``first`` up to ``stop``, counted from ``first``.

        >>> Sample(3, 10).within(2, 7)
        [1, 4]
        """
        if not self.sentences:
            return []
        start, end = (-(-place * self.sentences // self.of) for place in (first, min(stop, self.of)))
        return [number * self.of // self.sentences - first for number in range(start, end)]

    def to_json(self) -> dict[str, Any]:
        """Return the sample as a JSON document."""
        return {"sentences": self.sentences, "of": self.of}

    def __str__(self) -> str:
        """Describe the sample.

        >>> str(Sample(1_000, 100_000))
        '1,000 of 100,000 sentences, evenly spaced'
        """
        return f"{self.sentences:,} of {self.of:,} sentences, evenly spaced"


def of_sample(sample: Sample | None) -> str:
    """Say behind a text that it is about a sample; nothing if there is none.

    >>> f"12 facts missed{of_sample(Sample(1_000, 100_000))}"
    '12 facts missed, in a sample of 1,000 of 100,000 sentences, evenly spaced'
    """
    return "" if sample is None else f", in a sample of {sample}"


def keep_common(evaluations: Sequence[Evaluation]) -> list[Evaluation]:
    """Keep the sentences that all of these evaluations keep, if some of them keep a sample only."""
    kept = [each.grounds for each in evaluations if each.grounds is not None and each.grounds.annotations]
    sample = next((grounds.sample for grounds in kept if grounds.sample is not None), None)
    if sample is None:
        return list(evaluations)
    common = set.intersection(*({sentence.id for sentence in grounds.sentences} for grounds in kept))
    return [_keep(each, common, Sample(len(common), sample.of)) for each in evaluations]


def _keep(evaluation: Evaluation, ids: Collection[str], sample: Sample) -> Evaluation:
    grounds = evaluation.grounds
    if grounds is None or (grounds.sample == sample and len(grounds.annotations) == len(ids)):
        return evaluation
    annotations = tuple(annotation for annotation in grounds.annotations if annotation.sentence.id in ids)
    systems = tuple(
        replace(system, verdicts=tuple(verdict for verdict in system.verdicts if verdict.sentence in ids))
        for system in evaluation
    )
    return replace(evaluation, systems=systems, grounds=replace(grounds, annotations=annotations, sample=sample))
