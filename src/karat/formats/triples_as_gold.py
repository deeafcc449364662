"""Gold made of any file of triples: each triple is a fact, unless a column says which rows are wordings of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from karat.errors import FormatError, InputError
from karat.formats.field_names import SYNSET
from karat.formats.text.slots import parse_slot
from karat.model import Annotation, Extraction, Fact, Row, Sentence, Slot, Synset, TupleAnnotation
from karat.model.alignment import text_key

OWN_FACT = "gold triples; each triple is its own fact"
REPEATED = "gold triples that repeat another one of their sentence left out"


@dataclass(frozen=True, slots=True)
class TriplesAsGold:
    """Sentences with their facts, how many triples they were made of, and how many of these repeat another one.

    ``grouped``: rows were put together by their ``synset``.
    """

    annotations: tuple[Annotation, ...]
    triples: int
    repeated: int
    grouped: bool

    @property
    def notes(self) -> tuple[tuple[str, int], ...]:
        """What a reader of the numbers should know, each with a count."""
        own = () if self.grouped else ((OWN_FACT, self.triples - self.repeated),)
        return (*own, *(((REPEATED, self.repeated),) if self.repeated else ()))


def facts_of_triples(items: Iterable[Row | TupleAnnotation], path: Path, advice: str = "") -> TriplesAsGold:
    """Make each triple a fact of its sentence; rows of a sentence with the same ``synset`` are wordings of one fact.

    Words in square brackets are optional. Sentences without an id are numbered from 1. A triple that its sentence has
    already is left out. ``advice`` is what to do if rows have no sentence.
    """
    sentences: dict[str, Sentence] = {}
    texts: dict[str, str] = {}
    facts: dict[str, dict[str, list[Fact]]] = {}
    triples = repeated = 0
    grouped = False
    for row in _rows(items):
        if row.extraction is None and row.sentence is None:
            continue  # an empty file
        if row.sentence is None:
            named = f"only its id, {row.sentence_id!r}" if row.sentence_id is not None else "none"
            raise FormatError(path, row.line, "the text of the sentence in each row of gold", f"{named}{advice}")
        sentence = _sentence(sentences, texts, row, path)
        synsets = facts.setdefault(sentence.id, {})
        if row.extraction is None:
            continue
        triples += 1
        fact = _fact(row.extraction, row, path)
        if any(fact in others for others in synsets.values()):
            repeated += 1
            continue
        name = dict(row.extraction.other).get(SYNSET)
        grouped = grouped or name is not None
        synsets.setdefault(f"={name}" if name else f"#{len(synsets)}", []).append(fact)
    if not triples:
        raise FormatError(path, None, "gold: synsets, tuples, cliques or triples", "none")
    annotations = tuple(
        Annotation(
            sentence,
            tuple(
                Synset(str(number), tuple(group), line=group[0].line)
                for number, group in enumerate(facts[sentence.id].values(), 1)
            ),
        )
        for sentence in sentences.values()
    )
    return TriplesAsGold(annotations, triples, repeated, grouped)


def _rows(items: Iterable[Row | TupleAnnotation]) -> Iterable[Row]:
    for item in items:
        if isinstance(item, Row):
            yield item
        else:
            for extraction in item.extractions or (None,):
                yield Row(extraction, item.sentence.id, item.sentence.text)


def _sentence(sentences: dict[str, Sentence], texts: dict[str, str], row: Row, path: Path) -> Sentence:
    """Find or add the sentence of a row, by its text; one id for two texts is an error."""
    assert row.sentence is not None
    key = text_key(row.sentence)
    if key in sentences:
        known = sentences[key]
        if row.sentence_id not in (None, known.id):
            raise FormatError(path, row.line, f"the id {known.id!r}, as above", f"{row.sentence_id!r} for one sentence")
        return known
    id = row.sentence_id or str(len(sentences) + 1)
    if texts.setdefault(id, key) != key:
        raise FormatError(path, row.line, "one sentence for each id", f"another with {id!r}: {row.sentence!r:.60}")
    return sentences.setdefault(key, Sentence(id, row.sentence))


def _fact(extraction: Extraction, row: Row, path: Path) -> Fact:
    return replace(Fact(*(_slot(text, row, path) for text in extraction.triple)), line=row.line)


def _slot(text: str, row: Row, path: Path) -> Slot:
    try:
        return parse_slot(" ".join(text.split()))[0]
    except InputError as error:
        raise FormatError(path, row.line, str(error), repr(text)) from None
