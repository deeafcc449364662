"""Suggested groups of optional tokens of English, which come and go together (guideline A.1.3)."""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.vocabulary import words

Found = Iterator[tuple[TaggedWord, ...]]

RAISING = words("continue begin start go come proceed tend seem appear happen prove")
ROLES = words(
    "minister president governor mayor senator member chairman chairwoman head leader director founder king queen "
    "emperor duke bishop archbishop ambassador secretary commander chief manager capital native resident citizen "
    "professor captain judge justice"
)
ADJUNCTS = words(
    "in at on from with without by during near inside outside within throughout across along around behind beside "
    "under above below after before since until"
)
ABSTRACT = words(
    "interest increase decrease rise fall change role part share faith belief trust experience expert attack ban tax "
    "effort war fight step look access answer reply visit trip return move need demand desire love hope fear"
)
ABSTRACT_ENDINGS = ("tion", "sion", "ment", "ness", "ity", "ence", "ance", "ing", "ship", "th", "al")
"""Endings of nouns whose phrases say what the action or quality is about."""

CLEAR_PLACES = words("near inside outside within throughout across along around behind beside")
LONGEST = 8
"""Words of the longest phrase that is suggested."""


def verb_phrases(parse: Parse) -> Found:
    """*[continues to] sail*, *[went on to] sail*: verbs that say only that something begins, goes on or seems so."""
    for word in parse:
        verb = parse.governor(word)
        if word.lower != "to" or word.relation != "aux" or verb is None or verb.relation not in ("xcomp", "advcl"):
            continue
        raising = parse.governor(verb)
        if raising is None or raising.lemma not in RAISING or parse.children(raising, "neg"):
            continue
        between = parse.words[raising.index : word.index + 1]
        if len(between) == 2 or [each.lower for each in between[1:]] == ["on", "to"]:
            yield between


def parentheses(parse: Parse) -> Found:
    """*Mia Voss [( born 1971 )]*."""
    opening: TaggedWord | None = None
    for word in parse:
        if word.text in ("(", "-LRB-"):
            opening = word
        elif word.text in (")", "-RRB-") and opening is not None:
            yield parse.words[opening.index : word.index + 1]
            opening = None


def complements(parse: Parse) -> Found:
    """*mayor [of Bergen]*: the name of what a person is something of."""
    for preposition, phrase in _prepositional_phrases(parse):
        noun = parse.governor(preposition)
        is_named = any(word.pos == "PROPN" for word in phrase)
        if preposition.lower == "of" and noun is not None and noun.lemma.lower() in ROLES and is_named:
            yield phrase


def adjuncts(parse: Parse) -> Found:
    """*a harbour [in Norway]*, *a house [with a garden]*, but not *interest in music*, which names another thing."""
    for preposition, phrase in _prepositional_phrases(parse):
        noun = parse.governor(preposition)
        if noun is None or noun.pos != "NOUN" or preposition.lower not in ADJUNCTS:
            continue
        is_abstract = noun.lemma.lower() in ABSTRACT or noun.lemma.lower().endswith(ABSTRACT_ENDINGS)
        if not is_abstract or preposition.lower in CLEAR_PLACES:
            yield phrase


def _prepositional_phrases(parse: Parse) -> Iterator[tuple[TaggedWord, tuple[TaggedWord, ...]]]:
    """Prepositions after their governor, with all below them if it is one run without clause or conjunction."""
    for word in parse:
        has_object = len(parse.children(word, "pobj")) == 1
        if word.pos != "ADP" or word.relation != "prep" or not has_object or not (word.governor or 0) < word.index:
            continue
        phrase = tuple(parse.subtree(word))
        is_simple = all(each.pos not in ("VERB", "AUX", "CCONJ", "PUNCT", "PRON") for each in phrase)
        is_run = phrase[0] is word and phrase[-1].index - word.index + 1 == len(phrase)
        if is_simple and is_run and len(phrase) <= LONGEST:
            yield word, phrase
