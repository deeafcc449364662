"""CoreNLP's JSON: words and the basic dependencies between them, or constituency trees (Manning et al., 2014)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.errors import FormatError, InputError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, maybe, values
from karat.formats.problems import Problems, gathered
from karat.formats.text.brackets import parse_tree
from karat.formats.text.input_file import Input
from karat.model import Document, ParsedSentence, Token, Tree, Word

DEPENDENCIES = "basicDependencies"


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each sentence by its number in the file, from 1; it has one root and every word a governor.

    CoreNLP's part of speech is the language's own (Penn's in English); lemmas are there where it was asked for them.
    """
    with gathered(problems) as kept:
        for number, sentence in enumerate(_sentences(path, encoding, kept), 1):
            try:
                yield Document(str(number), _sentence(sentence))
            except FormatError as error:
                kept.add(error)


def read_trees(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[tuple[Part, Tree]]:
    """Yield each sentence's constituency tree, with its place; the annotator parse writes it, as ``parse``."""
    with gathered(problems) as kept:
        for sentence in _sentences(path, encoding, kept):
            try:
                text, part = sentence.text("parse"), sentence.inner("parse")
                try:
                    tree = parse_tree(text)
                except InputError as error:
                    raise part.error("a tree in brackets", f"one that is not: {error}") from None
                yield part, tree
            except FormatError as error:
                kept.add(error)


def fits(head: Sequence[str]) -> bool:
    """JSON with sentences and their basic dependencies."""
    found = keys(head)
    return "sentences" in found and DEPENDENCIES in found


def _sentences(path: Input, encoding: str, problems: Problems) -> Iterator[Part]:
    """All sentences of all documents of a file."""
    for value in values(path, encoding, problems):
        for document in elements(value):
            try:
                yield from document.items("sentences")
            except FormatError as error:
                problems.add(error)


def _sentence(sentence: Part) -> ParsedSentence:
    tokens = sentence.items("tokens")
    governors = _governors(sentence, len(tokens))
    words = tuple(_word(token, *governors[number]) for number, token in enumerate(tokens, 1))
    return ParsedSentence(tuple(Token(word.form, number, number) for number, word in enumerate(words, 1)), words)


def _governors(sentence: Part, count: int) -> dict[int, tuple[int, str]]:
    """What governs each word, and how."""
    found: dict[int, tuple[int, str]] = {}
    for edge in sentence.items(DEPENDENCIES):
        dependent = _place(edge, "dependent", 1, count)
        if dependent in found:
            raise edge.error("one governor for each word", f"a second one for word {dependent}")
        relation = edge.text("dep")
        found[dependent] = (_place(edge, "governor", 0, count), "root" if relation == "ROOT" else relation)
    for number in range(1, count + 1):
        if number not in found:
            raise sentence.inner(DEPENDENCIES).error("a governor for each word", f"none for word {number}")
    roots = [number for number, (governor, _) in found.items() if governor == 0]
    if count and len(roots) != 1:
        raise sentence.inner(DEPENDENCIES).error("one root in a sentence", f"{len(roots)}")
    _check_ways(sentence, found)
    return found


def _check_ways(sentence: Part, found: dict[int, tuple[int, str]]) -> None:
    """Every word must hang below the root."""
    below = {0}
    for start in found:
        way: list[int] = []
        number = start
        while number not in below:
            if number in way:
                expected = "a way from each word to the root"
                raise sentence.inner(DEPENDENCIES).error(expected, f"a circle through word {number}")
            way.append(number)
            number = found[number][0]
        below.update(way)


def _place(edge: Part, key: str, least: int, most: int) -> int:
    part = edge.inner(key)
    value = part.value
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise part.error(f"the number of a word, from {least} to {most}", part.shown)
    return value


def _word(token: Part, governor: int, relation: str) -> Word:
    written = maybe(token, "originalText")
    form = token.text("originalText") if written is not None and written.value else token.text("word")
    return Word(form, token.optional("lemma") or "_", "_", token.optional("pos") or "_", (), governor, relation)


CORENLP_PARSES = Format(
    name="corenlp-parses",
    title="CoreNLP JSON with the annotator depparse",
    kind="dependencies",
    looks='JSON with "sentences" and "basicDependencies"',
    read=read,
    fits=fits,
    suffixes=(".json",),
)
