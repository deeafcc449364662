"""The most tokens of an answer, sent under the name that the server takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from karat.errors import AnswerError
from karat.systems.chat import ChatEndpoint, Completion, Message, Meter

OTHER_NAME = "max_completion_tokens"
"""What newer models of OpenAI call the limit of an answer; they refuse the name that all others have."""


class AnswerLimit:
    """A limit that is sent with every question; remembers the name that the server takes."""

    def __init__(self, tokens: int) -> None:
        self.tokens = tokens
        self._name = "max_tokens"

    def complete(
        self, endpoint: ChatEndpoint, messages: Sequence[Message], more: Mapping[str, Any], meter: Meter
    ) -> Completion:
        """Get an answer of at most so many tokens; a server that asks for the other name is asked again with it."""
        name = self._name
        try:
            return endpoint.complete(messages, {**more, name: self.tokens}, meter)
        except AnswerError as error:
            if name == OTHER_NAME or OTHER_NAME not in str(error):
                raise
            self._name = OTHER_NAME
        return endpoint.complete(messages, {**more, OTHER_NAME: self.tokens}, meter)
