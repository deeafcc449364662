"""Prompts, one a line of JSON: the question, its demonstrations and its ids."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from karat.cliques.few_shot.demonstrations import Demonstration, Demonstrations
from karat.errors import FormatError, InputError
from karat.formats.json.documents import object_on, whole_number
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.lines import content
from karat.model import Clique, Sentence, TupleAnnotation
from karat.systems.chat import Message
from karat.systems.llm.template import Template, default_template

Form = Literal["messages", "text"]
"""A chat, or a single text."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The number of a prompt's pair of cliques, and the clique of its demonstrations."""

    number: int
    demonstrations: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question with the ids of its demonstrations; ``asked`` is the input of the model.

    ``choices`` names how demonstrations were drawn, the seed and the template: ``clique/seed:0/template:…``.
    """

    id: str
    clique: str
    sentence: Sentence
    shots: int
    demonstrations: tuple[str, ...]
    asked: tuple[Message, ...] | str
    choices: str
    pair: Pair | None = None


def prompts(
    cliques: Sequence[Clique],
    demonstrations: Demonstrations,
    shots: Iterable[int] = (1, 3, 5, 10),
    template: Template | None = None,
    form: Form = "messages",
) -> Iterator[Prompt]:
    """Yield, for each number of demonstrations, a prompt for each sentence.

    A prompt's id is the sentence's and that number: ``17/3``. The demonstrations of a question depend on the pool, the
    seed and its id, not on the other cliques that are asked about (but see ``shared`` in ``Demonstrations``).
    """
    counts = counts_of(shots)
    check_ids(cliques)
    chosen = template or default_template()
    choices = f"{demonstrations.draw}/seed:{demonstrations.seed}/template:{chosen.name}"
    write = writer(chosen, form)
    questions = []
    for clique in demonstrations.asked(cliques, counts[-1]):
        shown: list[Demonstration] = []
        for index, member in enumerate(clique.members):
            if not index or demonstrations.draw == "each":
                shown = demonstrations.of(clique, member.sentence, counts[-1])
            questions.append((clique.id, member.sentence, shown))
    for count in counts:
        for id, sentence, shown in questions:
            given = [demonstration.annotation for demonstration in shown[:count]]
            asked = write(sentence.text, given)
            yield Prompt(f"{sentence.id}/{count}", id, sentence, count, ids(given), asked, choices)


def counts_of(shots: Iterable[int]) -> list[int]:
    """Sort the numbers of demonstrations; an empty list or a negative number is an error."""
    counts = sorted(set(shots))
    if not counts or counts[0] < 0:
        raise InputError(f"shots: expected numbers of demonstrations from 0, found {counts[0] if counts else 'none'}")
    return counts


def check_ids(cliques: Iterable[Clique]) -> None:
    """Refuse sentences with the same id, whose answers could not be distinguished."""
    seen: set[str] = set()
    for clique in cliques:
        for member in clique.members:
            if member.sentence.id in seen:
                raise InputError(
                    f"clique {clique.id!r}: expected ids that no other sentence has, found {member.sentence.id!r} again"
                )
            seen.add(member.sentence.id)


def ids(annotations: Iterable[TupleAnnotation]) -> tuple[str, ...]:
    """List the ids of solved sentences."""
    return tuple(annotation.sentence.id for annotation in annotations)


def writer(template: Template, form: Form) -> Callable[[str, Sequence[TupleAnnotation]], tuple[Message, ...] | str]:
    """Get the function that writes a prompt from a sentence and its demonstrations."""
    if form == "text":
        return template.text
    return lambda sentence, shown: tuple(template.messages(sentence, shown))


def render(prompts: Iterable[Prompt]) -> Iterator[str]:
    """Write each prompt as a line of JSON."""
    for prompt in prompts:
        line: dict[str, Any] = {
            "id": prompt.id,
            "clique": prompt.clique,
            "sentence_id": prompt.sentence.id,
            "sentence": prompt.sentence.text,
            "shots": prompt.shots,
            "demonstrations": prompt.demonstrations,
            "choices": prompt.choices,
        }
        if prompt.pair is not None:
            line |= {"pair": prompt.pair.number, "demonstrating_clique": prompt.pair.demonstrations}
        if isinstance(prompt.asked, str):
            line["text"] = prompt.asked
        else:
            line["messages"] = [asdict(message) for message in prompt.asked]
        yield json.dumps(line, ensure_ascii=False)


def read(path: Path) -> list[Prompt]:
    """Read prompts; wrong lines and repeated ids are reported together."""
    by_id: dict[str, Prompt] = {}
    with collect_problems(Problems()) as kept:
        for line in content(path):
            try:
                part = object_on(line)
                prompt = _prompt(part)
                if prompt.id in by_id:
                    raise part.inner("id").error("an id that no other prompt has", repr(prompt.id))
            except FormatError as error:
                kept.add(error)
            else:
                by_id[prompt.id] = prompt
    return list(by_id.values())


def _prompt(part: Part) -> Prompt:
    return Prompt(
        part.text("id"),
        part.text("clique"),
        Sentence(part.text("sentence_id"), part.text("sentence")),
        whole_number(part.inner("shots")),
        part.inner("demonstrations").texts(),
        part.text("text") if "text" in part else tuple(map(_message, part.items("messages"))),
        part.text("choices"),
        Pair(whole_number(part.inner("pair")), part.text("demonstrating_clique")) if "pair" in part else None,
    )


def _message(part: Part) -> Message:
    return Message(part.text("role"), part.text("content"))
