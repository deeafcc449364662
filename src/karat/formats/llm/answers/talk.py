"""What models write around an answer: their reasoning before it, and words that decline to answer."""

from __future__ import annotations

import re

THOUGHT = re.compile(r"\A.*</think(?:ing)?>|\A\s*<think(?:ing)?>.*", re.DOTALL)
REFUSAL = re.compile(
    r"\b(?:i['’]?\s?a?m (?:very |so )?sorry|i apologi[sz]e|sorry, (?:but )?i"
    r"|i (?:can ?not|can['’]?t|won['’]?t|will not|am unable|am not able)|i['’]m (?:unable|not able)"
    r"|as an ai\b|as a (?:large )?language model|unable to (?:help|assist|comply|fulfil))",
    re.IGNORECASE,
)


def without_thoughts(answer: str) -> str:
    """Remove a model's reasoning before its answer; its opening or closing tag may be missing.

    >>> without_thoughts("<think>Hm, hm.</think> Yes.")
    ' Yes.'
    """
    return THOUGHT.sub("", answer, count=1)


def declines(answer: str) -> bool:
    """Whether a text says that the model will not, or cannot, do what was asked."""
    return REFUSAL.search(answer) is not None
