"""Which solved sentences a prompt shows: drawn by seed, and never from the clique of the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Literal

from karat.cliques.few_shot.drawing import drawn
from karat.errors import FormatError, InputError
from karat.formats import read_items
from karat.formats.format import KINDS
from karat.metrics.oie.carb import sentence_key
from karat.model import Clique, Sentence, TupleAnnotation

Draw = Literal["clique", "each", "shared"]
"""Who shares demonstrations: the sentences of a clique, none, or all questions of a run."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A solved sentence, the clique it is of where it is of one, and how it is compared with others."""

    annotation: TupleAnnotation
    clique: str | None = None

    @property
    def id(self) -> str:
        """The sentence's id."""
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
    """Read demonstrations from files of gold tuples, or of cliques, whose originals they are then.

    Their ids become ``file:id``, since another file's mean nothing beside those of the questions; what belongs to a
    question's clique is known by its text.
    """
    return [
        Demonstration(replace(each, sentence=replace(each.sentence, id=f"{path.stem}:{each.sentence.id}")))
        for path in paths
        for each in _solved(path)
        if each.extractions
    ]


def _solved(path: Path) -> Iterator[TupleAnnotation]:
    for item in read_items(path):
        if isinstance(item, Clique):
            yield TupleAnnotation(item.members[0].sentence, item.members[0].extractions)
        elif isinstance(item, TupleAnnotation):
            yield item
        else:
            raise FormatError(path, None, "gold tuples or cliques", KINDS[type(item)])


class Demonstrations:
    """A pool, the seed, and who shares what is drawn.

    With ``shared``, one set is drawn for all questions, and the cliques it comes from are not asked about; that is how
    the paper may be read most literally. With ``clique``, each clique has its own, so that its sentences differ in
    their wording alone; with ``each``, every sentence has its own. These two leave no clique out.
    """

    def __init__(self, pool: Sequence[Demonstration], seed: int = 0, draw: Draw = "clique") -> None:
        self.pool = _distinct(pool)
        self.seed = seed
        self.draw: Draw = draw
        self._keys = [each.key for each in self.pool]

    def leak(self, clique: Clique, demonstrations: Iterable[Demonstration]) -> list[Demonstration]:
        """Give those that are of this clique, by its id or by the text of one of its sentences."""
        texts = {sentence_key(member.sentence.text) for member in clique.members}
        return [each for each in demonstrations if each.clique == clique.id or each.key in texts]

    def asked(self, cliques: Sequence[Clique], most: int) -> list[Clique]:
        """Leave out the cliques that the shared demonstrations come from, for all numbers of them alike.

        The rows of a table are over the same questions then.
        """
        if self.draw != "shared":
            return list(cliques)
        shown = self._first(self.pool, most, "all questions", "shared")
        left = [clique for clique in cliques if not self.leak(clique, shown)]
        if not left:
            raise InputError(
                f"demonstrations: expected a clique that none of the {most} shared ones is from, found none"
            )
        return left

    def of(self, clique: Clique, sentence: Sentence, count: int) -> list[Demonstration]:
        """Draw the demonstrations of a question; fewer of them are the first of more."""
        if self.draw == "shared":
            return self._first(self.pool, count, "all questions", "shared")
        texts = {sentence_key(member.sentence.text) for member in clique.members}
        others = [
            each
            for each, key in zip(self.pool, self._keys, strict=True)
            if each.clique != clique.id and key not in texts
        ]
        name = clique.id if self.draw == "clique" else sentence.id
        return self._first(others, count, f"clique {clique.id!r}", self.draw, name)

    def _first(self, pool: Sequence[Demonstration], count: int, whose: str, *key: str) -> list[Demonstration]:
        if len(pool) < count:
            raise InputError(f"demonstrations for {whose}: expected {count} sentences with tuples, found {len(pool)}")
        return list(islice(drawn(pool, self.seed, *key), count))


def _distinct(pool: Sequence[Demonstration]) -> list[Demonstration]:
    """Keep the first of those that have the same text, so that no prompt shows a sentence twice."""
    found: dict[str, Demonstration] = {}
    for each in pool:
        found.setdefault(each.key, each)
    return list(found.values())
