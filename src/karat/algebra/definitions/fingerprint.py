"""Digest a definition with the functions in it: two definitions have one digest exactly if they mean the same.

A function of Karat or of Python's own library counts by its name, any other by its name without the module, its
statements, its defaults, the values that it captured, and the constants and functions of its module that it reads.
Bytecode is not used: it changes with every version of Python. What cannot be described is refused, since metrics that
differ would share a signature that leaves it out.
"""

from __future__ import annotations

import ast
import hashlib
import linecache
from collections.abc import Iterator
from copyreg import dispatch_table
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from types import CodeType, FunctionType, ModuleType
from typing import Any

from karat.algebra.definitions.notation import FULL, is_versioned, known_name, path_of, published_path
from karat.errors import DefinitionError
from karat.record_classes import compared_names

_NUMBERS = (int, float, Fraction)
_CONSTANTS = (str, bytes, bool, type(None), type(...), *_NUMBERS)
_GENERATED = {"__init__", "__repr__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__replace__",
    "__setattr__", "__delattr__", "__getstate__", "__setstate__"}  # fmt: skip
"""Methods that ``dataclass`` generates from the fields."""
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def fingerprint(definition: Any) -> str:
    """Digest a definition with its functions and classes; empty if all of them are known by their names."""
    description = _Description()
    text = description.of(definition)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12] if description.unnamed else ""


class _Description:
    """One walk through a definition: how many functions and classes it met without a known name, and what is around."""

    def __init__(self) -> None:
        self.unnamed = 0
        self.enclosing: list[int] = []

    def of(self, value: Any) -> str:
        """Describe a value by a text."""
        kind = type(value)
        if kind in _CONSTANTS:
            return repr(value)
        if isinstance(value, ModuleType):
            return value.__name__
        if isinstance(value, Enum):
            own = "" if is_versioned(kind.__module__) or not _is_constant(value.value) else f"={value.value!r}"
            return f"{published_path(kind)}.{value.name}{own}"
        if isinstance(value, type):
            self.unnamed += known_name(value) is None
            names = None if is_versioned(value.__module__) else compared_names(value)
            return f"{published_path(value)}{names or ''}"
        if id(value) in self.enclosing:
            return f"{kind.__name__} {len(self.enclosing) - self.enclosing.index(id(value))} above"
        self.enclosing.append(id(value))
        try:
            return self._compound(value, kind)
        finally:
            self.enclosing.pop()

    def _compound(self, value: Any, kind: type) -> str:
        if kind in (tuple, list):
            return f"{kind.__name__}({', '.join(map(self.of, value))})"
        if kind in (set, frozenset):
            return f"{kind.__name__}({', '.join(sorted(map(self.of, value)))})"
        if kind is dict:
            return f"dict({', '.join(sorted(f'{self.of(key)}: {self.of(each)}' for key, each in value.items()))})"
        if callable(value) and not hasattr(kind, "signature"):  # a metric is no function
            if (name := known_name(value)) is not None:
                return name
            self.unnamed += 1
        if isinstance(value, FunctionType):
            captured = [cell.cell_contents for cell in value.__closure__ or ()]
            parts = [value.__defaults__, value.__kwdefaults__, captured, _read_by(value)]
            return f"{published_path(value)}({', '.join(map(self.of, parts))}): {_source(value)}"
        if hasattr(value, "__wrapped__"):  # lru_cache and its like
            return f"{published_path(kind)} of {self.of(value.__wrapped__)}"
        if is_dataclass(value):
            describe = self._choice if is_versioned(kind.__module__) else self.of
            named = ((each.name, getattr(value, each.name)) for each in fields(value) if each.compare)
            text = f"{published_path(kind)}({', '.join(f'{name}={describe(part)}' for name, part in named)})"
        else:
            text = self._reduced(value, kind)
        return f"{text} with {self.of(_members(kind))}"

    def _choice(self, value: Any) -> str:
        """Describe a field of a definition; numbers count by value, so that 1, 1.0 and Fraction(1) are the same."""
        return FULL.number(value) if type(value) in _NUMBERS and isfinite(value) else self.of(value)

    def _reduced(self, value: Any, kind: type) -> str:
        """Describe an object by what pickle would rebuild it from."""
        try:
            reduced = dispatch_table[kind](value) if kind in dispatch_table else value.__reduce_ex__(4)
        except Exception:  # noqa: BLE001 - a user's object may refuse with any error
            raise DefinitionError(
                f"signature: expected functions and values that can be told apart, found {kind.__name__}: {value!r:.60}"
                "; write the function as a frozen dataclass with __call__, whose fields say what it depends on"
            ) from None
        if isinstance(reduced, str):
            return f"{getattr(value, '__module__', None) or published_path(kind)}.{reduced}"
        return (
            f"{kind.__name__} by {self.of([tuple(part) if isinstance(part, Iterator) else part for part in reduced])}"
        )


def _is_constant(value: Any) -> bool:
    if type(value) in (tuple, frozenset):
        return all(map(_is_constant, value))
    return type(value) in _CONSTANTS or isinstance(value, Enum)


def _read_by(function: FunctionType) -> dict[str, Any]:
    """The constants and functions of a user's module that a function reads."""

    def names(code: CodeType) -> set[str]:
        inside = (names(each) for each in code.co_consts if isinstance(each, CodeType))  # a lambda or a comprehension
        return {*code.co_names}.union(*inside)

    read = () if is_versioned(function.__module__) else names(function.__code__) & function.__globals__.keys()
    values = {name: function.__globals__[name] for name in read}
    return {
        name: value
        for name, value in values.items()
        if _is_constant(value) or (isinstance(value, FunctionType) and value.__module__ == function.__module__)
    }


def _members(kind: type) -> dict[str, Any]:
    """The methods of a user's class and of its bases, and the constants that are no fields; not what is generated."""
    names = {field.name for field in fields(kind)} if is_dataclass(kind) else set()
    members: dict[str, Any] = {}
    for each in kind.__mro__:
        for name, member in () if is_versioned(each.__module__) else vars(each).items():
            method = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if isinstance(method, FunctionType):
                if not is_versioned(method.__module__) and name not in _GENERATED:
                    members.setdefault(name, method)
            elif name not in names and not name.startswith("__") and _is_constant(member):
                members.setdefault(name, member)
    return members


def _source(function: FunctionType) -> str:
    """The statements of a function, without its docstring, comments and layout."""
    code = function.__code__
    node = _node(code, "".join(linecache.getlines(code.co_filename, function.__globals__)))
    if node is None:
        raise DefinitionError(
            f"signature: expected a function whose source can be read, found {path_of(function)} from "
            f"{code.co_filename}; define it in a Python file"
        )
    if isinstance(node, ast.Lambda):
        return ast.unparse(node)
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return "\n".join([type(node).__name__, ast.unparse(node.args), *map(ast.unparse, body)])


def _node(code: CodeType, source: str) -> _Definition | None:
    """Find a function in the source of its module by its line, and a lambda also by where its code begins."""
    found = [
        node
        for node in _functions(source)
        if min(each.lineno for each in (node, *getattr(node, "decorator_list", ()))) == code.co_firstlineno
        and getattr(node, "name", "<lambda>") == code.co_name
    ]
    if len(found) > 1:
        begin = min((line, place) for line, _, place, end in code.co_positions() if line and place is not None and end)
        bodies = [(node, node.body) for node in found if isinstance(node, ast.Lambda)]
        found = [
            node
            for node, body in bodies
            if (body.lineno, body.col_offset) <= begin < (body.end_lineno or 0, body.end_col_offset or 0)
        ]
    return found[-1] if found else None  # the innermost comes last


@lru_cache(16)
def _functions(source: str) -> tuple[_Definition, ...]:
    """All functions of a module; none if it is not Python."""
    try:
        return tuple(node for node in ast.walk(ast.parse(source)) if isinstance(node, _Definition))
    except (SyntaxError, ValueError):
        return ()
