"""The list of all systems, and systems made from settings, such as those of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from karat.errors import InputError, UnknownNameError
from karat.systems.system import System


@dataclass(frozen=True, slots=True)
class SystemEntry:
    """A system in the list: its class and the dataclass of its options as ``module:name``, and what it is in one line.

    ``extra`` is the extra of Karat that it needs, if any.
    """

    name: str
    home: str
    options: str
    summary: str
    extra: str | None = None

    def load_class(self) -> Any:
        """Import the system's class."""
        return _load(self.home)

    def load_options(self) -> Any:
        """Import the dataclass of the system's options."""
        return _load(self.options)


SYSTEMS: tuple[SystemEntry, ...] = ()
"""All systems, in the order in which ``karat list systems`` shows them; no module is imported before it is used."""


def system_named(name: str) -> SystemEntry:
    """Find a system by its name."""
    for entry in SYSTEMS:
        if entry.name == name:
            return entry
    raise UnknownNameError("system", name, [entry.name for entry in SYSTEMS])


def make_system(name: str, settings: Mapping[str, Any] | None = None) -> System:
    """Make a system from its name and the settings that are not at their defaults."""
    entry = system_named(name)
    system: System = entry.load_class()(make_options(name, settings or {}))
    return system


def make_options(name: str, settings: Mapping[str, Any]) -> Any:
    """Make the options of a system; an unknown name or a value of another type is an error.

    Values are those of TOML or Python: a list stands for a tuple, a text for a path, a whole number for any number.
    """
    options = system_named(name).load_options()
    types = get_type_hints(options)
    declared = {field.name: field for field in fields(options)}
    values: dict[str, Any] = {}
    for key, value in settings.items():
        option = key.replace("-", "_")
        if option not in declared:
            raise UnknownNameError(f"option of {name}", key, declared)
        values[option] = _checked(value, types[option], f"{name}: {key}")
    for option, field in declared.items():
        if option not in values and field.default is MISSING and field.default_factory is MISSING:
            raise InputError(f"{name}: expected the option {option}, found none")
    return options(**values)


def _load(home: str) -> Any:
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)


def _checked(value: Any, wanted: Any, place: str) -> Any:
    """Give a value in the type that an option has."""
    for kind in get_args(wanted) if get_origin(wanted) in (Union, UnionType) else (wanted,):
        match _converted(value, kind):
            case (converted,):
                return converted
    raise InputError(f"{place}: expected {_described(wanted)}, found {value!r}")


def _converted(value: Any, kind: Any) -> tuple[Any] | tuple[()]:
    """Give the value as this type, in a tuple; an empty one if it has another type."""
    if get_origin(kind) is Literal:
        return (value,) if value in get_args(kind) else ()
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        if not isinstance(value, list | tuple):
            return ()
        members = [_converted(member, inner) for member in value]
        return (tuple(member[0] for member in members if member),) if all(members) else ()
    if kind is Path and isinstance(value, str):
        return (Path(value),)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return (float(value),)
    if kind is int and isinstance(value, bool):
        return ()
    return (value,) if isinstance(value, kind) else ()


_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", Path: "a path"}


def _described(kind: Any) -> str:
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(_described(member) for member in get_args(kind) if member is not type(None))
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if get_origin(kind) is tuple:
        return f"a list, each {_described(get_args(kind)[0])}"
    return _NAMES.get(kind, str(kind))
