"""The solved sentences that a prompt shows: drawn by seed from gold, never the sentence that is asked about."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path

from karat.benchmarks.declarations import BENCHMARKS, benchmark_named, load_gold, read_gold
from karat.benchmarks.gold import Gold
from karat.errors import InputError, UnknownNameError
from karat.formats.benchmarks.carb_gold import without_empty_ends
from karat.metrics.oie.carb import sentence_key
from karat.model import Annotation, Extraction, Fact, Sentence, TupleAnnotation
from karat.systems.drawing import shuffle
from karat.systems.llm.options import Draw
from karat.systems.llm.template import tuples


def load_solved(source: str) -> list[TupleAnnotation]:
    """Read the sentences with tuples of a benchmark or of a gold file, each text once."""
    names = [benchmark.name for benchmark in BENCHMARKS]
    if source in names:
        gold = load_gold(benchmark_named(source))
    elif Path(source).exists():
        gold = read_gold(source)
    else:
        raise UnknownNameError("benchmark or gold file", source, names)
    by_text: dict[str, TupleAnnotation] = {}
    for solved in _solved(gold):
        if solved.extractions:
            by_text.setdefault(sentence_key(solved.sentence.text), solved)
    return list(by_text.values())


def _solved(gold: Gold) -> Iterator[TupleAnnotation]:
    """Take the tuples of each sentence, or one for each of its facts where the gold has synsets alone."""
    for facts, gold_tuples in zip(gold.facts, gold.tuples, strict=True):
        if gold_tuples is not None:
            yield without_empty_ends(gold_tuples.annotation)
        elif facts is not None:
            yield TupleAnnotation(facts.sentence, tuple(_tuples_of(facts.annotation)))


def _tuples_of(annotation: Annotation) -> Iterator[Extraction]:
    """Write the first pattern of each synset with all its optional words.

    A cluster of Hindi-BenchIE states all facts of its sentence, so the first cluster is taken as a whole.
    """
    for synset in annotation.synsets:
        if synset.statements:
            yield from map(_tuple_of, synset.facts)
            return
        if synset.facts:
            yield _tuple_of(synset.facts[0])


def _tuple_of(fact: Fact) -> Extraction:
    subject, relation, object_ = (" ".join(slot.words) for slot in fact)
    return Extraction(relation, (subject, object_))


class Demonstrations:
    """A pool of solved sentences, and which of them are shown.

    With ``shared``, all sentences are shown the same, so that servers can reuse what their prompts have in common; a
    sentence that is among them is shown the next one in its place. With ``each``, every sentence has its own draw.
    """

    def __init__(self, pool: Sequence[TupleAnnotation], count: int, seed: int, draw: Draw = "shared") -> None:
        if len(pool) <= count and count:
            raise InputError(
                f"demonstrations: expected more than {count} different sentences with tuples, so that none is shown "
                f"with the question about it, found {len(pool)}"
            )
        self.count = count
        self._seed = seed
        self._draw = draw
        self._pool = pool
        self._shared = list(islice(shuffle(pool, seed, "shared"), count + 1)) if count else []

    @property
    def fingerprint(self) -> str:
        """The first digits of a checksum of the pool, in its order."""
        digest = sha256()
        for each in self._pool:
            shown = [each.sentence.text, tuples(each)]
            digest.update(json.dumps(shown).encode() + b"\n")
        return digest.hexdigest()[:8]

    @property
    def answer_ratio(self) -> float | None:
        """How many times longer than its sentence a solution is, on average; ``None`` without solutions."""
        written = sum(len(tuples(each)) for each in self._pool)
        return written / sum(len(each.sentence.text) for each in self._pool) if self._pool else None

    def shown_for(self, sentence: Sentence) -> list[TupleAnnotation]:
        """Choose the demonstrations of one question, none of which has its text."""
        drawn = shuffle(self._pool, self._seed, "each", sentence.text) if self._draw == "each" else self._shared
        key = sentence_key(sentence.text)
        return list(islice((each for each in drawn if sentence_key(each.sentence.text) != key), self.count))
