"""How every command shows and reads its options, and checks them: choices in any case, finite numbers, its files."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from enum import Enum
from math import isfinite
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import OptionInfo

PANELS = {
    "System": (),
    "Input": (
        *(
            "outputs",
            "runs",
            "sentences",
            "format",
            "columns",
            "map",
            "encoding",
            "published",
            "family",
            "view",
            "unknown",
        ),
        *("ids_from", "missing", "demo", "project"),
        *("limit", "input_format", "input_encoding"),
    ),
    "Labels": ("labels", "systems", "label_field", "system_field", "undecided", "with_machines"),
    "Gold": ("benchmark", "gold", "gold_format", "explicit_gold", "carb_gold", "entities", "synsets"),
    "Metrics": (
        "metric",
        "score",
        "threshold",
        "threshold_from",
        "facet",
        "people_steps",
        "meaning_answers",
        "credit",
        "tokens",
        "explicit_only",
        "nary",
        "as_published",
    ),
    "Study": ("sample", "per", "strata", "repeats", "labellers", "per_task", "name", "study_language"),
    "Cliques": ("inside", "rounding", "stand_in"),
    "Statistics": ("interval", "level", "test", "resamples", "seed", "no_intervals", "average"),
    "Large inputs": ("workers", "cluster", "scratch"),
    "Buckets of sentences": ("by", "parses", "language", "no_cache"),
    "Output": (
        *(
            "show",
            "table",
            "hide_intervals",
            "signatures",
            "caption",
            "label",
            "focus",
            "per_document",
            "by_type",
            "explain",
        ),
        *(
            "json",
            "csv",
            "markdown",
            "latex",
            "output",
            "verdicts",
            "keep_verdicts",
            "html",
            "charts",
            "chart_format",
            "fail_under",
            "fail_on",
            "force",
            "retry_failures",
            "help",
        ),
    ),
}
"""The options of each panel, by the names of their parameters, in the order of the help."""

OTHERS = "Metrics"
"""The panel of all other options: those that one task has."""

OF_RUNS, RUNS = "retry_failures", "System"
"""An option that only runs of systems have, and the panel of their other options: those that one system has."""

LONG = 15
"""Help with more options than this is divided into panels."""


class KaratGroup(TyperGroup):
    """A group of commands whose help shows its flags without a type."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Give the parameters as the help shows them."""
        return _converted_quickly(_without_types(super().get_params(ctx)))


class KaratCommand(TyperCommand):
    """A command whose help shows its flags without a type, and many options in panels."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        if self.help:
            self.help = unwrapped(self.help)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; a number that is not finite, such as a time-out of ``inf``, is wrong usage."""
        rest = super().parse_args(ctx, args)
        parameters: list[Any] = self.params
        for parameter in parameters:
            value = ctx.params.get(parameter.name)
            if isinstance(value, float) and not isfinite(value):
                raise typer.BadParameter(f"expected a finite number, found {value}", ctx, parameter)
        return rest

    def invoke(self, ctx: Any) -> Any:
        """Check the files that the command writes, and run it."""
        from karat.cli.written_files import check_files  # not needed for `karat --help`, which must be quick

        if self.callback is not None:
            check_files(inspect.unwrap(self.callback), ctx.params, {each.name: _label(each) for each in self.params})
        return super().invoke(ctx)

    def get_params(self, ctx: Any) -> list[Any]:
        """Give the parameters as the help shows them."""
        parameters = _converted_quickly(_without_types(super().get_params(ctx)))
        options: list[Any] = [parameter for parameter in parameters if parameter.param_type_name == "option"]
        if len(options) <= LONG:
            return parameters
        others = RUNS if any(option.name == OF_RUNS for option in options) else OTHERS
        for option in options:
            option.rich_help_panel = panel_of(option.name, others)
        options.sort(key=lambda option: _place(option.name, others))
        return [*(parameter for parameter in parameters if parameter not in options), *options]


def _converted_quickly(parameters: list[Any]) -> list[Any]:
    """Replace typer's way to convert values; versions that keep it elsewhere than 0.29 are left alone."""
    for parameter in parameters:
        if getattr(parameter, "_runtime_param", parameters) is None:
            parameter._runtime_param = QuickConversion()
    return parameters


class QuickConversion:
    """Gives values their types as typer does, but leaves to it, and to pydantic, only what takes more than a look.

    Importing pydantic takes a tenth of a second, and most values are defaults, text and paths.
    """

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Give a parameter's value its type."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        converted = quickly_converted(value, param.type_descriptor.annotation)
        if converted is not None:
            return converted
        param._runtime_param = None  # typer makes its own
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def quickly_converted(value: Any, kind: Any) -> Any:
    """Convert text, paths, and values that have their type already; ``None`` is for what typer converts or refuses."""
    if get_origin(kind) is list and isinstance(value, list | tuple):
        items = [quickly_converted(item, get_args(kind)[0]) for item in value]
        return None if None in items else items
    if get_origin(kind) is Literal:
        return value if value in get_args(kind) else None
    if isinstance(value, str) and not value.isprintable():  # perhaps with bytes that are no characters
        return None
    if kind is Path:
        exists = os.path.exists(value)  # noqa: PTH110 - Path.exists() raises an error where a name is too long
        return Path(value) if os.access(value, os.R_OK) or not exists else None
    return value if type(value) is kind else None


def _label(parameter: Any) -> str:
    """What a parameter is called: an option by its long name, an argument by what stands for it in the help."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name.upper())
    return str(max(parameter.opts, key=len))


def _without_types(parameters: list[Any]) -> list[Any]:
    """Let flags show no type."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


def unwrapped(text: str) -> str:
    r"""Join the lines of each paragraph, which the console wraps by itself.

    >>> unwrapped("Count\nsheep.\n\nSlowly.")
    'Count sheep.\n\nSlowly.'
    """
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def panel_of(name: str, others: str = OTHERS) -> str:
    """Find the panel of an option; ``others`` is that of options that are in none.

    >>> panel_of("seed"), panel_of("json")
    ('Statistics', 'Output')
    """
    return next((panel for panel, names in PANELS.items() if name in names), others)


def _place(name: str, others: str) -> tuple[int, int]:
    """Where an option stands: its panel, and its place in it."""
    panel = panel_of(name, others)
    names = PANELS[panel]
    return list(PANELS).index(panel), names.index(name) if name in names else len(names)


def accept_any_case(function: Callable[..., Any]) -> None:
    """Let the choices of a command's options be typed in any case."""
    for hint in get_type_hints(function, include_extras=True).values():
        for info in getattr(hint, "__metadata__", ()):
            if isinstance(info, OptionInfo) and any(map(_is_choice, _members(get_args(hint)[0]))):
                info.case_sensitive = False


def _members(kind: Any) -> tuple[Any, ...]:
    """The types in a union or list of types, or the type itself."""
    if get_origin(kind) is Literal or not get_args(kind):
        return (kind,)
    return tuple(member for part in get_args(kind) for member in _members(part))


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, Enum))
