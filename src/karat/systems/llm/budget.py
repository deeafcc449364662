"""What a run has cost, what it costs at the moment, and what it may cost in all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Lock

from karat.errors import BudgetError
from karat.systems.chat import Completion, End
from karat.systems.llm.tokens import text_tokens
from karat.systems.system import Usage


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost; 0 where no price is known."""

    prompt: float = 0.0
    completion: float = 0.0

    def usage(self, prompt_tokens: int, completion_tokens: int, is_estimated: bool = False) -> Usage:
        """Count tokens with what they cost."""
        cost = (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1_000_000
        return Usage(prompt_tokens, completion_tokens, round(cost, 12), is_estimated)


class Budget:
    """The usage of all requests so far, and limits that no request may exceed.

    Each request is counted with the most that it can cost until its answer says what it did. A request that does not
    fit waits for those under way; if it still does not fit after them, it is refused.
    """

    def __init__(self, max_cost: float | None = None, max_tokens: int | None = None) -> None:
        self.max_cost = max_cost
        self.max_tokens = max_tokens
        self.spent = Usage()
        self._under_way: list[Usage] = []
        self._changed = Condition()
        self._excess = 1.0
        self._is_closed = False

    def add(self, usage: Usage) -> None:
        """Count what was spent before, by the part of the run that is being resumed."""
        with self._changed:
            self.spent += usage

    def hold(self, most: Usage) -> Usage:
        """Wait until a request fits into the budget, and count it; give what it was counted with."""
        with self._changed:
            while True:
                if self._is_closed:
                    raise BudgetError("expected no further request, found one after the end of the run")
                held = self._scaled(most)
                if self._fits(sum(self._under_way, self.spent + held)):
                    self._under_way.append(held)
                    return held
                if not self._under_way:
                    raise BudgetError(self._message(held))
                self._changed.wait()

    def settle(self, held: Usage, most: Usage, spent: Usage | None) -> None:
        """Count what a request has cost instead of the most that it could; ``None`` if it cost nothing."""
        with self._changed:
            self._under_way.remove(held)
            if spent is not None:
                self.spent += spent
                # A server that counts more tokens than there are bytes, or that writes more than it may, does so again.
                self._excess = max(self._excess, spent.tokens / max(most.tokens, 1))
            self._changed.notify_all()

    def close(self, seconds: float) -> None:
        """Allow no further request, and wait for those under way, whose answers are paid for, but not for long."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._under_way, seconds)

    def _scaled(self, most: Usage) -> Usage:
        if self._excess == 1:
            return most
        prompt, completion = (int(count * self._excess) + 1 for count in (most.prompt_tokens, most.completion_tokens))
        return Usage(prompt, completion, most.cost * self._excess)

    def _fits(self, total: Usage) -> bool:
        return (self.max_cost is None or total.cost <= self.max_cost) and (
            self.max_tokens is None or total.tokens <= self.max_tokens
        )

    def _message(self, most: Usage) -> str:
        if self.max_cost is not None and self.spent.cost + most.cost > self.max_cost:
            option, limit = "--max-cost", f"{self.max_cost:,.6g}"
            spent, next_one = f"{self.spent.cost:,.6g}", f"{most.cost:,.2g}"
        else:
            option, limit = "--max-tokens", f"{self.max_tokens:,}"
            spent, next_one = f"{self.spent.tokens:,}", f"{most.tokens:,}"
        return (
            f"{option}: expected at most {limit} in all, found {spent} spent and up to {next_one} for the next "
            f"request; a higher {option} goes on from here"
        )


class RequestMeter:
    """Counts the attempts at one question; one without an answer may have to be paid for, and counts in full.

    ``keep`` is given each answer before it is counted, so that a budget without requests under way has kept them all.
    """

    def __init__(
        self, budget: Budget, most: Usage, prices: Prices, likely: int, keep: Callable[[Completion], None]
    ) -> None:
        self.budget = budget
        self.most = most
        self.prices = prices
        self.likely = likely
        self.keep = keep

    def begin(self) -> End:
        """Wait for a place in the budget; the answer to an attempt that was given up is kept, but not counted again."""
        held = self.budget.hold(self.most)
        ended = Lock()

        def end(completion: Completion | None, may_be_charged: bool) -> None:
            if completion is not None:
                self.keep(completion)
            if ended.acquire(blocking=False):
                spent = self.most if may_be_charged else None
                if completion is not None:
                    spent = usage_of(completion, self.prices, self.likely)
                self.budget.settle(held, self.most, spent)

        return end


def usage_of(completion: Completion, prices: Prices, likely: int) -> Usage:
    """Count the tokens of an answer as the server does; where it says nothing, they are estimated.

    ``likely`` is the estimate of the prompt's tokens.
    """
    prompt, written = completion.prompt_tokens, completion.completion_tokens
    return prices.usage(
        likely if prompt is None else prompt,
        text_tokens(completion.text or completion.refusal or "").likely if written is None else written,
        prompt is None or written is None,
    )
