"""Find the extractions in JSON of any everyday shape, and the sentences that they are of.

Lists and objects are searched from the outside in. An object is a triple, or a table, or what a model's service sent,
or a record: its id and its sentence hold for all inside it. Keys that are ids or sentences name what they hold. What
could be meant in two ways is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from karat.errors import FormatError
from karat.formats.field_names import (
    ABOUT,
    ANSWER,
    ASKED,
    JSON_ID,
    JSON_SENTENCE,
    JSON_TRIPLES,
    NODES,
    NUMBERED_TRIPLE,
    SYNSET,
    TRIPLES,
    WRAPPERS,
    first_text,
    is_among,
    is_data,
    is_id,
)
from karat.formats.json.loading import load_json, peek_json
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, line_number, others
from karat.formats.llm.answer_lines import tuples_of_line
from karat.formats.llm.answers import FENCED, Answer, parse_answer, without_thoughts
from karat.formats.problems import Problems, Repair
from karat.formats.records.record import (
    TRIPLE,
    Sentence,
    ambiguous,
    is_flat_triple,
    is_triple,
    no_extractions,
    node_texts,
    read_triple,
)
from karat.formats.records.wrappings import answers, question, table_rows
from karat.formats.text.tuple_parts import MORE_PARTS, doubtful_commas
from karat.model import Row

Block = list[Row]
"""The rows of one answer; a row without an extraction says that nothing was found."""

SERVICE_ID = re.compile(r"(?:chatcmpl|cmpl|msg|resp|gen|batch|req|run)[-_]")
"""The ids that services give to their answers."""
DEEPEST = 50
"""How many lists and objects may be around a value."""
HERE = (*JSON_TRIPLES, *WRAPPERS, *ANSWER)
"""Keys below which a list of texts is a triple."""


class Finder:
    """Finds the answers in the values of a file, or in one answer.

    ``unread`` keeps the texts in which no tuple was found, ``doubtful`` the tuples of which a part may hold a comma.
    """

    def __init__(self, problems: Problems, *, in_answer: bool = False) -> None:
        self.problems = problems
        self.in_answer = in_answer
        self.unread: list[tuple[Part, Answer]] = []
        self.doubtful: list[tuple[Part, str]] = []
        self._groups = 0

    def find(self, part: Part, sentence: Sentence | None = None) -> list[Block]:
        """Return the answers in a value, which is about a sentence or names its own; none at all is an error."""
        before = len(self.problems.errors)
        blocks = self._in(part, sentence or Sentence(), here=True)
        if not blocks and len(self.problems.errors) == before:
            raise no_extractions(part)
        return blocks

    def _in(self, part: Part, sentence: Sentence, *, here: bool) -> list[Block]:
        """Search a value; ``here`` says that extractions are expected, so that texts alone may be some."""
        if part.place.count(".") + part.place.count("[") > DEEPEST:
            raise part.line.error(expected=f"values in at most {DEEPEST} others", found="values that are nested deeper")
        if isinstance(part.value, dict):
            return self._in_object(part, sentence, here)
        if isinstance(part.value, list):
            return self._in_list(part, sentence, here)
        return self._in_text(part, sentence) if isinstance(part.value, str) and here else []

    # Lists

    def _in_list(self, part: Part, sentence: Sentence, here: bool) -> list[Block]:
        members = part.members("a list")
        if not members:
            return [sentence.rows(part)] if here else []
        if (rows := table_rows(part)) is not None:
            return [self._triples(part, rows, sentence)]
        if not any(isinstance(each.value, list | dict) for each in members):
            return self._in_texts(part, members, sentence, here)
        if any(isinstance(each.value, dict) and is_triple(each.value) for each in members) or all(
            is_flat_triple(each.value, 2 if here else 3) for each in members
        ):
            return [self._triples(part, members, sentence)]
        if (pair := _sentence_and_list(members)) is not None:
            return self._in(members[1], replace(sentence, id=pair.id, text=pair.text), here=True)
        if any(isinstance(each.value, str) for each in members):
            raise part.error("a list of triples, or of records, alone", f"texts among them: {part.shown}")
        return self._in_members(members, sentence, here)

    def _in_texts(self, part: Part, members: list[Part], sentence: Sentence, here: bool) -> list[Block]:
        """Read a list of texts: tuples, a text each, or one triple."""
        texts = [each.value for each in members if isinstance(each.value, str)]
        all_tuples = len(texts) == len(members) and all(_holds_tuple(text) for text in texts)
        if all_tuples and not any("\n" in text.strip() for text in texts):
            extractions = [found for text in texts for found in tuples_of_line(f"- {text}", "subject first")]
            self.doubtful += [(part, each) for each in doubtful_commas("\n".join(texts), extractions)]
            return [sentence.rows(part, extractions)]
        if len(texts) == len(members) and all(isinstance(peek_json(text), list | dict) for text in texts):
            return self._in_members(members, sentence, here=True)
        if (here or all_tuples) and _are_answers(texts):
            each_alone = ((each, [each] if isinstance(each.value, str) else []) for each in members)
            return [block for each, text in each_alone for block in self._in_answers(each, text, sentence)]
        if here and isinstance(members[0].value, str):
            return [self._triples(part, [part], sentence)]
        if here:
            raise part.error(TRIPLE, part.shown)
        return []

    def _in_members(self, members: list[Part], sentence: Sentence, here: bool) -> list[Block]:
        found = [self._try(each, sentence, here) for each in members]
        if here and sentence.is_named:
            found = [
                self._grouped(blocks) if blocks and _is_nested(each.value) else blocks
                for each, blocks in zip(members, found, strict=True)
            ]
        if any(found):
            for each, blocks in zip(members, found, strict=True):
                if blocks == []:
                    self.problems.add(no_extractions(each))
        return [block for blocks in found for block in blocks or ()]

    def _grouped(self, blocks: list[Block]) -> list[Block]:
        """Mark triples that are listed in the place of one triple of a sentence: as gold, they word the same fact."""
        self._groups += 1
        return [[_with_synset(row, str(self._groups)) for row in block] for block in blocks]

    def _try(self, part: Part, sentence: Sentence, here: bool) -> list[Block] | None:
        """Search an element; ``None`` if it has an error, which is reported with the others."""
        try:
            return self._in(part, sentence, here=here)
        except FormatError as error:
            self.problems.add(error)
            return None

    def _triples(self, part: Part, triples: list[Part], sentence: Sentence) -> Block:
        rows: Block = []
        for triple in triples:
            try:
                rows.append(read_triple(triple, sentence))
            except FormatError as error:
                self.problems.add(error)
        return rows if triples else sentence.rows(part)

    # Objects

    def _in_object(self, part: Part, sentence: Sentence, here: bool) -> list[Block]:
        if is_triple(part.value):
            return [self._triples(part, [part], sentence)]
        several = self.in_answer or is_among(part.place.rpartition(".")[2], ("", *TRIPLES))
        if (rows := table_rows(part, several=several)) is not None:
            return [self._triples(part, rows, sentence)]
        if (texts := answers(part)) is not None:
            return self._in_answers(part, texts, _of_envelope(part, sentence))
        if not part.value:
            return [sentence.rows(part)] if here else []
        record = _of_record(part, sentence)
        keyed = [] if record is not sentence and record.is_named else [key for key in part.value if is_data(key)]
        fields = [key for key in part.value if key not in keyed and not is_among(key, ABOUT)]
        named = self._in_fields(part, fields, record)
        by_key = [block for key in keyed for block in self._in_keyed(part, key, record)]
        if named and by_key:
            raise ambiguous(part, [next(iter(named)), keyed[0]])
        if len(named) > 1 and not all(NUMBERED_TRIPLE.fullmatch(key) for key in named):
            raise ambiguous(part, list(named))
        if not named and not by_key and record is not sentence and record.is_named and _failed(part):
            return [self._failure(part, record)]
        return [block for blocks in named.values() for block in blocks] + by_key

    def _in_fields(self, part: Part, keys: list[str], record: Sentence) -> dict[str, list[Block]]:
        """Search each field; texts count only if no list or object has extractions."""
        found: dict[str, list[Block]] = {}
        nested = any(is_among(key, JSON_TRIPLES) and _is_nested(part.value[key]) for key in keys)
        for key in keys:
            if nested and isinstance(part.value[key], list) and not _is_nested(part.value[key]):
                continue  # the names of a graph's edges beside its relations
            if isinstance(part.value[key], list | dict):
                here = is_among(key, HERE) or NUMBERED_TRIPLE.fullmatch(key) is not None
                if blocks := self._in(_child(part, key), _with_others(part, key, record), here=here):
                    found[key] = blocks
        texts = [key for key in keys if isinstance(part.value[key], str) and is_among(key, (*JSON_TRIPLES, *ANSWER))]
        if not found and texts and not (len(texts) == 1 and first_text(part.value, JSON_SENTENCE) == texts[0]):
            texts = [key for key in texts if key != first_text(part.value, JSON_SENTENCE)]
            found = {key: self._in_text(_child(part, key), _with_others(part, key, record)) for key in texts}
        return found

    def _in_keyed(self, part: Part, key: str, record: Sentence) -> list[Block]:
        named = replace(record, id=key) if is_id(key) else replace(record, text=key, id=None)
        value = _child(part, key)
        if record.is_named and is_triple(value.value):  # {"sentence": …, "triples": {"1": {…}, "2": {…}}}
            return [self._triples(value, [value], record)]
        if record.is_named and isinstance(value.value, list | dict):
            found = f"the key {key!r} inside what has a name already"
            raise value.error("one name for each sentence", found)
        if isinstance(value.value, list) and not any(isinstance(each, list | dict) for each in value.value):
            flat = is_flat_triple(value.value) or not value.value or all(map(_holds_tuple, value.value))
            return self._in(value, named, here=True) if flat else []
        return self._in(value, named, here=True)

    # Texts

    def _in_answers(self, part: Part, texts: list[Part], sentence: Sentence) -> list[Block]:
        if not texts:
            return [self._failure(part, sentence)]
        blocks = [block for text in texts for block in self._in(text, sentence, here=True)]
        if len(texts) > 1 and len(blocks) == len(texts):  # parts of one answer
            rows = [row for block in blocks for row in block if row.extraction is not None]
            return [rows or blocks[0]]
        return blocks

    def _in_text(self, part: Part, sentence: Sentence) -> list[Block]:
        """Read a model's answer: JSON as that of a file, all else leniently."""
        bare = without_thoughts(part.value).strip()
        fences = FENCED.findall(bare)
        inner = _strict_json(fences[0] if len(fences) == 1 else bare, part)
        if isinstance(inner, list | dict):
            attempt = Finder(Problems(), in_answer=True)
            try:
                blocks = attempt._in(Part(part.line, inner, part.place), sentence, here=True)
                attempt.problems.check()
            except FormatError:
                blocks = []
            if blocks:
                self.unread += attempt.unread
                self.doubtful += attempt.doubtful
                return blocks
        answer = parse_answer(part.value, "subject first")
        if answer.failure is not None:
            self.unread.append((part, answer))
        self.doubtful += [(part, each) for each in doubtful_commas(part.value, answer.extractions)]
        return [sentence.rows(part, answer.extractions)]

    def _failure(self, part: Part, sentence: Sentence) -> Block:
        error = part.value.get("error") if isinstance(part.value, dict) else None
        reason = error.get("message", error) if isinstance(error, dict) else error
        self.unread.append((part, Answer(as_text(reason) if reason else part.shown, failure="missing")))
        return sentence.rows(part)

    def report_unread(self) -> Iterator[Repair]:
        """Say which answers could not be read, or only in part, and which tuples may have other parts."""
        for part, written in self.doubtful:
            yield Repair(part.line.path, line_number(part), f"{written!r:.80}", MORE_PARTS)
        for part, answer in self.unread:
            as_ = "nothing found" if answer.failure not in ("cut off", "part unread") else "what is whole in it"
            yield Repair(part.line.path, line_number(part), f"an answer ({answer.failure}: {answer.text!r:.60})", as_)


def _strict_json(text: str, part: Part) -> Any:
    """Return the value of an answer that is JSON, and ``None`` of any other, which is read leniently."""
    try:
        return load_json(text, part.line.path)
    except FormatError:
        return None


def _of_envelope(part: Part, sentence: Sentence) -> Sentence:
    """Return the sentence of an answer: what the user said, if nothing else names it; a service's own ids name none."""
    if sentence.is_named:
        return sentence
    named = _of_record(part, sentence)
    if named.id is not None and SERVICE_ID.match(named.id):
        named = replace(named, id=None)
    asked = question(part)
    return named if asked is None or named.is_named else replace(named, text=asked)


def _of_record(part: Part, sentence: Sentence) -> Sentence:
    """Return the sentence that a record names, and the nodes that its triples refer to."""
    value = part.value
    nodes = dict(sentence.nodes)
    for key in value:
        if is_among(key, NODES) and isinstance(value[key], list | dict):
            nodes |= node_texts(value[key])
    text_key = first_text(value, _sentence_keys(value))
    id_key = first_text(value, JSON_ID)
    text, id = (None if key is None else str(value[key]) for key in (text_key, id_key))
    if text is None and (key := next((key for key in ASKED if isinstance(value.get(key), dict)), None)) is not None:
        inner = _of_record(_child(part, key), Sentence())
        text, id = inner.text, id or inner.id
    if text is None and id is None:
        return replace(sentence, nodes=nodes) if nodes != sentence.nodes else sentence
    return Sentence(id, text, nodes=nodes)


def _sentence_keys(value: dict[str, Any]) -> tuple[str, ...]:
    """Return the keys that name a sentence; ``content`` and the like do so only next to extractions."""
    structured = any(isinstance(each, list | dict) and is_among(key, JSON_TRIPLES) for key, each in value.items())
    return JSON_SENTENCE if structured else tuple(key for key in JSON_SENTENCE if key not in ANSWER)


def _with_others(part: Part, key: str, record: Sentence) -> Sentence:
    """Keep all other keys of the record that holds the triples."""
    if not is_among(key, (*JSON_TRIPLES, *ANSWER)) or not record.is_named:
        return record
    value = part.value
    used = [name for name in (first_text(value, _sentence_keys(value)), first_text(value, JSON_ID)) if name is not None]
    used += ["id"] if "custom_id" in used else []  # beside it, the service's own
    said = others(part, key, *used, *(name for name in value if is_among(name, (*ABOUT, *ANSWER, *ASKED))))
    return replace(record, other=said)


def _is_nested(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, list | dict) for each in value)


def _sentence_and_list(members: list[Part]) -> Sentence | None:
    """Read a pair of a sentence, or its id, and the list of its extractions."""
    if len(members) != 2 or not isinstance(members[0].value, str) or not isinstance(members[1].value, list):
        return None
    if members[1].value and not _is_nested(members[1].value):
        return None
    text = members[0].value
    return Sentence(text) if is_id(text) else Sentence(text=text)


def _child(part: Part, key: str) -> Part:
    place = f".{key}" if key.isidentifier() else f"[{key!r:.40}]"
    return Part(part.line, part.value[key], f"{part.place}{place}".removeprefix("."))


def _with_synset(row: Row, name: str) -> Row:
    if row.extraction is None or SYNSET in dict(row.extraction.other):
        return row
    return replace(row, extraction=replace(row.extraction, other=(*row.extraction.other, (SYNSET, name))))


def _failed(part: Part) -> bool:
    """Whether a record says that there is no answer: an error, or null in place of the answer."""
    return any(
        (is_among(key, ("error",)) and value is not None) or (value is None and is_among(key, (*ANSWER, *JSON_TRIPLES)))
        for key, value in part.value.items()
    )


def _are_answers(texts: list[str]) -> bool:
    """Whether texts are answers with tuples, and not the parts of one: one has several lines, or most have tuples."""
    answers = [text for text in texts if any(sign in text for sign in "(;|<[{\n")]
    answers = [text for text in answers if parse_answer(text, "subject first").extractions]
    return any("\n" in text for text in answers) or 2 * len(answers) > len(texts)


def _holds_tuple(text: Any) -> bool:
    signs = isinstance(text, str) and any(sign in text for sign in "(;|<")
    return signs and any(tuples_of_line(f"- {text}", "subject first"))
