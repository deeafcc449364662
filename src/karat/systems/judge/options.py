"""How a judge is asked, and what that may cost."""

from __future__ import annotations

from dataclasses import dataclass, field

from karat.errors import InputError
from karat.one_line import one_line
from karat.systems.chat import KEY_VARIABLE, RETRIES, TIMEOUT, name_model, parse_address
from karat.systems.llm.budget import Prices
from karat.systems.secrets import hide_secrets


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """How a judge is asked; the options have the meaning that they have for the system ``llm``.

    ``answer_tokens`` is no part of the model's name in the record: an answer that breaks off there is none.
    """

    endpoint: str = field(metadata={"shown": hide_secrets})
    model: str
    temperature: float | None = None
    model_seed: int | None = None
    answer_tokens: int = 2000
    workers: int = 1
    timeout: float = TIMEOUT
    retries: int = RETRIES
    key_variable: str = KEY_VARIABLE
    price_in: float | None = None
    price_out: float | None = None
    max_cost: float | None = None
    max_tokens: int | None = None

    __repr__ = one_line

    def __post_init__(self) -> None:
        parse_address(self.endpoint)
        if self.max_cost is not None and not self.is_priced:
            raise InputError("max_cost: expected price_in and price_out, without which no cost is known, found none")

    @property
    def name(self) -> str:
        """The model's name in the record, with all that can change an answer."""
        return name_model(self.endpoint, self.model, temperature=self.temperature, seed=self.model_seed)

    @property
    def is_priced(self) -> bool:
        """Whether costs can be computed."""
        return self.price_in is not None and self.price_out is not None

    @property
    def prices(self) -> Prices:
        """What a million tokens cost; 0 where no price is given."""
        return Prices(self.price_in or 0.0, self.price_out or 0.0)
