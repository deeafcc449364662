"""Read the documents of one source, the gold or a system's output, and prepare them for a task's metrics."""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from karat.benchmarks.tasks import task_named
from karat.benchmarks.tasks.task import Choices, Task
from karat.errors import InputError
from karat.formats import FileRecord, InputFile, read_documents
from karat.formats.text.input_file import Shards, as_input
from karat.model import Document, MarkedText, Mention
from karat.one_line import one_line
from karat.results.outputs import Source
from karat.results.tasks.contents import Contents, ContentsWriter


@dataclass(frozen=True, slots=True)
class TokenIndex:
    """How many tokens each document has, and a digest of its words; 0 where they are not known.

    A file of tags alone has tokens whose words are empty. ``ends`` are how many tokens the mentions of each document
    need, ``single`` how many mentions have one token, where this is not checked in reading, and ``lines`` where the
    documents begin, or 0.
    """

    counts: array[int] = field(default_factory=lambda: array("q"))
    digests: array[int] = field(default_factory=lambda: array("Q"))
    ends: array[int] = field(default_factory=lambda: array("q"))
    single: array[int] = field(default_factory=lambda: array("q"))
    lines: array[int] = field(default_factory=lambda: array("q"))

    __repr__ = one_line

    def add(self, document: Document, line: int | None) -> None:
        """Add the next document, which begins in a line of the file."""
        tokens = words_of(document)
        self.counts.append(len(tokens))
        digest = blake2b("\0".join(tokens).encode("utf-8", "surrogatepass"), digest_size=8).digest()
        self.digests.append(int.from_bytes(digest) or 1 if any(tokens) else 0)
        clusters = () if isinstance(document.content, MarkedText) else document.content
        mentions = [each for cluster in clusters for each in cluster.mentions if isinstance(each, Mention)]
        self.ends.append(max([each.right for each in mentions], default=-1) + 1)
        self.single.append(sum([each.left == each.right for each in mentions]))
        self.lines.append(line or 0)


@dataclass(frozen=True, slots=True)
class SourceRequest:
    """What to read and how: the gold if no system is named, else that system's output.

    ``scratch`` is the file for the contents, which else stay in memory. ``index_tokens`` makes an index of tokens, and
    ``keep_words`` keeps the words themselves.
    """

    task: Task
    source: Source | Iterable[Document] | None
    options: Choices
    format: str | None = None
    encoding: str = "utf-8"
    system: str | None = None
    scratch: Path | None = None
    index_tokens: bool = False
    keep_words: bool = False

    __repr__ = one_line

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Send a known task by its name, since its functions cannot be sent, and an open file by its path."""
        fields = [getattr(self, name) for name in self.__dataclass_fields__]
        fields[0] = task_reference(self.task)
        if isinstance(self.source, InputFile):
            fields[1] = str(self.source)
        return _request, tuple(fields)


@dataclass(frozen=True, slots=True)
class SourceDocuments:
    """The documents of a source in its order: their names, contents and tokens, and the record of the file.

    ``words`` has the words of each document, if they were asked for. ``called`` is how messages name the source, and
    ``numbered`` tells that names are only numbers,
    since a document of the source has no id.
    """

    names: list[str]
    contents: Contents
    tokens: TokenIndex
    words: Contents
    record: FileRecord | None
    called: str = ""
    numbered: bool = False

    __repr__ = one_line

    def place(self, index: int) -> str:
        """Name a document's file and line, or the system whose it is."""
        line = self.tokens.lines[index]
        return f"{self.called}:{line}" if line else self.called


def task_reference(task: Task) -> str | Task:
    """Name a task that every process knows; give any other task itself."""
    try:
        return task.name if task_named(task.name) is task else task
    except InputError:
        return task


def referred_task(reference: str | Task) -> Task:
    """Give the task that a reference stands for."""
    return task_named(reference) if isinstance(reference, str) else reference


def _request(reference: str | Task, *fields: Any) -> SourceRequest:
    return SourceRequest(referred_task(reference), *fields)


def read_source(request: SourceRequest) -> SourceDocuments:
    """Read all documents; an id that occurs twice, or no document at all, is an error."""
    file = as_input(request.source) if isinstance(request.source, (str, os.PathLike)) else None
    request = replace(request, source=file or request.source)
    task = request.task
    prepare = (task.prepare_gold or task.prepare) if request.system is None else task.prepare
    names: list[str] = []
    numbered = False
    tokens = TokenIndex()
    words_file = None if request.scratch is None or not request.keep_words else request.scratch.with_suffix(".words")
    with ContentsWriter(request.scratch) as contents, ContentsWriter(words_file) as all_words:
        for document in _documents(request):
            names.append(document.id)
            numbered = numbered or document.numbered
            words = words_of(document)
            if request.index_tokens:
                # A line of one of several files says nothing.
                tokens.add(document, None if file is None or isinstance(file, Shards) else document.line)
            if request.keep_words:
                # A text has few different words.
                all_words.add(words if file is None else tuple(map(sys.intern, words)))
            contents.add(prepare(document.content, request.options))
        if not names:
            raise InputError(f"{_called(request)}: expected documents, found none")
        record = file.record() if file is not None else None
        return SourceDocuments(names, contents.finish(), tokens, all_words.finish(), record, _called(request), numbered)


def _called(request: SourceRequest) -> str:
    if isinstance(request.source, (str, os.PathLike)):
        return str(request.source)
    return "the gold" if request.system is None else request.system


def _documents(request: SourceRequest) -> Iterator[Document]:
    source, gold = request.source, request.system is None
    if source is None:
        raise InputError(f"{request.task.name}: expected a gold file, found none")
    if isinstance(source, (str, os.PathLike)):
        option = "--gold-format" if gold else "--format"
        yield from read_documents(source, request.task.kind, request.format, request.encoding, gold=gold, option=option)
        return
    seen: set[str] = set()
    for document in source:
        if document.id in seen:
            raise InputError(f"{_called(request)}: expected each document once, found {document.id!r} twice")
        seen.add(document.id)
        yield document


def words_of(document: Document) -> tuple[str, ...]:
    """The words of a document, where they are known."""
    return document.content.tokens if isinstance(document.content, MarkedText) else document.tokens
