"""The list of all systems, and systems made from settings, such as those of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from importlib import import_module
from typing import Any, get_type_hints

from karat.errors import InputError, UnknownNameError
from karat.systems.option_values import convert_value
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


SYSTEMS: tuple[SystemEntry, ...] = (
    SystemEntry(
        "naive",
        "karat.systems.naive:Naive",
        "karat.systems.naive:NaiveOptions",
        "Every verb a relation, all before it the subject, all after it the object (BenchIE's baseline).",
        "syntax",
    ),
    SystemEntry(
        "clauses",
        "karat.systems.clauses:Clauses",
        "karat.systems.clauses:ClausesOptions",
        "Karat's own extractor: rules over dependency parses.",
        "syntax",
    ),
    SystemEntry(
        "llm",
        "karat.systems.llm:Llm",
        "karat.systems.llm:LlmOptions",
        "A language model behind any endpoint with OpenAI's chat completions API.",
        "llm",
    ),
    SystemEntry(
        "corenlp",
        "karat.systems.corenlp:Corenlp",
        "karat.systems.corenlp:CorenlpOptions",
        "Stanford Open IE, by a CoreNLP server that runs or is started.",
    ),
    SystemEntry(
        "command",
        "karat.systems.command:Command",
        "karat.systems.command:CommandOptions",
        "Any program that reads sentences and writes a format that Karat knows.",
    ),
)
"""All systems, in the order in which ``karat list systems`` shows them; no module is imported before it is used."""


def system_named(name: str) -> SystemEntry:
    """Find a system by its name."""
    for entry in SYSTEMS:
        if entry.name == name:
            return entry
    raise UnknownNameError("system", name, [entry.name for entry in SYSTEMS])


def make_system(name: str, settings: Mapping[str, Any] | None = None, language: str | None = None) -> System:
    """Make a system from its name and the settings that are not at their defaults.

    ``language`` is that of the sentences, if it is known, for systems that have such an option.
    """
    entry = system_named(name)
    system: System = entry.load_class()(make_options(name, settings or {}, language))
    return system


def make_options(name: str, settings: Mapping[str, Any], language: str | None = None) -> Any:
    """Make the options of a system; an unknown name or a value of another type is an error.

    Values are those of TOML or Python: a list stands for a tuple, a text for a path, a whole number for any number.
    The ``language`` is taken if the system has an option of this name, which is not among the settings.
    """
    options = system_named(name).load_options()
    types = get_type_hints(options)
    declared = {field.name: field for field in fields(options)}
    values: dict[str, Any] = {"language": language} if language and "language" in declared else {}
    for key, value in settings.items():
        option = key.replace("-", "_")
        if option not in declared:
            raise UnknownNameError(f"option of {name}", key, declared)
        try:
            values[option] = convert_value(value, types[option])
        except InputError as error:
            raise InputError(f"{name}: {key}: {error}") from None
    for option, field in declared.items():
        if option not in values and field.default is MISSING and field.default_factory is MISSING:
            raise InputError(f"{name}: expected the option {option}, found none")
    return options(**values)


def _load(home: str) -> Any:
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)
