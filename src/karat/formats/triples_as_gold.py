"""Gold made of any file of triples: each triple is a fact, unless a column says which rows are wordings of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from karat.errors import FormatError, InputError
from karat.formats.field_names import SYNSET, plain_name
from karat.formats.text.slots import parse_slot
from karat.model import Annotation, Fact, Row, Sentence, Slot, Synset, TupleAnnotation
from karat.model.alignment import text_key

OWN_FACT = "gold triples; each triple is its own fact"
REPEATED = "gold triples left out: an equal one of the same sentence came before"
WITHOUT_TEXT = "sentences with an id but no text, so words are compared as they are written"
SAME_TEXT = "sentences with the text of an earlier one, which gets all extractions that have no id"
ABOUT_TRIPLES = (OWN_FACT, REPEATED, WITHOUT_TEXT, SAME_TEXT)
WORDINGS = 'wordings of one fact of gold as {"sentence": …, "facts": [{"variants": [[…, …, …], […, …, …]]}]}'
NO_ALIASES = ("", "()", "[]", "{}", "null", "None")

Refuse = Callable[[str, str], InputError]
"""Makes the error that says where a triple is, what was expected there, and what was found."""


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
        if not self.triples:  # facts that are given as such, as a file of synsets has them
            return ()
        own = () if self.grouped else ((OWN_FACT, self.triples - self.repeated),)
        texts = [text_key(annotation.sentence.text) for annotation in self.annotations]
        known = [text for text in texts if text]
        others = {
            REPEATED: self.repeated,
            WITHOUT_TEXT: len(texts) - len(known),
            SAME_TEXT: len(known) - len(set(known)),
        }
        return (*own, *((what, count) for what, count in others.items() if count))


def facts_of_triples(
    items: Iterable[Row | TupleAnnotation], path: Path, advice: str = "", *, texts: bool = True
) -> TriplesAsGold:
    """Make gold of the triples in a file; ``advice`` is what to do if rows have no sentence.

    ``texts``: each sentence must have its text; else its id is enough.
    """
    builder = GoldBuilder()
    for row in _rows(items):
        # A sentence in the place of an id says that the file is in another format.
        is_named = row.sentence is not None or (not texts and may_be_id(row.sentence_id))
        if row.extraction is None and not is_named:
            continue  # an empty file
        if not is_named:
            named = f"only its id, {row.sentence_id!r}" if row.sentence_id is not None else "none"
            raise FormatError(path, row.line, "the text of the sentence in each row of gold", f"{named}{advice}")
        builder.add(row, partial(FormatError, path, row.line))
    if not builder.triples:
        raise FormatError(path, None, "gold: synsets, tuples, cliques or triples", "none")
    return builder.finish()


def may_be_id(text: str | None) -> bool:
    """Whether a text may be an id: without a space, and all in ASCII, since some scripts have no spaces."""
    return bool(text and text.isascii() and not any(map(str.isspace, text)))


class GoldBuilder:
    """Makes each triple a fact of its sentence; those with the same ``synset`` are wordings of one fact.

    Words in square brackets are optional. Sentences without an id are known by their text and numbered from 1; with
    ids, two sentences may have the same text. A triple that its sentence has already is left out, unless
    ``keep_repeats`` says otherwise.
    """

    def __init__(self, *, keep_repeats: bool = False) -> None:
        self._keep_repeats = keep_repeats
        self.triples = self._repeated = self._rows = 0
        self._grouped = False
        self._sentences: dict[str, Sentence] = {}
        self._facts: dict[str, dict[str, list[Fact]]] = {}
        self._ids: dict[str, str] = {}
        self._numbered: set[str] = set()
        self._again: set[str] = set()
        self._first_again: InputError | None = None

    def add(self, row: Row, refuse: Refuse) -> None:
        """Add a triple, or a sentence without any."""
        self._rows += 1
        synsets = self._facts.setdefault(self._sentence(row, refuse), {})
        if row.extraction is None:
            return
        self.triples += 1
        check_aliases(row.extraction.other, refuse)
        fact = replace(Fact(*(_slot(text, refuse) for text in row.extraction.triple)), line=row.line)
        if not self._keep_repeats and any(fact in others for others in synsets.values()):
            self._repeated += 1
            return
        name = dict(row.extraction.other).get(SYNSET)
        self._grouped = self._grouped or name is not None
        synsets.setdefault(f"={name}" if name else f"#{len(synsets)}", []).append(fact)

    def finish(self) -> TriplesAsGold:
        """Return the sentences with their facts; ids of rows in the place of those of sentences are an error."""
        if self._first_again is not None and self._are_of_rows():
            raise self._first_again
        annotations = tuple(
            Annotation(
                self._sentences[id],
                tuple(
                    Synset(str(number), tuple(group), line=group[0].line)
                    for number, group in enumerate(synsets.values(), 1)
                ),
            )
            for id, synsets in self._facts.items()
        )
        triples = 0 if self._keep_repeats else self.triples
        return TriplesAsGold(annotations, triples, self._repeated, self._grouped)

    def _sentence(self, row: Row, refuse: Refuse) -> str:
        """Find or add the sentence of a row, and give its id; one id for two texts is an error."""
        text, id = row.sentence or "", row.sentence_id
        key = text_key(text)
        if id is None:
            id = self._ids.get(key) or str(len(self._sentences) + 1)
            if key not in self._ids:
                self._numbered.add(id)
        elif key and (first := self._ids.get(key, id)) != id:
            if first in self._numbered:
                raise refuse("no id for this sentence, as above", repr(id))
            found = f"{id!r} for the same sentence; ids are those of sentences, not of rows"
            self._again.add(id)
            self._first_again = self._first_again or refuse(f"the id {first!r}, as above", found)
        if key or row.sentence_id is None:
            self._ids.setdefault(key, id)
        known = self._sentences.get(id)
        if known is None or (not known.text and row.sentence_id is not None):
            self._sentences[id] = Sentence(id, text)
        elif key and text_key(known.text) != key:
            raise refuse("one sentence for each id", f"another with {id!r}: {text!r:.60}")
        return id

    def _are_of_rows(self) -> bool:
        """Whether ids number the rows: each has one, and half of them or more have the sentence of an earlier one."""
        return 2 < self._rows == len(self._facts) <= 2 * len(self._again)


def check_aliases(fields: Iterable[tuple[str, object]], refuse: Refuse) -> None:
    """Refuse other names for a part of a triple, as in ``subject_aliases``, which would be lost."""
    for name, value in fields:
        if "alias" in plain_name(name) and str(value) not in NO_ALIASES:
            raise refuse("triples with one wording of each part", f"{name!r}; write {WORDINGS}")


def _rows(items: Iterable[Row | TupleAnnotation]) -> Iterable[Row]:
    for item in items:
        if isinstance(item, Row):
            yield item
        else:
            for extraction in item.extractions or (None,):
                yield Row(extraction, item.sentence.id, item.sentence.text)


def _slot(text: str, refuse: Refuse) -> Slot:
    try:
        return parse_slot(" ".join(text.split()))[0]
    except InputError as error:
        raise refuse(str(error), repr(text)) from None
