"""The sentences that a system is run over: those of a benchmark, of plain text, or of any file that has sentences."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from karat.benchmarks import benchmark_named, load_gold
from karat.errors import FormatError, InputError, quoted
from karat.formats import InputFile, choose_format, guess, read_items
from karat.formats.format import ITEM_KINDS, Item, Kind
from karat.formats.text.input_file import STANDARD_INPUT, as_input
from karat.formats.text.lines import content
from karat.formats.text.sentence_lines import read_sentences as read_plain_sentences
from karat.model import Clique, Row, Sentence

PLAIN = "text"
"""The name of plain text, where a format can be named."""

GOLD_KINDS: tuple[Kind, ...] = ("synsets", "tuples", "cliques")

Source = str | os.PathLike[str]


def read_sentences(path: Source, format: str | None = None, encoding: str = "utf-8") -> tuple[Sentence, ...]:
    """Read the sentences of a file, each once, in order, with their ids.

    A file that begins with a bracket of JSON, or whose first line has two tabs or more, or that is gold, is in a format
    that Karat guesses. Any other is plain text: a sentence a line, numbered from 1, or after an id and a tab. Blank
    lines are ignored. ``format`` names the format instead; plain text is ``text``.
    """
    file = as_input(path)
    file.encoding_option = "--input-encoding"
    try:
        if format == PLAIN or (format is None and _is_plain(file, encoding)):
            return tuple(read_plain_sentences(file, encoding))
        chosen = choose_format(format, None) or guess(file, encoding, option="--input-format")
        if chosen.kind not in ITEM_KINDS:
            raise FormatError(file, None, "a file with sentences", f"{chosen.kind} (format {chosen.name})")
        sentences = _each_once(read_items(file, chosen, encoding), file)
        if not sentences:
            raise FormatError(file, None, "at least one sentence", "none")
        return sentences
    finally:
        if file is not path:
            file.close()


def sentences_of_benchmark(name: str) -> tuple[Sentence, ...]:
    """Give the sentences of a benchmark; of cliques, the originals and all their paraphrases."""
    return tuple(load_gold(benchmark_named(name)).sentences)


def given_sentences(given: Iterable[str | Sentence]) -> tuple[Sentence, ...]:
    """Give sentences that are Python's own; texts are numbered from 1."""
    sentences = tuple(
        each if isinstance(each, Sentence) else Sentence(str(number), each) for number, each in enumerate(given, 1)
    )
    for sentence in sentences:
        if not isinstance(sentence.text, str) or not isinstance(sentence.id, str):
            raise InputError(f"sentences: expected texts or values of karat.Sentence, found {sentence.text!r:.80}")
    check_ids(sentences)
    return sentences


def check_ids(sentences: Sequence[Sentence]) -> None:
    """Refuse an id that occurs twice, since a run tells its sentences apart by their ids."""
    seen: set[str] = set()
    for sentence in sentences:
        if sentence.id in seen:
            raise InputError(f"sentences: expected an id of its own for each, found {quoted(sentence.id)} again")
        seen.add(sentence.id)


def check_output(output: Path, sentences: Source) -> None:
    """Refuse an output that is the file with the sentences, by whatever name, since it would replace them."""
    if not output.is_file():
        return
    with suppress(OSError, ValueError):  # no such file, or no standard input: reading says so
        source = os.fstat(sys.stdin.fileno()) if str(sentences) == STANDARD_INPUT else Path(sentences).stat()
        if os.path.samestat(source, output.stat()):
            raise InputError(f"{output}: expected another file than that of the sentences, found the same")


def _is_plain(file: InputFile, encoding: str) -> bool:
    (first,) = islice(content(file, encoding), 1)
    if first.text.lstrip().startswith(("{", "[")) or first.text.count("\t") >= 2:
        return False
    try:
        guess(file, encoding, kinds=GOLD_KINDS)
    except InputError:
        return True
    return False


def _each_once(items: Iterable[Item], file: InputFile) -> tuple[Sentence, ...]:
    """Give the sentences of a file, by their ids if all of them have one, else by their texts, numbered from 1."""
    by_id: dict[str, str] = {}
    texts: dict[str, None] = {}
    have_ids = True
    for id, text, line in _sentences(items, file):
        texts.setdefault(text)
        if id is None:
            have_ids = False
        elif by_id.setdefault(id, text) != text:
            expected = f"one sentence with the id {quoted(id)}"
            raise FormatError(file, line, expected, f"{quoted(text)} after {quoted(by_id[id])}")
    if have_ids:
        return tuple(Sentence(id, text) for id, text in by_id.items())
    return tuple(Sentence(str(number), text) for number, text in enumerate(texts, 1))


def _sentences(items: Iterable[Item], file: InputFile) -> Iterator[tuple[str | None, str, int | None]]:
    for item in items:
        if isinstance(item, Row):
            if item.sentence is None:
                found = "none" if item.sentence_id is None else f"its id {quoted(item.sentence_id)}"
                raise FormatError(file, item.line, "the text of the sentence", found)
            yield item.sentence_id, item.sentence, item.line
        elif isinstance(item, Clique):
            yield from ((member.sentence.id, member.sentence.text, None) for member in item.members)
        else:
            yield item.sentence.id, item.sentence.text, None
