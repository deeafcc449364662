"""Texts in, CoreNLP's annotations out: batches, failures by text, and a server that is started when needed."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from karat.errors import AnswerError, ServiceError
from karat.formats.json.parts import Part
from karat.systems.corenlp.client import Address, Client
from karat.systems.corenlp.jars.finding import Jars, find_jars
from karat.systems.corenlp.options import CorenlpOptions
from karat.systems.corenlp.server import Server
from karat.systems.system import Failure

LOADING_PERIOD = 300.0
"""Seconds that the first request has, for which the server loads its weights."""
STARTS = 5
"""How often a server of our own is started before it is given up: a text may use up its memory."""
LINE_END = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
"""What CoreNLP, or Java, takes for the end of a line."""

Sentences = list[Part]
"""CoreNLP's sentences of a text: one, or none if it finds no word in it."""


class Pipeline:
    """Annotators of CoreNLP with their properties, and the server that runs them.

    Nothing is started, found or downloaded before it is needed. Several threads may annotate at once.
    """

    def __init__(
        self,
        annotators: str,
        options: CorenlpOptions,
        *,
        language: str = "en",
        models: Sequence[str] = ("models",),
        properties: Mapping[str, str] | None = None,
        example: str = "Ann left .",
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.options = options
        self.language = language
        self.models = tuple(models)
        self.properties = {
            "annotators": annotators,
            # A text is one sentence, and one line of a request.
            "ssplit.eolonly": "true",
            **(properties or {}),
            **options.property_values(),
        }
        self._example = example
        self._tell = tell
        self._lock = threading.Lock()
        self._server: Server | None = None
        self._client: Client | None = None
        self._starts = 0
        self._closed = False
        if options.url is not None:
            self._address: Address | None = Address.parse(options.url)
        else:
            self._address = None

    @property
    def version(self) -> str:
        """The version of CoreNLP and the weights; a server that runs already does not tell them."""
        if self._address is not None:
            return f"CoreNLP at {self._address.url}"
        return f"CoreNLP {self._jars.version} {'+'.join(self.models)}"

    @property
    def settings(self) -> dict[str, Any]:
        """What was asked for; the address, too, is part of the version."""
        return {"properties": dict(sorted(self.properties.items()))}

    def annotate(self, texts: Sequence[str]) -> list[Sentences | Failure]:
        """Annotate texts in one request; what fails is asked for again in halves, so that one text fails alone."""
        wanted = {index: line for index, text in enumerate(texts) if (line := LINE_END.sub(" ", text)).strip()}
        annotated = dict(zip(wanted, self._annotate(list(wanted.values())), strict=True)) if wanted else {}
        return [annotated.get(index, []) for index in range(len(texts))]

    def close(self) -> None:
        """End the server, if it is ours, without waiting for what it is doing or for one that is just starting."""
        self._closed = True
        self._client = None
        if (server := self._server) is not None:
            server.stop()

    def _annotate(self, lines: Sequence[str]) -> list[Sentences | Failure]:
        client = self._connected()
        try:
            answer = client.annotate("\n".join(lines), self.properties, self.options.timeout, self.language)
            return list(_by_line(answer, lines))
        except AnswerError as error:
            failure = Failure(f"CoreNLP: {error}")
        except ServiceError:
            if self._server is None or self._server.running or self._closed:
                raise
            failure = Failure(f"CoreNLP ended while it was processed: {self._last_words()}")
        if len(lines) == 1:
            return [failure]
        middle = len(lines) // 2
        return [*self._annotate(lines[:middle]), *self._annotate(lines[middle:])]

    def _connected(self) -> Client:
        """Give the client of a server that answers; start one, or another one if ours has ended."""
        with self._lock:
            if self._closed:
                raise ServiceError("expected a CoreNLP server, found that it was closed")
            if self._client is not None and (self._server is None or self._server.running):
                return self._client
            if self._address is not None:
                client = Client(self._address, retries=self.options.retries)
            else:
                client = Client(self._start().address, retries=self.options.retries)
            self._check(client)
            self._client = client
            return client

    def _start(self) -> Server:
        if self._starts >= STARTS:
            found = f"that it ended {self._starts} times; the last time: {self._last_words()}"
            raise ServiceError(f"expected CoreNLP's server to go on, found {found}")
        if self._server is not None:
            self._server.stop()
        jars = self._jars
        self._tell("starting CoreNLP")
        self._starts += 1
        self._server = Server(
            jars.paths, java=self.options.java, memory=self.options.memory, threads=self.options.workers
        )
        return self._server

    def _check(self, client: Client) -> None:
        """Have a first sentence annotated, so that weights are loaded, and settings that cannot work stop the run."""
        self._tell("loading CoreNLP's weights")
        try:
            client.annotate(self._example, self.properties, max(LOADING_PERIOD, self.options.timeout), self.language)
        except ServiceError as error:
            if self._server is None and not isinstance(error, AnswerError):
                raise
            if self._server is not None and not self._server.running:
                found = f"that it ended: {self._last_words()}"
                raise ServiceError(f"expected CoreNLP's server to load its weights, found {found}") from None
            annotators = self.properties["annotators"]
            said = f"; it said: {self._last_words()}" if self._server is not None else ""
            raise ServiceError(
                f"{client.address.url}: expected CoreNLP with the annotators {annotators}, found {error}{said}"
            ) from None

    def _last_words(self) -> str:
        return self._server.last_words() if self._server is not None else "nothing"

    @cached_property
    def _jars(self) -> Jars:
        return find_jars(self.models, self.options.jars, download=self.options.download, tell=self._tell)


def _by_line(answer: Part, lines: Sequence[str]) -> list[Sentences]:
    """Give each line its sentences, by the places of their words; offsets count units of UTF-16, as Java does."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1)
    ranges = list(pairwise(starts))
    found: list[Sentences] = [[] for _ in lines]
    number = 0
    for sentence in answer.items("sentences"):
        tokens = sentence.items("tokens")
        if not tokens:
            continue
        place = tokens[0].whole_number("characterOffsetBegin")
        while number < len(ranges) and place >= ranges[number][1]:
            number += 1
        if number == len(ranges) or place < ranges[number][0]:
            raise AnswerError(f"an answer with words that were not sent, at character {place}")
        found[number].append(sentence)
    return found
