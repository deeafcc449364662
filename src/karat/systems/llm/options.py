"""The options of the system ``llm``."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import ClassVar, Literal

from karat.errors import InputError
from karat.one_line import one_line
from karat.systems.chat import KEY_VARIABLE, TIMEOUT, parse_address
from karat.systems.secrets import hide_secrets

AnswerForm = Literal["auto", "schema", "text"]
"""What a model is asked for: JSON that fits a schema, text, or the first of them that the server accepts."""
Draw = Literal["shared", "each"]
"""Which sentences share their demonstrations: all of them, or none."""

SHOTS = 3
"""Demonstrations in a prompt, where there are any to show."""
AT_LEAST = {
    "shots": 0,
    "answer_tokens": 1,
    "temperature": 0,
    "samples": 1,
    "workers": 1,
    "timeout": 0.1,
    "retries": 0,
    "price_in": 0,
    "price_out": 0,
    "max_cost": 0,
    "max_tokens": 0,
}


@dataclass(frozen=True, slots=True)
class LlmOptions:
    """How a model is asked; the key is in the environment variable ``key_variable``, and nowhere else.

    - ``demonstrations`` is a gold file or the name of a benchmark, from which ``shots`` solved sentences are drawn by
      ``seed`` (3 if none are named); never the sentence that is asked about.
    - ``answer_tokens`` limits an answer, ``model_seed`` is sent to the server, plus one for each further sample.
    - ``price_in`` and ``price_out`` are for a million tokens. ``max_cost`` and ``max_tokens`` stop the run before a
      request that might exceed them.
    - ``cache`` is the folder of answers, the user's cache if it is not named; ``use_cache=False`` neither reads nor
      keeps any. With ``ask_again``, answers that could not be used are asked for anew.
    """

    FILES_OR_NAMES: ClassVar = ("demonstrations",)
    """Options that are a file or a name; in a plan, a file of its folder comes first."""

    endpoint: str = field(metadata={"shown": hide_secrets})
    model: str
    demonstrations: str | None = None
    shots: int | None = None
    seed: int = 0
    draw: Draw = "shared"
    template: Path | None = None
    answers: AnswerForm = "auto"
    answer_tokens: int = 2000
    temperature: float | None = None
    model_seed: int | None = None
    samples: int = 1
    workers: int = 4
    timeout: float = TIMEOUT
    retries: int = 5
    key_variable: str = KEY_VARIABLE
    price_in: float | None = None
    price_out: float | None = None
    max_cost: float | None = None
    max_tokens: int | None = None
    cache: Path | None = None
    use_cache: bool = True
    ask_again: bool = False

    __repr__ = one_line

    @property
    def shown_endpoint(self) -> str:
        """The address as it is recorded and shown: without a password, and without the values of its query."""
        return hide_secrets(self.endpoint)

    @property
    def count(self) -> int:
        """The number of demonstrations in a prompt."""
        if self.shots is not None:
            return self.shots
        return SHOTS if self.demonstrations is not None else 0


def check_options(options: LlmOptions) -> None:
    """Refuse options that cannot work."""
    parse_address(options.endpoint)
    if not options.model.strip():
        raise InputError("model: expected the name of a model, found none")
    for each in fields(options):
        value = getattr(options, each.name)
        least = AT_LEAST.get(each.name)
        if least is not None and value is not None and not value >= least:
            raise InputError(f"{each.name}: expected at least {least}, found {value}")
    if options.count and options.demonstrations is None:
        raise InputError(f"shots: expected demonstrations to show {options.count} of, found none")
    if options.max_cost is not None and (options.price_in is None or options.price_out is None):
        raise InputError("max_cost: expected price_in and price_out, without which no cost is known, found none")
