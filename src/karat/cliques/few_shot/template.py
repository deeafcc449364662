"""The text of a prompt: the task, demonstrations, a question; ours, or a user's TOML file."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
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

PLACE = re.compile(r"\{([a-z_]+)\}")
PLACES: dict[str, tuple[str, ...]] = {
    "task": (),
    "demonstration": ("sentence", "tuples"),
    "question": ("sentence",),
}
"""The parts of a template, and the places that each must have and may have."""


@dataclass(frozen=True, slots=True)
class Template:
    """The parts of a prompt, with places such as ``{sentence}`` for what changes."""

    task: str
    demonstration: str
    question: str

    @property
    def name(self) -> str:
        """The beginning of a checksum, by which a signature names the wording."""
        return sha256(f"{self.task}\0{self.demonstration}\0{self.question}".encode()).hexdigest()[:8]

    def messages(self, sentence: str, demonstrations: Sequence[TupleAnnotation]) -> list[Message]:
        """Make a chat: the task is the system's, all else one message of the user's."""
        return [Message("system", self.task), Message("user", self._asked(sentence, demonstrations))]

    def text(self, sentence: str, demonstrations: Sequence[TupleAnnotation]) -> str:
        """Make one text, for models that complete."""
        return f"{self.task}\n\n{self._asked(sentence, demonstrations)}"

    def _asked(self, sentence: str, demonstrations: Sequence[TupleAnnotation]) -> str:
        shown = (
            _filled(self.demonstration, sentence=each.sentence.text, tuples=tuples(each)) for each in demonstrations
        )
        return "\n\n".join([*shown, _filled(self.question, sentence=sentence)])


def tuples(annotation: TupleAnnotation) -> str:
    """Write gold as an answer should look: relation first, without the empty columns that CaRB's rows end with."""
    found = [[each.relation, *each.arguments] for each in without_empty_ends(annotation).extractions]
    return json.dumps(found, ensure_ascii=False)


def read_template(path: Path) -> Template:
    """Read a template; a part or a place that is missing or unknown is an error."""
    try:
        found = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(path, None, "TOML", str(error)) from None
    for name in found:
        if name not in PLACES:
            raise FormatError(path, None, f"the parts {', '.join(PLACES)}", repr(name))
    for name, places in PLACES.items():
        _check(path, name, found.get(name), places)
    return Template(**{name: str(found[name]).strip("\n") for name in PLACES})


@cache
def default_template() -> Template:
    """Give the template that comes with Karat."""
    return read_template(Path(str(files("karat.cliques.few_shot").joinpath("template.toml"))))


def _check(path: Path, name: str, text: object, places: Sequence[str]) -> None:
    if not isinstance(text, str):
        raise FormatError(path, None, f"a text named {name}", "none" if text is None else repr(text))
    found = PLACE.findall(text)
    for place in places:
        if place not in found:
            raise FormatError(path, None, f"the place {{{place}}} in {name}", _listed(found))
    for place in found:
        if place not in places:
            allowed = f"no places but {_listed(places)}" if places else "no places"
            raise FormatError(path, None, f"{allowed} in {name}", f"{{{place}}}")


def _listed(places: Sequence[str]) -> str:
    return " and ".join(f"{{{place}}}" for place in places) or "none"


def _filled(text: str, **values: str) -> str:
    """Fill the places in, all at once, so that braces in a sentence stay what they are."""
    return PLACE.sub(lambda place: values.get(place[1], place[0]), text)
