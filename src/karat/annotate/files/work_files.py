"""Files that fill people's documents: gold, or a draft such as a system's output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from karat.annotate.files.candidates import read_candidates, triples_by_sentence
from karat.annotate.synsets.state import Origin
from karat.formats import Format, InputFile, Problems, kind_in, read_items, read_synsets
from karat.formats.triples_as_gold import facts_of_triples
from karat.model import Annotation, Chunk, Fact, Row, Sentence, Slot, Synset, TupleAnnotation
from karat.results.system_result import Note


class WorkFile:
    """A file of annotations, which may be read several times; ``origin`` is that of its triples.

    Synsets are streamed. Of other gold, each triple with its sentence becomes a synset (``karat gold from`` does the
    same). A draft that is a system's output is assigned to the project's sentences as ``karat evaluate`` does.
    """

    def __init__(self, file: InputFile, format: Format, encoding: str, name: str | None) -> None:
        self.file = file
        self.format = format
        self.encoding = encoding
        self.name = name
        self.has_synsets = kind_in(file, format, encoding) == "synsets"
        self.origin = Origin(1, "imported", name)
        self.notes: tuple[str, ...] = ()
        self._made: list[Annotation] = []

    def read_triples(self) -> None:
        """Make gold of triples that come with their sentences."""
        items = read_items(self.file, self.format, self.encoding)
        made = facts_of_triples((item for item in items if isinstance(item, (Row, TupleAnnotation))), self.file.path)
        self.notes = tuple(str(Note(what, count)) for what, count in made.notes)
        self._made = list(made.annotations)

    def read_output(self, name: str, sentences: Sequence[Sentence]) -> None:
        """Make a synset of each triple that a system found in the project's sentences."""
        review_round, outputs = read_candidates(name, self.file, sentences, self.format.name, self.encoding)
        self.origin = Origin(review_round, "imported", name)
        self.notes = tuple(f"{output.name}: {note}" for output in outputs for note in output.notes)
        self._made = [
            Annotation(
                sentence,
                tuple(Synset(str(number), (plain_fact(triple),)) for number, triple in enumerate(triples, 1)),
            )
            for sentence, triples in triples_by_sentence(outputs, sentences)
        ]

    def annotations(self, problems: Problems | None = None) -> Iterator[Annotation]:
        """Yield the sentences with their synsets."""
        if self.has_synsets:
            return read_synsets(self.file, self.format, self.encoding, problems or Problems())
        return iter(self._made)

    def count(self, check: Callable[[Sentence], object]) -> int:
        """Read the file for its errors, check each sentence, and count them."""
        sentences = 0
        for annotation in self.annotations():
            check(annotation.sentence)
            sentences += 1
        return sentences


def plain_fact(triple: Sequence[str]) -> Fact:
    """Make a fact without optional words."""
    return Fact(*(Slot(tuple(Chunk(word) for word in text.split())) for text in triple))
