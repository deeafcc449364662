"""A model whose answers are counted, and that is asked only while a budget lasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from karat.errors import InputError
from karat.model import Usage
from karat.one_line import one_line
from karat.systems.asking import CountedAnswer
from karat.systems.chat import ChatEndpoint, Completion, Message, Refusal, answer_of
from karat.systems.llm.answer_limit import AnswerLimit
from karat.systems.llm.asking import LAST_ANSWERS
from karat.systems.llm.budget import Budget, Prices, RequestMeter, usage_of
from karat.systems.llm.tokens import prompt_tokens

ANSWER_TOKENS = 2000
"""The most tokens of an answer where a budget is given: without a limit, no request could be known to fit into it."""
BROKE_OFF = "broke off at the limit of tokens"


@dataclass(frozen=True, slots=True)
class Spending:
    """What a million tokens cost, and what a run may cost or use in all; ``answer_tokens`` limits each answer."""

    price_in: float | None = None
    price_out: float | None = None
    max_cost: float | None = None
    max_tokens: int | None = None
    answer_tokens: int | None = None

    __repr__ = one_line

    def __post_init__(self) -> None:
        if self.max_cost is not None and (self.price_in is None or self.price_out is None):
            raise InputError("max_cost: expected price_in and price_out, without which no cost is known, found none")

    @property
    def prices(self) -> Prices:
        """What a million tokens cost; 0 where no price is given."""
        return Prices(self.price_in or 0.0, self.price_out or 0.0)

    @property
    def longest_answer(self) -> int | None:
        """The most tokens of an answer; a budget needs a limit."""
        if self.answer_tokens is None and not (self.max_cost is None and self.max_tokens is None):
            return ANSWER_TOKENS
        return self.answer_tokens


class CountedModel:
    """A model at an address; what its answers cost goes into the record beside them."""

    def __init__(self, endpoint: ChatEndpoint, spending: Spending) -> None:
        self.name = endpoint.name
        self.budget = Budget(spending.max_cost, spending.max_tokens)
        self._endpoint = endpoint
        self._prices = spending.prices
        self._longest = spending.longest_answer
        self._limit = None if self._longest is None else AnswerLimit(self._longest)

    @property
    def spent(self) -> Usage:
        """What all answers cost, earlier ones included."""
        return self.budget.spent

    def count_earlier(self, usage: Usage) -> None:
        """Count what the answers cost that are recorded already."""
        self.budget.add(usage)

    def ask(self, messages: Sequence[Message]) -> CountedAnswer:
        """Answer, or give the reason why not, unless that might exceed the budget."""
        estimate = prompt_tokens(messages)
        most = self._prices.usage(estimate.most, self._longest or 0)
        meter = RequestMeter(self.budget, most, self._prices, estimate.likely, _keep_nothing)
        if self._limit is None:
            completion = self._endpoint.complete(messages, {}, meter)
        else:
            completion = self._limit.complete(self._endpoint, messages, {}, meter)
        is_cut = completion.finish == "length" and not completion.refusal
        answer = Refusal(BROKE_OFF) if is_cut else answer_of(completion)
        return CountedAnswer(answer, usage_of(completion, self._prices, estimate.likely))

    def close(self) -> None:
        """Wait a little for answers under way, and close the connections."""
        self.budget.close(LAST_ANSWERS)
        self._endpoint.close()


def _keep_nothing(_: Completion) -> None:
    """Keep nothing: the record takes an answer from whom it was given to."""
