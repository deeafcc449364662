"""What the services of language models send: the answer's text, and the arguments of calls, in their envelopes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from karat.formats.json.parts import Part

TEXT = ("text", "output_text")
CALL = ("tool_use", "function_call", "tool_call")


def answers(part: Part) -> list[Part] | None:
    """Give the texts and the arguments of calls in an answer; ``None`` if an object is no such envelope.

    Of a conversation, the model's last message counts. Several choices, or candidates, are an error: only one of them
    can be the answer.
    """
    value: dict[str, Any] = part.value
    for key in ("choices", "candidates"):
        if _are_objects(value.get(key)):
            return _only_choice(part.inner(key))
    if _are_objects(value.get("messages")) and all("role" in each for each in value["messages"]):
        said = [each for each in part.items("messages") if each.value["role"] in ("assistant", "model", "ai")]
        return list(_of_message(said[-1])) if said else None
    if _are_blocks(value.get("output")):
        return [text for block in part.items("output") for text in _of_block(block)]
    if isinstance(value.get("message"), dict) and ({"content", "tool_calls"} & set(value["message"])):
        return list(_of_message(part.inner("message")))
    is_message = "role" in value or _are_blocks(value.get("content")) or "tool_calls" in value
    return list(_of_message(part)) if is_message and ({"content", "tool_calls", "parts"} & set(value)) else None


def question(part: Part) -> str | None:
    """Give what the user said last in a conversation."""
    messages = part.value.get("messages")
    said = [each for each in messages if each.get("role") == "user"] if _are_objects(messages) else []
    content = said[-1].get("content") if said else None
    return content if isinstance(content, str) else None


def _only_choice(choices: Part) -> list[Part]:
    members = choices.members("a list of choices")
    if len(members) > 1:
        raise choices.error("one answer", f"{len(members)}; keep the one that is meant")
    inner = members[0]
    for key in ("message", "content"):
        if isinstance(inner.value.get(key), dict):
            return list(_of_message(inner.inner(key)))
    return [inner.inner("text")] if isinstance(inner.value.get("text"), str) else list(_of_message(inner))


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
        return
    if not isinstance(block.value, dict):
        return
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
