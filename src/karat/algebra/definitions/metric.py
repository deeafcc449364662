"""The base of all metrics: scoring documents, sharing work, explaining a score, writing a signature."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar, Token
from dataclasses import replace
from itertools import chain
from typing import Any, ClassVar, Self

from karat.algebra.definitions.notation import Notated
from karat.algebra.scores.alignment import Alignment, shown
from karat.algebra.scores.corpus import AnyCorpus, batches, gathered
from karat.algebra.scores.exact import Number
from karat.algebra.scores.score import Score, Scored
from karat.errors import DefinitionError, InputError
from karat.version import __version__


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
        for field, inner in match.inner:
            if field:
                yield f"    {field}:"
            yield from ("    " + line if field else "  " + line for line in alignment_tree(inner, write))
    for left in alignment.unmatched_predicted:
        yield f"  + {write(left)}  (predicted only)"
    for left in alignment.unmatched_gold:
        yield f"  - {write(left)}  (gold only)"


def _credit(credit: Number) -> str:
    return str(credit) if isinstance(credit, int) or credit.denominator < 1000 else f"{float(credit):.4f}"
