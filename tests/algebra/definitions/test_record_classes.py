"""A metric derived from a pydantic model, an attrs class, a named tuple or a typed dictionary is the dataclass's."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, Generic, NamedTuple, Optional, TypedDict, TypeVar

import attrs
import pydantic
import pytest

from karat import algebra as k
from karat.errors import DerivationError, InputError

Metres = Annotated[float, k.within(0.01)]


class Surface(Enum):
    GRASS = "grass"
    CLAY = "clay"


@dataclass(frozen=True)
class PlayerData:
    name: str
    number: int = 0


@dataclass(frozen=True)
class GoalData:
    scorer: PlayerData
    minute: int | None
    assists: tuple[PlayerData, ...]
    distance: Metres
    surface: Surface = Surface.GRASS


class PlayerModel(pydantic.BaseModel, frozen=True):
    name: str = pydantic.Field(min_length=1, description="family name")
    number: int = pydantic.Field(default=0, alias="no", ge=0)


class GoalModel(pydantic.BaseModel, frozen=True):
    scorer: PlayerModel
    minute: Optional[int]  # noqa: UP045 - as many still write it
    assists: tuple[PlayerModel, ...]
    distance: Annotated[Metres, pydantic.Field(gt=0)]
    surface: Surface = Surface.GRASS


@attrs.frozen
class PlayerAttrs:
    name: str
    number: int = 0


@attrs.frozen
class GoalAttrs:
    scorer: PlayerAttrs
    minute: int | None
    assists: tuple[PlayerAttrs, ...]
    distance: Metres
    surface: Surface = Surface.GRASS


class PlayerTuple(NamedTuple):
    name: str
    number: int = 0


class GoalTuple(NamedTuple):
    scorer: PlayerTuple
    minute: int | None
    assists: tuple[PlayerTuple, ...]
    distance: Metres
    surface: Surface = Surface.GRASS


class PlayerDict(TypedDict):
    name: str
    number: int


class GoalDict(TypedDict):
    scorer: PlayerDict
    minute: int | None
    assists: tuple[PlayerDict, ...]
    distance: Metres
    surface: Surface


def player_model(name: str, number: int = 0) -> PlayerModel:
    return PlayerModel(name=name, no=number)


def player_dict(name: str, number: int = 0) -> PlayerDict:
    return {"name": name, "number": number}


CLASSES: dict[str, tuple[Any, Any, Any]] = {
    "pydantic": (GoalModel, player_model, GoalModel),
    "attrs": (GoalAttrs, PlayerAttrs, GoalAttrs),
    "NamedTuple": (GoalTuple, PlayerTuple, GoalTuple),
    "TypedDict": (GoalDict, player_dict, dict),
}


def documents(player: Any, goal: Any) -> tuple[list[Any], list[Any]]:
    berg, lund, ek = player("Berg", 9), player("Lund", 4), player("Ek")
    predicted = [
        goal(scorer=berg, minute=12, assists=(lund,), distance=11.004, surface=Surface.GRASS),
        goal(scorer=ek, minute=None, assists=(), distance=20.0, surface=Surface.CLAY),
    ]
    gold = [
        goal(scorer=berg, minute=12, assists=(lund, ek), distance=11.0, surface=Surface.GRASS),
        goal(scorer=ek, minute=None, assists=(), distance=20.0, surface=Surface.GRASS),
        goal(scorer=lund, minute=80, assists=(ek,), distance=5.0, surface=Surface.GRASS),
    ]
    return predicted, gold


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_agrees_with_its_dataclass(name: str) -> None:
    kind, player, goal = CLASSES[name]
    twin = k.derive(list[GoalData])
    metric = k.derive(list[kind])
    assert str(metric) == str(twin)
    assert metric.signature == twin.signature
    score = metric(*documents(player, goal))
    expected = twin(*documents(PlayerData, GoalData))
    assert (score.masses, score.exact) == (expected.masses, expected.exact)
    assert 0 < score.value < 1


@pytest.mark.parametrize("name", ["pydantic", "attrs"])
def test_explanations_agree_with_the_dataclass(name: str) -> None:
    kind, player, goal = CLASSES[name]
    explained = k.derive(list[kind]).explain(*documents(player, goal))
    suffix = {"pydantic": "Model", "attrs": "Attrs"}[name]
    twin = k.derive(list[GoalData]).explain(*documents(PlayerData, GoalData))
    assert explained.replace(suffix, "Data") == twin


def test_sets_of_frozen_objects() -> None:
    metric = k.derive(frozenset[PlayerModel])
    assert metric({player_model("Berg"), player_model("Ek")}, {player_model("Berg")}).masses == (1, 2, 1, 1)


def test_a_model_that_cannot_be_hashed() -> None:
    class Word(pydantic.BaseModel):
        text: str

    metric = k.derive(list[Word])
    assert metric([Word(text="a"), Word(text="b")], [Word(text="b")]).masses == (1, 2, 1, 1)


T = TypeVar("T")


class Box(pydantic.BaseModel, Generic[T]):
    content: list[T]


class Words(pydantic.RootModel[set[str]]):
    pass


@attrs.frozen
class AttrsBox(Generic[T]):
    content: list[T]


def test_generic_models() -> None:
    metric = k.derive(Box[int])
    assert str(metric) == str(k.derive(AttrsBox[int]))
    assert metric(Box[int](content=[1, 2]), Box[int](content=[2])).masses == (1, 2, 1, 1)


def test_a_root_model_is_its_root() -> None:
    assert k.derive(Words)(Words({"a", "b"}), Words({"b", "c"})).masses == (1, 2, 1, 2)


def test_a_model_inside_itself_is_refused() -> None:
    class Node(pydantic.BaseModel):
        children: list[Node]

    with pytest.raises(DerivationError, match="expected a type of finite depth"):
        k.derive(Node)


@attrs.define
class Noted:
    word: str
    note: str = attrs.field(eq=False)


@dataclass
class NotedData:
    word: str
    note: str = field(compare=False)


def test_fields_that_are_not_compared_are_left_out() -> None:
    assert str(k.derive(list[Noted])) == str(k.derive(list[NotedData])) == "F↔[δ_word]"


@attrs.define
class ByKey:
    word: str = attrs.field(eq=str.lower)


@attrs.define
class ByOwnSimilarity:
    word: Annotated[str, k.transform(k.equal, str.lower)] = attrs.field(eq=str.lower)


def test_a_key_of_attrs_needs_a_similarity() -> None:
    with pytest.raises(DerivationError, match="found word, which is compared by a key"):
        k.derive(list[ByKey])
    assert k.derive(list[ByOwnSimilarity])([ByOwnSimilarity("A")], [ByOwnSimilarity("a")]).value == 1


class Open(pydantic.BaseModel, extra="allow"):
    word: str


class Sub(PlayerModel, frozen=True):
    club: str


def test_objects_with_more_than_the_model_are_refused() -> None:
    with pytest.raises(InputError, match="expected the fields of Open, found 'colour' beside them"):
        k.derive(list[Open])([Open(word="a", colour="red")], [])  # type: ignore[call-arg]
    with pytest.raises(InputError, match="found Sub, a subclass with 'club', which PlayerModel does not compare"):
        k.derive(list[PlayerModel])([], [Sub(name="Ek", no=1, club="Oslo")])
    assert k.derive(list[Open])([Open(word="a")], [Open(word="a")]).value == 1


def test_floats_need_a_tolerance() -> None:
    class Throw(pydantic.BaseModel):
        metres: float

    with pytest.raises(DerivationError, match=r"Throw\.metres: expected a tolerance"):
        k.derive(Throw)


def test_unions_of_models() -> None:
    class Cat(pydantic.BaseModel):
        kind: str = "cat"
        lives: int

    class Dog(pydantic.BaseModel):
        kind: str = "dog"
        tricks: list[str]

    metric = k.derive(list[Cat | Dog])
    assert metric([Cat(lives=9), Dog(tricks=["sit"])], [Dog(tricks=["sit"]), Cat(lives=7)]).value == 0.5
