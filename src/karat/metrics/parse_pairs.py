"""Make parses of one text comparable: split it where all files end a sentence, then align and number the words.

The conventions are those of the CoNLL 2018 shared task: universal relations and features only, function words listed
with the word they depend on, and a gold lemma ``_`` that any lemma matches.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf

from karat.errors import AlignmentError
from karat.metrics.dependencies import universal
from karat.model import Dependency, DependencyParse, ParsedSentence, Word

Range = tuple[int, int]
"""The first character, and the one after the last."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word and the characters it covers; each word of a contracted token covers all of the token."""

    word: Word
    range: Range
    contracted: bool
    sentence: int
    number: int
    """Its number in its sentence, from 1."""


def without_spaces(form: str) -> str:
    """Remove space characters (Unicode's class Zs)."""
    return "".join(letter for letter in form if unicodedata.category(letter) != "Zs")


def text_of(sentence: ParsedSentence) -> str:
    """Get a sentence's text without spaces."""
    return "".join(without_spaces(token.form) for token in sentence.tokens)


def check_same_text(name: str, predicted: Sequence[str], gold: Sequence[str]) -> None:
    """Refuse a system's sentences if their text is not the gold's, naming the first difference."""
    predicted_text, gold_text = "".join(predicted), "".join(gold)
    if predicted_text == gold_text:
        return
    pairs = enumerate(zip(predicted_text, gold_text, strict=False))
    start = next((index for index, (a, b) in pairs if a != b), min(len(predicted_text), len(gold_text)))
    ends = list(accumulate(map(len, gold)))
    sentence = min(bisect_right(ends, start), len(gold) - 1) + 1
    expected, found = (
        repr(text[start : start + 20]) if start < len(text) else "the end of the text"
        for text in (gold_text, predicted_text)
    )
    raise AlignmentError(
        f"{name}: expected the text of the gold, {expected} at character {start + 1} (its sentence {sentence}), "
        f"found {found}"
    )


def common_ends(files: Sequence[Sequence[str]]) -> list[int]:
    """List the positions where a sentence ends in all files."""
    ends = [set(accumulate(map(len, texts))) for texts in files]
    return sorted(set.intersection(*ends))


def drop_crossed(ends: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Drop the ends that lie between the two positions of a pair."""
    crossing = [sorted(pair) for pair in pairs if pair[0] != pair[1]]
    crossed: set[int] = set()
    for low, high in crossing:
        crossed.update(ends[bisect_right(ends, low) : bisect_right(ends, high)])
    return [end for end in ends if end not in crossed]


def group_sentences(
    sentences: Sequence[ParsedSentence], texts: Sequence[str], ends: Sequence[int]
) -> Iterator[list[int]]:
    """Group the indices of sentences into pieces that end at ``ends``."""
    group: list[int] = []
    position, remaining = 0, iter(ends)
    end = next(remaining)
    for index in range(len(sentences)):
        group.append(index)
        position += len(texts[index])
        if position == end:
            yield group
            group = []
            end = next(remaining, -1)


def place_words(sentences: Sequence[ParsedSentence]) -> tuple[list[PlacedWord], list[Range], list[Range]]:
    """List the words of some sentences with the characters they cover, and the ranges of tokens and sentences."""
    words: list[PlacedWord] = []
    tokens: list[Range] = []
    ends: list[Range] = []
    position = 0
    for index, sentence in enumerate(sentences):
        start = position
        for token in sentence.tokens:
            span = (position, position + len(without_spaces(token.form)))
            tokens.append(span)
            words.extend(
                PlacedWord(sentence.words[number - 1], span, token.contracted, index, number)
                for number in range(token.first, token.last + 1)
            )
            position = span[1]
        ends.append((start, position))
    return words, tokens, ends


def align(predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord]) -> dict[int, int]:
    """Align words as the task describes it: map the indices of predicted words to those of gold words."""
    spans = _merge([word.range for word in (*predicted, *gold) if word.contracted])
    by_range = {word.range: index for index, word in enumerate(gold) if not _containing(word.range, spans)[0]}
    partners: dict[int, int] = {}
    groups: Mapping[int, tuple[list[int], list[int]]] = {number: ([], []) for number in range(len(spans))}
    for side, words in enumerate((predicted, gold)):
        for index, word in enumerate(words):
            overlaps, span = _containing(word.range, spans)
            if span is not None:
                groups[span][side].append(index)
            elif side == 0 and not overlaps and word.range in by_range:
                partners[index] = by_range[word.range]
    for predicted_group, gold_group in groups.values():
        partners.update(_by_form(predicted, gold, predicted_group, gold_group))
    return partners


def _by_form(
    predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord], ours: Sequence[int], theirs: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Pair the words at these indices by their forms in lower case."""
    pairs = _common_subsequence(
        [without_spaces(predicted[index].word.form).lower() for index in ours],
        [without_spaces(gold[index].word.form).lower() for index in theirs],
    )
    return ((ours[p], theirs[g]) for p, g in pairs)


def align_in_step(predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord]) -> dict[int, int]:
    """Align words as the shared task's program does it, walking through both files word by word.

    The result differs from ``align`` where one file reaches a contracted token some words before the other:
    those words, all but the first, are compared by form with the contracted ones, although they cover other characters.
    """
    sides = (predicted, gold)
    partners: dict[int, int] = {}
    heads = [0, 0]
    while heads[0] < len(predicted) and heads[1] < len(gold):
        predicted_word, gold_word = predicted[heads[0]], gold[heads[1]]
        if predicted_word.contracted or gold_word.contracted:
            predicted_stretch, gold_stretch = _stretch(sides, heads)
            partners.update(_by_form(predicted, gold, predicted_stretch, gold_stretch))
            heads = [predicted_stretch.stop, gold_stretch.stop]
        elif predicted_word.range == gold_word.range:
            partners[heads[0]] = heads[1]
            heads = [heads[0] + 1, heads[1] + 1]
        else:
            heads[1 if gold_word.range[0] <= predicted_word.range[0] else 0] += 1
    return partners


def _stretch(sides: tuple[Sequence[PlacedWord], Sequence[PlacedWord]], heads: Sequence[int]) -> tuple[range, range]:
    """Starting at a contracted token, find the words of both sides that are aligned by form."""
    contracted = 1 if sides[1][heads[1]].contracted else 0
    start, end = sides[contracted][heads[contracted]].range
    other = sides[1 - contracted][heads[1 - contracted]]
    first, last = list(heads), list(heads)
    if not other.contracted and other.range[0] < start:
        first[1 - contracted] += 1
        last[1 - contracted] += 1
    while any(_within(words, index, end) for words, index in zip(sides, last, strict=True)):
        # Take the word that begins first; on a tie, the gold word.
        side = min((1, 0), key=lambda at: sides[at][last[at]].range[0] if last[at] < len(sides[at]) else inf)
        word = sides[side][last[side]]
        end = max(end, word.range[1]) if word.contracted else end
        last[side] += 1
    return range(first[0], last[0]), range(first[1], last[1])


def _within(words: Sequence[PlacedWord], index: int, end: int) -> bool:
    """Whether the word at an index belongs to a stretch with this end: a contracted word if it begins before it."""
    if index >= len(words):
        return False
    word = words[index]
    return word.range[0] < end if word.contracted else word.range[1] <= end


ALIGNMENTS: Mapping[str, Callable[[Sequence[PlacedWord], Sequence[PlacedWord]], dict[int, int]]] = {
    "description": align,
    "program": align_in_step,
}
"""How words are aligned: as the shared task describes it, or as its program does it."""


def _merge(ranges: Sequence[Range]) -> list[Range]:
    """Merge ranges that share a character."""
    merged: list[Range] = []
    for start, end in sorted(set(ranges)):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _containing(span: Range, merged: Sequence[Range]) -> tuple[bool, int | None]:
    """Tell whether a range overlaps a merged one, and which merged range contains it entirely, if any."""
    index = bisect_right(merged, (span[0], float("inf"))) - 1
    if index >= 0 and span[0] < merged[index][1]:
        return True, index if span[1] <= merged[index][1] else None
    return index + 1 < len(merged) and merged[index + 1][0] < span[1], None


def _common_subsequence(predicted: Sequence[str], gold: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a longest common subsequence; ties are broken by skipping gold words first."""
    rest = [[0] * (len(predicted) + 1) for _ in range(len(gold) + 1)]
    for g in reversed(range(len(gold))):
        for p in reversed(range(len(predicted))):
            if gold[g] == predicted[p]:
                rest[g][p] = rest[g + 1][p + 1] + 1
            else:
                rest[g][p] = max(rest[g + 1][p], rest[g][p + 1])
    g = p = 0
    while g < len(gold) and p < len(predicted):
        if gold[g] == predicted[p]:
            yield p, g
            g, p = g + 1, p + 1
        elif rest[g][p] == rest[g + 1][p]:
            g += 1
        else:
            p += 1


Pairs = list[tuple[str, DependencyParse, DependencyParse]]
"""Pieces of text: the name of the first gold sentence, the predicted parse, the gold parse."""

BLOCK = 500
"""How many gold sentences a block of a long text has at least."""

_FEATURES = (
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense "
    "Aspect Voice Evident Polarity Person Polite"
)
FEATURES = frozenset(_FEATURES.split())
"""The features that all languages share; others are not compared."""

FUNCTIONAL = frozenset("aux cop mark det clf case cc".split())  # noqa: SIM905 - as the shared task lists them
"""Relations of function words, which MLAS compares for each content word."""


def universal_features(features: Sequence[str]) -> str:
    """List the shared features in a fixed order."""
    return "|".join(sorted(feature for feature in features if feature.partition("=")[0] in FEATURES))


def pair_parses(
    systems: Mapping[str, Mapping[str, ParsedSentence]],
    gold: Mapping[str, ParsedSentence],
    *,
    aligned_only: bool,
    whole: bool,
    alignment: str = "description",
) -> dict[str, Pairs]:
    """Align the words of each system with the gold's, and split the text where all of them end a sentence.

    ``alignment`` is one of ``ALIGNMENTS``. The text is not split within an aligned pair, which the program's can span.
    """
    files = [list(gold.values()), *(list(sentences.values()) for sentences in systems.values())]
    texts = [[text_of(sentence) for sentence in sentences] for sentences in files]
    for name, text in zip(systems, texts[1:], strict=True):
        check_same_text(name, text, texts[0])
    theirs = place_words(files[0])[0]
    partners = []
    ends = common_ends(texts)
    for sentences in files[1:]:
        ours = place_words(sentences)[0]
        pairs = ALIGNMENTS[alignment](ours, theirs)
        partners.append(pairs)
        ends = drop_crossed(ends, [(ours[p].range[0], theirs[g].range[0]) for p, g in pairs.items()])
    names = list(gold)
    gold_groups = list(group_sentences(files[0], texts[0], ends))
    pieces: dict[str, Pairs] = {}
    for name, sentences, text, pairs in zip(systems, files[1:], texts[1:], partners, strict=True):
        pieces[name] = []
        before = (0, 0)
        for predicted_group, gold_group in zip(group_sentences(sentences, text, ends), gold_groups, strict=True):
            predicted_piece = [sentences[index] for index in predicted_group]
            gold_piece = [files[0][index] for index in gold_group]
            inside, before = _inside(pairs, before, predicted_piece, gold_piece)
            parses = _parses(predicted_piece, gold_piece, inside, aligned_only=aligned_only, whole=whole)
            pieces[name].append((names[gold_group[0]], *parses))
    return pieces


def divide_text(
    systems: Mapping[str, Iterable[ParsedSentence]],
    gold: Iterable[ParsedSentence],
    *,
    alignment: str = "description",
) -> list[tuple[int, ...]]:
    """Divide a text into blocks of at least ``BLOCK`` gold sentences that can be paired one by one.

    For each block, this gives the index after its last sentence: in the gold, then in each system. All files end a
    sentence there. The program's alignment can pair words of different sentences, so its text stays whole; so does a
    text with tokens without any characters, which may belong to either side of an end.
    """
    gold_texts, has_empty = _texts(gold)
    texts = [gold_texts]
    for name, parsed in systems.items():
        found, empty = _texts(parsed)
        check_same_text(name, found, gold_texts)
        texts.append(found)
        has_empty = has_empty or empty
    whole = tuple(map(len, texts))
    if alignment != "description" or has_empty:
        return [whole]
    ends = [list(accumulate(map(len, each))) for each in texts]
    common = set(ends[0]).intersection(*ends[1:])
    blocks = []
    start = 0
    for index, end in enumerate(ends[0], 1):
        if end in common and index - start >= BLOCK:
            blocks.append((index, *(bisect_left(each, end) + 1 for each in ends[1:])))
            start = index
    return blocks if blocks and blocks[-1] == whole else [*blocks, whole]


def _texts(sentences: Iterable[ParsedSentence]) -> tuple[list[str], bool]:
    """The texts of sentences without spaces, and whether any of their tokens has no characters."""
    texts, has_empty = [], False
    for sentence in sentences:
        forms = [without_spaces(token.form) for token in sentence.tokens]
        has_empty = has_empty or not forms or "" in forms
        texts.append("".join(forms))
    return texts, has_empty


def _inside(
    partners: Mapping[int, int],
    before: tuple[int, int],
    predicted: Sequence[ParsedSentence],
    gold: Sequence[ParsedSentence],
) -> tuple[dict[int, int], tuple[int, int]]:
    """Map a piece's words to their partners in it, and count the words of both sides before the next piece."""
    predicted_before, gold_before = before
    words = sum(len(sentence.words) for sentence in predicted)
    inside = {
        index: partners[predicted_before + index] - gold_before
        for index in range(words)
        if predicted_before + index in partners
    }
    return inside, (predicted_before + words, gold_before + sum(len(sentence.words) for sentence in gold))


def _parses(
    predicted: Sequence[ParsedSentence],
    gold: Sequence[ParsedSentence],
    partners: Mapping[int, int],
    *,
    aligned_only: bool,
    whole: bool,
) -> tuple[DependencyParse, DependencyParse]:
    ours, our_tokens, our_ends = place_words(predicted)
    theirs, their_tokens, their_ends = place_words(gold)
    # A gold word's number is its position; a predicted word has its partner's number, or a negative one of its own.
    their_numbers = list(range(1, len(theirs) + 1))
    our_numbers = [partners[index] + 1 if index in partners else -index - 1 for index in range(len(ours))]
    their_edges = _edges(theirs, their_numbers, whole)
    jokers = {edge.dependent for edge in their_edges if edge.lemma == "_"}
    our_edges = [_joker(edge) if edge.dependent in jokers else edge for edge in _edges(ours, our_numbers, whole)]
    if aligned_only:
        aligned = {partner + 1 for partner in partners.values()}
        our_edges = [edge for edge in our_edges if edge.dependent in aligned]
        their_edges = [edge for edge in their_edges if edge.dependent in aligned]
    return (
        DependencyParse(frozenset(our_edges), frozenset(our_tokens), frozenset(our_ends)),
        DependencyParse(frozenset(their_edges), frozenset(their_tokens), frozenset(their_ends)),
    )


def _edges(words: Sequence[PlacedWord], numbers: Sequence[int], whole: bool) -> list[Dependency]:
    index_of = {(word.sentence, word.number): index for index, word in enumerate(words)}
    relations = [word.word.relation if whole else universal(word.word.relation) for word in words]
    features = [universal_features(word.word.features) for word in words]
    functional: dict[int, list[tuple[int, str, str, str]]] = {}
    governors = [index_of.get((word.sentence, word.word.governor)) for word in words]
    for index, governor in enumerate(governors):
        if governor is not None and universal(relations[index]) in FUNCTIONAL:
            child = (numbers[index], relations[index], words[index].word.upos, features[index])
            functional.setdefault(governor, []).append(child)
    return [
        Dependency(
            governor=0 if governor is None else numbers[governor],
            dependent=numbers[index],
            relation=relations[index],
            lemma=words[index].word.lemma,
            upos=words[index].word.upos,
            xpos=words[index].word.xpos,
            features=features[index],
            functional=tuple(functional.get(index, ())),
        )
        for index, governor in enumerate(governors)
    ]


def _joker(edge: Dependency) -> Dependency:
    """Replace the lemma by ``_``, for words whose gold lemma is missing."""
    fields = (edge.governor, edge.dependent, edge.relation, "_", edge.upos, edge.xpos, edge.features, edge.functional)
    return Dependency(*fields)
