"""Projects, their items, and who works on them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, WithJsonSchema

from karat.annotate.api.schemas.model import RowId, Schema
from karat.annotate.api.schemas.people import Name

Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$", max_length=35)]
Status = Literal["open", "started", "done"]


class ProjectSettings(Schema):
    """What may be set for a project."""

    explicit_only: bool = Field(default=True, description="every word of a triple must stand in the sentence")
    translation: bool = Field(default=False, description="items have a source text, which is translated first")
    source_language: Language | None = None
    annotators_per_item: int = Field(default=2, ge=1, le=20)
    tagger: Literal["auto", "none"] = "auto"
    examination: bool = Field(default=False, description="annotators must pass the examination before they work")
    pass_mark: int = Field(default=80, ge=1, le=100, description="per cent of right answers to pass the examination")
    review_sample: Literal["all"] = "all"
    options: dict[str, Any] = Field(
        default_factory=dict, description="what belongs to the project's kind; annotators see none of it"
    )


class ExportView(Schema):
    """A file that a project can be written to."""

    name: str
    title: str
    suffix: str


class ProjectView(Schema):
    """A project."""

    id: int
    name: str
    kind: str
    language: str
    settings: ProjectSettings
    may_work: bool = Field(description="no examination is needed, or I have passed it")
    screens: list[str] = Field(description="on which people work in projects of this kind")
    imports: list[str] = Field(description="what files can be imported as")
    exports: list[ExportView]


class NewProject(Schema):
    """A project to be made."""

    name: Name
    kind: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z-]{0,39}$")] = "synsets"
    language: Language = "en"
    settings: ProjectSettings = Field(default_factory=ProjectSettings)


class ChangeProject(Schema):
    """New values of a project; what is absent stays."""

    name: Name | None = None
    language: Language | None = None
    settings: ProjectSettings | None = None


class ItemRow(Schema):
    """A sentence in the list, with the state of my work on it."""

    id: int
    position: int
    key: str
    text: str
    source: str | None
    document: int | None = Field(description="my document, if the sentence is assigned to me")
    version: int
    status: Status
    done: bool
    revealed: bool
    synsets: int
    triples: int
    team: Literal["open", "started", "done", "merged"] | None = Field(
        description="of a sentence that is not assigned to me: how far those are whose it is"
    )
    summary: str | None = Field(description="how my document stands, in some words, where the kind of project has them")


class ItemList(Schema):
    """Some rows of the list; ``next`` is the position to ask for more after."""

    items: list[ItemRow]
    next: int | None


class Token(Schema):
    """A token of the sentence, with what the tagger and the guidelines say about it."""

    text: str
    start: int
    end: int
    pos: str | None = None
    lemma: str | None = None
    space: bool = True
    predicate: bool = False
    argument: bool = False
    optional: bool = False
    why: str | None = None
    group: int | None = None


class Passive(Schema):
    """A passive verb: its auxiliaries, its participle, the preposition of its agent."""

    auxiliaries: list[int]
    verb: int
    by: int | None = None


class Coreference(Schema):
    """A pronoun and the tokens it stands for."""

    pronoun: int
    antecedent: list[int]


class VerbOrder(Schema):
    """Verb parts that go beside the finite verb (German)."""

    finite: int
    moved: list[int]
    rule: str


class Analysis(Schema):
    """What is known about a sentence before anybody works on it."""

    tokens: list[Token]
    groups: list[list[int]] = Field(default_factory=list)
    group_reasons: list[str] = Field(default_factory=list)
    passives: list[Passive] = Field(default_factory=list)
    coreferent: list[Coreference] = Field(default_factory=list)
    verb_order: list[VerbOrder] = Field(default_factory=list)
    clauses: list[list[int]] = Field(default_factory=list)
    conjunctions: list[int] = Field(default_factory=list)
    noun_phrases: list[list[int]] = Field(default_factory=list)
    tagger: str | None = None


class ItemView(Schema):
    """One sentence to be worked on."""

    id: int
    project: int
    position: int
    key: str
    text: str
    source: str | None
    analysis: Annotated[dict[str, Any], WithJsonSchema({"described": "Analysis"})] | None
    content: dict[str, Any] | None = Field(description="what the project's kind shows beside the sentence")


class NewAssignments(Schema):
    """Give items to people; each gets a document an item."""

    people: list[RowId] = Field(min_length=1, max_length=1000)
    items: Literal["all"] | Annotated[list[RowId], Field(max_length=100_000)]
    share: bool = Field(
        default=False, description="each item only to as many of them as the project asks for, evenly; of all items"
    )


class Assigned(Schema):
    """How many documents were made; items a person already had are not counted."""

    assigned: int
    lacking: int = Field(description="items with fewer annotators than the project asks for")


class TakenBack(Schema):
    """How many items a person no longer has, and how many they keep, because they have begun with them."""

    taken: int
    kept: int
