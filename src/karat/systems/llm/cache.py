"""Answers on disk by the checksum of all that was asked, so that none is paid for twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from karat.benchmarks.registry import cache_folder
from karat.errors import InputError
from karat.formats.files import write_lines
from karat.formats.json.loading import peek_json
from karat.systems.chat import Completion

FOLDER = "llm"


class AnswerCache:
    """A folder with one small file for each answer, written whole as soon as the answer is there.

    A file that cannot be read counts as missing, and is replaced.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or cache_folder() / FOLDER).expanduser()

    def find(self, key: str) -> Completion | None:
        """Find an answer."""
        try:
            value = peek_json(self._path(key).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            return None
        return _completion(value) if isinstance(value, dict) else None

    def add(self, key: str, completion: Completion) -> None:
        """Keep an answer; one that was there is replaced."""
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"{path.parent}: cannot be written ({error.strerror or error}); --cache names another"
            ) from None
        # ASCII, since a server may send half a character, which UTF-8 cannot hold.
        write_lines(path, [json.dumps(asdict(completion))])

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"


class KeyLocks:
    """A lock for each key, so that two threads with the same question ask it once."""

    def __init__(self) -> None:
        self._locks: dict[str, Lock] = {}
        self._lock = Lock()

    def of(self, key: str) -> Lock:
        """Give the lock of a key."""
        with self._lock:
            return self._locks.setdefault(key, Lock())


def make_key(asked: Mapping[str, Any]) -> str:
    """Make the checksum of a request: model, messages, settings and the number of the sample."""
    return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _completion(value: Mapping[str, Any]) -> Completion | None:
    """Read an answer; ``None`` if a field is missing or of another type."""
    texts = [value.get(name, 0) for name in ("text", "refusal", "finish")]
    counts = [value.get(name, "") for name in ("prompt_tokens", "completion_tokens")]
    if not all(text is None or isinstance(text, str) for text in texts):
        return None
    if not all(count is None or (isinstance(count, int) and count >= 0) for count in counts):
        return None
    return Completion(*texts, *counts)
