"""Run files that exist already: whether a run can go on with them, and what it has done."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from karat.errors import InputError, quoted
from karat.formats.json.run_lines import parse_head, parse_result
from karat.formats.text.lines import Line
from karat.model import RunHead, RunResult, Sentence
from karat.systems.calls import task_at

START, EXPECTED = b'{"karat": "r', "a run that `karat run` wrote"
"""How each line of a run begins, and what is expected in its place."""
FIRST = b'{"karat": "run"'
"""How its first line begins; a file with less than that may be anybody's."""
ANEW = "--force starts anew"


def results_in(lines: Iterator[Line], head: RunHead, sentences: Sequence[Sentence]) -> Iterator[RunResult]:
    """Yield the results of a run that this run can continue; any other file is an error.

    The results must be those of the first sentences, in order. The head that is in the file may be of another version
    of Karat; everything else in it must be equal.
    """
    first = next(lines, None)
    if first is None:
        return
    check_head(first, head)
    for position, line in enumerate(lines):
        result = parse_result(line, head)
        if position == head.sentences * head.samples:
            raise line.error(expected=f"{position} results, as the first line says", found="one more")
        task = task_at(position, sentences)
        if (result.sentence, result.sample) != (task.sentence, task.sample):
            expected, found = (_named(each.sentence, each.sample, head) for each in (task, result))
            found = f"that of {found}" if found != expected else "another text"
            raise line.error(expected=f"the result of sentence {expected}", found=found)
        yield result


def check_head(line: Line, wanted: RunHead) -> None:
    """Refuse a run with another system, version, setting or other sentences, and name the difference."""
    found = parse_head(line)
    for difference in _differences(found, wanted):
        raise InputError(f"{line.path}: expected a run {difference}; {ANEW}")


def _differences(found: RunHead, wanted: RunHead) -> Iterator[str]:
    """Say what differs: what is wanted, and what was found.

    Settings come before the version, which may follow from them, as that of a tagger.
    """
    if found.system != wanted.system:
        yield f"with system {_shown(wanted.system)}, found {_shown(found.system)}"
    for name in dict.fromkeys([*wanted.settings, *found.settings]):
        values = [_setting(head.settings, name) for head in (wanted, found)]
        if values[0] != values[1]:
            yield f"with {name} {values[0]}, found {values[1]}"
    if found.samples != wanted.samples:
        yield f"with samples {wanted.samples}, found {found.samples}"
    if found.version != wanted.version:
        yield f"with version {_shown(wanted.version)}, found {_shown(found.version)}"
    if found.benchmark != wanted.benchmark:
        yield f"with benchmark {_shown(wanted.benchmark)}, found {_shown(found.benchmark)}"
    if found.sentences != wanted.sentences:
        yield f"over {wanted.sentences} sentences, found one over {found.sentences}"
    if found.fingerprint != wanted.fingerprint:
        yield f"over these {wanted.sentences} sentences, found one over others"


def _setting(settings: Any, name: str) -> str:
    return _shown(settings[name]) if name in settings else "not set"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _named(sentence: Sentence, sample: int, head: RunHead) -> str:
    return f"{quoted(sentence.id)}, sample {sample}" if head.samples > 1 else quoted(sentence.id)
