"""Tuples from a language model's answer, read leniently; what cannot be read is kept and its failure named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from karat.formats.field_names import ARGUMENTS, CONFIDENCE, RELATION, SENTENCE_ID, TRIPLES
from karat.formats.llm.answer_lines import (
    NO_ARGUMENT,
    Order,
    breaks_off,
    in_order,
    sort_arguments,
    tuples_of_line,
    tuples_of_lines,
)
from karat.formats.llm.loose_json import DEEPEST, find_json
from karat.model import Extraction

FailureKind = Literal["missing", "empty", "refusal", "no tuple", "cut off", "part unread"]
"""What can be wrong with an answer, the worst first.

``missing``: there is no answer; ``empty``: only white space; ``refusal``: the model declines; ``no tuple``: a text
without any tuple; ``cut off``: truncated JSON, whose complete tuples are kept; ``part unread``: some tuples were read,
and other parts of the answer were not.
"""

THOUGHT = re.compile(r"\A.*</think(?:ing)?>|\A\s*<think(?:ing)?>.*", re.DOTALL)
REFUSAL = re.compile(
    r"\b(?:i['’]?\s?a?m (?:very |so )?sorry|i apologi[sz]e|sorry, (?:but )?i"
    r"|i (?:can ?not|can['’]?t|won['’]?t|will not|am unable|am not able)|i['’]m (?:unable|not able)"
    r"|as an ai\b|as a (?:large )?language model|unable to (?:help|assist|comply|fulfil))",
    re.IGNORECASE,
)
NEXT = re.compile(r"^(?=(?:Sentence|Question|Input|User|Human):)", re.MULTILINE)
FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
NOTHING = re.compile(
    r"\W*(?:none|nothing|null|n/?a|(?:there (?:are|is) |i (?:find|found|see) )?"
    r"no (?:[a-z]+ ){0,3}(?:tuple|triple|fact|extraction|relation)s?\b[^.\n]*)\W*",
    re.IGNORECASE,
)
MOST = 200
"""The most characters of a sentence that says that there is nothing to extract."""
SURROGATE = re.compile("[\ud800-\udfff]")
NUMBERED = re.compile(r"(?:(?:tuple|triple|triplet|fact|extraction)[ _-]*)?\d{1,4}", re.IGNORECASE)
WRAPPERS = frozenset((*TRIPLES, "answer", "answers", "result", "results", "output", "tuple", "triple", "data"))
WORDS = ("text", "value", "argument", "span", "mention", "entity", "name")
"""Keys for the words of an argument that is an object."""
ABOUT_WORDS = frozenset(
    (*SENTENCE_ID, *CONFIDENCE, "role", "type", "label", "start", "begin", "end", "offset", "index")
)
"""Keys that such an object may have besides its words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's text, its tuples, and what was wrong with it, if anything."""

    text: str
    extractions: tuple[Extraction, ...] = ()
    failure: FailureKind | None = None


def parse_answer(text: str, order: Order = "relation first") -> Answer:
    """Find the tuples in an answer; no text raises an error.

    JSON is searched for first, in code fences if there are any, then lines of tuples. An empty list is an answer: there
    is nothing to extract. Reasoning before the answer (``<think>``) is ignored, and so are answers to further sentences
    that the model made up. ``order`` is that of tuples whose parts have no names.
    """
    text = replace_surrogates(text)
    if not text.strip():
        return Answer(text, failure="empty")
    answer = _decode_string(without_thoughts(text))
    for part in NEXT.split(answer):
        if (read := _read_part(text, part, order)) is not None:
            return read
    if not answer.strip():
        return Answer(text, failure="empty" if "</think" in text else "cut off")
    if find_json(answer).cut_off:
        return Answer(text, failure="cut off")
    if len(answer) < MOST and NOTHING.fullmatch(answer):
        return Answer(text)
    return Answer(text, failure="refusal" if declines(answer) else "no tuple")


def without_thoughts(answer: str) -> str:
    """Remove a model's reasoning before its answer; its opening or closing tag may be missing.

    >>> without_thoughts("<think>Hm, hm.</think> Yes.")
    ' Yes.'
    """
    return THOUGHT.sub("", answer, count=1)


def declines(answer: str) -> bool:
    """Whether a text says that the model will not, or cannot, do what was asked."""
    return REFUSAL.search(answer) is not None


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates, which JSON can escape but UTF-8 cannot encode."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if SURROGATE.search(text) else text


def _decode_string(answer: str) -> str:
    """Decode an answer that is a JSON string as a whole."""
    if answer.lstrip().startswith('"'):
        with suppress(ValueError, RecursionError):
            value = json.loads(answer)
            return replace_surrogates(value) if isinstance(value, str) else answer
    return answer


def _read_part(text: str, answer: str, order: Order) -> Answer | None:
    """Read the answer in its code fences, or else in all of it."""
    fenced = "\n".join(FENCED.findall(answer))
    for part in (fenced, answer) if fenced.strip() else (answer,):
        if (from_json := _from_json(text, part, order)) is not None:
            return from_json
        if lines := tuples_of_lines(part, order):
            return Answer(text, tuple(lines), "cut off" if breaks_off(part) else None)
    return None


def _from_json(text: str, part: str, order: Order) -> Answer | None:
    """Read the JSON of a part; ``None`` if it has neither a tuple nor an empty list."""
    found = find_json(part)
    collector = _TupleCollector(order)
    collector.unread += found.lost
    for value in found.values:
        collector.take(value)
    if collector.tuples:
        failure: FailureKind | None = "cut off" if found.cut_off else "part unread" if collector.unread else None
        return Answer(text, tuple(collector.tuples), failure)
    is_empty = collector.empty and not collector.unread and not found.cut_off
    return Answer(text) if is_empty and not tuples_of_lines(part, order) else None


@dataclass(slots=True)
class _TupleCollector:
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
    lists = [key for key in (*ARGUMENTS, "argument") if isinstance(named.get(key), list)]
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
