"""Every exception that Karat raises on a user's account.

::

    KaratError                     what the command line prints in one line, with exit code 1
    ├── InputError                 a file or a value that was given cannot be used
    │   ├── FormatError            one place in a file: expected …, found …
    │   ├── FormatErrors           several of them, reported together
    │   ├── AlignmentError         an output that does not belong to the benchmark's sentences
    │   └── UnknownNameError       a name that is not in a list, with the nearest one that is
    ├── DataError                  benchmark data that cannot be had
    │   ├── OfflineError           no copy here and no network to fetch one
    │   └── ChecksumError          a copy that is not the published one
    ├── DefinitionError            a metric that cannot be built as it was written
    │   └── DerivationError        a type from which no metric follows; names the field
    ├── ServiceError               a command or an endpoint outside of Karat that failed or gave no usable answer
    ├── SimilarityError            a similarity that gave what a similarity may not give
    └── MissingExtraError          a part of Karat whose optional dependency is not installed
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path


class KaratError(Exception):
    """The root of the tree above."""


class InputError(KaratError):
    """A file or a value that was given cannot be used."""


class FormatError(InputError):
    """One place in a file where something else stands than was expected."""

    def __init__(self, path: object, line: int | None, expected: str, found: str) -> None:
        self.path = Path(path) if isinstance(path, os.PathLike) else path
        self.line = line
        self.expected = expected
        self.found = found
        place = f"{path}:{line}" if line is not None else f"{path}"
        super().__init__(f"{place}: expected {expected}, found {found}")


class FormatErrors(InputError):
    """Several wrong places of one file, one line each."""

    def __init__(self, errors: Sequence[FormatError], left_out: int = 0) -> None:
        self.errors = tuple(errors)
        self.left_out = left_out
        text = "\n".join(str(error) for error in self.errors)
        if left_out:
            text += f"\n{self.errors[0].path}: {left_out} more like these"
        super().__init__(text)


class AlignmentError(InputError):
    """A system's output that does not belong to the benchmark's sentences."""


class UnknownNameError(InputError):
    """A name that is not in a list."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        near = get_close_matches(name, self.known, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        super().__init__(f"unknown {kind} {name!r}{hint} Known: {', '.join(self.known)}")


def quoted(text: str, most: int = 60) -> str:
    """Quote a text for a message; a long one is cut, and its end says so.

    >>> quoted("Ann left the old house by the river .", 20)
    "'Ann left the old ...'"
    """
    return repr(text if len(text) <= most else f"{text[: most - 3]}...")


class DataError(KaratError):
    """Benchmark data that cannot be had."""


class OfflineError(DataError):
    """No copy of a file here, and no network to fetch one."""


class ChecksumError(DataError):
    """A copy of a file that is not the published one."""


class DefinitionError(KaratError):
    """A metric that cannot be built as it was written."""


class DerivationError(DefinitionError):
    """A type from which no metric follows."""


class ServiceError(KaratError):
    """A command or an endpoint outside of Karat that failed, or gave no usable answer."""


class SimilarityError(KaratError):
    """A similarity that gave what no similarity may give: NaN, less than 0, or more than an object has with itself."""


class MissingExtraError(KaratError):
    """A part of Karat whose optional dependency is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part of Karat: pip install 'karat[{extra}]'")
