"""What extractions in JSON come in: tables in three forms, and the messages of services of language models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from karat.formats.field_names import JSON_ID, JSON_SENTENCE, is_among, name_json_fields
from karat.formats.json.parts import Part

TEXT = ("text", "output_text")
CALL = ("tool_use", "function_call", "tool_call")

# Tables: columns of one length, a list of columns with rows, or rows below a list of names


def table_rows(part: Part, *, several: bool = False) -> list[Part] | None:
    """Return the rows of a table as objects; ``None`` if a value is no table of extractions.

    Columns without one for the sentences are a table only where ``several`` extractions are expected: elsewhere they
    may be the wordings of one.
    """
    if isinstance(part.value, list):
        names, *data = part.value or [None]
        return _rows_of(part, names, data, part.place, 1) if isinstance(names, list) and _are_names(names) else None
    value: dict[str, Any] = part.value
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):  # pandas with orient="split"
        names, data = value["columns"], value["data"]
        return _rows_of(part, names, data, f"{part.place}.data".removeprefix(".")) if _are_names(names) else None
    found = name_json_fields(tuple(value))
    columns = {key: each for key, each in value.items() if isinstance(each, list | dict)}
    if found is None or found.subject not in columns or found.relation not in columns:
        return None
    indexes = _indexes(columns[found.relation])
    if indexes is None or any(_indexes(column) != indexes for column in columns.values()):
        return None
    named = [key for key in value if is_among(key, (*JSON_ID, *JSON_SENTENCE))]
    if columns.keys().isdisjoint(named) and (named or not several):
        return None
    return [
        Part(part.line, {key: column[index] for key, column in columns.items()}, f"{part.place}[{index}]")
        for index in indexes
    ]


def _indexes(column: Any) -> Sequence[Any] | None:
    """Return the indexes of a column, a list or an object of texts and numbers."""
    cells = list(column.values()) if isinstance(column, dict) else column
    if any(isinstance(cell, list | dict) for cell in cells):
        return None
    return list(column) if isinstance(column, dict) else range(len(column))


def _rows_of(part: Part, names: list[Any], data: list[Any], place: str, first: int = 0) -> list[Part] | None:
    if not all(isinstance(row, list) and len(row) == len(names) for row in data):
        return None
    rows = (dict(zip(names, row, strict=True)) for row in data)
    return [Part(part.line, row, f"{place}[{index}]") for index, row in enumerate(rows, first)]


def _are_names(names: list[Any]) -> bool:
    """Whether these are the names of a table's columns; two texts could as well be a tuple."""
    if len(names) < 3 or not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        return False
    found = name_json_fields(tuple(names))
    return found is not None and found.subject is not None and found.object is not None


# What services of language models send: the answer's text, and the arguments of calls, in their envelopes


def answers(part: Part) -> list[Part] | None:
    """Return the texts and the arguments of calls in an answer; ``None`` if an object is no such envelope.

    Of a conversation, the model's last message counts. Several choices, or candidates, are an error: only one of them
    can be the answer.
    """
    value: dict[str, Any] = part.value
    for key in ("choices", "candidates"):
        if _are_objects(value.get(key)):
            return _only_choice(part.inner(key))
    if _are_objects(value.get("messages")) and all("role" in each for each in value["messages"]):
        messages = [each for each in part.items("messages") if each.value["role"] in ("assistant", "model", "ai")]
        return list(_of_message(messages[-1])) if messages else None
    if _are_blocks(value.get("output")):
        return [text for block in part.items("output") for text in _of_block(block)]
    if isinstance(value.get("message"), dict) and ({"content", "tool_calls"} & set(value["message"])):
        return list(_of_message(part.inner("message")))
    is_message = "role" in value or _are_blocks(value.get("content")) or "tool_calls" in value
    return list(_of_message(part)) if is_message and ({"content", "tool_calls", "parts"} & set(value)) else None


def question(part: Part) -> str | None:
    """Return what the user said last in a conversation."""
    messages = part.value.get("messages")
    asked = [each for each in messages if each.get("role") == "user"] if _are_objects(messages) else []
    content = asked[-1].get("content") if asked else None
    return content if isinstance(content, str) else None


def _only_choice(choices: Part) -> list[Part]:
    members = choices.members("a list of choices")
    if len(members) > 1:
        raise choices.error("one answer", f"{len(members)}; keep the one that is meant")
    choice = members[0]
    for key in ("message", "content"):
        if isinstance(choice.value.get(key), dict):
            return list(_of_message(choice.inner(key)))
    return [choice.inner("text")] if isinstance(choice.value.get("text"), str) else list(_of_message(choice))


def _of_message(message: Part) -> Iterator[Part]:
    for key in ("content", "parts"):
        content = message.value.get(key)
        if isinstance(content, str) and content.strip():
            yield message.inner(key)
        elif isinstance(content, list):
            for block in message.items(key):
                yield from _of_block(block)
    if isinstance(message.value.get("tool_calls"), list):
        for call in message.items("tool_calls"):
            yield from _of_call(call)
    if isinstance(message.value.get("function_call"), dict):
        yield from _of_call(message.inner("function_call"))


def _of_block(block: Part) -> Iterator[Part]:
    """Yield the texts of a block, and the arguments of a call; reasoning is left out."""
    if isinstance(block.value, str):
        yield block
    elif isinstance(block.value, dict):
        kind = block.value.get("type")
        if kind in CALL:
            yield from _of_call(block)
        elif kind in (None, *TEXT) and isinstance(block.value.get("text"), str):
            yield block.inner("text")
        elif isinstance(block.value.get("content"), list):
            for inner in block.items("content"):
                yield from _of_block(inner)


def _of_call(call: Part) -> Iterator[Part]:
    if not isinstance(call.value, dict):
        raise call.error("a call with its arguments", call.shown)
    inner = call.inner("function") if isinstance(call.value.get("function"), dict) else call
    for key in ("arguments", "input", "args"):
        if isinstance(inner.value.get(key), str | dict | list):
            yield inner.inner(key)
            return


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _are_blocks(value: Any) -> bool:
    return (
        _are_objects(value)
        and all(isinstance(each.get("type"), str) for each in value)
        and any(each["type"] in (*TEXT, *CALL, "message", "reasoning", "thinking") for each in value)
    )
