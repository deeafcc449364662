"""Gold that is divided into parts: in memory, or in files of a scratch folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Protocol

from karat.benchmarks.gold import Gold
from karat.errors import FormatError
from karat.formats.benchmarks.benchie_gold import parse_paragraph
from karat.formats.benchmarks.paragraphs import sentence_of_paragraph
from karat.formats.json.plain_synsets import sentence_at_beginning
from karat.formats.json.unread_synsets import parse_synsets
from karat.formats.problems import Problems
from karat.formats.text.lines import Line
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold
from karat.model import Annotation, Sentence, TupleAnnotation
from karat.one_line import one_line
from karat.results.parts.gold_outline import GoldOutline
from karat.results.parts.part import StoredGold, slice_gold
from karat.results.parts.records import Record, annotation_of, tuples_of
from karat.results.parts.scratch import RecordFiles, read_records
from karat.results.parts.sentence_index import SentenceIndex

FACTS, LINES, PARAGRAPHS, TUPLES, ENTITIES = "facts", "lines", "paragraphs", "tuples", "entities"


_path = lru_cache(16)(Path)
"""Makes a path, mostly the one that was made before: a file has many sentences."""


class GoldParts(Protocol):
    """Gold in parts of ``size`` sentences."""

    @property
    def outline(self) -> GoldOutline:
        """What is kept of the gold in memory."""

    @property
    def index(self) -> SentenceIndex:
        """Finds sentences by their ids and texts."""

    @property
    def size(self) -> int:
        """The number of sentences in a part; the last one may have fewer."""

    def part(self, number: int) -> Gold | StoredGold:
        """Give the gold of a part."""

    def with_all_texts(self) -> Gold:
        """Give all sentences, without facts and tuples, for checks that need all texts."""


class GoldInMemory:
    """Gold that was read as a whole."""

    def __init__(self, gold: Gold, size: int) -> None:
        self.gold = gold
        self.size = size
        self.outline = GoldOutline.of(gold)

    @cached_property
    def index(self) -> SentenceIndex:
        index = SentenceIndex(self.gold.key)
        for sentence in self.gold.sentences:
            index.add(sentence.id, sentence.text)
        return index

    def part(self, number: int) -> Gold:
        gold = slice_gold(self.gold, number * self.size, self.size)
        # Facts of its own, so that what scoring prepares of them is freed with the part.
        facts = (None if facts is None else FactGold(facts.annotation, facts.entities) for facts in gold.facts)
        return replace(gold, facts=tuple(facts))

    def with_all_texts(self) -> Gold:
        return replace(self.gold, facts=(), tuples=())


class GoldOnDisk:
    """Gold whose sentences were written to one file for each part."""

    def __init__(self, outline: GoldOutline, index: SentenceIndex, files: RecordFiles, size: int) -> None:
        self.outline = outline
        self.index = index
        self.size = size
        self._files = files

    def part(self, number: int) -> StoredPartGold:
        outline = self.outline
        return StoredPartGold(self._files.path(number), outline.name, outline.metrics, outline.key)

    def with_all_texts(self) -> Gold:
        outline = self.outline
        parts = -(-len(self.index) // self.size)
        sentences = tuple(sentence for number in range(parts) for sentence in self.part(number).sentences())
        return Gold(outline.name, sentences, (), (), outline.files, metrics=outline.metrics, key=outline.key)


@dataclass(frozen=True, slots=True)
class StoredPartGold:
    """The gold of a part in a file of records: the kind of gold, the sentence's place in the part, and its record."""

    path: Path
    name: str
    metrics: tuple[str, ...]
    key: Callable[[str], str]

    __repr__ = one_line

    def load(self) -> Gold:
        """Read the gold of the part's sentences; the tuples of a sentence may come from several places."""
        facts: dict[int, Annotation] = {}
        entities: dict[int, Annotation] = {}
        tuples: dict[int, TupleAnnotation] = {}
        problems = Problems()
        for kind, place, record in read_records(self.path):
            if kind == TUPLES:
                annotation = tuples_of(record)
                if place in tuples:
                    before = tuples[place]
                    annotation = replace(before, extractions=before.extractions + annotation.extractions)
                tuples[place] = annotation
            elif kind == LINES:
                path, number, text = record
                try:
                    facts[place] = parse_synsets(Line(_path(path), number, text))
                except FormatError as error:
                    problems.add(error)
            elif kind == PARAGRAPHS:
                path, number, text = record
                facts[place] = parse_paragraph(_path(path), number, text)
            else:
                (facts if kind == FACTS else entities)[place] = annotation_of(record)
        problems.check()
        places = range(len(facts or tuples))
        sentences = tuple((facts or tuples)[place].sentence for place in places)
        return Gold(
            self.name,
            sentences,
            tuple(FactGold(facts[place], entities.get(place)) if facts else None for place in places),
            tuple(carb_gold(tuples[place]) if place in tuples else None for place in places),
            (),
            metrics=self.metrics,
            key=self.key,
        )

    def sentences(self) -> list[Sentence]:
        """Read only the sentences."""
        sentences: dict[int, Sentence] = {}
        for kind, place, record in read_records(self.path):
            if kind != ENTITIES and place not in sentences:
                sentences[place] = _sentence_of(kind, record)
        return [sentences[place] for place in range(len(sentences))]


def _sentence_of(kind: str, record: Record) -> Sentence:
    if kind == PARAGRAPHS:
        _, _, text = record
        return sentence_of_paragraph(text)
    if kind == LINES:
        path, number, text = record
        line = Line(Path(path), number, text)
        return sentence_at_beginning(text) or parse_synsets(line).sentence
    return (annotation_of(record) if kind == FACTS else tuples_of(record)).sentence
