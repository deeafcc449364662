"""What a language model answered, as tuples: read leniently, and what could not be read is named and kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from karat.errors import FormatError, InputError
from karat.formats.json_documents import object_on
from karat.formats.json_triples import CONFIDENCE, ID, OBJECT, RELATION, SENTENCE, SUBJECT, TRIPLES
from karat.formats.jsonl_parts import Part
from karat.formats.lines import content
from karat.formats.problems import Problems, gathered
from karat.model import Extraction
from karat.results.few_shot import FailureKind
from karat.systems.few_shot.loose_json import DEEPEST, find
from karat.systems.few_shot.tuple_lines import tuples_of_line, tuples_of_lines

Missing = Literal["error", "empty"]

THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*</think(?:ing)?>", re.DOTALL)
FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
SURROGATE = re.compile("[\ud800-\udfff]")
REFUSAL = re.compile(
    r"\b(?:i['’]?\s?a?m (?:very |so )?sorry|i apologi[sz]e|sorry, (?:but )?i"
    r"|i (?:can ?not|can['’]?t|won['’]?t|will not|am unable|am not able)|i['’]m (?:unable|not able)"
    r"|as an ai\b|as a (?:large )?language model|unable to (?:help|assist|comply|fulfil))",
    re.IGNORECASE,
)
WRAPPERS = frozenset((*TRIPLES, "facts", "answer", "answers", "result", "results", "output", "tuple", "triple", "data"))
ARGUMENTS = ("arguments", "args", "argument")
NO_ARGUMENT = frozenset((*CONFIDENCE, *SENTENCE, *ID, "explanation", "reason"))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's text, the tuples in it, and what was wrong with it, if anything."""

    text: str
    extractions: tuple[Extraction, ...] = ()
    failure: FailureKind | None = None


def parse_answer(text: str) -> Answer:
    """Find the tuples in an answer, relation first; no text is an error.

    JSON is looked for first, in code fences if there are any, then lines of tuples. An empty list is an answer: there
    is nothing to extract. What a model thinks aloud before it answers (``<think>``) is left out.
    """
    text = mended(text)
    if not text.strip():
        return Answer(text, failure="empty")
    answer = THOUGHT.sub("", text, count=1)
    fenced = "\n".join(FENCED.findall(answer))
    for part in (fenced, answer) if fenced.strip() else (answer,):
        found = _from_json(text, part)
        if found is not None:
            return found
        if lines := tuple(tuples_of_lines(part)):
            return Answer(text, lines)
    if find(answer).cut_off:
        return Answer(text, failure="cut off")
    return Answer(text, failure="refusal" if REFUSAL.search(answer) else "no tuple")


def mended(text: str) -> str:
    """Replace halves of characters, which JSON can escape but no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if SURROGATE.search(text) else text


def _from_json(text: str, part: str) -> Answer | None:
    """The answer that the JSON of a part is; ``None`` where it holds no tuple and does not say that there is none."""
    found = find(part)
    gathered = _Gathered()
    for value in found.values:
        gathered.take(value)
    if gathered.tuples:
        failure: FailureKind | None = "cut off" if found.cut_off else "part unread" if gathered.unread else None
        return Answer(text, tuple(gathered.tuples), failure)
    said_nothing = gathered.empty and not gathered.unread and not found.cut_off
    return Answer(text) if said_nothing and not any(tuples_of_lines(part)) else None


@dataclass(slots=True)
class _Gathered:
    """The tuples in JSON values, how many lists said that there are none, and how many values were no tuples."""

    tuples: list[Extraction] = field(default_factory=list)
    empty: int = 0
    unread: int = 0

    def take(self, value: Any, inside: bool = False) -> None:
        if not inside and _is_deep(value):
            self.unread += 1
        elif isinstance(value, dict):
            self.take_object(value)
        elif not isinstance(value, list):
            self.take_text(value)
        elif not value:
            self.empty += 1
        elif not any(isinstance(each, list | dict) for each in value):
            self.take_flat(_texts(value), inside)
        elif isinstance(value[0], str) and all(_is_flat(each) for each in value) and not _holds_tuples(value[:1]):
            self.take_flat(_texts(value), inside=True)  # ["founded", ["Ann", "Bext"]]
        else:
            for each in value:
                self.take(each, inside=True)

    def take_flat(self, texts: Sequence[str], inside: bool) -> None:
        """Take a list of texts: a tuple, or several that are written as texts; [1] in prose is neither."""
        if not inside and all(text.isdecimal() for text in texts):
            return
        if not inside and _holds_tuples(texts):
            for text in texts:
                self.take_text(text)
        elif any(text.strip() for text in texts) and (inside or len(texts) > 1):
            self.add(texts)
        else:
            self.unread += 1

    def take_text(self, value: Any) -> None:
        found = [*tuples_of_line(value)] if isinstance(value, str) else []
        self.tuples += found
        self.unread += not found

    def take_object(self, value: Mapping[str, Any]) -> None:
        named = {key.lower().strip(): each for key, each in value.items()}
        relation = next((key for key in RELATION if isinstance(named.get(key), str)), None)
        if relation is not None:
            self.add([named[relation], *_arguments({key: named[key] for key in named if key != relation})])
            return
        if not value:
            self.empty += 1
        for key, each in value.items():
            if isinstance(each, list) and each and _is_flat(each) and key.lower() not in WRAPPERS:
                self.add([key, *_texts(each)])  # {"founded": ["Ann", "Bext"]}
            elif isinstance(each, list | dict):
                self.take(each, inside=True)
            elif key.lower() not in NO_ARGUMENT:
                self.take_text(each)

    def add(self, texts: Sequence[str]) -> None:
        self.tuples.append(Extraction(mended(texts[0]), tuple(map(mended, texts[1:]))))


def _arguments(named: Mapping[str, Any]) -> list[str]:
    """An object's arguments: from its list of them, and all else in order, the subject and the object first."""
    lists = [key for key in ARGUMENTS if isinstance(named.get(key), list)]
    first = [key for names in (SUBJECT, OBJECT) for key in names if key in named]
    keys = [*lists, *first, *(key for key in named if key not in (*lists, *first))]
    return _texts([named[key] for key in keys if key not in NO_ARGUMENT])


def _texts(values: Any) -> list[str]:
    """All texts in a value, in order; ``null`` is none."""
    match values:
        case None:
            return []
        case list():
            return [text for each in values for text in _texts(each)]
        case dict():
            return [text for each in values.values() for text in _texts(each)]
    return [str(values)]


def _is_deep(value: Any) -> bool:
    """Whether lists and objects lie in each other deeper than tuples do."""
    level = [value]
    for _ in range(DEEPEST):
        holders = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, list | dict)]
        level = [inner for each in holders for inner in each]
    return any(isinstance(each, list | dict) for each in level)


def _is_flat(value: Any) -> bool:
    return not isinstance(value, dict) and not (
        isinstance(value, list) and any(isinstance(each, list | dict) for each in value)
    )


def _holds_tuples(texts: Sequence[str]) -> bool:
    return bool(texts) and all(text.strip()[:1] in ("(", "[", "<") and any(tuples_of_line(text)) for text in texts)


def read_answers(path: Path, asked: Sequence[str], missing: Missing = "error") -> dict[str, Answer]:
    """Read recorded answers, a JSON object with ``id`` and ``answer`` a line, for the ids that were asked.

    An unknown id, and one that comes twice, are errors; so is a missing answer, unless it is to count as empty.
    An answer that is null is empty, or a refusal where one is given. Other keys are left alone.
    """
    answers: dict[str, Answer] = {}
    known = set(asked)
    with gathered(Problems()) as kept:
        for line in content(path):
            try:
                part = object_on(line)
                id = part.text("id")
                if id not in known:
                    raise part.inner("id").error("the id of a prompt", repr(id))
                if id in answers:
                    raise part.inner("id").error("an id that has no answer yet", repr(id))
                answers[id] = _recorded(part)
            except FormatError as error:
                kept.add(error)
    left = [id for id in asked if id not in answers]
    if left and missing == "error":
        more = f" and {len(left) - 3} more" if len(left) > 3 else ""
        raise FormatError(path, None, "an answer to every prompt", f"none to {', '.join(map(repr, left[:3]))}{more}")
    if missing not in ("error", "empty"):
        raise InputError(f"missing: expected error or empty, found {missing!r}")
    return {id: answers.get(id, Answer("", failure="missing")) for id in asked}


def _recorded(part: Part) -> Answer:
    if part.inner("answer").value is not None:
        return parse_answer(part.text("answer"))
    reason = part.optional("refusal")
    return Answer("", failure="empty") if reason is None else Answer(mended(reason), failure="refusal")
