"""What a dataset is: its files, each with its checksum and the public commit it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

RAW_CONTENT = "https://raw.githubusercontent.com"
"""Where GitHub serves ``owner/name/commit/path``; a mirror keeps the same order of parts."""


@dataclass(frozen=True, slots=True)
class Source:
    """One commit of a public repository, ``owner/name`` on GitHub."""

    key: str
    repository: str
    commit: str
    licence: str

    @property
    def homepage(self) -> str:
        """The commit as one reads it in a browser."""
        return f"https://github.com/{self.repository}/tree/{self.commit}"

    def address(self, path: str, base: str = RAW_CONTENT) -> str:
        """Where a path of this commit is downloaded from."""
        return f"{base.rstrip('/')}/{self.repository}/{self.commit}/{quote(path)}"


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of a dataset.

    ``upstream`` is its path in the source's repository, which may differ from its path here. Without one the file
    cannot be downloaded: either it is ``derived`` (a subset or a transcription, of which no public copy exists), or
    its place in the repository could not be established.
    """

    path: str
    sha256: str
    size: int
    source: Source
    upstream: str | None
    derived: bool = False

    @property
    def downloadable(self) -> bool:
        """Whether a public copy is pinned."""
        return self.upstream is not None

    def address(self, base: str = RAW_CONTENT) -> str:
        """Where the file is downloaded from."""
        assert self.upstream is not None, f"{self.path} has no public copy"
        return self.source.address(self.upstream, base)


@dataclass(frozen=True, slots=True)
class Dataset:
    """Files that belong together, with what a reader must know before using them.

    ``what`` and ``counts`` fit into a column of a table; ``reproduces`` says which published figures follow from the
    files; ``oddities`` are what a loader must not stumble over. An ``embedded`` dataset comes inside the package and
    declares no files.
    """

    name: str
    title: str
    what: str
    counts: str
    licence: str
    citations: tuple[str, ...]
    homepage: str
    files: tuple[DataFile, ...] = ()
    reproduces: str = ""
    oddities: tuple[str, ...] = ()
    embedded: bool = False

    def __iter__(self) -> Iterator[DataFile]:
        return iter(self.files)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The commits its files come from, in the order in which they are first met."""
        return tuple(dict.fromkeys(file.source for file in self.files))

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(file.size for file in self.files)
