"""What a run would ask and cost, without a request: the first prompt, tokens and money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from karat.model import Sentence
from karat.one_line import one_line
from karat.systems.chat import Message
from karat.systems.llm.budget import Prices
from karat.systems.llm.system import Llm
from karat.systems.llm.tokens import TokenRange, prompt_tokens, text_tokens

LENGTH_OF_ANSWER = 2.0
"""How much longer than its sentence an answer is: 1.3 times in LSOIE's gold, 1.7 in BenchIE's, 2.3 in CaRB's, 3.6 in
WiRe57's."""
SHORTEST_ANSWER = 2


@dataclass(frozen=True, slots=True)
class Preview:
    """The first prompt of a run, and an estimate of what its requests use.

    ``on_disk`` answers are there already and cost nothing; the estimate is for the other ``requests``. The costs are
    ``None`` where no prices are given. The least and the likely numbers are guesses, the most cannot be exceeded but
    by requests that are repeated after a failure.
    """

    first: tuple[Message, ...]
    requests: int
    on_disk: int
    prompts: TokenRange
    answers: TokenRange
    least_cost: float | None
    likely_cost: float | None
    most_cost: float | None

    __repr__ = one_line


def preview(system: Llm, sentences: Sequence[Sentence]) -> Preview:
    """Estimate a run over sentences; neither a key nor a server is needed."""
    options, asker = system.options, system.asker
    form = asker.forms[0]
    requests, on_disk = 0, 0
    prompts, answers = TokenRange(), TokenRange()
    ratio = system.demonstrations.answer_ratio or LENGTH_OF_ANSWER
    for sentence in dict.fromkeys(sentence.text for sentence in sentences):
        asked = Sentence("", sentence)
        missing = sum(asker.find(asked, sample) is None for sample in range(1, options.samples + 1))
        on_disk += options.samples - missing
        requests += missing
        prompt = prompt_tokens(asker.question(asked, form, 1).messages, form)
        likely = min(ceil(text_tokens(sentence).likely * ratio), options.answer_tokens)
        answer = TokenRange(min(SHORTEST_ANSWER, likely), likely, options.answer_tokens)
        prompts, answers = prompts + prompt.times(missing), answers + answer.times(missing)

    is_priced = options.price_in is not None and options.price_out is not None
    first = asker.question(sentences[0], form, 1).messages
    return make_preview(first, requests, on_disk, prompts, answers, asker.prices if is_priced else None)


def make_preview(
    first: tuple[Message, ...],
    requests: int,
    on_disk: int,
    prompts: TokenRange,
    answers: TokenRange,
    prices: Prices | None,
) -> Preview:
    """Make a preview of all requests' tokens, with their costs if there are prices."""

    def cost(prompt: int, answer: int) -> float | None:
        return None if prices is None else prices.usage(prompt, answer).cost

    return Preview(
        first,
        requests,
        on_disk,
        prompts,
        answers,
        cost(prompts.least, answers.least),
        cost(prompts.likely, answers.likely),
        cost(prompts.most, answers.most),
    )
