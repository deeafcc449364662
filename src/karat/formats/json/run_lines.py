"""The lines of a run inside Karat's own format: the first says what was run, each other what came of a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from karat.errors import InputError, quoted
from karat.formats.json.loading import load_json
from karat.formats.json.parts import Part, extraction_from, extraction_object, number_from
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content
from karat.model import Row, RunHead, RunResult, Sentence, Usage

KEY = "karat"
HEAD, RESULT = "run", "result"


def read_run(path: Input, encoding: str = "utf-8") -> tuple[RunHead, Iterator[RunResult]]:
    """Read the first line of a run, and give its results, which are read as they are asked for."""
    lines = content(path, encoding)
    head = parse_head(next(lines))
    return head, (parse_result(line, head) for line in lines)


def parse_head(line: Line) -> RunHead:
    """Read the first line of a run."""
    return head_from(_part(line, HEAD, "the first line of a run"))


def parse_result(line: Line, head: RunHead) -> RunResult:
    """Read a line of a run with the result of a sentence."""
    return result_from(_part(line, RESULT, "a result of a run"), head)


def head_from(part: Part) -> RunHead:
    """Read what was run."""
    keys = ("system", "version", "settings", "karat_version", "benchmark", "sentences", "fingerprint", "samples")
    part.only(KEY, *keys)
    settings = part.inner("settings")
    if not isinstance(settings.value, dict):
        raise settings.error("a JSON object", settings.shown)
    return RunHead(
        system=part.text("system"),
        version=part.text("version"),
        settings=settings.value,
        karat_version=part.text("karat_version"),
        sentences=_count(part, "sentences"),
        fingerprint=part.text("fingerprint"),
        samples=_count(part, "samples", least=1),
        benchmark=part.optional("benchmark"),
    )


def result_from(part: Part, head: RunHead) -> RunResult:
    """Read what came of a sentence."""
    part.only(KEY, "id", "sentence", "sample", "extractions", "failure", "usage")
    if ("extractions" in part) == ("failure" in part):
        found = "both" if "failure" in part else "neither"
        raise part.error("either the key 'extractions' or the key 'failure'", found)
    sample = _count(part, "sample", least=1) if "sample" in part else 1
    if sample > head.samples or ("sample" in part) != (head.samples > 1):
        found = part.inner("sample").shown if "sample" in part else "none"
        expected = f"a sample from 1 to {head.samples}" if head.samples > 1 else "no sample"
        raise part.error(f"{expected}, as the first line says", found)
    return RunResult(
        Sentence(part.text("id"), part.text("sentence")),
        tuple(extraction_from(each) for each in part.items("extractions")) if "extractions" in part else (),
        part.optional("failure"),
        usage_from(part.inner("usage")) if "usage" in part else None,
        sample,
    )


def rows_of(result: RunResult, head: RunHead, line: int) -> Iterator[Row]:
    """Give a row for each extraction of a sentence, or one without any."""
    id, text, system = result.sentence.id, result.sentence.text, head.name_of(result.sample)
    for extraction in result.extractions or (None,):
        yield Row(extraction, id, text, line=line, system=system, failure=result.failure, run_sentences=head.sentences)


def render_head(head: RunHead) -> bytes:
    """Write what was run."""
    value = {
        KEY: HEAD,
        "system": head.system,
        "version": head.version,
        "settings": head.settings,
        "karat_version": head.karat_version,
        **({"benchmark": head.benchmark} if head.benchmark is not None else {}),
        "sentences": head.sentences,
        "fingerprint": head.fingerprint,
        "samples": head.samples,
    }
    return _render(value, f"{head.system}: expected settings that JSON can hold, found {head.settings!r:.200}")


def render_result(result: RunResult, head: RunHead) -> bytes:
    """Write what came of a sentence."""
    value: dict[str, Any] = {KEY: RESULT, "id": result.sentence.id, "sentence": result.sentence.text}
    if head.samples > 1:
        value["sample"] = result.sample
    if result.failure is not None:
        value["failure"] = result.failure
    else:
        value["extractions"] = [extraction_object(extraction) for extraction in result.extractions]
    if result.usage is not None:
        value["usage"] = usage_object(result.usage)
    place = f"{head.system}: sentence {quoted(result.sentence.id)}"
    return _render(value, f"{place}: expected extractions that JSON can hold, found {result.extractions!r:.200}")


def _render(value: dict[str, Any], error: str) -> bytes:
    """Write a line; a lone surrogate, which UTF-8 cannot hold, is escaped."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise InputError(error) from None
    try:
        return f"{text}\n".encode()
    except UnicodeEncodeError:
        return f"{json.dumps(value)}\n".encode()


def _part(line: Line, kind: str, expected: str) -> Part:
    if line.text.startswith("{"):
        part = Part(line, load_json(line.text, line.path, line.number, expected=expected), "")
        if KEY in part and part.value[KEY] == kind:
            return part
    raise line.error(expected=expected, found=quoted(line.text))


def _count(part: Part, key: str, least: int = 0) -> int:
    count = part.whole_number(key)
    if count < least:
        raise part.inner(key).error(f"a whole number from {least}", str(count))
    return count


def usage_object(usage: Usage) -> dict[str, Any]:
    """Give what answers cost as JSON."""
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "cost": usage.cost,
        **({"is_estimated": True} if usage.is_estimated else {}),
    }


def usage_from(part: Part) -> Usage:
    """Read what answers cost."""
    part.only("prompt_tokens", "completion_tokens", "cost", "is_estimated")
    cost = number_from(part.inner("cost"))
    counts = _count(part, "prompt_tokens"), _count(part, "completion_tokens")
    return Usage(*counts, cost, part.flag("is_estimated"))
