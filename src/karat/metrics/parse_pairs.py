"""Parses of one text made comparable: cut where all files end a sentence, words aligned and numbered alike.

The conventions are those of the CoNLL 2018 shared task: universal relations and features only, function words listed
below the word they belong to, and a gold lemma ``_`` that lets any lemma pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from karat.metrics.dependencies import universal
from karat.metrics.word_alignment import (
    ALIGNMENTS,
    PlacedWord,
    check_same_text,
    common_ends,
    cut,
    placed,
    text_of,
    uncrossed,
)
from karat.model import Dependency, DependencyParse, ParsedSentence

Pairs = list[tuple[str, DependencyParse, DependencyParse]]
"""Pieces of text, each under the name of its first gold sentence: predicted, gold."""

_FEATURES = (
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense "
    "Aspect Voice Evident Polarity Person Polite"
)
FEATURES = frozenset(_FEATURES.split())
"""The features that all languages share; others are not compared."""

FUNCTIONAL = frozenset("aux cop mark det clf case cc".split())  # noqa: SIM905 - as the shared task lists them
"""Relations of function words, which MLAS looks at below a content word."""


def universal_features(features: Sequence[str]) -> str:
    """The shared features in a fixed order."""
    return "|".join(sorted(each for each in features if each.partition("=")[0] in FEATURES))


def paired(
    systems: Mapping[str, Mapping[str, ParsedSentence]],
    gold: Mapping[str, ParsedSentence],
    *,
    aligned_only: bool,
    whole: bool,
    alignment: str = "description",
) -> dict[str, Pairs]:
    """Align the words of each system with the gold's, and cut the text where all of them end a sentence.

    ``alignment`` is one of ``ALIGNMENTS``. An end that some aligned pair crosses, as the program's can, is no cut.
    """
    files = [list(gold.values()), *(list(found.values()) for found in systems.values())]
    texts = [[text_of(sentence) for sentence in sentences] for sentences in files]
    for name, text in zip(systems, texts[1:], strict=True):
        check_same_text(name, text, texts[0])
    theirs = placed(files[0])[0]
    partners = []
    ends = common_ends(texts)
    for sentences in files[1:]:
        ours = placed(sentences)[0]
        pairs = ALIGNMENTS[alignment](ours, theirs)
        partners.append(pairs)
        ends = uncrossed(ends, [(ours[one].range[0], theirs[other].range[0]) for one, other in pairs.items()])
    names = list(gold)
    truth = list(cut(files[0], texts[0], ends))
    found: dict[str, Pairs] = {}
    for name, sentences, text, pairs in zip(systems, files[1:], texts[1:], partners, strict=True):
        found[name] = []
        before = (0, 0)
        for mine, others in zip(cut(sentences, text, ends), truth, strict=True):
            one, other = [sentences[place] for place in mine], [files[0][place] for place in others]
            inside, before = _inside(pairs, before, one, other)
            parses = _parses(one, other, inside, aligned_only=aligned_only, whole=whole)
            found[name].append((names[others[0]], *parses))
    return found


def _inside(
    partners: Mapping[int, int],
    before: tuple[int, int],
    predicted: Sequence[ParsedSentence],
    gold: Sequence[ParsedSentence],
) -> tuple[dict[int, int], tuple[int, int]]:
    """The partners of a piece's words by their places in it, and how many words of both sides are before the next."""
    ours, theirs = before
    words = sum(len(sentence.words) for sentence in predicted)
    found = {place: partners[ours + place] - theirs for place in range(words) if ours + place in partners}
    return found, (ours + words, theirs + sum(len(sentence.words) for sentence in gold))


def _parses(
    predicted: Sequence[ParsedSentence],
    gold: Sequence[ParsedSentence],
    partners: Mapping[int, int],
    *,
    aligned_only: bool,
    whole: bool,
) -> tuple[DependencyParse, DependencyParse]:
    ours, our_tokens, our_ends = placed(predicted)
    theirs, their_tokens, their_ends = placed(gold)
    # A gold word's number is its place; a predicted word takes its partner's, or one below 0 of its own.
    their_numbers = list(range(1, len(theirs) + 1))
    our_numbers = [partners[place] + 1 if place in partners else -place - 1 for place in range(len(ours))]
    their_edges = _edges(theirs, their_numbers, whole)
    jokers = {edge.dependent for edge in their_edges if edge.lemma == "_"}
    our_edges = [_joker(edge) if edge.dependent in jokers else edge for edge in _edges(ours, our_numbers, whole)]
    if aligned_only:
        both = {partner + 1 for partner in partners.values()}
        our_edges = [edge for edge in our_edges if edge.dependent in both]
        their_edges = [edge for edge in their_edges if edge.dependent in both]
    return (
        DependencyParse(frozenset(our_edges), frozenset(our_tokens), frozenset(our_ends)),
        DependencyParse(frozenset(their_edges), frozenset(their_tokens), frozenset(their_ends)),
    )


def _edges(words: Sequence[PlacedWord], numbers: Sequence[int], whole: bool) -> list[Dependency]:
    place_of = {(word.sentence, word.number): place for place, word in enumerate(words)}
    relations = [word.word.relation if whole else universal(word.word.relation) for word in words]
    features = [universal_features(word.word.features) for word in words]
    functional: dict[int, list[tuple[int, str, str, str]]] = {}
    governors = [place_of.get((word.sentence, word.word.governor)) for word in words]
    for place, governor in enumerate(governors):
        if governor is not None and universal(relations[place]) in FUNCTIONAL:
            child = (numbers[place], relations[place], words[place].word.upos, features[place])
            functional.setdefault(governor, []).append(child)
    return [
        Dependency(
            governor=0 if governor is None else numbers[governor],
            dependent=numbers[place],
            relation=relations[place],
            lemma=words[place].word.lemma,
            upos=words[place].word.upos,
            xpos=words[place].word.xpos,
            features=features[place],
            functional=tuple(functional.get(place, ())),
        )
        for place, governor in enumerate(governors)
    ]


def _joker(edge: Dependency) -> Dependency:
    """Let any lemma pass where the gold has none."""
    fields = (edge.governor, edge.dependent, edge.relation, "_", edge.upos, edge.xpos, edge.features, edge.functional)
    return Dependency(*fields)
