"""Pair the documents of a system with those of the gold, by name or by order, and compare their tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any, NamedTuple
from unicodedata import normalize

from karat.errors import AlignmentError
from karat.metrics.coreference import mentions_of
from karat.model import Mention, NodedEntities
from karat.one_line import one_line
from karat.results.system_result import Note
from karat.results.tasks.contents import Absent
from karat.results.tasks.source_documents import SourceDocuments, TokenIndex

BRACKETS = ("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-")
"""The names of brackets in the Penn Treebank."""


@dataclass(frozen=True, slots=True)
class NamePairs:
    """For each of the gold's documents the place of the system's, or -1 if it has none, and notes about it."""

    places: Sequence[int]
    by_order: bool
    notes: tuple[Note, ...]

    __repr__ = one_line


def pair_names(system: str, predicted: SourceDocuments, gold: SourceDocuments, missing: str = "error") -> NamePairs:
    """Pair a system's documents with the gold's by name, or by order if one side has no ids.

    By name, an unknown document is an error, by order one too many; a missing one is, too, unless ``missing`` is
    ``empty``. Ids that only count from 1, none of which the other side has, are no better than none.
    """
    names = gold.names
    if predicted.names == names:
        return NamePairs(range(len(names)), by_order=False, notes=())
    places = {name: place for place, name in enumerate(predicted.names)}
    if predicted.numbered != gold.numbered or _only_count(predicted.names, names):
        return _pair_by_order(system, len(places), len(names), missing)
    known = set(names)
    unknown = [name for name in predicted.names if name not in known]
    if unknown:
        raise AlignmentError(f"{system}: expected documents of the gold, found {_some(unknown)}")
    absent = [name for name in names if name not in places]
    if absent and missing != "empty":
        raise AlignmentError(f"{system}: expected every document of the gold, found none for {_some(absent)}")
    return NamePairs([places.get(name, -1) for name in names], by_order=False, notes=_note_absent(len(absent)))


def _only_count(predicted: Sequence[str], gold: Sequence[str]) -> bool:
    """Tell whether one side's ids are 1, 2 and so on, as many as the other side's, which has none of them."""
    counted = any(all(name == str(number) for number, name in enumerate(names, 1)) for names in (predicted, gold))
    return counted and len(predicted) == len(gold) and set(predicted).isdisjoint(gold)


def _pair_by_order(system: str, predicted: int, gold: int, missing: str) -> NamePairs:
    if predicted > gold or (predicted < gold and missing != "empty"):
        raise AlignmentError(
            f"{system}: expected {gold} documents, as many as the gold's, which are paired by order since one side "
            f"has no ids, found {predicted}"
        )
    note = Note("documents paired with the gold by their order, since one side has no ids", predicted)
    absent = gold - predicted
    return NamePairs([*range(predicted), *[-1] * absent], by_order=True, notes=(note, *_note_absent(absent)))


def _note_absent(count: int) -> tuple[Note, ...]:
    return (Note("of the gold's documents are not the system's and count as empty", count),) if count else ()


def check_tokens(system: str, predicted: SourceDocuments, gold: SourceDocuments, places: Sequence[int]) -> list[Note]:
    """Refuse documents with another number of tokens than the gold's at their place, where positions mean nothing.

    Documents with as many tokens, but other words, are counted in a note.
    """
    differing = _differing(predicted.tokens, gold.tokens, places)
    for place, gold_place in differing:
        found, expected = predicted.tokens.counts[place], gold.tokens.counts[gold_place]
        if found != expected:
            name = gold.names[gold_place]
            raise AlignmentError(
                f"{system}: expected the gold's tokens, {expected} in document {name!r}, found {found}"
            )
    return _note_other_words(len(differing))


def _note_other_words(count: int) -> list[Note]:
    return [Note("documents with other words than the gold's, though as many", count)] if count else []


def check_mentions(predicted: SourceDocuments, gold: SourceDocuments, places: Sequence[int]) -> list[Note]:
    """Refuse documents of coreference with other tokens than the gold's at their place, and mentions beyond these.

    As many tokens with other words are noted, as the reference scorer allows them, unless the same text is divided
    elsewhere, or both sides are CorefUD, whose scorer does not. Empty nodes are left out if both sides tell which they
    are, since they are paired later. Mentions that all seem to end after their last token are counted in a note, too.
    """
    differing = _differing(predicted.tokens, gold.tokens, places)
    ours, theirs = [place for place, _ in differing], [place for _, place in differing]
    sides = zip(
        differing,
        zip(predicted.contents.at(ours), predicted.words.at(ours), strict=True),
        zip(gold.contents.at(theirs), gold.words.at(theirs), strict=True),
        strict=True,
    )
    other_words = 0
    for (place, gold_place), (content, tokens), (gold_content, gold_tokens) in sides:
        noded = isinstance(content, NodedEntities) and isinstance(gold_content, NodedEntities)
        found = _words(tokens, content if noded else None)
        expected = _words(gold_tokens, gold_content if noded else None)
        problem = _first_other_word(found, expected, gold.names[gold_place])
        same_text = "".join(each.letters for each in found) == "".join(each.letters for each in expected)
        if problem and (noded or same_text or len(found) != len(expected)):
            raise AlignmentError(f"{predicted.place(place)}: {problem}")
        other_words += problem is not None
    _check_ends(predicted, gold, places)
    return [*_note_other_words(other_words), *_note_late_ends(predicted, gold, places)]


def _differing(predicted: TokenIndex, gold: TokenIndex, places: Sequence[int]) -> list[tuple[int, int]]:
    """Collect the places of documents that have other tokens, as far as both sides' are known."""

    def differ(place: int, gold_place: int) -> bool:
        counts = predicted.counts[place], gold.counts[gold_place]
        digests = predicted.digests[place], gold.digests[gold_place]
        return all(counts) and (counts[0] != counts[1] or (all(digests) and digests[0] != digests[1]))

    pairs = ((place, gold_place) for gold_place, place in enumerate(places) if place >= 0)
    return [pair for pair in pairs if differ(*pair)]


class NumberedWord(NamedTuple):
    """The number of a token, its word, and the letters and digits of this, none where the word is not known."""

    number: int
    word: str
    letters: str


def _words(tokens: Sequence[str], noded: NodedEntities[Any] | None) -> list[NumberedWord]:
    """Number the words, without empty nodes; where the same word is there again and again, they are not known."""
    left_out = {node.position for node in noded.empty_nodes} if noded is not None else ()
    known = len(set(tokens)) > 1 or len(tokens) == 1
    return [
        NumberedWord(number, word, _letters(word) if known else "")
        for number, word in enumerate(tokens)
        if number not in left_out
    ]


def _letters(word: str) -> str:
    """Leave a word's letters and digits, without case and accents; Penn's names of brackets count as signs."""
    plain = "" if word.upper() in BRACKETS else normalize("NFKD", word).casefold()
    return "".join(filter(str.isalnum, plain))


def _first_other_word(found: Sequence[NumberedWord], expected: Sequence[NumberedWord], document: str) -> str | None:
    """Tell where a word has other letters than the gold's, or has none, if both sides' words are known."""
    known = all(any(each.letters for each in side) for side in (found, expected))
    for mine, other in zip_longest(found, expected):
        if other is None:
            return f"expected document {document!r} to end before token {mine.number}, found {mine.word!r}"
        if mine is None or (known and mine.letters != other.letters):
            number, word = (other.number, "the end") if mine is None else (mine.number, repr(mine.word))
            return f"expected the gold's word {other.word!r} as token {number} of document {document!r}, found {word}"
    return None


def _check_ends(predicted: SourceDocuments, gold: SourceDocuments, places: Sequence[int]) -> None:
    """Refuse mentions beyond the text, unless both sides have such: they count in the same way, whatever it is."""
    pairs = [(place, gold_place) for gold_place, place in enumerate(places) if place >= 0]
    turned = [(gold_place, place) for place, gold_place in pairs]
    beyond = _first_beyond(predicted.tokens, gold.tokens, pairs)
    gold_beyond = _first_beyond(gold.tokens, predicted.tokens, turned)
    if (beyond is None) == (gold_beyond is None):
        return
    place, size = beyond or gold_beyond or (0, 0)
    side = predicted if beyond else gold
    raise AlignmentError(
        f"{side.place(place)}: expected mentions within the {size} tokens of document {side.names[place]!r}, "
        f"counted from 0, the last one included, found one up to {side.tokens.ends[place] - 1}"
    )


def _first_beyond(index: TokenIndex, other: TokenIndex, pairs: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """Find the first document with a mention beyond its tokens, or the other side's if its own are not known."""
    for place, other_place in pairs:
        size = index.counts[place] or other.counts[other_place]
        if 0 < size < index.ends[place]:
            return place, size
    return None


def _note_late_ends(predicted: SourceDocuments, gold: SourceDocuments, places: Sequence[int]) -> list[Note]:
    """Note that no mention has one token, and that none is the gold's, or more would be with earlier ends."""
    if any(predicted.tokens.single) or not any(gold.tokens.single):
        return []
    count = same = earlier = 0
    for found, expected in zip(predicted.contents.at(places), gold.contents, strict=True):
        if found is Absent.DOCUMENT:
            continue
        wanted = mentions_of(expected)
        mentions = [mention for mention in mentions_of(found) if type(mention) is Mention]
        count += len(mentions)
        same += sum(mention in wanted for mention in mentions)
        earlier += sum(Mention(mention.left, mention.right - 1) in wanted for mention in mentions)
    if count and not same and not earlier:
        what = "mentions, of which none is the gold's and none has a single token: are they counted in characters?"
        return [Note(what, count, warning=True)]
    what = f"mentions would be the gold's with an end one token earlier, {same} as written; an end is the last token"
    return [Note(what, earlier, warning=True)] if earlier > same else []


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in islice(names, 3))
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
