"""Language models behind any endpoint with OpenAI's chat completions API, through the package ``openai``."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.errors import InputError, MissingExtraError, ServiceError

KEY_VARIABLE = "OPENAI_API_KEY"
TIMEOUT = 60.0
RETRIES = 2
USER = re.compile(r"//[^/@]*@")


@dataclass(frozen=True, slots=True)
class Message:
    """A turn of a conversation; the role is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why there is no answer."""

    reason: str


class ChatEndpoint:
    """A model at an address; the key is taken from an environment variable, never from the command line.

    Failures that may be temporary are retried ``retries`` times: no connection, no answer within ``timeout`` seconds,
    too many requests, a fault of the server, an answer without a message. ``temperature`` and ``seed`` are sent if
    given. Several threads may ask at once.
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
        self.url = USER.sub("//", url)  # no password in what is shown and recorded
        self.model = model
        self.retries = retries
        chosen = {"temperature": temperature, "seed": seed}
        self.settings = {name: value for name, value in chosen.items() if value is not None}
        self._api_error: type[Exception] = openai.APIError
        # A local server needs no key, but the client must send something.
        key = os.environ.get(key_variable) or "none"
        self._client: Any = openai.OpenAI(base_url=url, api_key=key, timeout=timeout, max_retries=retries)

    @property
    def name(self) -> str:
        """The address, the model and all settings that can change an answer."""
        return " ".join([self.url, self.model, *(f"{name}={value}" for name, value in self.settings.items())])

    def ask(self, messages: Sequence[Message]) -> str | Refusal:
        """Get the model's answer, or the reason why it gave none."""
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
            text = _content(message)
            return text if isinstance(text, str) and text.strip() else Refusal("an empty answer")
        raise ServiceError(f"{self.url}: expected an answer with a message, found {found}")

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def _message(answer: Any) -> Any | None:
    """Get the first message of an answer, if the server sent one."""
    choices = getattr(answer, "choices", None)
    return getattr(choices[0], "message", None) if isinstance(choices, list) and choices else None


def _content(message: Any) -> Any:
    """Get the text of a message; some servers send it in parts."""
    content = getattr(message, "content", None)
    if not isinstance(content, list):
        return content
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    return "".join(part for part in parts if isinstance(part, str))


def _reason(error: Exception) -> str:
    status = getattr(error, "status_code", None)
    message = _line(str(getattr(error, "message", "") or error)).removesuffix(".")
    if status is not None:
        detail = message.removeprefix(f"Error code: {status}").removeprefix(" - ")
        return f"status {status}: {detail}" if detail else f"status {status}"
    cause = _line(str(error.__cause__ or ""))
    return f"{message} ({cause})" if cause else message


def _shown(answer: Any) -> str:
    text = answer.model_dump_json(exclude_none=True) if hasattr(answer, "model_dump_json") else repr(answer)
    return _line(text)


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else f"{line[:197]}..."
