"""The solved sentences that a prompt shows: drawn by seed, never from the clique of the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Literal

from karat.errors import FormatError, InputError
from karat.formats import read_items
from karat.formats.format import KINDS
from karat.metrics.oie.carb import sentence_key
from karat.model import Clique, Sentence, TupleAnnotation
from karat.systems.drawing import shuffle

Draw = Literal["clique", "each", "shared"]
"""Which questions share demonstrations: those of a clique, none, or all of a run."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A solved sentence, and its clique if it is from one."""

    annotation: TupleAnnotation
    clique: str | None = None

    @property
    def id(self) -> str:
        return self.annotation.sentence.id

    @property
    def key(self) -> str:
        """The sentence's text as CaRB compares it."""
        return sentence_key(self.annotation.sentence.text)


def pool_of(cliques: Iterable[Clique]) -> list[Demonstration]:
    """Take the originals that have tuples."""
    return [
        Demonstration(TupleAnnotation(clique.members[0].sentence, clique.members[0].extractions), clique.id)
        for clique in cliques
        if clique.members[0].extractions
    ]


def read_pool(paths: Iterable[Path]) -> list[Demonstration]:
    """Read demonstrations from files of gold tuples, or the originals of files of cliques.

    Their ids become ``file:id``, since they are unrelated to those of the questions; whether a demonstration belongs to
    a question's clique is decided by its text.
    """
    return [
        Demonstration(replace(solved, sentence=replace(solved.sentence, id=f"{path.stem}:{solved.sentence.id}")))
        for path in paths
        for solved in _read_solved(path)
        if solved.extractions
    ]


def _read_solved(path: Path) -> Iterator[TupleAnnotation]:
    for item in read_items(path):
        if isinstance(item, Clique):
            yield TupleAnnotation(item.members[0].sentence, item.members[0].extractions)
        elif isinstance(item, TupleAnnotation):
            yield item
        else:
            raise FormatError(path, None, "gold tuples or cliques", KINDS[type(item)])


class Demonstrations:
    """A pool of demonstrations, the seed, and which questions share a draw.

    With ``shared``, one set is drawn for all questions, and the cliques it comes from are not asked about: the most
    literal reading of the paper. With ``clique``, each clique has its own set, so that the prompts of its sentences
    differ in the question alone; with ``each``, every sentence has its own. These two ask about all cliques.
    """

    def __init__(self, pool: Sequence[Demonstration], seed: int = 0, draw: Draw = "clique") -> None:
        self.pool = _distinct(pool)
        self.seed = seed
        self.draw: Draw = draw
        self._keys = [each.key for each in self.pool]

    def leak(self, clique: Clique, demonstrations: Iterable[Demonstration]) -> list[Demonstration]:
        """Find the demonstrations from this clique, by its id or by the text of one of its sentences."""
        texts = {sentence_key(member.sentence.text) for member in clique.members}
        return [each for each in demonstrations if each.clique == clique.id or each.key in texts]

    def asked(self, cliques: Sequence[Clique], most: int) -> list[Clique]:
        """Drop the cliques that the shared demonstrations come from, whatever their number.

        So all rows of a table are over the same questions.
        """
        if self.draw != "shared":
            return list(cliques)
        shown = self._first(self.pool, most, "all questions", "shared")
        remaining = [clique for clique in cliques if not self.leak(clique, shown)]
        if not remaining:
            raise InputError(
                f"demonstrations: expected a clique that none of the {most} shared ones is from, found none"
            )
        return remaining

    def of(self, clique: Clique, sentence: Sentence, count: int) -> list[Demonstration]:
        """Draw the demonstrations of a question; a smaller count gives the first of a larger one."""
        if self.draw == "shared":
            return self._first(self.pool, count, "all questions", "shared")
        texts = {sentence_key(member.sentence.text) for member in clique.members}
        others = [
            demonstration
            for demonstration, key in zip(self.pool, self._keys, strict=True)
            if demonstration.clique != clique.id and key not in texts
        ]
        name = clique.id if self.draw == "clique" else sentence.id
        return self._first(others, count, f"clique {clique.id!r}", self.draw, name)

    def _first(self, pool: Sequence[Demonstration], count: int, whose: str, *key: str) -> list[Demonstration]:
        if len(pool) < count:
            raise InputError(f"demonstrations for {whose}: expected {count} sentences with tuples, found {len(pool)}")
        return list(islice(shuffle(pool, self.seed, *key), count))


def _distinct(pool: Sequence[Demonstration]) -> list[Demonstration]:
    """Keep the first demonstration of each text, so that no prompt shows a sentence twice."""
    by_text: dict[str, Demonstration] = {}
    for demonstration in pool:
        by_text.setdefault(demonstration.key, demonstration)
    return list(by_text.values())
