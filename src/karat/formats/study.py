"""A whole human study as lines of JSON: its name and info, then each task with its labels."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from karat.errors import FormatError, InputError, quoted
from karat.formats.json.loading import load_json
from karat.formats.json.parts import Part, extraction_from, extraction_object, number_from
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content
from karat.model import Extraction, Judgement, Row, Sentence
from karat.model.study import (
    AttributionLabel,
    FactLabel,
    Label,
    Source,
    Study,
    Task,
    info_problem,
    repeat_problem,
    repeated_label_problem,
)

KEY = "karat"
STUDY, TASK = "study", "task"

Checked = TypeVar("Checked", Task, Label)


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Study:
    """Read a study; its first line has its name and info, every other line a task with its labels."""
    with collect_problems(problems) as report:
        lines = content(path, encoding)
        name, info = _head(_part(next(lines), STUDY))
        tasks: dict[str, tuple[Task, Line]] = {}
        labels: list[Label] = []
        for line in lines:
            try:
                part = _part(line, TASK)
                task = _task(part)
                if task.key in tasks:
                    first = tasks[task.key][1].number
                    raise line.error(expected="each task once", found=f"{task.key!r} again, first on line {first}")
                tasks[task.key] = task, line
                labels += _labels(part, task.key)
            except FormatError as error:
                report.add(error)
        _check_repeats(tasks, report)
    return Study(name, tuple(task for task, _ in tasks.values()), tuple(labels), info)


def render(study: Study) -> Iterator[str]:
    """Write a study, one line a task, without default values."""
    yield _dumped({KEY: STUDY, "name": study.name, "info": dict(study.info)}, study.name)
    labels: defaultdict[str, list[Label]] = defaultdict(list)
    for label in study.labels:
        labels[label.task].append(label)
    for task in study.tasks:
        yield _dumped({KEY: TASK, **_task_object(task), "labels": list(map(_label_object, labels[task.key]))}, task.key)


def _dumped(value: Mapping[str, Any], place: str) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"a study holds JSON only: {place!r}: {error}") from None


def _part(line: Line, kind: str) -> Part:
    part = Part(line, load_json(line.text, line.path, line.number, expected="a JSON object"), "")
    found = part.text(KEY)
    if found != kind:
        raise line.error(expected=f'"{KEY}" to be {kind!r}', found=repr(found))
    return part


def _head(part: Part) -> tuple[str, dict[str, Any]]:
    part.only(KEY, "name", "info")
    info = part.inner("info") if "info" in part else Part(part.line, {}, "info")
    if not isinstance(info.value, dict):
        raise info.error("a JSON object", info.shown)
    if (problem := info_problem(info.value)) is not None:
        raise part.error(*problem)
    return part.text("name"), info.value


def _task(part: Part) -> Task:
    part.only(KEY, "key", "sentence", "clause", "extraction", "sources", "repeat_of", "labels")
    sentence = part.inner("sentence")
    sentence.only("id", "text")
    task = Task(
        part.text("key"),
        Sentence(sentence.text("id"), sentence.text("text")),
        extraction_from(part.inner("extraction")),
        part.optional("clause"),
        tuple(_source(each) for each in part.items("sources")) if "sources" in part else (),
        part.optional("repeat_of"),
    )
    return _checked(part, task)


def _source(part: Part) -> Source:
    part.only("system", "confidence", "sampled")
    confidence = number_from(part.inner("confidence")) if "confidence" in part else None
    return Source(part.text("system"), confidence, part.flag("sampled", default=True))


def _labels(part: Part, task: str) -> Iterator[Label]:
    seen: set[tuple[str, str | None]] = set()
    for each in part.items("labels") if "labels" in part else ():
        label = _label(each, task)
        if (problem := repeated_label_problem(label, seen)) is not None:
            raise each.error(*problem)
        yield label


def _label(part: Part, task: str) -> Label:
    keys = ("fact", "attribution", "rules", "note", "unsure", "machine", "adjudicated", "active_ms")
    part.only("labeller", *keys)
    label = Label(
        task,
        part.text("labeller"),
        part.choice("fact", FactLabel),
        part.choice("attribution", AttributionLabel),
        part.inner("rules").texts() if "rules" in part else (),
        part.optional("note") or "",
        part.flag("unsure"),
        part.flag("machine"),
        part.flag("adjudicated"),
        part.whole_number("active_ms") if "active_ms" in part else 0,
    )
    return _checked(part, label)


def _checked(part: Part, value: Checked) -> Checked:
    if (problem := value.problem()) is not None:
        raise part.error(*problem)
    return value


def _check_repeats(tasks: Mapping[str, tuple[Task, Line]], report: Problems) -> None:
    bare = {key: task for key, (task, _) in tasks.items()}
    for task, line in tasks.values():
        if task.repeat_of is not None and (problem := repeat_problem(task.repeat_of, bare)) is not None:
            report.add(line.error(expected=problem[0], found=problem[1]))


def _task_object(task: Task) -> dict[str, Any]:
    value: dict[str, Any] = {"key": task.key, "sentence": {"id": task.sentence.id, "text": task.sentence.text}}
    if task.clause is not None:
        value["clause"] = task.clause
    value["extraction"] = extraction_object(task.extraction)
    value["sources"] = list(map(_source_object, task.sources))
    if task.repeat_of is not None:
        value["repeat_of"] = task.repeat_of
    return value


def _source_object(source: Source) -> dict[str, Any]:
    value: dict[str, Any] = {"system": source.system}
    if source.confidence is not None:
        value["confidence"] = source.confidence
    return value if source.sampled else {**value, "sampled": False}


def _label_object(label: Label) -> dict[str, Any]:
    value: dict[str, Any] = {"labeller": label.labeller}
    for key in ("fact", "attribution"):
        if getattr(label, key) is not None:
            value[key] = getattr(label, key)
    if label.rules:
        value["rules"] = list(label.rules)
    for key in ("note", "unsure", "machine", "adjudicated", "active_ms"):
        if getattr(label, key):
            value[key] = getattr(label, key)
    return value


def from_judgements(
    judgements: Iterable[Judgement], systems: Mapping[str, Iterable[Row]], name: str = "imported"
) -> Study:
    """Make a study of labels that exist already, joined with systems' outputs on the sentence's id and all slots.

    Extractions of the systems without a label become tasks without one. Of equal extractions of one system the first
    counts. Where an output has no sentence ids, ``sentence_number`` (ClausIE's) is taken.
    """
    joined = _Joined()
    for judgement in judgements:
        joined.add_judgement(judgement)
    totals = {system: joined.add_system(system, rows) for system, rows in systems.items()}
    return joined.study(name, {"systems": totals})


class _Joined:
    """Extractions by sentence id, relation and arguments, in the order in which they come first."""

    def __init__(self) -> None:
        self.sentences: dict[str, str] = {}
        self.extractions: dict[_Slots, Extraction] = {}
        self.sources: defaultdict[_Slots, dict[str, Source]] = defaultdict(dict)
        self.judgements: defaultdict[_Slots, dict[str, Judgement]] = defaultdict(dict)

    def add_judgement(self, judgement: Judgement) -> None:
        slots = self._slots(judgement.sentence.id, judgement.sentence.text, judgement.extraction, judgement.judge)
        first = self.judgements[slots].setdefault(judgement.judge, judgement)
        if (first.fact, first.attribution) != (judgement.fact, judgement.attribution):
            raise InputError(
                f"{judgement.judge}: expected one label of {slots} in sentence {judgement.sentence.id}, found two"
            )

    def add_system(self, system: str, rows: Iterable[Row]) -> dict[str, int]:
        """Add a system's extractions; give how many there are, and of how many sentences."""
        count, sentences = 0, set()
        for row in rows:
            sentences.add(row.sentence_id or row.sentence)
            if row.extraction is None:
                continue
            id = row.sentence_id or dict(row.extraction.other).get("sentence_number")
            if id is None:
                place = system if row.line is None else f"{system}:{row.line}"
                raise InputError(f"{place}: expected a sentence id to join labels on, found none")
            slots = self._slots(id, row.sentence, row.extraction, system)
            if system not in self.sources[slots]:
                self.sources[slots][system] = Source(system, row.extraction.confidence)
                count += 1
        return {"extractions": count, "sentences": len(sentences)}

    def _slots(self, id: str, text: str | None, extraction: Extraction, who: str) -> _Slots:
        known = self.sentences.setdefault(id, text or "")
        if text and known and text.split() != known.split():
            raise InputError(f"{who}: expected sentence {id} to be {quoted(known)}, found {quoted(text)}")
        self.sentences[id] = known or text or ""
        slots = _Slots(id, extraction.relation, extraction.arguments)
        self.extractions.setdefault(slots, replace(extraction, confidence=1.0, other=()))
        return slots

    def study(self, name: str, info: Mapping[str, Any]) -> Study:
        width = max(4, len(str(len(self.extractions))))
        tasks, labels = [], []
        for number, (slots, extraction) in enumerate(self.extractions.items(), 1):
            sentence = Sentence(slots.sentence, self.sentences[slots.sentence])
            task = Task(f"{number:0{width}}", sentence, extraction, sources=tuple(self.sources[slots].values()))
            tasks.append(task)
            labels += [_label_of(judgement, task.key) for judgement in self.judgements[slots].values()]
        return Study(name, tuple(tasks), tuple(labels), info)


class _Slots(NamedTuple):
    sentence: str
    relation: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return repr((*self.arguments[:1], self.relation, *self.arguments[1:]))


def _label_of(judgement: Judgement, task: str) -> Label:
    fact = None if judgement.fact is None else (FactLabel.CORRECT if judgement.fact else FactLabel.INCORRECT)
    attribution = None
    if judgement.attribution is not None:
        attribution = AttributionLabel.CORRECT if judgement.attribution else AttributionLabel.INCORRECT
    return Label(task, judgement.judge, fact, attribution, note=judgement.remark)
