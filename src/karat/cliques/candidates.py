"""Candidates: the question for each target and its answer, recorded so that an interrupted run can be resumed.

The file has one JSON object a line for each candidate. Each line is written as soon as its answer has come, so an
interrupted run leaves all answers so far, possibly with an incomplete last line, and the next run asks for the others.
Several workers answer in any order; once all answers are there, the lines are put in the order of the targets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from karat.cliques.paraphrasers import Paraphraser, answer_from
from karat.cliques.targets import Targets
from karat.cliques.targets_file import args_of, original_from
from karat.errors import InputError
from karat.formats.files import replace_file
from karat.formats.json.documents import object_on, whole_number
from karat.formats.json.parts import Part
from karat.formats.text.brackets import parse_tree, render_tree
from karat.formats.text.lines import Line, content
from karat.model import Member
from karat.systems.chat import Refusal
from karat.systems.journal import open_journal
from karat.systems.threads import call_as_completed

START = b'{"id": '
"""How each line begins."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request for a paraphrase: number ``number`` of the ``of`` for a sentence, in the syntax ``target``."""

    original: Member
    number: int
    of: int
    target: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question, its answer, and the generator that gave it."""

    question: Question
    answer: str | Refusal
    generator: str


def questions_of(targets: Iterable[Targets]) -> list[Question]:
    """List all paraphrases to ask for, in order."""
    return [
        Question(sentence.original, number, len(sentence.targets), target.parse)
        for sentence in targets
        for number, target in enumerate(sentence.targets)
    ]


def paraphrase_all(
    questions: Sequence[Question],
    paraphraser: Paraphraser,
    path: Path,
    *,
    workers: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> int:
    """Ask the questions that the file has no answer to yet; return how many answers it had.

    ``workers`` questions are asked at once, in threads. ``tell`` is called with the number of answers so far. A file
    begun for other questions or by another generator is an error and stays as it is.
    """
    if workers < 1:
        raise InputError(f"expected at least 1 worker, found {workers}")
    with open_journal(path, START, "candidates") as journal:
        places = _Places(questions)
        written = [places.take(candidate, line, paraphraser.name) for candidate, line in _recorded(journal.lines())]
        had = len(written)
        journal.remove_tail()
        tell(had)
        ask, missing = partial(_answer, questions, paraphraser=paraphraser), places.missing()
        for place, candidate in map(ask, missing) if workers == 1 else call_as_completed(ask, missing, workers):
            journal.add(_line(candidate))
            written.append(place)
            tell(len(written))
        if written != sorted(written):
            _put_in_order(path, written)
    return had


def read_candidates(path: Path) -> Iterator[list[Candidate]]:
    """Yield the candidates of each sentence, which must be complete; each sentence has an id of its own."""
    group: list[Candidate] = []
    seen: set[str] = set()
    line: Line | None = None
    for line in content(path):
        candidate = _candidate(object_on(line))
        if candidate.question.number != len(group) or (
            group and candidate.question.original != group[0].question.original
        ):
            found = f"{_describe_candidate(candidate)}; karat cliques paraphrase completes a file that it has begun"
            raise line.error(expected=_describe_next(group), found=found)
        id = candidate.question.original.sentence.id
        if not group and id in seen:
            raise line.error(expected="an id of its own for each sentence", found=f"{id!r} again")
        seen.add(id)
        group.append(candidate)
        if len(group) == candidate.question.of:
            yield group
            group = []
    if group and line is not None:
        raise line.error(
            expected=f"{_describe_next(group)} below this line", found="the end; karat cliques paraphrase goes on"
        )


def _answer(questions: Sequence[Question], place: int, *, paraphraser: Paraphraser) -> tuple[int, Candidate]:
    question = questions[place]
    tree = question.original.tree
    assert tree is not None, "targets are drawn for sentences with trees"
    answer = paraphraser.paraphrase(question.original.sentence.text, tree, parse_tree(question.target))
    if isinstance(answer, str):
        answer = " ".join(answer.split()) or Refusal("an empty answer")
    return place, Candidate(question, answer, paraphraser.name)


def _recorded(lines: Iterable[Line]) -> Iterator[tuple[Candidate, Line]]:
    return ((_candidate(object_on(line)), line) for line in lines)


class _Places:
    """The places of the questions that have no answer yet."""

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = questions
        self._places: dict[Question, list[int]] = {}  # a sentence may be there twice
        for place in reversed(range(len(questions))):
            self._places.setdefault(questions[place], []).append(place)

    def missing(self) -> list[int]:
        return sorted(place for places in self._places.values() for place in places)

    def take(self, candidate: Candidate, line: Line, generator: str) -> int:
        """Give the place of the question that a line answers; a line that answers none is an error."""
        places = self._places.get(candidate.question)
        if not places:
            missing = self.missing()
            if not missing:
                expected = f"{len(self.questions)} candidates, as the targets have them"
                raise line.error(expected=expected, found="more")
            raise line.error(
                expected=f"the candidate {_describe(self.questions[missing[0]])}",
                found=f"the one {_describe_candidate(candidate)}; it was begun for other targets",
            )
        if candidate.generator != generator:
            raise line.error(expected=f"answers by {generator!r}", found=f"some by {candidate.generator!r}")
        return places.pop()


def _put_in_order(path: Path, places: Sequence[int]) -> None:
    """Sort the lines of a file by their places."""
    with path.open("rb") as file:
        lines = dict(zip(places, file, strict=True))
    with replace_file(path) as file:
        file.writelines(lines[place] for place in sorted(places))


def _line(candidate: Candidate) -> bytes:
    question, original = candidate.question, candidate.question.original
    assert original.tree is not None, "targets are drawn for sentences with trees"
    refused = isinstance(candidate.answer, Refusal)
    entry: dict[str, Any] = {
        "id": original.sentence.id,
        "number": question.number,
        "of": question.of,
        "sentence": original.sentence.text,
        **({"args": args_of(original)} if original.extractions else {}),
        "tree": render_tree(original.tree),
        "target": question.target,
        "text": None if refused else candidate.answer,
        **({"reason": candidate.answer.reason} if isinstance(candidate.answer, Refusal) else {}),
        "generator": candidate.generator,
    }
    # A model may answer with a lone surrogate, which UTF-8 cannot encode.
    return json.dumps(entry, ensure_ascii=False).encode("utf-8", errors="replace") + b"\n"


def _candidate(part: Part) -> Candidate:
    part.only("id", "number", "of", "sentence", "args", "tree", "target", "text", "reason", "generator")
    number, of = whole_number(part.inner("number")), whole_number(part.inner("of"))
    if number >= of:
        raise part.inner("number").error(f"a number below {of}", str(number))
    question = Question(original_from(part), number, of, part.text("target"))
    return Candidate(question, answer_from(part), part.text("generator"))


def _describe(question: Question) -> str:
    return f"{question.number + 1} of {question.of} of sentence {question.original.sentence.id!r} as {question.target}"


def _describe_candidate(candidate: Candidate) -> str:
    return _describe(candidate.question)


def _describe_next(group: Sequence[Candidate]) -> str:
    if not group:
        return "the candidate 1 of a sentence"
    first = group[0].question
    return f"the candidate {len(group) + 1} of {first.of} of sentence {first.original.sentence.id!r}"
