"""The state of a document: corrections of paraphrases, tuples, verdicts of an expert, and a note."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from karat.one_line import one_line

Json = dict[str, Any]

TYPES = ("grammar", "phrase", "rewrite")
"""What a correction changes: grammatical mistakes, wrong phrases, or the whole sentence because its meaning differs."""

FAULTS = {1: ("grammar", "meaning", "form"), 2: ("completeness", "assertedness", "informativeness", "atomicity")}
"""What an expert can find wrong with a sentence, by stage."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A paraphrase that was looked at: its new text and what was corrected, or no text where it was kept as it is."""

    text: str | None
    types: tuple[str, ...] = ()

    __repr__ = one_line

    @property
    def kept(self) -> bool:
        return self.text is None

    def to_json(self) -> Json:
        return {"text": self.text, "types": list(self.types), "kept": self.kept}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Correction:
        return cls(value["text"], tuple(value["types"]))


@dataclass(frozen=True, slots=True)
class Tuple:
    """An n-ary tuple of a sentence; time and place are apart from the arguments, where it has them."""

    id: str
    sentence: str
    relation: str
    arguments: tuple[str, ...]
    time: str | None = None
    place: str | None = None

    __repr__ = one_line

    @property
    def parts(self) -> tuple[str, ...]:
        """The relation, the arguments, then time and place if there are any, as files have them."""
        return self.relation, *self.arguments, *(each for each in (self.time, self.place) if each is not None)

    def to_json(self) -> Json:
        return {
            "id": self.id,
            "sentence": self.sentence,
            "relation": self.relation,
            "arguments": list(self.arguments),
            "time": self.time,
            "place": self.place,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Tuple:
        arguments = tuple(value["arguments"])
        return cls(value["id"], value["sentence"], value["relation"], arguments, value["time"], value["place"])


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an expert says of the work on one sentence."""

    right: bool
    faults: tuple[str, ...] = ()
    note: str = ""

    __repr__ = one_line

    def to_json(self) -> Json:
        return {"right": self.right, "faults": list(self.faults), "note": self.note}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Verdict:
        return cls(value["right"], tuple(value["faults"]), value["note"])


def verdict_key(round_number: int, sentence: str) -> str:
    """The key of a verdict in the state."""
    return f"{round_number}:{sentence}"


@dataclass(frozen=True, slots=True)
class State:
    """All that a document of this kind holds.

    ``empty`` are sentences that state nothing. ``round`` is the round of the check that an expert is asked for, 0 in a
    worker's document; verdicts of earlier rounds stay.
    """

    corrections: Mapping[str, Correction] = field(default_factory=dict)
    tuples: tuple[Tuple, ...] = ()
    empty: tuple[str, ...] = ()
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    round: int = 0
    note: str = ""
    done: bool = False

    __repr__ = one_line

    def tuples_of(self, sentence: str) -> list[Tuple]:
        """The tuples of a sentence, in the order they were added."""
        return [each for each in self.tuples if each.sentence == sentence]

    def verdict_on(self, sentence: str) -> Verdict | None:
        """The verdict of the present round on a sentence."""
        return self.verdicts.get(verdict_key(self.round, sentence))

    def to_json(self) -> Json:
        """Give the state as the page has it."""
        return {
            "corrections": {sentence: each.to_json() for sentence, each in self.corrections.items()},
            "tuples": [each.to_json() for each in self.tuples],
            "empty": list(self.empty),
            "verdicts": {key: each.to_json() for key, each in self.verdicts.items()},
            "round": self.round,
            "note": self.note,
            "done": self.done,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> State:
        """Read what ``to_json`` gave."""
        return cls(
            {sentence: Correction.from_json(each) for sentence, each in value["corrections"].items()},
            tuple(map(Tuple.from_json, value["tuples"])),
            tuple(value["empty"]),
            {key: Verdict.from_json(each) for key, each in value["verdicts"].items()},
            value["round"],
            value["note"],
            value["done"],
        )
