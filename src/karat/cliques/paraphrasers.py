"""The interface of paraphrasers, and one that replays recorded answers."""

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
    """Anything that writes a paraphrase of a sentence in a given syntax."""

    @property
    def name(self) -> str:
        """All that can change the paraphrases, such as a model and its settings; recorded with each of them."""

    def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
        """Paraphrase a sentence; ``source`` is its whole tree, ``target`` has labels only."""

    def close(self) -> None:
        """Release connections and processes."""


class RecordedAnswers:
    """Answers from a file of JSON lines with sentence, target and text, such as ``karat cliques paraphrase`` writes.

    A text of null is a refusal, with its ``reason`` if there is one; other keys are ignored. An answer that is not in
    the file is an error.
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
        parse = render_labels(target)
        answer = self._answers.get((sentence, parse))
        if answer is None:
            raise ServiceError(f"{self.path}: expected an answer for {sentence!r:.80} as {parse}, found none")
        return answer

    def close(self) -> None:
        pass

    def _add(self, part: Part) -> None:
        key = part.text("sentence"), _parse(part)
        answer = answer_from(part)
        if self._answers.setdefault(key, answer) != answer:
            raise part.error(f"one answer for {key[0]!r:.60} as {key[1]}", "a second one")


def answer_from(part: Part) -> str | Refusal:
    """Read the text of an answer, or the reason why there is none."""
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
