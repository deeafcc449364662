"""Candidates: what was asked for each target and what came back, kept as it comes so that little is asked twice.

The file has a JSON object a line, a candidate each, in the order of the targets. Each line is written when its answer
is there. So what a run that was cut off leaves is the beginning of the whole file, at worst with half a line at its
end, and the next run goes on from there.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from karat.cliques.paraphrasers import Paraphraser, answer_from
from karat.cliques.targets import Targets
from karat.cliques.targets_file import args_of, original_from
from karat.errors import InputError
from karat.formats.json.documents import object_on, whole_number
from karat.formats.json.parts import Part
from karat.formats.text.brackets import parse_tree, render_tree
from karat.formats.text.lines import Line, content, lines
from karat.model import Member
from karat.systems import journal
from karat.systems.chat import Refusal
from karat.systems.threads import begun


@dataclass(frozen=True, slots=True)
class Question:
    """A paraphrase that is wanted: the ``number``-th ``of`` so many for a sentence, in the syntax ``target``."""

    original: Member
    number: int
    of: int
    target: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question, its answer, and who gave it."""

    question: Question
    answer: str | Refusal
    generator: str


def questions_of(targets: Iterable[Targets]) -> list[Question]:
    """All paraphrases that are wanted, in order."""
    return [
        Question(each.original, number, len(each.targets), target.parse)
        for each in targets
        for number, target in enumerate(each.targets)
    ]


def paraphrase_all(
    questions: Sequence[Question],
    paraphraser: Paraphraser,
    path: Path,
    *,
    workers: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> int:
    """Ask for what the file has not got yet, and give how many answers it had.

    ``workers`` questions are asked at once, in threads. ``tell`` hears how many answers are there. A file that was
    begun for other questions or by another generator is an error and stays as it is.
    """
    if workers < 1:
        raise InputError(f"expected at least 1 worker, found {workers}")
    done, tail = _progress(questions, paraphraser.name, path)
    with journal.continued(path, tail) as add:
        tell(done)
        for number, candidate in enumerate(_asked(questions[done:], paraphraser, workers), done + 1):
            add(_line(candidate))
            tell(number)
    return done


def read_candidates(path: Path) -> Iterator[list[Candidate]]:
    """Yield the candidates of each sentence, all that were asked for; an id stands for one sentence."""
    group: list[Candidate] = []
    seen: set[str] = set()
    line: Line | None = None
    for line in content(path):
        candidate = _candidate(object_on(line))
        if candidate.question.number != len(group) or (
            group and candidate.question.original != group[0].question.original
        ):
            raise line.error(expected=_next(group), found=_place(candidate))
        id = candidate.question.original.sentence.id
        if not group and id in seen:
            raise line.error(expected="an id of its own for each sentence", found=f"{id!r} again")
        seen.add(id)
        group.append(candidate)
        if len(group) == candidate.question.of:
            yield group
            group = []
    if group and line is not None:
        raise line.error(expected=f"{_next(group)} below this line", found="the end; karat cliques paraphrase goes on")


def _asked(questions: Sequence[Question], paraphraser: Paraphraser, workers: int) -> Iterator[Candidate]:
    """Ask and yield in order, a few at once; after an error nothing more is asked."""
    if workers == 1:
        for question in questions:
            yield _answered(question, paraphraser)
        return
    running: deque[Future[Candidate]] = deque()
    for question in questions:
        running.append(begun(_answered, question, paraphraser))
        if len(running) == workers:
            yield running.popleft().result()
    while running:
        yield running.popleft().result()


def _answered(question: Question, paraphraser: Paraphraser) -> Candidate:
    tree = question.original.tree
    assert tree is not None, "targets are drawn for sentences with trees"
    answer = paraphraser.paraphrase(question.original.sentence.text, tree, parse_tree(question.target))
    if isinstance(answer, str):
        answer = " ".join(answer.split()) or Refusal("an empty answer")
    return Candidate(question, answer, paraphraser.name)


def _progress(questions: Sequence[Question], generator: str, path: Path) -> tuple[int, bytes]:
    """How many questions a file answers, and the half of a line behind them."""
    whole, tail = journal.parted(path)
    done = 0
    if whole:
        for line in islice(lines(path), whole):  # the tail may end in the middle of a character
            candidate = _candidate(object_on(line))
            if done == len(questions):
                raise line.error(expected=f"{len(questions)} candidates, as the targets have them", found="more")
            if candidate.question != questions[done]:
                expected = f"the candidate {_named(questions[done])}"
                raise line.error(
                    expected=expected, found=f"the one {_place(candidate)}; it was begun for other targets"
                )
            if candidate.generator != generator:
                raise line.error(expected=f"answers by {generator!r}", found=f"some by {candidate.generator!r}")
            done += 1
    journal.check_tail(path, whole, tail, "candidates")
    return done, tail


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
    # A model may answer with half a character pair, which UTF-8 cannot hold.
    return json.dumps(entry, ensure_ascii=False).encode("utf-8", errors="replace") + b"\n"


def _candidate(part: Part) -> Candidate:
    part.only("id", "number", "of", "sentence", "args", "tree", "target", "text", "reason", "generator")
    number, of = whole_number(part.inner("number")), whole_number(part.inner("of"))
    if number >= of:
        raise part.inner("number").error(f"a number below {of}", str(number))
    question = Question(original_from(part), number, of, part.text("target"))
    return Candidate(question, answer_from(part), part.text("generator"))


def _named(question: Question) -> str:
    return f"{question.number + 1} of {question.of} of sentence {question.original.sentence.id!r} as {question.target}"


def _place(candidate: Candidate) -> str:
    return _named(candidate.question)


def _next(group: Sequence[Candidate]) -> str:
    if not group:
        return "the candidate 1 of a sentence"
    first = group[0].question
    return f"the candidate {len(group) + 1} of {first.of} of sentence {first.original.sentence.id!r}"
