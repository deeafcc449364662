"""Every choice in an evaluation that can move a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from karat.metrics.benchie import FACETS, Credit, Facet

Nary = Literal["join", "triples"]
Unknown = Literal["error", "ignore"]


@dataclass(frozen=True, slots=True)
class Options:
    """Every choice that can move a number.

    ``nary`` joins all arguments after the first (ROIE-N) or keeps only triples (ROIE-T); ``unknown`` says what becomes
    of extractions whose sentence id is not the benchmark's; ``view`` reads an output as CaRB's own reader did;
    ``metrics`` stand in place of the benchmark's own; ``published`` keeps the faults behind published figures (OIE2016
    counts the gold of a sentence without predictions squared).
    """

    facets: tuple[Facet, ...] = FACETS
    credit: Credit = "first"
    explicit_only: bool = False
    nary: Nary = "join"
    unknown: Unknown = "error"
    view: str | None = None
    metrics: tuple[str, ...] = ()
    published: bool = False
