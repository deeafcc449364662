"""What asking a judge would cost, without a request."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from karat.systems.judge.asking import JudgeQuestion
from karat.systems.judge.options import JudgeOptions
from karat.systems.judge.recording import load_usages
from karat.systems.llm.preview import Preview, make_preview
from karat.systems.llm.tokens import TokenRange, prompt_tokens

SHORTEST_ANSWER, LIKELY_ANSWER = 1, 4
"""Tokens of an answer such as *2*, and of *1, 3*; a model that thinks aloud writes more."""


def preview_judge(questions: Sequence[JudgeQuestion], options: JudgeOptions, output: Path) -> Preview:
    """Estimate what asking costs that a file has no answers to; neither a key nor a server is needed."""
    recorded = load_usages(output, options.name)
    remaining = [question for question in questions if question.id not in recorded]
    most = options.answer_tokens
    answer = TokenRange(min(SHORTEST_ANSWER, most), min(LIKELY_ANSWER, most), most)
    return make_preview(
        (remaining or questions)[0].messages if questions else (),
        len(remaining),
        len(questions) - len(remaining),
        sum((prompt_tokens(question.messages) for question in remaining), TokenRange()),
        answer.times(len(remaining)),
        options.prices if options.is_priced else None,
    )
