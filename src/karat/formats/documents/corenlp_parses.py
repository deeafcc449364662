"""CoreNLP's JSON: words and the basic dependencies between them, or constituency trees (Manning et al., 2014)."""

from __future__ import annotations

from collections.abc import Iterator

from karat.errors import FormatError, InputError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, inner_or_none, values
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.brackets import parse_tree
from karat.formats.text.input_file import Input
from karat.model import Document, ParsedSentence, Token, Tree, Word

DEPENDENCIES = "basicDependencies"


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each sentence, numbered from 1; it must have one root, and every word a governor.

    Parts of speech are language-specific (Penn's tags in English); lemmas are present if CoreNLP was asked for them.
    """
    with collect_problems(problems) as report:
        for number, sentence in enumerate(_sentences(path, encoding, report), 1):
            try:
                yield Document(str(number), parsed_sentence(sentence), numbered=True)
            except FormatError as error:
                report.add(error)


def read_trees(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[tuple[Part, Tree]]:
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
    """Give the governor of each word, and the relation to it."""
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
    read=read,
    suffixes=(".json",),
)
