"""Template extraction: MUC-4 (Chen et al., 2023, equations 32, 33, 45, 46) and BETTER Granular (equation 47)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from karat import algebra as k
from karat.algebra.definitions.credit import checked_text
from karat.algebra.plans.matchings import alike
from karat.algebra.scores.alignment import arranged
from karat.algebra.scores.exact import Number, total
from karat.algebra.scores.normaliser import FMeasure, Normaliser
from karat.algebra.solvers.assignment import Cell, heaviest_then
from karat.metrics.coreference import phi3
from karat.model import Entity, Event, SetFill, SlotFiller, Template


class _Pair(NamedTuple):
    """Two aligned templates: the matched pairs of their fillers, and the gold mass that counts for them."""

    predicted: Sequence[Any]
    gold: Sequence[Any]
    cells: list[Cell]
    counted: Number


@dataclass(frozen=True)
class OptionalGold(k.Metric):
    """A template metric that counts optional gold only where something is matched with it.

    An optional filler that is not matched is removed from the gold, and so is an optional template that is not aligned.
    Among alignments with the most credit, of templates and of the fillers in them, the one with the least optional gold
    is used, so that a prediction that also fits something mandatory is never matched with something optional.

    ``parts`` lists a template's fillers and its type; ``filler`` is the credit of two fillers; ``aligning`` is the
    credit by which templates are aligned, where that differs; ``usable`` is the similarity of two templates, 0 where
    they must not be aligned.
    """

    parts: Callable[[Template], Sequence[Any]]
    filler: k.Similarity
    aligning: k.Similarity
    usable: k.Similarity
    normaliser: Normaliser = field(default_factory=FMeasure)
    name: str = field(default="", compare=False)

    @cached_property
    def mandatory(self) -> k.Normalised:
        """The same metric with all gold mandatory."""
        return k.match(k.match(self.filler).on(self.parts), by=self.usable).normalised(self.normaliser)

    def __str__(self) -> str:
        return f"{self.mandatory}, optional gold left out where it is missed"

    def latex(self) -> str:
        return self.mandatory.latex()

    def choices(self) -> list[str]:
        return [*self.mandatory.choices(), "optional:not_missed"]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        if not any(template.optional or any(map(_optional, template.fillers)) for template in gold):
            return self.mandatory.score(predicted, gold, time_limit=time_limit)
        ours, theirs = list(arranged(predicted)), list(arranged(gold))
        pairs = self._align(ours, theirs)
        matched = total([weight for pair in pairs.values() for _, _, weight in pair.cells])
        aligned = {column for _, column in pairs}
        missed = [self._missed_mass(template) for column, template in enumerate(theirs) if column not in aligned]
        return k.Score(
            matched,
            total([self.filler.plan.own(part, 0) for template in ours for part in self.parts(template)]),
            matched,
            total([*(pair.counted for pair in pairs.values()), *missed]),
            self.normaliser,
            None,
            lambda: self._alignment(ours, theirs, pairs),
        )

    def _align(self, predicted: list[Template], gold: list[Template]) -> dict[tuple[int, int], _Pair]:
        """Align the templates; keys are their positions."""
        cells = alike(predicted, gold, self.usable.plan)
        pairs = {
            (row, column): self._match_fillers(predicted[row], gold[column], self.aligning) for row, column, _ in cells
        }
        extras = [self._missed_mass(gold[column]) - pairs[row, column].counted for row, column, _ in cells]
        chosen = [(row, column) for row, column, _ in heaviest_then(cells, extras)]
        if self.filler is self.aligning:
            return {position: pairs[position] for position in chosen}
        return {(row, column): self._match_fillers(predicted[row], gold[column], self.filler) for row, column in chosen}

    def _match_fillers(self, predicted: Template, gold: Template, filler: k.Similarity) -> _Pair:
        """Match the fillers of two templates for the most credit, then for the least optional gold."""
        predicted_parts, gold_parts = self.parts(predicted), self.parts(gold)
        cells = alike(list(predicted_parts), list(gold_parts), filler.plan)
        masses = [filler.plan.own(part, 1) for part in gold_parts]
        chosen = heaviest_then(
            cells, [-masses[column] if _optional(gold_parts[column]) else 0 for _, column, _ in cells]
        )
        matched = {column for _, column, _ in chosen}
        counted = [mass for column, mass in enumerate(masses) if column in matched or not _optional(gold_parts[column])]
        return _Pair(predicted_parts, gold_parts, chosen, total(counted))

    def _missed_mass(self, template: Template) -> Number:
        """Compute the gold mass of a template that is not aligned."""
        parts = [] if template.optional else [part for part in self.parts(template) if not _optional(part)]
        return total([self.filler.plan.own(part, 1) for part in parts])

    def _alignment(
        self, predicted: list[Template], gold: list[Template], pairs: dict[tuple[int, int], _Pair]
    ) -> k.Alignment:
        matches = [
            k.Match(predicted[row], gold[column], total([weight for *_, weight in pair.cells]), self._inside(pair))
            for (row, column), pair in pairs.items()
        ]
        rows, columns = {row for row, _ in pairs}, {column for _, column in pairs}
        return k.Alignment(tuple(matches), _without(predicted, rows), _without(gold, columns))

    def _inside(self, pair: _Pair) -> tuple[tuple[str, k.Alignment], ...]:
        plan = self.filler.plan
        matches = [
            k.Match(pair.predicted[row], pair.gold[column], weight, plan.inside(pair.predicted[row], pair.gold[column]))
            for row, column, weight in pair.cells
        ]
        rows, columns = {row for row, *_ in pair.cells}, {column for _, column, _ in pair.cells}
        inside = k.Alignment(tuple(matches), _without(pair.predicted, rows), _without(pair.gold, columns))
        return (("", inside),)


def _without(elements: Sequence[Any], positions: set[int]) -> tuple[Any, ...]:
    return tuple(element for position, element in enumerate(elements) if position not in positions)


def _optional(part: Any) -> bool:
    return isinstance(part, SlotFiller) and part.optional


PREMODIFIERS = frozenset({"a", "an", "the"})
"""Words that do not count as shared between two strings."""

ALIGNING_SLOTS = frozenset(
    {
        "PHYS TGT: ID",
        "PHYS TGT: TYPE",
        "HUM TGT: NAME",
        "HUM TGT: DESCRIPTION",
        "HUM TGT: TYPE",
        "PERP: INDIVIDUAL ID",
        "PERP: ORGANIZATION ID",
        # The same slots as GTT, GRIT and IterX name them.
        "Target",
        "Victim",
        "PerpInd",
        "PerpOrg",
    }
)
"""Two templates can be aligned only if they share something in one of these slots (appendix C)."""

Ask = Callable[[Entity, Entity], float]
"""Ask a person for the credit of a predicted string fill, 0, 1/2 or 1, where no word is shared."""


def words(text: str) -> list[str]:
    """Split a text into words in lower case."""
    return checked_text(text).lower().split()


@dataclass(frozen=True, slots=True)
class Valid:
    """The weight of a word: 0 for a premodifier, 1 for any other."""

    premodifiers: frozenset[str]

    def __call__(self, word: str) -> int:
        return int(word not in self.premodifiers)


def string_fill(premodifiers: frozenset[str] = PREMODIFIERS) -> k.Similarity:
    """Return 1 where a predicted string shares a word, other than a premodifier, with a string of the gold entity."""
    word = k.equal.weighted(Valid(premodifiers), "valid")  # equation 45
    string = k.match(word).jaccard.with_empty(0).above(0)  # equation 46
    # A document's templates name the same things again and again.
    return k.maximum(string.on(words), remembered=True)


@dataclass(frozen=True, slots=True)
class Interactive:
    """The credit of a string fill by its words, else by asking a person, once for each pair."""

    automatic: k.Similarity
    ask: Ask
    answers: dict[tuple[Entity, Entity], Any] = field(default_factory=dict, compare=False, repr=False)

    def __call__(self, predicted: Entity, gold: Entity) -> Any:
        if credit := self.automatic.similarity(predicted, gold):
            return credit
        pair = (predicted, gold)
        if pair not in self.answers:
            self.answers[pair] = self.ask(predicted, gold)
        return self.answers[pair]


event = k.product(trigger=k.equal, arguments=k.match(k.equal).f1)
"""Credit of an event that fills a slot: its trigger must be equal, its arguments give partial credit."""


def filler(string: k.Similarity, kinds: Mapping[str, str]) -> k.Similarity:
    """Compare fillers: δ_slot × φ_T; ``kinds`` maps each value to the more general one above it (equation 33)."""
    closed = k.subtype(k.hierarchy(kinds))
    several = k.product(values=k.maximum(closed))
    value = k.union({Entity: string, Event: event, SetFill: several, str: closed, bool: k.equal})
    return k.product(slot=k.equal, value=value)


def muc4(kinds: Mapping[str, str] | None = None, premodifiers: frozenset[str] = PREMODIFIERS) -> k.Normalised:
    """Build equation 32 from the task's hierarchy of values and its premodifiers."""
    fillers = k.match(filler(string_fill(premodifiers), kinds or {}))
    return k.match(k.product(type=k.equal, fillers=fillers)).f1


@dataclass(frozen=True, slots=True)
class Incident:
    """A template's type as one more filler."""

    type: str


def alternatives(kind: str) -> list[str]:
    """Split a type into its alternatives, any of which is right: ``BOMBING / ATTACK``."""
    return [part.strip().lower() for part in kind.split("/")]


def incident_credit(predicted: Incident, gold: Incident) -> k.Number:
    """Return 1 for the right type, 1/2 for the generic type ``attack`` in place of any other (appendix C).

    One of the gold's alternatives is enough; a prediction of several types must have exactly the gold's.
    """
    ours, theirs = set(alternatives(predicted.type)), set(alternatives(gold.type))
    if ours == theirs or (len(ours) == 1 and ours < theirs):
        return 1
    return Fraction(1, 2) if ours == {"attack"} else 0


incident = k.function(incident_credit, own=1)


@dataclass(frozen=True, slots=True)
class Views:
    """A template's type, its fillers in the slots that allow an alignment, and all its fillers with the type."""

    slots: frozenset[str]

    def __call__(self, template: Template) -> tuple[Incident, list[SlotFiller], list[SlotFiller | Incident]]:
        kind = Incident(template.type)
        return kind, [fill for fill in template.fillers if fill.slot in self.slots], [kind, *template.fillers]


def with_type(template: Template) -> list[SlotFiller | Incident]:
    """List a template's type and all its fillers."""
    return [Incident(template.type), *template.fillers]


def muc4_official(
    kinds: Mapping[str, str] | None = None,
    premodifiers: frozenset[str] = PREMODIFIERS,
    slots: frozenset[str] = ALIGNING_SLOTS,
    ask: Ask | None = None,
    *,
    literal: bool = False,
) -> k.Normalised:
    """Build MUC-4 with the constraints of appendix C; ``ask`` scores string fills, but does not affect the alignment.

    Two templates can be aligned if they share something in one of ``slots``, or if the gold one has nothing there.
    ``literal`` follows the appendix to the letter: a gold template that has nothing there is never aligned.
    """
    final, _, usable = _official(kinds or {}, premodifiers, slots, ask, literal=literal)
    return k.match(k.match(final).on(with_type), by=usable).f1


def muc4_optional(
    kinds: Mapping[str, str] | None = None,
    premodifiers: frozenset[str] = PREMODIFIERS,
    slots: frozenset[str] = ALIGNING_SLOTS,
    ask: Ask | None = None,
    *,
    literal: bool = False,
) -> OptionalGold:
    """Build ``muc4_official`` so that optional gold counts only if it is matched."""
    return OptionalGold(with_type, *_official(kinds or {}, premodifiers, slots, ask, literal=literal))


def _official(
    kinds: Mapping[str, str], premodifiers: frozenset[str], slots: frozenset[str], ask: Ask | None, *, literal: bool
) -> tuple[k.Similarity, k.Similarity, k.Similarity]:
    """Build the credit of two fillers, the same without a person's answers, and the similarity of templates."""
    string = string_fill(premodifiers)

    def credit(string: k.Similarity) -> k.Similarity:
        return k.union({Incident: incident, SlotFiller: filler(string, kinds)})

    automatic = credit(string)
    final = credit(k.function(Interactive(string, ask), "interactive", own=1)) if ask else automatic
    shared = k.match(filler(string, kinds))
    # Recall is 1 where the gold has nothing in these slots.
    allowed = (shared if literal else shared.recall.with_empty(1)).above(0)
    return final, automatic, k.product(incident.above(0), allowed, k.match(automatic)).on(Views(slots))


def string_fills(template: Template) -> tuple[str, list[SlotFiller | Incident]]:
    """Return a template's type, and the list of its type and string fills (appendix C, recent work)."""
    return template.type, [Incident(template.type), *_entities(template)]


def singleton_fills(template: Template) -> tuple[str, list[SlotFiller | Incident]]:
    """Do as ``string_fills``, with each mention as an entity of its own."""
    single = [
        SlotFiller(fill.slot, Entity(frozenset({mention})))
        for fill in _entities(template)
        if isinstance(fill.value, Entity)
        for mention in fill.value
    ]
    return template.type, [Incident(template.type), *single]


def _entities(template: Template) -> list[SlotFiller]:
    return [fill for fill in template.fillers if isinstance(fill.value, Entity)]


def mentions(fills: Iterable[SlotFiller | Incident]) -> list[Incident | tuple[str, Any]]:
    """List the type, and each mention of each string fill with its slot; one of two entities is listed twice."""
    listed: list[Incident | tuple[str, Any]] = []
    for fill in fills:
        if isinstance(fill, Incident):
            listed.append(fill)
        elif isinstance(fill.value, Entity):
            listed += [(fill.slot, mention) for mention in fill.value]
    return listed


def fills_matched(entity: k.Similarity, constraint: k.Constraint, *, literal: bool = False) -> k.Matching:
    """Match string fills and the type, with φ_τ of CEAF-REE or CEAF-RME (equations 26 to 28)."""
    fill = k.union({Incident: k.equal, SlotFiller: k.product(slot=k.equal, value=entity)})
    return k.match(fill, constraint, literal=literal)


def by_string_fills(fills: k.Similarity, predicted: Callable[[Template], Any]) -> k.Normalised:
    """Build equation 32 over string fills and the type."""
    return k.match(k.product(k.equal, fills).on(predicted=predicted, gold=string_fills)).f1


MUC4 = muc4().named("muc4")
MUC4_OFFICIAL = muc4_official().named("muc4_official")
MUC4_OFFICIAL_LITERAL = muc4_official(literal=True).named("muc4_official_literal")
MUC4_OPTIONAL = muc4_optional().named("muc4_optional")
MUC4_OPTIONAL_LITERAL = muc4_optional(literal=True).named("muc4_optional_literal")
TEMPLATE_REE = by_string_fills(fills_matched(k.subset, k.ONE_TO_ONE), string_fills).named("template_ree")
TEMPLATE_RME_SUBSET = by_string_fills(fills_matched(k.subset, k.N_TO_ONE), singleton_fills).named("template_rme_subset")

# Templates are aligned by equation 28; the gold side counts matched mentions, as in CEAF-RME.
TEMPLATE_RME_PHI3 = by_string_fills(
    k.apart(predicted=fills_matched(phi3, k.N_TO_ONE), gold=k.match(k.equal).on(mentions)), singleton_fills
).named("template_rme_phi3")
TEMPLATE_RME_PHI3_LITERAL = by_string_fills(fills_matched(phi3, k.N_TO_ONE, literal=True), singleton_fills).named(
    "template_rme_phi3_literal"
)


def better_granular(value: k.Similarity) -> k.Combined:
    """Build equation 47: F1 of types times F1 of fillers.

    Templates of one type that share no filler can be added to any alignment that is best for the fillers. So as many
    templates of each type are aligned as both sides have, and that number is all that the first factor needs.
    """
    template = k.product(type=k.equal, fillers=k.match(k.product(slot=k.equal, value=value)))
    return k.times(k.match(k.product(type=k.equal)).f1, k.match(template).f1)


# One right value of a set fill is enough, as in MUC-4 where values have no hierarchy (equation 33).
BETTER_GRANULAR = better_granular(
    k.union({Entity: phi3.f1, Event: event, SetFill: k.product(values=k.maximum(k.equal)), str: k.equal, bool: k.equal})
).named("better_granular")
