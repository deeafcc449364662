"""Explain structures in a document: items as text, entities and how they are split or merged, graphs and their triples.

Items are written by their words: ``person "Ada Lind" [0–1]``, ``nsubj(left-2, Ada-1)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from karat.algebra.scores.alignment import shown
from karat.benchmarks.tasks import Choices, Task
from karat.benchmarks.tasks.graphs import convention
from karat.metrics.amr import SMATCH
from karat.metrics.amr_conventions import triples_of
from karat.metrics.coreference import CONLL
from karat.model import (
    Argument,
    Dependency,
    Entity,
    Event,
    Graph,
    Mention,
    NAryRelation,
    Relation,
    RoleFillerEntity,
    SetFill,
    SlotFiller,
    SplitMention,
    Template,
    Trigger,
    Triple,
    TypedMention,
    Variable,
)
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class ExplanationRequest:
    """A request to explain one document of one system, under a task and its options.

    ``words`` are those of the document, where its file has them.
    """

    task: Task
    options: Choices
    system: str
    document: str
    time_limit: float | None = None
    words: tuple[str, ...] = ()

    __repr__ = one_line


def render_item(item: Any, words: Sequence[str] = ()) -> str:
    """Write one item on one line: mentions by their words and the positions of these, sets in a fixed order.

    ``words`` are those of the document; without them, mentions are written by positions alone.
    """
    write = partial(render_item, words=words)
    match item:
        case TypedMention():
            return f"{item.type} {render_mention(item, words)}"
        case Mention():
            return render_mention(item, words)
        case Relation(kind, subject, other):
            return f"{kind}({write(subject)}, {write(other)})"
        case Dependency():
            return _render_dependency(item, words)
        case Trigger(mention, kind) | Argument(mention, kind):
            return f"{kind} {write(mention)}".lstrip()
        case Event(trigger, arguments):
            return _with_parts(write(trigger), map(write, arguments))
        case Entity(mentions):
            return f"{{{', '.join(sorted(map(write, mentions)))}}}"
        case _:
            return _render_filled(item, words)


def render_mention(mention: Mention | str, words: Sequence[str] = ()) -> str:
    """Write a mention by its words, and the positions of its tokens, counted from 0, behind them.

    >>> render_mention(Mention(0, 1), ("Ada", "Lind", "left")), render_mention(Mention(0, 1))
    ('"Ada Lind" [0–1]', '0–1')
    """
    if isinstance(mention, str):
        return mention
    places = token_range(mention)
    if not words or mention.right >= len(words) or not any(words):
        return places
    parts = mention.parts if isinstance(mention, SplitMention) else (mention,)
    text = " … ".join(" ".join(words[part.left : part.right + 1]) for part in parts)
    return f'"{text}" [{places}]'


def token_range(mention: Mention) -> str:
    """Write the positions of a mention's tokens: 3, 5–7, or 5–7+9 with a gap."""
    if isinstance(mention, SplitMention):
        return "+".join(map(token_range, mention.parts))
    return str(mention.left) if mention.left == mention.right else f"{mention.left}–{mention.right}"


def _render_dependency(edge: Dependency, words: Sequence[str]) -> str:
    """Write a dependency as relation(head, dependent), each word with its number, which counts from 1."""
    head, dependent = _numbered(edge.governor, words), _numbered(edge.dependent, words)
    lemma = f" {edge.lemma}" if edge.lemma != "_" and not (words and edge.dependent > 0) else ""
    return f"{edge.relation}({head}, {dependent}){lemma}"


def _numbered(number: int, words: Sequence[str]) -> str:
    if number < 0:
        return "a word without a partner"
    if not words or number > len(words):
        return str(number)
    return f"{words[number - 1]}-{number}" if number else "ROOT"


def _render_filled(item: Any, words: Sequence[str]) -> str:
    write = partial(render_item, words=words)
    match item:
        case RoleFillerEntity(role, entity):
            return f"{role} {write(entity)}"
        case NAryRelation(kind, arguments):
            return _with_parts(kind, map(write, arguments))
        case SetFill(values, about):
            return " / ".join(sorted(values)) + (f" of {write(about)}" if about else "")
        case SlotFiller(slot, value, optional):
            return f"{slot} {write(value)}" + (" (optional)" if optional else "")
        case Template(kind, fillers, optional):
            return _with_parts((kind or "no type") + (" (optional)" if optional else ""), map(write, fillers))
        case _:
            return shown(item)


def _with_parts(head: str, parts: Iterable[str]) -> str:
    inner = "; ".join(sorted(parts))
    return f"{head}: {inner}" if inner else head


Mentions = tuple[Mention | str, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """An entity whose mentions are spread over two or more entities of the other side."""

    entity: Mentions
    parts: tuple[Mentions, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class EntityExplanation:
    """The gold entities that were found, split or missed, and the predicted ones that are merged or invented."""

    system: str
    document: str
    predicted: int
    gold: int
    whole: tuple[Mentions, ...]
    split: tuple[Spread, ...]
    merged: tuple[Spread, ...]
    missed: tuple[Mentions, ...]
    invented: tuple[Mentions, ...]
    missing: Mentions
    spurious: Mentions
    conll: float
    words: tuple[str, ...] = ()

    __repr__ = one_line

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.system}, document {self.document}: CoNLL F1 {self.conll:.4f}"
        yield f"  {len(self.whole)} of {self.gold} gold entities found whole; {self.predicted} predicted"
        for spread in self.split:
            yield f"  split: the gold entity {self._entity(spread.entity)} is in {len(spread.parts)} predicted ones"
            yield from (f"    {self._entity(part)}" for part in spread.parts)
        for spread in self.merged:
            yield f"  merged: the predicted entity {self._entity(spread.entity)} joins {len(spread.parts)} gold ones"
            yield from (f"    {self._entity(part)}" for part in spread.parts)
        yield from (f"  missed: no mention of the gold entity {self._entity(entity)}" for entity in self.missed)
        yield from (
            f"  invented: no mention of the predicted entity {self._entity(entity)} is gold" for entity in self.invented
        )
        for name, mentions in (("missing", self.missing), ("spurious", self.spurious)):
            if mentions:
                yield f"  {name} mentions: {', '.join(render_mention(mention, self.words) for mention in mentions)}"

    def _entity(self, mentions: Mentions) -> str:
        return render_entity(mentions, self.words)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON document; a mention is [first, last], or its text. ``tokens`` are the document's, if known."""
        spreads = {
            name: [{"entity": _json(spread.entity), "parts": list(map(_json, spread.parts))} for spread in of_kind]
            for name, of_kind in (("split", self.split), ("merged", self.merged))
        }
        return {
            "system": self.system,
            "document": self.document,
            "conll": self.conll,
            "predicted": self.predicted,
            "gold": self.gold,
            "whole": list(map(_json, self.whole)),
            **spreads,
            "missed": list(map(_json, self.missed)),
            "invented": list(map(_json, self.invented)),
            "missing": _json(self.missing),
            "spurious": _json(self.spurious),
            **({"tokens": list(self.words)} if self.words else {}),
        }


def explain_entities(
    request: ExplanationRequest, predicted: Sequence[Entity], gold: Sequence[Entity]
) -> EntityExplanation:
    """Compare the entities of one document."""
    predicted_by_mention = {mention: entity for entity in predicted for mention in entity}
    gold_by_mention = {mention: entity for entity in gold for mention in entity}
    predicted_sets = {entity.mentions for entity in predicted}
    return EntityExplanation(
        request.system,
        request.document,
        len(predicted),
        len(gold),
        tuple(sort_mentions(entity) for entity in gold if entity.mentions in predicted_sets),
        tuple(_spread(gold, predicted_by_mention)),
        tuple(_spread(predicted, gold_by_mention)),
        tuple(
            sort_mentions(entity) for entity in gold if not any(mention in predicted_by_mention for mention in entity)
        ),
        tuple(
            sort_mentions(entity) for entity in predicted if not any(mention in gold_by_mention for mention in entity)
        ),
        sort_mentions(gold_by_mention.keys() - predicted_by_mention.keys()),
        sort_mentions(predicted_by_mention.keys() - gold_by_mention.keys()),
        CONLL(predicted, gold).f1 or 0.0,
        tuple(request.words),
    )


def _spread(entities: Iterable[Entity], by_mention: dict[Mention | str, Entity]) -> Iterator[Spread]:
    for entity in entities:
        parts: dict[Entity, set[Mention | str]] = {}
        for mention in sort_mentions(entity):
            if mention in by_mention:
                parts.setdefault(by_mention[mention], set()).add(mention)
        if len(parts) > 1:
            yield Spread(sort_mentions(entity), tuple(map(sort_mentions, parts.values())))


def sort_mentions(mentions: Iterable[Mention | str]) -> Mentions:
    """Sort mentions in the order of the text."""
    return tuple(sorted(mentions, key=_text_position))


def _text_position(mention: Mention | str) -> tuple[int, int, str]:
    return (mention.left, mention.right, repr(mention)) if isinstance(mention, Mention) else (-1, -1, mention)


def render_entity(mentions: Mentions, words: Sequence[str] = ()) -> str:
    """Write an entity as the set of its mentions."""
    return f"{{{', '.join(render_mention(mention, words) for mention in mentions)}}}"


def _json(mentions: Mentions) -> list[Any]:
    values: list[Any] = []
    for mention in mentions:
        match mention:
            case SplitMention():
                values.append([[part.left, part.right] for part in mention.parts])
            case Mention():
                values.append([mention.left, mention.right])
            case _:
                values.append(mention)
    return values


@dataclass(frozen=True, slots=True)
class GraphExplanation:
    """The best mapping of variables, their concepts, and which triples match under it."""

    system: str
    document: str
    f1: float
    optimal: bool
    mapping: tuple[tuple[Variable, Variable], ...]
    concepts: tuple[Mapping[Variable, str], Mapping[Variable, str]]
    matched: tuple[tuple[Triple, Triple], ...]
    only_predicted: tuple[Triple, ...]
    only_gold: tuple[Triple, ...]

    __repr__ = one_line

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        proof = "proved to be the best" if self.optimal else "not proved to be the best"
        yield f"{self.system}, document {self.document}: Smatch {self.f1:.4f}, {proof}"
        yield "  variables, predicted → gold:"
        predicted_concepts, gold_concepts = self.concepts
        for predicted, gold in self.mapping:
            concept, gold_concept = predicted_concepts.get(predicted, "?"), gold_concepts.get(gold, "?")
            concepts = concept if concept == gold_concept else f"{concept} ≠ {gold_concept}"
            yield f"    {predicted} → {gold}   {concepts}"
        for side, mapped, concept_of in (
            ("predicted", {predicted for predicted, _ in self.mapping}, predicted_concepts),
            ("gold", {gold for _, gold in self.mapping}, gold_concepts),
        ):
            unmapped = [f"{variable} ({concept})" for variable, concept in concept_of.items() if variable not in mapped]
            if unmapped:
                yield f"    {side} alone: {', '.join(unmapped)}"
        yield f"  {len(self.matched)} triples match"
        gold_names = dict(self.mapping)
        for triple in self.only_predicted:
            written = render_triple(triple, predicted_concepts)
            yield f"  only predicted: {written}{_in_gold_names(triple, gold_names, gold_concepts)}"
        yield from (f"  only gold: {render_triple(triple, gold_concepts)}" for triple in self.only_gold)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON document."""
        return {
            "system": self.system,
            "document": self.document,
            "f1": self.f1,
            "optimal": self.optimal,
            "variables": [[str(predicted), str(gold)] for predicted, gold in self.mapping],
            "concepts": [{str(variable): concept for variable, concept in side.items()} for side in self.concepts],
            "matched": [[_triple_object(predicted), _triple_object(gold)] for predicted, gold in self.matched],
            "only_predicted": list(map(_triple_object, self.only_predicted)),
            "only_gold": list(map(_triple_object, self.only_gold)),
        }


def explain_graphs(request: ExplanationRequest, predicted: Graph, gold: Graph) -> GraphExplanation:
    """Align two graphs and collect the triples that do not match."""
    predicted_triples, gold_triples = (triples_of(graph, convention(request.options)) for graph in (predicted, gold))
    score = SMATCH(predicted_triples, gold_triples, time_limit=request.time_limit)
    alignment = score.alignment
    assert alignment is not None
    return GraphExplanation(
        request.system,
        request.document,
        score.f1 or 0.0,
        score.optimal,
        tuple(alignment.variables),
        (_concepts(predicted_triples), _concepts(gold_triples)),
        tuple((match.predicted, match.gold) for match in alignment.matches),
        alignment.unmatched_predicted,
        alignment.unmatched_gold,
    )


def _concepts(triples: list[Triple]) -> dict[Variable, str]:
    return {triple.source: str(triple.target) for triple in triples if triple.role == "instance"}


def render_triple(triple: Triple, concepts: Mapping[Variable, str]) -> str:
    """Write a triple as in logic, role(source, target), each variable with its concept as PENMAN writes it."""
    if triple.role == "instance":
        return f"{triple.source} / {triple.target}"
    return f"{triple.role}({_node(triple.source, concepts)}, {_node(triple.target, concepts)})"


def _node(node: Variable | str, concepts: Mapping[Variable, str]) -> str:
    return f"{node} / {concepts[node]}" if isinstance(node, Variable) and node in concepts else str(node)


def _in_gold_names(triple: Triple, names: Mapping[Variable, Variable], concepts: Mapping[Variable, str]) -> str:
    """Write the triple with the gold's variables, if they are known and differ."""
    source = names.get(triple.source)
    target = names.get(triple.target) if isinstance(triple.target, Variable) else triple.target
    if source is None or target is None or (source, target) == (triple.source, triple.target):
        return ""
    return f", in gold's names {render_triple(Triple(source, triple.role, target), concepts)}"


def _triple_object(triple: Triple) -> list[str]:
    return [str(triple.source), triple.role, str(triple.target)]
