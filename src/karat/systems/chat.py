"""Language models behind any endpoint that speaks OpenAI's chat completions, through the package ``openai``."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.errors import InputError, MissingExtraError, ServiceError

KEY_VARIABLE = "OPENAI_API_KEY"
TIMEOUT = 60.0
RETRIES = 2


@dataclass(frozen=True, slots=True)
class Message:
    """A turn of a conversation; the role is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that is none, and why."""

    reason: str


class ChatEndpoint:
    """A model at an address; the key is taken from an environment variable, never from the command line.

    ``retries`` holds for what may pass: no connection, no answer within ``timeout`` seconds, too many requests, a
    fault of the server, an answer without a message. ``temperature`` and ``seed`` are sent where they are given.
    Several threads may ask at once.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key_variable: str = KEY_VARIABLE,
        temperature: float | None = None,
        seed: int | None = None,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise InputError(f"expected an address that begins with http:// or https://, found {url!r}")
        try:
            import openai  # optional, and it takes half a second to load
        except ImportError:
            raise MissingExtraError("asking a language model", "llm") from None
        self.url = url
        self.model = model
        self.retries = retries
        chosen = {"temperature": temperature, "seed": seed}
        self.settings = {name: value for name, value in chosen.items() if value is not None}
        self._api_error: type[Exception] = openai.APIError
        # A server of one's own wants no key, but the client wants something to send.
        key = os.environ.get(key_variable) or "none"
        self._client: Any = openai.OpenAI(base_url=url, api_key=key, timeout=timeout, max_retries=retries)

    @property
    def name(self) -> str:
        """The address, the model and all settings that can change an answer."""
        return " ".join([self.url, self.model, *(f"{name}={value}" for name, value in self.settings.items())])

    def ask(self, messages: Sequence[Message]) -> str | Refusal:
        """Give the model's answer, or say that it gave none."""
        sent = [{"role": message.role, "content": message.content} for message in messages]
        found = ""
        for _ in range(self.retries + 1):
            try:
                answer = self._client.chat.completions.create(model=self.model, messages=sent, **self.settings)
            except self._api_error as error:
                raise ServiceError(f"{self.url}: expected an answer of {self.model}, found {_reason(error)}") from None
            except UnicodeEncodeError as error:
                found = error.object[error.start]
                raise InputError(f"{self.url}: expected text that UTF-8 can hold, found {found!r}") from None
            except json.JSONDecodeError:
                found = "what is no JSON"
                continue
            message = _message(answer)
            if message is None:
                found = f"none: {_shown(answer)}"
                continue
            if getattr(message, "refusal", None):
                return Refusal(f"refused: {_line(message.refusal)}")
            text = getattr(message, "content", None)
            return text if isinstance(text, str) and text.strip() else Refusal("an empty answer")
        raise ServiceError(f"{self.url}: expected an answer with a message, found {found}")

    def close(self) -> None:
        """End the connections."""
        self._client.close()


def _message(answer: Any) -> Any | None:
    """The first message of an answer, which a server may have left out."""
    choices = getattr(answer, "choices", None)
    return getattr(choices[0], "message", None) if isinstance(choices, list) and choices else None


def _reason(error: Exception) -> str:
    status = getattr(error, "status_code", None)
    said = _line(str(getattr(error, "message", "") or error)).removesuffix(".")
    if status is not None:
        return f"status {status}: {said}"
    cause = _line(str(error.__cause__ or ""))
    return f"{said} ({cause})" if cause else said


def _shown(answer: Any) -> str:
    text = answer.model_dump_json(exclude_none=True) if hasattr(answer, "model_dump_json") else repr(answer)
    return _line(text)


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else f"{line[:197]}..."
