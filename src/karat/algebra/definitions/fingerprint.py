"""Describe a definition by a text that two definitions share exactly if they mean the same, and digest it.

A definition is described by its class and fields, a number by its value, a function of Karat or of Python's own library
by its name, and any other function by its name, its source, its defaults, the values that it captured, and the
constants and functions of its module that it reads. The name of its module does not count. Bytecode is not used: it
changes with every version of Python. What cannot be described is refused, since a signature that leaves it out would be
shared by metrics that differ.
"""

from __future__ import annotations

import ast
import hashlib
import linecache
from collections.abc import Iterable, Iterator
from copyreg import dispatch_table
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from karat.algebra.definitions.naming import is_versioned, known_name, path_of, published_path
from karat.algebra.definitions.notation import FULL
from karat.errors import DefinitionError
from karat.record_classes import compared_names

CO_VARARGS, CO_VARKEYWORDS = 4, 8
_DIGITS = 12
_PLAIN = (str, bytes, bool, type(None), type(...))
_GENERATED = {"__init__", "__repr__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__replace__",
    "__setattr__", "__delattr__", "__getstate__", "__setstate__"}  # fmt: skip
"""Methods that ``dataclass`` generates from the fields."""


def fingerprint(definition: Any) -> str:
    """Digest a definition with its functions and classes; empty if all of them are known by their names."""
    description = _Description()
    text = description.describe(definition)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS] if description.unnamed else ""


class _Description:
    """One walk through a definition."""

    def __init__(self) -> None:
        self.unnamed = 0
        """How many functions and classes without a known name were met."""
        self.enclosing: list[int] = []
        """The identities of the objects around the present one."""

    def describe(self, value: Any) -> str:
        """Describe a value."""
        kind = type(value)
        if kind in _PLAIN:
            return repr(value)
        if isinstance(value, Enum):
            own = "" if is_versioned(kind.__module__) or not _is_constant(value.value) else f"={value.value!r}"
            return f"{published_path(kind)}.{value.name}{own}"
        if kind in (int, float, Fraction):
            return repr(value)
        if isinstance(value, type):
            self.unnamed += known_name(value) is None
            names = None if is_versioned(value.__module__) else compared_names(value)
            return published_path(value) if names is None else f"{published_path(value)}({', '.join(names)})"
        if isinstance(value, ModuleType):
            return value.__name__
        if id(value) in self.enclosing:
            return f"{kind.__name__} {len(self.enclosing) - self.enclosing.index(id(value))} above"
        self.enclosing.append(id(value))
        try:
            return self._compound(value, kind)
        finally:
            self.enclosing.pop()

    def _compound(self, value: Any, kind: type) -> str:
        if kind in (tuple, list):
            return f"{kind.__name__}({self._all(value)})"
        if kind in (set, frozenset):
            return f"{kind.__name__}({', '.join(sorted(map(self.describe, value)))})"
        if kind is dict:
            items = [f"{self.describe(key)}: {self.describe(each)}" for key, each in value.items()]
            return f"dict({', '.join(sorted(items))})"
        if callable(value) and not hasattr(kind, "signature"):  # a metric is no function
            if (name := known_name(value)) is not None:
                return name
            self.unnamed += 1
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, MethodType):
            return f"{self.describe(value.__func__)} of {self.describe(value.__self__)}"
        if isinstance(value, BuiltinFunctionType) and not isinstance(value.__self__, ModuleType | type(None)):
            return f"{value.__name__} of {self.describe(value.__self__)}"
        return self._instance(value, kind)

    def _all(self, values: Iterable[Any]) -> str:
        return ", ".join(map(self.describe, values))

    def _function(self, function: FunctionType) -> str:
        code = function.__code__
        captured = zip(code.co_freevars, function.__closure__ or (), strict=True)
        parts = [
            published_path(function),
            self.describe(_parameters(code)),
            self.describe(function.__defaults__),
            self.describe(function.__kwdefaults__),
            self.describe({variable: _content(cell) for variable, cell in captured}),
            repr(_source(function)),
        ]
        if names := _names_read(function):
            parts.append(self.describe({name: function.__globals__[name] for name in names}))
        return f"function({', '.join(parts)})"

    def _instance(self, value: Any, kind: type) -> str:
        if hasattr(value, "__wrapped__"):  # lru_cache and its like
            return f"{published_path(kind)} of {self.describe(value.__wrapped__)}"
        if is_dataclass(value):
            parts = {each.name: getattr(value, each.name) for each in fields(value) if each.compare}
            describe = self._choice if is_versioned(kind.__module__) else self.describe
            text = f"{published_path(kind)}({', '.join(f'{name}={describe(part)}' for name, part in parts.items())})"
        else:
            text = self._reduced(value, kind)
        members = [self.describe(method) for method in _methods(kind)]
        if constants := _constants(kind):
            members.append(self.describe(constants))
        return f"{text} with {', '.join(members)}" if members else text

    def _choice(self, value: Any) -> str:
        """Describe a field of a definition; numbers count by value, so that 1, 1.0 and Fraction(1) are the same."""
        return FULL.number(value) if type(value) in (int, float, Fraction) and isfinite(value) else self.describe(value)

    def _reduced(self, value: Any, kind: type) -> str:
        """Describe an object by what pickle would rebuild it from."""
        try:
            reduced = dispatch_table[kind](value) if kind in dispatch_table else value.__reduce_ex__(4)
        except Exception:  # noqa: BLE001 - a user's object may refuse with any error
            raise _refusal(value) from None
        if isinstance(reduced, str):
            return f"{getattr(value, '__module__', None) or published_path(kind)}.{reduced}"
        make, arguments, *rest = reduced
        parts = [tuple(part) if isinstance(part, Iterator) else part for part in (make, arguments, *rest)]
        return f"{kind.__name__} by {self._all(parts)}"


def _parameters(code: CodeType) -> tuple[Any, ...]:
    """The number of parameters of each kind, and their names."""
    several, named = bool(code.co_flags & CO_VARARGS), bool(code.co_flags & CO_VARKEYWORDS)
    kinds = (code.co_posonlyargcount, code.co_argcount, code.co_kwonlyargcount, several, named)
    return (*kinds, *code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + several + named])


def _names_read(function: FunctionType) -> list[str]:
    """The constants and functions of a user's module that a function reads; other objects and modules do not count."""
    if is_versioned(function.__module__):
        return []
    names = sorted(set(_names_in(function.__code__)) & function.__globals__.keys())
    return [name for name in names if _is_followed(function.__globals__[name], function.__module__)]


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):  # a lambda or a comprehension inside
            yield from _names_in(constant)


def _is_followed(value: Any, module: str) -> bool:
    return value.__module__ == module if isinstance(value, FunctionType) else _is_constant(value)


def _is_constant(value: Any) -> bool:
    if type(value) in (tuple, frozenset):
        return all(map(_is_constant, value))
    return type(value) in (*_PLAIN, int, float, Fraction) or isinstance(value, Enum)


def _constants(kind: type) -> dict[str, Any]:
    """The constants of a user's class that are no fields."""
    known = {field.name for field in fields(kind)} if is_dataclass(kind) else set()
    return {
        name: member
        for each in reversed(kind.__mro__)
        if not is_versioned(each.__module__)
        for name, member in vars(each).items()
        if name not in known and not name.startswith("__") and _is_constant(member)
    }


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return ...  # not yet filled


def _methods(kind: type) -> Iterator[FunctionType]:
    """The methods of a user's class and of its bases outside Karat and Python's library."""
    for each in kind.__mro__:
        if is_versioned(each.__module__):
            continue
        for name, member in vars(each).items():
            method = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if isinstance(method, FunctionType) and name not in _GENERATED and not is_versioned(method.__module__):
                yield method


def _source(function: FunctionType) -> str:
    """The statements of a function, without its docstring, comments and layout."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    node = _node(code, "".join(lines))
    if node is None:
        raise DefinitionError(
            f"signature: expected a function whose source can be read, found {path_of(function)} from "
            f"{code.co_filename}; define it in a Python file"
        )
    if isinstance(node, ast.Lambda):
        return ast.unparse(node.body)
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return "\n".join([type(node).__name__, *map(ast.unparse, body)])


def _node(code: CodeType, source: str) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
    """Find a function's node in the source of its module; ``None`` if it is not there."""
    line, nodes = code.co_firstlineno, _nodes(source)
    if code.co_name == "<lambda>":
        lambdas = [node for node in nodes if isinstance(node, ast.Lambda) and node.lineno == line]
        lambdas = _around(code, lambdas) if len(lambdas) > 1 else lambdas
        return lambdas[0] if len(lambdas) == 1 else None
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for node in functions:
        if node.name == code.co_name and line == min(each.lineno for each in (node, *node.decorator_list)):
            return node
    return None


@lru_cache(16)
def _nodes(source: str) -> tuple[ast.AST, ...]:
    """All nodes of a module; none if it is not Python."""
    try:
        return tuple(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        return ()


def _around(code: CodeType, lambdas: list[ast.Lambda]) -> list[ast.Lambda]:
    """Of several lambdas on a line, the innermost one that contains the positions of the code."""
    positions = [position for position in code.co_positions() if None not in position and position[2:] != (0, 0)]
    begin = min(((line, column) for line, _, column, _ in positions), default=None)
    end = max(((line, column) for _, line, _, column in positions), default=None)
    if begin is None or end is None:
        return []
    around = [
        node
        for node in lambdas
        if (node.body.lineno, node.body.col_offset) <= begin
        and (node.body.end_lineno or 0, node.body.end_col_offset or 0) >= end
    ]
    return around[-1:]  # nodes are walked from the outside to the inside


def _refusal(value: Any) -> DefinitionError:
    return DefinitionError(
        f"signature: expected functions and values that can be told apart, found {type(value).__name__}: "
        f"{value!r:.60}; write the function as a frozen dataclass with __call__, whose fields say what it depends on"
    )
