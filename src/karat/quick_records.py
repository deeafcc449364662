"""A quicker constructor for the frozen dataclasses that are made by the million."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type[Any])
T = TypeVar("T")


def quick_init(kind: Class) -> Class:
    """Give a frozen, slotted dataclass a constructor that sets its slots directly.

    The usual one calls ``object.__setattr__`` with each field's name, which takes nearly twice as long. A class may not
    have fields that are no parameters, or ``__post_init__``.
    """
    names: dict[str, Any] = {}
    parameters: list[str] = ["self"]
    keyword_only: list[str] = []
    lines: list[str] = []
    for field in fields(kind):
        if not field.init:
            raise TypeError(f"{kind.__name__}.{field.name}: expected a parameter, found a field that is none")
        parameter = value = field.name
        if field.default_factory is not MISSING:
            names |= {"_missing": MISSING, f"_make_{field.name}": field.default_factory}
            parameter += "=_missing"
            value = f"_make_{field.name}() if {field.name} is _missing else {field.name}"
        elif field.default is not MISSING:
            names[f"_default_{field.name}"] = field.default
            parameter += f"=_default_{field.name}"
        (keyword_only if field.kw_only else parameters).append(parameter)
        names[f"_set_{field.name}"] = getattr(kind, field.name).__set__
        lines.append(f"    _set_{field.name}(self, {value})")
    if keyword_only:
        parameters += ["*", *keyword_only]
    usual = kind.__init__
    source = "\n".join([f"def __init__({', '.join(parameters)}):", *lines])
    exec(source, names)  # noqa: S102 - only names of fields are in it, as in what dataclasses make
    init = names["__init__"]
    init.__annotations__, init.__qualname__ = usual.__annotations__, usual.__qualname__
    init.__module__ = kind.__module__
    kind.__init__ = init
    return kind
