"""The JSON of a saved evaluation as types: what ``loading`` reads of it, with the ranges of all numbers."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from karat.algebra.scores.normaliser import KINDS
from karat.formats.json.parts import Part
from karat.formats.json.typed import Only, check
from karat.results.grounds import Role
from karat.results.statistics.comparison import Method
from karat.results.statistics.resampling import IntervalMethod

MOST = 10**15
"""The largest count; a larger one is a mistake, and would not be exact as a float."""
LARGEST_MASS = 10**100
DEEPEST = 10
FRACTION = re.compile(r"\d{1,4000}/\d{1,4000}")

Count = Annotated[int, Only(f"a whole number from 0 to {MOST}", lambda count: 0 <= count <= MOST)]
Index = Count
Share = Annotated[float, Only("a number from 0 to 1", lambda share: 0 <= share <= 1)]
Value = Annotated[float, Only("a number from 0", lambda value: 0 <= value <= MOST)]
"""Precision or recall, which some published metrics let pass 1."""
Seed = Annotated[int, Only("a whole number from 0", lambda seed: seed >= 0)]
Finite = Annotated[float, Only("a number that a float can hold", lambda number: abs(number) <= 10**300)]


def is_mass(value: Any) -> bool:
    """Tell a whole number or a fraction as text, neither below 0 nor too large to compute with."""
    if isinstance(value, int):
        return 0 <= value <= LARGEST_MASS
    if not FRACTION.fullmatch(value):
        return False
    top, bottom = map(int, value.split("/"))
    return bottom > 0 and top <= LARGEST_MASS * bottom


Mass = Annotated[int | str, Only('a mass: a whole number from 0, or a fraction as "1/2"', is_mass)]


def _is_interval(ends: list[float]) -> bool:
    return ends[0] <= ends[1]


Interval = Annotated[tuple[Finite, Finite], Only("an interval: the lower end first", _is_interval)]


def _is_note(value: list[Any]) -> bool:
    """Tell a text, a count, and true for a warning."""
    what, count, *warning = [*value, None, None][: max(2, len(value))]
    return isinstance(what, str) and type(count) is int and 0 <= count <= MOST and warning in ([], [True], [False])


Note = Annotated[list[Any], Only("a note: a text and a count, then true for a warning", _is_note)]


class Intervals(TypedDict):
    """The intervals of precision, recall and F1."""

    precision: Interval | None
    recall: Interval | None
    f1: Interval | None


class Normaliser(TypedDict):
    """How masses become a value."""

    kind: Annotated[str, Only(f"one of {', '.join(KINDS)}", KINDS.__contains__)]
    empty: NotRequired[Share | None]
    beta: NotRequired[Annotated[float, Only("a number above 0", lambda beta: 0 < beta <= 1e6)]]
    whole: NotRequired[bool]


class PlainScore(TypedDict):
    """A score of masses."""

    masses: tuple[Mass, Mass, Mass, Mass]
    normaliser: Normaliser
    bound: NotRequired[Mass | None]


class MeanScore(TypedDict):
    """A mean over documents: sums and counts of precision, recall and F1."""

    means: tuple[Mass, Mass, Mass, Mass, Mass, Mass]


class CompositeScore(TypedDict):
    """A score of several parts, which are checked one by one."""

    parts: Annotated[list[Any], Only("at least one part", bool)]
    combination: Literal["product", "mean", "mean of present"]


def check_score(part: Part, depth: int = 0) -> None:
    """Refuse what is not a score; its parts may have parts, but not without end."""
    if "means" in part:
        check(part, MeanScore)
    elif "parts" in part:
        check(part, CompositeScore)
        if depth == DEEPEST:
            raise part.error(f"parts of parts {DEEPEST} levels deep at most", "more")
        for each in part.items("parts"):
            check_score(each, depth + 1)
    else:
        check(part, PlainScore)


class Delta(TypedDict):
    """The worst members of cliques less the originals."""

    precision: Finite | None
    recall: Finite | None
    f1: Finite | None
    intervals: Intervals
    undefined: NotRequired[tuple[Count, Count, Count]]


class Scores(TypedDict):
    """A measurement; ``score`` is checked apart, since its parts may have parts."""

    metric: str
    facet: NotRequired[str | None]
    by_type: NotRequired[bool]
    signature: str
    sentences: list[str]
    masses: list[list[Mass]]
    score: Any
    bounds: NotRequired[list[Mass | None] | None]
    intervals: Intervals
    undefined: tuple[Count, Count, Count]
    threshold: NotRequired[Finite | None]
    curve: NotRequired[list[tuple[Finite, Value | None, Value | None]]]
    delta: NotRequired[Delta]


class Ruling(TypedDict):
    """The decision of a rule of its own."""

    correct: bool
    synsets: list[Index]
    reason: str


class Verdict(TypedDict):
    """What was said of an extraction, which is read as in every other file."""

    sentence: str
    extraction: dict[str, Any]
    correct: bool
    synset: Index | None
    fact: Index | None
    slots: tuple[bool, bool, bool] | None
    ruling: NotRequired[Ruling | None]


class Lengths(TypedDict):
    """Lengths in tokens."""

    count: Count
    mean: Finite | None
    median: Finite | None
    longest: Count | None


class Statistics(TypedDict):
    """The number and the lengths of extractions."""

    extractions: Count
    sentences: Count
    lengths: Lengths


class Member(TypedDict):
    """The score of a sentence in its clique."""

    sentence: str
    precision: Mass
    recall: Mass
    f1: NotRequired[Mass]


class Clique(TypedDict):
    """The scores of a clique's sentences."""

    id: str
    members: Annotated[list[Member], Only("at least one member", bool)]


class System(TypedDict):
    """A system and its measurements."""

    name: str
    file: str
    extractions: Count
    scores: Annotated[list[Scores], Only("at least one score", bool)]
    verdicts: list[Verdict]
    left_out: list[Note]
    statistics: NotRequired[Statistics | None]
    cliques: NotRequired[list[Clique]]
    family: NotRequired[str | None]


class Comparison(TypedDict):
    """The difference of two systems."""

    a: str
    b: str
    metric: str
    facet: NotRequired[str | None]
    difference: Finite | None
    interval: Interval | None
    p: Share | None
    p_holm: Share | None
    method: Method
    resamples: Count
    seed: Seed


class Resampling(TypedDict):
    """How intervals were made."""

    method: IntervalMethod
    resamples: Count
    seed: Seed
    level: Share


class File(TypedDict):
    """A file that was read."""

    role: Role
    path: str
    size: Count
    sha256: str


class CliqueGround(TypedDict):
    """A clique's sentences and how far they are apart."""

    id: str
    members: list[str]
    distance: Finite | None
    similarity: Finite | None


class Sample(TypedDict):
    """How many of the sentences a large evaluation keeps."""

    sentences: Count
    of: Count


class Grounds(TypedDict):
    """Where the numbers come from; ``sentences`` are read as in every other file."""

    command: str | None
    versions: dict[str, str]
    files: list[File]
    sentences: list[dict[str, Any]]
    cliques: NotRequired[list[CliqueGround]]
    sample: NotRequired[Sample]


class SavedEvaluation(TypedDict):
    """A saved evaluation, of a benchmark or a task."""

    version: str
    benchmark: NotRequired[str]
    task: NotRequired[str]
    systems: Annotated[list[System], Only("at least one system", bool)]
    comparisons: list[Comparison]
    resampling: Resampling | None
    notes: list[str]
    grounds: NotRequired[Grounds]
