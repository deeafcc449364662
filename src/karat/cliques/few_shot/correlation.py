"""The syntactic similarity of questions and demonstrations, and its correlation with scores (ROBUST, A.3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from karat.model import Clique, Tree
from karat.results.cliques.few_shot import PairScore, PairsResult, SyntaxCorrelation, SyntaxInterval, plain_mean
from karat.results.cliques.syntax import interval_means, mean, pearson
from karat.results.statistics.resampling import Resampling
from karat.syntax.hws import hws
from karat.syntax.kernel import similarity

MEASURES: tuple[Literal["distance", "similarity"], ...] = ("distance", "similarity")


class SyntaxComparison:
    """Compares the syntax of the cliques' sentences; results are cached."""

    def __init__(self, cliques: Iterable[Clique]) -> None:
        self._trees = {member.sentence.id: member.tree for clique in cliques for member in clique.members}
        self._cache: dict[tuple[str, str], tuple[float, float]] = {}

    def means(self, questions: Clique, demonstrations: Sequence[str]) -> tuple[float | None, float | None]:
        """Average HWS distance and kernel similarity to the demonstrations, then over the questions.

        ``None`` if a sentence has no tree or there is no demonstration.
        """
        shown_trees = {id: tree for id in demonstrations if (tree := self._trees.get(id)) is not None}
        question_trees = {member.sentence.id: member.tree for member in questions.members if member.tree is not None}
        if not shown_trees or len(shown_trees) < len(demonstrations) or len(question_trees) < len(questions.members):
            return None, None
        by_question = [
            [self._compare(question, question_trees[question], shown, shown_trees[shown]) for shown in shown_trees]
            for question in question_trees
        ]
        distances = [mean([distance for distance, _ in pairs]) or 0.0 for pairs in by_question]
        similarities = [mean([alike for _, alike in pairs]) or 0.0 for pairs in by_question]
        return mean(distances), mean(similarities)

    def _compare(self, question: str, tree: Tree, shown: str, shown_tree: Tree) -> tuple[float, float]:
        if (question, shown) not in self._cache:
            self._cache[question, shown] = hws(tree, shown_tree), similarity(tree, shown_tree)
        return self._cache[question, shown]


def correlations(results: Sequence[PairsResult], resampling: Resampling) -> tuple[SyntaxCorrelation, ...]:
    """Correlate robust F1 with distance and with similarity, each pair with its largest number of demonstrations.

    With 1 to 4 demonstrations and cliques of up to 4 sentences these are all of the clique's, as in the paper.
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
    means = interval_means(x, y)
    intervals = []
    for number, interval in enumerate(means, 1):
        last = number == len(means)
        inside = [value for at, value in zip(x, y, strict=True) if interval.low <= at and (at < interval.high or last)]
        assert len(inside) == interval.count, "the intervals are those that were averaged"
        intervals.append(SyntaxInterval(interval.low, interval.high, interval.count, plain_mean(inside, resampling)))
    return SyntaxCorrelation(measure, tuple(intervals), pearson(x, y).r)
