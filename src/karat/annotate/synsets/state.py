"""The state of a document: synsets of triples, decisions on candidates, a translation and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from karat.one_line import one_line

Json = dict[str, Any]

WAYS = ("hand", "variant", "border", "active", "coreference", "imported", "candidate", "adopted")
"""How a triple came to be."""

ROUNDS = (1, 2, 3)
"""By hand, from another benchmark's gold, from systems."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A required word, or optional words that come and go together.

    ``at`` has the token of each word, or is ``None`` if a word is not one of the sentence's.
    """

    text: str
    optional: bool = False
    at: tuple[int, ...] | None = None

    __repr__ = one_line

    def to_json(self) -> Json:
        return {"text": self.text, "optional": self.optional, "at": None if self.at is None else list(self.at)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Chunk:
        at = value["at"]
        return cls(value["text"], value["optional"], None if at is None else tuple(at))


Slot = tuple[Chunk, ...]
Slots = tuple[Slot, Slot, Slot]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a triple comes from: the round, the way, and the system, benchmark or annotator if the way has one."""

    round: int = 1
    way: str = "hand"
    source: str | None = None

    __repr__ = one_line

    def to_json(self) -> Json:
        return {"round": self.round, "way": self.way, "source": self.source}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Origin:
        return cls(value["round"], value["way"], value["source"])


@dataclass(frozen=True, slots=True)
class Triple:
    """A fact pattern; ``wholesome`` says whether subject and object are entities, ``None`` if nobody said."""

    id: str
    subject: Slot
    relation: Slot
    object: Slot
    wholesome: bool | None = None
    origin: Origin = field(default_factory=Origin)

    __repr__ = one_line

    @property
    def slots(self) -> Slots:
        return self.subject, self.relation, self.object

    def to_json(self) -> Json:
        return {
            "id": self.id,
            **slots_to_json(self.slots),
            "wholesome": self.wholesome,
            "origin": self.origin.to_json(),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Triple:
        return cls(value["id"], *slots_from_json(value), value["wholesome"], Origin.from_json(value["origin"]))


@dataclass(frozen=True, slots=True)
class Synset:
    """Triples that state one fact; ``label`` is the id of a synset that was imported, which exports keep."""

    id: str
    triples: tuple[Triple, ...] = ()
    note: str = ""
    label: str | None = None

    __repr__ = one_line

    def to_json(self) -> Json:
        triples = [triple.to_json() for triple in self.triples]
        return {"id": self.id, "label": self.label, "note": self.note, "triples": triples}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Synset:
        triples = tuple(map(Triple.from_json, value["triples"]))
        return cls(value["id"], triples, value.get("note", ""), value.get("label"))

    def with_triples(self, *triples: Triple) -> Synset:
        """Add triples at the end."""
        return replace(self, triples=self.triples + triples)


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a candidate was accepted, and as which triple."""

    accepted: bool
    triple: str | None = None

    __repr__ = one_line

    def to_json(self) -> Json:
        return {"accepted": self.accepted, "triple": self.triple}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Decision:
        return cls(value["accepted"], value["triple"])


@dataclass(frozen=True, slots=True)
class State:
    """All that a document of this kind holds."""

    synsets: tuple[Synset, ...] = ()
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    translation: str | None = None
    note: str = ""
    done: bool = False

    __repr__ = one_line

    def triples(self) -> Iterator[Triple]:
        """Yield all triples, synset by synset."""
        return (triple for synset in self.synsets for triple in synset.triples)

    def triple_ids(self) -> set[str]:
        return {triple.id for triple in self.triples()}

    def synset_ids(self) -> set[str]:
        return {synset.id for synset in self.synsets}

    def to_json(self) -> Json:
        """Give the state as the page has it."""
        return {
            "synsets": [synset.to_json() for synset in self.synsets],
            "decisions": {candidate: decision.to_json() for candidate, decision in self.decisions.items()},
            "translation": self.translation,
            "note": self.note,
            "done": self.done,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> State:
        """Read what ``to_json`` gave."""
        return cls(
            tuple(map(Synset.from_json, value["synsets"])),
            {candidate: Decision.from_json(decision) for candidate, decision in value["decisions"].items()},
            value["translation"],
            value["note"],
            value["done"],
        )


def slots_to_json(slots: Slots) -> Json:
    """Give the chunks of subject, relation and object by name."""
    names = ("subject", "relation", "object")
    return {name: [chunk.to_json() for chunk in slot] for name, slot in zip(names, slots, strict=True)}


def slots_from_json(value: Mapping[str, Any]) -> Slots:
    """Read what ``slots_to_json`` gave."""
    subject, relation, object_ = (
        tuple(map(Chunk.from_json, value[name])) for name in ("subject", "relation", "object")
    )
    return subject, relation, object_
