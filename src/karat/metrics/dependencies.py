"""Dependency parsing: attachment scores (Chen et al., 2023, equations 11, 12) and the other metrics of CoNLL 2018.

Predicted and gold are :class:`karat.model.DependencyParse`: aligned words have the same number, a word without a
partner has a number of its own. 0/0 is 0, as in the shared task's scorer.
"""

from __future__ import annotations

from collections.abc import Iterable

from karat import algebra as k
from karat.model import Dependency, DependencyParse

_CONTENT = (
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl "
    "amod conj fixed flat compound list parataxis orphan goeswith reparandum root dep"
)
CONTENT = frozenset(_CONTENT.split())
"""Relations of content words; their subtypes, such as ``nsubj:pass``, are included."""


def universal(relation: str) -> str:
    """Remove a relation's subtype, which follows the colon."""
    return relation.partition(":")[0]


def content_words(parse: Iterable[Dependency]) -> list[Dependency]:
    """Select the words whose relation is one of content words."""
    return [edge for edge in parse if universal(edge.relation) in CONTENT]


def token_ranges(parse: DependencyParse) -> frozenset[tuple[int, int]]:
    """Get the character range of each token; none for bare dependencies."""
    return getattr(parse, "tokens", frozenset())


def sentence_ranges(parse: DependencyParse) -> frozenset[tuple[int, int]]:
    """Get the character range of each sentence; none for bare dependencies."""
    return getattr(parse, "sentences", frozenset())


def _edges(name: str, *fields: str) -> k.Normalised:
    return k.match(k.product(**dict.fromkeys(fields, k.equal))).f1.with_empty(0).named(name)


def _content(name: str, *fields: str) -> k.Normalised:
    edge = k.product(**dict.fromkeys(("governor", "dependent", "relation", *fields), k.equal))
    return k.match(edge).on(content_words).f1.with_empty(0).named(name)


# Equations 11 and 12.
UAS = _edges("uas", "governor", "dependent")
LAS = _edges("las", "governor", "dependent", "relation")

# Zeman et al. (2018), section 5: content words only; with morphology and function words; with lemmas.
CLAS = _content("clas")
MLAS = _content("mlas", "upos", "features", "functional")
BLEX = _content("blex", "lemma")

# Segmentation and tagging. Only aligned words can be right.
TOKENS = k.match(k.equal).on(token_ranges).f1.with_empty(0).named("tokens")
SENTENCES = k.match(k.equal).on(sentence_ranges).f1.with_empty(0).named("sentences")
WORDS = _edges("words", "dependent")
UPOS = _edges("upos", "dependent", "upos")
XPOS = _edges("xpos", "dependent", "xpos")
UFEATS = _edges("ufeats", "dependent", "features")
ALLTAGS = _edges("alltags", "dependent", "upos", "xpos", "features")
LEMMAS = _edges("lemmas", "dependent", "lemma")

CONLL_2018 = (LAS, UAS, CLAS, MLAS, BLEX, TOKENS, SENTENCES, WORDS, UPOS, XPOS, UFEATS, ALLTAGS, LEMMAS)
"""All metrics of the shared task, the most quoted first."""
