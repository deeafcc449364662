"""The structure of an English sentence, from spaCy's relations."""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.language.findings import Coreferent, Passive
from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.structure.found import Structure, numbers_of, span_of
from karat.annotate.language.vocabulary import TITLES, words

SUBORDINATE = words("ccomp advcl relcl acl pcomp csubj csubjpass")
NOMINAL = ("NOUN", "PROPN", "PRON", "NUM")
SUBJECTS = ("nsubj", "nsubjpass")
LEFT_OF_NOUN = ("det", "amod", "compound", "nummod", "poss", "nmod", "case", "quantmod", "advmod", "predet", "punct")

PERSONAL = {
    "he": "person",
    "him": "person",
    "his": "person",
    "she": "person",
    "her": "person",
    "hers": "person",
    "it": "thing",
    "its": "thing",
    "they": "plural",
    "them": "plural",
    "their": "plural",
    "theirs": "plural",
}
"""What a pronoun can stand for."""

RELATIVE = words("who whom whose which that")
PERSON_ENDINGS = ("er", "or", "ist", "ian", "man", "woman", "ess", "ant", "ent", "eer")
PERSON_NOUNS = words(
    "son daughter father mother brother sister king queen boy girl friend wife husband chief judge poet artist pilot "
    "pope bishop priest nurse uncle aunt cousin child baby guest saint hero athlete architect"
)


def structure(parse: Parse) -> Structure:
    """Find passives, coreferent pronouns, clauses and conjunctions."""
    return Structure(
        passives=tuple(passives(parse)),
        coreferent=tuple(coreferents(parse)),
        clauses=tuple(clauses(parse)),
        conjunctions=tuple(conjunctions(parse)),
    )


def passives(parse: Parse) -> Iterator[Passive]:
    """*was sold by*, and without an auxiliary *a boat sold by Mia* (guideline A.1.3, passive voice)."""
    for verb in parse:
        auxiliaries = parse.children(verb, "auxpass")
        agents = [word for word in parse.children(verb, "agent") if parse.children(word, "pobj")]
        if auxiliaries or (verb.tag == "VBN" and agents):
            helpers = numbers_of([*parse.children(verb, "aux"), *auxiliaries])
            yield Passive(helpers, verb.numbers[0], agents[0].numbers[0] if agents else None)


def coreferents(parse: Parse) -> Iterator[Coreferent]:
    """Personal, possessive and relative pronouns, each with the nearest noun phrase that fits (guideline A.1.2)."""
    for word in parse:
        if word.tag in ("WP", "WDT", "WP$") and word.lower in RELATIVE:
            antecedent = _modified_noun(parse, word)
        elif word.tag in ("PRP", "PRP$") and word.lower in PERSONAL:
            antecedent = _nearest_fitting(parse, word)
        else:
            continue
        if antecedent is not None:
            yield Coreferent(word.numbers[0], noun_phrase(parse, antecedent))


def noun_phrase(parse: Parse, noun: TaggedWord) -> tuple[int, ...]:
    """The noun with what stands directly before it and belongs to it."""
    first = noun.index
    while first > 0:
        before = parse[first - 1]
        chain = before
        while chain.governor is not None and chain.governor != noun.index and chain.relation in LEFT_OF_NOUN:
            chain = parse[chain.governor]
        if chain.governor != noun.index or chain.relation not in LEFT_OF_NOUN or chain.index > noun.index:
            break
        if before.text in (",", "(", "-LRB-"):
            break
        first -= 1
    return numbers_of(parse.words[first : noun.index + 1])


def _modified_noun(parse: Parse, pronoun: TaggedWord) -> TaggedWord | None:
    """The noun whose relative clause begins with this pronoun."""
    word: TaggedWord | None = pronoun
    while word is not None and word.relation != "relcl":
        word = parse.governor(word)
    noun = None if word is None else parse.governor(word)
    return noun if noun is not None and noun.pos in NOMINAL and noun.index < pronoun.index else None


def _nearest_fitting(parse: Parse, pronoun: TaggedWord) -> TaggedWord | None:
    """The nearest subject before the pronoun that fits, else the nearest noun that fits."""
    fitting = [
        word
        for word in parse.words[: pronoun.index]
        if word.pos in ("NOUN", "PROPN")
        and word.relation not in ("compound", "nmod", "npadvmod")
        and _fits(parse, word, PERSONAL[pronoun.lower])
        and not _same_clause(parse, word, pronoun)
    ]
    subjects = [word for word in fitting if word.relation in SUBJECTS]
    return next(reversed(subjects or fitting), None)


def _same_clause(parse: Parse, noun: TaggedWord, pronoun: TaggedWord) -> bool:
    """Whether both are arguments of one verb, so that they cannot be the same thing: *Mia saw her*."""
    return pronoun.tag == "PRP" and noun.governor is not None and _verb(parse, noun) == _verb(parse, pronoun)


def _verb(parse: Parse, word: TaggedWord) -> int | None:
    governor = parse.governor(word)
    while governor is not None and governor.pos not in ("VERB", "AUX"):
        governor = parse.governor(governor)
    return None if governor is None else governor.index


def _fits(parse: Parse, noun: TaggedWord, kind: str) -> bool:
    is_plural = "Number=Plur" in noun.features
    if kind == "plural":
        return is_plural
    lemma = noun.lemma.lower()
    is_person = lemma in PERSON_NOUNS or lemma.endswith(PERSON_ENDINGS)
    if kind == "person":
        return not is_plural and (noun.pos == "PROPN" or is_person)
    return not is_plural and not is_person and not _described_as_person(parse, noun)


def _described_as_person(parse: Parse, noun: TaggedWord) -> bool:
    """Whether a name has a title or a clause with *who*: *Captain Voss*, *Voss, who …*."""
    has_title = any(word.lower.rstrip(".") in TITLES for word in parse.children(noun, "compound"))
    relative = [word for verb in parse.children(noun, "relcl") for word in parse.children(verb)]
    return has_title or any(word.lower in ("who", "whom") for word in relative)


def clauses(parse: Parse) -> Iterator[tuple[int, int]]:
    """The subordinate clauses, without marks at their borders (guideline A.1.4)."""
    for word in parse:
        if word.relation in SUBORDINATE and word.pos in ("VERB", "AUX"):
            inside = parse.subtree(word)
            while len(inside) > 1 and inside[-1].pos == "PUNCT":
                inside.pop()
            while len(inside) > 1 and inside[0].pos == "PUNCT":
                inside.pop(0)
            if len(inside) > 1:
                yield span_of(inside)


def conjunctions(parse: Parse) -> Iterator[int]:
    """Conjunctions between noun phrases, which an argument should not hold (guideline A.1.6)."""
    for word in parse:
        governor = parse.governor(word)
        is_joined = governor is not None and governor.pos in NOMINAL and parse.children(governor, "conj")
        if word.relation == "cc" and is_joined:
            yield from word.numbers
