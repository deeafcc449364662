"""Ask a language model about the extractions of systems, and record its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.metrics.oie.meaning.judge_rule import INSTRUCTIONS, load_answers, question_id, questions_about, read_answer
from karat.model import Extraction, Usage
from karat.one_line import one_line
from karat.systems.asking import RECORDED, START
from karat.systems.chat import ChatEndpoint, Completion, Message
from karat.systems.journal import open_journal
from karat.systems.judge.options import JudgeOptions
from karat.systems.judge.recording import AnswerRecord
from karat.systems.llm.answer_limit import AnswerLimit
from karat.systems.llm.asking import LAST_ANSWERS
from karat.systems.llm.budget import Budget, RequestMeter, usage_of
from karat.systems.llm.tokens import prompt_tokens
from karat.systems.threads import call_as_completed


@dataclass(frozen=True, slots=True)
class JudgeReport:
    """What came of asking: the questions of the outputs, how many were asked now, and what cannot be read."""

    questions: int
    asked: int
    unanswered: int
    """Questions to which the model gave no answer."""
    unreadable: tuple[str, ...]
    """Answers that name no facts."""
    usage: Usage
    """What all answers of the file cost, earlier ones and those about other outputs included."""

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

    @property
    def messages(self) -> tuple[Message, ...]:
        """What the model is sent."""
        return Message("system", INSTRUCTIONS), Message("user", self.text)


class Judge:
    """A model at an address, asked within a budget; its answers are recorded when they come, whoever waits for them."""

    def __init__(self, options: JudgeOptions, record: AnswerRecord) -> None:
        self.options = options
        self.record = record
        self.budget = Budget(options.max_cost, options.max_tokens)
        self.budget.add(record.usage)
        self._limit = AnswerLimit(options.answer_tokens)
        self._endpoint = ChatEndpoint(
            options.endpoint,
            options.model,
            key_variable=options.key_variable,
            temperature=options.temperature,
            seed=options.model_seed,
            timeout=options.timeout,
            retries=options.retries,
        )

    def ask(self, question: JudgeQuestion) -> None:
        """Ask a question and record the answer, unless that might exceed the budget."""
        self._check_record()
        prices = self.options.prices
        estimate = prompt_tokens(question.messages)
        most = prices.usage(estimate.most, self.options.answer_tokens)

        def keep(completion: Completion) -> None:
            self.record.add(question.id, completion, usage_of(completion, prices, estimate.likely))

        meter = RequestMeter(self.budget, most, prices, estimate.likely, keep)
        self._limit.complete(self._endpoint, question.messages, {}, meter)
        self._check_record()

    def close(self) -> None:
        """Wait a little for answers under way, so that they are recorded, and close the connections."""
        self.budget.close(LAST_ANSWERS)
        self._endpoint.close()

    def _check_record(self) -> None:
        if self.record.error is not None:
            raise self.record.error


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
    options: JudgeOptions,
    output: Path,
    *,
    tell: Callable[[int], None] = lambda _: None,
) -> JudgeReport:
    """Append the answers that a file does not have yet; answers about other outputs stay in it.

    If all answers are there, neither the server nor a key is needed. What the file has cost counts in the budget.
    """
    with open_journal(output, START, RECORDED) as journal:
        record = AnswerRecord(journal, options.name)
        remaining = [question for question in questions if question.id not in record.usages]
        if remaining:
            _ask_all(Judge(options, record), remaining, tell)
    if not questions:
        return JudgeReport(0, 0, 0, (), record.usage)
    texts = load_answers(output).texts
    answers = [(texts[each.id], each.facts) for each in questions]
    unreadable = tuple(text for text, facts in answers if text is not None and read_answer(text, facts) is None)
    unanswered = sum(text is None for text, _ in answers)
    return JudgeReport(len(questions), len(remaining), unanswered, unreadable, record.usage)


def _ask_all(judge: Judge, questions: Sequence[JudgeQuestion], tell: Callable[[int], None]) -> None:
    try:
        for number, _ in enumerate(call_as_completed(judge.ask, questions, judge.options.workers), 1):
            tell(number)
    finally:
        judge.close()
        judge.record.close()
