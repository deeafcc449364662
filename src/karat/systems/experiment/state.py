"""What an experiment remembers beside its outputs and results, so that what is done is not done again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from karat.errors import FormatError
from karat.formats.files import write_lines
from karat.formats.json.loading import load_json

KIND = "experiment state"
PARTS = ("runs", "evaluations")


class State:
    """The file ``state.json`` in the folder of an experiment.

    ``runs`` has the options with which each run was begun, ``evaluations`` what each evaluation was made from. A state
    that is not ``kept`` changes in memory only. ``base`` is the folder of the plan.
    """

    def __init__(self, folder: Path, base: Path, *, kept: bool = True) -> None:
        self.path = folder / "state.json"
        self.base = base
        self.kept = kept
        self._parts: dict[str, dict[str, Any]] = {part: {} for part in PARTS}
        if self.path.exists():
            document = load_json(
                self.path.read_text(encoding="utf-8"), self.path, expected="the state of an experiment"
            )
            if not isinstance(document, dict) or document.get("karat") != KIND:
                raise FormatError(self.path, None, "the state of an experiment", "another document")
            for part in PARTS:
                if isinstance(document.get(part), dict):
                    self._parts[part] = document[part]

    def get(self, part: str, name: str) -> Any:
        """What is remembered; ``None`` if nothing is."""
        return self._parts[part].get(name)

    def put(self, part: str, name: str, value: Mapping[str, Any] | None) -> None:
        """Remember a value, or forget it, and write the file at once."""
        if value is None:
            self._parts[part].pop(name, None)
        else:
            self._parts[part][name] = as_json(value, self.base)
        if self.kept:
            write_lines(self.path, [json.dumps({"karat": KIND, **self._parts}, indent=1, ensure_ascii=False)])


def as_json(value: Any, base: Path | None = None) -> Any:
    """Give a value as it is after being written and read: tuples as lists, paths as texts.

    Paths below ``base`` are written without it, so that they stay the same wherever the plan is seen from.
    """
    match value:
        case Mapping():
            return {str(key): as_json(each, base) for key, each in value.items()}
        case list() | tuple():
            return [as_json(each, base) for each in value]
        case Path():
            return (value.relative_to(base) if base is not None and value.is_relative_to(base) else value).as_posix()
        case _:
            return value
