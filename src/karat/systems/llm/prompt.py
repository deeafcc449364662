"""The question about a sentence: its messages, and the form that the answer should have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal

from karat.model import Sentence, TupleAnnotation
from karat.systems.chat import Message
from karat.systems.llm.demonstrations import Demonstrations
from karat.systems.llm.template import Template, tuples

Form = Literal["schema", "text"]

IN_OBJECT = (
    'The list is the value of "tuples" in an object: {"tuples": [["relation", "argument 1", "argument 2"], ...]}.'
)
"""Said after the task where a schema is sent, since servers accept schemas of objects alone."""
SCHEMA: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "tuples",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"tuples": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}},
            "required": ["tuples"],
            "additionalProperties": False,
        },
    },
}


@dataclass(frozen=True, slots=True)
class PromptWriter:
    """Writes the messages about a sentence."""

    template: Template
    demonstrations: Demonstrations

    def write(self, sentence: Sentence, form: Form) -> tuple[Message, ...]:
        """Write the messages that ask for tuples, in an object or as a list."""
        shown = self.demonstrations.shown_for(sentence)
        if form == "text":
            return tuple(self.template.messages(sentence.text, shown))
        template = replace(self.template, task=f"{self.template.task}\n\n{IN_OBJECT}")
        return tuple(template.messages(sentence.text, shown, _in_object))

    @property
    def version(self) -> str:
        """The first digits of a checksum of all wording."""
        return sha256(f"{self.template.name}\0{IN_OBJECT}\0{SCHEMA}".encode()).hexdigest()[:8]


def _in_object(annotation: TupleAnnotation) -> str:
    return f'{{"tuples": {tuples(annotation)}}}'
