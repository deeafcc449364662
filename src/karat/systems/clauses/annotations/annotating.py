"""Annotate propositions with polarity, modality, attribution and quantities, as MinIE does (Gashteovski et al., 2017).

The words that say it leave the proposition: *The ferry may not stop in Kiel* becomes (ferry; stop in; Kiel), negative
and possible. So a fact says everything once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from karat.errors import UnknownNameError
from karat.model import Attribution, Modality, Polarity, Quantity
from karat.one_line import one_line
from karat.systems.clauses.annotations import attribution, quantities
from karat.systems.clauses.annotations.finding import apply_rules
from karat.systems.clauses.annotations.modality import MODALITY
from karat.systems.clauses.annotations.polarity import POLARITY
from karat.systems.clauses.annotations.words import is_verb
from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.sentence import Parse, Phrase, Piece

ANNOTATIONS = ("polarity", "modality", "attribution", "quantities")
"""The kinds of annotations, each of which can be had alone."""

ALL = "all"
"""The name that stands for every kind of annotation."""

RULES = tuple(rule.__name__ for rule in (*POLARITY, *MODALITY, *attribution.RULES, *quantities.RULES))
"""The names of all rules, each of which can be switched off."""


@dataclass(frozen=True, slots=True)
class AnnotatedProposition:
    """A proposition without the words that its annotations say instead; what was not asked for is ``None``."""

    proposition: Proposition
    polarity: Polarity | None = None
    modality: Modality | None = None
    attribution: Attribution | None = None
    quantities: tuple[Quantity, ...] = ()

    __repr__ = one_line


def choose_annotations(names: Collection[str]) -> tuple[str, ...]:
    """Give the kinds of annotations that are named, in their usual order; ``all`` stands for every kind."""
    for name in names:
        if name not in (*ANNOTATIONS, ALL):
            raise UnknownNameError("annotation", name, (*ANNOTATIONS, ALL))
    return ANNOTATIONS if ALL in names else tuple(kind for kind in ANNOTATIONS if kind in names)


def annotate(
    parse: Parse,
    propositions: Sequence[Proposition],
    kinds: Collection[str] = ANNOTATIONS,
    without: Collection[str] = (),
) -> list[AnnotatedProposition]:
    """Annotate the propositions of a sentence; rules named in ``without`` are left out.

    A proposition that only says who said something (*master; reports that; the storm has passed*) is left out where
    what was said is a proposition with that attribution, and so is one that has its own source as an adverbial
    (*storm; has passed according to; the master*).
    """
    sources: dict[Proposition, attribution.Source] = {}
    if "attribution" in kinds:
        finder = attribution.Sources(parse, without)
        for proposition in propositions:
            if proposition.clause is not None:
                source = finder.of(proposition.clause.verb)
                if source is not None:
                    sources[proposition] = source
    attributed = {
        (source.predicate, proposition.clause.verb)
        for proposition, source in sources.items()
        if proposition.clause is not None
    }
    phrases = quantities.find_quantities(parse, without) if "quantities" in kinds else ()
    annotated = []
    for proposition in propositions:
        source = sources.get(proposition)
        rest = proposition if source is None else _without_source(proposition, source)
        if rest is not None and not _only_attributes(rest, attributed):
            annotated.append(_annotate_one(parse, rest, kinds, without, source, phrases))
    return list(dict.fromkeys(annotated))


def _annotate_one(
    parse: Parse,
    proposition: Proposition,
    kinds: Collection[str],
    without: Collection[str],
    source: attribution.Source | None,
    phrases: Sequence[quantities.QuantityPhrase],
) -> AnnotatedProposition:
    notes: list[str] = []
    said: set[int] = set()
    verbs = _verbs(parse, proposition)
    changed: set[str] = set()  # "polarity" if it is negative, "modality" if it is possible
    for kind, rules in (("polarity", POLARITY), ("modality", MODALITY)):
        for finding in apply_rules(rules, parse, verbs, without) if kind in kinds else ():
            said |= finding.words
            changed.add(kind)
            notes.append(f"{kind}: {finding.rule} ({parse.render(sorted(finding.words))})")
    for kind, reason in _marks(proposition):
        if kind in kinds:
            changed.add(kind)
            notes.append(f"{kind}: {reason}")
    relation = tuple(piece for piece in proposition.relation if piece not in said) or proposition.relation
    if source is not None:
        notes.append(f"attribution: {source.rule} ({parse.render([source.predicate])})")
    slots, replaced, quantity_notes = _replace_quantities(parse, (relation, *proposition.arguments), phrases)
    return AnnotatedProposition(
        replace(
            proposition,
            relation=slots[0],
            arguments=slots[1:],
            notes=(*proposition.notes, *notes, *quantity_notes),
        ),
        (Polarity.NEGATIVE if "polarity" in changed else Polarity.POSITIVE) if "polarity" in kinds else None,
        (Modality.POSSIBILITY if "modality" in changed else Modality.CERTAINTY) if "modality" in kinds else None,
        attribution.attribute(parse, source) if source is not None else None,
        replaced,
    )


def _marks(proposition: Proposition) -> Iterator[tuple[str, str]]:
    """Say by which marks a fact is denied or possible, each with its kind; no slot has the words that say so."""
    if proposition.is_denied:
        yield "polarity", "denied beside the fact, as by neither … nor"
    if proposition.is_conditional:
        yield "modality", "left open by if, unless or whether"
    if proposition.is_alternative:
        yield "modality", "one of several alternatives"


def _verbs(parse: Parse, proposition: Proposition) -> list[int]:
    """The verbs of a proposition's relation and that of its clause; facts that nouns state have none."""
    if proposition.clause is None:
        return []
    verbs = {piece for piece in proposition.relation if isinstance(piece, int) and is_verb(parse, piece)}
    return sorted(verbs | {proposition.clause.verb})


def _only_attributes(proposition: Proposition, attributed: Collection[tuple[int, int]]) -> bool:
    """Tell whether a proposition's last argument is a statement that is attributed to its subject elsewhere."""
    if proposition.clause is None or len(proposition.arguments) != 2:
        return False
    verb = proposition.clause.verb
    return any(predicate == verb and inner in proposition.arguments[1] for predicate, inner in attributed)


def _without_source(proposition: Proposition, source: attribution.Source) -> Proposition | None:
    """Leave out *according to the master* where the master is the source; ``None`` if no other argument stays.

    Binary facts have the preposition in the relation, n-ary ones in an argument.
    """
    if source.rule != attribution.according_to.__name__:
        return proposition
    if source.predicate in proposition.relation:
        return None
    subject, *others = proposition.arguments
    rest = [argument for argument in others if source.predicate not in argument]
    return replace(proposition, arguments=(subject, *rest)) if rest else None


def _replace_quantities(
    parse: Parse, slots: Sequence[Phrase], phrases: Sequence[quantities.QuantityPhrase]
) -> tuple[tuple[Phrase, ...], tuple[Quantity, ...], list[str]]:
    """Put a placeholder for each quantity: ``QUANT_S_1`` in the subject, ``R`` in the relation, ``O`` elsewhere.

    A placeholder stands for the whole quantity, also where the slot has only a part of its words.
    """
    if not phrases:
        return tuple(slots), (), []
    replaced: list[Phrase] = []
    found: list[Quantity] = []
    notes: list[str] = []
    counts = {"S": 0, "R": 0, "O": 0}
    for letter, slot in zip(("R", "S", *"O" * len(slots)), slots, strict=False):
        pieces: list[Piece] = list(slot)
        for phrase in phrases:
            if not phrase.hearts.isdisjoint(slot):
                counts[letter] += 1
                quantity = Quantity(f"QUANT_{letter}_{counts[letter]}", parse.render(phrase.words))
                at = next(index for index, piece in enumerate(pieces) if piece in phrase.words)
                pieces = [piece for piece in pieces if piece not in phrase.words]
                pieces.insert(at, quantity.id)
                found.append(quantity)
                notes.append(f"quantities: {phrase.rule} ({quantity.text})")
        replaced.append(tuple(pieces))
    return tuple(replaced), tuple(found), notes
