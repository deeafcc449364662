"""Ways to sort sentences into buckets (BenchIE, appendix C): by length, by a syntactic count, by any function."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from karat.benchmarks.registry import cache_folder
from karat.errors import InputError, UnknownNameError
from karat.model import Sentence
from karat.one_line import one_line
from karat.syntax import Cached, Tagged, Tagger, case_markers, conjuncts, is_parsed, prepositions, tagger_for


@dataclass(frozen=True, slots=True)
class Bucketing:
    """A function that gives each sentence the name of its bucket.

    ``order`` is the order in which buckets are shown; other buckets follow in order of appearance. ``grounds`` names
    anything else that decides a sentence's bucket, such as the tagger.
    """

    name: str
    function: Callable[[Sentence], str]
    order: tuple[str, ...] = ()
    grounds: str = ""

    __repr__ = one_line

    def signature(self) -> str:
        """Write every choice in one line.

        >>> LENGTH.signature()
        'by:length/≤20,21–30,>30/white space'
        """
        return "/".join(filter(None, (f"by:{self.name}", ",".join(self.order), self.grounds)))

    def sort(self, sentences: Iterable[Sentence]) -> dict[str, list[Sentence]]:
        """Put each sentence into its bucket; buckets without a sentence are left out."""
        buckets: dict[str, list[Sentence]] = {name: [] for name in self.order}
        for sentence in sentences:
            name = self.function(sentence)
            if not isinstance(name, str):
                raise InputError(f"{self.name}: expected a text as the bucket of {sentence.id!r}, found {name!r}")
            buckets.setdefault(name, []).append(sentence)
        return {name: members for name, members in buckets.items() if members}


def by_count(
    name: str,
    counter: Callable[[Sentence], int],
    edges: Sequence[int],
    labels: Sequence[str] | None = None,
    grounds: str = "",
) -> Bucketing:
    """Sort by a count: a bucket up to and including each edge, and one above the last.

    >>> by_count("commas", lambda sentence: sentence.text.count(","), [0, 2]).order
    ('0', '1–2', '>2')
    """
    if not edges or any(edge >= next_edge for edge, next_edge in pairwise(edges)):
        raise InputError(f"{name}: expected edges that rise, found {list(edges)}")
    names = tuple(_labels(edges) if labels is None else labels)
    if len(set(names)) != len(edges) + 1:
        raise InputError(f"{name}: expected {len(edges) + 1} labels that differ, found {list(names)}")
    return Bucketing(name, lambda sentence: names[bisect_left(edges, counter(sentence))], names, grounds)


def _labels(edges: Sequence[int]) -> Iterable[str]:
    yield "0" if edges[0] == 0 else f"≤{edges[0]}"
    for below, edge in pairwise(edges):
        yield f"{edge}" if edge == below + 1 else f"{below + 1}–{edge}"
    yield f">{edges[-1]}"


LENGTH = by_count("length", lambda sentence: len(sentence.tokens), (20, 30), grounds="white space")
"""By the number of words separated by white space, which in Chinese benchmarks is the number of characters."""


@dataclass(frozen=True, slots=True)
class Countable:
    """A syntactic feature that is counted in a tagged sentence, and the paper's buckets for it."""

    count: Callable[[Tagged], int]
    edges: tuple[int, ...]
    labels: tuple[str, ...]
    needs_parse: bool

    __repr__ = one_line


_FOUR = ((1, 2, 4), ("0–1", "2", "3–4", ">4"))
COUNTABLE = {
    "conjuncts": Countable(conjuncts, (0, 1), ("0", "1", "≥2"), needs_parse=True),
    "cases": Countable(case_markers, *_FOUR, needs_parse=True),
    "prepositions": Countable(prepositions, *_FOUR, needs_parse=False),
}
BUCKETINGS = (LENGTH.name, *COUNTABLE)
"""The names of the predefined bucketings."""


def language_tagger(language: str, *, cache: bool = True) -> Tagger:
    """Return a language's tagger; its results are kept in the user's cache unless ``cache`` is false."""
    tagger = tagger_for(language)
    if not cache:
        return tagger
    return Cached(tagger, cache_folder() / "syntax")


def bucketing_named(
    name: str, sentences: Sequence[Sentence], tagger: Tagger | None = None, edges: Sequence[int] | None = None
) -> Bucketing:
    """Return a predefined bucketing, after tagging the sentences in one batch if it needs tags.

    ``tagger`` is any tagger or parser, for example ``karat.formats.documents.parses.FileParses``; the default is the
    English one. ``edges`` replaces the paper's.
    """
    if name == LENGTH.name:
        if edges is None:
            return LENGTH
        return by_count(name, lambda sentence: len(sentence.tokens), edges, grounds=LENGTH.grounds)
    if name not in COUNTABLE:
        raise UnknownNameError("bucketing", name, BUCKETINGS)
    countable = COUNTABLE[name]
    tagger = tagger or language_tagger("en")
    texts = list(dict.fromkeys(sentence.text for sentence in sentences))
    tagged = dict(zip(texts, tagger.tag(texts), strict=True))
    if countable.needs_parse and not all(map(is_parsed, tagged.values())):
        raise InputError(
            f"{name}: expected what governs each word, found only parts of speech ({tagger.name}); "
            "parses can be given as a file in CoNLL-U or CoreNLP's JSON"
        )

    def count(sentence: Sentence) -> int:
        if sentence.text not in tagged:
            tagged[sentence.text] = tagger.tag([sentence.text])[0]
        return countable.count(tagged[sentence.text])

    labels = countable.labels if edges is None else None
    return by_count(name, count, countable.edges if edges is None else edges, labels, tagger.name)
