"""Small random gold and extractions, over few words so that patterns meet; and their expansions listed one by one."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from karat.model import Annotation, Chunk, Extraction, Fact, Sentence, Slot, Synset

WORDS = st.sampled_from("ab")


def chunks(least=0, most=3):
    required = WORDS.map(Chunk)
    optional = st.lists(WORDS, min_size=1, max_size=2).map(lambda words: Chunk(" ".join(words), optional=True))
    return st.lists(required | optional, min_size=least, max_size=most)


SLOTS = chunks().map(lambda found: Slot(tuple(found)))
FACTS = st.builds(Fact, SLOTS, SLOTS, SLOTS)
UNTIDY = st.lists(
    st.sampled_from(["a", "b", ""]).map(Chunk)
    | st.sampled_from(["a", "", "a b", "a  b", " a"]).map(lambda text: Chunk(text, optional=True)),
    max_size=3,
).map(lambda found: Slot(tuple(found)))
UNTIDY_FACTS = st.builds(Fact, UNTIDY, UNTIDY, UNTIDY)
TEXTS = st.lists(WORDS, max_size=3).map(" ".join)
EXTRACTIONS = st.builds(
    lambda subject, relation, object_: Extraction(relation, (subject, object_)), TEXTS, TEXTS, TEXTS
)
ANNOTATIONS = st.lists(st.lists(FACTS, min_size=1, max_size=3), max_size=3).map(
    lambda synsets: Annotation(
        Sentence("1", "a b"), tuple(Synset(str(number), tuple(facts)) for number, facts in enumerate(synsets, 1))
    )
)


def texts_of(slot: Slot) -> set[str]:
    """Every text that a slot stands for."""
    optional = [index for index, chunk in enumerate(slot.chunks) if chunk.optional]
    found = set()
    for choice in product((True, False), repeat=len(optional)):
        absent = {index for index, present in zip(optional, choice, strict=True) if not present}
        found.add(" ".join(chunk.text for index, chunk in enumerate(slot.chunks) if index not in absent))
    return found


def written(facts) -> set[tuple[str, ...]]:
    """Every distinct triple of texts."""
    return {triple for fact in facts for triple in product(*map(texts_of, fact))}


def scored(facts) -> set[tuple[tuple[str, ...], ...]]:
    """Every distinct triple of words."""
    return {tuple(tuple(text.split()) for text in triple) for triple in written(facts)}
