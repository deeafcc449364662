"""Parses from files: dependencies and trees in CoreNLP's JSON, trees in brackets, and parses by sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from unicodedata import normalize

from karat.errors import FormatError, InputError, quoted
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, inner_or_none, values
from karat.formats.problems import Problems, collect_problems, parse_each
from karat.formats.reading import read_documents
from karat.formats.text.brackets import parse_tree
from karat.formats.text.input_file import Input, InputFile, as_input
from karat.formats.text.lines import Line, content
from karat.model import Clique, Document, Member, ParsedSentence, Token, Tree, Word

DEPENDENCIES = "basicDependencies"


def read_corenlp(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each sentence, numbered from 1; it must have one root, and every word a governor.

    Parts of speech are language-specific (Penn's tags in English); lemmas are present if CoreNLP was asked for them.
    """
    with collect_problems(problems) as report:
        for number, sentence in enumerate(_sentences(path, encoding, report), 1):
            try:
                yield Document(str(number), parsed_sentence(sentence), numbered=True)
            except FormatError as error:
                report.add(error)


def read_corenlp_trees(
    path: Input, encoding: str = "utf-8", problems: Problems | None = None
) -> Iterator[tuple[Part, Tree]]:
    """Yield each sentence's constituency tree, which the annotator parse writes under ``parse``, with its place."""
    with collect_problems(problems) as report:
        for sentence in _sentences(path, encoding, report):
            try:
                yield sentence.inner("parse"), tree_of(sentence)
            except FormatError as error:
                report.add(error)


def tree_of(sentence: Part) -> Tree:
    """Read the constituency tree of one of CoreNLP's sentences."""
    try:
        return parse_tree(sentence.text("parse"))
    except InputError as error:
        if isinstance(error, FormatError):
            raise
        raise sentence.inner("parse").error("a tree in brackets", f"one that is not: {error}") from None


def _sentences(path: Input, encoding: str, problems: Problems) -> Iterator[Part]:
    """Yield the sentences of all documents of a file."""
    for value in values(path, encoding, problems):
        for document in elements(value):
            try:
                yield from document.items("sentences")
            except FormatError as error:
                problems.add(error)


def parsed_sentence(sentence: Part) -> ParsedSentence:
    """Read the words of one of CoreNLP's sentences, with their governors."""
    tokens = sentence.items("tokens")
    governors = _governors(sentence, len(tokens))
    words = tuple(_word(token, *governors[number]) for number, token in enumerate(tokens, 1))
    return ParsedSentence(tuple(Token(word.form, number, number) for number, word in enumerate(words, 1)), words)


def _governors(sentence: Part, count: int) -> dict[int, tuple[int, str]]:
    """Return the governor of each word, and the relation to it."""
    governors: dict[int, tuple[int, str]] = {}
    for edge in sentence.items(DEPENDENCIES):
        dependent = _place(edge, "dependent", 1, count)
        if dependent in governors:
            raise edge.error("one governor for each word", f"a second one for word {dependent}")
        relation = edge.text("dep")
        governors[dependent] = (_place(edge, "governor", 0, count), "root" if relation == "ROOT" else relation)
    for number in range(1, count + 1):
        if number not in governors:
            raise sentence.inner(DEPENDENCIES).error("a governor for each word", f"none for word {number}")
    roots = [number for number, (governor, _) in governors.items() if governor == 0]
    if count and len(roots) != 1:
        raise sentence.inner(DEPENDENCIES).error("one root in a sentence", f"{len(roots)}")
    _check_ways(sentence, governors)
    return governors


def _check_ways(sentence: Part, governors: dict[int, tuple[int, str]]) -> None:
    """Check that every word is below the root."""
    below = {0}
    for start in governors:
        way: list[int] = []
        number = start
        while number not in below:
            if number in way:
                expected = "a way from each word to the root"
                raise sentence.inner(DEPENDENCIES).error(expected, f"a circle through word {number}")
            way.append(number)
            number = governors[number][0]
        below.update(way)


def _place(edge: Part, key: str, least: int, most: int) -> int:
    part = edge.inner(key)
    value = part.value
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise part.error(f"the number of a word, from {least} to {most}", part.shown)
    return value


def _word(token: Part, governor: int, relation: str) -> Word:
    written = inner_or_none(token, "originalText")
    form = token.text("originalText") if written is not None and written.value else token.text("word")
    return Word(form, token.optional("lemma") or "_", "_", token.optional("pos") or "_", (), governor, relation)


CORENLP_PARSES = Format(
    name="corenlp-parses",
    title="CoreNLP JSON with the annotator depparse",
    kind="dependencies",
    looks='JSON with "sentences" and "basicDependencies"',
    read=read_corenlp,
    suffixes=(".json",),
)


CODE = re.compile(r"-[LR][RSC]B-", re.IGNORECASE)
"""How treebanks and parsers write brackets among words: ``-LRB-``, ``-RSB-`` and so on."""

TRACE = "-NONE-"
"""The label of traces and other empty elements."""


@dataclass(frozen=True, slots=True)
class PlacedTree:
    """A tree and its place in the file, for error messages."""

    tree: Tree
    place: Line | Part

    def error(self, expected: str, found: str) -> FormatError:
        """Make an error about this tree; the caller raises it."""
        if isinstance(self.place, Line):
            return self.place.error(expected=expected, found=found)
        return self.place.error(expected, found)


def read_trees(path: Input, encoding: str = "utf-8") -> Iterator[PlacedTree]:
    """Yield each tree: one in brackets on each line that is not blank, or CoreNLP's ``parse`` of each sentence."""
    file = as_input(path)
    if next(content(file, encoding)).text.lstrip()[:1] in ("{", "["):
        for part, tree in read_corenlp_trees(file, encoding):
            yield PlacedTree(tree, part)
    else:
        yield from parse_each(_placed, file, encoding)


def with_trees(
    cliques: Iterable[Clique], path: Input, *, encoding: str = "utf-8", check_words: bool = True
) -> list[Clique]:
    """Add each sentence's tree, in the order of the cliques, the original before its paraphrases.

    There must be as many trees as sentences, and a tree must have its sentence's words; otherwise one missing tree
    would shift all that follow. Only letters and digits are compared, so that tokenisation and the spelling of
    brackets, quotation marks, dashes and capitals do not matter; traces are left out. Existing trees are replaced.
    """
    everything = list(cliques)
    members = [member for clique in everything for member in clique.members]
    placed = list(read_trees(path, encoding))
    if check_words:
        for member, each in zip(members, placed, strict=False):
            _check_words(member, each)
    if len(placed) != len(members):
        expected = f"{len(members):,} trees, one for each sentence of the cliques"
        raise FormatError(path, None, expected, f"{len(placed):,}")
    trees = iter(placed)
    return [
        replace(clique, members=tuple(replace(member, tree=next(trees).tree) for member in clique.members))
        for clique in everything
    ]


def same_words(tree: Tree, text: str) -> bool:
    """Tell whether a tree has the letters and digits of a text."""
    return _letters("".join(_words(tree))) == _letters(text)


def _placed(line: Line) -> PlacedTree:
    try:
        return PlacedTree(parse_tree(line.text), line)
    except InputError as error:
        raise line.error(expected="a tree in brackets", found=f"one that is not: {error}") from None


def _check_words(member: Member, placed: PlacedTree) -> None:
    if not same_words(placed.tree, member.sentence.text):
        words = " ".join(_words(placed.tree))
        expected = f"a tree of sentence {member.sentence.id!r} ({quoted(member.sentence.text)})"
        raise placed.error(expected, f"one of {quoted(words)}")


def _words(tree: Tree) -> Iterator[str]:
    """Return the words from left to right, without traces."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if not node.children:
            yield node.label
        elif node.label != TRACE:
            pending.extend(reversed(node.children))


def _letters(text: str) -> str:
    return "".join(sign for sign in normalize("NFKC", CODE.sub("", text)).casefold() if sign.isalnum())


class FileParses:
    """The parses of a file in CoNLL-U or CoreNLP's JSON.

    A text is matched with the parse whose words have the same characters, white space ignored, or with several
    consecutive parses if the parser split the text into sentences. ``name`` is the file's name with the beginning of
    its checksum.
    """

    def __init__(self, path: str | os.PathLike[str], format: str | None = None, encoding: str = "utf-8") -> None:
        with InputFile(path) as file:
            documents = list(read_documents(file, "dependencies", format, encoding))
            record = file.record()
        self.path = file.path
        self.name = f"{self.path.name}-{record.sha256[:8]}" if record is not None else self.path.name
        parses: list[ParsedSentence] = [document.content for document in documents]
        self._parses = [parse for parse in parses if parse.words]
        self._texts = [_text(parse) for parse in self._parses]
        self._places = {text: place for place, text in reversed([*enumerate(self._texts)])}

    def tag(self, texts: Sequence[str]) -> list[tuple[Word, ...]]:
        """Return the words of each text."""
        return [self._words(text) for text in texts]

    def _words(self, text: str) -> tuple[Word, ...]:
        characters = "".join(text.split())
        if not characters:
            return ()
        if (place := self._places.get(characters)) is not None:
            return self._parses[place].words
        for start in self._starts.get(characters[0], ()):
            left, stop = characters, start
            while left and stop < len(self._texts) and left.startswith(self._texts[stop]):
                left = left.removeprefix(self._texts[stop])
                stop += 1
            if not left:
                return _joined(self._parses[start:stop])
        raise InputError(f"{self.path}: expected a parse of {text!r:.80}, found none with its characters")

    @cached_property
    def _starts(self) -> dict[str, list[int]]:
        """The indexes of sentences by their first character."""
        found: dict[str, list[int]] = {}
        for place, text in enumerate(self._texts):
            found.setdefault(text[0], []).append(place)
        return found


def _text(parse: ParsedSentence) -> str:
    return "".join("".join(token.form.split()) for token in parse.tokens)


def _joined(parses: Sequence[ParsedSentence]) -> tuple[Word, ...]:
    """Join sentences, numbering the words through."""
    words: list[Word] = []
    for parse in parses:
        before = len(words)
        words += [replace(word, governor=word.governor + before) if word.governor else word for word in parse.words]
    return tuple(words)
