"""Language models behind any endpoint with OpenAI's chat completions API, through the package ``openai``."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import TimeoutError as NotDoneError
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import SplitResult, parse_qsl, urlsplit

from karat.errors import AnswerError, InputError, MissingExtraError, ServiceError
from karat.systems.attempts import Trouble, shorten, trouble_of
from karat.systems.body_limit import limit_bodies
from karat.systems.pausing import LONGEST_REQUESTED, SharedPause, growing_pause
from karat.systems.secrets import hide_secrets, remove_secrets, secrets_in
from karat.systems.threads import start_in_thread

EMPTY = "an empty answer"
KEY_VARIABLE = "OPENAI_API_KEY"
TIMEOUT = 60.0
RETRIES = 2
GRACE = 1.0
"""Seconds after the time-out at which an attempt is abandoned wherever it hangs, be it in looking up the address."""
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
"""Hosts that no proxy of the environment is asked for."""


@dataclass(frozen=True, slots=True)
class Message:
    """A turn of a conversation; the role is system, user or assistant."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why there is no answer."""

    reason: str


@dataclass(frozen=True, slots=True)
class Completion:
    """A server's answer: the text or the refusal, why it ended, and the tokens it counted, if it said so."""

    text: str | None
    refusal: str | None = None
    finish: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


End = Callable[[Completion | None, bool], None]
"""Called after an attempt with the answer, if one came, and whether one that did not may have to be paid for.

It may be called again, when the answer to an attempt that was given up comes after all.
"""


class Meter(Protocol):
    """Counts what the attempts at one question cost, and can forbid the next one by raising an error."""

    def begin(self) -> End:
        """Called before each attempt; gives what is to be called after it."""


class ChatEndpoint:
    """A model at an address; the key is taken from an environment variable, never from the command line.

    Failures that may be temporary are retried ``retries`` times, after growing pauses or when the server says: no
    connection, no answer within ``timeout`` seconds, too many requests, a fault of the server, an answer without a
    message or without an end. ``temperature`` and ``seed`` are sent if given. Several threads may ask at once.
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
        parts = parse_address(url)
        try:
            import openai  # optional, and it takes half a second to load
        except ImportError:
            raise MissingExtraError("asking a language model", "llm") from None
        self.url = hide_secrets(url)  # no password in what is shown and recorded
        self._secrets = tuple(secrets_in(url))
        self.model = model
        self.retries = retries
        self.timeout = timeout
        self.settings = _given(temperature=temperature, seed=seed)
        self._key_variable = key_variable
        self._pause = SharedPause()
        client = openai.DefaultHttpxClient(
            event_hooks={"response": [limit_bodies(timeout)]},
            timeout=timeout,
            trust_env=parts.hostname not in THIS_MACHINE,
        )
        self._client: Any = openai.OpenAI(
            base_url=parts._replace(query="", fragment="").geturl(),
            default_query=dict(parse_qsl(parts.query)),
            # A local server needs no key, but the client must send something.
            api_key=read_key(key_variable) or "none",
            timeout=timeout,
            max_retries=0,  # ours wait for the server, and count what an attempt may cost
            http_client=client,
            default_headers={"Accept-Encoding": "identity"},
        )

    @property
    def name(self) -> str:
        """The address, the model and all settings that can change an answer."""
        return name_model(self.url, self.model, **self.settings)

    def ask(self, messages: Sequence[Message]) -> str | Refusal:
        """Get the model's answer, or the reason why it gave none."""
        return answer_of(self.complete(messages))

    def complete(
        self, messages: Sequence[Message], more: Mapping[str, Any] | None = None, meter: Meter | None = None
    ) -> Completion:
        """Get the server's answer; ``more`` are parameters of this question besides the endpoint's own.

        What goes wrong with one question, while others may be answered, is an ``AnswerError``, any other failure a
        plain ``ServiceError``.
        """
        request = {
            "model": self.model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            **self.settings,
            **(more or {}),
        }
        attempt = 0
        while True:
            attempt += 1
            self._pause.wait()
            outcome = self._attempt(request, meter)
            if isinstance(outcome, Completion):
                return outcome
            if not outcome.may_pass or attempt > self.retries or (outcome.pause or 0) > LONGEST_REQUESTED:
                raise self._error(outcome)
            if outcome.pause is not None:
                self._pause.extend(outcome.pause)
            else:
                time.sleep(growing_pause(attempt))

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _attempt(self, request: Mapping[str, Any], meter: Meter | None) -> Completion | Trouble:
        """Ask once, in a thread of its own, which is left alone if nothing else ends it.

        The thread itself ends the count, so that an answer is kept even if nobody waits for it after an interrupt.
        """
        end: End = meter.begin() if meter is not None else _count_nothing

        def ask_and_count() -> Completion | Trouble:
            outcome: Completion | Trouble | None = None
            try:
                outcome = self._request(request)
            finally:
                answer = outcome if isinstance(outcome, Completion) else None
                end(answer, isinstance(outcome, Trouble) and outcome.may_be_charged)
            return outcome

        try:
            return start_in_thread(ask_and_count).result(self.timeout + GRACE)
        except NotDoneError:
            end(None, True)
            return Trouble(f"no answer within {self.timeout:g} s", may_pass=True, may_be_charged=True)

    def _request(self, request: Mapping[str, Any]) -> Completion | Trouble:
        try:
            answer = self._client.chat.completions.create(**request)
        except UnicodeEncodeError as error:
            found = error.object[error.start]
            raise InputError(f"{self.url}: expected text that UTF-8 can hold, found {found!r}") from None
        except Exception as error:
            trouble = trouble_of(error, self.timeout)
            if trouble is None:
                raise
            return trouble
        message = _message(answer)
        if message is None:
            found = f"an answer without a message: {_shown(answer)}"
            return Trouble(found, may_pass=True, may_be_charged=True)
        return self._completion(answer, message)

    def _completion(self, answer: Any, message: Any) -> Completion:
        text, refusal = _content(message), getattr(message, "refusal", None)
        usage = getattr(answer, "usage", None)
        finish = getattr(answer.choices[0], "finish_reason", None)
        return Completion(
            self.without_key(text) if isinstance(text, str) else None,
            self.without_key(refusal) if isinstance(refusal, str) and refusal else None,
            self.without_key(finish) if isinstance(finish, str) else None,
            _count(getattr(usage, "prompt_tokens", None)),
            _count(getattr(usage, "completion_tokens", None)),
        )

    def without_key(self, text: str) -> str:
        """Remove the key from what a server sends, should it send it back, and what is secret of the address."""
        key = read_key(self._key_variable)
        return remove_secrets(text, self._secrets if key is None else (key, *self._secrets))

    def _error(self, trouble: Trouble) -> ServiceError:
        hint = ""
        if trouble.status == 401 and read_key(self._key_variable) is None:
            hint = f"; the environment variable {self._key_variable} holds no key"
        if (trouble.pause or 0) > LONGEST_REQUESTED:
            hint = f"; the server asks for a pause of {trouble.pause:,.0f} s"
        found = shorten(self.without_key(trouble.found))
        message = f"{self.url}: expected an answer of {self.model}, found {found}{hint}"
        return ServiceError(message) if trouble.concerns_all or hint else AnswerError(message, trouble.status)


def answer_of(completion: Completion) -> str | Refusal:
    """Get the text of what a server answered, or the reason why there is none."""
    if completion.refusal:
        return Refusal(f"refused: {shorten(completion.refusal)}")
    text = completion.text
    return text if text is not None and text.strip() else Refusal(EMPTY)


def name_model(url: str, model: str, **settings: float | None) -> str:
    """Name a model in a record: its address without secrets, and the settings that are given.

    >>> name_model("http://localhost:8000/v1", "m", temperature=0.5, seed=None)
    'http://localhost:8000/v1 m temperature=0.5'
    """
    return " ".join([hide_secrets(url), model, *(f"{name}={value}" for name, value in _given(**settings).items())])


def _given(**settings: float | None) -> dict[str, float]:
    return {name: value for name, value in settings.items() if value is not None}


def parse_address(url: str) -> SplitResult:
    """Take an address apart, after checking that it is one."""
    shown = hide_secrets(url)
    if not url.startswith(("http://", "https://")):
        raise InputError(f"expected an address that begins with http:// or https://, found {shown!r}")
    try:
        parts = urlsplit(url)
        is_whole = bool(parts.hostname) and parts.port != 0  # the port is read here, and may be none
    except ValueError:
        is_whole = False
    if not is_whole:
        raise InputError(f"expected an address with a host and a port, as http://localhost:8000/v1, found {shown!r}")
    return parts


def read_key(variable: str) -> str | None:
    """Read the key from the environment; white space around it, such as a line's end, is not part of it."""
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        # The value is not shown, nor can it get into the message of a library that cannot send it.
        raise InputError(f"{variable}: expected a key of printable ASCII characters, found others in it")
    return key or None


def _count_nothing(_: Completion | None, __: bool) -> None:
    """Count nothing."""


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


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _shown(answer: Any) -> str:
    try:
        return answer.model_dump_json(exclude_none=True) if hasattr(answer, "model_dump_json") else repr(answer)
    except (ValueError, RecursionError):  # pydantic writes no lists inside hundreds of others
        return "lists or objects that are nested too deep"
