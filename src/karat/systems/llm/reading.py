"""The result of a sentence from a model's answer: its tuples, or why there are none."""

from __future__ import annotations

from dataclasses import replace

from karat.formats.llm.answers import Answer, parse_answer, replace_surrogates
from karat.systems.attempts import shorten
from karat.systems.chat import Completion
from karat.systems.system import Extracted, Failure, Result, Usage

FLAW = "answer"
"""The field of ``Extraction.other`` that says what was wrong with an answer of which some tuples could be read."""


def read_result(completion: Completion, usage: Usage, limit: int) -> Result:
    """Read the tuples of an answer; a refusal, or a text without any tuple, is a failure.

    Of an answer that breaks off, and of one that is tuples in part, what can be read counts, and each tuple says so.
    """
    if completion.refusal:
        return Failure(_line("refused", completion.refusal), usage)
    text = completion.text or ""
    answer = parse_answer(text)
    if answer.failure is None:
        return Extracted(answer.extractions, usage)
    if answer.extractions:
        marked = tuple(replace(each, other=(*each.other, (FLAW, answer.failure))) for each in answer.extractions)
        return Extracted(marked, usage)
    return Failure(_reason(answer, completion, limit), usage)


def is_usable(completion: Completion) -> bool:
    """Whether an answer is no failure."""
    return isinstance(read_result(completion, Usage(), 0), Extracted)


def _reason(answer: Answer, completion: Completion, limit: int) -> str:
    if completion.finish == "content_filter":
        return "refused: the server's content filter"
    if completion.finish == "length":
        return _line(f"no tuple within {limit:,} tokens", answer.text)
    names = {"empty": "an empty answer", "refusal": "refused", "no tuple": "no tuple in the answer"}
    return _line(names.get(answer.failure or "", f"an answer that is {answer.failure}"), answer.text)


def _line(what: str, text: str) -> str:
    shown = shorten(replace_surrogates(text).replace("\0", " "))
    return f"{what}: {shown}" if shown else what
