"""Digest a definition with the functions in it: two definitions have one digest exactly if they mean the same.

A function of Karat or of Python's own library counts by its name, any other by its name without the module, its source,
its defaults, the values that it captured, and the constants and functions of its module that it reads. Bytecode is not
used: it changes with every version of Python. What cannot be described is refused, since metrics that differ would
share a signature that leaves it out.
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

_DIGITS = 12
_NUMBERS = (int, float, Fraction)
_PLAIN = (str, bytes, bool, type(None), type(...))
_GENERATED = {"__init__", "__repr__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__replace__",
    "__setattr__", "__delattr__", "__getstate__", "__setstate__"}  # fmt: skip
"""Methods that ``dataclass`` generates from the fields."""


def fingerprint(definition: Any) -> str:
    """Digest a definition with its functions and classes; empty if all of them are known by their names."""
    description = _Description()
    text = description.of(definition)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS] if description.unnamed else ""


class _Description:
    """One walk through a definition: how many functions and classes it met without a known name, and what is around."""

    def __init__(self) -> None:
        self.unnamed = 0
        self.enclosing: list[int] = []

    def of(self, value: Any) -> str:
        """Describe a value by a text."""
        kind = type(value)
        if kind in _PLAIN or kind in _NUMBERS:
            return repr(value)
        if isinstance(value, ModuleType):
            return value.__name__
        if isinstance(value, Enum):
            own = "" if is_versioned(kind.__module__) or not _is_constant(value.value) else f"={value.value!r}"
            return f"{published_path(kind)}.{value.name}{own}"
        if isinstance(value, type):
            self.unnamed += known_name(value) is None
            names = None if is_versioned(value.__module__) else compared_names(value)
            return published_path(value) if names is None else f"{published_path(value)}({', '.join(names)})"
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
            return self._function(value)
        if hasattr(value, "__wrapped__"):  # lru_cache and its like
            return f"{published_path(kind)} of {self.of(value.__wrapped__)}"
        return self._instance(value, kind)

    def _function(self, function: FunctionType) -> str:
        code = function.__code__
        cells = (cell.cell_contents for cell in function.__closure__ or ())
        captured = dict(zip(code.co_freevars, cells, strict=True))
        parts = [_parameters(code), function.__defaults__, function.__kwdefaults__, captured]
        text = [published_path(function), *map(self.of, parts), repr(_source(function))]
        if read := _names_read(function):
            text.append(self.of({name: function.__globals__[name] for name in read}))
        return f"function({', '.join(text)})"

    def _instance(self, value: Any, kind: type) -> str:
        if is_dataclass(value):
            parts = {each.name: getattr(value, each.name) for each in fields(value) if each.compare}
            describe = self._choice if is_versioned(kind.__module__) else self.of
            text = f"{published_path(kind)}({', '.join(f'{name}={describe(part)}' for name, part in parts.items())})"
        else:
            text = self._reduced(value, kind)
        functions, constants = _members(kind)
        members = [*map(self.of, functions), *([self.of(constants)] if constants else [])]
        return f"{text} with {', '.join(members)}" if members else text

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
        parts = [tuple(part) if isinstance(part, Iterator) else part for part in reduced]
        return f"{kind.__name__} by {', '.join(map(self.of, parts))}"


def _parameters(code: CodeType) -> tuple[Any, ...]:
    """The number of parameters of each kind, and their names."""
    several, named = bool(code.co_flags & 0x04), bool(code.co_flags & 0x08)  # *args, **kwargs
    kinds = (code.co_posonlyargcount, code.co_argcount, code.co_kwonlyargcount, several, named)
    return (*kinds, *code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + several + named])


def _is_constant(value: Any) -> bool:
    if type(value) in (tuple, frozenset):
        return all(map(_is_constant, value))
    return type(value) in (*_PLAIN, *_NUMBERS) or isinstance(value, Enum)


def _names_read(function: FunctionType) -> list[str]:
    """The constants and functions of a user's module that a function reads."""

    def names(code: CodeType) -> Iterator[str]:
        yield from code.co_names
        for constant in code.co_consts:
            if isinstance(constant, CodeType):  # a lambda or a comprehension inside
                yield from names(constant)

    def counts(value: Any) -> bool:
        return value.__module__ == function.__module__ if isinstance(value, FunctionType) else _is_constant(value)

    known = () if is_versioned(function.__module__) else set(names(function.__code__)) & function.__globals__.keys()
    return sorted(name for name in known if counts(function.__globals__[name]))


def _members(kind: type) -> tuple[list[FunctionType], dict[str, Any]]:
    """The methods of a user's class and of its bases, and the constants that are no fields."""
    fields_of_kind = {field.name for field in fields(kind)} if is_dataclass(kind) else set()
    methods: list[FunctionType] = []
    constants: dict[str, Any] = {}
    for each in kind.__mro__:
        for name, member in () if is_versioned(each.__module__) else vars(each).items():
            method = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if isinstance(method, FunctionType) and name not in _GENERATED and not is_versioned(method.__module__):
                methods.append(method)
            if name not in fields_of_kind and not name.startswith("__") and _is_constant(member):
                constants.setdefault(name, member)
    return methods, constants


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
        return ast.unparse(node.body)
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return "\n".join([type(node).__name__, *map(ast.unparse, body)])


def _node(code: CodeType, source: str) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
    """Find a function in the source of its module by its line, and a lambda also by where its code begins."""
    lambdas = []
    for node in _functions(source):
        first = min(each.lineno for each in (node, *getattr(node, "decorator_list", ())))
        if first == code.co_firstlineno and getattr(node, "name", "<lambda>") == code.co_name:
            if not isinstance(node, ast.Lambda):
                return node
            lambdas.append(node)
    if len(lambdas) < 2:
        return lambdas[0] if lambdas else None
    begin = min((line, column) for line, _, column, end in code.co_positions() if line and column is not None and end)
    inside = [each for each in lambdas if _begin(each.body) <= begin < _end(each.body)]
    return inside[-1] if inside else None  # the innermost comes last


def _begin(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or 0, node.end_col_offset or 0


@lru_cache(16)
def _functions(source: str) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, ...]:
    """All functions of a module; none if it is not Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    return tuple(
        each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    )
