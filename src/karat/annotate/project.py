"""Projects, their settings, the sentences to be worked on, and each person's work on a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from karat.errors import InputError, UnknownNameError
from karat.one_line import one_line

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
TAGGERS = ("auto", "none")
MOST_ANNOTATORS = 20

WORK, CHECK, MACHINE = "work", "check", "machine"
"""What a document is for: an annotator's work, an expert's check of it, or the work of a language model."""
PURPOSES = (WORK, CHECK, MACHINE)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project's admin chooses.

    ``explicit_only``: words of a triple must be words of the sentence. ``translation``: sentences are first translated
    from ``source_language``. ``examination``: annotators must pass the examination before they work, with ``pass_mark``
    per cent of right answers. ``options`` belong to the kind of project, which checks them.
    """

    explicit_only: bool = True
    translation: bool = False
    source_language: str | None = None
    annotators_per_item: int = 2
    tagger: str = "auto"
    examination: bool = False
    pass_mark: int = 80
    review_sample: str = "all"
    options: Mapping[str, Any] = field(default_factory=dict)

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give all settings by name."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Settings:
        """Check settings; one that is left out has its default."""
        known = {each.name for each in fields(cls)}
        for name, setting in value.items():
            if name not in known:
                raise UnknownNameError("setting", name, sorted(known))
            _check_setting(name, setting)
        return cls(**value)


def _check_setting(name: str, value: object) -> None:
    match name:
        case "annotators_per_item":
            expected = f"a number from 1 to {MOST_ANNOTATORS}"
            is_valid = type(value) is int and 1 <= value <= MOST_ANNOTATORS
        case "pass_mark":
            expected, is_valid = "a number from 1 to 100", type(value) is int and 1 <= value <= 100
        case "source_language":
            expected = "a language such as 'en', or nothing"
            is_valid = value is None or (isinstance(value, str) and LANGUAGE.fullmatch(value) is not None)
        case "tagger":
            expected, is_valid = f"one of {', '.join(TAGGERS)}", value in TAGGERS
        case "review_sample":
            expected, is_valid = "'all'", value == "all"
        case "options":
            expected, is_valid = "an object", isinstance(value, Mapping)
        case _:
            expected, is_valid = "true or false", isinstance(value, bool)
    if not is_valid:
        raise InputError(f"setting {name}: expected {expected}, found {value!r}")


def check_language(language: str) -> str:
    """Give a language code back, or raise an error if it is none."""
    if not LANGUAGE.fullmatch(language):
        raise InputError(f"language: expected a code such as 'en', 'de' or 'zh', found {language!r}")
    return language


@dataclass(frozen=True, slots=True)
class Project:
    """A set of sentences to be annotated in one way."""

    id: int
    name: str
    kind: str
    language: str
    settings: Settings = field(default_factory=Settings)

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "id": self.id,
            "name": self.name,
            "kind": self.kind,
            "language": self.language,
            "settings": self.settings.to_json(),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Project:
        """Read what ``to_json`` gave."""
        settings = Settings.from_json(value["settings"])
        return cls(value["id"], value["name"], value["kind"], value["language"], settings)


@dataclass(frozen=True, slots=True)
class NewItem:
    """An item that is to be added to a project; see ``Item``."""

    key: str
    text: str
    source: str | None = None
    analysis: Mapping[str, Any] | None = None
    content: Mapping[str, Any] | None = None
    hidden: Mapping[str, Any] | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Item:
    """One sentence to be worked on, or what is to be judged of it.

    ``key`` is its id in files, the same for all languages of a parallel benchmark. ``text`` is empty until the sentence
    is translated. ``analysis`` is its analysis as JSON, or ``None`` if there is none. ``content`` is what the project's
    kind shows to those who work; ``hidden`` is for curators' exports and figures alone, and only read for them.
    """

    id: int
    project: int
    position: int
    key: str
    text: str
    source: str | None = None
    analysis: Mapping[str, Any] | None = None
    content: Mapping[str, Any] | None = None
    hidden: Mapping[str, Any] | None = None

    __repr__ = one_line

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the analysis, or the words of the text where there is no analysis."""
        if self.analysis is not None:
            return tuple(token["text"] for token in self.analysis["tokens"])
        return tuple(self.text.split())

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Item:
        """Read what ``to_json`` gave."""
        return cls(**value)


@dataclass(frozen=True, slots=True)
class Document:
    """One annotator's work on one item, or, with ``person=None``, the merged work of all.

    A person is assigned to an item by having a document for it. ``version`` is the number of its latest event.
    ``revealed`` says whether all who were assigned to the item are done; ``alone`` whether that is one person, no
    merged document was started, and nobody checks it. ``state`` is of the project's kind, as JSON. Documents with
    another purpose than ``work`` count neither for the item's status nor for ``revealed``. ``active_ms`` is the time
    that was spent on it. A document is ``frozen`` while nobody may change it because of its batch: work that is being
    checked or was accepted, and checks of the past.
    """

    id: int
    item: int
    person: int | None
    version: int
    state: Any
    done: bool = False
    revealed: bool = False
    alone: bool = False
    purpose: str = WORK
    active_ms: int = 0
    frozen: bool = False

    __repr__ = one_line

    @property
    def is_merged(self) -> bool:
        return self.person is None

    @property
    def is_work(self) -> bool:
        """Whether it is an annotator's own work."""
        return self.person is not None and self.purpose == WORK

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Document:
        """Read what ``to_json`` gave."""
        return cls(**value)
