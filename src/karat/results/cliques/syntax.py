"""Cliques in numbers (ROBUST, §3.2 and §4.4): sizes, syntactic distance within them, its correlation with scores.

The correlations take plain numbers, one per clique, so that any score can be compared with any measure.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

import numpy as np

from karat.errors import InputError, UnknownNameError
from karat.model import Clique, Member, Tree
from karat.one_line import one_line
from karat.results.gold.statistics import Lengths
from karat.syntax.hws import DISCOUNT, MIN_RUN, common_runs, labels_of
from karat.syntax.kernel import DECAY, common_fragments, normalised, rules_of
from karat.syntax.trees import level_order, skeleton

SyntaxMeasure = Literal["hws", "kernel"]

DISCOUNTS = tuple(tenths / 10 for tenths in range(1, 11))
"""The discounts of Figures 3 and 4: .1, .2, … 1."""

INTERVALS = 5
"""The number of intervals of distances in Figure 5."""

SUBSETS = 11
"""The number of subsets in §4.4."""

STEP = 100
"""The difference in size between one subset of §4.4 and the next, in cliques."""


@dataclass(frozen=True, slots=True)
class CliqueMeans:
    """A clique's number of sentence pairs, and their mean at each discount; ``None`` if there is no pair."""

    id: str
    pairs: int
    means: tuple[float | None, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SyntaxByDiscount:
    """Figures 3 and 4: the mean of each clique at each discount."""

    measure: SyntaxMeasure
    discounts: tuple[float, ...]
    cliques: tuple[CliqueMeans, ...]

    __repr__ = one_line

    @property
    def averages(self) -> tuple[float | None, ...]:
        """The mean over cliques at each discount; cliques of one sentence have no pair and do not count."""
        return tuple(mean(column) for column in self.columns)

    @property
    def columns(self) -> tuple[tuple[float, ...], ...]:
        """The cliques' means at each discount, without undefined ones."""
        return tuple(
            tuple(value for clique in self.cliques if (value := clique.means[index]) is not None)
            for index in range(len(self.discounts))
        )


def syntax_by_discount(
    cliques: Iterable[Clique],
    measure: SyntaxMeasure = "hws",
    discounts: Sequence[float] = DISCOUNTS,
    *,
    height: int | None = None,
    min_run: int = MIN_RUN,
    words: bool = True,
) -> SyntaxByDiscount:
    """Measure all cliques at all discounts (for the kernel: decays); every sentence must have a tree."""
    if measure not in get_args(SyntaxMeasure):
        raise UnknownNameError("measure", measure, get_args(SyntaxMeasure))
    clique_means: list[CliqueMeans] = []
    for clique in cliques:
        trees = list(_trees(clique))
        means = (
            hws_means(trees, discounts, height=height, min_run=min_run)
            if measure == "hws"
            else kernel_means(trees, discounts, words=words)
        )
        clique_means.append(CliqueMeans(clique.id, math.comb(len(trees), 2), means))
    return SyntaxByDiscount(measure, tuple(discounts), tuple(clique_means))


def hws_means(
    trees: Sequence[Tree],
    discounts: Sequence[float] = (DISCOUNT,),
    *,
    height: int | None = None,
    min_run: int = MIN_RUN,
) -> tuple[float | None, ...]:
    """Average HWS over all pairs, at each discount; common runs are computed once."""
    labels = [labels_of(tree, height) for tree in trees]
    common = [common_runs(a, b, min_run=min_run) for a, b in combinations(labels, 2)]
    return tuple(mean([runs.distance(discount) for runs in common]) for discount in discounts)


def kernel_means(
    trees: Sequence[Tree], decays: Sequence[float] = (DECAY,), *, words: bool = True
) -> tuple[float | None, ...]:
    """Average the normalised kernel over all pairs, at each decay; common fragments are computed once."""
    rules = [rules_of(tree, words=words) for tree in trees]
    own = [common_fragments(tree, tree) for tree in rules]
    pairs = list(combinations(range(len(rules)), 2))
    common = [common_fragments(rules[a], rules[b]) for a, b in pairs]

    def at(decay: float) -> float | None:
        weights = [each.weight(decay) for each in own]
        return mean(
            [
                normalised(rules[a], rules[b], shared.weight(decay), weights[a], weights[b])
                for (a, b), shared in zip(pairs, common, strict=True)
            ]
        )

    return tuple(at(decay) for decay in decays)


def clique_distance(clique: Clique, discount: float = DISCOUNT) -> float | None:
    """Average HWS over a clique's pairs; ``None`` if it has no pair or a sentence has no tree."""
    return _of_clique(clique, lambda trees: hws_means(trees, (discount,)))


def clique_similarity(clique: Clique, decay: float = DECAY) -> float | None:
    """Average the normalised kernel over a clique's pairs; ``None`` if it has no pair or a sentence has no tree."""
    return _of_clique(clique, lambda trees: kernel_means(trees, (decay,)))


def mean(values: Sequence[float]) -> float | None:
    """Compute the mean, independent of the order of values; ``None`` for no values."""
    return math.fsum(values) / len(values) if values else None


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's r, its two-sided p, and the number of pairs.

    r is undefined for fewer than two pairs or if one side is constant, p for fewer than three pairs.
    """

    r: float | None
    p: float | None
    count: int

    __repr__ = one_line


def pearson(x: Sequence[float], y: Sequence[float]) -> Correlation:
    """Compute Pearson's r; p is two-sided, from the t distribution with n − 2 degrees of freedom."""
    _same_length(x, y)
    count = len(x)
    if count < 2 or len(set(x)) < 2 or len(set(y)) < 2:
        return Correlation(None, None, count)
    dx, dy = _deviations(x), _deviations(y)
    r = math.fsum(a * b for a, b in zip(dx, dy, strict=True))
    r = max(-1.0, min(1.0, r))
    if count < 3:
        return Correlation(r, None, count)
    if abs(r) == 1:
        return Correlation(r, 0.0, count)
    from scipy.special import stdtr  # slow to load, and only correlations need it

    t = abs(r) * math.sqrt((count - 2) / ((1 - r) * (1 + r)))
    return Correlation(r, float(2 * stdtr(count - 2, -t)), count)


@dataclass(frozen=True, slots=True)
class IntervalMean:
    """The mean of y where x is in [``low``, ``high``); the last interval includes ``high``."""

    low: float
    high: float
    count: int
    mean: float | None

    __repr__ = one_line


def interval_means(x: Sequence[float], y: Sequence[float], intervals: int = INTERVALS) -> tuple[IntervalMean, ...]:
    """Divide the range of x into intervals of equal width and average y in each, as in Figure 5.

    The mean of an empty interval is ``None``. If all x are equal, there is one interval; without any x, there is none.
    """
    _same_length(x, y)
    if intervals < 1:
        raise InputError(f"intervals: expected at least 1, found {intervals}")
    if not x:
        return ()
    low, high = min(x), max(x)
    if low == high:
        return (IntervalMean(low, high, len(y), mean(y)),)
    edges = [low + (high - low) * index / intervals for index in range(intervals)] + [high]
    members: list[list[float]] = [[] for _ in range(intervals)]
    for position, value in zip(x, y, strict=True):
        index = max(index for index in range(intervals) if edges[index] <= position)
        members[index].append(value)
    return tuple(
        IntervalMean(edges[index], edges[index + 1], len(values), mean(values)) for index, values in enumerate(members)
    )


@dataclass(frozen=True, slots=True)
class VarianceByDistance:
    """Figure 5 (b, c): the variance of F1 within cliques against their distance or similarity.

    The paper plots the intervals. ``cliques`` is the correlation over all cliques, ``means`` the correlation of the
    centres of non-empty intervals with their means.
    """

    intervals: tuple[IntervalMean, ...]
    cliques: Correlation
    means: Correlation

    __repr__ = one_line


def variance_by_distance(
    distances: Sequence[float | None], variances: Sequence[float], intervals: int = INTERVALS
) -> VarianceByDistance:
    """Relate variances to distances; a clique without a distance (no pair, or no tree) does not count."""
    _same_length(distances, variances)
    defined = [(x, y) for x, y in zip(distances, variances, strict=True) if x is not None]
    x, y = [distance for distance, _ in defined], [variance for _, variance in defined]
    means = interval_means(x, y, intervals)
    filled = [((interval.low + interval.high) / 2, interval.mean) for interval in means if interval.mean is not None]
    by_interval = pearson([centre for centre, _ in filled], [value for _, value in filled])
    return VarianceByDistance(means, pearson(x, y), by_interval)


@dataclass(frozen=True, slots=True)
class SubsetCorrelation:
    """§4.4: the mean score of subsets of growing size, and the correlation of size and mean."""

    sizes: tuple[int, ...]
    means: tuple[float, ...]
    correlation: Correlation
    seed: int

    __repr__ = one_line


def subset_correlation(
    scores: Sequence[float], *, subsets: int = SUBSETS, step: int = STEP, seed: int = 0
) -> SubsetCorrelation:
    """Draw subsets of ``step``, 2 · ``step``, … cliques and correlate their mean score with their size.

    The paper says only "11 subsets of interval 100". We read this as sizes 100, 200, … 1,100, each subset drawn from
    all cliques without replacement, and the plain mean of the cliques' robust F1.
    """
    if subsets < 1 or step < 1:
        raise InputError(f"subsets and step: expected at least 1 each, found {subsets} and {step}")
    if seed < 0:
        raise InputError(f"seed: expected 0 or more, found {seed}")
    if subsets * step > len(scores):
        raise InputError(
            f"subsets: expected at least {subsets * step:,} cliques ({subsets} × {step}), found {len(scores):,}"
        )
    draw = np.random.default_rng(seed)
    sizes = tuple(step * number for number in range(1, subsets + 1))
    values = np.asarray(scores, dtype=float)
    means = tuple(math.fsum(draw.choice(values, size, replace=False)) / size for size in sizes)
    return SubsetCorrelation(sizes, means, pearson(sizes, means), seed)


def _trees(clique: Clique) -> Iterator[Tree]:
    for member in clique.members:
        if member.tree is None:
            raise InputError(f"clique {clique.id!r}, sentence {member.sentence.id!r}: expected a tree, found none")
        yield member.tree


def _of_clique(clique: Clique, means: Callable[[Sequence[Tree]], tuple[float | None, ...]]) -> float | None:
    trees = [member.tree for member in clique.members if member.tree is not None]
    return means(trees)[0] if len(trees) == len(clique.members) else None


def _deviations(values: Sequence[float]) -> list[float]:
    """Compute the deviations from the mean, scaled so that their squares sum to 1."""
    mean_value = math.fsum(values) / len(values)
    deviations = [value - mean_value for value in values]
    norm = math.hypot(*deviations)
    return [deviation / norm for deviation in deviations]


def _same_length(x: Sequence[object], y: Sequence[object]) -> None:
    if len(x) != len(y):
        raise InputError(f"correlation: expected two lists of the same length, found {len(x)} and {len(y)}")


TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
"""A run of letters and digits, or one other character that is not white space.

Splitting at spaces is not enough: originals are often tokenised and paraphrases are not, so that ``here,`` would count
as a new word.
"""


@dataclass(frozen=True, slots=True)
class TreeStatistics:
    """Counts of the trees of cliques, without wrapper and words: labels, nodes and levels."""

    trees: int
    labels: tuple[tuple[str, int], ...]
    nodes: Lengths
    levels: Lengths

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class CliqueStatistics:
    """Counts of cliques.

    ``sizes`` says how many cliques have how many sentences. Extractions are ``None`` where no sentence of that kind has
    any. A vocabulary counts distinct tokens in lower case. ``new_words`` is the mean share of a paraphrase's distinct
    words that its original lacks, ``None`` if there is no paraphrase; punctuation marks are not words.
    """

    cliques: int
    sentences: int
    paraphrases: int
    sizes: tuple[tuple[int, int], ...]
    original_extractions: int | None
    paraphrase_extractions: int | None
    original_vocabulary: int
    vocabulary: int
    original_lengths: Lengths
    paraphrase_lengths: Lengths
    new_words: float | None
    trees: TreeStatistics | None

    __repr__ = one_line

    @property
    def mean_size(self) -> float | None:
        """Sentences per clique."""
        return self.sentences / self.cliques if self.cliques else None

    @property
    def extractions(self) -> int | None:
        """The number of extractions of all sentences."""
        counts = [count for count in (self.original_extractions, self.paraphrase_extractions) if count is not None]
        return sum(counts) if counts else None

    @property
    def new_vocabulary(self) -> float | None:
        """The share of the vocabulary that no original has."""
        return (self.vocabulary - self.original_vocabulary) / self.vocabulary if self.vocabulary else None


def tokens(text: str) -> list[str]:
    """Split a text into lower-case tokens.

    >>> tokens("Ann's e-mail, sent.")
    ['ann', "'", 's', 'e', '-', 'mail', ',', 'sent', '.']
    """
    return TOKEN.findall(text.lower())


def clique_statistics(cliques: Iterable[Clique]) -> CliqueStatistics:
    """Count the sentences, extractions, words and trees of cliques."""
    all_cliques = list(cliques)
    for clique in all_cliques:
        if not clique.members:
            raise InputError(f"clique {clique.id!r}: expected at least one sentence, found none")
    originals = [clique.members[0] for clique in all_cliques]
    paraphrases = [member for clique in all_cliques for member in clique.members[1:]]
    original_vocabulary = _vocabulary(originals)
    trees = [each.tree for clique in all_cliques for each in clique.members if each.tree is not None]
    return CliqueStatistics(
        cliques=len(all_cliques),
        sentences=len(originals) + len(paraphrases),
        paraphrases=len(paraphrases),
        sizes=tuple(sorted(Counter(len(clique.members) for clique in all_cliques).items())),
        original_extractions=_extractions(originals),
        paraphrase_extractions=_extractions(paraphrases),
        original_vocabulary=len(original_vocabulary),
        vocabulary=len(original_vocabulary | _vocabulary(paraphrases)),
        original_lengths=_lengths(originals),
        paraphrase_lengths=_lengths(paraphrases),
        new_words=_new_words(all_cliques),
        trees=_tree_statistics(trees) if trees else None,
    )


def _extractions(members: Sequence[Member]) -> int | None:
    return sum(len(member.extractions) for member in members) or None


def _vocabulary(members: Sequence[Member]) -> set[str]:
    return {token for member in members for token in tokens(member.sentence.text)}


def _lengths(members: Sequence[Member]) -> Lengths:
    return Lengths.of(Counter(len(tokens(member.sentence.text)) for member in members))


def _words(member: Member) -> set[str]:
    return {token for token in tokens(member.sentence.text) if token.isalnum()}


def _new_words(cliques: Sequence[Clique]) -> float | None:
    pairs = [(_words(clique.members[0]), _words(each)) for clique in cliques for each in clique.members[1:]]
    shares = [len(words - known) / len(words) for known, words in pairs if words]
    return math.fsum(shares) / len(shares) if shares else None


def _tree_statistics(trees: Sequence[Tree]) -> TreeStatistics:
    bare = [skeleton(tree) for tree in trees]
    labels = Counter(label for tree in bare for label in level_order(tree))
    ranked = sorted(labels.items(), key=lambda found: (-found[1], found[0]))
    return TreeStatistics(
        len(trees),
        tuple(ranked),
        Lengths.of(Counter(len(level_order(tree)) for tree in bare)),
        Lengths.of(Counter(map(_height, bare))),
    )


def _height(tree: Tree) -> int:
    level, height = [tree], 0
    while level:
        height += 1
        level = [child for node in level for child in node.children]
    return height
