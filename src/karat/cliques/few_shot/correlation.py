"""How alike the questions and the demonstrations are in syntax, and whether the scores follow (ROBUST, A.3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from karat.model import Clique, Tree
from karat.results.cliques.few_shot import PairScore, PairsResult, SyntaxCorrelation, SyntaxInterval
from karat.results.cliques.few_shot_means import plain_mean
from karat.results.cliques.syntax import interval_means, mean, pearson
from karat.results.statistics.resampling import Resampling
from karat.syntax.hws import hws
from karat.syntax.kernel import similarity

MEASURES: tuple[Literal["distance", "similarity"], ...] = ("distance", "similarity")


class SyntaxTo:
    """Measures sentences of cliques against each other, each two once."""

    def __init__(self, cliques: Iterable[Clique]) -> None:
        self._trees = {member.sentence.id: member.tree for clique in cliques for member in clique.members}
        self._found: dict[tuple[str, str], tuple[float, float]] = {}

    def means(self, questions: Clique, demonstrations: Sequence[str]) -> tuple[float | None, float | None]:
        """Average HWS distance and kernel similarity to the demonstrations, then over the questions.

        Nothing where a sentence has no tree, and where there is no demonstration.
        """
        known = {id: tree for id in demonstrations if (tree := self._trees.get(id)) is not None}
        own = {member.sentence.id: member.tree for member in questions.members if member.tree is not None}
        if not known or len(known) < len(demonstrations) or len(own) < len(questions.members):
            return None, None
        of_questions = [[self._measured(one, own[one], other, known[other]) for other in known] for one in own]
        distances = [mean([distance for distance, _ in found]) or 0.0 for found in of_questions]
        similarities = [mean([alike for _, alike in found]) or 0.0 for found in of_questions]
        return mean(distances), mean(similarities)

    def _measured(self, one: str, tree: Tree, other: str, other_tree: Tree) -> tuple[float, float]:
        if (one, other) not in self._found:
            self._found[one, other] = hws(tree, other_tree), similarity(tree, other_tree)
        return self._found[one, other]


def correlations(results: Sequence[PairsResult], resampling: Resampling) -> tuple[SyntaxCorrelation, ...]:
    """Set robust F1 against distance and against similarity, each pair with its most demonstrations.

    With 1 to 4 demonstrations and cliques of 4 sentences or fewer these are all of the clique's, as in the paper.
    """
    last: dict[int, PairScore] = {}
    for result in sorted(results, key=lambda each: each.shots):
        last |= {pair.pair: pair for pair in result.pairs}
    pairs = list(last.values())
    if not pairs or any(pair.distance is None or pair.similarity is None for pair in pairs):
        return ()
    return tuple(_correlation(measure, pairs, resampling) for measure in MEASURES)


def _correlation(
    measure: Literal["distance", "similarity"], pairs: Sequence[PairScore], resampling: Resampling
) -> SyntaxCorrelation:
    x = [float(getattr(pair, measure)) for pair in pairs]
    y = [float(pair.clique.worst.f1) for pair in pairs]
    found = interval_means(x, y)
    intervals = []
    for place, each in enumerate(found):
        last = place == len(found) - 1
        inside = [value for at, value in zip(x, y, strict=True) if each.low <= at and (at < each.high or last)]
        assert len(inside) == each.count, "the intervals are those that were averaged"
        intervals.append(SyntaxInterval(each.low, each.high, each.count, plain_mean(inside, resampling)))
    return SyntaxCorrelation(measure, tuple(intervals), pearson(x, y).r)
