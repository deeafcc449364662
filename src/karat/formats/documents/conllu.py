"""CoNLL-U: sentences of words, each with the word that governs it, in ten columns (universaldependencies.org)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Document, ParsedSentence, Token, Word

COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
NAME = re.compile(r"#\s*sent_id\s*=\s*(.+?)\s*$")
EMPTY_NODE = re.compile(r"\d+\.\d+")
SPAN = re.compile(r"(\d{1,9})-(\d{1,9})")
Row = tuple[Line, list[str]]


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each sentence, named by its ``sent_id`` or else by the number of its first line.

    A sentence must have words numbered from 1, one root and no cycle; empty nodes (``5.1``) are skipped.
    """
    with collect_problems(problems) as report:
        for block in _blocks(path, encoding):
            try:
                yield _sentence(block)
            except FormatError as error:
                report.add(error)


def fits(head: Sequence[str]) -> bool:
    """Tell whether the first line that is not a comment has ten columns, the first a word's number."""
    first = next((text for text in head if not text.startswith("#")), "")
    fields = first.split("\t")
    return len(fields) == len(COLUMNS) and fields[0].split("-")[0] == "1"


def _blocks(path: Input, encoding: str) -> Iterator[list[Line]]:
    block: list[Line] = []
    for line in lines(path, encoding):
        if not line.blank:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _sentence(block: list[Line]) -> Document:
    name = ""
    start = 0
    for start, line in enumerate(block):  # noqa: B007 - where the comments end
        if not line.text.startswith("#"):
            break
        if found := NAME.match(line.text):
            name = found[1]
    else:
        raise block[0].error(expected="words below the comments", found="none before the blank line")
    rows = [_fields(line) for line in block[start:]]
    rows = [row for row in rows if not EMPTY_NODE.fullmatch(row[1][0])]
    if not rows:
        raise block[start].error(expected="at least one word", found="only empty nodes")
    spans, words = _numbered(rows)
    sentence = ParsedSentence(_tokens(words, spans), tuple(_word(row, len(words)) for row in words))
    _check_tree(words, sentence)
    return Document(name or f"line {block[start].number}", sentence, block[start].number)


def _fields(line: Line) -> Row:
    fields = line.text.split("\t")
    if len(fields) != len(COLUMNS):
        raise line.error(expected="10 columns with a tab between them", found=f"{len(fields)}: {line.text!r:.60}")
    return line, fields


def _numbered(rows: list[Row]) -> tuple[list[tuple[Line, str, int, int]], list[Row]]:
    """Separate multi-word tokens from words, and check that both are numbered in order."""
    spans: list[tuple[Line, str, int, int]] = []
    words: list[Row] = []
    for line, fields in rows:
        if span := SPAN.fullmatch(fields[0]):
            first, last = int(span[1]), int(span[2])
            if first != len(words) + 1 or last < first:
                expected = f"a range of words that starts at {len(words) + 1}, the next word,"
                raise line.error(expected=expected, found=repr(fields[0]))
            if spans and first <= spans[-1][3]:
                raise line.error(expected="ranges that share no word", found=repr(fields[0]))
            spans.append((line, _form(line, fields[1]), first, last))
        elif fields[0] != str(len(words) + 1):
            raise line.error(expected=f"the word number {len(words) + 1} in column 1", found=repr(fields[0]))
        else:
            words.append((line, fields))
    for line, _, first, last in spans:
        if last > len(words):
            raise line.error(expected=f"a range within the {len(words)} words", found=f"'{first}-{last}'")
    return spans, words


def _tokens(words: list[Row], spans: list[tuple[Line, str, int, int]]) -> tuple[Token, ...]:
    starts = {first: Token(form, first, last, contracted=True) for _, form, first, last in spans}
    tokens: list[Token] = []
    number = 1
    while number <= len(words):
        line, fields = words[number - 1]
        token = starts.get(number) or Token(_form(line, fields[1]), number, number)
        tokens.append(token)
        number = token.last + 1
    assert all(one.last + 1 == other.first for one, other in pairwise(tokens))
    return tuple(tokens)


def _word(row: Row, count: int) -> Word:
    line, fields = row
    _, form, lemma, upos, xpos, features, head, relation, _, _ = fields
    if not (head.isascii() and head.isdigit() and len(head) < 10 and int(head) <= count):
        raise line.error(expected=f"the number of a word, from 0 to {count}, in column 7", found=repr(head))
    if not relation.strip():
        raise line.error(expected="a relation in column 8", found="nothing")
    named = () if features == "_" else tuple(features.split("|"))
    return Word(_form(line, form), lemma, upos, xpos, named, int(head), relation)


def _form(line: Line, form: str) -> str:
    if not form.strip():
        raise line.error(expected="a form in column 2", found=repr(form))
    return form


def _check_tree(rows: list[Row], sentence: ParsedSentence) -> None:
    """Check that every word is below the one root; edges may cross."""
    governors = [word.governor for word in sentence.words]
    roots = [place for place, governor in enumerate(governors) if governor == 0]
    if len(roots) != 1:
        place = roots[1] if roots else 0
        raise rows[place][0].error(expected="one root in a sentence", found="a second one" if roots else "none")
    below = {0}
    for start in range(1, len(governors) + 1):
        way = []
        number = start
        while number not in below:
            if number in way:
                line = rows[number - 1][0]
                raise line.error(expected="a way from each word to the root", found=f"a circle through word {number}")
            way.append(number)
            number = governors[number - 1]
        below.update(way)


CONLLU = Format(
    name="conllu",
    title="CoNLL-U",
    kind="dependencies",
    looks="ten columns with tabs, the first a word's number",
    read=read,
    fits=fits,
    suffixes=(".conllu",),
)
