"""Every exception that Karat raises because of what a user gave it.

::

    KaratError                     printed by the command line in one line, with exit code 1
    ├── InputError                 a file or a value cannot be used
    │   ├── FormatError            one error in a file: expected …, found …
    │   ├── FormatErrors           several of them, reported together
    │   ├── AlignmentError         an output does not belong to the benchmark's sentences
    │   └── UnknownNameError       a name is not in a list; suggests the closest one that is
    ├── DataError                  benchmark data is not available
    │   ├── OfflineError           no local copy, and no network to download one
    │   └── ChecksumError          a local copy is not the published one
    ├── DefinitionError            a metric cannot be built from its definition
    │   └── DerivationError        no metric can be derived from a type; names the field
    ├── ServiceError               an external command or endpoint failed or gave no usable answer
    │   ├── AnswerError            it gave none to one question; others may be answered
    │   ├── BudgetError            the money or the tokens that a run may spend are used up
    │   └── WorkersError           processes or a cluster that score cannot be reached, or ended
    ├── SimilarityError            a similarity returned a value that no similarity may return
    ├── StoreError                 the database of an annotation project cannot be opened, read or written
    │   ├── StoreFullError         there is no room left for it; nothing of the change was saved
    │   └── StoreUnavailableError  it cannot be reached or written now; nothing of the change was acknowledged
    └── MissingExtraError          an optional dependency is not installed
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

from karat.urls import find_url

MOST_QUOTED = 200
"""The most characters of a line that an error quotes."""
MOST_SEARCHED = 4_000
"""The most characters that are searched for long quotations: each piece of a long line may have its error."""
MOST_FOUND = 500
"""The most characters of an error's *found*: a quotation or two, with places and advice."""
QUOTATION = re.compile(
    rf"""(?<!\w)(?: '(?:[^'\\\n]|\\.){{{MOST_QUOTED - 1},}}+' | "(?:[^"\\\n]|\\.){{{MOST_QUOTED - 1},}}+" )(?!\w)""",
    re.VERBOSE,
)
"""What ``repr`` writes of a long text; the apostrophe of a genitive begins no quotation."""
LONG_WORD = re.compile(rf"[^\s'\"]{{{MOST_QUOTED + 1},}}+")
"""Long words that a message has without quotation marks, such as keys."""


class KaratError(Exception):
    """The root of the tree above; long quotations in its message are cut."""

    def __init__(self, message: str = "") -> None:
        super().__init__(cut_quotations(message))

    def __reduce__(self) -> tuple[object, ...]:
        # Errors come back from worker processes, and not every class can be made of its message alone.
        return restore_error, (type(self), self.args), self.__dict__


def restore_error(kind: type[KaratError], arguments: tuple[object, ...]) -> KaratError:
    """Make a pickled error again."""
    return kind.__new__(kind, *arguments)


class InputError(KaratError):
    """A file or a value cannot be used."""


class FormatError(InputError):
    """One place in a file has something other than what was expected; a long quotation of it is cut."""

    def __init__(self, path: object, line: int | None, expected: str, found: str) -> None:
        self.path = Path(path) if isinstance(path, os.PathLike) else path
        self.line = line
        # A comma closes an example before the place that some messages name after it.
        self.expected = expected = _cut_words(expected).removesuffix(",")
        self.found = found = _cut(found)
        named = find_url(path) or f"{path}"
        place = f"{named}:{line}" if line is not None else named
        super().__init__(f"{place}: expected {expected}, found {found}")


def _cut(found: str) -> str:
    """Shorten long quotations and words, and whatever is still too long; advice after a quotation stays."""
    return cut(_cut_words(found), MOST_FOUND)


def _cut_words(message: str) -> str:
    if len(message) > MOST_SEARCHED:
        half = MOST_SEARCHED // 2
        message = message[:half] + message[-half:]
    return LONG_WORD.sub(lambda word: cut(word[0], MOST_QUOTED), cut_quotations(message))


def cut_quotations(message: str) -> str:
    """Quote at most 200 characters of each text in a message.

    >>> len(cut_quotations(f"expected a number, found {'x' * 1_000_000!r}"))
    226
    """
    return QUOTATION.sub(lambda quotation: f"{quotation[0][: MOST_QUOTED - 3]}...{quotation[0][0]}", message)


class FormatErrors(InputError):
    """Several errors in one file, one line each."""

    def __init__(self, errors: Sequence[FormatError], left_out: int = 0) -> None:
        self.errors = tuple(errors)
        self.left_out = left_out
        text = "\n".join(str(error) for error in self.errors)
        if left_out:
            text += f"\n{self.errors[0].path}: {left_out} more like these"
        super().__init__(text)


class AlignmentError(InputError):
    """A system's output does not belong to the benchmark's sentences."""


class UnknownNameError(InputError):
    """A name is not in a list."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        by_lower_case = {known_name.lower(): known_name for known_name in reversed(self.known)}
        near = get_close_matches(name.lower(), by_lower_case, n=20, cutoff=0.5)
        # Of names that are equally close, such as benchie-en and benchie-zh, the first in the list is meant.
        tied = [each for each in near if _likeness(each, name) == _likeness(near[0], name)]
        closest = min((by_lower_case[each] for each in tied), key=self.known.index, default=None)
        hint = f"; did you mean {closest!r}?" if closest is not None else "."
        super().__init__(f"unknown {kind} {name!r}{hint} Known: {', '.join(self.known)}")


def _likeness(known: str, name: str) -> float:
    return SequenceMatcher(None, known, name.lower()).ratio()


def quoted(text: str, most: int = 60) -> str:
    """Quote a text for a message; a long one is cut and ends in dots.

    >>> quoted("Ann left the old house by the river .", 20)
    "'Ann left the old ...'"
    """
    return repr(cut(text, most))


def cut(text: str, most: int = 60) -> str:
    """Cut a long text for a message; it ends in dots then."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def cut_path(path: str, most: int = MOST_QUOTED) -> str:
    """Cut a long path of keys in the middle: its beginning and its end are most informative.

    >>> cut_path("documents[0].a very long key[3].text", 30)
    'documents[0]....g key[3].text'
    """
    half = (most - 3) // 2
    return path if len(path) <= most else f"{path[:half]}...{path[-half:]}"


class DataError(KaratError):
    """Benchmark data is not available."""


class OfflineError(DataError):
    """There is no local copy of a file, and no network to download one."""


class ChecksumError(DataError):
    """A local copy of a file is not the published one."""


class DefinitionError(KaratError):
    """A metric cannot be built from its definition."""


class DerivationError(DefinitionError):
    """No metric can be derived from a type."""


class ServiceError(KaratError):
    """An external command or endpoint failed, or gave no usable answer."""


class AnswerError(ServiceError):
    """An endpoint gave no usable answer to one question; others may be answered."""

    def __init__(self, message: str, status: int | None = None) -> None:
        self.status = status
        super().__init__(message)


class BudgetError(ServiceError):
    """The money or the tokens that a run may spend are used up."""


class WorkersError(ServiceError):
    """The processes or the cluster that score parts of an input cannot be reached, or ended."""


class SimilarityError(KaratError):
    """A similarity returned NaN, less than 0, or more than the similarity of an object with itself."""


class StoreError(KaratError):
    """The database of an annotation project cannot be opened, read or written."""


class StoreFullError(StoreError):
    """There is no room left for the database, and nothing of the change was saved."""


class StoreUnavailableError(StoreError):
    """The database cannot be reached or written now, and nothing of the change was acknowledged."""


class MissingExtraError(KaratError):
    """An optional dependency is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs Karat's extra {extra!r}, which is not installed: {install_command(extra)}")


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this installation, from where Karat itself was installed."""
    # Only a missing extra asks how Karat was installed, and `karat --help` must be quick.
    from importlib import metadata
    from urllib.parse import unquote, urlsplit

    try:
        source = metadata.distribution("karat").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return f"pip install '.[{extra}]' in the folder of Karat's source"
    if source is None:
        return f"pip install 'karat[{extra}]'"
    origin = json.loads(source)
    address = urlsplit(origin["url"])
    if "vcs_info" in origin or address.scheme != "file":
        scheme = f"{origin['vcs_info']['vcs']}+" if "vcs_info" in origin else ""
        return f"pip install 'karat[{extra}] @ {scheme}{origin['url']}'"
    editable = "--editable " if origin.get("dir_info", {}).get("editable") else ""
    return f"pip install {editable}'{unquote(address.path)}[{extra}]'"
