"""Ways to sort sentences into buckets (BenchIE, appendix C): by length, by what is counted in them, by any function."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from karat.benchmarks.registry import cache_folder
from karat.errors import InputError, UnknownNameError
from karat.model import Sentence
from karat.syntax import Cached, Tagged, Tagger, case_markers, conjuncts, is_parsed, prepositions, tagger_for


@dataclass(frozen=True, slots=True)
class Bucketing:
    """A name for each sentence's bucket.

    ``order`` is the order in which buckets are shown; those it does not name follow as they come. ``grounds`` says
    whatever else moves a sentence into another bucket, such as the tagger that was used.
    """

    name: str
    function: Callable[[Sentence], str]
    order: tuple[str, ...] = ()
    grounds: str = ""

    def signature(self) -> str:
        """Name every choice.

        >>> LENGTH.signature()
        'by:length/≤20,21–30,>30/white space'
        """
        return "/".join(filter(None, (f"by:{self.name}", ",".join(self.order), self.grounds)))

    def sort(self, sentences: Iterable[Sentence]) -> dict[str, list[Sentence]]:
        """Put each sentence into its bucket; buckets without a sentence are left out."""
        found: dict[str, list[Sentence]] = {name: [] for name in self.order}
        for sentence in sentences:
            name = self.function(sentence)
            if not isinstance(name, str):
                raise InputError(f"{self.name}: expected a text as the bucket of {sentence.id!r}, found {name!r}")
            found.setdefault(name, []).append(sentence)
        return {name: each for name, each in found.items() if each}


def by_count(
    name: str,
    counter: Callable[[Sentence], int],
    edges: Sequence[int],
    labels: Sequence[str] | None = None,
    grounds: str = "",
) -> Bucketing:
    """Sort by a number: up to each edge, that included, and above the last.

    >>> by_count("commas", lambda sentence: sentence.text.count(","), [0, 2]).order
    ('0', '1–2', '>2')
    """
    if not edges or any(one >= other for one, other in pairwise(edges)):
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
"""By the number of words between white space; in Chinese benchmarks that is the number of characters."""


@dataclass(frozen=True, slots=True)
class Countable:
    """Something that is counted in a tagged sentence, and the paper's buckets for it."""

    count: Callable[[Tagged], int]
    edges: tuple[int, ...]
    labels: tuple[str, ...]
    needs_parse: bool


_FOUR = ((1, 2, 4), ("0–1", "2", "3–4", ">4"))
COUNTABLE = {
    "conjuncts": Countable(conjuncts, (0, 1), ("0", "1", "≥2"), needs_parse=True),
    "cases": Countable(case_markers, *_FOUR, needs_parse=True),
    "prepositions": Countable(prepositions, *_FOUR, needs_parse=False),
}
BUCKETINGS = (LENGTH.name, *COUNTABLE)
"""The names of the ready ones."""


def language_tagger(language: str, *, cache: bool = True) -> Tagger:
    """Give a language's tagger, which keeps what it tagged in the user's cache unless told not to."""
    tagger = tagger_for(language)
    if not cache:
        return tagger
    return Cached(tagger, cache_folder() / "syntax")


def bucketing_named(
    name: str, sentences: Sequence[Sentence], tagger: Tagger | None = None, edges: Sequence[int] | None = None
) -> Bucketing:
    """Give a ready bucketing; the sentences are tagged at once where it needs that.

    ``tagger`` is any tagger or parser, also ``karat.formats.documents.parses.FileParses``; without one, English is
    tagged. ``edges`` replaces the paper's.
    """
    if name == LENGTH.name:
        if edges is None:
            return LENGTH
        return by_count(name, lambda sentence: len(sentence.tokens), edges, grounds=LENGTH.grounds)
    if name not in COUNTABLE:
        raise UnknownNameError("bucketing", name, BUCKETINGS)
    known = COUNTABLE[name]
    tagger = tagger or language_tagger("en")
    texts = list(dict.fromkeys(sentence.text for sentence in sentences))
    tagged = dict(zip(texts, tagger.tag(texts), strict=True))
    if known.needs_parse and not all(map(is_parsed, tagged.values())):
        raise InputError(
            f"{name}: expected what governs each word, found only parts of speech ({tagger.name}); "
            "parses can be given as a file in CoNLL-U or CoreNLP's JSON"
        )

    def count(sentence: Sentence) -> int:
        if sentence.text not in tagged:
            tagged[sentence.text] = tagger.tag([sentence.text])[0]
        return known.count(tagged[sentence.text])

    labels = known.labels if edges is None else None
    return by_count(name, count, known.edges if edges is None else edges, labels, tagger.name)
