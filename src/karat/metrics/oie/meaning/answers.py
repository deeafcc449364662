"""A judge's recorded answers, so that a score can be computed again without the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from karat.errors import FormatError
from karat.formats.json.documents import object_on
from karat.formats.text.lines import lines
from karat.one_line import one_line


@dataclass(frozen=True, eq=False, slots=True)
class Answers:
    """The answers of one model, by the checksum of the question; ``None`` where the model gave none."""

    path: Path
    model: str
    digest: str
    """The first digits of the file's checksum."""
    texts: Mapping[str, str | None]

    __repr__ = one_line


def load_answers(path: Path) -> Answers:
    """Read a file of recorded answers; it is read once, as long as it does not change."""
    if not path.is_file():
        raise FormatError(path, None, "a file of recorded answers, as karat judge writes it", "no such file")
    status = path.stat()
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(4)
def _read(path: Path, changed: int, size: int) -> Answers:  # noqa: ARG001 - they make the file another one
    texts: dict[str, str | None] = {}
    model: str | None = None
    for line in lines(path):
        if line.blank:
            continue
        part = object_on(line)
        id, name = part.text("id"), part.text("model")
        if model is not None and name != model:
            raise line.error(expected=f"answers of {model}", found=f"one of {name}")
        if id in texts:
            raise line.error(expected="one answer to each question", found=f"a second one to {id}")
        model = name
        texts[id] = None if part.inner("answer").value is None else part.text("answer")
    if model is None:
        raise FormatError(path, None, "recorded answers, as karat judge writes them", "none")
    return Answers(path, model, sha256(path.read_bytes()).hexdigest()[:12], texts)
