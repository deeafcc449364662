"""BLEU between all pairs of a few sentences, with sacrebleu's tokens and formula."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from karat.errors import MissingExtraError

ORDER = 4
SMOOTHING = "exp"
DIGITS = 9
"""Scores are rounded to this many digits, so that ties are the same on every machine."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The number of a sentence's tokens, and the counts of its n-grams up to 4."""

    length: int
    ngrams: Counter[tuple[str, ...]]


def tokens_of(text: str) -> Tokens:
    """Tokenize a text as sacrebleu does (tokenizer 13a)."""
    words = _metric().tokenizer(text.rstrip()).split()
    ngrams = (tuple(words[start : start + n]) for n in range(1, ORDER + 1) for start in range(len(words) - n + 1))
    return Tokens(len(words), Counter(ngrams))


def bleu(a: Tokens, b: Tokens) -> float:
    """Compute sentence BLEU from 0 to 100, the mean of both directions.

    Each direction equals sacrebleu's ``sentence_score`` with effective order and exponential smoothing. The shared
    n-grams are the same in both directions, so they are counted once.
    """
    shared = [0] * ORDER
    small, large = sorted((a.ngrams, b.ngrams), key=len)
    for ngram in small.keys() & large.keys():
        shared[len(ngram) - 1] += min(small[ngram], large[ngram])
    return round((_directed(shared, a.length, b.length) + _directed(shared, b.length, a.length)) / 2, DIGITS)


def all_pairs(sentences: Sequence[Tokens]) -> dict[tuple[int, int], float]:
    """Compute BLEU of each pair of sentences; keys are their indices, the smaller first."""
    return {(i, j): bleu(sentences[i], sentences[j]) for j in range(len(sentences)) for i in range(j)}


def check_installed() -> None:
    """Fail early if sacrebleu is missing, before anything that takes long."""
    _metric()


def signature() -> str:
    """Write every choice that can change the score, as sacrebleu does."""
    check_installed()
    import sacrebleu  # optional

    return f"nrefs:1|case:mixed|eff:yes|tok:13a|smooth:{SMOOTHING}|directions:mean|version:{sacrebleu.__version__}"


def _directed(shared: Sequence[int], length: int, reference_length: int) -> float:
    total = [max(length - n, 0) for n in range(ORDER)]
    score = _metric().compute_bleu(
        list(shared), total, length, reference_length, smooth_method=SMOOTHING, effective_order=True
    )
    return float(score.score)


@cache
def _metric() -> Any:
    try:
        from sacrebleu.metrics import BLEU  # optional, and it takes a tenth of a second to load
    except ImportError:
        raise MissingExtraError("diversified filtering", "cliques") from None
    return BLEU(tokenize="13a", smooth_method=SMOOTHING, effective_order=True)
