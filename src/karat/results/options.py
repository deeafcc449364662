"""Every option of an evaluation that can change a number: what is scored, and how files are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self, get_args

from karat.errors import UnknownNameError
from karat.metrics import OIE_METRICS, metric_inside
from karat.metrics.oie.benchie import FACETS, Credit
from karat.metrics.oie.people.steps import KEPT, steps_named
from karat.metrics.oie.robust import Rounding
from karat.one_line import one_line

Nary = Literal["join", "triples"]
Unknown = Literal["error", "ignore"]
Missing = Literal["error", "empty"]
Tokens = Literal["aligned", "exact"]


def known_facets() -> tuple[str, ...]:
    """The facets of all metrics of Open IE."""
    return tuple(dict.fromkeys(facet for metric in OIE_METRICS for facet in metric.facets))


@dataclass(frozen=True, slots=True)
class Options:
    """Every option that can change a number.

    ``people_steps`` are the steps by which BenchIE's facet P accepts more than exact matching does; ``meaning_answers``
    is a file of a judge's recorded answers, for ``meaning`` in place of embeddings; ``explicit_only`` leaves out
    extractions, and ``explicit_gold`` gold tuples, with words outside the sentence; ``nary`` joins all arguments after
    the first (ROIE-N) or keeps only triples (ROIE-T); ``unknown`` says what happens to extractions whose sentence is
    not in the benchmark; ``ids_from`` is the id of the first sentence in outputs that number their sentences otherwise
    than the benchmark; ``tokens`` divides the words of an output as its sentences do (``don't`` as ``do
    n't``), or takes them as they are; ``view`` reads an output as CaRB's own reader did; ``metrics`` replace the
    benchmark's own; ``as_published`` reproduces the faults behind published figures (OIE2016 counts the gold of a
    sentence without predictions squared).

    The rest is for cliques: ``inside`` is the metric of their sentences; ``rounding`` says whether each sentence's
    values are rounded as in published figures; ``missing`` says what happens to a sentence that an output lacks; and
    ``stand_in`` uses an original's tuples as gold for paraphrases that have none.
    """

    facets: tuple[str, ...] = FACETS
    credit: Credit = "first"
    explicit_only: bool = False
    explicit_gold: bool = False
    nary: Nary = "join"
    unknown: Unknown = "error"
    tokens: Tokens = "aligned"
    ids_from: int | None = None
    view: str | None = None
    metrics: tuple[str, ...] = ()
    as_published: bool = False
    inside: str = "carb"
    rounding: Rounding = "exact"
    missing: Missing = "error"
    stand_in: bool = False
    people_steps: tuple[str, ...] = KEPT
    meaning_answers: Path | None = None

    __repr__ = one_line

    def __new__(cls, *_: object, **given: object) -> Self:
        """Name the option that may be meant by an unknown one."""
        for name in given.keys() - cls.__dataclass_fields__.keys():
            raise UnknownNameError("option", name, cls.__dataclass_fields__)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        # Asked for twice is asked for once: results are keyed by metric and facet.
        object.__setattr__(self, "metrics", tuple(dict.fromkeys(self.metrics)))
        object.__setattr__(self, "facets", tuple(dict.fromkeys(self.facets)))
        object.__setattr__(self, "people_steps", steps_named(self.people_steps))
        object.__setattr__(self, "inside", metric_inside(self.inside).name)
        for what, chosen, allowed in (
            *(("facet", facet, known_facets()) for facet in self.facets),
            ("credit", self.credit, get_args(Credit)),
            ("choice for more than two arguments", self.nary, get_args(Nary)),
            ("choice for unknown sentences", self.unknown, get_args(Unknown)),
            ("choice for tokens", self.tokens, get_args(Tokens)),
            ("rounding", self.rounding, get_args(Rounding)),
            ("choice for what is missing", self.missing, get_args(Missing)),
        ):
            if chosen not in allowed:
                raise UnknownNameError(what, chosen, allowed)


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read and paired.

    ``format`` names the outputs' format and ``gold_format`` the gold's; both are guessed by default. ``missing`` says
    what happens to a gold document that a system's output lacks (tasks only). ``columns`` are those of a table, as
    ``--columns`` names them, ``map`` the paths in JSON, as ``--map`` names them. ``tokens`` is ``"aligned"`` if words
    of the output were divided as its sentences are, ``quantities`` is ``"words"`` if they took the place of MinIE's
    placeholders.
    """

    missing: str = "error"
    format: str | None = None
    gold_format: str | None = None
    encoding: str = "utf-8"
    columns: str | None = None
    map: str | None = None
    tokens: str | None = None
    quantities: str | None = None

    __repr__ = one_line
