"""Paraphrases from any command that answers each JSON line with one.

The command is started once and kept running. For each line on its standard input, ``{"number": 0, "sentence": …,
"source": …, "target": …}``, it must print a line ``{"text": …}`` on its standard output and flush it. If the answer has
a number, it must be that of the question.
"""

from __future__ import annotations

from karat.cliques.paraphrasers import answer_from
from karat.cliques.parses import render_labels
from karat.errors import FormatError
from karat.formats.text.brackets import render_tree
from karat.model import Tree
from karat.systems.answering import AnsweringCommand
from karat.systems.chat import Refusal
from karat.systems.processes import split_command

TIMEOUT = 120.0


class CommandParaphraser:
    """A running command; ``timeout`` is the number of seconds an answer may take. One thread may ask at a time."""

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        self.command = command
        self.timeout = timeout
        self.name = f"command {command}"
        self._running = AnsweringCommand(split_command(command), command, timeout)

    def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
        """Ask the command and wait for its answer."""
        question = {"sentence": sentence, "source": render_tree(source), "target": render_labels(target)}
        answer = self._running.ask(question)
        try:
            return answer_from(answer)
        except FormatError as error:
            raise self._running.failure(f"expected {error.expected}, found {error.found}") from None

    def close(self) -> None:
        """End the command; an extra line that it printed is an error, as answers may have been mixed up."""
        self._running.close()
