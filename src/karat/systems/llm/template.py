"""Templates of prompts: the task, demonstrations and a question; ours, or a user's TOML file."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from karat.errors import FormatError
from karat.formats.benchmarks.carb_gold import without_empty_ends
from karat.formats.text.lines import read_text
from karat.model import TupleAnnotation
from karat.systems.chat import Message

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
PLACEHOLDERS: dict[str, tuple[str, ...]] = {
    "task": (),
    "demonstration": ("sentence", "tuples"),
    "question": ("sentence",),
}
"""The parts of a template, and the placeholders that each must have; it may have no others."""


@dataclass(frozen=True, slots=True)
class Template:
    """The parts of a prompt, with placeholders such as ``{sentence}``."""

    task: str
    demonstration: str
    question: str

    @property
    def name(self) -> str:
        """The first digits of a checksum of the wording, for signatures."""
        return sha256(f"{self.task}\0{self.demonstration}\0{self.question}".encode()).hexdigest()[:8]

    def messages(
        self,
        sentence: str,
        demonstrations: Sequence[TupleAnnotation],
        write: Callable[[TupleAnnotation], str] | None = None,
    ) -> list[Message]:
        """Write a chat: the task as the system message, all else as one user message; ``write`` solves a sentence."""
        return [Message("system", self.task), Message("user", self._asked(sentence, demonstrations, write or tuples))]

    def text(self, sentence: str, demonstrations: Sequence[TupleAnnotation]) -> str:
        """Write a single text, for completion models."""
        return f"{self.task}\n\n{self._asked(sentence, demonstrations, tuples)}"

    def _asked(
        self, sentence: str, demonstrations: Sequence[TupleAnnotation], write: Callable[[TupleAnnotation], str]
    ) -> str:
        shown = (_fill(self.demonstration, sentence=each.sentence.text, tuples=write(each)) for each in demonstrations)
        return "\n\n".join([*shown, _fill(self.question, sentence=sentence)])


def tuples(annotation: TupleAnnotation) -> str:
    """Write gold as an answer should look: relation first, without the empty columns at the end of CaRB's rows."""
    extractions = without_empty_ends(annotation).extractions
    return json.dumps([[each.relation, *each.arguments] for each in extractions], ensure_ascii=False)


def read_template(path: Path) -> Template:
    """Read a template; a missing or unknown part or placeholder is an error."""
    try:
        parts = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(path, None, "TOML", str(error)) from None
    for name in parts:
        if name not in PLACEHOLDERS:
            raise FormatError(path, None, f"the parts {', '.join(PLACEHOLDERS)}", repr(name))
    for name, placeholders in PLACEHOLDERS.items():
        _check(path, name, parts.get(name), placeholders)
    return Template(**{name: str(parts[name]).strip("\n") for name in PLACEHOLDERS})


@cache
def default_template() -> Template:
    """Load the template that comes with Karat."""
    return read_template(Path(str(files("karat.systems.llm").joinpath("template.toml"))))


def _check(path: Path, name: str, text: object, placeholders: Sequence[str]) -> None:
    if not isinstance(text, str):
        raise FormatError(path, None, f"a text named {name}", "none" if text is None else repr(text))
    present = PLACEHOLDER.findall(text)
    for placeholder in placeholders:
        if placeholder not in present:
            raise FormatError(path, None, f"the place {{{placeholder}}} in {name}", _list_placeholders(present))
    for placeholder in present:
        if placeholder not in placeholders:
            allowed = f"no places but {_list_placeholders(placeholders)}" if placeholders else "no places"
            raise FormatError(path, None, f"{allowed} in {name}", f"{{{placeholder}}}")


def _list_placeholders(placeholders: Sequence[str]) -> str:
    return " and ".join(f"{{{placeholder}}}" for placeholder in placeholders) or "none"


def _fill(text: str, **values: str) -> str:
    """Fill in the placeholders, all at once, so that braces in a sentence are left alone."""
    return PLACEHOLDER.sub(lambda place: values.get(place[1], place[0]), text)
