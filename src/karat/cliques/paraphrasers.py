"""Who writes the paraphrases: anything that makes a text of a sentence, its tree and a target parse."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from karat.cliques.parses import render_labels
from karat.errors import FormatError, InputError, ServiceError
from karat.formats.json.documents import object_on
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.brackets import parse_tree
from karat.formats.text.lines import content
from karat.model import Tree
from karat.systems.chat import Refusal


class Paraphraser(Protocol):
    """Writes paraphrases; ``name`` says what else can change them: a model, its settings, a command."""

    @property
    def name(self) -> str:
        """What wrote a paraphrase, as it is kept beside it."""

    def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
        """Say the same in another syntax; ``source`` is the sentence's whole tree, ``target`` has labels only."""

    def close(self) -> None:
        """End what was started."""


class RecordedAnswers:
    """Answers from a file of JSON lines with sentence, target and text, such as ``karat cliques paraphrase`` writes.

    A text that is null is a refusal, with its ``reason`` if there is one; other keys are left alone. An answer that is
    not in the file is an error.
    """

    def __init__(self, path: Path, encoding: str = "utf-8") -> None:
        self.path = path
        self.name = f"answers of {path.name}"
        self._answers: dict[tuple[str, str], str | Refusal] = {}
        with collect_problems(Problems()) as kept:
            for line in content(path, encoding):
                try:
                    self._add(object_on(line))
                except FormatError as error:
                    kept.add(error)

    def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
        """Look the answer up."""
        parse = render_labels(target)
        answer = self._answers.get((sentence, parse))
        if answer is None:
            raise ServiceError(f"{self.path}: expected an answer for {sentence!r:.80} as {parse}, found none")
        return answer

    def close(self) -> None:
        """Nothing was started."""

    def _add(self, part: Part) -> None:
        key = part.text("sentence"), _parse(part)
        answer = answer_from(part)
        if self._answers.setdefault(key, answer) != answer:
            raise part.error(f"one answer for {key[0]!r:.60} as {key[1]}", "a second one")


def answer_from(part: Part) -> str | Refusal:
    """Read the text of an answer, or why there is none."""
    value: Mapping[str, object] = part.value
    if "text" in value and value["text"] is None:
        return Refusal(part.text("reason") if "reason" in value else "no text")
    return part.text("text")


def _parse(part: Part) -> str:
    text = part.text("target")
    try:
        return render_labels(parse_tree(text))
    except InputError as error:
        raise part.inner("target").error("a parse in brackets", f"one that is not: {error}") from None
