"""Tasks of a study as items of a project: what labellers see of them, and what is hidden from everybody who labels."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from karat.annotate.project import Item, NewItem
from karat.annotate.study.extractions import extraction_from_json, extraction_to_json
from karat.annotate.study.outputs import as_shown
from karat.formats.json.parts import Part, extraction_from, extraction_object, number_from
from karat.formats.text.lines import Line
from karat.model import Sentence
from karat.model.study import Source, Task


def item_of_task(task: Task, strata: Mapping[str, int] | None = None) -> NewItem:
    """Make an item; whatever an extraction has beside what is shown, as positions, is kept with what is hidden."""
    content = {
        "sentence_id": task.sentence.id,
        "clause": task.clause,
        "extraction": extraction_to_json(task.extraction),
    }
    hidden: dict[str, Any] = {
        "sources": [_source_to_json(source) for source in task.sources],
        "repeat_of": task.repeat_of,
        "stratum": dict(strata) if strata else None,
    }
    if task.extraction != as_shown(task.extraction):
        hidden["extraction"] = extraction_object(task.extraction)
    return NewItem(task.key, task.sentence.text, content=content, hidden=hidden)


def task_of_item(item: Item) -> Task:
    """Read what ``item_of_task`` made."""
    assert item.content is not None, item.key
    assert item.hidden is not None, item.key
    original = item.hidden.get("extraction")
    return Task(
        item.key,
        Sentence(item.content["sentence_id"], item.text),
        extraction_from_json(item.content["extraction"]) if original is None else extraction_from(_part(original)),
        item.content["clause"],
        tuple(map(_source_from_json, item.hidden["sources"])),
        item.hidden["repeat_of"],
    )


def _source_to_json(source: Source) -> dict[str, Any]:
    confidence = source.confidence
    return {"system": source.system, "confidence": confidence, "sampled": source.sampled}


def _source_from_json(value: Mapping[str, Any]) -> Source:
    confidence = value["confidence"]
    return Source(value["system"], None if confidence is None else number_from(_part(confidence)), value["sampled"])


def _part(value: Any) -> Part:
    """A value as the readers of files take it; in the store it was checked before."""
    return Part(Line(Path("store"), 1, ""), value, "")
