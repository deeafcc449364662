"""BLEU between all pairs of a few sentences, by sacrebleu's tokens and formula."""

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
"""Scores are rounded to so many digits, so that ties are the same on every machine."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """A sentence's tokens: how many, and how often each run of one to four of them occurs."""

    length: int
    runs: Counter[tuple[str, ...]]


def tokens_of(text: str) -> Tokens:
    """Part a text as sacrebleu does (tokenizer 13a)."""
    words = _metric().tokenizer(text.rstrip()).split()
    runs = (tuple(words[start : start + n]) for n in range(1, ORDER + 1) for start in range(len(words) - n + 1))
    return Tokens(len(words), Counter(runs))


def bleu(a: Tokens, b: Tokens) -> float:
    """Give sentence BLEU from 0 to 100, the mean of both directions.

    Each direction is what sacrebleu's ``sentence_score`` gives with the effective order and exponential smoothing. The
    runs that two sentences share are the same in both directions, so they are counted once.
    """
    shared = [0] * ORDER
    small, large = sorted((a.runs, b.runs), key=len)
    for run in small.keys() & large.keys():
        shared[len(run) - 1] += min(small[run], large[run])
    return round((_directed(shared, a.length, b.length) + _directed(shared, b.length, a.length)) / 2, DIGITS)


def all_pairs(sentences: Sequence[Tokens]) -> dict[tuple[int, int], float]:
    """BLEU of each two sentences, by their places, the smaller first."""
    return {(i, j): bleu(sentences[i], sentences[j]) for j in range(len(sentences)) for i in range(j)}


def check_installed() -> None:
    """Say so at once where sacrebleu is missing, before anything that takes long."""
    _metric()


def signature() -> str:
    """Every choice that moves the score, as sacrebleu writes it."""
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
