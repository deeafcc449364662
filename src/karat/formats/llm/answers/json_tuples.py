"""Tuples in the JSON that models write: lists of strings, objects, wrappers around both."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from karat.formats.field_names import CONFIDENCE, RELATION, SENTENCE_ID, TRIPLES
from karat.formats.llm.answers.argument_names import NO_ARGUMENT, sort_arguments
from karat.formats.llm.answers.loose_json import DEEPEST
from karat.formats.llm.answers.order import Order, in_order
from karat.formats.llm.answers.tuple_lines import tuples_of_line
from karat.model import Extraction

SURROGATE = re.compile("[\ud800-\udfff]")
NUMBERED = re.compile(r"(?:(?:tuple|triple|triplet|fact|extraction)[ _-]*)?\d{1,4}", re.IGNORECASE)
WRAPPERS = frozenset((*TRIPLES, "answer", "answers", "result", "results", "output", "tuple", "triple", "data"))
ARGUMENTS = ("arguments", "args", "argument")
WORDS = ("text", "value", "argument", "span", "mention", "entity", "name")
"""Keys for the words of an argument that is an object."""
ABOUT_WORDS = frozenset(
    (*SENTENCE_ID, *CONFIDENCE, "role", "type", "label", "start", "begin", "end", "offset", "index")
)
"""Keys that such an object may have besides its words."""


@dataclass(slots=True)
class TupleCollector:
    """Collects the tuples in JSON values, and counts empty lists and values that are not tuples."""

    order: Order
    tuples: list[Extraction] = field(default_factory=list)
    empty: int = 0
    unread: int = 0

    def take(self, value: Any, inside: bool = False) -> None:
        """Read a list, an object or a string; one that is ``inside`` another may be a relation alone."""
        if not inside and _is_deep(value):
            self.unread += 1
        elif isinstance(value, dict):
            self._object(value)
        elif not isinstance(value, list):
            self._text(value)
        elif not value:
            self.empty += 1
        elif not any(isinstance(each, list | dict) for each in value):
            self._flat(_texts(value), inside)
        elif isinstance(value[0], str) and all(_is_flat(each) for each in value) and not self._holds_tuples(value[:1]):
            nested = len(value) > 1 and isinstance(value[1], list)  # ["founded", ["Ann", "Bext"]]
            self._flat(_texts(value), inside=True, order="relation first" if nested else self.order)
        else:
            for each in value:
                self.take(each, inside=True)

    def _flat(self, texts: Sequence[str], inside: bool, order: Order | None = None) -> None:
        """Read a list of strings: a tuple, or several tuples as strings; [1] in prose is neither."""
        if not inside and all(text.isdecimal() for text in texts):
            return
        if not inside and self._holds_tuples(texts):
            for text in texts:
                self._text(text)
        elif any(text.strip() for text in texts) and (inside or len(texts) > 1):
            self._add(texts, order or self.order)
        else:
            self.unread += 1

    def _text(self, value: Any) -> None:
        tuples = [*self._of_text(value)] if isinstance(value, str) else []
        self.tuples += tuples
        self.unread += not tuples

    def _object(self, value: Mapping[str, Any]) -> None:
        named = {key.lower().strip(): each for key, each in value.items()}
        relation = next((key for key in RELATION if _is_single_text(named.get(key))), None)
        if relation is not None:
            arguments = _arguments({key: named[key] for key in named if key != relation})
            self._add([*_texts(named[relation]), *arguments], "relation first")
            return
        if not value:
            self.empty += 1
        for key, each in value.items():
            if isinstance(each, list) and each and _is_flat(each) and not _is_wrapper(key):
                self._add([key, *_texts(each)], "relation first")  # {"founded": ["Ann", "Bext"]}
            elif isinstance(each, list) and _is_flat(each) and self._holds_tuples(_texts(each)):
                self._flat(_texts(each), inside=False)
            elif isinstance(each, list | dict):
                self.take(each, inside=True)
            elif key.lower() not in NO_ARGUMENT:
                self._text(each)

    def _add(self, texts: Sequence[str], order: Order) -> None:
        self.tuples.append(in_order(list(map(replace_surrogates, texts)), order))

    def _holds_tuples(self, texts: Sequence[str]) -> bool:
        """Whether all strings are tuples, as in ``["(founded; Ann; Bext)", "(left; Bob)"]``."""
        return bool(texts) and all(any(sign in text for sign in "([<;") and any(self._of_text(text)) for text in texts)

    def _of_text(self, text: str) -> Iterator[Extraction]:
        """Read the tuples of a string as of a line with a bullet."""
        return tuples_of_line(f"- {text}", self.order)


def _arguments(named: Mapping[str, Any]) -> list[str]:
    """List an object's arguments: those of its list, then all others, subject and object first."""
    lists = [key for key in ARGUMENTS if isinstance(named.get(key), list)]
    others = sort_arguments({key: value for key, value in named.items() if key not in lists})
    return _texts([*(named[key] for key in lists), *others])


def _texts(values: Any) -> list[str]:
    """List all strings in a value, in order; ``null`` is skipped."""
    match values:
        case None:
            return []
        case bool():
            return [json.dumps(values)]
        case list():
            return [text for each in values for text in _texts(each)]
        case dict():
            words = _words_of(values)
            return _texts(sort_arguments(values, without=())) if words is None else _texts(words)
    return [str(values)]


def _words_of(value: Mapping[str, Any]) -> Any:
    """Get the words of an object whose other keys describe them; ``None`` for any other object."""
    keys = [key for key in value if key.lower() not in ABOUT_WORDS]
    return value[keys[0]] if len(keys) == 1 and keys[0].lower() in WORDS else None


def _is_single_text(value: Any) -> bool:
    """Whether a value is one string: as such, alone in a list, or an object's words."""
    if isinstance(value, list) and len(value) == 1:
        return isinstance(value[0], str)
    return isinstance(_words_of(value) if isinstance(value, dict) else value, str)


def _is_wrapper(key: str) -> bool:
    """Whether the value of a key is a tuple or several, rather than the arguments of a relation."""
    return key.lower() in WRAPPERS or NUMBERED.fullmatch(key.strip()) is not None


def _is_deep(value: Any) -> bool:
    """Whether lists and objects are nested deeper than tuples ever are."""
    level = [value]
    for _ in range(DEEPEST):
        holders = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, list | dict)]
        level = [inner for each in holders for inner in each]
    return any(isinstance(each, list | dict) for each in level)


def _is_flat(value: Any) -> bool:
    return not isinstance(value, dict) and not (
        isinstance(value, list) and any(isinstance(each, list | dict) for each in value)
    )


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates, which JSON can escape but UTF-8 cannot encode."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if SURROGATE.search(text) else text
