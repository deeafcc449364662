"""The system ``llm``: extractions from any language model with OpenAI's chat completions API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from karat.errors import AnswerError, ServiceError
from karat.model import Sentence
from karat.systems.attempts import shorten
from karat.systems.llm.asking import Asker
from karat.systems.llm.demonstrations import Demonstrations, load_solved
from karat.systems.llm.options import LlmOptions, check_options
from karat.systems.llm.prompt import PromptWriter
from karat.systems.llm.reading import read_result
from karat.systems.llm.template import default_template, read_template
from karat.systems.system import Failure, Result, Usage

MOST_FAILURES = 5
"""After so many sentences in a row without any answer, it is the server that fails, not the sentences."""


class Llm:
    """A language model at an address, asked about one sentence at a time."""

    name = "llm"
    batch = 1

    def __init__(self, options: LlmOptions) -> None:
        check_options(options)
        self.options = options
        self.workers = options.workers
        self.samples = options.samples
        template = default_template() if options.template is None else read_template(options.template)
        pool = load_solved(options.demonstrations) if options.demonstrations is not None and options.count else []
        self.demonstrations = Demonstrations(pool, options.count, options.seed, options.draw)
        self.asker = Asker(options, PromptWriter(template, self.demonstrations))
        self._failures = 0
        self._lock = Lock()

    @property
    def version(self) -> str:
        """The model's name, and a checksum of the wording of our prompts."""
        return f"{self.options.model}, prompt {self.asker.prompts.version}"

    @property
    def settings(self) -> Mapping[str, Any]:
        """Every option that can change an answer; the file of demonstrations by its name and content."""
        options = self.options
        values: dict[str, Any] = {
            "endpoint": options.shown_endpoint,
            "model": options.model,
            "temperature": options.temperature,
            "model_seed": options.model_seed,
            "answers": options.answers,
            "answer_tokens": options.answer_tokens,
            "template": self.asker.prompts.template.name,
            "shots": options.count,
        }
        if options.count and options.demonstrations is not None:
            values |= {
                "demonstrations": f"{Path(options.demonstrations).name} ({self.demonstrations.fingerprint})",
                "seed": options.seed,
                "draw": options.draw,
            }
        return values

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        """Ask about each sentence; several threads may do so at once."""
        return [self._result(sentence, sample) for sentence in sentences]

    def add_spent(self, usage: Usage) -> None:
        """Count what the answers of the run so far have cost against the budget."""
        self.asker.is_resumed = True
        self.asker.budget.add(usage)

    def close(self) -> None:
        """Close the connections."""
        self.asker.close()

    def _result(self, sentence: Sentence, sample: int) -> Result:
        try:
            sentence.text.encode()
        except UnicodeEncodeError as error:
            return Failure(f"expected text that UTF-8 can hold, found {sentence.text[error.start]!r}")
        try:
            completion, usage = self.asker.ask(sentence, sample)
        except AnswerError as error:
            return self._fail(error)
        with self._lock:
            self._failures = 0
        return read_result(completion, usage, self.options.answer_tokens)

    def _fail(self, error: AnswerError) -> Failure:
        with self._lock:
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                raise ServiceError(
                    f"{error}; {self._failures} sentences in a row have none, so the run stops here; "
                    "--retry-failures asks about them again"
                )
        prefix = f"{self.options.shown_endpoint}: expected an answer of {self.options.model}, found "
        return Failure(shorten(str(error).removeprefix(prefix)))
