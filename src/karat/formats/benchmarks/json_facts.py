"""Gold in JSON: sentences with facts, and for each fact its variants, whose words in brackets are optional."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from karat.errors import FormatError, InputError
from karat.formats.field_names import find_name, name_fields
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, line_number, values
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.slots import parse_slot, render_slot
from karat.formats.triples_as_gold import check_aliases
from karat.model import Annotation, Fact, Sentence, Slot, Synset

FACTS, VARIANTS, IDS = "facts", "variants", ("id", "sentence_id", "sent_id")
TRIPLE = "[subject, relation, object]"


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Annotation]:
    """Yield each sentence with its facts; sentences without an id are numbered from 1."""
    with collect_problems(problems) as report:
        number = 0
        for part in values(path, encoding, report):
            for sentence in elements(part):
                number += 1
                try:
                    yield _annotation(sentence, number)
                except FormatError as error:
                    report.add(error)
        if not number and not report.errors:
            raise FormatError(path, None, "sentences with facts in JSON", "an empty file")


def _annotation(part: Part, number: int) -> Annotation:
    part.only("sentence", FACTS, *IDS)
    id = next((part.value[name] for name in IDS if name in part), number)
    if isinstance(id, bool) or not isinstance(id, (str, int)):
        raise part.error("a text or a number as id", repr(id))
    facts = [_synset(fact, place) for place, fact in enumerate(part.items(FACTS), 1)]
    text = "" if "sentence" not in part and any(name in part for name in IDS) else part.text("sentence")
    return Annotation(Sentence(str(id), text), tuple(facts))


def _synset(part: Part, place: int) -> Synset:
    """Read a fact: an object with its variants, a list of them, or a single triple."""
    variants = [part]
    if VARIANTS in part:
        part.only(VARIANTS, "id")
        variants = part.items(VARIANTS)
    elif isinstance(part.value, list) and all(isinstance(each, list | dict) for each in part.value):
        variants = part.members("a list")
    if not variants:
        raise part.error("at least one variant", "none")
    id = str(part.value["id"]) if "id" in part else str(place)
    return Synset(id, tuple(map(_fact, variants)), line=line_number(part))


def _fact(part: Part) -> Fact:
    if isinstance(part.value, dict):
        check_aliases(part.value.items(), part.error)
        names = name_fields(part.value)
        slots = [names.subject, names.relation, names.object]
        if None in slots:
            raise part.error("the keys subject, relation, object", ", ".join(map(repr, part.value)) or "no key")
        texts = tuple(part.text(name) for name in slots if name is not None)
    else:
        texts = part.texts(3)
    return Fact(*(_slot(part, text) for text in texts), line=line_number(part))


def _slot(part: Part, text: str) -> Slot:
    try:
        return parse_slot(" ".join(text.split()))[0]
    except InputError as error:
        raise part.error(str(error), repr(text)) from None


def render(annotations: Iterable[Annotation]) -> Iterator[str]:
    """Write a sentence on each line."""
    for annotation in annotations:
        facts = [{"id": synset.id, VARIANTS: [_texts(fact) for fact in synset.facts]} for synset in annotation.synsets]
        value: dict[str, Any] = {"id": annotation.sentence.id, "sentence": annotation.sentence.text, FACTS: facts}
        yield json.dumps(value, ensure_ascii=False)


def _texts(fact: Fact) -> list[str]:
    for slot in fact:
        for chunk in slot.chunks:
            if "[" in chunk.text or "]" in chunk.text:
                raise InputError(f"json-facts cannot hold a bracket: expected none, found {chunk.text!r}")
    return [render_slot(slot) for slot in fact]


def _fits(head: Sequence[str]) -> bool:
    names = keys(head)
    return VARIANTS in names and FACTS in names and find_name(names, ("sentence", *IDS)) is not None


JSON_FACTS = Format(
    name="json-facts",
    title="Gold in JSON: sentences with facts, each with its variants",
    kind="synsets",
    looks=f'JSON with "sentence", "facts" and their "variants", lists of {TRIPLE}',
    read=read,
    fits=_fits,
    render=render,
)
