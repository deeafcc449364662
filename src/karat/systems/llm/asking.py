"""Ask a model about one sentence: from the cache if it was asked before, else within the budget, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

from karat.errors import AnswerError, InputError
from karat.model import Sentence
from karat.systems.chat import ChatEndpoint, Completion, Message
from karat.systems.llm.answer_limit import AnswerLimit
from karat.systems.llm.budget import Budget, Prices, RequestMeter, usage_of
from karat.systems.llm.cache import AnswerCache, KeyLocks, make_key
from karat.systems.llm.options import LlmOptions
from karat.systems.llm.prompt import SCHEMA, Form, PromptWriter
from karat.systems.llm.reading import is_usable
from karat.systems.llm.tokens import prompt_tokens
from karat.systems.system import Usage

OF_THE_FORM = (400, 415, 422)
"""Statuses of a server that does not take what it is sent; any other may pass, or be met without a schema as well."""
LAST_ANSWERS = 10.0
"""Seconds to wait after an interrupt for answers that are under way."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked in one form, with the checksum under which its answer is kept."""

    messages: tuple[Message, ...]
    form: Form
    sample: int
    key: str


class Asker:
    """Asks an endpoint, keeps the answers, and remembers the form of answers that the server accepts."""

    def __init__(self, options: LlmOptions, prompts: PromptWriter) -> None:
        self.options = options
        self.prompts = prompts
        self.prices = Prices(options.price_in or 0.0, options.price_out or 0.0)
        self.budget = Budget(options.max_cost, options.max_tokens)
        self.cache = AnswerCache(options.cache) if options.use_cache else None
        self._form: Form | None = None if options.answers == "auto" else options.answers
        self._form_lock = Lock()
        self._limit = AnswerLimit(options.answer_tokens)
        self._locks = KeyLocks()
        self._renewed: set[str] = set()
        self._endpoint: ChatEndpoint | None = None
        self._endpoint_lock = Lock()
        self._unwritable: InputError | None = None
        self.is_resumed = False
        """Whether answers on disk count: an earlier part of the run paid for those that came before their turn."""

    def ask(self, sentence: Sentence, sample: int) -> tuple[Completion, Usage]:
        """Get the answer about a sentence, and what it cost when it was asked for."""
        if self._unwritable is not None:
            raise self._unwritable
        if self.form is None:
            with self._form_lock:  # one thread finds out, the others wait for what it finds
                if self.form is None:
                    return self._find_form(sentence, sample)
        return self._answer(self.question(sentence, self.forms[0], sample))

    def find(self, sentence: Sentence, sample: int) -> Completion | None:
        """Find the answer about a sentence on disk, in whichever form it may be asked for."""
        return next(
            (found for form in self.forms if (found := self._find(self.question(sentence, form, sample)))), None
        )

    @property
    def form(self) -> Form | None:
        """The form of answers that the server accepts; ``None`` as long as that is unknown."""
        return self._form

    @property
    def forms(self) -> Sequence[Form]:
        """The forms in which a sentence may be asked about, the preferred one first."""
        form = self.form
        return ("schema", "text") if form is None else (form,)

    def question(self, sentence: Sentence, form: Form, sample: int) -> Question:
        """Write the question about a sentence."""
        messages = self.prompts.write(sentence, form)
        options = self.options
        asked = {
            "endpoint": options.shown_endpoint,
            "model": options.model,
            "messages": [[message.role, message.content] for message in messages],
            "answers": form,
            "answer_tokens": options.answer_tokens,
            "temperature": options.temperature,
            "seed": self._seed(sample),
            "sample": sample,
        }
        return Question(messages, form, sample, make_key(asked))

    def close(self) -> None:
        """Wait a little for answers under way, so that they are kept, and close the connections."""
        self.budget.close(LAST_ANSWERS)
        if self._endpoint is not None:
            self._endpoint.close()

    def _find_form(self, sentence: Sentence, sample: int) -> tuple[Completion, Usage]:
        """Ask with a schema, and without one where the server refuses it."""
        questions = [self.question(sentence, form, sample) for form in ("schema", "text")]
        for question in questions:
            if self._find(question) is not None:
                return self._answer(question)  # says nothing about the server, which is not asked
        with_schema, without = questions
        try:
            answer = self._answer(with_schema)
        except AnswerError as error:
            if error.status not in OF_THE_FORM:
                raise
            answer = self._answer(without)
            self._form = "text"
        else:
            self._form = "schema"
        return answer

    def _answer(self, question: Question) -> tuple[Completion, Usage]:
        likely = prompt_tokens(question.messages, question.form).likely
        with self._locks.of(question.key):
            completion = self._find(question)
            is_on_disk = completion is not None
            if completion is None:
                completion = self._request(question)
        usage = usage_of(completion, self.prices, likely)
        if is_on_disk and self.is_resumed:
            self.budget.add(usage)
        return completion, usage

    def _find(self, question: Question) -> Completion | None:
        found = self.cache.find(question.key) if self.cache is not None else None
        if found is not None and self.options.ask_again and question.key not in self._renewed:
            return found if is_usable(found) else None
        return found

    def _keep(self, question: Question, completion: Completion) -> None:
        """Keep an answer; if that fails, the answer still counts, but no other is asked for."""
        self._renewed.add(question.key)
        if self.cache is not None:
            try:
                self.cache.add(question.key, completion)
            except InputError as error:
                self._unwritable = error

    def _request(self, question: Question) -> Completion:
        estimate = prompt_tokens(question.messages, question.form)
        most = self.prices.usage(estimate.most, self.options.answer_tokens)
        meter = RequestMeter(self.budget, most, self.prices, estimate.likely, partial(self._keep, question))
        more: dict[str, Any] = {"response_format": SCHEMA} if question.form == "schema" else {}
        if (seed := self._seed(question.sample)) is not None:
            more["seed"] = seed
        return self._limit.complete(self._connect(), question.messages, more, meter)

    def _seed(self, sample: int) -> int | None:
        seed = self.options.model_seed
        return None if seed is None else seed + sample - 1

    def _connect(self) -> ChatEndpoint:
        """Open the endpoint when it is first needed: a run whose answers are all on disk needs neither it nor a key."""
        with self._endpoint_lock:
            if self._endpoint is None:
                self._endpoint = ChatEndpoint(
                    self.options.endpoint,
                    self.options.model,
                    key_variable=self.options.key_variable,
                    temperature=self.options.temperature,
                    timeout=self.options.timeout,
                    retries=self.options.retries,
                )
            return self._endpoint
