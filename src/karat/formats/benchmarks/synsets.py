"""Build annotations line by line, for BenchIE's gold, its Hindi dialect and gold written by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from karat.formats.problems import Problems
from karat.formats.text.lines import Line
from karat.model import Annotation, Fact, Sentence, Statement, Synset

SENTENCE = re.compile(r"sent_id:\s*(?P<id>\S+)\s*?\t(?P<text>.*)", re.DOTALL)


def sentence_from(line: Line) -> Sentence:
    """Read a ``sent_id:`` line."""
    found = SENTENCE.fullmatch(line.text)
    if not found:
        raise line.error(expected="sent_id:ID<TAB>sentence", found=repr(line.text))
    return Sentence(found["id"], found["text"])


class AnnotationBuilder:
    """The sentence that is being read, with the synsets it has so far."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.sentence: Sentence | None = None
        self.synset: list[Fact] | None = None
        self.statements: list[Statement] = []
        self._synsets: list[tuple[str, list[Fact], list[Statement], int]] = []
        self._lines: dict[str, int] = {}
        self._ids: set[str] = set()
        self._counts: dict[str, int] = {}

    def start(self, line: Line, sentence: Sentence) -> None:
        """Begin a sentence; report an id that occurred before, and read its facts all the same."""
        self.sentence = sentence
        first = self._lines.setdefault(sentence.id, line.number)
        if first != line.number:
            self.problems.add(
                line.error(expected="a sentence id of its own", found=f"{sentence.id!r}, which line {first} has")
            )

    def open(self, line: Line, number: str) -> str:
        """Begin a synset; if the sentence has one of that number, use the next free id, such as ``2.2``."""
        # Ids stay taken, so the search continues where the last one for this number ended.
        count = self._counts.get(number, 1)
        id = number if count == 1 else f"{number}.{count}"
        while id in self._ids:
            count += 1
            id = f"{number}.{count}"
        self._counts[number] = count
        self._ids.add(id)
        self.synset, self.statements = [], []
        self._synsets.append((id, self.synset, self.statements, line.number))
        return id

    def add(self, fact: Fact) -> None:
        """Add a fact to the current synset."""
        assert self.synset is not None
        self.synset.append(fact)

    def finish(self) -> Iterator[Annotation]:
        """Yield the current sentence, if there is one, and reset."""
        if self.sentence is not None:
            synsets = (
                Synset(id, tuple(facts), tuple(statements), line=line) for id, facts, statements, line in self._synsets
            )
            yield Annotation(self.sentence, tuple(synsets))
        self.sentence = None
        self.synset = None
        self._synsets = []
        self._ids, self._counts = set(), {}
