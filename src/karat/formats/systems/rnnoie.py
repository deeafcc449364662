"""RnnOIE's outputs: AllenNLP's tags for each verb, lines of roles, CoNLL files (Stanovsky et al., 2018)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from karat.errors import FormatError
from karat.formats.format import Format, block_format
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, elements, keys, line_number, others, values
from karat.formats.problems import Problems, parse_each
from karat.formats.text import tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row, Span

NUMBERED = re.compile(r"A(?:RG)?(\d{1,2})")


class Labelled(NamedTuple):
    """The part that a word belongs to, and whether the word begins a stretch of it."""

    role: str
    begins: bool


def extraction_of(
    words: Sequence[str],
    labels: Sequence[Labelled | None],
    relation: Collection[str],
    other: tuple[tuple[str, str], ...] = (),
) -> Extraction | None:
    """Build an extraction from labelled words; ``None`` if no word is of the relation.

    Arguments are in the order of their numbers, those without a number after them in the order of the text. A part may
    have several stretches. ``other`` gets the ``role`` of each argument, then the given pairs.
    """
    stretches: dict[str, list[Span]] = {}
    before: str | None = None
    for index, label in enumerate(labels):
        if label is not None:
            role = "" if label.role in relation else label.role
            if label.begins or before != label.role:
                stretches.setdefault(role, []).append((index, index + 1))
            else:
                stretches[role][-1] = (stretches[role][-1][0], index + 1)
        before = label.role if label is not None else None
    if "" not in stretches:
        return None
    roles = sorted((role for role in stretches if role), key=_rank)
    return Extraction(
        _text(words, stretches[""]),
        tuple(_text(words, stretches[role]) for role in roles),
        spans=tuple(tuple(stretches[role]) for role in ("", *roles)),
        other=(*(("role", role) for role in roles), *other),
    )


def _rank(role: str) -> int:
    found = NUMBERED.fullmatch(role)
    return int(found[1]) if found else 100


def _text(words: Sequence[str], spans: Sequence[Span]) -> str:
    return " ".join(word for start, end in spans for word in words[start:end])


VERB = ("V", "BV", "AV")
"""The verb, and the forms of be and the other auxiliaries before it."""

TAG = re.compile(r"(?P<place>[BI])-(?P<role>\S+)|O")
ROLE = re.compile(r"(?P<role>[A-Z]+[A-Z0-9-]*):\s*(?P<text>.*)", re.DOTALL)


def read_answers(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield an extraction for each verb; a sentence without one gave nothing."""
    number = -1
    for value in values(path, encoding, problems):
        for answer in elements(value):
            number += 1
            try:
                words = answer.inner("words").texts()
                kept = others(answer, "words", "verbs")
                verbs = answer.items("verbs")
            except FormatError as error:
                problems.add(error)
                continue
            sentence, line = " ".join(words), line_number(answer)
            if not verbs:
                yield number, Row(None, sentence=sentence, line=line)
            for verb in verbs:
                try:
                    yield number, Row(_verb_extraction(verb, words, kept), sentence=sentence, line=line)
                except FormatError as error:
                    problems.add(error)


def _verb_extraction(verb: Part, words: Sequence[str], kept: tuple[tuple[str, str], ...]) -> Extraction:
    tags = verb.inner("tags")
    texts = tags.texts(len(words))
    labels = [_tag_label(tags, text) for text in texts]
    found = extraction_of(words, labels, VERB, (*others(verb, "tags"), *kept))
    if found is None:
        raise tags.error("a tag B-V", as_text(tags.value)[:60])
    return found


def _tag_label(part: Part, text: str) -> Labelled | None:
    found = TAG.fullmatch(text)
    if found is None:
        raise part.error("tags such as B-ARG0, I-V or O", repr(text))
    return Labelled(found["role"], found["place"] == "B") if found["role"] else None


def parse_roles(line: Line) -> Row:
    """Read a line of a wrapper's output: the sentence, then each part after the name of its role and a colon."""
    sentence, *fields = line.text.split("\t")
    parts: list[tuple[str, str]] = []
    for field in fields:
        found = ROLE.fullmatch(field)
        if found is None:
            raise line.error(expected="fields such as ARG0:words or V:word", found=repr(field))
        parts.append((found["role"], found["text"]))
    verbs = [text for role, text in parts if role in VERB]
    if not verbs:
        raise line.error(expected="a field V:word", found=repr(line.text))
    arguments = [(role, text) for role, text in parts if role not in VERB]
    extraction = Extraction(
        " ".join(verbs),
        tuple(text for _, text in arguments),
        other=tuple(("role", role) for role, _ in arguments),
    )
    return Row(extraction, sentence=sentence, line=line.number)


def _fits_answers(head: Sequence[str]) -> bool:
    found = set(keys(head))
    return {"verbs", "words"} <= found or {"verbs", "tags"} <= found


def _fits_roles(head: Sequence[str]) -> bool:
    return all(map(tabs.has_roles, tabs.split(head)))


ALLENNLP_JSON = block_format(
    "allennlp-json",
    "AllenNLP predictor of RnnOIE: JSON with words, and tags for each verb",
    'JSON objects with "verbs" and "words"',
    read_answers,
    _fits_answers,
)
ROLE_TAB = Format(
    name="role-tab",
    title="RnnOIE wrappers: sentence, then parts with the names of their roles",
    kind="extractions",
    looks="tab-separated fields, all but the first with a role's name and a colon, as ARG0:words",
    read=partial(parse_each, parse_roles),
    fits=_fits_roles,
)


COLUMNS = ("word_id", "word", "pred", "pred_id", "head_pred_id", "sent_id", "run_id", "label")
LABEL = re.compile(r"(?P<role>[A-Z]+[0-9]*)-(?P<place>[BI])|O")


class Word(NamedTuple):
    """A line of the file."""

    line: Line
    text: str
    label: Labelled | None
    sentence: str
    run: str
    predicate: tuple[tuple[str, str], ...]


def read_conll(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield an extraction for each run of words; the runs of a sentence follow each other and are a block."""
    number, sentence = -1, None
    run: list[Word] = []
    for word in _words(path, encoding, problems):
        if run and (word is None or (word.sentence, word.run) != (run[0].sentence, run[0].run)):
            if run[0].sentence != sentence:
                number, sentence = number + 1, run[0].sentence
            try:
                yield number, _row(run)
            except FormatError as error:
                problems.add(error)
            run = []
        if word is not None:
            run.append(word)


def _words(path: Input, encoding: str, problems: Problems) -> Iterator[Word | None]:
    """Yield each word, and ``None`` for a blank line and at the end."""
    for line in lines(path, encoding):
        fields = line.text.split("\t")
        if line.blank:
            yield None
        elif fields != list(COLUMNS):
            try:
                yield _word(line, fields)
            except FormatError as error:
                problems.add(error)
    yield None


def _word(line: Line, fields: list[str]) -> Word:
    if len(fields) != len(COLUMNS):
        raise line.error(
            expected=f"{len(COLUMNS)} tab-separated fields ({', '.join(COLUMNS)})",
            found=f"{len(fields)}: {line.text!r}",
        )
    _, text, predicate, predicate_id, head, sentence, run, label = fields
    match = LABEL.fullmatch(label)
    if match is None:
        raise line.error(expected="a label such as A0-B, P-I or O", found=repr(label))
    labelled = Labelled(match["role"], match["place"] == "B") if match["role"] else None
    kept = (("predicate", predicate), ("predicate_id", predicate_id), ("head_predicate_id", head))
    return Word(line, text, labelled, sentence, run, (*kept, ("sentence_number", sentence), ("run", run)))


def _row(run: list[Word]) -> Row:
    """Build a run's extraction: words labelled P are the relation, and arguments are in the order of their numbers."""
    first = run[0]
    found = extraction_of([word.text for word in run], [word.label for word in run], ("P",), first.predicate)
    if found is None:
        raise first.line.error(expected="words labelled P in the run", found=f"none in run {first.run!r}")
    return Row(found, sentence=" ".join(word.text for word in run), line=first.line.number)


def _fits_conll(head: Sequence[str]) -> bool:
    rows = [text.split("\t") for text in head]
    words = [fields for fields in rows if fields != list(COLUMNS)]
    return bool(words) and all(len(fields) == len(COLUMNS) and LABEL.fullmatch(fields[7]) for fields in words)


RNNOIE_CONLL = block_format(
    "rnnoie-conll",
    "RnnOIE CoNLL: a labelled word a line",
    "8 tab-separated fields, the last a label such as A0-B, P-I or O",
    read_conll,
    _fits_conll,
)
