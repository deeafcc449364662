"""People's measure against a plain implementation of its page, which writes out every wording of every fact."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

from karat.metrics.oie.people.rule import PEOPLE
from karat.model import Annotation, Chunk, Extraction, Fact, Sentence, Slot, Synset

CASES = 800
WORDS = ["Ann", "ann", "the", "and", "is", "n't", ",", "re-elected", "old"]
SENTENCE = "Ann , the old , is re-elected and ann"

Wording = tuple[str, ...]
Span = tuple[int, int]


def words(text: str) -> Wording:
    return tuple(re.findall(r"\w+", re.sub(r"n't\b", "not", text.lower())))


def expand(slot: Slot) -> set[Wording]:
    choices = [(words(chunk.text), ()) if chunk.optional else (words(chunk.text),) for chunk in slot.chunks]
    return {tuple(word for part in parts for word in part) for parts in product(*choices)}


def letters(wording: Wording) -> str:
    return "".join(wording)


class PlainFact:
    """A fact with all its wordings."""

    def __init__(self, synset: int, fact: Fact) -> None:
        self.synset = synset
        self.slots = [{letters(wording) for wording in expand(slot)} for slot in fact]
        self.whole = {letters(sum(parts, ())) for parts in product(*map(expand, fact))}
        self.optional = {letters(words(chunk.text)) for slot in fact for chunk in slot.chunks if chunk.optional}
        self.words = Counter(word for slot in fact for chunk in slot.chunks for word in words(chunk.text))
        self.required = Counter(
            word for slot in fact for chunk in slot.chunks if not chunk.optional for word in words(chunk.text)
        )
        self.has_copula = {"is"} <= set(words(" ".join(fact.relation.words))) <= {"is", "the"}


def find(texts: set[str], argument: Wording) -> list[Span]:
    """Where a slot is contained in an argument: from each word the longest."""
    spans = []
    for start in range(len(argument)):
        ends = [end for end in range(start + 1, len(argument) + 1) if letters(argument[start:end]) in texts]
        spans += [(start, max(ends))] if ends else []
    return spans


def says(triple: list[Wording], slot: int, facts: list[PlainFact]) -> set[int]:
    text = letters(sum(triple, ()))
    used = Counter(sum(triple, ()))
    saying = set()
    parts = (slice(slot), slice(slot, slot + 1), slice(slot + 1, 3))
    for fact in facts:
        before, argument, after = (letters(sum(triple[part], ())) for part in parts)
        moved = [argument.removesuffix(chunk) for chunk in fact.optional - {"the", ""} if argument.endswith(chunk)]
        moved += [argument.removeprefix(chunk) for chunk in fact.optional - {"the", ""} if argument.startswith(chunk)]
        in_order = fact.required <= used <= fact.words and any(before + rest + after in fact.whole for rest in moved)
        if text in fact.whole or in_order:
            saying.add(fact.synset)
    return saying


def loosely(triple: list[Wording], facts: list[PlainFact]) -> Iterator[tuple[int, Wording]]:
    """Each synset that accepts an extraction by more than its spelling, and the words that are added."""
    for slot, other in ((0, 2), (2, 0)):
        agreeing = [
            fact
            for fact in facts
            if letters(triple[1]) in fact.slots[1] and letters(triple[other]) in fact.slots[other]
        ]
        argument = triple[slot]
        contained = [
            (fact, span) for fact in agreeing for span in find(fact.slots[slot], argument) if span != (0, len(argument))
        ]
        for joined, (start, end) in contained:
            cuts = [(start, end)]
            cuts += [(start - 1, end)] if start and argument[start - 1] == "and" else []
            cuts += [(start, end + 1)] if argument[end : end + 1] == ("and",) else []
            for fact, (first, last) in product(agreeing, cuts):
                if fact.synset != joined.synset and letters(argument[:first] + argument[last:]) in fact.slots[slot]:
                    yield fact.synset, argument[start:end]
        for described in (fact for fact in facts if fact.has_copula):
            sides = [find(described.slots[0], argument), find(described.slots[2], argument)]
            for left_out, kept in (sides, sides[::-1]):
                for start, end in left_out:
                    if any(end == span[0] or start == span[1] for span in kept):
                        for fact in agreeing:
                            if letters(argument[:start] + argument[end:]) in fact.slots[slot]:
                                yield fact.synset, argument[start:end]
        saying = says(triple, slot, facts) if contained else set()
        for fact, (start, end) in contained if saying else ():
            yield fact.synset, argument[:start] + argument[end:]


def judge(extractions: list[Extraction], annotation: Annotation) -> list[set[int]]:
    """The synsets that each extraction is credited with."""
    facts = [PlainFact(number, fact) for number, synset in enumerate(annotation.synsets) for fact in synset.facts]
    triples = [[words(text) for text in extraction.triple] for extraction in extractions]
    spelled = [
        {fact.synset for fact in facts if all(letters(triple[slot]) in fact.slots[slot] for slot in range(3))}
        for triple in triples
    ]
    sentence = letters(words(annotation.sentence.text))
    claims: dict[int, list[tuple[bool, int, list[str]]]] = {}
    rank = [
        (
            not (letters(triple[0]) in sentence and letters(triple[2]) in sentence),
            len(sum(triple, ())),
            list(map(letters, triple)),
        )
        for triple in triples
    ]
    looser: list[set[int]] = []
    for triple, own, ranked in zip(triples, spelled, rank, strict=True):
        accepted = set() if own else {synset for synset, added in loosely(triple, facts) if "not" not in added}
        looser.append(accepted)
        for synset in accepted:
            claims.setdefault(synset, []).append(ranked)
    stated = set().union(*spelled)
    return [
        own or {synset for synset in accepted if synset not in stated and min(claims[synset]) == ranked}
        for own, accepted, ranked in zip(spelled, looser, rank, strict=True)
    ]


def random_slot(random: Random) -> Slot:
    chunks = [Chunk(random.choice(WORDS), random.random() < 0.4) for _ in range(random.randint(0, 3))]
    return Slot(tuple(chunks))


def random_gold(random: Random) -> Annotation:
    facts: list[Fact] = []
    for _ in range(random.randint(1, 5)):
        subject, relation, object_ = (random_slot(random) for _ in range(3))
        other = random.choice(facts) if facts else Fact(subject, relation, object_)
        facts.append(
            random.choice(
                [
                    Fact(subject, relation, object_),
                    Fact(other.subject, other.relation, object_),
                    Fact(subject, other.relation, other.object),
                    Fact(other.subject, Slot((Chunk("is"),)), object_),
                    Fact(other.subject, Slot((*other.relation.chunks, *other.object.chunks)), object_),
                ]
            )
        )
    synsets: list[list[Fact]] = []
    for fact in facts:
        if synsets and random.random() < 0.3:
            synsets[-1].append(fact)
        else:
            synsets.append([fact])
    return Annotation(
        Sentence("1", SENTENCE), tuple(Synset(str(number), tuple(each)) for number, each in enumerate(synsets))
    )


def wording(random: Random, slot: Slot) -> list[str]:
    return [chunk.text for chunk in slot.chunks if not chunk.optional or random.random() < 0.5]


def random_extraction(random: Random, facts: list[Fact]) -> Extraction:
    fact, other = random.choices(facts, k=2)
    subject, relation, object_ = (wording(random, slot) for slot in fact)
    added = random.choice([wording(random, other.object), wording(random, other.subject), random.choices(WORDS, k=1)])
    joint = random.choice([[], ["and"], [","]])
    match random.randrange(5):
        case 0:
            object_ = [*object_, *joint, *added]
        case 1:
            subject = [*subject, *joint, *added]
        case 2:
            object_ = [*added, *joint, *object_]
        case 3:
            subject = [*added, *joint, *subject]
    return Extraction(" ".join(relation), (" ".join(subject), " ".join(object_)))


def test_credit_is_as_the_page_says() -> None:
    accepted = 0
    for seed in range(CASES):
        random = Random(seed)
        gold = random_gold(random)
        facts = [fact for synset in gold.synsets for fact in synset.facts]
        extractions = [random_extraction(random, facts) for _ in range(random.randint(1, 4))]
        expected = judge(extractions, gold)
        verdicts, verdict_of = PEOPLE.prepare(gold).judge(extractions)
        assert [set(verdicts[number].credited) for number in verdict_of] == expected, (seed, extractions, gold)
        accepted += sum(bool(verdict.looser) for verdict in verdicts)
    assert accepted > CASES / 10  # enough that the looser steps are compared, too
