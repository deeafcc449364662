"""Ask a language model about the extractions of systems, and record its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.metrics.oie.meaning.answers import load_answers
from karat.metrics.oie.meaning.judge_rule import questions_about
from karat.metrics.oie.meaning.questions import INSTRUCTIONS, question_id, read_answer
from karat.model import Extraction
from karat.one_line import one_line
from karat.systems.asking import Model, Question, ask
from karat.systems.chat import Message


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """What came of asking: the questions of the outputs, how many were asked now, and what cannot be read."""

    questions: int
    asked: int
    unanswered: int
    """Questions to which the model gave no answer."""
    unreadable: tuple[str, ...]
    """Answers that name no facts."""

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """A question, and how many facts its answer may name."""

    text: str
    facts: int

    @property
    def id(self) -> str:
        """The checksum under which the answer is recorded."""
        return question_id(self.text)


def collect_questions(outputs: Iterable[Sequence[Sequence[Extraction]]], gold: Gold) -> list[JudgeQuestion]:
    """List the distinct questions about systems' extractions; each output has a list for every sentence of the gold."""
    if not gold.has_facts:
        raise InputError(f"{gold.name}: expected gold with fact synsets, found only tuples")
    found: dict[str, JudgeQuestion] = {}
    for extractions in outputs:
        for own, facts in zip(extractions, gold.facts, strict=True):
            if facts is not None:
                for text in questions_about(own, facts):
                    found.setdefault(text, JudgeQuestion(text, len(facts.annotation.synsets)))
    return list(found.values())


def ask_judge(
    questions: Sequence[JudgeQuestion],
    model: Model,
    output: Path,
    *,
    workers: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> JudgeReport:
    """Append the answers that a file does not have yet; answers about other outputs stay in it."""
    asked = [Question(each.id, (Message("system", INSTRUCTIONS), Message("user", each.text))) for each in questions]
    count = ask(asked, model, output, keep_others=True, workers=workers, tell=tell)
    if not questions:
        return JudgeReport(0, 0, 0, ())
    texts = load_answers(output).texts
    answers = [(texts[each.id], each.facts) for each in questions]
    unreadable = tuple(text for text, facts in answers if text is not None and read_answer(text, facts) is None)
    return JudgeReport(len(questions), count, sum(text is None for text, _ in answers), unreadable)
