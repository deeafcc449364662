"""The gold of an evaluation in blocks of sentences: in memory, or in files of a scratch folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from karat.benchmarks.gold import USUAL_METRICS, Gold
from karat.errors import FormatError
from karat.formats import FileRecord, Repair
from karat.formats.json.unread_synsets import parse_synsets, sentence_at_beginning
from karat.formats.problems import Problems
from karat.formats.text.lines import Line
from karat.metrics import OIE_METRICS
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import carb_gold, sentence_key
from karat.model import Annotation, Sentence, TupleAnnotation
from karat.one_line import one_line
from karat.results.blocks.scratch import BlockFiles, read_values

BLOCK_SENTENCES = 2000
"""How many sentences of the gold a block of a large evaluation has."""

FACTS, LINES, TUPLES, ENTITIES = "facts", "lines", "tuples", "entities"
"""What is stored of a sentence; synsets as objects, or as a line of JSON."""

_path = lru_cache(16)(Path)


@dataclass(frozen=True)
class GoldOutline:
    """The gold without texts and facts; the fields are those of ``Gold``.

    ``ids`` are the sentences' ids in the gold's order. ``applicable`` are the metrics for which some sentence has gold.
    """

    name: str
    ids: Sequence[str]
    has_facts: bool
    has_tuples: bool
    applicable: frozenset[str]
    files: tuple[FileRecord, ...] = ()
    repairs: tuple[Repair, ...] = ()
    metrics: tuple[str, ...] = USUAL_METRICS
    key: Callable[[str], str] = sentence_key
    notes: tuple[tuple[str, int], ...] = ()
    format: str | None = None
    encoding: str = "utf-8"

    __repr__ = one_line

    @classmethod
    def of(cls, gold: Gold) -> GoldOutline:
        """Outline gold that is in memory."""
        return cls(
            gold.name,
            list(gold.ids),
            gold.has_facts,
            gold.has_tuples,
            frozenset(_applicable_metrics(gold.facts, gold.tuples)),
            gold.files,
            gold.repairs,
            gold.metrics,
            gold.key,
            gold.notes,
            gold.format,
            gold.encoding,
        )


def _applicable_metrics(facts: Iterable[Any], tuples: Iterable[Any]) -> set[str]:
    """Name the metrics that can score some of these sentences; a metric applies to gold if it does to a part of it."""
    present = {
        "facts": [gold for gold in facts if gold is not None],
        "tuples": [gold for gold in tuples if gold is not None],
    }
    return {metric.name for metric in OIE_METRICS if metric.gold in present and metric.applies_to(present[metric.gold])}


class SentenceIndex:
    """The places of sentences in the gold, by id and by text under ``key``.

    Of texts, only 128 bits of hashes are kept, so that two different texts among 10^9 are confused with a probability
    below 10^-20. The hashes are those of this process.
    """

    def __init__(self, key: Callable[[str], str]) -> None:
        self.key = key
        self.ids: list[str] = []
        self._by_id: dict[str, list[int] | int] = {}
        self._by_text: dict[int, list[int] | int] = {}
        self._has_text = bytearray()

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, id: str, text: str) -> None:
        """Add the next sentence."""
        place = len(self.ids)
        self.ids.append(id)
        _add(self._by_id, id, place)
        _add(self._by_text, self.hash(text), place)
        self._has_text.append(bool(text))

    def has_text(self, place: int) -> bool:
        """Whether the gold has the text of a sentence."""
        return bool(self._has_text[place])

    def find_id(self, id: str) -> int | None:
        """Find the sentence with an id, the last of several."""
        places = self._by_id.get(id)
        return places[-1] if isinstance(places, list) else places

    def with_id(self, id: str) -> Sequence[int]:
        """List the places of all sentences with an id."""
        return _listed(self._by_id.get(id))

    def repeated_id(self) -> tuple[int, int] | None:
        """Find two sentences with one id."""
        return next(((places[0], places[1]) for places in self._by_id.values() if isinstance(places, list)), None)

    def find_text(self, text: str) -> int | None:
        """Find the first sentence with a text."""
        places = self._by_text.get(self.hash(text))
        return places[0] if isinstance(places, list) else places

    def with_text(self, text: str) -> Sequence[int]:
        """List the places of all sentences with a text."""
        return _listed(self._by_text.get(self.hash(text)))

    def hash(self, text: str) -> int:
        """Hash a text under the key."""
        key = self.key(text)
        return hash(key) << 64 | hash(f"{key}\n") & (1 << 64) - 1


def _add(places: dict[Any, list[int] | int], key: object, place: int) -> None:
    """Add a place; a key with several, which is rare, has a list."""
    before = places.setdefault(key, place)
    if isinstance(before, list):
        before.append(place)
    elif before != place:
        places[key] = [before, place]


def _listed(places: list[int] | int | None) -> Sequence[int]:
    return () if places is None else places if isinstance(places, list) else (places,)


class BlockedGold:
    """Gold in blocks of ``size`` sentences, all in memory (``whole``) or in files."""

    def __init__(
        self,
        outline: GoldOutline,
        size: int,
        *,
        whole: Gold | None = None,
        files: BlockFiles | None = None,
        index: SentenceIndex | None = None,
    ) -> None:
        self.outline = outline
        self.size = max(1, size)
        self._whole = whole
        self._files = files
        self._index = index

    @classmethod
    def in_memory(cls, gold: Gold, size: int | None = None) -> BlockedGold:
        """Divide gold that was read as a whole, or take it as one block."""
        return cls(GoldOutline.of(gold), len(gold.sentences) if size is None else size, whole=gold)

    @property
    def count(self) -> int:
        """The number of blocks."""
        return max(1, -(-len(self.outline.ids) // self.size))

    @property
    def of_cliques(self) -> Gold | None:
        """The whole gold if its sentences belong to cliques, which are scored as one block."""
        return self._whole if self._whole is not None and self._whole.cliques else None

    @cached_property
    def index(self) -> SentenceIndex:
        """Finds sentences by their ids and texts."""
        if self._index is None:
            assert self._whole is not None
            self._index = SentenceIndex(self.outline.key)
            for sentence in self._whole.sentences:
                self._index.add(sentence.id, sentence.text)
        return self._index

    def block(self, number: int) -> Gold | StoredGold:
        """Return the gold of a block, or where it is."""
        if self._files is not None:
            outline = self.outline
            return StoredGold(self._files.stored(number), outline.name, outline.metrics, outline.key)
        assert self._whole is not None
        return self._whole if self.count == 1 else _slice(self._whole, number * self.size, self.size)

    def write(self, folder: Path) -> BlockedGold:
        """Write gold in memory to files: other processes read them in half the time that sending the gold takes."""
        if self._whole is None:
            return self
        files = BlockFiles(folder, 1)
        for number in range(self.count):
            files.add(number, _slice(self._whole, number * self.size, self.size))
        return BlockedGold(self.outline, self.size, files=files, index=self.index)

    def with_all_texts(self) -> Gold:
        """Return all sentences, without facts and tuples, for checks that need all texts."""
        if self._whole is not None:
            return replace(self._whole, facts=(), tuples=())
        outline = self.outline
        blocks = (self.block(number) for number in range(self.count))
        sentences = tuple(
            sentence for block in blocks if isinstance(block, StoredGold) for sentence in block.sentences()
        )
        return Gold(outline.name, sentences, (), (), outline.files, metrics=outline.metrics, key=outline.key)


def _slice(gold: Gold, first: int, size: int) -> Gold:
    """Take a range of sentences, with facts of its own, so that what scoring prepares of them is freed with it."""
    end = first + size
    facts = (None if facts is None else FactGold(facts.annotation, facts.entities) for facts in gold.facts[first:end])
    return replace(gold, sentences=gold.sentences[first:end], facts=tuple(facts), tuples=gold.tuples[first:end])


@dataclass(frozen=True, slots=True)
class StoredGold:
    """The gold of a block in a file: the gold itself, or for each sentence the kind, its place, and what is stored."""

    values: Path | list[Any]
    name: str
    metrics: tuple[str, ...]
    key: Callable[[str], str]

    __repr__ = one_line

    def load(self) -> Gold:
        """Read the gold, where it is scored; what is wrong in any line is raised together."""
        facts: dict[int, Annotation] = {}
        tuples: dict[int, TupleAnnotation] = {}
        entities: dict[int, Annotation] = {}
        problems = Problems()
        for value in read_values(self.values):
            if isinstance(value, Gold):
                return value
            kind, place, stored = value
            if kind == TUPLES:
                before = tuples.get(place)
                tuples[place] = (
                    stored if before is None else replace(before, extractions=before.extractions + stored.extractions)
                )
            elif kind == ENTITIES:
                entities[place] = stored
            else:
                try:
                    facts[place] = _annotation(kind, stored)
                except FormatError as error:
                    problems.add(error)
        problems.check()
        places = range(len(facts or tuples))
        return Gold(
            self.name,
            tuple((facts or tuples)[place].sentence for place in places),
            tuple(FactGold(facts[place], entities.get(place)) if facts else None for place in places),
            tuple(carb_gold(tuples[place]) if place in tuples else None for place in places),
            (),
            metrics=self.metrics,
            key=self.key,
        )

    def sentences(self) -> list[Sentence]:
        """Read only the sentences."""
        sentences: dict[int, Sentence] = {}
        for value in read_values(self.values):
            if isinstance(value, Gold):
                return list(value.sentences)
            kind, place, stored = value
            if kind != ENTITIES and place not in sentences:
                sentences[place] = _sentence(kind, stored)
        return [sentences[place] for place in range(len(sentences))]


def _annotation(kind: str, stored: Any) -> Annotation:
    if kind == FACTS:
        annotation: Annotation = stored
        return annotation
    path, number, text = stored
    return parse_synsets(Line(_path(path), number, text))


def _sentence(kind: str, stored: Any) -> Sentence:
    found = sentence_at_beginning(stored[2]) if kind == LINES else None
    sentence: Sentence = stored.sentence if kind == TUPLES else found or _annotation(kind, stored).sentence
    return sentence
