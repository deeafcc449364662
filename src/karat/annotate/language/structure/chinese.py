"""The structure of a Chinese sentence, from jieba's words (guideline A.2)."""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.language.findings import Coreferent, Passive
from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.structure.found import Structure, numbers_of, span_of

NOUNS = ("NOUN", "PROPN")
CONJUNCTIONS = ("和", "与", "及", "以及", "或", "跟", "同", "、")
PERSONS = ("他", "她")
THINGS = ("它", "其")
LOCATIVE = ("位于", "来自", "属于")
"""Verbs that say only where something is or comes from, as prepositions do."""

COMMAS = ("，", "。", "；", "！", "？", ",")


def structure(parse: Parse) -> Structure:
    """Find everything but clauses, which jieba's words do not show."""
    return Structure(
        passives=tuple(passives(parse)),
        coreferent=tuple(coreferents(parse)),
        conjunctions=tuple(conjunctions(parse)),
        noun_phrases=tuple(span_of(phrase) for phrase in noun_phrases(parse)),
    )


def passives(parse: Parse) -> Iterator[Passive]:
    """*船被风浪打翻*: 被 or 由 before the agent, the verb after it; without an agent 被 is the auxiliary."""
    for word in parse:
        if word.text not in ("被", "由") or word.pos != "ADP":
            continue
        between: list[TaggedWord] = []
        for following in parse.words[word.index + 1 :]:
            if following.text in COMMAS:
                break
            if following.pos == "VERB":
                if any(each.pos in (*NOUNS, "PRON") for each in between):
                    yield Passive((), following.numbers[0], word.numbers[0])
                elif word.text == "被":
                    yield Passive(word.numbers, following.numbers[0])
                break
            between.append(following)


def coreferents(parse: Parse) -> Iterator[Coreferent]:
    """*他*, *她*: the nearest name of a person, else noun; *它*, *其*: the nearest noun before.

    Pronouns of two characters, as *他们*, are two tokens and left to the annotator.
    """
    for word in parse:
        if word.pos != "PRON" or len(word.numbers) != 1:
            continue
        before = [
            each for each in parse.words[: word.index] if each.pos in NOUNS and each.tag not in ("t", "s", "f", "q")
        ]
        if word.text in PERSONS:
            candidates = [each for each in before if each.tag.startswith("nr")]
        elif word.text in THINGS:
            candidates = [each for each in before if not each.tag.startswith("nr")]
        else:
            continue
        if candidates:
            yield Coreferent(word.numbers[0], numbers_of([candidates[-1]]))


def noun_phrases(parse: Parse) -> Iterator[tuple[TaggedWord, ...]]:
    """Nouns with what stands before them and 的, which must not be divided between slots (A.2.2): *挪威的首都*."""
    for word in parse:
        if word.text != "的":
            continue
        modifier, head = modifier_before(parse, word), head_after(parse, word)
        if modifier and head:
            yield (*modifier, word, *head)


def modifier_before(parse: Parse, particle: TaggedWord) -> tuple[TaggedWord, ...]:
    """The nouns before 的, with the preposition before them if there is one: *在奥斯陆* 的."""
    start = particle.index
    while start > 0 and parse[start - 1].pos in (*NOUNS, "ADJ", "NUM", "X") and parse[start - 1].text not in COMMAS:
        start -= 1
    before = parse[start - 1] if 0 < start < particle.index else None
    if before is not None and (before.pos == "ADP" or before.text in LOCATIVE):
        start -= 1
    return parse.words[start : particle.index]


def head_after(parse: Parse, particle: TaggedWord) -> tuple[TaggedWord, ...]:
    """The nouns after 的."""
    end = particle.index + 1
    while end < len(parse) and parse[end].pos in (*NOUNS, "ADJ") and parse[end].tag != "t":
        end += 1
    head = parse.words[particle.index + 1 : end]
    return head if head and head[-1].pos in NOUNS else ()


def conjunctions(parse: Parse) -> Iterator[int]:
    """Conjunctions and enumeration commas between nouns."""
    for word in parse:
        before, following = parse.before(word), parse.after(word)
        if word.text not in CONJUNCTIONS or before is None or following is None:
            continue
        if before.pos in NOUNS and following.pos in (*NOUNS, "NUM", "ADJ", "PRON"):
            yield from word.numbers
