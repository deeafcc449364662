"""The size of a benchmark of cliques and how its sentences differ: Table 1 and §3.1 of ROBUST (Qi et al., 2023)."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.errors import InputError
from karat.model import Clique, Member, Tree
from karat.one_line import one_line
from karat.results.gold.statistics import Lengths
from karat.syntax.trees import level_order, skeleton

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
