"""Make parses of one text comparable: split it where all files end a sentence, then align and number the words.

The conventions are those of the CoNLL 2018 shared task: universal relations and features only, function words listed
with the word they depend on, and a gold lemma ``_`` that any lemma matches.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from karat.metrics.dependencies import universal
from karat.metrics.word_alignment import (
    ALIGNMENTS,
    PlacedWord,
    check_same_text,
    common_ends,
    drop_crossed,
    group_sentences,
    place_words,
    text_of,
    without_spaces,
)
from karat.model import Dependency, DependencyParse, ParsedSentence

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
