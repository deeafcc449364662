"""Numbers of tokens, estimated: only a model's own tokenizer knows them, and its server says them afterwards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from karat.systems.chat import Message
from karat.systems.llm.prompt import SCHEMA, Form

AROUND_MESSAGE = 16
"""The most tokens that a server's chat template puts around a message."""


@dataclass(frozen=True, slots=True)
class TokenRange:
    """A number of tokens: about the least, what is likely, and the most."""

    least: int = 0
    likely: int = 0
    most: int = 0

    def __add__(self, other: TokenRange) -> TokenRange:
        return TokenRange(self.least + other.least, self.likely + other.likely, self.most + other.most)

    def times(self, count: int) -> TokenRange:
        """The tokens of so many texts like this one."""
        return TokenRange(self.least * count, self.likely * count, self.most * count)


def text_tokens(text: str) -> TokenRange:
    """Estimate the tokens of a text.

    The tokens of English have four characters or so; those of other scripts hold one or two. The most is certain: a
    token stands for a byte at least.

    >>> text_tokens("Ann founded Bext .")
    TokenRange(least=3, likely=5, most=18)
    """
    latin = sum(map(str.isascii, text))
    others = len(text) - latin
    size = len(text.encode("utf-8", "surrogatepass"))
    return TokenRange(ceil(latin / 6 + others / 2), ceil(latin / 4 + others), size)


def prompt_tokens(messages: Sequence[Message], form: Form = "text") -> TokenRange:
    """Estimate the tokens of a prompt; a server may put the schema into it."""
    schema = len(json.dumps(SCHEMA)) if form == "schema" else 0
    around = TokenRange(3 * len(messages), 4 * len(messages), AROUND_MESSAGE * (len(messages) + 1) + schema)
    return sum((text_tokens(message.content) for message in messages), around)
