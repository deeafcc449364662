"""Answers of AllenNLP's open information extraction: words, and tags for each verb (Stanovsky et al., 2018)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import each, keys, line_number, others, shown, values
from karat.formats.problems import Problems, parse_each
from karat.formats.text import blocks, tabs
from karat.formats.text.labelled_words import Labelled, extraction_of
from karat.formats.text.lines import Line
from karat.model import Extraction, Row

VERB = ("V", "BV", "AV")
"""The verb, and the forms of be and the other auxiliaries before it."""

TAG = re.compile(r"(?P<place>[BI])-(?P<role>\S+)|O")
ROLE = re.compile(r"(?P<role>[A-Z]+[A-Z0-9-]*):\s*(?P<text>.*)", re.DOTALL)


def read_blocks(path: Path, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield an extraction for each verb; a sentence without one gave nothing."""
    number = -1
    for value in values(path, encoding, problems):
        for answer in each(value):
            number += 1
            try:
                words = answer.inner("words").texts()
                kept = others(answer, "words", "verbs")
                verbs = answer.items("verbs")
            except FormatError as error:
                problems.add(error)
                continue
            sentence, place = " ".join(words), line_number(answer)
            if not verbs:
                yield number, Row(None, sentence=sentence, line=place)
            for verb in verbs:
                try:
                    yield number, Row(_extraction(verb, words, kept), sentence=sentence, line=place)
                except FormatError as error:
                    problems.add(error)


def _extraction(verb: Part, words: Sequence[str], kept: tuple[tuple[str, str], ...]) -> Extraction:
    tags = verb.inner("tags")
    texts = tags.texts(len(words))
    labels = [_label(tags, text) for text in texts]
    found = extraction_of(words, labels, VERB, (*others(verb, "tags"), *kept))
    if found is None:
        raise tags.error("a tag B-V", shown(tags.value)[:60])
    return found


def _label(part: Part, text: str) -> Labelled | None:
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


def _fits(head: Sequence[str]) -> bool:
    found = set(keys(head))
    return {"verbs", "words"} <= found or {"verbs", "tags"} <= found


def _fits_roles(head: Sequence[str]) -> bool:
    return all(map(tabs.has_roles, tabs.split(head)))


ALLENNLP_JSON = Format(
    name="allennlp-json",
    title="AllenNLP predictor of RnnOIE: JSON with words, and tags for each verb",
    kind="extractions",
    looks='JSON objects with "verbs" and "words"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
ROLE_TAB = Format(
    name="role-tab",
    title="RnnOIE wrappers: sentence, then parts with the names of their roles",
    kind="extractions",
    looks="tab-separated fields, all but the first with a role's name and a colon, as ARG0:words",
    read=partial(parse_each, parse_roles),
    fits=_fits_roles,
)
