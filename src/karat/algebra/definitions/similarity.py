"""The bases of all metrics and of all similarities, and what is made of a similarity: thresholds, weights, transforms.

A similarity is a frozen value that says *what* is compared (Chen et al., 2023, section 2). How it is computed is
decided in :mod:`karat.algebra.plans.choice`. A metric scores documents, explains a score and has a signature.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Self

from karat.algebra.definitions.notation import FULL, LATEX, TEXT, Notated, Style
from karat.algebra.scores.alignment import Alignment, shown
from karat.algebra.scores.corpus import AnyCorpus, Columns, Corpus, batches, gathered
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import FMeasure, Jaccard, Normaliser, Precision, Recall
from karat.algebra.scores.score import Score, Scored
from karat.errors import DefinitionError, InputError
from karat.version import __version__

if TYPE_CHECKING:
    from karat.algebra.plans.plan import Plan


class Metric(Notated):
    """Scores a prediction against its gold; scores add over documents."""

    name: str
    fixed_gold: ClassVar[bool] = True
    """The gold's mass is the same whatever is predicted."""

    def __call__(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Scored:
        """Score one document; ``time_limit`` in seconds is for metrics that search.

        Objects of another kind than the metric compares are refused with an ``InputError`` that says what they lack.
        """
        try:
            return self.score(predicted, gold, time_limit=time_limit)
        except (AttributeError, TypeError) as error:
            if not _raised_here(error):
                raise  # a mistake in a function of the user's own
            raise InputError(f"{self.name or self}: {_unfit(error, predicted, gold)}") from error

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Scored:
        """Score one document."""
        raise TypeError(f"{type(self).__name__} cannot be scored")

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> AnyCorpus:
        """Score documents one by one, in order; their ``total`` (or ``sum``) is the micro average.

        Documents are read as they come; only their masses are kept.
        """
        pairs = chain.from_iterable(zip(*batch, strict=True) for batch in batches(predicted, gold))
        return gathered(self.score(one, other) for one, other in pairs)

    def macro(self, predicted: Iterable[Any], gold: Iterable[Any]) -> float | None:
        """The mean of the documents' values; documents without a value are left out."""
        values = [score.value for score in self.corpus(predicted, gold)]
        defined = [value for value in values if value is not None]
        return sum(defined) / len(defined) if defined else None

    def explain(self, predicted: Any, gold: Any, write: Write = shown) -> str:
        """Show as a tree what matched what, with which credit, and what was left over."""
        return "\n".join(self.explanation_lines(predicted, gold, write))

    def explanation_lines(self, predicted: Any, gold: Any, write: Write) -> Iterator[str]:
        """Write the score and, below it, the tree."""
        score = self.score(predicted, gold)
        yield headline(self.name, str(self), score)
        if score.alignment is not None:
            yield from alignment_tree(score.alignment, write)

    def named(self, name: str) -> Self:
        """The same metric under a published name."""
        if "|" in name:
            raise DefinitionError(f"named: expected a name without |, which parts a signature, found {name!r}")
        return replace(self, name=name)  # type: ignore[type-var]

    @property
    def signature(self) -> str:
        """Every choice that can move the number; metrics that differ have different signatures.

        Functions of your own add ``code``, a digest of the definition with their source. A function whose source cannot
        be read, or that holds a value that cannot be written down, is refused.
        """
        # Not at start-up: it parses and hashes sources, which only signatures need.
        from karat.algebra.definitions.fingerprint import fingerprint

        code = fingerprint(self)
        digest = [f"code:{code}"] if code else []
        return "|".join([self.name or "metric", *self.choices(), *digest, f"v:{__version__}"])

    @property
    def definition(self) -> str:
        """The definition with every choice, also those for which the paper's notation has no sign."""
        return str(self)

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        return [f"def:{self.definition}", "avg:micro"]


def _raised_here(error: Exception) -> bool:
    """Tell whether an error was raised in this package, not in a function that a metric was given."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and str(trace.tb_frame.f_globals.get("__name__", "")).startswith("karat.")


def _unfit(error: Exception, *documents: object) -> str:
    """Say what the objects of a document lack."""
    for document in documents:
        if not isinstance(document, Iterable) or isinstance(document, (str, bytes)):
            return f"expected a collection of the objects that are compared, found {_described(document)}"
    if isinstance(error, AttributeError) and error.name is not None:
        return f"expected objects with the field {error.name!r}, found {_described(error.obj)}"
    return f"expected other objects, found {_described(documents[0])}: {error}"


def _described(value: object) -> str:
    return f"{type(value).__name__}: {value!r:.60}"


class sharing:  # noqa: N801 - used like a function: `with sharing():`
    """Let the metrics that score inside share their contingency tables; documents must not change meanwhile."""

    __slots__ = ("_token",)

    def __enter__(self) -> Self:
        self._token: Token[dict[Any, Any] | None] | None = _SHARED.set({}) if _SHARED.get() is None else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _SHARED.reset(self._token)


_SHARED: ContextVar[dict[Any, Any] | None] = ContextVar("shared", default=None)
shared_work = _SHARED.get
"""Give the store of what is shared, or ``None`` outside of ``sharing()``."""
Write = Callable[[Any], str]
"""How an item is written."""


def headline(name: str, definition: str, score: Scored) -> str:
    """Write a metric's name, definition and score in one line."""
    equals = f"{name} = " if name else ""
    value = "undefined" if score.value is None else f"{score.value:.4f}"
    shares = [
        f"{letter} {share:.4f}" if share is not None else f"{letter} undefined"
        for letter, share in (("P", score.precision), ("R", score.recall))
    ]
    whole = isinstance(score, Score) and score.normaliser.whole
    shown_shares = "" if whole else f"  ({', '.join(shares)})"
    proof = "" if score.optimal else "  (not proved optimal)"
    return f"{equals}{definition}: {value}{shown_shares}{proof}"


def alignment_tree(alignment: Alignment, write: Write) -> Iterator[str]:
    """Write matched pairs (=) with what is inside them, then what only one side has (+ predicted, - gold)."""
    if alignment.variables:
        yield "  where " + ", ".join(f"{one} → {other}" for one, other in alignment.variables)
    for match in alignment.matches:
        same = match.predicted == match.gold
        pair = write(match.gold) if same else f"{write(match.predicted)} ~ {write(match.gold)}"
        yield f"  = {pair}  [{_credit(match.credit)}]"
        for name, inner in match.inner:
            if name:
                yield f"    {name}:"
            yield from ("    " + line if name else "  " + line for line in alignment_tree(inner, write))
    for left in alignment.unmatched_predicted:
        yield f"  + {write(left)}  (predicted only)"
    for left in alignment.unmatched_gold:
        yield f"  - {write(left)}  (gold only)"


def _credit(credit: Number) -> str:
    return str(credit) if isinstance(credit, int) or credit.denominator < 1000 else f"{float(credit):.4f}"


Side = Callable[[Any], Any]


# Not slotted: the plan is kept in the instance.
@dataclass(frozen=True)
class Similarity(Notated, ABC):
    """A function φ with 0 ≤ φ(x, y) ≤ φ(x, x) (Definition 1)."""

    plan_for: ClassVar[Callable[[Similarity], Plan]]
    """Chooses how a similarity is computed. ``karat.algebra`` sets it: plans import definitions, not the reverse."""
    operator: ClassVar[str] = ""
    """The sign that joins the parts of the written form where no bracket encloses them: ×, +, · or ∘."""
    takes_sign: ClassVar[bool] = False
    """A normaliser's sign replaces this one's own, as in F↔[δ] for the normalised Σ↔[δ]."""

    @abstractmethod
    def render(self, style: Style, subscript: str = "") -> str:
        """Write the similarity in the paper's notation; the subscript is the field that it compares."""

    def render_normalised(self, sign: str, style: Style, subscript: str, choices: Sequence[str] = ()) -> str:
        """Write the similarity under a normaliser's sign, with the normaliser's choices."""
        return f"{style.operator(sign, '', subscript)}{style.choices(choices)}[{self.render(style)}]"

    @property
    def has_several_factors(self) -> bool:
        """Whether this is a product of two fields or more."""
        return False

    def signature_definition(self, sign: str) -> str:
        """The definition in a signature, under a normaliser's sign."""
        return self.render_normalised(sign, FULL, "")

    def signature_choices(self) -> list[str]:
        """The choices that a signature names after the definition."""
        return ["avg:micro"]

    @property
    def definition(self) -> str:
        """The definition with every choice, also those for which the paper's notation has no sign."""
        return self.render(FULL)

    @cached_property
    def plan(self) -> Plan:
        """How the similarity is computed."""
        return Similarity.plan_for(self)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the plan out of pickles and copies; it is chosen again where it is needed."""
        return {name: value for name, value in self.__dict__.items() if name not in ("plan", "_scoring")}

    def similarity(self, predicted: Any, gold: Any) -> Number:
        """Compute φ(predicted, gold) as an exact number."""
        self.plan.examine(predicted, gold)
        return self.plan.value(predicted, gold)

    def __str__(self) -> str:
        return self.render(TEXT)

    def latex(self) -> str:
        """Write the similarity as LaTeX mathematics."""
        return self.render(LATEX)

    def above(self, least: float) -> Threshold:
        """1 where this is more than ``least``, else 0: ⟦φ > least⟧ (equations 29, 30)."""
        return Threshold(self, least, strict=True)

    def at_least(self, least: float) -> Threshold:
        """1 where this is ``least`` or more, else 0 (equation 31 with 1)."""
        return Threshold(self, least, strict=False)

    def excess(self, over: float) -> Excess:
        """How much this is more than ``over``: max{0, φ − over} (equation 21)."""
        return Excess(self, over)

    def weighted(self, weight: Callable[[Any], float | Number], name: str = "") -> Weighted:
        """Multiply by the objects' weight; of two objects the smaller weight counts."""
        own_name = function_name(weight)
        return Weighted(self, weight, name or own_name)

    def on(self, both: Side | None = None, *, predicted: Side | None = None, gold: Side | None = None) -> Transformed:
        """Apply functions to the objects and compare the results."""
        return transform(self, both, predicted=predicted, gold=gold)

    def normalised(self, normaliser: Normaliser) -> Normalised:
        """Make a metric of the similarity."""
        return Normalised(self, normaliser)

    @property
    def precision(self) -> Normalised:
        """The metric P[φ] (equation 4)."""
        return self.normalised(Precision())

    @property
    def recall(self) -> Normalised:
        """The metric R[φ] (equation 5)."""
        return self.normalised(Recall())

    @property
    def f1(self) -> Normalised:
        """The metric F[φ] (equation 6)."""
        return self.f(1)

    def f(self, beta: float, empty: float | None = None) -> Normalised:
        """The metric Fβ[φ]."""
        return self.normalised(FMeasure(empty=empty, beta=beta))

    @property
    def jaccard(self) -> Normalised:
        """The metric J[φ] (equation 7)."""
        return self.normalised(Jaccard())


def similarity_for(what: str, value: Any) -> Any:
    """Return the value if it is a similarity; refuse anything else."""
    if not isinstance(value, Similarity):
        raise DefinitionError(f"{what}: expected a similarity, found {type(value).__name__}")
    return value


def inner_similarities(definition: Similarity) -> Iterator[Similarity]:
    """The similarities that one is made of."""
    for each in fields(definition):
        value = getattr(definition, each.name)
        # Fields and cases are tuples of a name or type and its similarity.
        inner = [pair[1] for pair in value if isinstance(pair, tuple)] if isinstance(value, tuple) else [value]
        yield from (part for part in inner if isinstance(part, Similarity))


def function_name(function: Callable[..., Any]) -> str:
    """A function's own name, or that of its class."""
    if not callable(function):
        raise DefinitionError(f"expected a function, found {type(function).__name__}: {function!r:.60}")
    return getattr(function, "__name__", type(function).__name__).strip("<>")


@dataclass(frozen=True)
class Threshold(Similarity):
    """The Iverson bracket of a similarity: 1 above a threshold, else 0."""

    inner: Similarity
    least: float
    strict: bool = True

    def __post_init__(self) -> None:
        if not self.least >= 0 or (self.least == 0 and not self.strict):
            raise DefinitionError(f"a threshold must leave out 0: expected more than 0, found {self.least:g}")

    def render(self, style: Style, subscript: str = "") -> str:
        return style.bracket(
            f"{self.inner.render(style, subscript)} {'>' if self.strict else style.least} {style.number(self.least)}"
        )


@dataclass(frozen=True)
class Excess(Similarity):
    """The amount by which a similarity exceeds a base."""

    inner: Similarity
    over: float

    def __post_init__(self) -> None:
        if not self.over >= 0:
            raise DefinitionError(f"an excess is over a base: expected 0 or more, found {self.over:g}")

    def render(self, style: Style, subscript: str = "") -> str:
        return style.maximum(f"0, {self.inner.render(style, subscript)} − {style.number(self.over)}")


@dataclass(frozen=True)
class Weighted(Similarity):
    """A similarity times the smaller weight of the two objects, as for informativity."""

    operator = "·"

    inner: Similarity
    weight: Callable[[Any], float | Number]
    name: str

    def render(self, style: Style, subscript: str = "") -> str:
        text = self.inner.render(style, subscript)
        if self.inner.has_several_factors and not subscript:
            text = f"({text})"
        else:
            text = style.operand(text, several=bool(self.inner.operator))
        return f"{style.function(self.name, '', self.weight)}{style.dot}{text}"


@dataclass(frozen=True)
class Transformed(Similarity):
    """A similarity of the results of functions: φ∘f."""

    operator = "∘"

    inner: Similarity
    predicted: Side | None
    gold: Side | None

    def render(self, style: Style, subscript: str = "") -> str:
        sides = self.predicted, self.gold
        if style.full and self.predicted is not self.gold:
            name = f"({' / '.join(style.function(function_name(side), '', side) if side else '–' for side in sides)})"
        else:
            names = dict.fromkeys(function_name(side) for side in sides if side is not None)
            name = style.function("/".join(names), "", self.predicted)
        several = self.inner.operator in ("×", "·", "+")
        return f"{style.operand(self.inner.render(style, subscript), several=several)}{style.compose}{name}"

    def signature_choices(self) -> list[str]:
        return self.inner.signature_choices()


def transform(
    inner: Similarity, both: Side | None = None, *, predicted: Side | None = None, gold: Side | None = None
) -> Transformed:
    """Apply functions to the objects of both sides, or of one, and compare the results."""
    if (both is not None) == bool(predicted or gold):
        raise DefinitionError("a transform is of both sides or of each: expected one of the two")
    for side in (both, predicted, gold):
        if side is not None:
            function_name(side)
    return Transformed(similarity_for("transform", inner), predicted or both, gold or both)


@dataclass(frozen=True)
class Normalised(Similarity, Metric):
    """A similarity divided by what it could have been: a metric, and a similarity again (N◇[φ])."""

    inner: Similarity
    normaliser: Normaliser
    name: str = field(default="", compare=False)

    def render(self, style: Style, subscript: str = "") -> str:
        choices = self.normaliser.choices() if style.full else []
        return self.inner.render_normalised(self.normaliser.sign, style, subscript, choices)

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Score:
        plan = self.inner.plan
        if plan.check is not None:
            plan.examine(predicted, gold)
        masses, bound = plan.masses(predicted, gold, time_limit)
        return Score(*masses, self._scoring, bound, lambda: plan.align(predicted, gold, time_limit))

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Corpus[Score]:
        """Score documents one by one, in order."""
        plan, parts = self.inner.plan, []
        for mine, theirs in batches(predicted, gold):
            if plan.check is not None:
                plan.check(mine, 0)
                plan.check(theirs, 1)
            parts.append(plan.columns(mine, theirs))
        return Corpus.of_columns(Columns.joined(parts), self._scoring)

    @cached_property
    def _scoring(self) -> Normaliser:
        """The normaliser of the scores, which records whether documents are compared as wholes."""
        return replace(self.normaliser, whole=True) if self.inner.plan.as_whole else self.normaliser

    def with_empty(self, value: float | None) -> Normalised:
        """The same metric with another convention for 0/0."""
        return replace(self, normaliser=replace(self.normaliser, empty=value))

    def choices(self) -> list[str]:
        definition = self.inner.signature_definition(self.normaliser.sign)
        return [f"def:{definition}", *self.inner.signature_choices(), self.normaliser.signature]
